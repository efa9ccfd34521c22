// Sign-in throttling shared by several processes: the counters of sign-in-throttle.ts in Redis, one script step per
// attempt. Without Redis each process uses its own.
import { makeScript, type Redis, type RedisKey } from '../platform/processes/redis.ts';
import {
  type Attempt,
  countersOf,
  familiarMs,
  forgetMs,
  free,
  maxWaitMs,
  refuseFor,
  type Throttle,
} from './sign-in-throttle.ts';

// The same arithmetic as sign-in-throttle.ts (shared-sign-in-throttle.test.ts compares them).
// KEYS: account, and with a network: pair's failures, until when the pair is familiar, then each network, whose free
// failures end ARGV. Returns the milliseconds to wait.
const validate = makeScript(`
  local now, outcome = tonumber(ARGV[1]), ARGV[2]
  local freeAccount, longest, forget, familiar = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  local account, pair, friend = KEYS[1], KEYS[2], KEYS[3]
  local firstNetwork, firstFree = 4, 7
  local text = function(number) return string.format('%.17g', number) end
  local failures = function(key)
    local count, last, till = string.match(redis.call('get', key) or '0 0 0', '^(%S+) (%S+) (%S+)$')
    return tonumber(count), tonumber(last), tonumber(till)
  end
  local waitOf = function(key)
    local _, _, till = failures(key)
    return till - now
  end
  local count = function(key, free)
    local before, last = failures(key)
    local number = 1
    if now - last < forget then number = before + 1 end
    local till = 0
    if number >= free then till = now + math.min(longest, 1000 * 2 ^ math.min(number - free, 30)) end
    redis.call('set', key, text(number) .. ' ' .. text(now) .. ' ' .. text(till), 'px', forget)
  end
  local markFamiliar = function()
    redis.call('set', friend, text(now + familiar), 'px', familiar)
  end
  if outcome == 'home' then
    if friend then
      redis.call('del', pair)
      markFamiliar()
    end
    return {'0'}
  end
  local known = friend and tonumber(redis.call('get', friend) or '0') > now
  local own = known and pair or account
  local wait = waitOf(own)
  if not known then
    for n = firstNetwork, #KEYS do wait = math.max(wait, waitOf(KEYS[n])) end
  end
  if wait > 0 then return {text(wait)} end
  if outcome == 'right' then
    redis.call('del', own)
    if friend then markFamiliar() end
  elseif outcome == 'wrong' then
    count(own, freeAccount)
    for n = firstNetwork, #KEYS do count(KEYS[n], tonumber(ARGV[firstFree + n - firstNetwork])) end
  end
  return {'0'}`);

/** A throttle in Redis. While Redis is unavailable, `own` counts. */
export function shareThrottle(redis: Redis, own: Throttle): Throttle {
  const limits = [free.account, maxWaitMs, forgetMs, familiarMs];
  const ask = (attempt: Attempt, outcome: 'none' | 'right' | 'wrong' | 'home', now: Date) => {
    const { account, networks, pair } = countersOf(attempt);
    const failures = (name: string): RedisKey => ({ kind: 'failures', name });
    const keys = [failures(account)];
    if (pair !== undefined) keys.push(failures(pair), { kind: 'familiar', name: pair });
    keys.push(...networks.map(({ name }) => failures(name)));
    return redis.run(validate, keys, [now.getTime(), outcome, ...limits, ...networks.map((network) => network.free)]);
  };
  return {
    async check(attempt, now) {
      const reply = await ask(attempt, 'none', now);
      if (reply === undefined) return own.check(attempt, now);
      refuseFor(Number(reply[0]));
    },
    async settle(attempt, right, now) {
      const reply = await ask(attempt, right ? 'right' : 'wrong', now);
      if (reply === undefined) return own.settle(attempt, right, now);
      refuseFor(Number(reply[0]));
    },
    async welcome(attempt, now) {
      if ((await ask(attempt, 'home', now)) === undefined) await own.welcome(attempt, now);
    },
  };
}
