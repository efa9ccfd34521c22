// Sending: claims due e-mails, sends them and records the results, continuously. At least once: a worker that dies
// leaves a lease that expires.

import { Counter } from 'prom-client';
import { writeAuditEntry } from '../platform/audit/audit-log.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { workIn } from '../platform/db/worker-transaction.ts';
import { Unavailable } from '../platform/errors.ts';
import { repeat, waitUntil } from '../platform/processes/repeat.ts';
import type { LetterKind } from './letter-kinds.ts';
import * as queries from './mail-queries.ts';
import {
  type MailAttachment,
  type MailMessage,
  type MailTransport,
  openTransport,
  type TransportResult,
} from './mail-transport.ts';
import { type OutboxContent, openContent } from './outbox.ts';
import { type ClaimTurn, makeSendQueue, type SendQueue } from './send-queue.ts';
import { keepMail, staysInMailbox } from './test-mailbox.ts';

/** The time limit of an attempt, and its lease, which is longer, so that a living worker never loses it. */
const attemptMs = 60_000;
const leaseMs = 90_000;
/** The polling interval, for lost NOTIFYs and for retries. */
const pollMs = 1000;
/** How long a stop waits for running sends. */
const stopWithinMs = 5000;

const minute = 60_000;
const hour = 60 * minute;
/** The waits after the first, second … temporary failure. After the last one the e-mail is given up. */
const retryDelaysMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];
const jitter = 0.2;

const attemptResults = new Counter({
  name: 'haldur_mail_attempts_total',
  help: 'Attempts to send an e-mail, by what it is then; pending is a failure that is tried again.',
  labelNames: ['status'],
});
for (const status of queries.mailStatuses) attemptResults.inc({ status }, 0);

type MailSender = { stop(): Promise<void> };

/** An e-mail that is about to be sent, or was sent. */
export type OutgoingMail = Omit<queries.ClaimedMail, 'content'> & { readonly name: string | null };

/**
 * A claimed e-mail, the time of its organization, its date, and whether it goes into the mailbox of a test organization
 * instead of leaving. What leaves has the real time as its date.
 */
type MailToSend = queries.ClaimedMail & { readonly claimedAt: Date; readonly date: Date; readonly kept: boolean };

/** What a module does for one kind of e-mail. The caller of startSending passes these handlers in. */
export type LetterHandler = {
  /**
   * Called right before an e-mail is sent, outside any transaction: returns the attachment, or that the e-mail is no
   * longer valid. Unavailable delays it without costing an attempt; any other error is a temporary failure.
   */
  readonly prepare?: (
    app: AppContext,
    mail: OutgoingMail,
    signal: AbortSignal,
  ) => Promise<readonly MailAttachment[] | 'withdrawn'>;
  /**
   * Called in the transaction that finishes an e-mail. It takes its own locks, then calls `write`, which returns
   * whether this worker's result counts: if another worker has recorded the e-mail, nothing follows.
   */
  readonly finish?: (
    scope: Scope,
    mail: OutgoingMail,
    becomes: queries.MailStatus,
    write: () => Promise<boolean>,
  ) => Promise<void>;
};
export type LetterHandlers = { readonly [K in LetterKind]?: LetterHandler };

/**
 * The result of an attempt, beyond the mail server's: kept in a mailbox, no longer valid, or to be delayed by this many
 * seconds without its own fault.
 */
type SendAttemptResult =
  | TransportResult
  | { readonly kind: 'kept'; readonly message: MailMessage }
  | { readonly kind: 'expired'; readonly reason: string | null }
  | { readonly kind: 'waits'; readonly reason: string; readonly seconds: number };

/**
 * Starts sending. `stop` claims nothing more and lets running sends finish briefly; unrecorded ones are sent again
 * after their lease.
 */
export async function startSending(
  app: AppContext,
  handlers: LetterHandlers = {},
  transport: MailTransport = openTransport(app.config),
): Promise<MailSender> {
  const queue = makeSendQueue();
  const stopped = new AbortController();
  const cut = new AbortController();
  const listening = await app.pool.listen('mails', (payload) => {
    const { tenantId, rank } = queries.readNotification(payload);
    queue.add(tenantId, rank);
  });
  const attempt = async (claimed: MailToSend) => {
    const release = queue.takeSlot(claimed);
    try {
      await attemptMail(app, handlers[claimed.kind as LetterKind] ?? {}, transport, claimed, cut.signal);
    } catch (error) {
      const message = 'the result of an e-mail was not recorded; it will be sent again when its lease expires';
      if (!stopped.signal.aborted) app.log.error({ err: error, mailId: claimed.id }, message);
    }
    release();
  };
  const claiming = async () => {
    while (!stopped.signal.aborted) {
      const turn = queue.next();
      if (turn === undefined) await queue.changed();
      else for (const claimed of await claimDueMails(app, queue, turn)) void attempt(claimed);
    }
  };
  const claimed = claiming();
  const polling = repeat(() => poll(app, queue), {
    everyMs: pollMs,
    onError: (error) => app.log.warn({ err: error }, 'the database could not be queried for e-mails; trying again'),
  });
  return {
    async stop() {
      stopped.abort();
      queue.wake();
      await Promise.all([claimed, polling.stop()]);
      await listening.unlisten();
      await waitUntil(() => queue.beingSent() === 0, stopWithinMs);
      cut.abort();
      transport.close();
    },
  };
}

/** Finds the organizations with due e-mails: retries, and leftovers of a dead worker. */
async function poll(app: AppContext, queue: SendQueue): Promise<void> {
  const tenants = await queries.listTenantsWithDueMails(app.pool, app.clock());
  for (const { tenantId, rank } of tenants) queue.add(tenantId, rank);
}

/**
 * Claims due e-mails of a rank. Returns nothing if the database does not answer: the next poll finds the organization
 * again.
 */
export async function claimDueMails(
  app: AppContext,
  queue: SendQueue,
  { tenantId, rank, maxMails }: ClaimTurn,
): Promise<MailToSend[]> {
  try {
    const claimed = await workIn(app, tenantId, async (scope) => {
      const leaseUntil = new Date(scope.now.getTime() + leaseMs);
      const mails = await queries.claimMails(scope, { rank, maxMails, leaseUntil });
      return mails.map((mail) => {
        const kept = staysInMailbox(scope, mail);
        return { ...mail, claimedAt: scope.now, date: kept ? scope.now : scope.realNow, kept };
      });
    });
    if (claimed.length === maxMails) queue.add(tenantId, rank); // There may be more.
    return claimed;
  } catch (error) {
    app.log.warn({ err: error }, 'e-mails could not be claimed; trying again');
    return [];
  }
}

/** Sends one e-mail, evaluates the result, and records it; not while the service is stopping, which is no result. */
export async function attemptMail(
  app: AppContext,
  handler: LetterHandler,
  transport: MailTransport,
  claimed: MailToSend,
  stopped: AbortSignal,
): Promise<void> {
  const { content: encrypted, ...facts } = claimed;
  const mail = { ...facts, ...openMail(app, claimed) };
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(attemptMs)]);
  const outcome = await deliverMail(app, handler, transport, mail, signal);
  const isOver = outcome.kind === 'expired' || outcome.kind === 'sent' || outcome.kind === 'kept';
  if (stopped.aborted && !isOver) return;
  const becomes = await recordResult(app, handler, mail, outcome);
  attemptResults.inc({ status: becomes });
  // Neither the address nor the content belongs in a log.
  if (!isOver)
    app.log.warn({ mailId: claimed.id, kind: claimed.kind, reason: outcome.reason }, `an e-mail is ${becomes}`);
}

type OpenedMail = {
  readonly name: string | null;
  readonly content: OutboxContent | undefined;
  readonly unreadable?: string;
};

function openMail(app: AppContext, claimed: MailToSend): OpenedMail {
  try {
    const content = openContent(app.config, claimed);
    return { name: content.name, content };
  } catch (error) {
    // Another secret key, which the operator may still correct.
    return { name: null, content: undefined, unreadable: String(error) };
  }
}

async function deliverMail(
  app: AppContext,
  handler: LetterHandler,
  transport: MailTransport,
  mail: OutgoingMail & OpenedMail & Pick<MailToSend, 'claimedAt' | 'date' | 'kept'>,
  signal: AbortSignal,
): Promise<SendAttemptResult> {
  const { id, recipient, name, content, sendBefore, claimedAt, date, kept } = mail;
  if (sendBefore !== null && sendBefore <= claimedAt) return { kind: 'expired', reason: null };
  if (content === undefined) return { kind: 'failed', reason: mail.unreadable ?? '' };
  const attachments = await prepareAttachments(app, handler, mail, signal);
  if (!Array.isArray(attachments)) return attachments;
  const { subject, text, html } = content;
  const message = { id, to: { address: recipient, name }, subject, text, html, date, attachments };
  return kept ? { kind: 'kept', message } : transport.send(message, signal);
}

/** Returns the attachment; an e-mail that should have a file is never sent without it. */
async function prepareAttachments(
  app: AppContext,
  handler: LetterHandler,
  mail: OutgoingMail,
  signal: AbortSignal,
): Promise<MailAttachment[] | SendAttemptResult> {
  try {
    const attachments = (await handler.prepare?.(app, mail, signal)) ?? [];
    if (attachments === 'withdrawn') return { kind: 'expired', reason: queries.withdrawnReason };
    if (mail.attachment !== null && attachments.length === 0)
      return { kind: 'failed', reason: 'This process cannot generate the attachment.' };
    return [...attachments];
  } catch (error) {
    if (error instanceof Unavailable) return { kind: 'waits', reason: error.message, seconds: error.retryAfter };
    app.log.error(
      { err: error, mailId: mail.id, kind: mail.kind },
      'the attachment of an e-mail could not be generated',
    );
    return { kind: 'failed', reason: 'The attachment could not be generated.' };
  }
}

/**
 * The new state of an e-mail after an attempt: a temporary failure is retried by the schedule, ±20 %, unless the e-mail
 * expires before. Pure.
 */
export function decideAttempt(attempt: {
  claimed: Pick<queries.ClaimedMail, 'id' | 'attempts' | 'sendBefore'>;
  outcome: SendAttemptResult;
  now: Date;
  random: number;
}): queries.MailAttempt {
  const { claimed, outcome, now, random } = attempt;
  const before = claimed.attempts;
  const attempts = outcome.kind === 'expired' || outcome.kind === 'waits' ? before : before + 1;
  const counted = { mailId: claimed.id, before, attempts, dueAt: now };
  const finish = (becomes: queries.MailStatus, error: string | null) => ({ ...counted, becomes, error });
  if (outcome.kind === 'expired') return finish('expired', outcome.reason);
  if (outcome.kind === 'sent' || outcome.kind === 'kept') return finish('sent', null);
  if (outcome.kind === 'refused') return finish('refused', outcome.reason);
  const wait = outcome.kind === 'waits' ? outcome.seconds * 1000 : retryDelaysMs[before];
  if (wait === undefined) return finish('failed', outcome.reason);
  const dueAt = new Date(now.getTime() + Math.round(wait * (1 - jitter + 2 * jitter * random)));
  if (claimed.sendBefore !== null && claimed.sendBefore <= dueAt) return finish('expired', outcome.reason);
  return { ...finish('pending', outcome.reason), dueAt };
}

/** Records an attempt by the time of the organization, and returns the new state of the e-mail. */
async function recordResult(
  app: AppContext,
  handler: LetterHandler,
  mail: OutgoingMail,
  outcome: SendAttemptResult,
): Promise<queries.MailStatus> {
  return inTenant(app, serviceCaller(mail.tenantId), async (scope) => {
    const attempt = decideAttempt({ claimed: mail, outcome, now: scope.now, random: Math.random() });
    const write = async () => {
      const counts = await queries.recordAttempt(scope, attempt);
      if (counts && outcome.kind === 'kept') await keepMail(scope, mail.kind, outcome.message);
      if (counts && attempt.becomes === 'sent') await auditMail(scope, mail);
      return counts;
    };
    if (handler.finish === undefined || attempt.becomes === 'pending') await write();
    else await handler.finish(scope, mail, attempt.becomes, write);
    return attempt.becomes;
  });
}

/**
 * The audit log names the e-mail and what it is about; its recipient is in the list of e-mails as long as that is kept.
 */
function auditMail(scope: Scope, { id, kind, aboutId }: OutgoingMail): Promise<void> {
  return writeAuditEntry(scope, {
    action: 'sent',
    operation: 'sendMail',
    objectKind: 'mails',
    objectId: id,
    aboutIds: aboutId === null ? [id] : [id, aboutId],
    detail: { result: { kind } },
  });
}
