// The load of cluster tests: clients that write with Idempotency-Keys and repeat what was not answered, and what they
// were promised.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../src/platform/values/ids.ts';
import { askOver } from '../ask-over-http.ts';
import type { Answer, TestService, Thing } from '../service-fixture.ts';

export type Client = Pick<TestService, 'ask'>;

/** A write that was acknowledged, and its response. */
type AcknowledgedWrite = {
  readonly method: string;
  readonly path: string;
  readonly options: WriteOptions;
  readonly text: string;
};
type WriteOptions = NonNullable<Parameters<TestService['ask']>[2]>;

export type Load = {
  /** Reads, again and again until there is an answer below 500. */
  read<T = Thing>(path: string, as: string): Promise<Answer<T>>;
  /**
   * Writes, again and again with one key until it is acknowledged, or refused with one of some statuses. Throws for
   * another answer that a repeat cannot change.
   */
  write<T = Thing>(
    method: string,
    path: string,
    options: WriteOptions,
    refusals?: readonly number[],
  ): Promise<Answer<T>>;
  /** Writes once. Nobody knows what became of it if there is no answer. */
  writeOnce(method: string, path: string, options: WriteOptions): Promise<boolean>;
  readonly acknowledged: readonly AcknowledgedWrite[];
  /** How many requests there were, how many of them failed and were repeated, and how many answers were 503. */
  readonly counts: { requests: number; failures: number; unavailable: number };
  /** From now on nothing is broken: every request has to succeed within some tries. */
  calm(): void;
  readonly random: () => number;
};

const pauseMs = 60;
/** After this time a client gives up waiting, and repeats its request. */
export const patienceMs = 5000;
const maxTriesWhenCalm = 100;

/**
 * Clients of the service at a URL, until `ended`. Sometimes a write is sent twice at once, as by a client that was too
 * impatient.
 */
export function makeLoad(url: string, random: () => number, ended: AbortSignal): Load {
  const { counts, ask } = makeAsker(url, ended);
  const acknowledged: AcknowledgedWrite[] = [];
  let isCalm = false;
  const untilAnswered = async <T>(what: string, attempt: () => Promise<Answer<T> | undefined>) => {
    for (let tries = 0; tries < maxTriesWhenCalm; tries += isCalm ? 1 : 0) {
      const answer = await attempt();
      if (answer !== undefined) return answer;
    }
    assert.fail(`${what} has not succeeded ${maxTriesWhenCalm} times although nothing is broken any more`);
  };
  return {
    acknowledged,
    counts,
    random,
    calm() {
      isCalm = true;
    },
    read: <T>(path: string, as: string) => untilAnswered(`GET ${path}`, () => ask<T>('GET', path, { as })),
    async write<T>(method: string, path: string, options: WriteOptions, refusals: readonly number[] = []) {
      const keyed = { ...options, headers: { ...options.headers, 'idempotency-key': newId() } };
      const answer = await untilAnswered(`${method} ${path}`, async () => {
        const [first, second] = await Promise.all([
          ask<T>(method, path, keyed),
          random() < 0.1 ? ask<T>(method, path, keyed) : undefined,
        ]);
        if (first !== undefined && second !== undefined && first.status < 300)
          assert.equal(second.text, first.text, 'a repeat at the same time has another response');
        return first;
      });
      if (refusals.includes(answer.status)) return answer;
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
      acknowledged.push({ method, path, options: keyed, text: answer.text });
      return answer;
    },
    async writeOnce(method, path, options) {
      return (await ask(method, path, options)) !== undefined;
    },
  };
}

/**
 * One attempt at a request: no answer, or one that says "not now", is undefined. Of a server's errors only 503 is
 * allowed, and it says when to come back.
 */
function makeAsker(url: string, ended: AbortSignal) {
  const client = askOver(url, patienceMs);
  const counts = { requests: 0, failures: 0, unavailable: 0 };
  const ask = async <T>(method: string, path: string, options: WriteOptions): Promise<Answer<T> | undefined> => {
    ended.throwIfAborted();
    counts.requests += 1;
    const answer = await client.ask<T>(method, path, options).catch(() => undefined);
    if (answer !== undefined && answer.status < 500 && answer.code !== 'idempotency_in_progress') return answer;
    counts.failures += 1;
    if (answer !== undefined && answer.status >= 500 && answer.headers['x-balancer'] === undefined) {
      assert.equal(answer.status, 503, `${method} ${path}: ${answer.status} ${answer.text}`);
      assert.ok(answer.headers['retry-after'], `${method} ${path} has no Retry-After: ${answer.text}`);
      counts.unavailable += 1;
    }
    await delay(pauseMs);
    return undefined;
  };
  return { counts, ask };
}

/**
 * A client that waits while the balancer has nobody to ask, which on a busy machine happens without a fault. Nothing
 * was sent then.
 */
export function makePatientClient(url: string): Client {
  const client = askOver(url);
  return {
    async ask(...parameters) {
      for (;;) {
        const answer = await client.ask<never>(...parameters);
        if (answer.status !== 503 || answer.headers['x-balancer'] === undefined) return answer;
        await delay(pauseMs);
      }
    },
  };
}

/**
 * Sends every acknowledged write once more; each response must be the one of the first time. Those that ended a session
 * are left out.
 */
export async function repeatAll({ acknowledged }: Load, client: Client): Promise<void> {
  for (const { method, path, options, text } of acknowledged) {
    if (path.startsWith('/auth/')) continue;
    const answer = await client.ask(method, path, options);
    assert.equal(answer.text, text, `${method} ${path} was repeated with another response`);
    assert.equal(answer.headers['idempotency-replayed'], 'true', `${method} ${path} was done again`);
  }
}
