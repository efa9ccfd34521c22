// Rate limits shared by several processes: the buckets of rate-limits.ts in Redis, each updated by one script. Without
// Redis each process uses its own.
import { makeScript, type Redis } from '../../platform/processes/redis.ts';
import { type Buckets, limitStateAfter, type Policy } from './rate-limits.ts';

// The same arithmetic as rate-limits.ts (shared-rate-limits.test.ts compares them). A bucket is kept until it is full;
// then it equals no bucket.
const take = makeScript(`
  local quota, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local tokens, at = quota, now
  local kept = redis.call('get', KEYS[1])
  if kept then
    local left, last = string.match(kept, '^(%S+) (%S+)$')
    left, last = tonumber(left), tonumber(last)
    tokens = math.min(quota, left + math.max(0, now - last) / 1000 / window * quota)
    at = math.max(now, last)
  end
  local text = function(number) return string.format('%.17g', number) end
  if tokens < 1 then return {'none', text(tokens)} end
  tokens = tokens - 1
  redis.call('set', KEYS[1], text(tokens) .. ' ' .. text(at), 'px', math.ceil((quota - tokens) * window / quota * 1000))
  return {'taken', text(tokens)}`);

const giveBack = makeScript(`
  local kept = redis.call('get', KEYS[1])
  if not kept then return {} end
  local left, last = string.match(kept, '^(%S+) (%S+)$')
  local tokens = math.min(tonumber(ARGV[1]), tonumber(left) + 1)
  redis.call('set', KEYS[1], string.format('%.17g', tokens) .. ' ' .. last, 'keepttl')
  return {}`);

/** Buckets in Redis. While Redis is unavailable, `own` is used. */
export function shareBuckets(redis: Redis, own: Buckets): Buckets {
  const keyOf = (policy: Policy, name: string) => ({ kind: policy.name, name });
  return {
    async take(policy, key, now) {
      const { quota, windowSeconds } = policy;
      const reply = await redis.run(take, [keyOf(policy, key)], [quota, windowSeconds, now.getTime()]);
      if (reply === undefined) return own.take(policy, key, now);
      return limitStateAfter(policy, reply[0] === 'taken', Number(reply[1]));
    },
    async giveBack(policy, key) {
      const reply = await redis.run(giveBack, [keyOf(policy, key)], [policy.quota]);
      if (reply === undefined) await own.giveBack(policy, key);
    },
  };
}
