// Sending: claims what is due, hands it to the mail server, records what came of it, forever. At least once: a worker that dies leaves a lease that runs out.
import { type House, inTenant, serviceIn } from '../platform/scope.ts';
import { type Content, openContent } from './outbox.ts';
import * as queries from './queries.ts';
import { mostConnections, type Outcome, openTransport, type Transport } from './transport.ts';

/** How much at once. Two places are kept for letters of rank 0, for which somebody waits; and no organization has more than half of the places for a rank. */
const slots = mostConnections;
const slotsForLater = slots - 2;
const perTenant = slots / 2;
/** How long an attempt may take in all, and how long its lease is: longer, so that a living worker never loses it. */
const attemptMs = 60_000;
const leaseSeconds = 90;
/** The net under NOTIFY, and the pace of retries. */
const pollMs = 1000;
/** How long a stop waits for letters under way. */
const stopWithinMs = 5000;

const minute = 60_000;
const hour = 60 * minute;
/** The waits after the first, second … attempt that failed for now. After the last one the mail is given up. */
const waits = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];
const jitter = 0.2;

export type Sender = { stop(): Promise<void> };

/** Starts sending. `stop` claims nothing more and gives the letters under way a moment; what is not recorded by then is sent again after its lease. */
export async function startSending(house: House, transport: Transport = openTransport(house.config)): Promise<Sender> {
  const state = { stopping: false, inFlight: 0, later: 0 };
  const cut = new AbortController();
  let wake = () => {};
  const ring = () => wake();
  const listening = await house.pool.listen('mails', ring, ring);

  const attemptOne = async (claimed: queries.Claimed) => {
    const later = claimed.rank > 0 ? 1 : 0;
    state.inFlight += 1;
    state.later += later;
    try {
      const attempt = await attemptMail(house, transport, claimed, cut.signal);
      if (attempt !== undefined) await record(house, claimed, attempt);
    } catch (error) {
      const what = 'what became of a mail was not recorded; it will be sent again when its lease runs out';
      if (!state.stopping) house.log.error({ err: error, mailId: claimed.id }, what);
    }
    state.inFlight -= 1;
    state.later -= later;
    ring();
  };

  const running = (async () => {
    while (!state.stopping) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const claimed = await claim(house, slots - state.inFlight, slotsForLater - state.later);
      for (const one of claimed) void attemptOne(one);
      if (claimed.length === 0) await Promise.race([woken, pause(pollMs)]);
    }
  })();

  return {
    async stop() {
      state.stopping = true;
      ring();
      await running;
      await listening.unlisten();
      const patience = performance.now() + stopWithinMs;
      while (state.inFlight > 0 && performance.now() < patience) await pause(20);
      cut.abort();
      transport.close();
    },
  };
}

/** Nothing when no slot is free, or when the database does not answer: the loop asks again. */
async function claim(house: House, free: number, freeForLater: number): Promise<queries.Claimed[]> {
  if (free <= 0) return [];
  const limits = { slots: free, laterSlots: Math.max(0, freeForLater), perTenant, leaseSeconds };
  try {
    return await queries.claimMails(house.pool, limits, house.clock());
  } catch (error) {
    house.log.warn({ err: error }, 'mails could not be claimed; trying again');
    return [];
  }
}

/** Sends one mail and judges what came of it; undefined when the service is stopping, which says nothing about the mail. */
async function attemptMail(
  house: House,
  transport: Transport,
  claimed: queries.Claimed,
  stopped: AbortSignal,
): Promise<queries.Attempt | undefined> {
  const date = house.clock();
  const expired = claimed.uselessAfter !== null && claimed.uselessAfter <= date;
  const outcome = expired ? 'expired' : await hand(house, transport, claimed, date, stopped);
  if (stopped.aborted && outcome !== 'expired' && outcome.kind !== 'sent') return undefined;
  const attempt = judge({ claimed, outcome, now: house.clock(), random: Math.random() });
  // Neither the address nor the letter belongs in a log.
  if (outcome !== 'expired' && outcome.kind !== 'sent')
    house.log.warn({ mailId: claimed.id, kind: claimed.kind, reason: outcome.reason }, `a mail is ${attempt.becomes}`);
  return attempt;
}

async function hand(
  house: House,
  transport: Transport,
  claimed: queries.Claimed,
  date: Date,
  stopped: AbortSignal,
): Promise<Outcome> {
  let content: Content;
  try {
    content = openContent(house.config, claimed);
  } catch (error) {
    return { kind: 'failed', reason: String(error) }; // Another secret key, which its operator may yet set right.
  }
  const { name, subject, text, html } = content;
  const letter = { id: claimed.id, to: { address: claimed.recipient, name }, subject, text, html, date };
  return transport.send(letter, AbortSignal.any([stopped, AbortSignal.timeout(attemptMs)]));
}

/** What an attempt makes of its mail: a failure for now is tried again as the schedule says, ±20 %, unless the mail will be useless by then. Pure. */
export function judge(tried: {
  claimed: Pick<queries.Claimed, 'id' | 'attempts' | 'uselessAfter'>;
  outcome: Outcome | 'expired';
  now: Date;
  random: number;
}): queries.Attempt {
  const { claimed, outcome, now, random } = tried;
  const before = claimed.attempts;
  const attempts = outcome === 'expired' ? before : before + 1;
  const mail = { mailId: claimed.id, before, attempts, dueAt: now };
  const done = (becomes: queries.MailStatus, error: string | null) => ({ ...mail, becomes, error });
  if (outcome === 'expired') return done('expired', null);
  if (outcome.kind === 'sent') return done('sent', null);
  if (outcome.kind === 'refused') return done('refused', outcome.reason);
  const wait = waits[before];
  if (wait === undefined) return done('failed', outcome.reason);
  const dueAt = new Date(now.getTime() + Math.round(wait * (1 - jitter + 2 * jitter * random)));
  if (claimed.uselessAfter !== null && claimed.uselessAfter <= dueAt) return done('expired', outcome.reason);
  return { ...done('pending', outcome.reason), dueAt };
}

async function record(house: House, claimed: queries.Claimed, attempt: queries.Attempt): Promise<void> {
  await inTenant(house, serviceIn(claimed.tenantId), (scope) => queries.recordAttempt(scope, attempt));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
