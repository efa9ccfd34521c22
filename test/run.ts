// Runs the tests. `npm test`: of what the service does. `npm run test:surroundings`: of what surrounds it, and breaks.
// `npm test -- src/some.test.ts`: the named ones. A few files have a process each. Of many, most share one, as loading
// the service takes longer than most of them.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureConsoleBuilt } from '../web/build/ensure-console-built.ts';

/** A process keeps the memory of all its files, so it has no more of them. */
const maxFilesPerProcess = 20;
/** Files that measure time or memory, in which the garbage of other files would count, or change the environment. */
const needsOwnProcess =
  /performance\.now|cpuUsage|measure-(?:slope|work)|setFlagsFromString|process\.env(?:\.\w+|\[\w+\]) = /i;
/** Counts the names of statements, which are those of a process. */
const countsNames = 'src/platform/db/sql.test.ts';
/** Of a file that shares a process: it contains many tests, and the machine may be busy. */
const maxFileMs = 1_800_000;

/**
 * What surrounds the service (demo, packages, servers, an operator’s backups, keys, alerts and balancers), and what
 * breaks there: processes, connections and disks.
 */
const surroundingTests = [
  'demo/*.test.ts',
  'packages/*/{,src/}*.test.ts',
  'src/platform/{backups,embedded-postgres}/*.test.ts',
  'src/{admin-backups,reencrypt,verify-backup}.test.ts',
  'src/platform/{crypto/backup-encryption,db/backup,db/silent-database}.test.ts',
  'src/webhooks/own-postgres.test.ts',
  'test/{disk,faults,image,monitoring-files,stop}.test.ts',
  'test/cluster/{haproxy,replace-secret-key,rolling-restart}.test.ts',
  'tools/*.test.ts',
];
const surroundingOption = '--surroundings';

const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('-') && word !== surroundingOption);
const named = words.filter((word) => !word.startsWith('-'));
const ownOptions = ['--test-global-setup=test/global-setup.ts', '--test-concurrency=5', '--test-timeout=600000'];
// Before the tests, several of which would build it at once.
if (named.length === 0) await ensureConsoleBuilt(console.log);
const folder = mkdtempSync(join(tmpdir(), 'haldur-tests-'));
try {
  const all = words.includes(surroundingOption) ? surroundingTests.flatMap(filesNamed) : serviceTests();
  const files = spread(named.length === 0 ? all : [...new Set(named.flatMap(filesNamed))]);
  const { status } = spawnSync(process.execPath, ['--test', ...ownOptions, ...options, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

function serviceTests(): string[] {
  return globSync('{bench,src,test,training,web}/**/*.test.ts', {
    exclude: ['test/browser/**', 'test/generators/**', ...surroundingTests],
  });
}

/** The files of a path or pattern. Throws when there is none. */
function filesNamed(pattern: string): string[] {
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`No test file is named ${pattern}. Write options as --name=value.`);
  return files;
}

/** Files that import the others, and every test file that has a process of its own. */
function spread(paths: readonly string[]): string[] {
  if (paths.length <= maxFilesPerProcess) return [...paths];
  const isAlone = (path: string) => path === countsNames || needsOwnProcess.test(readFileSync(path, 'utf8'));
  const all = paths.toSorted().map((path) => ({ path, alone: isAlone(path) }));
  const shared = all.filter(({ alone }) => !alone).map(({ path }) => path);
  const processes = Math.ceil(shared.length / maxFilesPerProcess);
  // Neighbours, which take about as long, are spread over the processes.
  const groups = Array.from({ length: processes }, (_, nth) =>
    shared.filter((_path, index) => index % processes === nth),
  );
  return [...groups.map(writeGroup), ...all.filter(({ alone }) => alone).map(({ path }) => path)];
}

/** Writes a test file that runs others one after the other, each as a test with the file's name; returns its path. */
function writeGroup(paths: readonly string[], nth: number): string {
  const file = join(folder, `group-${nth + 1}.test.mjs`);
  const lines = paths.map(
    (path) => `test('${path}', { timeout: ${maxFileMs} }, () => import('${pathToFileURL(resolve(path))}'));`,
  );
  writeFileSync(file, [`import { test } from 'node:test';`, ...lines].join('\n'));
  return file;
}
