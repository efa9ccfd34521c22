// Tests of the operator’s command line: what it prints, its help, and what it says of a command that it cannot
// understand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { admin } from './admin.ts';
import { OperatorError } from './platform/errors.ts';

const dataDir = join(tmpdir(), `haldur-no-data-${process.pid}`);

/** A command in a process of its own, which opens no database. */
function run(...words: string[]) {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout, stderr, status } = spawnSync(process.execPath, ['start.mjs', 'admin', ...words], {
    cwd,
    env,
    encoding: 'utf8',
  });
  assert.ok(!existsSync(dataDir), 'it opened a database');
  return { stdout, stderr, status };
}

test('the help lists every command, and explains each', async () => {
  const help = await admin(['--help']);
  const names = [...help.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  assert.equal(names.length, 15);
  assert.equal(await admin(['help']), help);
  for (const name of names)
    assert.match(await admin([name, '--help']), new RegExp(`^npm run admin -- ${name}.*\\n[A-Z].+\\.$`));
  assert.deepEqual(run('--help'), { stdout: `${help}\n`, stderr: '', status: 0 });
});

test('a command line that cannot be understood gets the help of its command, on standard error', async () => {
  const cases: [string[], RegExp][] = [
    [[], /^Say what to do\.\nnpm run admin -- COMMAND\n/],
    [['constructor'], /^There is no admin command constructor\.\nnpm run admin -- COMMAND\n/],
    [
      ['verify-backup'],
      /^The name of a file is missing\.\nnpm run admin -- verify-backup FILE \[--identity KEY_FILE\]\n/,
    ],
    [
      ['end-sessions', 'a@example.org', 'b@example.org'],
      /^One word too many: b@example\.org\.\nnpm run admin -- end-sessions /,
    ],
    [['create-tenant', '--nam', 'N'], /Unknown option '--nam'.*\nnpm run admin -- create-tenant --name N /s],
  ];
  for (const [words, expected] of cases)
    await assert.rejects(admin(words), (error) => error instanceof OperatorError && expected.test(error.message));
  const { stdout, stderr, status } = run('constructor');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^There is no admin command constructor\./);
});

test('a command without the settings of the service makes no empty database: it says that there is none', () => {
  for (const words of [['waiting'], ['backup', join(dataDir, 'backup')], ['end-sessions', 'all']]) {
    const { stdout, stderr, status } = run(...words);
    assert.deepEqual([status, stdout], [1, ''], words[0]);
    assert.equal(
      stderr,
      `There is no database in ${dataDir}. Run the command with the settings of the service, such as DATA_DIR or DATABASE_URL.\n`,
    );
  }
});
