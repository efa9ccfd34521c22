// Tests of e-mails with a file, which is rendered when it is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer, withMailWorkers } from '../../test/mail-servers.ts';
import { anOrganization, startTestService, useRealClock, waitUntil } from '../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { Unavailable } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { enqueueMail } from './outbox.ts';
import type { LetterHandler, OutgoingMail } from './send-mail.ts';

const g = await startTestService();
useRealClock(g);

const as = <T>(tenantId: string, work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(tenantId), work);

type FinishedMail = { status: string; attempts: number; error: string | null; content: Buffer | null; dueAt: Date };

async function rowOf(id: string): Promise<FinishedMail> {
  const [row] = await g.owner<
    FinishedMail[]
  >`select status, attempts, error, content, due_at from mails where id = ${id}`;
  assert.ok(row);
  return row;
}

const becomes = (id: string, status: string) => waitUntil(async () => (await rowOf(id)).status === status);

/** A letter with a file, about something. */
async function aLetterWithFile(tenantId: string, aboutId = newId()): Promise<string> {
  const facts = { building: 'Kase 12', apartment: '4', number: 'K12-2026-000017', toPay: 100, currency: 'EUR' };
  const more = { dueDate: '2026-12-04', payee: null, iban: null, reference: '1', period };
  return as(tenantId, (scope) =>
    enqueueMail(scope, {
      kind: 'invoice',
      to: { address: 'mari@example.org', name: 'Mari' },
      language: 'lv',
      facts: { ...facts, ...more },
      aboutId,
      attachment: 'invoice',
    }),
  );
}
const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
const file = { filename: 'arve.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 …') };

test('a file is attached when its e-mail is sent, rendered at that moment for this e-mail', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer();
  const asked = Promise.withResolvers<OutgoingMail>();
  let times = 0;
  const handler: LetterHandler = {
    prepare: async (_app, letter) => {
      times += 1;
      asked.resolve(letter);
      return [file];
    },
  };
  const aboutId = newId();
  const id = await aLetterWithFile(tenantId, aboutId);
  assert.equal(times, 0);
  await withMailWorkers(g, server.smtp, () => becomes(id, 'sent'), { handlers: { invoice: handler } });
  const [received] = server.received;
  assert.deepEqual(
    received?.attachments.map(({ filename, mimeType, content }) => [
      filename,
      mimeType,
      Buffer.from(content as ArrayBuffer),
    ]),
    [['arve.pdf', 'application/pdf', file.content]],
  );
  assert.equal(times, 1);
  const letter = await asked.promise;
  assert.deepEqual(
    [letter.aboutId, letter.language, letter.name, letter.recipient],
    [aboutId, 'lv', 'Mari', 'mari@example.org'],
  );
});

test('an e-mail is never sent without its file: it waits without using an attempt while the file cannot be rendered, and is retried when rendering fails', async () => {
  const { tenantId } = await anOrganization(g);
  const server = await startMailServer();
  const answers: (() => Promise<(typeof file)[]>)[] = [
    () => Promise.reject(new Unavailable(7, 'All hands are full.')),
    () => Promise.reject(new Error('the page does not fit')),
    () => Promise.resolve([]),
    () => Promise.resolve([file]),
  ];
  const handler: LetterHandler = { prepare: () => (answers.shift() as () => Promise<(typeof file)[]>)() };
  const id = await aLetterWithFile(tenantId);
  const next = async (attempts: number, error: RegExp, wait: number) => {
    await waitUntil(async () => error.test((await rowOf(id)).error ?? ''));
    const row = await rowOf(id);
    assert.deepEqual([row.status, row.attempts], ['pending', attempts]);
    const seconds = (row.dueAt.getTime() - Date.now()) / 1000;
    assert.ok(seconds > wait * 0.5 && seconds < wait * 1.3, String(seconds));
    // No test waits for the next attempt.
    await g.owner`update mails set due_at = now() where id = ${id}`;
  };
  await withMailWorkers(
    g,
    server.smtp,
    async () => {
      await next(0, /All hands are full/, 7);
      await next(1, /could not be generated/, 60);
      await next(2, /cannot generate the attachment/, 300);
      await becomes(id, 'sent');
    },
    { handlers: { invoice: handler } },
  );
  assert.equal(server.received.length, 1);
  assert.equal(server.received[0]?.attachments.length, 1);
});
