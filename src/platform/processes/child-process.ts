// A child process for heavy or crash-prone work: one task at a time, with a short queue. It is started by the first task and ended when it crashes, takes
// too long, grows too large, has done its share or is idle. The service works with and without it.
import { type ChildProcess, fork } from 'node:child_process';
import { Unavailable } from '../errors.ts';

/** A request to the process. */
export type ChildRequest<Work> = { readonly id: number; readonly work: Work };

/** Its messages: ready once all is loaded; then a result, or why there is none. `rss` is its memory in bytes. */
export type ChildReply<Made> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly why: string }
  | { readonly kind: 'made'; readonly id: number; readonly made: Made; readonly rss: number }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string; readonly rss: number };

/** Runs work in the child process. `ask` throws Unavailable if too much is queued, it takes too long or the process is broken, and Error if the work fails. */
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
export type ChildWorkerMessages = {
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
  readonly child: ChildProcess;
  ready: boolean;
  pieces: number;
  job: QueuedJob<Work, Made> | undefined;
  timer: NodeJS.Timeout | undefined;
};

/** Creates one; nothing is started yet. */
export function makeChildWorker<Work, Made>(
  settings: ChildWorkerSettings,
  words: ChildWorkerMessages,
): ChildWorker<Work, Made> {
  const { program, maxWaiting, deadline, startDeadline, idle, maxMemory, maxPieces, rest } = settings;
  const broken = () => new Unavailable(60, words.broken);
  const tooHard = () => new Unavailable(5, words.tooHard);
  const waiting: QueuedJob<Work, Made>[] = [];
  let running: RunningChild<Work, Made> | undefined;
  let lastRequestId = 0;
  let brokenUntil = 0;

  const end = (runningChild: RunningChild<Work, Made>, why: Error) => {
    if (running !== runningChild) return;
    running = undefined;
    clearTimeout(runningChild.timer);
    runningChild.child.kill('SIGKILL');
    runningChild.job?.reject(why);
    next();
  };
  const markBroken = (runningChild: RunningChild<Work, Made>) => {
    brokenUntil = performance.now() + rest;
    for (const job of waiting.splice(0)) job.reject(broken());
    end(runningChild, broken());
  };
  const handleReply = (runningChild: RunningChild<Work, Made>, answer: ChildReply<Made>) => {
    if (running !== runningChild) return;
    if (answer.kind === 'unavailable') return markBroken(runningChild);
    if (answer.kind === 'ready') runningChild.ready = true;
    else if (runningChild.job !== undefined && answer.id === lastRequestId) {
      const { job } = runningChild;
      runningChild.job = undefined;
      runningChild.pieces += 1;
      if (answer.kind === 'made') job.resolve(answer.made);
      else job.reject(new Error(`The ${words.name} failed: ${answer.why}`));
      if (answer.rss > maxMemory || runningChild.pieces >= maxPieces) return end(runningChild, broken());
    }
    next();
  };
  const start = (): RunningChild<Work, Made> => {
    const child = startProgram(program);
    const first: RunningChild<Work, Made> = { child, ready: false, pieces: 0, job: undefined, timer: undefined };
    child.on('message', (answer: ChildReply<Made>) => handleReply(first, answer));
    child.on('error', () => markBroken(first));
    child.on('exit', () => (first.ready ? end(first, tooHard()) : markBroken(first)));
    first.timer = setTimeout(() => markBroken(first), startDeadline);
    return first;
  };
  /** Gives the process the next task if it is free. */
  const next = () => {
    const first = running ?? (waiting.length > 0 ? start() : undefined);
    running = first;
    if (first === undefined || first.job !== undefined || !first.ready) return;
    clearTimeout(first.timer);
    first.job = waiting.shift();
    keepAliveWhile(first.child, first.job !== undefined);
    if (first.job === undefined) {
      first.timer = setTimeout(() => end(first, broken()), idle).unref();
      return;
    }
    first.timer = setTimeout(() => end(first, tooHard()), deadline);
    lastRequestId += 1;
    first.child.send(
      { id: lastRequestId, work: first.job.work } satisfies ChildRequest<Work>,
      (error) => error && end(first, broken()),
    );
  };
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        if (performance.now() < brokenUntil) throw broken();
        if (waiting.length >= maxWaiting) throw new Unavailable(waiting.length, words.full);
        waiting.push({ work, resolve, reject });
        next();
      }),
    async stop() {
      for (const job of waiting.splice(0)) job.reject(broken());
      const child = running?.child;
      child?.ref();
      if (running !== undefined) end(running, broken());
      if (child !== undefined && child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('exit', resolve));
    },
    pid: () => running?.child.pid,
  };
}

function startProgram(program: string): ChildProcess {
  return fork(program, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
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
