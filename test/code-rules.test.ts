// The rules that a machine can check: which module imports which, where SQL stands, which words and file names are not
// used, how a file begins.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { openApiDocument } from '../src/http/openapi/openapi-document.ts';
import { apiOperations } from '../src/routes/api/routes.ts';
import { consoleOperations } from '../src/routes/console/routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Each module imports from those before it, and from itself. `http` knows of no module but identity. */
const modules = [
  'platform',
  'words',
  'mail',
  'identity',
  'properties',
  'residents',
  'metering',
  'maintenance',
  'charging',
  'invoicing',
  'payments',
  'accounting',
  'handovers',
  'webhooks',
  'overview',
  'search',
  'privacy',
];

type Source = { readonly path: string; readonly text: string; readonly module: string; readonly imports: string[] };

const moduleOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

const sources: Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('words/generated/'))
  .map((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8');
    const imports = importsIn(path, text).filter((target) => !target.startsWith('..'));
    return { path, text, imports, module: moduleOf(path) };
  });
const code = sources.filter((source) => !source.path.endsWith('.test.ts'));

/** The console's files, with what they import of each other; paths are those from the root. */
const consoleSources = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .map((name) => `web/${name}`)
  .filter((path) => /\.tsx?$/.test(path) && !/^web\/dist|^web\/api\/generated/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: importsIn(path, text) };
  });

/** The paths, from the root, of the files that a file imports. */
function importsIn(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(path), target)),
  );
}

test('modules import in one direction, and nothing imports a route but the server', () => {
  for (const { path, module, imports } of code) {
    for (const target of imports) {
      const imported = moduleOf(target);
      const message = `${path} imports ${target}`;
      if (modules.includes(module))
        assert.ok(modules.includes(imported) && modules.indexOf(imported) <= modules.indexOf(module), message);
      if (module === 'http') assert.ok(['platform', 'identity', 'http'].includes(imported), message);
      if (imported === 'routes') assert.ok(module === 'routes' || /^(server|main)\.ts$/.test(path), message);
    }
  }
});

/**
 * What opens connections, and why it may. Everything else that the service calls goes through one of the first three.
 */
const clients: Readonly<Record<string, string>> = {
  'platform/vetted-connections.ts': 'checks the address of each connection',
  'platform/vetted-fetch.ts': 'requests over vetted connections',
  'webhooks/connections.ts': 'deliveries over vetted connections',
  'webhooks/post-delivery.ts': 'the same: one exchange',
  'mail/mail-transport.ts': 'the mail server that the operator names',
  'platform/processes/redis.ts': 'the Redis that the operator names',
  'platform/processes/load-later.ts': 'loads for those that name a library here',
  'platform/db/listen.ts': 'the database',
  'platform/db/column-types.ts': 'the database',
  'platform/db/pool.ts': 'the database',
  'platform/embedded-postgres/embedded-postgres.ts': 'the socket of the database',
};

test('whatever the service calls, it calls over vetted connections: no other client is made', () => {
  const libraries =
    /(?:from|import\(|loadLater(?:<[^(]*)?\()\s*'(?:undici|nodemailer|ioredis|pg|openid-client\/[^']+)'/;
  const nodeClients =
    /import (?!type)[^;]*\b(?:request|get|connect|createConnection|Socket|Agent|https?|net|tls|dns|lookup|resolve\w*|createSocket)\b[^;]* from 'node:(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?'/;
  const loadedLater = /import\('node:(?:https?|http2|net|tls|dgram|dns)[^']*'\)|getBuiltinModule|createRequire/;
  const globals = /(?<![\w.'`])(?:globalThis\.)?(?:fetch|WebSocket|EventSource)\(/;
  const found = code.filter(({ text }) => {
    const plain = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return [libraries, nodeClients, loadedLater, globals].some((pattern) => pattern.test(plain));
  });
  assert.deepEqual(found.map(({ path }) => path).toSorted(), Object.keys(clients).toSorted());
});

test('routes of one kind do not import those of another, except the bodies that they share', () => {
  const kindOf = (path: string) => path.split('/')[1];
  for (const { path, module, imports } of code.filter((source) => source.module === 'routes')) {
    for (const target of imports.filter((imported) => moduleOf(imported) === module)) {
      const isShared = kindOf(path) === 'console' && kindOf(target) === 'api' && /bodies\.ts$/.test(target);
      assert.ok(kindOf(path) === kindOf(target) || isShared, `${path} imports ${target}`);
    }
  }
});

test('no files import each other in a circle', () => {
  const importsOf = new Map(consoleSources.map(({ path, imports }) => [path, imports]));
  for (const { path, imports } of code)
    importsOf.set(
      `src/${path}`,
      imports.map((target) => `src/${target}`),
    );
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(path), `a circle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    if (finished.has(path)) return;
    for (const target of importsOf.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
});

test('SQL stands in *-queries.ts, in migrations and in the platform', () => {
  for (const { path, text, module } of code) {
    if (module === 'platform' || /-queries\.ts$/.test(basename(path))) continue;
    assert.doesNotMatch(text, /\b(db|sql|pool|owner)(<[^`]*>)?`/, path);
    assert.doesNotMatch(text, /\.unsafe\(/i, path);
  }
});

test('which invoices a resident may see is decided in one place', () => {
  const deciding = code.filter(({ text }) => /all \(\w*\.?hidden_from\)/.test(text)).map(({ path }) => path);
  assert.deepEqual(deciding, ['invoicing/visibility-queries.ts']);
});

test('no classes except errors, no default exports, no catch-all file names', () => {
  for (const { path, text } of sources) {
    for (const [, heritage] of text.matchAll(/^\s*(?:export )?(?:abstract )?class \w+([^{]*)\{/gm))
      assert.match(heritage ?? '', /extends (Error|TooManyRequests)/, path);
    assert.doesNotMatch(text, /^export default/m, path);
    assert.doesNotMatch(basename(path), /^(index|utils?|helpers?|common|misc|types)\.ts$/, path);
  }
});

test('every file begins with a sentence that says what it is, and has at most 500 lines', () => {
  for (const { path, text } of sources) {
    assert.match(text, /^\/\/ \S.*[.:;,]?/, `${path} does not begin with a sentence`);
    assert.ok(text.split('\n').length <= 501, `${path} has ${text.split('\n').length} lines`);
  }
});

/** What fits a screen. */
const maxFunctionLines = 50;

/** Yields the functions of a syntax tree, but none in a `test(…)`. */
function* functionsIn(node: unknown): Generator<{ readonly start: number; readonly end: number }> {
  if (typeof node !== 'object' || node === null) return;
  const { type, body, callee, start, end } = node as { [name: string]: unknown; start: number; end: number };
  if (/Function/.test(String(type)) && body) yield { start, end };
  const isTest = type === 'CallExpression' && /^(test|describe)$/.test((callee as { name?: string }).name ?? '');
  for (const child of isTest ? [] : Object.values(node)) yield* functionsIn(child);
}

const linesOf = (text: string) => text.split('\n').length;

test('functions have at most 50 lines, those of tests excepted', () => {
  for (const { path, text } of sources) {
    for (const { start, end } of functionsIn(parseSync(path, text).program)) {
      const lines = linesOf(text.slice(start, end));
      assert.ok(lines <= maxFunctionLines, `${path}:${linesOf(text.slice(0, start))}: a function of ${lines} lines`);
    }
  }
});

/** A component is mostly markup, which is long and read from top to bottom. */
const maxConsoleFunctionLines = 80;

test('the console makes no markup of texts, and no address but of its own kinds', () => {
  const markup =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function/;
  /** Attributes whose whole value comes from somewhere: `href={address}`. A template begins with what its kind is. */
  const open = /\b(?:href|formAction|xlinkHref)=\{(?!`(?:\/|mailto:|tel:|#))([^}]*)\}/g;
  /** The same where a script goes to an address, or opens one. */
  const goes = /(?:\blocation\.(?:assign|replace)\(|\.href = |\bwindow\.open\()(?!['`]\/)([^;),]*)/g;
  const checked: Readonly<Record<string, string>> = {
    "web/api/client.ts: ''": 'an empty tab',
    'web/api/client.ts: address': 'a file of the service, as an object URL',
    'web/api/provider-redirect.ts: url': 'the page of a provider that the operator names',
    'web/parts/save-csv.ts: address': 'an object URL',
    'web/screens/account/recovery-codes.tsx: address': 'an object URL',
    'web/screens/my-home/payment-dialog.tsx: `${payUrl}#bank`': 'a page of the service',
    'web/shell/provider-return.tsx: page': 'one of two pages of the console',
    'web/screens/settings/test-mailbox.tsx: part': 'begins with http',
  };
  const found = consoleSources.flatMap(({ path, text }) => {
    assert.doesNotMatch(text, markup, path);
    return [...text.matchAll(open), ...text.matchAll(goes)].map(([, value]) => `${path}: ${value}`);
  });
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(checked).toSorted());
});

test('links to forms ask for the role of the reader, and forms that are fixed for a role say who may change them', () => {
  const toForm =
    /to="\/settings\/|hash=\{?(?:formOf|")|tab: '(?:import|waiting|missing|confirm|charges|settings|apartments)'/;
  const asks = /useIsAllowed\(|\brole [!=]== /;
  const shownToThem: Readonly<Record<string, string>> = {
    'web/screens/apartments/import-apartments.tsx': 'opened by who manages',
    'web/screens/payments/unmatched-payments.tsx': 'a tab of who handles payments',
  };
  const screens = consoleSources.filter(
    ({ path }) => /^web\/(?:screens|parts)\/.*\.tsx$/.test(path) && !path.startsWith('web/screens/settings/'),
  );
  const asking = screens.filter(({ text }) => toForm.test(text));
  const silent = asking.filter(({ text }) => !asks.test(text)).map(({ path }) => path);
  assert.deepEqual(silent.toSorted(), Object.keys(shownToThem).toSorted());
  const fixed = screens.filter(({ text }) => /\b(?:disabled|fixed)(?:=\{|: )!may\w+[},]/.test(text));
  assert.ok(asking.length > 8 && fixed.length > 2, 'they are found');
  for (const { path, text } of fixed) assert.match(text, /<ReservedNote /, path);
});

test('forms of the console say themselves what is wrong with a field: the browser would in its own language', () => {
  const found = consoleSources.filter(({ text }) => /<form\b|component="form"/.test(text)).map(({ path }) => path);
  assert.deepEqual(found, ['web/parts/form.tsx']);
});

test('functions of the console have at most 80 lines', () => {
  for (const { path, text } of consoleSources.filter((source) => !source.path.endsWith('.test.ts'))) {
    for (const { start, end } of functionsIn(parseSync(path, text).program)) {
      const lines = linesOf(text.slice(start, end));
      const message = `${path}:${linesOf(text.slice(0, start))}: a function of ${lines} lines`;
      assert.ok(lines <= maxConsoleFunctionLines, message);
    }
  }
});

test('every exported function has a doc comment', () => {
  for (const { path, text } of code) {
    if (/-queries\.ts$/.test(basename(path))) continue; // A query's name and its SQL say what a comment would repeat.
    for (const match of text.matchAll(/(.*)\n(?:export (?:async )?function (\w+))/g)) {
      assert.match(match[1] ?? '', /\*\/\s*$/, `${path}: ${match[2]} has no doc comment`);
    }
  }
});

test('files of the console begin with a sentence, are short, and know of the service only its documents and shared words', () => {
  assert.ok(consoleSources.length > 0);
  for (const { path, text, imports } of consoleSources) {
    assert.match(text, /^\/\/ \S.*[.:;,]?/, `${path} does not begin with a sentence`);
    assert.ok(text.split('\n').length <= 501, `${path} has ${text.split('\n').length} lines`);
    assert.doesNotMatch(basename(path), /^(index|utils?|helpers?|misc|types)\.tsx?$/, path);
    assert.doesNotMatch(text, /dangerouslySetInnerHTML/, path);
    if (path.startsWith('web/build/') || path.endsWith('.test.ts')) continue;
    for (const target of imports)
      assert.ok(
        target.startsWith('web/') ||
          /^src\/platform\/values\/(amounts|bases|charge-code|column-meanings|csv|decimal|event-types|file-name|iban|languages|messages|photo-quality|position-description|retention-rules)\.ts$/.test(
            target,
          ),
        `${path} imports ${target}`,
      );
  }
});

test('packages begin with a sentence, have short functions and doc comments, and import nothing of the service', () => {
  const paths = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/(^|\/)(node_modules|dist|generated)\//.test(path),
  );
  assert.ok(paths.length > 0);
  for (const path of paths) {
    const text = readFileSync(join(root, 'packages', path), 'utf8');
    assert.match(text.replace(/^#!.*\n/, ''), /^\/\/ \S.*[.:;,]?/, `packages/${path} does not begin with a sentence`);
    for (const { start, end } of functionsIn(parseSync(path, text).program))
      assert.ok(linesOf(text.slice(start, end)) <= maxFunctionLines, `packages/${path}: a function is too long`);
    if (path.endsWith('.test.ts')) continue;
    for (const match of text.matchAll(/(.*)\n(?:export (?:async )?function (\w+))/g))
      assert.match(match[1] ?? '', /\*\/\s*$/, `packages/${path}: ${match[2]} has no doc comment`);
    if (!path.startsWith('build/')) assert.doesNotMatch(text, /from '(\.\.\/)+(src|web|test|tools)\//, path);
  }
});

test('names are not words that mean everything or that only insiders know', () => {
  const words =
    'one|two|them|house|houses|House|door|doors|room|rooms|misfit|told|tenure|tenures|clues|befriend|hang|untold|whose';
  // These say too little about a value. Tests still have some.
  const vagueWords = 'own|place|answer|known|said|says|thing|beside|behind|ahead|standing|what';
  const declaring = (names: string) =>
    new RegExp(`\\b(?:const|let|function|type) (?:${names})\\b|[(, ](?:${names})\\)? =>`);
  const folders = ['src', 'web', 'test', 'bench', 'demo', 'tools', 'packages'];
  for (const folder of folders) {
    const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !/^dist|^api\/generated|^words\/|(^|\/)node_modules\/|^\w+\/dist\//.test(path),
    );
    for (const path of paths) {
      const isTest = folder === 'test' || path.endsWith('.test.ts');
      const names = declaring(isTest ? words : `${words}|${vagueWords}`);
      assert.doesNotMatch(readFileSync(join(root, folder, path), 'utf8'), names, `${folder}/${path}`);
    }
  }
});

test('no comment is wider than 120 columns', () => {
  for (const folder of ['src', 'web', 'test', 'bench', 'demo', 'tools', 'packages']) {
    const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !/^dist|generated\/|(^|\/)node_modules\/|^\w+\/dist\//.test(path),
    );
    for (const path of paths) {
      const text = readFileSync(join(root, folder, path), 'utf8');
      for (const { start, end } of parseSync(path, text).comments) {
        const lines = text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', end)).split('\n');
        const wide = lines.find(({ length }) => length > 120);
        assert.equal(wide, undefined, `${folder}/${path}`);
      }
    }
  }
});

test('documents and comments use the verbs and terms that people search for', () => {
  const unused = /\b(mend(s|ed)?|reckon(s|ed)?|anew|befriend|puts? right|br(ing|ings|ought) in|credit invoices?)\b/i;
  const pages = readdirSync(join(root, 'docs')).flatMap((name) => (/\.md$/.test(name) ? [`docs/${name}`] : []));
  for (const path of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages])
    assert.doesNotMatch(readFileSync(join(root, path), 'utf8'), unused, path);
  for (const { path, text } of [...sources, ...consoleSources])
    if (!path.includes('words/')) assert.doesNotMatch(text, unused, path);
});

test('a type has its name alone, in the service and in the console', () => {
  for (const files of [sources, consoleSources]) {
    const declaredIn = new Map<string, string>();
    for (const { path, text } of files.filter((source) => !source.path.endsWith('.test.ts'))) {
      for (const [, name = ''] of text.matchAll(/^(?:export )?(?:type|interface) (\w+)(?:<[^=]*>)? ?[={]/gm)) {
        assert.equal(declaredIn.get(name), undefined, `${path} declares ${name} again`);
        declaredIn.set(name, path);
      }
    }
    assert.ok(declaredIn.size > 0);
  }
});

test('paths of code that the documents name exist', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, path = ''] of text.matchAll(/`((?:src|web|test|bench|demo|tools|migrations)\/[\w./-]+)`/g))
      assert.ok(existsSync(join(root, path)) || path.startsWith('web/dist'), `${page} names ${path}`);
  }
});

test('dependencies have exact versions', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});

test('every open point that an operation names is in the documents, and every one there is named by an operation', () => {
  const text = ['open-points', 'console-rules'].map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'));
  const headings = [...text.join('\n').matchAll(/^### (P-\d+) /gm)];
  const listed = new Set(headings.map((heading) => heading[1]));
  assert.equal(listed.size, headings.length, 'each is listed once');
  const document = JSON.stringify(
    openApiDocument(apiOperations, { publicUrl: 'http://127.0.0.1:3000', basePath: '/api' }),
  );
  const used = new Set([
    ...[...document.matchAll(/P-\d+/g)].map((match) => match[0]),
    ...consoleOperations.flatMap(({ openPoints }) => openPoints),
  ]);
  assert.deepEqual(
    [...used].filter((id) => !listed.has(id)),
    [],
    'used without a heading',
  );
  assert.deepEqual(
    [...listed].filter((id) => !used.has(id ?? '')),
    [],
    'a heading without a use',
  );
});

test('Markdown links inside the repository are valid', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const files = new Set(
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('node_modules')),
  );
  for (const page of pages) {
    for (const [, target] of readFileSync(join(root, page), 'utf8').matchAll(
      /\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g,
    )) {
      const path = relative(root, join(root, dirname(page), target ?? '')).replace(/\/$/, '');
      assert.ok(files.has(path), `${page} links to ${target}`);
    }
  }
});
