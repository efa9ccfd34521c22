// A process of its own for work that is heavy or may crash: one piece at a time, the others wait in a short queue. It is started by the first piece and
// ended when it crashes, takes too long, grows too large, has done its share or has nothing to do. The service is healthy with and without it.
import { type ChildProcess, fork } from 'node:child_process';
import { Busy } from '../errors.ts';

/** What is asked of the process. */
export type Asked<Work> = { readonly id: number; readonly work: Work };

/** What it answers: ready once all is loaded; then what was made, or why nothing was. `rss` is its memory in bytes. */
export type Answer<Made> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly why: string }
  | { readonly kind: 'made'; readonly id: number; readonly made: Made; readonly rss: number }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string; readonly rss: number };

/** Does work elsewhere. `ask` throws Busy when too much waits, when it takes too long or the process is broken, and Error when the work itself failed. */
export type SideProcess<Work, Made> = {
  ask(work: Work): Promise<Made>;
  stop(): Promise<void>;
  /** The process, where one is running. */
  pid(): number | undefined;
};

/** How it is run; times in milliseconds, `mostMemory` in bytes. `program` is the file that is run. */
export type SideSettings = {
  readonly program: string;
  readonly mostWaiting: number;
  readonly deadline: number;
  readonly startDeadline: number;
  readonly idle: number;
  readonly mostMemory: number;
  /** After so many pieces a new process takes over. */
  readonly mostPieces: number;
  /** After it could not be started, nobody tries for so long. */
  readonly rest: number;
};

/** What callers are told: what the process is called, and the sentences of its three refusals. */
export type SideWords = {
  readonly name: string;
  readonly full: string;
  readonly broken: string;
  readonly tooHard: string;
};

type Job<Work, Made> = {
  readonly work: Work;
  readonly resolve: (made: Made) => void;
  readonly reject: (error: Error) => void;
};
type Running<Work, Made> = {
  readonly child: ChildProcess;
  ready: boolean;
  pieces: number;
  job: Job<Work, Made> | undefined;
  timer: NodeJS.Timeout | undefined;
};

/** Makes one; nothing is started yet. */
export function makeSideProcess<Work, Made>(settings: SideSettings, words: SideWords): SideProcess<Work, Made> {
  const { program, mostWaiting, deadline, startDeadline, idle, mostMemory, mostPieces, rest } = settings;
  const broken = () => new Busy(60, words.broken);
  const tooHard = () => new Busy(5, words.tooHard);
  const waiting: Job<Work, Made>[] = [];
  let running: Running<Work, Made> | undefined;
  let questions = 0;
  let brokenUntil = 0;

  const end = (one: Running<Work, Made>, why: Error) => {
    if (running !== one) return;
    running = undefined;
    clearTimeout(one.timer);
    one.child.kill('SIGKILL');
    one.job?.reject(why);
    next();
  };
  const breakDown = (one: Running<Work, Made>) => {
    brokenUntil = performance.now() + rest;
    for (const job of waiting.splice(0)) job.reject(broken());
    end(one, broken());
  };
  const answered = (one: Running<Work, Made>, answer: Answer<Made>) => {
    if (running !== one) return;
    if (answer.kind === 'unavailable') return breakDown(one);
    if (answer.kind === 'ready') one.ready = true;
    else if (one.job !== undefined && answer.id === questions) {
      const { job } = one;
      one.job = undefined;
      one.pieces += 1;
      if (answer.kind === 'made') job.resolve(answer.made);
      else job.reject(new Error(`The ${words.name} failed: ${answer.why}`));
      if (answer.rss > mostMemory || one.pieces >= mostPieces) return end(one, broken());
    }
    next();
  };
  const start = (): Running<Work, Made> => {
    const child = startProgram(program);
    const one: Running<Work, Made> = { child, ready: false, pieces: 0, job: undefined, timer: undefined };
    child.on('message', (answer: Answer<Made>) => answered(one, answer));
    child.on('error', () => breakDown(one));
    child.on('exit', () => (one.ready ? end(one, tooHard()) : breakDown(one)));
    one.timer = setTimeout(() => breakDown(one), startDeadline);
    return one;
  };
  /** Gives the process the next piece when it can take one. */
  const next = () => {
    const one = running ?? (waiting.length > 0 ? start() : undefined);
    running = one;
    if (one === undefined || one.job !== undefined || !one.ready) return;
    clearTimeout(one.timer);
    one.job = waiting.shift();
    hold(one.child, one.job !== undefined);
    if (one.job === undefined) {
      one.timer = setTimeout(() => end(one, broken()), idle).unref();
      return;
    }
    one.timer = setTimeout(() => end(one, tooHard()), deadline);
    questions += 1;
    one.child.send({ id: questions, work: one.job.work } satisfies Asked<Work>, (error) => error && end(one, broken()));
  };
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        if (performance.now() < brokenUntil) throw broken();
        if (waiting.length >= mostWaiting) throw new Busy(waiting.length, words.full);
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

/** While it works, a process keeps the service from ending; while it is idle, it does not. */
function hold(child: ChildProcess, working: boolean): void {
  if (working) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
