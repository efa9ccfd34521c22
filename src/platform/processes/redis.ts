// Redis: short-lived shared data that may be lost at any moment. Requests wait briefly for it, and not at all while it
// is unavailable.
import { createHash, createHmac } from 'node:crypto';
import type { Redis as Client } from 'ioredis';
import { type Config, deriveNamingKey } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { loadLater } from './load-later.ts';

const ioredis = loadLater<typeof import('ioredis')>('ioredis');

/** A Lua script: runs as one step and returns texts, because Redis truncates fractional numbers. */
type RedisScript = { readonly text: string; readonly hash: string };
type RedisReply = readonly string[];

/** A key's purpose and name. The name is hashed, so that Redis has neither e-mail nor network addresses. */
export type RedisKey = { readonly kind: string; readonly name: string };

export type Redis = {
  /** Runs a script in one round trip. Undefined if Redis is unavailable or late; the script may have run anyway. */
  run(
    script: RedisScript,
    keys: readonly RedisKey[],
    values: readonly (string | number)[],
  ): Promise<RedisReply | undefined>;
  /** Connects. Waits at most a second and keeps trying after that. */
  open(): Promise<void>;
  close(): void;
};

const retryMs = 500;
const startMs = 1000;

/** Creates a script from its text. The full text is sent only if the server does not have it yet. */
export function makeScript(text: string): RedisScript {
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

/**
 * Reads and writes like other scripts, so that a server which rejects writes (full, a replica) does not count as
 * available.
 */
const probe = makeScript(`redis.call('get', KEYS[1]) redis.call('set', KEYS[1], '1', 'px', 1000) return {'1'}`);

/**
 * Returns a client for the Redis at a URL, not connected yet. Losing it and its return each write one log line. A
 * request waits for an answer as long as configured; one usually comes within a millisecond, and only requests running
 * when Redis fails wait that long.
 */
export function makeRedis(url: string, config: Config, log: Log): Redis {
  const client = new (ioredis().Redis)(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    retryStrategy: () => retryMs,
    ...(url.startsWith('rediss:') && config.clientCertificate && { tls: config.clientCertificate }),
  });
  const secret = deriveNamingKey(config, 'names in redis');
  const keyOf = ({ kind, name }: RedisKey) =>
    `haldur:${kind}:${createHmac('sha256', secret).update(name).digest('base64url').slice(0, 22)}`;
  const circuit = makeCircuit(log, async () => {
    if (client.status !== 'ready') return false;
    const reply = await withTimeout(runScript(client, probe, [keyOf({ kind: 'probe', name: '' })], []), startMs);
    if (reply === undefined) client.disconnect(true); // This connection is dead; a new one may work.
    return reply !== undefined;
  });
  client.on('error', ({ message }) => circuit.lose(message));
  client.on('close', () => circuit.closed() && circuit.lose('The connection was closed.'));
  client.on('ready', () => circuit.look());
  return {
    async run(script, keys, values) {
      if (!circuit.closed()) return undefined;
      try {
        const reply = await withTimeout(runScript(client, script, keys.map(keyOf), values), config.redisTimeoutMs);
        if (reply === undefined) circuit.lose(`No answer within ${config.redisTimeoutMs} ms.`);
        return reply;
      } catch (error) {
        circuit.lose(messageOf(error));
        return undefined;
      }
    },
    open() {
      client.connect().catch(() => {}); // The circuit gets the event, and the client keeps trying.
      return circuit.decided();
    },
    close() {
      circuit.end();
      client.disconnect();
    },
  };
}

/** The circuit breaker: closed while Redis answers. When it is open, Redis is probed in the background and not used. */
function makeCircuit(log: Log, isAnswering: () => Promise<boolean>) {
  const first = Promise.withResolvers<void>();
  let state: 'undecided' | 'closed' | 'open' | 'ended' = 'undecided';
  let reason = 'No answer.';
  let probing = false;
  let next: NodeJS.Timeout | undefined;
  const open = () => {
    state = 'open';
    log.warn({ reason }, 'Redis is unavailable: each process keeps its own counters until it returns');
    probeLater();
  };
  const close = () => {
    if (state === 'ended') return;
    if (state === 'open') log.warn('Redis is available again: counters are shared');
    state = 'closed';
    first.resolve();
  };
  const markLost = (why: string) => {
    reason = why; // Only the message: the error of a rejected password contains that password.
    if (state === 'closed') open();
  };
  const probe = async () => {
    if (probing || state === 'closed' || state === 'ended') return;
    probing = true;
    const isBack = await isAnswering().catch((error: unknown) => markLost(messageOf(error)));
    probing = false;
    if (isBack) close();
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

/**
 * Returns an answer, or undefined if it takes longer. Data that arrived while this process was busy is read first, and
 * counts as in time.
 */
async function withTimeout<T>(reply: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => setImmediate(late.resolve, undefined), ms);
  try {
    return await Promise.race([reply, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
