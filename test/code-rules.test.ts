// The rules of the house that a machine can keep: who imports whom, where SQL lives, what files are called, how long they are, what they say first.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../src/http/openapi/openapi-document.ts';
import { apiOperations, specifiedRoutes } from '../src/routes/api/routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = [
  'mail',
  'identity',
  'portfolio',
  'residents',
  'metering',
  'maintenance',
  'billing',
  'payments',
  'webhooks',
  'overview',
];
const doors = ['api', 'console', 'callbacks'];

type Source = { readonly path: string; readonly text: string; readonly room: string; readonly imports: string[] };

const sources: Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map((match) => normalize(join(dirname(path), match[1] ?? '')))
      .filter((target) => !target.startsWith('..'));
    return { path, text, imports, room: path.includes('/') ? (path.split('/')[0] ?? '') : '' };
  });
const code = sources.filter((source) => !source.path.endsWith('.test.ts'));
const roomOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

test('rooms import leftwards only, platform imports platform only, and nothing imports a door', () => {
  for (const { path, room, imports } of code) {
    for (const target of imports) {
      const other = roomOf(target);
      const say = `${path} imports ${target}`;
      if (room === 'platform') assert.equal(other, 'platform', say);
      if (room === 'http') assert.ok(['platform', 'http', 'identity', '..'].includes(other), say);
      if (rooms.includes(room))
        assert.ok(other === 'platform' || (rooms.includes(other) && rooms.indexOf(other) <= rooms.indexOf(room)), say);
      const sameThings = room === 'console' && other === 'api' && /bodies\.ts$/.test(target); // The console shows the same resources.
      if (doors.includes(other) && !sameThings)
        assert.ok(other === room || (room === '' && /^(server|main)\.ts$/.test(path)), say);
    }
  }
});

test('SQL lives in queries.ts, migrations and the platform', () => {
  for (const { path, text, room } of code) {
    if (room === 'platform' || /(^|-)queries\.ts$/.test(basename(path))) continue;
    assert.doesNotMatch(text, /\b(db|sql|pool|owner)(<[^`]*>)?`/, path);
    assert.doesNotMatch(text, /\.unsafe\(/i, path);
  }
});

test('who an invoice is of is decided in one place', () => {
  const deciding = code.filter(({ text }) => /all \(\w*\.?hidden_from\)/.test(text)).map(({ path }) => path);
  assert.deepEqual(deciding, ['billing/visibility/queries.ts']);
});

test('no classes but errors, no default exports, no catch-all file names', () => {
  for (const { path, text } of sources) {
    for (const [, heritage] of text.matchAll(/^\s*(?:export )?(?:abstract )?class \w+([^{]*)\{/gm))
      assert.match(heritage ?? '', /extends (Error|TooMany)/, path);
    assert.doesNotMatch(text, /^export default/m, path);
    assert.doesNotMatch(basename(path), /^(index|utils?|helpers?|common|misc|types)\.ts$/, path);
  }
});

test('every file begins by saying what it is, and none is longer than 400 lines', () => {
  for (const { path, text } of sources) {
    assert.match(text, /^\/\/ \S.*[.:;,]?/, `${path} does not begin with a sentence`);
    assert.ok(text.split('\n').length <= 401, `${path} has ${text.split('\n').length} lines`);
  }
});

test('every exported function of a room, the platform and the doors carries a doc comment', () => {
  for (const { path, text } of code) {
    if (/(^|-)queries\.ts$/.test(basename(path))) continue; // A query's name and its SQL say what a comment would repeat.
    for (const match of text.matchAll(/(.*)\n(?:export (?:async )?function (\w+))/g)) {
      assert.match(match[1] ?? '', /\*\/\s*$/, `${path}: ${match[2]} has no doc comment`);
    }
  }
});

test('the console begins each file by saying what it is, keeps it short, and knows of the service only what its documents say', () => {
  const paths = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/^dist|^api\/generated/.test(path),
  );
  assert.ok(paths.length > 0);
  for (const path of paths) {
    const text = readFileSync(join(root, 'web', path), 'utf8');
    assert.match(text, /^\/\/ \S.*[.:;,]?/, `web/${path} does not begin with a sentence`);
    assert.ok(text.split('\n').length <= 401, `web/${path} has ${text.split('\n').length} lines`);
    assert.doesNotMatch(basename(path), /^(index|utils?|helpers?|misc|types)\.tsx?$/, path);
    assert.doesNotMatch(text, /dangerouslySetInnerHTML/, path);
    if (path.startsWith('build/') || path.endsWith('.test.ts')) continue;
    for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const reached = normalize(join('web', dirname(path), target));
      assert.ok(
        reached.startsWith('web/') || /^src\/platform\/(amounts|languages|messages)\.ts$/.test(reached),
        `web/${path} imports ${reached}`,
      );
    }
  }
});

test('dependencies have exact versions', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});

test('the served operations are among the 33 of the specification, each once', (context) => {
  const served = apiOperations.map((apiOperation) => `${apiOperation.method} ${apiOperation.path}`);
  assert.equal(specifiedRoutes.length, 33);
  assert.equal(new Set(served).size, served.length);
  for (const text of served) assert.ok(specifiedRoutes.includes(text), `${text} is not in the specification`);
  const missing = specifiedRoutes.filter((specifiedRoute) => !served.includes(specifiedRoute));
  context.diagnostic(`${served.length} of 33 operations are served; not built yet: ${missing.join(', ') || 'none'}`);
});

test('what the interface rests on beyond the specification is listed in docs/open-points.md, and nothing is listed in vain', () => {
  const headings = [...readFileSync(join(root, 'docs/open-points.md'), 'utf8').matchAll(/^### (P-\d+) /gm)];
  const listed = new Set(headings.map((heading) => heading[1]));
  assert.equal(listed.size, headings.length, 'each is listed once');
  const document = JSON.stringify(
    openApiDocument(apiOperations, { publicUrl: 'http://127.0.0.1:3000', basePath: '/api' }),
  );
  const used = new Set([...document.matchAll(/P-\d+/g)].map((match) => match[0]));
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

test('Markdown links inside the repository lead somewhere', () => {
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
