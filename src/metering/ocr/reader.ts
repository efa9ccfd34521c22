// The embedded reader: hands photos, one at a time, to a process of its own. That one is started by the first photo and ended when it crashes, takes too
// long, grows too large or has nothing to do. The service is healthy with and without it.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Busy } from '../../platform/errors.ts';
import type { Answer, Question } from './child.ts';
import type { Evidence } from './evidence.ts';

/** Reads photos. `read` throws Busy when too many wait, when a photo takes too long or the reading process is broken. */
export type Reader = {
  read(jpeg: Uint8Array): Promise<Evidence>;
  stop(): Promise<void>;
  /** The reading process, where one is running. */
  pid(): number | undefined;
};

/** How a reader is run; times in milliseconds, `mostMemory` in bytes. `program` is the file that is run. */
export type ReaderSettings = {
  readonly program: string;
  readonly mostWaiting: number;
  readonly deadline: number;
  readonly startDeadline: number;
  readonly idle: number;
  readonly mostMemory: number;
  /** After it could not be started, nobody tries for so long. */
  readonly rest: number;
};

const usual: ReaderSettings = {
  program: fileURLToPath(new URL('./child.ts', import.meta.url)),
  mostWaiting: 8,
  deadline: 10_000,
  startDeadline: 20_000,
  idle: 300_000,
  mostMemory: 1_600 * 1024 * 1024,
  rest: 60_000,
};

type Job = {
  readonly jpeg: Uint8Array;
  readonly resolve: (evidence: Evidence) => void;
  readonly reject: (error: Error) => void;
};
type Running = {
  readonly child: ChildProcess;
  ready: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
};

/** Makes a reader; nothing is started yet. */
export function makeReader(settings: Partial<ReaderSettings> = {}): Reader {
  const { program, mostWaiting, deadline, idle, mostMemory, rest, ...all } = { ...usual, ...settings };
  const startDeadline = Math.max(all.startDeadline, 2 * deadline);
  const waiting: Job[] = [];
  let running: Running | undefined;
  let questions = 0;
  let brokenUntil = 0;

  const end = (one: Running, why: Error) => {
    if (running !== one) return;
    running = undefined;
    clearTimeout(one.timer);
    one.child.kill('SIGKILL');
    one.job?.reject(why);
    next();
  };
  const breakDown = (one: Running) => {
    brokenUntil = performance.now() + rest;
    for (const job of waiting.splice(0)) job.reject(cannotRead());
    end(one, cannotRead());
  };
  const answered = (one: Running, answer: Answer) => {
    if (running !== one) return;
    if (answer.kind === 'unavailable') return breakDown(one);
    if (answer.kind === 'ready') one.ready = true;
    else if (one.job !== undefined && answer.id === questions) {
      const { job } = one;
      one.job = undefined;
      if (answer.kind === 'seen') job.resolve(answer.evidence);
      else job.reject(new Error(`The reading process failed: ${answer.why}`));
      if (answer.rss > mostMemory) return end(one, cannotRead());
    }
    next();
  };
  const start = (): Running => {
    const child = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const one: Running = { child, ready: false, job: undefined, timer: undefined };
    child.on('message', (answer: Answer) => answered(one, answer));
    child.on('error', () => breakDown(one));
    child.on('exit', () => (one.ready ? end(one, tooHard()) : breakDown(one)));
    one.timer = setTimeout(() => breakDown(one), startDeadline);
    return one;
  };
  /** Gives the process the next photo when it can take one. */
  const next = () => {
    const one = running ?? (waiting.length > 0 ? start() : undefined);
    running = one;
    if (one === undefined || one.job !== undefined || !one.ready) return;
    clearTimeout(one.timer);
    one.job = waiting.shift();
    if (one.job === undefined) {
      one.timer = setTimeout(() => end(one, cannotRead()), idle).unref();
      one.child.unref();
      one.child.channel?.unref();
      return;
    }
    one.child.ref();
    one.child.channel?.ref();
    one.timer = setTimeout(() => end(one, tooHard()), deadline);
    questions += 1;
    one.child.send(
      { id: questions, jpeg: one.job.jpeg } satisfies Question,
      (error) => error && end(one, cannotRead()),
    );
  };
  return {
    read: (jpeg) =>
      new Promise((resolve, reject) => {
        if (performance.now() < brokenUntil) throw cannotRead();
        if (waiting.length >= mostWaiting) throw new Busy(waiting.length, 'Too many photos are waiting to be read.');
        waiting.push({ jpeg, resolve, reject });
        next();
      }),
    async stop() {
      for (const job of waiting.splice(0)) job.reject(cannotRead());
      const child = running?.child;
      child?.ref();
      if (running !== undefined) end(running, cannotRead());
      if (child !== undefined && child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('exit', resolve));
    },
    pid: () => running?.child.pid,
  };
}

function cannotRead(): Busy {
  return new Busy(60, 'Photos cannot be read at the moment. The reading can be typed in instead.');
}

function tooHard(): Busy {
  return new Busy(5, 'This photo could not be read in time. A smaller one, of the register alone, may do.');
}
