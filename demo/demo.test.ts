// Tests of the demo, run as a newcomer runs it: it plays to its end, and leaves nothing behind.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const start = fileURLToPath(new URL('../start.mjs', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'haldur-demo-test-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the demo to its end; `at` gets everything printed so far, and may send a signal. */
async function runDemo(
  words: readonly string[],
  environment: Record<string, string>,
  at?: (output: string, stop: () => void) => void,
): Promise<{ code: number | null; said: string }> {
  return run([start, 'demo', ...words], environment, at);
}

/** Runs Node to its end. */
async function run(
  words: readonly string[],
  environment: Record<string, string>,
  at: (output: string, stop: () => void) => void = () => {},
): Promise<{ code: number | null; said: string }> {
  const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataDir, ...environment };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      at(output, () => child.kill('SIGINT'));
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: output };
}

const tmp = mkdtempSync(join(tmpdir(), 'haldur-demo-tmp-'));
after(() => rmSync(tmp, { recursive: true, force: true }));

const withCurl = spawnSync('curl', ['--version']).status === 0;

/**
 * The whole demo, on a port in use. Once it invites to, its curl lines are run (if there is curl); then it gets Ctrl-C.
 */
async function playAll() {
  writeFileSync(join(dataDir, 'of-somebody-else'), 'precious');
  const target = join(tmp, 'of-somebody-else');
  writeFileSync(target, 'precious');
  symlinkSync(target, join(tmp, 'haldur-demo-invoice.pdf')); // What another user of the machine may have put there.
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  let answers: Promise<string> | undefined;
  const { code, said: output } = await runDemo([], { PORT: String(port), TMPDIR: tmp }, (text, stop) => {
    if (answers !== undefined || !text.includes('-X PATCH') || !text.includes('"status":"paid"}\'\n')) return;
    const lines = text.slice(text.indexOf('TOKEN=')).split('\n');
    answers = withCurl ? shell(lines.filter((line) => !line.startsWith('   ')).join('\n')) : Promise.resolve('');
    answers.finally(stop);
  });
  taken.close();
  assert.equal(code, 0, output);
  return { said: output, port, target, answers: (await answers) ?? '' };
}
let played: ReturnType<typeof playAll> | undefined;

test('the demo plays to its end as expected, in plain text where there is no terminal', async () => {
  played = playAll();
  const { said: output, target } = await played;
  assert.equal(readFileSync(target, 'utf8'), 'precious');
  assert.match(output, /191 signed events, no unexpected answer/);
  assert.equal(output.includes('\u001b'), false);
  const path = /saved as\s+(\S+\.pdf)/.exec(output)?.[1];
  assert.ok(path !== undefined || /renders no PDF/.test(output), output);
  if (path !== undefined) {
    assert.equal(readFileSync(path).subarray(0, 5).toString(), '%PDF-');
    assert.equal(dirname(dirname(path)), tmp);
    assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
  }
  const story = output.slice(0, output.indexOf('TOKEN='));
  for (const line of story.split('\n')) assert.ok(line.length <= 100, `${line.length} columns: ${line}`);
  assert.deepEqual(readdirSync(dataDir), ['of-somebody-else']);
});

test('on a port in use the demo takes the next, keeps the service up until Ctrl-C, and its curl lines work as printed', {
  skip: !withCurl && 'the curl program is not installed',
}, async () => {
  played ??= playAll();
  const { said: output, port, answers } = await played;
  assert.match(output, new RegExp(`Port ${port} is taken`));
  const [list, invoice, paid] = answers
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  assert.equal(list.data.length, 2);
  assert.equal(invoice.data.id, paid.data.id);
  assert.equal(paid.data.status, 'paid');
  assert.match(output, /SIGINT: stopping/);
  assert.equal(existsSync(join(dataDir, 'demo')), false);
});

test('with --once the demo ends after its story', async () => {
  const script = `
    const { demo } = await import(${JSON.stringify(import.meta.resolve('./demo.ts'))});
    const { allChapters } = await import(${JSON.stringify(import.meta.resolve('./chapters.ts'))});
    await demo(['--once'], allChapters.slice(0, 1));`;
  const { code, said: output } = await run(['--input-type=module', '-e', script], { PORT: '0', TMPDIR: tmp });
  assert.equal(code, 0, output);
  assert.match(output, /no unexpected answer.*Stopped, and the demo’s data removed/s);
  assert.equal(output.includes('Ctrl-C'), false);
  assert.equal(existsSync(join(dataDir, 'demo')), false);
});

test('the demo ends in order when its output is no longer read', async () => {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataDir, PORT: '0', TMPDIR: tmp };
  const child = spawn(process.execPath, [start, 'demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.once('data', () => child.stdout.destroy());
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.deepEqual([code, errors], [130, '']);
  assert.equal(existsSync(join(dataDir, 'demo')), false);
});

test('a folder that the demo did not create is rejected and unchanged', async () => {
  const folder = join(dataDir, 'demo');
  mkdirSync(folder);
  writeFileSync(join(folder, 'ledger'), 'precious');
  const { code, said: output } = await runDemo(['--once'], { PORT: '0' });
  assert.equal(code, 1);
  assert.match(output, /holds something that is not the demo’s/);
  assert.equal(readFileSync(join(folder, 'ledger'), 'utf8'), 'precious');
  rmSync(folder, { recursive: true });
});

/** Runs lines as a person would paste them into a terminal. */
async function shell(lines: string): Promise<string> {
  const child = spawn('/bin/sh', ['-c', lines], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}
