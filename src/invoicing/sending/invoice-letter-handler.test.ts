// Tests of sending with real mail servers: an invoice is sent once, whatever happens to its e-mails, and shows their
// result.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  type InvoiceAnswer,
} from '../../../test/billing-fixture.ts';
import { type MailServer, startMailServer, withMailWorkers } from '../../../test/mail-servers.ts';
import {
  anOrganization,
  aRecipient,
  startTestService,
  useRealClock,
  waitUntil,
} from '../../../test/service-fixture.ts';
import type { LetterHandlers } from '../../mail/send-mail.ts';
import { pdfRenderer } from '../documents/render-pdf.ts';
import { makeInvoiceLetterHandler } from './invoice-letter-handler.ts';

const g = await startTestService();
useRealClock(g);
const { tenantId, integrator: as } = await anOrganization(g);
after(() => pdfRenderer.stop());

const makeFile = async () => Buffer.from('%PDF-1.7 …');
type SendingAnswer = InvoiceAnswer & {
  sending: string | null;
  sentAt: string | null;
  sentBy: string | null;
  recipients: { email: string }[];
};
type Mail = {
  recipient: string;
  status: string;
  attempts: number;
  reason: string | null;
  kind: string;
  lastAttemptAt: string | null;
};

const shown = async (id: string) => (await g.ask<SendingAnswer>('GET', `/invoices/${id}`, { as })).data;
const mailsOf = async (id: string) => (await g.ask<Mail[]>('GET', `//console/api/invoices/${id}/mails`, { as })).data;
const sentEvents = async (id: string) =>
  (await eventsOf(g, tenantId, 'invoice.sent')).filter((event) => event.invoiceId === id);
const send = (id: string) =>
  g.ask<{ invoices: { status: string; letters: number }[] }>('POST', '/invoices/send-bulk', {
    as,
    body: { invoiceIds: [id] },
  });

/** An invoice of an apartment with so many residents; answers with their addresses. */
async function createInvoice(residents: readonly Record<string, unknown>[] = [{}], billing = {}) {
  const { building, apartments } = await createBilledBuilding(g, as, billing);
  const people: Awaited<ReturnType<typeof aRecipient>>[] = [];
  for (const resident of residents) people.push(await aRecipient(g, as, apartments[0].id, resident));
  const [addresses, residentIds] = [people.map(({ email }) => email), people.map((person) => person.id)];
  const [id] = await createThreeInvoices(g, as, building.id);
  return { id, addresses, residentIds, building };
}

/** Runs workers on a mail server until the work is done. */
const sending = (
  { smtp }: Pick<MailServer, 'smtp'>,
  work: () => Promise<void>,
  handlers: LetterHandlers = { invoice: makeInvoiceLetterHandler(makeFile) },
  workers = 1,
) => withMailWorkers(g, smtp, work, { handlers, workers });

const becomes = (id: string, state: string) => waitUntil(async () => (await shown(id)).sending === state);

/** A mail server that refuses some for good. */
const refusing = (gone: ReadonlySet<string>, responseCode = 550) =>
  startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(gone.has(address) ? Object.assign(new Error('No such user here'), { responseCode }) : undefined),
  });

test('an invoice is sent when the mail server accepts the first e-mail; the event is raised once, however many e-mails and workers there are', async () => {
  const { id, addresses } = await createInvoice([{}, {}, {}, {}]);
  const held = Promise.withResolvers<void>();
  const server = await startMailServer({ hold: (to) => (to === addresses[0] ? undefined : held.promise) });
  await send(id);
  await sending(
    server,
    async () => {
      await waitUntil(async () => (await shown(id)).status === 'sent');
      const first = await shown(id);
      assert.deepEqual(
        [first.sending, first.sentBy, first.recipients.map((recipient) => recipient.email)],
        ['queued', 'email', [addresses[0]]],
      );
      assert.ok(first.sentAt);
      held.resolve();
      await becomes(id, 'sent');
    },
    undefined,
    2,
  );
  const last = await shown(id);
  assert.deepEqual(last.recipients.map((recipient) => recipient.email).sort(), addresses.sort());
  assert.deepEqual(await sentEvents(id), [{ invoiceId: id, amount: 552.71 }]);
  assert.equal(server.received.length, 4);
  assert.ok(server.received.every((receivedMail) => receivedMail.attachments.length === 1));
  assert.equal((await send(id)).data.invoices[0]?.status, 'already_sent');
  assert.deepEqual(
    (await mailsOf(id)).map((mail) => mail.status),
    Array(4).fill('sent'),
  );
});

test('a recipient whom the mail server rejects is shown on the invoice with the server’s reason; the e-mail to another still makes it sent', async () => {
  const { id, addresses } = await createInvoice([{}, {}]);
  const server = await refusing(new Set([addresses[1] ?? '']));
  await send(id);
  await sending(server, () => becomes(id, 'partly_sent'));
  const invoice = await shown(id);
  assert.deepEqual([invoice.status, invoice.recipients.map((recipient) => recipient.email)], ['sent', [addresses[0]]]);
  const refused = (await mailsOf(id)).find((mail) => mail.status === 'refused');
  assert.deepEqual(
    [refused?.recipient, refused?.attempts, refused?.reason],
    [addresses[1], 1, '550 No such user here'],
  );
  assert.ok(refused?.lastAttemptAt);
});

test('when every e-mail is rejected the invoice stays a draft that says so; with the address corrected it is sent, only to that recipient', async () => {
  const { id, addresses, residentIds } = await createInvoice([{}, {}]);
  const server = await refusing(new Set(addresses));
  await send(id);
  await sending(server, () => becomes(id, 'failed'));
  assert.equal((await shown(id)).status, 'draft');
  assert.deepEqual(await sentEvents(id), []);
  const body = { email: 'right@example.org' };
  await g.ask('PATCH', `//console/api/residents/${residentIds[0]}`, { as, body });
  assert.deepEqual(
    (await send(id)).data.invoices.map((invoice) => [invoice.status, invoice.letters]),
    [['queued', 2]],
  );
  assert.equal((await shown(id)).sending, 'queued');
  await sending(server, () => becomes(id, 'partly_sent'));
  assert.deepEqual(
    server.received.map((receivedMail) => receivedMail.envelope.to.join()),
    [body.email],
  );
  assert.equal((await shown(id)).status, 'sent');
  const second = { email: 'right-too@example.org' };
  await g.ask('PATCH', `//console/api/residents/${residentIds[1]}`, { as, body: second });
  assert.equal((await send(id)).data.invoices[0]?.status, 'already_sent', 'a repeat writes to nobody');
  const again = await g.ask<{ status: string; letters: number }>('POST', `//console/api/invoices/${id}/mails`, {
    as,
    body: { to: 'missing' },
  });
  assert.deepEqual([again.status, again.data.status, again.data.letters], [202, 'queued', 1]);
  await sending(server, async () => {
    await waitUntil(() => server.received.length === 2);
    await waitUntil(async () => (await shown(id)).sending !== 'queued');
  });
  assert.equal(server.received[1]?.envelope.to.join(), second.email);
  assert.equal((await sentEvents(id)).length, 1);
});

test('e-mails that failed after all their attempts are shown as failed', async () => {
  const { id } = await createInvoice();
  const server = await startMailServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('try later'), { responseCode: 451 })),
  });
  await send(id);
  // Eight attempts take hours.
  await g.owner`update mails set attempts = 8 where about_id = ${id}`;
  await sending(server, () => becomes(id, 'failed'));
  const [mail] = await mailsOf(id);
  assert.deepEqual([mail?.status, mail?.attempts, mail?.reason], ['failed', 9, '451 try later']);
});

test('an invoice cancelled while its e-mail is prepared is not sent; cancelled while the server accepts it, it stays cancelled', async () => {
  const [before, during] = [await createInvoice(), await createInvoice()];
  const cancel = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
  await send(before.id);
  const handler = makeInvoiceLetterHandler(makeFile);
  const server = await startMailServer({ hold: () => cancel(during.id).then(() => {}) });
  const finished = async (id: string) => (await mailsOf(id))[0]?.status !== 'pending';
  const late: LetterHandlers = {
    invoice: {
      ...handler,
      prepare: async (...asked) => {
        await cancel(before.id);
        return handler.prepare?.(...asked) ?? [];
      },
    },
  };
  await sending(server, () => waitUntil(() => finished(before.id)), late);
  assert.deepEqual([(await mailsOf(before.id))[0]?.status, server.received.length], ['expired', 0]);
  await send(during.id);
  await sending(server, () => waitUntil(() => finished(during.id)));
  const state = await shown(during.id);
  assert.deepEqual([state.status, state.sending, state.sentAt], ['cancelled', null, null]);
  assert.equal((await mailsOf(during.id))[0]?.status, 'sent');
  assert.deepEqual(await sentEvents(during.id), []);
});

test('a paid invoice that is delivered stays paid, is reported as sent, and becomes sent if the payment is reversed', async () => {
  const { id } = await createInvoice();
  const server = await startMailServer();
  await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  await send(id);
  await sending(server, () => becomes(id, 'sent'));
  assert.equal((await shown(id)).status, 'paid');
  assert.equal((await sentEvents(id)).length, 1);
  const paid = await g.owner`select status_when_unpaid from invoices where id = ${id}`;
  assert.equal(paid[0]?.statusWhenUnpaid, 'sent');
});

test('an invoice marked as delivered on paper is sent, once; its e-mails are withdrawn, and it is no longer sent by e-mail', async () => {
  const { id } = await createInvoice();
  await send(id);
  const note = (by: string) =>
    g.ask<SendingAnswer>('POST', `//console/api/invoices/${id}/delivered`, { as, body: { by } });
  const first = await note('paper');
  assert.deepEqual(
    [first.status, first.data.status, first.data.sentBy, first.data.sending],
    [200, 'sent', 'paper', null],
  );
  assert.equal((await note('e_invoice')).data.sentBy, 'paper');
  assert.deepEqual(await sentEvents(id), [], 'the event is for e-mails');
  assert.deepEqual(
    (await mailsOf(id)).map((mail) => mail.status),
    ['expired'],
  );
  assert.equal((await send(id)).data.invoices[0]?.status, 'already_sent');
  assert.equal((await note('email')).status, 422);
  const otherInvoice = await createInvoice();
  await g.ask('PATCH', `/invoices/${otherInvoice.id}`, { as, body: { status: 'cancelled' } });
  const refused = await g.ask('POST', `//console/api/invoices/${otherInvoice.id}/delivered`, {
    as,
    body: { by: 'paper' },
  });
  assert.deepEqual([refused.status, refused.code], [409, 'invalid_status_transition']);
});

test('the e-mail has the PDF of the sent invoice in each reader’s language, with the same bytes at each attempt', async () => {
  const { id } = await createInvoice([{ language: 'et' }, { language: 'ru' }], { iban: 'EE382200221020145685' });
  const server = await startMailServer();
  await send(id);
  await sending(server, () => becomes(id, 'sent'), { invoice: makeInvoiceLetterHandler() });
  const number = (await shown(id)).number;
  const bytes = server.received.map((receivedMail) => {
    const [pdf] = receivedMail.attachments;
    assert.deepEqual([pdf?.filename, pdf?.mimeType], [`${number}.pdf`, 'application/pdf']);
    return Buffer.from(pdf?.content as ArrayBuffer);
  });
  assert.notDeepEqual(bytes[0], bytes[1], 'two languages');
  const firstLanguage = server.received[0]?.subject?.startsWith('Arve') ? 'et' : 'ru';
  for (const [index, language] of [firstLanguage, firstLanguage === 'et' ? 'ru' : 'et'].entries()) {
    const answer = await g.server.inject({
      url: `${g.app.config.basePath}/invoices/${id}/pdf?language=${language}`,
      headers: { authorization: `Bearer ${as}` },
    });
    assert.deepEqual(bytes[index], answer.rawPayload, 'as the sent invoice is shown from now on');
  }
});
