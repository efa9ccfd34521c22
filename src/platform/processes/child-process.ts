// A child process for heavy or crash-prone work: one task at a time, with a short queue. It is started by the first
// task and ended when it crashes, takes too long, grows too large, has done its share or is idle. The service works
// with and without it.
import { type ChildProcess, fork } from 'node:child_process';
import { basename } from 'node:path';
import { Counter, Gauge } from 'prom-client';
import { Unavailable } from '../errors.ts';
import { makeQueue, type Queue } from './queue.ts';

const labelNames = ['process'] as const;
const runningProcesses = new Gauge({
  name: 'haldur_child_processes_running',
  help: 'Child processes that run now, by program.',
  labelNames,
});
const startedProcesses = new Counter({
  name: 'haldur_child_process_starts_total',
  help: 'Child processes started, by program.',
  labelNames,
});
const failedProcesses = new Counter({
  name: 'haldur_child_process_failures_total',
  help: 'Child processes that crashed, took too long or could not start, by program.',
  labelNames,
});

/** A request to the process. */
export type ChildRequest<Work> = { readonly id: number; readonly work: Work };

/** Its messages: ready once all is loaded; then a result, or why there is none. `rss` is its memory in bytes. */
export type ChildReply<Made> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly why: string }
  | { readonly kind: 'made'; readonly id: number; readonly made: Made; readonly rss: number }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string; readonly rss: number };

/**
 * Runs work in the child process. `ask` throws Unavailable if too much is queued, it takes too long or the process is
 * broken, and Error if the work fails.
 */
export type ChildWorker<Work, Made> = {
  ask(work: Work): Promise<Made>;
  stop(): Promise<void>;
  /** The running process, if there is one. */
  pid(): number | undefined;
};

/** The settings; times in milliseconds, `maxMemory` in bytes. `program` is the file to run. */
export type ChildWorkerSettings = {
  readonly program: string;
  readonly maxWaiting: number;
  /** How long anybody waits for a result, with the time in the queue; by default as long as it takes. */
  readonly maxWait?: number;
  readonly deadline: number;
  readonly startDeadline: number;
  readonly idle: number;
  readonly maxMemory: number;
  /** The number of tasks after which a new process replaces it. */
  readonly maxPieces: number;
  /** How long no start is attempted after a failed one. */
  readonly rest: number;
};

/** Texts for callers: the name of the process, and the three rejection messages. */
type ChildWorkerMessages = {
  readonly name: string;
  readonly full: string;
  readonly broken: string;
  readonly tooHard: string;
};

type QueuedJob<Work, Made> = {
  readonly work: Work;
  readonly resolve: (made: Made) => void;
  readonly reject: (error: Error) => void;
};
type RunningChild<Work, Made> = {
  readonly process: ChildProcess;
  ready: boolean;
  pieces: number;
  /** When the task that runs was given to it. */
  began: number;
  job: QueuedJob<Work, Made> | undefined;
  timer: NodeJS.Timeout | undefined;
};
/** A worker: its queue, and the process that runs now. */
type WorkerState<Work, Made> = {
  readonly settings: ChildWorkerSettings;
  readonly words: ChildWorkerMessages;
  readonly waiting: Queue<QueuedJob<Work, Made>>;
  running: RunningChild<Work, Made> | undefined;
  lastRequestId: number;
  brokenUntil: number;
  /** How long a task takes, in milliseconds: the mean of those so far, the latest ones most. */
  usualTime: number;
};

const firstUsualTime = 1000;
/** The weight of one more task in the mean. */
const latestShare = 0.3;

/** Creates one; nothing is started yet. */
export function makeChildWorker<Work, Made>(
  settings: ChildWorkerSettings,
  words: ChildWorkerMessages,
): ChildWorker<Work, Made> {
  const worker: WorkerState<Work, Made> = {
    settings,
    words,
    waiting: makeQueue(),
    running: undefined,
    lastRequestId: 0,
    brokenUntil: 0,
    usualTime: firstUsualTime,
  };
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        if (performance.now() < worker.brokenUntil) throw broken(words);
        const isFull = worker.waiting.size() >= settings.maxWaiting || expectedWait(worker) > maxWait(settings);
        if (isFull) throw full(worker);
        addJob(worker, { work, resolve, reject });
        giveNextJob(worker);
      }),
    stop: () => stopWorker(worker),
    pid: () => worker.running?.process.pid,
  };
}

/** How long a new task would wait for its turn, in milliseconds. */
function expectedWait<Work, Made>({ waiting, running, usualTime }: WorkerState<Work, Made>): number {
  return (waiting.size() + (running?.job === undefined ? 0 : 1)) * usualTime;
}

/**
 * Queues a task. After the maximum wait it gets its answer all the same; the process then works for nobody, or never
 * gets it.
 */
function addJob<Work, Made>(worker: WorkerState<Work, Made>, { work, resolve, reject }: QueuedJob<Work, Made>): void {
  const began = performance.now();
  const job: QueuedJob<Work, Made> = {
    work,
    resolve: (made) => {
      clearTimeout(timer);
      resolve(made);
    },
    reject: (error) => {
      clearTimeout(timer);
      reject(error);
    },
  };
  const leave = worker.waiting.add(job);
  const timer = setTimeout(() => {
    leave();
    if (worker.running?.job !== job) return reject(full(worker));
    worker.usualTime = Math.max(worker.usualTime, performance.now() - began);
    reject(tooHard(worker.words));
  }, maxWait(worker.settings));
}

/** Gives the process the next task if it is free, and starts one if there is none. */
function giveNextJob<Work, Made>(worker: WorkerState<Work, Made>): void {
  const { settings, words, waiting } = worker;
  worker.running ??= waiting.size() > 0 ? startChild(worker) : undefined;
  const child = worker.running;
  if (child === undefined || child.job !== undefined || !child.ready) return;
  clearTimeout(child.timer);
  child.job = waiting.next();
  keepAliveWhile(child.process, child.job !== undefined);
  if (child.job === undefined) {
    child.timer = setTimeout(() => endChild(worker, child, broken(words)), settings.idle).unref();
    return;
  }
  child.timer = setTimeout(() => failChild(worker, child, tooHard(words)), settings.deadline);
  worker.lastRequestId += 1;
  child.began = performance.now();
  child.process.send(
    { id: worker.lastRequestId, work: child.job.work } satisfies ChildRequest<Work>,
    (error) => error && failChild(worker, child, broken(words)),
  );
}

function startChild<Work, Made>(worker: WorkerState<Work, Made>): RunningChild<Work, Made> {
  const { settings, words } = worker;
  const process = startProgram(settings.program);
  const label = labelOf(settings);
  startedProcesses.inc(label);
  runningProcesses.inc(label);
  process.once('close', () => runningProcesses.dec(label));
  const child: RunningChild<Work, Made> = {
    process,
    ready: false,
    pieces: 0,
    began: 0,
    job: undefined,
    timer: undefined,
  };
  process.on('message', (reply: ChildReply<Made>) => handleReply(worker, child, reply));
  process.on('error', () => markBroken(worker, child));
  process.on('exit', () => (child.ready ? failChild(worker, child, tooHard(words)) : markBroken(worker, child)));
  child.timer = setTimeout(() => markBroken(worker, child), settings.startDeadline);
  return child;
}

function handleReply<Work, Made>(
  worker: WorkerState<Work, Made>,
  child: RunningChild<Work, Made>,
  reply: ChildReply<Made>,
): void {
  const { settings, words } = worker;
  if (worker.running !== child) return;
  if (reply.kind === 'unavailable') markBroken(worker, child);
  else if (reply.kind === 'ready') child.ready = true;
  else if (child.job !== undefined && reply.id === worker.lastRequestId) {
    const { job, began } = child;
    child.job = undefined;
    worker.usualTime += latestShare * (performance.now() - began - worker.usualTime);
    child.pieces += 1;
    if (reply.kind === 'made') job.resolve(reply.made);
    else job.reject(new Error(`The ${words.name} failed: ${reply.why}`));
    if (reply.rss > settings.maxMemory || child.pieces >= settings.maxPieces) endChild(worker, child, broken(words));
  }
  giveNextJob(worker);
}

function rejectWaiting<Work, Made>({ waiting, words }: WorkerState<Work, Made>): void {
  for (let job = waiting.next(); job !== undefined; job = waiting.next()) job.reject(broken(words));
}

/** Ends a process that does not start. Nothing is started again for a while. */
function markBroken<Work, Made>(worker: WorkerState<Work, Made>, child: RunningChild<Work, Made>): void {
  worker.brokenUntil = performance.now() + worker.settings.rest;
  rejectWaiting(worker);
  failChild(worker, child, broken(worker.words));
}

/** Ends a process that did not do what it should. */
function failChild<Work, Made>(worker: WorkerState<Work, Made>, child: RunningChild<Work, Made>, why: Error): void {
  if (worker.running === child) failedProcesses.inc(labelOf(worker.settings));
  endChild(worker, child, why);
}

function endChild<Work, Made>(worker: WorkerState<Work, Made>, child: RunningChild<Work, Made>, why: Error): void {
  if (worker.running !== child) return;
  worker.running = undefined;
  clearTimeout(child.timer);
  child.process.kill('SIGKILL');
  child.job?.reject(why);
  giveNextJob(worker);
}

async function stopWorker<Work, Made>(worker: WorkerState<Work, Made>): Promise<void> {
  rejectWaiting(worker);
  const { running } = worker;
  if (running === undefined) return;
  running.process.ref();
  endChild(worker, running, broken(worker.words));
  if (running.process.exitCode === null && running.process.signalCode === null)
    await new Promise((resolve) => running.process.once('exit', resolve));
}

function broken(words: ChildWorkerMessages): Unavailable {
  return new Unavailable(60, words.broken);
}

/** The queue is full: says when what waits now will be done. */
function full<Work, Made>(worker: WorkerState<Work, Made>): Unavailable {
  return new Unavailable(expectedWait(worker) / 1000, worker.words.full);
}

/** A timer waits at most as long as this, in milliseconds: about 24 days. */
const longestTimer = 2 ** 31 - 1;

function maxWait(settings: ChildWorkerSettings): number {
  return Math.min(settings.maxWait ?? longestTimer, longestTimer);
}

function tooHard(words: ChildWorkerMessages): Unavailable {
  return new Unavailable(5, words.tooHard);
}

function labelOf({ program }: ChildWorkerSettings) {
  return { process: basename(program, '.ts') };
}

/** New objects have 8 MB, as in the service itself (package.json): without a limit a process grows by their garbage. */
function startProgram(program: string): ChildProcess {
  return fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=8'],
  });
}

/** A busy process keeps the service from exiting; an idle one does not. */
function keepAliveWhile(child: ChildProcess, working: boolean): void {
  if (working) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
