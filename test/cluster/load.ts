// The load of cluster tests: clients that write with Idempotency-Keys and repeat what was not answered, and what they were promised.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../src/platform/values/ids.ts';
import { askOver } from '../ask-over-http.ts';
import type { Answer, TestService, Thing } from '../service-fixture.ts';

export type Client = Pick<TestService, 'ask'>;

/** A write that was acknowledged, and its response. */
export type AcknowledgedWrite = {
  readonly method: string;
  readonly path: string;
  readonly options: WriteOptions;
  readonly text: string;
};
type WriteOptions = NonNullable<Parameters<TestService['ask']>[2]>;

export type Load = {
  /** Reads, again and again until there is an answer below 500. */
  read<T = Thing>(path: string, as: string): Promise<Answer<T>>;
  /** Writes, again and again with one key until it is acknowledged. Throws for an answer that a repeat cannot change. */
  write<T = Thing>(method: string, path: string, options: WriteOptions): Promise<Answer<T>>;
  /** Writes once. Nobody knows what became of it if there is no answer. */
  writeOnce(method: string, path: string, options: WriteOptions): Promise<boolean>;
  readonly acknowledged: readonly AcknowledgedWrite[];
  /** How many requests there were, and how many of them failed and were repeated. */
  readonly counts: { requests: number; failures: number };
  readonly random: () => number;
};

const pauseMs = 60;

/** Clients of the service at a URL, until `ended`. Sometimes a write is sent twice at once, as by a client that was too impatient. */
export function makeLoad(url: string, random: () => number, ended: AbortSignal): Load {
  const client = askOver(url);
  const acknowledged: AcknowledgedWrite[] = [];
  const counts = { requests: 0, failures: 0 };
  const ask = async <T>(method: string, path: string, options: WriteOptions): Promise<Answer<T> | undefined> => {
    ended.throwIfAborted();
    counts.requests += 1;
    const answer = await client.ask<T>(method, path, options).catch(() => undefined);
    if (answer !== undefined && answer.status < 500 && answer.code !== 'idempotency_in_progress') return answer;
    counts.failures += 1;
    await delay(pauseMs);
    return undefined;
  };
  return {
    acknowledged,
    counts,
    random,
    async read<T>(path: string, as: string) {
      for (;;) {
        const answer = await ask<T>('GET', path, { as });
        if (answer !== undefined) return answer;
      }
    },
    async write<T>(method: string, path: string, options: WriteOptions) {
      const keyed = { ...options, headers: { ...options.headers, 'idempotency-key': newId() } };
      for (;;) {
        const [answer, second] = await Promise.all([
          ask<T>(method, path, keyed),
          random() < 0.1 ? ask<T>(method, path, keyed) : undefined,
        ]);
        if (answer === undefined) continue;
        assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
        if (second !== undefined)
          assert.equal(second.text, answer.text, 'a repeat at the same time has another response');
        acknowledged.push({ method, path, options: keyed, text: answer.text });
        return answer;
      }
    },
    async writeOnce(method, path, options) {
      return (await ask(method, path, options)) !== undefined;
    },
  };
}

/** Sends every acknowledged write once more; each response must be the one of the first time. Those that ended a session are left out. */
export async function repeatAll({ acknowledged }: Load, client: Client): Promise<void> {
  for (const { method, path, options, text } of acknowledged) {
    if (path.startsWith('/auth/')) continue;
    const answer = await client.ask(method, path, options);
    assert.equal(answer.text, text, `${method} ${path} was repeated with another response`);
    assert.equal(answer.headers['idempotency-replayed'], 'true', `${method} ${path} was done again`);
  }
}
