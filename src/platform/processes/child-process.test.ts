// Tests of child processes: no crash, hang, memory growth or missing part affects the service.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { register } from 'prom-client';
import { Unavailable } from '../errors.ts';
import { type ChildWorkerSettings, makeChildWorker } from './child-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'haldur-side-'));
after(() => rm(folder, { recursive: true }));

const usual: ChildWorkerSettings = {
  program: '',
  maxWaiting: 8,
  deadline: 60_000,
  startDeadline: 60_000,
  idle: 300_000,
  maxMemory: 1e9,
  maxPieces: 100,
  rest: 60_000,
};
const words = {
  name: 'making process',
  full: 'too many wait',
  broken: 'none can be made',
  tooHard: 'not made in time',
};

const lines = {
  ready: `process.on('disconnect', () => process.exit()); process.send({ kind: 'ready' });`,
  answer: (rss: number) =>
    `process.on('message', ({ id, work }) => process.send({ kind: 'made', id, rss: ${rss}, made: process.pid + ' made ' + work }));`,
};

/** The value of a metric for a program; undefined before its first start. */
async function metricOf(name: string, process: string): Promise<number | undefined> {
  const metric = await register.getSingleMetric(name)?.get();
  return metric?.values.find(({ labels }) => labels.process === process)?.value;
}

/** A process over a program that behaves as written. */
async function over(program: string, settings: Partial<ChildWorkerSettings> = {}) {
  const path = join(folder, `${Math.random()}.mjs`);
  await writeFile(path, program);
  const made = makeChildWorker<number, string>({ ...usual, program: path, ...settings }, words);
  return { made, ask: (work = 1) => made.ask(work) };
}

const busy = (wanted: RegExp) => (error: unknown) => error instanceof Unavailable && wanted.test(error.message);

test('a machine without the native parts gets Unavailable with a clear sentence, and no retry at once', async () => {
  const missing = `process.on('disconnect', () => process.exit()); process.send({ kind: 'unavailable', why: 'no binary' });`;
  const { made, ask } = await over(missing);
  const both = await Promise.allSettled([ask(), ask()]);
  for (const [nth, promiseSettledResult] of both.entries())
    assert.ok(
      promiseSettledResult.status === 'rejected' && busy(/none can be made/)(promiseSettledResult.reason),
      `attempt ${nth}`,
    );
  await assert.rejects(ask(), busy(/none can be made/));
  assert.equal(made.pid(), undefined);
});

test('a program that is missing or dies at its start gives Unavailable too', async () => {
  const gone = makeChildWorker({ ...usual, program: join(folder, 'gone.mjs') }, words);
  await assert.rejects(gone.ask(1), busy(/none can be made/));
  const { ask } = await over('process.exit(3)');
  await assert.rejects(ask(), busy(/none can be made/));
});

test('a crash fails only the job that caused it', async () => {
  const crash = `process.on('message', ({ work }) => work === 7 && process.kill(process.pid, 'SIGKILL'));`;
  const { made, ask } = await over(crash + lines.answer(0) + lines.ready);
  const [good, bad, next] = await Promise.allSettled([ask(1), ask(7), ask(2)]);
  assert.equal(good.status, 'fulfilled');
  assert.ok(bad.status === 'rejected' && busy(/not made in time/)(bad.reason));
  assert.equal(next.status, 'fulfilled');
  await made.stop();
});

test('a job that takes too long is aborted with its process', async () => {
  const endless = `process.on('message', ({ work }) => { if (work === 7) for (;;); });`;
  const { made, ask } = await over(endless + lines.answer(0) + lines.ready, { deadline: 3000 });
  const first = await ask(1);
  await assert.rejects(ask(7), busy(/not made in time/));
  const second = await ask(1);
  assert.notEqual(second, first);
  await made.stop();
});

test('a process that has grown too large is replaced after its answer', async () => {
  const { made, ask } = await over(lines.answer(5e9) + lines.ready);
  const [first, second] = [await ask(), await ask()];
  assert.notEqual(second, first);
  await made.stop();
});

test('jobs beyond the queue are rejected with a time to retry, and queued ones run in order', async () => {
  const { made, ask } = await over(lines.answer(0) + lines.ready, { maxWaiting: 2 });
  const [first, second, three] = await Promise.allSettled([ask(1), ask(2), ask(3)]);
  assert.ok(first.status === 'fulfilled' && second.status === 'fulfilled');
  assert.ok(three.status === 'rejected' && busy(/too many wait/)(three.reason));
  assert.ok(three.status === 'rejected' && three.reason.retryAfter >= 1);
  await made.stop();
});

test('a job that would wait too long is rejected at once, and says when those before it will be done', async () => {
  // A job is expected to take a second.
  const { made, ask } = await over(lines.answer(0) + lines.ready, { maxWait: 2500 });
  const answers = await Promise.allSettled([ask(1), ask(2), ask(3), ask(4)]);
  const rejected = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  assert.ok(rejected.every(busy(/too many wait/)));
  assert.equal(rejected.at(-1)?.retryAfter, 3);
  await made.stop();
});

test('nobody waits longer than the maximum, also for a process that does not start, and it goes on starting', async () => {
  const { made, ask } = await over(`process.on('disconnect', () => process.exit());`, { maxWait: 50 });
  await assert.rejects(ask(), busy(/too many wait/));
  assert.notEqual(made.pid(), undefined);
  await made.stop();
});

test('stopping rejects the waiting jobs, and leaves no process', async () => {
  const { made, ask } = await over(lines.ready);
  const waiting = Promise.allSettled([ask(), ask()]);
  const pid = made.pid();
  await made.stop();
  for (const promiseSettledResult of await waiting) assert.equal(promiseSettledResult.status, 'rejected');
  assert.throws(() => process.kill(pid ?? 0, 0), { code: 'ESRCH' });
});

test('after its number of jobs a process is replaced, and no job is lost in between', async () => {
  const { made, ask } = await over(lines.answer(0) + lines.ready, { maxPieces: 2 });
  const all = await Promise.all([ask(1), ask(2), ask(3), ask(4), ask(5)]);
  assert.deepEqual(
    all.map((text) => text.split(' ').at(-1)),
    ['1', '2', '3', '4', '5'],
  );
  assert.equal(new Set(all.map((text) => text.split(' ')[0])).size, 3);
  await made.stop();
});

test('a failing job fails alone, and its reason is reported', async () => {
  const fail = `process.on('message', ({ id, work }) => work === 7 && process.send({ kind: 'failed', id, why: 'no such thing', rss: 0 }));`;
  const answer = `process.on('message', ({ id, work }) => work !== 7 && process.send({ kind: 'made', id, made: process.pid, rss: 0 }));`;
  const { made, ask } = await over(fail + answer + lines.ready);
  const first = await ask(1);
  await assert.rejects(ask(7), /making process failed: no such thing/);
  assert.equal(await ask(1), first);
  await made.stop();
});

test('metrics show how many processes run, were started and failed', async () => {
  const path = join(folder, 'counted.ts');
  await writeFile(
    path,
    `process.on('message', ({ work }) => work === 'crash' && process.exit(1)); ${lines.ready} ${lines.answer(1)}`,
  );
  const { ask, stop } = makeChildWorker<string, string>({ ...usual, program: path }, words);
  await ask('one');
  const figures = () =>
    Promise.all(
      ['processes_running', 'process_starts_total', 'process_failures_total'].map((name) =>
        metricOf(`haldur_child_${name}`, 'counted'),
      ),
    );
  assert.deepEqual(await figures(), [1, 1, undefined]);
  await assert.rejects(ask('crash'), busy(/not made in time/));
  await ask('two');
  assert.deepEqual(await figures(), [1, 2, 1]);
  await stop();
  while ((await figures())[0] !== 0) await new Promise(setImmediate);
  assert.deepEqual(await figures(), [0, 2, 1]);
});
