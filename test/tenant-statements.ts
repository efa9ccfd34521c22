// What a database that distributes organizations over machines (Citus) requires of a statement, read from its text:
// wherever it reads or changes a tenants' table it names the tenant as a parameter, again in each sub-query, and many
// rows are inserted from a row of `tenants`. What it changes is one machine's, or every machine's, never one by the
// other. Rows of a temporary table, which is where the caller is, go to an organization's machine from a sub-query.
type Token = string;
type Group = readonly (Token | Group)[];
type ParsedTable = { readonly name: string; readonly alias: string };

const words = /'(?:[^']|'')*'|\$\d+|"?[a-z_]\w*"?|\d[\w.]*|::|[-+*/<>=!|&@#~^%?]+|[(),.;:[\]]/giy;

/** The tokens of a text, without comments and white space. */
function wordsOf(text: string): Token[] {
  const bare = text.replace(/--[^\n]*/g, ' ');
  const found: Token[] = [];
  for (words.lastIndex = 0; words.lastIndex < bare.length; ) {
    const space = /\s+/y;
    space.lastIndex = words.lastIndex;
    if (space.test(bare)) words.lastIndex = space.lastIndex;
    if (words.lastIndex >= bare.length) break;
    const at = words.lastIndex;
    const word = words.exec(bare)?.[0];
    if (word === undefined) throw new Error(`Not understood: ${bare.slice(at, at + 40)}`);
    found.push(word.startsWith("'") ? word : word.toLowerCase());
  }
  return found;
}

/** The tokens with bracketed ones as groups. */
function groupsOf(tokens: readonly Token[]): Group {
  const open: (Token | Group)[][] = [[]];
  for (const token of tokens) {
    if (token === '(') open.push([]);
    else if (token === ')') {
      const closed = open.pop() as Group;
      open.at(-1)?.push(closed);
    } else open.at(-1)?.push(token);
  }
  return open[0] as Group;
}

const subquery = ' sub-query';
const isQuery = (group: Group): boolean => {
  const [first] = group;
  return typeof first === 'string'
    ? /^(select|insert|update|delete|with)$/.test(first)
    : first !== undefined && group.length > 1 && isQuery(first);
};

/**
 * The queries of a statement, each as the tokens of its own level: a sub-query is one token there, and a query by
 * itself.
 */
function levelsOf(group: Group): Token[][] {
  const levels: Token[][] = [];
  let level: Token[] = [];
  const flatten = (part: Group) => {
    for (const word of part) {
      if (typeof word === 'string') level.push(word);
      else if (isQuery(word)) {
        levels.push(...levelsOf(word));
        level.push(subquery);
      } else {
        level.push('(');
        flatten(word);
        level.push(')');
      }
    }
  };
  for (const word of group) {
    if (typeof word === 'string' && /^(union|except|intersect|;)$/.test(word)) {
      levels.push(level);
      level = [];
    } else flatten([word]);
  }
  return [...levels, level];
}

const noAlias =
  /^(on|where|join|left|right|inner|full|cross|natural|using|group|order|limit|offset|for|set|returning|values|select|default|having|window|fetch|as|union|lateral|tablesample|overriding)$/;
const endsTables = /^(where|group|order|limit|having|window|returning|for|set|values|select|fetch|offset)$/;

/** The tables that a level reads or changes, and the one that it inserts into. */
function tablesOf(
  level: readonly Token[],
  isTable: (name: string) => boolean,
): { tables: ParsedTable[]; into: string | undefined } {
  const tables: ParsedTable[] = [];
  let into: string | undefined;
  let depth = 0;
  let inTables = false;
  const take = (at: number) => {
    let next = at;
    while (/^(only|lateral)$/.test(level[next] ?? '')) next += 1;
    const name = level[next] ?? '';
    if (!isTable(name) || level[next + 1] === '(') return;
    if (level[next + 1] === 'as') next += 1;
    const alias = level[next + 1] ?? '';
    tables.push({ name, alias: /^[a-z_]\w*$/.test(alias) && !noAlias.test(alias) ? alias : name });
  };
  for (let at = 0; at < level.length; at += 1) {
    const word = level[at];
    const before = level[at - 1] ?? '';
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    if (depth > 0) continue;
    if (word === 'into') into = level[at + 1];
    else if (word === 'update' && !/^(for|key|do)$/.test(before)) take(at + 1);
    else if (
      (word === 'from' && before !== 'distinct') ||
      word === 'join' ||
      (word === 'using' && level[at + 1] !== '(')
    ) {
      inTables = true;
      take(at + 1);
    } else if (word === ',' && inTables) take(at + 1);
    else if (endsTables.test(word ?? '')) inTables = false;
  }
  return { tables, into };
}

/** The aliases of a level's tenants' tables that are not tied to a parameter. */
function findUntiedAliases(level: readonly Token[], tables: readonly ParsedTable[]): string[] {
  const group = new Map(tables.map(({ alias }) => [alias, alias]));
  const rootOf = (name: string): string => {
    const parent = group.get(name) ?? name;
    return parent === name ? name : rootOf(parent);
  };
  /** The table whose tenant is at an index, or `$` for a parameter; and where it ends. */
  const sideAt = (at: number): string | undefined => {
    const word = level[at] ?? '';
    if (/^\$\d+$/.test(word)) return '$';
    if (/^(any|array)$/.test(word) && level[at + 1] === '(' && /^\$\d+$/.test(level[at + 2] ?? '')) return '$';
    if (level[at + 1] === '.') {
      const own = tables.find(({ alias }) => alias === word);
      const column = own?.name === 'tenants' ? 'id' : 'tenant_id';
      return own !== undefined && level[at + 2] === column ? own.alias : undefined;
    }
    if (word === 'tenant_id' && level[at - 1] !== '.') return tables.find(({ name }) => name !== 'tenants')?.alias;
    return word === 'id' && level[at - 1] !== '.' && tables.length === 1 && tables[0]?.name === 'tenants'
      ? tables[0].alias
      : undefined;
  };
  level.forEach((word, at) => {
    if (word !== '=') return;
    const left = sideAt(level[at - 2] === '.' ? at - 3 : at - 1);
    const right = sideAt(at + 1);
    if (left !== undefined && right !== undefined) group.set(rootOf(left), rootOf(right));
  });
  return tables.map(({ alias }) => alias).filter((alias) => rootOf(alias) !== rootOf('$'));
}

/** Tables of which every machine has all rows, and temporary tables, which only the machine of the caller has. */
const sharedTables = /^(users|sign_ins)$/;
const temporaryTables =
  /^(staged_entries|shared_payers|stored_keys|stored_beside|compared_entries|compared_stored|stored_similar|returned_entries)$/;
/** Functions that change something for the rest of a transaction, and would change it on another machine. */
const callersFunctions = /^(bind_tenant|bind_person|set_config|refresh_member_of|pg_notify)$/;
const volatileFunctions = /^(clock_timestamp|random|gen_random_uuid|uuidv4|uuidv7|nextval|timeofday)$/;

/** The statements of a text, which may be the body of a function. */
function statementsOf(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token === ';') statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements;
}

/** What concerns several levels of a statement at once. */
function mixedProblems(tokens: readonly Token[], isTable: (name: string) => boolean): string[] {
  const levels = levelsOf(groupsOf(tokens));
  const changes = new Set<string>();
  tokens.forEach((token, at) => {
    const before = tokens[at - 1] ?? '';
    if (
      (token === 'update' && !/^(for|key|do)$/.test(before)) ||
      (/^(into|from)$/.test(token) && /^(insert|delete)$/.test(before))
    )
      changes.add(tokens[at + 1] ?? '');
  });
  const lock = tokens.findIndex((token, at) => token === 'for' && /^(update|no|share|key)$/.test(tokens[at + 1] ?? ''));
  const locked = lock === -1 || tokens.indexOf('of', lock) === -1 ? undefined : tokens[tokens.indexOf('of', lock) + 1];
  const changesRows =
    tokens.some((token) => token === 'update' || token === 'delete') &&
    [...changes].some((name) => isTable(name) || sharedTables.test(name));
  const own = levels.some((level) => tablesOf(level, isTable).tables.length > 0);
  const shared = levels.flatMap((level) => tablesOf(level, (name) => sharedTables.test(name)).tables);
  const calls = (name: RegExp) => tokens.find((token, at) => name.test(token) && tokens[at + 1] === '(');
  const problems: string[] = [];
  if (
    own &&
    ([...changes].some((name) => sharedTables.test(name)) ||
      (lock !== -1 && shared.some(({ alias }) => locked === undefined || locked === alias)))
  )
    problems.push('changes or locks every machine’s rows by those of one');
  if (own && calls(callersFunctions) !== undefined)
    problems.push(`${calls(callersFunctions)} is called on another machine`);
  if (changesRows && calls(volatileFunctions) !== undefined) problems.push(`${calls(volatileFunctions)} is volatile`);
  for (const level of levels) {
    const temporary = tablesOf(level, (name) => temporaryTables.test(name)).tables.filter(
      ({ name }) => !changes.has(name),
    );
    if (
      temporary.length > 0 &&
      (tablesOf(level, isTable).tables.length > 0 ||
        isTable(tablesOf(level, isTable).into ?? '') ||
        level.includes('lateral'))
    )
      problems.push(`${temporary[0]?.name}: not in a sub-query of its own`);
  }
  const staged = [...changes].find((name) => temporaryTables.test(name));
  if (tokens[0] === 'update' && staged !== undefined && own && tokens.includes('exists'))
    problems.push(`${staged}: changed where an organization's row exists`);
  const into = [...changes].find((name) => isTable(name));
  if (
    tokens[0] === 'insert' &&
    into !== undefined &&
    tokens.some((token) => temporaryTables.test(token)) &&
    !tokens.includes('returning')
  )
    problems.push(`${into}: rows of a temporary table are inserted without returning`);
  return problems;
}

/**
 * What Citus would reject in a statement, or run on every machine; empty when it is correct. `isTable`: whether a name
 * is a tenants' table.
 */
export function problemsOf(text: string, isTable: (name: string) => boolean): string[] {
  const tokens = wordsOf(text);
  const problems = statementsOf(tokens).flatMap((statement) => mixedProblems(statement, isTable));
  // A machine gets `case x when 'a'` of a change as `case when x = 'a' = true`.
  const changes = tokens.includes('update') || tokens.includes('delete');
  if (changes && tokens.some((token, index) => token === 'case' && tokens[index + 1] !== 'when'))
    problems.push('`case x when` in a change: write `case when x =`');
  for (const level of levelsOf(groupsOf(tokens))) {
    const { tables, into } = tablesOf(level, isTable);
    for (const alias of findUntiedAliases(level, tables)) problems.push(`${alias}: the tenant is no parameter`);
    if (into === undefined || !isTable(into) || into === 'tenants') continue;
    if (level[level.indexOf('into') + 3] !== 'tenant_id') problems.push(`${into}: tenant_id is not named first`);
    const values = level.indexOf('values');
    if (values !== -1 && level.indexOf(subquery, values) !== -1)
      problems.push(`${into}: a sub-query stands among values`);
    const select = level.indexOf('select');
    const first = level[select + 1] ?? '';
    // Rows of the same tenant, where they lie.
    const comesAlong = first === 'tenant_id' && tables.some(({ name }) => isTable(name));
    if (select !== -1 && !(tables.some(({ alias }) => alias === first) || first === 'own' || comesAlong))
      problems.push(`${into}: many rows are not inserted from a row of tenants`);
    if (select === -1 && !/^\$\d+$/.test(level[values + 2] ?? '')) problems.push(`${into}: the tenant is no parameter`);
  }
  return problems;
}
