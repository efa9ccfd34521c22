// Load on a service: one request again and again, from a process of its own, so that measuring takes nothing from what
// is measured.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * What to send: as many as the connections take, or `perSecond`; for so many seconds, or until it is stopped. `{n}` in
 * the body is the request's number.
 */
export type LoadPlan = {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly perSecond?: number;
  readonly seconds?: number;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  /** Sends none while all connections are in use, instead of letting requests wait. */
  readonly drop?: boolean;
};

/** Answers with success per second, those without, and the milliseconds that the former took. */
export type LoadResult = {
  readonly perSecond: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

const program = fileURLToPath(new URL('load-program.ts', import.meta.url));

/** Starts a load, and returns when it has begun. `ended` waits for its end, `stop` ends it. */
export async function startLoad(plan: LoadPlan) {
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await output.next();
  const ended = async (): Promise<LoadResult> => JSON.parse((await output.next()).value ?? '');
  const stop = () => {
    child.kill('SIGTERM');
    return ended();
  };
  return { ended, stop };
}

/** Plays a load that must be answered in full. Throws if a request was not. */
export async function playLoad(plan: LoadPlan & { readonly seconds: number }): Promise<LoadResult> {
  const result = await (await startLoad(plan)).ended();
  if (result.refused > 0) throw new Error(`${result.refused} requests to ${plan.url} were refused.`);
  return result;
}
