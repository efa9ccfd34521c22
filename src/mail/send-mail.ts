// Sending: claims what is due, hands it to the mail server, records what came of it, forever. At least once: a worker that dies leaves a lease that runs out.

import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { Unavailable } from '../platform/errors.ts';
import { repeat, waitUntil } from '../platform/processes/repeat.ts';
import { workIn } from '../platform/work.ts';
import type { LetterKind } from './letter-kinds.ts';
import * as queries from './mail-queries.ts';
import { type MailAttachment, type MailTransport, openTransport, type TransportResult } from './mail-transport.ts';
import { type OutboxContent, openContent } from './outbox.ts';
import { makePlaces, type Places, type Turn } from './places.ts';

/** How long an attempt may take in all, and how long its lease is: longer, so that a living worker never loses it. */
const attemptMs = 60_000;
const leaseMs = 90_000;
/** The net under NOTIFY, and the pace of retries. */
const pollMs = 1000;
/** How long a stop waits for letters under way. */
const stopWithinMs = 5000;

const minute = 60_000;
const hour = 60 * minute;
/** The waits after the first, second … attempt that failed for now. After the last one the mail is given up. */
const retryDelaysMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];
const jitter = 0.2;

export type MailSender = { stop(): Promise<void> };

/** A letter that is about to leave, or has left. */
export type OutgoingLetter = Omit<queries.ClaimedMail, 'content'> & { readonly name: string | null };

/** What a room does about its letters of one kind. Rooms stand right of this one, so whoever starts the sender brings these along. */
export type LetterHandler = {
  /**
   * Asked right before a letter leaves, outside any transaction: what goes along, or that it has lost its sense. Busy makes the letter wait without
   * costing an attempt; any other error is a failure for now.
   */
  readonly prepare?: (
    house: AppContext,
    letter: OutgoingLetter,
    signal: AbortSignal,
  ) => Promise<readonly MailAttachment[] | 'withdrawn'>;
  /**
   * Asked in the transaction that finishes a mail. It takes its own locks, then calls `write`, which says whether this worker's word counts: when another
   * has recorded the mail meanwhile, nothing follows.
   */
  readonly finish?: (
    scope: Scope,
    letter: OutgoingLetter,
    becomes: queries.MailStatus,
    write: () => Promise<boolean>,
  ) => Promise<void>;
};
export type LetterHandlers = { readonly [K in LetterKind]?: LetterHandler };

/** What came of trying, beyond what a mail server says: it has lost its sense, or has to wait so many seconds through no fault of its own. */
type SendAttemptResult =
  | TransportResult
  | { readonly kind: 'expired'; readonly reason: string | null }
  | { readonly kind: 'waits'; readonly reason: string; readonly seconds: number };

/** Starts sending. `stop` claims nothing more and gives the letters under way a moment; what is not recorded by then is sent again after its lease. */
export async function startSending(
  app: AppContext,
  handlers: LetterHandlers = {},
  transport: MailTransport = openTransport(app.config),
): Promise<MailSender> {
  const places = makePlaces();
  const stopped = new AbortController();
  const cut = new AbortController();
  const listening = await app.pool.listen('mails', (payload) => {
    const { tenantId, rank } = queries.readNotification(payload);
    places.add(tenantId, rank);
  });
  const attemptOne = async (claimed: queries.ClaimedMail) => {
    const release = places.hold(claimed);
    try {
      await attemptMail(app, handlers[claimed.kind as LetterKind] ?? {}, transport, claimed, cut.signal);
    } catch (error) {
      const what = 'what became of a mail was not recorded; it will be sent again when its lease runs out';
      if (!stopped.signal.aborted) app.log.error({ err: error, mailId: claimed.id }, what);
    }
    release();
  };
  const claiming = async () => {
    while (!stopped.signal.aborted) {
      const turn = places.next();
      if (turn === undefined) await places.changed();
      else for (const claimed of await claimDueMails(app, places, turn)) void attemptOne(claimed);
    }
  };
  const claimed = claiming();
  const polling = repeat(() => poll(app, places), {
    everyMs: pollMs,
    onError: (error) => app.log.warn({ err: error }, 'the database could not be asked for mails; trying again'),
  });
  return {
    async stop() {
      stopped.abort();
      places.wake();
      await Promise.all([claimed, polling.stop()]);
      await listening.unlisten();
      await waitUntil(() => places.underWay() === 0, stopWithinMs);
      cut.abort();
      transport.close();
    },
  };
}

/** Finds the organizations with something due: retries, and what a worker that died has left. */
async function poll(house: AppContext, places: Places): Promise<void> {
  const due = await queries.listTenantsWithDueMails(house.pool, house.clock());
  for (const { tenantId, rank } of due) places.add(tenantId, rank);
}

/** Nothing when the database does not answer: the next poll finds the organization again. */
async function claimDueMails(
  app: AppContext,
  places: Places,
  { tenantId, rank, maxMails }: Turn,
): Promise<queries.ClaimedMail[]> {
  try {
    const claimed = await workIn(app, tenantId, (scope) =>
      queries.claimMails(scope, { rank, maxMails, leaseUntil: new Date(scope.now.getTime() + leaseMs) }),
    );
    if (claimed.length === maxMails) places.add(tenantId, rank); // There may be more.
    return claimed;
  } catch (error) {
    app.log.warn({ err: error }, 'mails could not be claimed; trying again');
    return [];
  }
}

/** Sends one mail, judges what came of it, and records that; not when the service is stopping, which says nothing about the mail. */
async function attemptMail(
  app: AppContext,
  handler: LetterHandler,
  transport: MailTransport,
  claimed: queries.ClaimedMail,
  stopped: AbortSignal,
): Promise<void> {
  const date = app.clock();
  const { content, ...mail } = claimed;
  const letter = { ...mail, ...openLetter(app, claimed) };
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(attemptMs)]);
  const outcome = await deliverLetter(app, handler, transport, letter, date, signal);
  if (stopped.aborted && outcome.kind !== 'expired' && outcome.kind !== 'sent') return;
  const attempt = decideAttempt({ claimed, outcome, now: app.clock(), random: Math.random() });
  // Neither the address nor the letter belongs in a log.
  if (outcome.kind !== 'expired' && outcome.kind !== 'sent')
    app.log.warn({ mailId: claimed.id, kind: claimed.kind, reason: outcome.reason }, `a mail is ${attempt.becomes}`);
  await recordResult(app, handler, letter, attempt);
}

type OpenedLetter = {
  readonly name: string | null;
  readonly written: OutboxContent | undefined;
  readonly unreadable?: string;
};

function openLetter(app: AppContext, claimed: queries.ClaimedMail): OpenedLetter {
  try {
    const written = openContent(app.config, claimed);
    return { name: written.name, written };
  } catch (error) {
    return { name: null, written: undefined, unreadable: String(error) }; // Another secret key, which its operator may yet set right.
  }
}

async function deliverLetter(
  app: AppContext,
  handler: LetterHandler,
  transport: MailTransport,
  letter: OutgoingLetter & OpenedLetter,
  date: Date,
  signal: AbortSignal,
): Promise<SendAttemptResult> {
  const { id, recipient, name, written } = letter;
  if (letter.uselessAfter !== null && letter.uselessAfter <= date) return { kind: 'expired', reason: null };
  if (written === undefined) return { kind: 'failed', reason: letter.unreadable ?? '' };
  const attachments = await prepareAttachments(app, handler, letter, signal);
  if (!Array.isArray(attachments)) return attachments;
  const { subject, text, html } = written;
  return transport.send({ id, to: { address: recipient, name }, subject, text, html, date, attachments }, signal);
}

/** What goes along; a letter that is to have a file never leaves without it. */
async function prepareAttachments(
  app: AppContext,
  handler: LetterHandler,
  letter: OutgoingLetter,
  signal: AbortSignal,
): Promise<MailAttachment[] | SendAttemptResult> {
  try {
    const attachments = (await handler.prepare?.(app, letter, signal)) ?? [];
    if (attachments === 'withdrawn') return { kind: 'expired', reason: queries.withdrawnReason };
    if (letter.attachment !== null && attachments.length === 0)
      return { kind: 'failed', reason: 'This process cannot make the file that goes with the letter.' };
    return [...attachments];
  } catch (error) {
    if (error instanceof Unavailable) return { kind: 'waits', reason: error.message, seconds: error.retryAfter };
    app.log.error({ err: error, mailId: letter.id, kind: letter.kind }, 'what goes with a letter could not be made');
    return { kind: 'failed', reason: 'What goes with the letter could not be made.' };
  }
}

/** What an attempt makes of its mail: a failure for now is tried again as the schedule says, ±20 %, unless the mail will be useless by then. Pure. */
export function decideAttempt(tried: {
  claimed: Pick<queries.ClaimedMail, 'id' | 'attempts' | 'uselessAfter'>;
  outcome: SendAttemptResult;
  now: Date;
  random: number;
}): queries.MailAttempt {
  const { claimed, outcome, now, random } = tried;
  const before = claimed.attempts;
  const attempts = outcome.kind === 'expired' || outcome.kind === 'waits' ? before : before + 1;
  const mail = { mailId: claimed.id, before, attempts, dueAt: now };
  const done = (becomes: queries.MailStatus, error: string | null) => ({ ...mail, becomes, error });
  if (outcome.kind === 'expired') return done('expired', outcome.reason);
  if (outcome.kind === 'sent') return done('sent', null);
  if (outcome.kind === 'refused') return done('refused', outcome.reason);
  const wait = outcome.kind === 'waits' ? outcome.seconds * 1000 : retryDelaysMs[before];
  if (wait === undefined) return done('failed', outcome.reason);
  const dueAt = new Date(now.getTime() + Math.round(wait * (1 - jitter + 2 * jitter * random)));
  if (claimed.uselessAfter !== null && claimed.uselessAfter <= dueAt) return done('expired', outcome.reason);
  return { ...done('pending', outcome.reason), dueAt };
}

async function recordResult(
  app: AppContext,
  handler: LetterHandler,
  letter: OutgoingLetter,
  attempt: queries.MailAttempt,
): Promise<void> {
  await inTenant(app, serviceCaller(letter.tenantId), async (scope) => {
    const write = () => queries.recordAttempt(scope, attempt);
    if (handler.finish === undefined || attempt.becomes === 'pending') await write();
    else await handler.finish(scope, letter, attempt.becomes, write);
  });
}
