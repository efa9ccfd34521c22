// Runs the tests: `npm test` all except those in the browser, `npm test -- src/some.test.ts` the named ones. Named files have a process each; of all,
// those of some modules share processes, as loading the service takes longer than most of them.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const filesPerProcess = 6;
/** The slowest start first, so that at the end no process waits for another. */
const longest = ['test/exhaustive.test.ts', 'src/metering/ocr/vision.test.ts', 'src/webhooks/isolation.test.ts'];
const modules = 'routes,invoicing,charging,accounting,identity';
/** Files that change their process, start others, or measure. */
const isAlone =
  /child_process|process\.(?:env|on|once|exit|memoryUsage)|\bmock\b|startEmbedded|makeRedisServer|performance\.now/;

const words = process.argv.slice(2);
const options = ['--test-global-setup=test/global-setup.ts', '--test-concurrency=2', '--test-timeout=600000'];
const isNamed = words.some((word) => !word.startsWith('-'));
const folder = mkdtempSync(join(tmpdir(), 'haldur-tests-'));
try {
  const files = isNamed ? [] : allTests();
  const { status } = spawnSync(process.execPath, ['--test', ...options, ...words, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Every test file, or the file that imports it. */
function allTests(): string[] {
  const all = globSync('{demo,bench,src,test,tools,training,web}/**/*.test.ts', {
    exclude: ['test/browser/**'],
  }).sort();
  const shared = new Set(
    globSync(`src/{${modules}}/**/*.test.ts`).filter(
      (path) => !longest.includes(path) && !isAlone.test(readFileSync(path, 'utf8')),
    ),
  );
  const alone = all.filter((path) => !shared.has(path) && !longest.includes(path));
  return [...longest, ...chunksOf([...shared].sort()).map(writeGroup), ...alone];
}

function chunksOf(paths: readonly string[]): string[][] {
  const count = Math.ceil(paths.length / filesPerProcess);
  return Array.from({ length: count }, (_, nth) => paths.slice(nth * filesPerProcess, (nth + 1) * filesPerProcess));
}

/** Writes a test file that imports others; returns its path. Its first test ends when all of them are loaded: hooks of the process run when no test is left. */
function writeGroup(paths: readonly string[], nth: number): string {
  const file = join(folder, `group-${nth + 1}.test.mjs`);
  const lines = [
    `import { test } from 'node:test';`,
    'const loaded = Promise.withResolvers();',
    `test('${paths.length} files are loaded, from ${paths[0]} on', () => loaded.promise);`,
    ...paths.map((path) => `await import('${pathToFileURL(resolve(path))}').catch(loaded.reject);`),
    'loaded.resolve();',
  ];
  writeFileSync(file, lines.join('\n'));
  return file;
}
