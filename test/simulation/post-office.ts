// The mail server of a simulated life: managers send invoices by e-mail, and the server accepts them at once or after a
// temporary failure.
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { makeInvoiceLetterHandler } from '../../src/invoicing/sending/invoice-letter-handler.ts';
import { openTransport } from '../../src/mail/mail-transport.ts';
import { startSending } from '../../src/mail/send-mail.ts';
import { portOf } from '../receivers.ts';
import { failOnDifference, statusOf } from './compare.ts';
import { expectStatus, type Life, note, Violation, write } from './life.ts';
import { expectEvent, payersOf } from './model.ts';

export type PostOffice = {
  readonly port: number;
  /** The e-mails that were accepted, each as often as that happened. */
  readonly accepted: { readonly address: string; readonly id: string }[];
  /** Whether it fails for now. */
  fails: boolean;
  readonly close: () => void;
};

/** Starts a mail server on this machine. */
export async function openPostOffice(): Promise<PostOffice> {
  const accepted: PostOffice['accepted'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onMailFrom(_address, _session, done) {
      done(office.fails ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : undefined);
    },
    async onData(stream, session, done) {
      const letter = Buffer.concat(await stream.toArray()).toString();
      const id = /^Message-ID: (.*)$/im.exec(letter)?.[1]?.trim() ?? '';
      accepted.push(...session.envelope.rcptTo.map(({ address }) => ({ address, id })));
      done();
    },
  });
  server.on('error', () => {}); // The service may hang up at any time.
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const office: PostOffice = { port: portOf(server.server), accepted, fails: false, close: () => server.close() };
  return office;
}

/** Sends a draft by e-mail: everybody who owned the apartment on its days gets one e-mail, and the invoice is sent. */
export async function sendByMail(life: Life): Promise<void> {
  const { model, dice, outside } = life;
  const drafts = model.invoices.filter((invoice) => statusOf(life, invoice) === 'draft').slice(-6);
  if (drafts.length === 0) return;
  const invoice = dice.pick(drafts);
  const { postOffice } = outside;
  postOffice.accepted.splice(0);
  // Not looked for: letters about sign-ins and bank accounts, and what earlier lives have left.
  await life.g.owner`
    delete from mails where tenant_id <> ${life.tenantId} or kind in ('new-device', 'security-change')`;
  const answer = await write(life, 'POST', '/invoices/send-bulk', { invoiceIds: [invoice.id] }, true);
  note(life, `send ${invoice.number} by e-mail: ${answer.status}`);
  expectStatus(answer, 202, 'send an invoice');
  if (dice.chance(30)) {
    postOffice.fails = true;
    await sendWaiting(life, invoice.id, 'attempted');
    postOffice.fails = false;
    life.g.clock.now = new Date(life.g.clock.now.getTime() + 120_000);
  }
  await sendWaiting(life, invoice.id, 'sent');
  note(life, postOffice.accepted.map(({ address, id }) => `  ${address} got ${id}`).join(', '));
  failOnDifference(
    'e-mails',
    payersOf(invoice).map(({ email }) => email),
    postOffice.accepted.map(({ address }) => address),
  );
  invoice.isSent = true;
  expectEvent(model, 'invoice.sent', () => `${invoice.id} ${invoice.amount}`);
}

/** Runs a worker until each waiting e-mail about an invoice was attempted, or sent. */
async function sendWaiting(
  { g, tenantId, outside }: Life,
  invoiceId: string,
  until: 'attempted' | 'sent',
): Promise<void> {
  const count = async () => {
    const [row] = await g.owner<{ count: number }[]>`
      select count(*)::integer as count from mails
       where tenant_id = ${tenantId} and about_id = ${invoiceId} and status = 'pending' and (lease_until is not null or ${until === 'sent'} or attempts = 0)`;
    return row?.count ?? 0;
  };
  const smtp = {
    host: '127.0.0.1',
    port: outside.postOffice.port,
    secure: false,
    user: undefined,
    password: undefined,
  };
  const { config } = g.app;
  const transport = openTransport({ ...config, mail: { ...config.mail, smtp } });
  const sender = await startSending(g.app, { invoice: makeInvoiceLetterHandler() }, transport);
  try {
    const end = Date.now() + 300_000;
    while ((await count()) > 0) {
      if (Date.now() > end) throw new Violation('e-mails', `${await count()} e-mails are still waiting`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    await sender.stop();
  }
}
