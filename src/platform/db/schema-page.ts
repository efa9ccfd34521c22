// Generates docs/schema.md: every table with its columns, keys and policies, from the catalog of a migrated database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../embedded-postgres/embedded-postgres.ts';
import { socketConnection } from '../embedded-postgres/password.ts';
import { migrate, readMigrations } from './migrate.ts';
import { writePersonalDataPage } from './personal-data.ts';
import { connect, type DatabasePool } from './pool.ts';

/** The page's path in the repository. */
export const schemaFile = fileURLToPath(new URL('../../../docs/schema.md', import.meta.url));

/** Common columns with the same meaning in every table; they need no comment of their own. */
const commonColumns: Readonly<Record<string, string>> = {
  tenant_id: 'The organization.',
  id: 'Made by the service (UUID v7).',
  created_at: 'When the row was made.',
  updated_at: 'When it last changed.',
  archived_at: 'When it was archived; null: it is in use. Archived rows stay, as the books must be complete.',
};

const isCommon = (column: string) => Object.hasOwn(commonColumns, column);

/** Columns whose name says enough. */
const namedColumns = ['building_id', 'apartment_id'];

/** The primary key and the policies of most tables. */
const usualKeys = ['PRIMARY KEY (tenant_id, id)', 'PRIMARY KEY (id)'];
const usualPolicies = 'buildings,tenant';

type SchemaColumn = {
  name: string;
  type: string;
  required: boolean;
  meaning: string | null;
  target: string | null;
  cascades: boolean;
};
type SchemaConstraint = { columns: string[]; definition: string };
type SchemaTable = {
  name: string;
  meaning: string | null;
  columns: SchemaColumn[];
  constraints: SchemaConstraint[];
  policies: string[];
};
type SchemaModule = { title: string; about: string; tables: SchemaTable[] };

/** Returns the page for a migrated database. Throws an Error that names everything without a comment. */
export async function schemaPage(owner: DatabasePool): Promise<string> {
  const tables = await readTables(owner);
  const modules = readMigrations().map(({ name, text }) => ({
    title: name.replace(/^\d+-|\.sql$/g, ''),
    about: firstSentence(text),
    tables: tables.filter((table) => text.includes(`\ncreate table ${table.name} (`)),
  }));
  const missing = tables.flatMap(({ name, meaning, columns }) => [
    ...(meaning === null ? [name] : []),
    ...columns
      .filter((column) => column.meaning === null && column.target === null)
      .filter((column) => !isCommon(column.name) && !namedColumns.includes(column.name))
      .map((column) => `${name}.${column.name}`),
  ]);
  if (missing.length > 0) throw new Error(`Write a comment (comment on …) in migrations/ for: ${missing.join(', ')}.`);
  return `${[...introduction, ...modules.flatMap(describeModule)].join('\n').trimEnd()}\n`;
}

const introduction = [
  '# The tables',
  '',
  'Written by `npm run schema` from the catalog of the database; a test holds it current. The comments come from `migrations/`, which also have',
  'the bounds of single columns. What is personal data: [record of processing](personal-data.md).',
  '',
  '- `?` after a type: the column may be null. `→ table`: it refers to a row there, and *cascade* means that it is deleted with that row.',
  '- The key is `id`, with `tenant_id` in tables of organizations, and the policies are *buildings* and *tenant*, unless the last line of a table says otherwise.',
  '- Policies: *tenant*: a row is seen and written only in a transaction bound to its organization. *buildings*: a key of some buildings',
  '  sees only theirs. *system*: one of the few functions that look across organizations reads it.',
  '',
  'These columns mean the same everywhere, and are left out below:',
  '',
  ...Object.entries(commonColumns).map(([name, meaning]) => `- \`${name}\`: ${meaning}`),
  '',
];

/** Writes the page, and the record of processing, from a temporary embedded database. */
export async function writeSchemaPage(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-schema-'));
  const server = await startEmbedded({ dataDir, durable: false, print: () => {} });
  const owner = connect(socketConnection(server, server.superuser, server.database), { max: 1 });
  try {
    await migrate(owner);
    await writeFile(schemaFile, await schemaPage(owner));
    await writePersonalDataPage(owner);
  } finally {
    await owner.end({ timeout: 5 });
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The first sentence of the comment at the beginning of a migration. */
function firstSentence(text: string): string {
  const comment =
    /^(?:-- .+\n)+/
      .exec(text)?.[0]
      .replace(/^-- |\n$/gm, '')
      .replaceAll('\n', ' ') ?? '';
  return /^.+?\.(?= [A-Z]|$)/.exec(comment)?.[0] ?? comment;
}

/** The tables that a migration made; one that only changes others has no section. */
function describeModule({ title, about, tables }: SchemaModule): string[] {
  return tables.length === 0 ? [] : [`## ${title}`, '', about, '', ...tables.flatMap(describeTable)];
}

function describeTable({ name, meaning, columns, constraints, policies }: SchemaTable): string[] {
  const described = columns.filter(
    ({ name: column, meaning: comment, target }) =>
      comment !== null || !isCommon(column) || (column === 'id' && target !== null),
  );
  const rules = [
    ...constraints
      .filter(({ columns, definition }) => isRuleOfTable(columns, definition))
      .map(
        ({ definition }) =>
          `\`${definition.replace(/^(PRIMARY KEY|CHECK)/, (word) => (word === 'CHECK' ? 'check' : 'key'))}\``,
      ),
    ...(policies.join() === usualPolicies ? [] : [`policies ${policies.join(', ')}`]),
  ];
  return [
    `### ${name}`,
    '',
    meaning ?? '',
    '',
    ...described.map((column) => describeColumn(column, constraints)),
    ...(rules.length > 0 ? ['', `${rules.join('; ')}.`] : []),
    '',
  ];
}

/** Whether no column of the table says it: references and the values of one column stand with the column. */
const isRuleOfTable = (columns: readonly string[], definition: string) =>
  definition.startsWith('PRIMARY')
    ? !usualKeys.includes(definition)
    : columns.length > 1 && !definition.startsWith('FOREIGN');

/** A column without its meaning: what it refers to, or else its type. */
function describeType({ name, type, required, target, cascades }: SchemaColumn): string {
  const optional = required ? '' : '?';
  if (target === null) return `\`${name}\` ${type}${optional}`;
  return `\`${name}\`${optional} → ${target}${cascades ? ', cascade' : ''}`;
}

function describeColumn(column: SchemaColumn, constraints: readonly SchemaConstraint[]): string {
  const [comment = ''] = (column.meaning ?? '').split(/ ?\[personal: /);
  const meaning = comment.replace(/^(?:Whether(?: (?:the|it is|this is))?|The|An?) (.)/, (_, letter) =>
    letter.toUpperCase(),
  );
  const values = constraints.filter(({ columns }) => columns.join() === column.name).flatMap(listValues);
  return `- ${[describeType(column), ...values].join(' ')}${meaning === '' ? '' : `: ${meaning}`}`;
}

/** The values that a check of one column names. */
function listValues({ definition }: SchemaConstraint): string[] {
  const names = [...definition.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  return names.length > 0 && definition.includes(' = ') ? [`(${names.join(', ')})`] : [];
}

/** Reads all tables from the catalog, in the order in which they were made. */
export function readTables(owner: DatabasePool): Promise<SchemaTable[]> {
  return owner<SchemaTable[]>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as meaning,
           (select json_agg(json_build_object(
                     'name', a.attname, 'required', a.attnotnull, 'meaning', col_description(c.oid, a.attnum),
                     'type', replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'),
                     'target', f.target, 'cascades', coalesce(f.cascades, false)) order by a.attnum)
              from pg_attribute a
              left join lateral (
                select k.confrelid::regclass::text as target, k.confdeltype = 'c' as cascades from pg_constraint k
                 where k.contype = 'f' and k.conrelid = c.oid and k.conkey[cardinality(k.conkey)] = a.attnum
                 order by k.oid limit 1) f on true
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
           (select json_agg(json_build_object(
                     'columns', array(select a.attname from pg_attribute a
                                       where a.attrelid = c.oid and a.attnum = any (k.conkey) order by a.attnum),
                     'definition', regexp_replace(regexp_replace(pg_get_constraintdef(k.oid, true), '[[:space:]]+', ' ', 'g'),
                                                  '::(text|numeric|bigint)', '', 'g'))
                   order by position(k.contype::text in 'puxfc'), pg_get_constraintdef(k.oid))
              from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'f', 'c')) as constraints,
           array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
     order by c.oid`;
}
