// Redis: what processes share for a while and may lose at any moment. Nobody waits long for it, and while it is away nobody waits at all.
import { createHash, createHmac } from 'node:crypto';
import { Redis as Client } from 'ioredis';
import { type Config, deriveKey } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** A Lua script: it runs as one step and answers with texts, because Redis cuts the fractions off numbers. */
export type RedisScript = { readonly text: string; readonly hash: string };
type RedisReply = readonly string[];

/** What a key is for, and its name. The name stays secret, so that Redis holds neither e-mail nor network addresses. */
export type RedisKey = { readonly kind: string; readonly name: string };

export type Redis = {
  /** Runs a script in one round trip. Undefined when Redis is away or does not answer in time; the script may have run all the same. */
  run(
    script: RedisScript,
    keys: readonly RedisKey[],
    values: readonly (string | number)[],
  ): Promise<RedisReply | undefined>;
  /** Connects. Waits a second at the most and goes on trying after that. */
  open(): Promise<void>;
  close(): void;
};

const retryMs = 500;
const startMs = 1000;

/** A script from its text. It is sent in full only when the server does not know it yet. */
export function makeScript(text: string): RedisScript {
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

/** Reads and writes as other scripts do, so that a server which refuses those (full, a replica) does not count as back. */
const probe = makeScript(`redis.call('get', KEYS[1]) redis.call('set', KEYS[1], '1', 'px', 1000) return {'1'}`);

/**
 * The Redis at a URL, not connected yet. Losing it writes one line to the log, and having it back another. A request waits for an answer as long as the
 * configuration says; one usually comes within a millisecond, and only requests under way when Redis goes wait that long.
 */
export function makeRedis(url: string, config: Config, log: Log): Redis {
  const client = new Client(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    retryStrategy: () => retryMs,
  });
  const secret = deriveKey(config, 'names in redis');
  const keyOf = ({ kind, name }: RedisKey) =>
    `haldur:${kind}:${createHmac('sha256', secret).update(name).digest('base64url').slice(0, 22)}`;
  const circuit = makeCircuit(log, async () => {
    if (client.status !== 'ready') return false;
    const answer = await withTimeout(runScript(client, probe, [keyOf({ kind: 'probe', name: '' })], []), startMs);
    if (answer === undefined) client.disconnect(true); // Nothing comes back on this connection; the next one may be better.
    return answer !== undefined;
  });
  client.on('error', ({ message }) => circuit.lose(message));
  client.on('close', () => circuit.closed() && circuit.lose('The connection was closed.'));
  client.on('ready', () => circuit.look());
  return {
    async run(script, keys, values) {
      if (!circuit.closed()) return undefined;
      try {
        const answer = await withTimeout(runScript(client, script, keys.map(keyOf), values), config.redisTimeoutMs);
        if (answer === undefined) circuit.lose(`No answer within ${config.redisTimeoutMs} ms.`);
        return answer;
      } catch (error) {
        circuit.lose(messageOf(error));
        return undefined;
      }
    },
    open() {
      client.connect().catch(() => {}); // The circuit hears of it, and the client goes on trying.
      return circuit.decided();
    },
    close() {
      circuit.end();
      client.disconnect();
    },
  };
}

/** Closed while Redis answers. Once it does not, it is looked for in the background and nothing is asked of it. */
function makeCircuit(log: Log, isAnswering: () => Promise<boolean>) {
  const first = Promise.withResolvers<void>();
  let state: 'undecided' | 'closed' | 'open' | 'ended' = 'undecided';
  let reason = 'No answer.';
  let probing = false;
  let next: NodeJS.Timeout | undefined;
  const open = () => {
    state = 'open';
    log.warn({ reason }, 'Redis is lost: each process counts for itself until it is back');
    probeLater();
  };
  const close = () => {
    if (state === 'ended') return;
    if (state === 'open') log.warn('Redis is back: what processes count is shared again');
    state = 'closed';
    first.resolve();
  };
  const markLost = (why: string) => {
    reason = why; // The message alone: the error of a refused password carries that password.
    if (state === 'closed') open();
  };
  const probe = async () => {
    if (probing || state === 'closed' || state === 'ended') return;
    probing = true;
    const found = await isAnswering().catch((error: unknown) => markLost(messageOf(error)));
    probing = false;
    if (found) close();
    else probeLater();
  };
  const probeLater = () => {
    clearTimeout(next);
    if (state !== 'ended') next = setTimeout(probe, retryMs);
  };
  return {
    closed: () => state === 'closed',
    lose: markLost,
    look: probe,
    async decided(): Promise<void> {
      const late = setTimeout(first.resolve, startMs);
      await first.promise;
      clearTimeout(late);
      if (state === 'undecided') open();
    },
    end() {
      state = 'ended';
      clearTimeout(next);
      first.resolve();
    },
  };
}

async function runScript(
  client: Client,
  { text, hash }: RedisScript,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<RedisReply> {
  try {
    return (await client.evalsha(hash, keys.length, ...keys, ...values)) as RedisReply;
  } catch (error) {
    if (!messageOf(error).startsWith('NOSCRIPT')) throw error;
    return (await client.eval(text, keys.length, ...keys, ...values)) as RedisReply;
  }
}

/** An answer, or undefined when it takes longer. What has arrived while this process was busy is read first, and is in time. */
async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => setImmediate(late.resolve, undefined), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
