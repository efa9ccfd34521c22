// Tests of sending: every mail is sent once its transaction has committed, is retried on schedule, and survives kill -9
// of the worker.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { register } from 'prom-client';
import { startMailServer, startRawMailServer, withMailWorkers } from '../../test/mail-servers.ts';
import { anOrganization, startTestService, useRealClock, waitUntil } from '../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { deleteOldMails, findMailsAbout } from './mail-queries.ts';
import { enqueueMail, enqueueMails, type NewMail } from './outbox.ts';
import { decideAttempt } from './send-mail.ts';

const g = await startTestService();
useRealClock(g);

function aMagicLink(address: string, more: { sendBefore?: Date; aboutId?: string } = {}): NewMail {
  const facts = { link: 'https://haldur.example/console/magic-link#hml_secret', minutes: 10 };
  return { kind: 'magic-link', to: { address }, language: 'et', facts, ...more };
}

function aReminder(address: string): NewMail {
  const facts = {
    building: 'Kase 12',
    apartment: '4',
    lastDay: '2026-11-30',
    link: 'https://haldur.example/r',
    sender: 'KÜ',
  };
  return { kind: 'reading-reminder', to: { address }, language: 'lv', facts };
}

const as = <T>(tenantId: string, work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(tenantId), work);

type AttemptedMail = {
  status: string;
  attempts: number;
  error: string | null;
  content: Buffer | null;
  leaseUntil: Date | null;
};

async function rowOf(id: string): Promise<AttemptedMail> {
  const [row] = await g.owner<
    AttemptedMail[]
  >`select status, attempts, error, content, lease_until from mails where id = ${id}`;
  assert.ok(row);
  return row;
}

const becomes = (id: string, status: string) => waitUntil(async () => (await rowOf(id)).status === status);

test('an e-mail is sent once, its row says so, and its content is deleted', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer();
  const aboutId = newId();
  const id = await as(tenantId, (scope) => enqueueMail(scope, aMagicLink('mari@example.org', { aboutId })));
  const waiting = await rowOf(id);
  assert.ok(waiting.content && !waiting.content.includes('hml_secret'), 'the link rests sealed');
  await withMailWorkers(g, server.smtp, () => becomes(id, 'sent'));
  assert.equal(server.received.length, 1);
  assert.match(server.received[0]?.text ?? '', /hml_secret/);
  const { content, attempts, error, leaseUntil } = await rowOf(id);
  assert.deepEqual(
    { content, attempts, error, leaseUntil },
    { content: null, attempts: 1, error: null, leaseUntil: null },
  );
  const [state] = await as(tenantId, (scope) => findMailsAbout(scope, [aboutId]));
  assert.equal(state?.status, 'sent');
  assert.equal(state?.recipient, 'mari@example.org');
});

test('a waiting worker is woken by the commit', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer();
  await withMailWorkers(g, server.smtp, async () => {
    const ids = await as(tenantId, (scope) =>
      enqueueMails(
        scope,
        ['a', 'b'].map((name) => aReminder(`${name}@example.org`)),
      ),
    );
    for (const id of ids) await becomes(id, 'sent');
  });
  assert.equal(server.received.length, 2);
});

test('an expired e-mail is never sent, and is marked as expired', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer();
  const past = new Date(Date.now() - 1000);
  const [late, good] = await as(tenantId, (scope) =>
    enqueueMails(scope, [aMagicLink('late@example.org', { sendBefore: past }), aMagicLink('good@example.org')]),
  );
  await withMailWorkers(g, server.smtp, async () => {
    await becomes(late as string, 'expired');
    await becomes(good as string, 'sent');
  });
  assert.deepEqual(
    server.received.map((receivedMail) => receivedMail.envelope.to.join()),
    ['good@example.org'],
  );
  const { attempts, content } = await rowOf(late as string);
  assert.deepEqual({ attempts, content }, { attempts: 0, content: null });
});

test('an impossible address and a permanent rejection end an e-mail at once with the reason', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such person'), { responseCode: 550 })),
  });
  const [wrong, gone] = await as(tenantId, (scope) =>
    enqueueMails(scope, [aMagicLink('not an address\r\nBcc: x@example.org'), aMagicLink('gone@example.org')]),
  );
  await withMailWorkers(g, server.smtp, async () => {
    await becomes(wrong as string, 'refused');
    await becomes(gone as string, 'refused');
  });
  assert.match((await rowOf(wrong as string)).error ?? '', /e-mail address/);
  assert.equal((await rowOf(gone as string)).error, '550 no such person');
  assert.equal(server.received.length, 0);
});

test('a temporary failure keeps the e-mail with the reason, and a later attempt sends it', async () => {
  const { tenantId } = await anOrganization(g);
  let refusals = 0;
  const server = await startMailServer({
    onMailFrom: (_address, _session, done) => {
      refusals += 1;
      done(refusals === 1 ? Object.assign(new Error('try later'), { responseCode: 451 }) : undefined);
    },
  });
  const id = await as(tenantId, (scope) => enqueueMail(scope, aReminder('mari@example.org')));
  await withMailWorkers(g, server.smtp, async () => {
    await waitUntil(async () => (await rowOf(id)).attempts === 1);
    const { status, error, content } = await rowOf(id);
    assert.deepEqual({ status, error }, { status: 'pending', error: '451 try later' });
    assert.ok(content);
    // No test waits for the next attempt.
    await g.owner`update mails set due_at = now() where id = ${id}`;
    await becomes(id, 'sent');
  });
  assert.equal((await rowOf(id)).attempts, 2);
  assert.equal((await rowOf(id)).error, null);
});

test('content that this secret key cannot decrypt is a temporary failure, as the key may be corrected', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer();
  const other = { ...g.app, config: { ...g.app.config, secretKey: randomBytes(32) } };
  const id = await inTenant(other, serviceCaller(tenantId), (scope) =>
    enqueueMail(scope, aReminder('mari@example.org')),
  );
  await withMailWorkers(g, server.smtp, () => waitUntil(async () => (await rowOf(id)).attempts === 1));
  const { status, error } = await rowOf(id);
  assert.equal(status, 'pending');
  assert.match(error ?? '', /Sealed under key/);
});

test('one organization’s mass mailing to a slow server delays no other’s e-mail and no magic link', async () => {
  const [organization, otherOrganization] = [await anOrganization(g), await anOrganization(g)];
  const free = Promise.withResolvers<void>();
  const server = await startMailServer({ hold: (to) => (to.startsWith('slow') ? free.promise : undefined) });
  const slow = Array.from({ length: 50 }, (_, index) => aReminder(`slow${index}@example.org`));
  await as(organization.tenantId, (scope) => enqueueMails(scope, slow));
  const held = () => g.owner`select from mails where tenant_id = ${organization.tenantId} and lease_until > now()`;
  await withMailWorkers(g, server.smtp, async () => {
    await waitUntil(async () => (await held()).length === 4);
    const quick = await as(otherOrganization.tenantId, (scope) => enqueueMail(scope, aReminder('quick@example.org')));
    const link = await as(organization.tenantId, (scope) => enqueueMail(scope, aMagicLink('link@example.org')));
    await becomes(quick, 'sent');
    await becomes(link, 'sent');
    assert.equal((await held()).length, 4, 'the slow ones are still on their way, no more than their share');
    free.resolve();
    await waitUntil(async () => server.received.length === 52);
  });
});

test('however long other organizations have been mass mailing, a single e-mail of another one does not wait for them', async () => {
  const previous = await Promise.all(Array.from({ length: 10 }, () => anOrganization(g)));
  const { tenantId } = await anOrganization(g);
  for (const organization of previous)
    await as(organization.tenantId, (scope) =>
      enqueueMails(
        scope,
        Array.from({ length: 50 }, () => aReminder('x@example.org')),
      ),
    );
  // Their letters have been waiting for hours.
  await g.owner`update mails set due_at = due_at - interval '5 hours' where tenant_id = any (${previous.map((testOrganization) => testOrganization.tenantId)})`;
  const id = await as(tenantId, (scope) => enqueueMail(scope, aReminder('single@example.org')));
  const server = await startMailServer();
  await withMailWorkers(g, server.smtp, () => becomes(id, 'sent'));
  const place = server.received.findIndex((mail) => mail.envelope.to.join() === 'single@example.org');
  assert.ok(place < 30, `${place} went before it, of 500`);
  await g.owner`delete from mails`;
});

test('a mail server that is down shows as attempts that failed and none that sent, as what waits is due later', async () => {
  const attempts = async (status: string) =>
    (await register.getSingleMetric('haldur_mail_attempts_total')?.get())?.values.find(
      ({ labels }) => labels.status === status,
    )?.value ?? Number.NaN;
  const [sent, failing] = [await attempts('sent'), await attempts('pending')];
  const { tenantId } = await anOrganization(g);
  const closing = (_session: unknown, done: (error?: Error) => void) =>
    done(Object.assign(new Error('Closing.'), { responseCode: 421 }));
  const server = await startMailServer({ onConnect: closing });
  const id = await as(tenantId, (scope) => enqueueMail(scope, aReminder('mari@example.org')));
  await withMailWorkers(g, server.smtp, () => waitUntil(async () => (await rowOf(id)).attempts === 1));
  assert.deepEqual([(await attempts('sent')) - sent, (await attempts('pending')) - failing], [0, 1]);
  await g.owner`delete from mails where id = ${id}`;
});

test('a stop waits for an e-mail in progress, and one that takes too long is sent again later', async () => {
  const { tenantId } = await anOrganization(g);
  const free = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const server = await startMailServer({
    hold: () => {
      reached.resolve();
      return free.promise;
    },
  });
  const id = await as(tenantId, (scope) => enqueueMail(scope, aReminder('mari@example.org')));
  await withMailWorkers(g, server.smtp, async () => {
    await reached.promise;
    setTimeout(() => free.resolve(), 50);
  });
  assert.equal((await rowOf(id)).status, 'sent');
  const stuck = await startRawMailServer(() => {});
  const later = await as(tenantId, (scope) => enqueueMail(scope, aReminder('mari@example.org')));
  await withMailWorkers(g, stuck, () => waitUntil(async () => (await rowOf(later)).leaseUntil !== null));
  const { status, attempts } = await rowOf(later);
  assert.deepEqual({ status, attempts }, { status: 'pending', attempts: 0 });
});

test('failures are retried after 1 m, 5 m, 15 m, 1 h, 3 h, 6 h, 12 h and 24 h, ±20 %, and then given up', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  const outcome = { kind: 'failed', reason: '451 later' } as const;
  const minutes = [1, 5, 15, 60, 180, 360, 720, 1440];
  const tried = (attempts: number, random: number, sendBefore: Date | null = null) =>
    decideAttempt({ claimed: { id: newId(), attempts, sendBefore }, outcome, now, random });
  for (const [before, wait] of minutes.entries()) {
    const at = (factor: number) => new Date(now.getTime() + wait * factor * 60_000);
    assert.deepEqual(tried(before, 0.5).dueAt, at(1), `before ${before}`);
    assert.deepEqual(tried(before, 0).dueAt, at(0.8), `before ${before}`);
    assert.deepEqual(tried(before, 1).dueAt, at(1.2), `before ${before}`);
    assert.equal(tried(before, 0.5).becomes, 'pending', `before ${before}`);
    assert.equal(tried(before, 0.5, at(1)).becomes, 'expired', 'the next attempt would come too late');
  }
  const last = tried(8, 0.5);
  assert.deepEqual([last.becomes, last.attempts, last.error], ['failed', 9, '451 later']);
});

test('finished e-mails are deleted after their retention time; a waiting one never is', async () => {
  const { tenantId } = await anOrganization(g);
  const [old, waiting] = await as(tenantId, (scope) =>
    enqueueMails(scope, [aReminder('a@example.org'), aReminder('b@example.org')]),
  );
  // It was sent an hour ago.
  await g.owner`update mails set status = 'sent', content = null, finished_at = now() - interval '1 hour' where id = ${old as string}`;
  await as(tenantId, (scope) => deleteOldMails(scope, scope.now, 10));
  const left = await g.owner`select id from mails where tenant_id = ${tenantId}`;
  assert.deepEqual(
    left.map((row) => row.id),
    [waiting],
  );
});
