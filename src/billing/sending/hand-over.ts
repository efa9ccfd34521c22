// Handing over: what happens to an invoice as its letters leave. It is sent, once, in the transaction that records that a mail server took the first of them.
import { countByStatus, type MailStatus } from '../../mail/queries.ts';
import type { Care, Leaving } from '../../mail/send.ts';
import type { Attachment } from '../../mail/transport.ts';
import { NotFound } from '../../platform/errors.ts';
import { type House, inTenant, type Scope, serviceIn } from '../../platform/scope.ts';
import type { SendingState } from '../invoices.ts';
import { getInvoiceDocument } from '../pdf/document.ts';
import { pages } from '../pdf/pages.ts';
import { addressKey } from './letters.ts';
import * as queries from './queries.ts';
import { reached } from './send.ts';

/** Makes the file of an invoice in a letter's language, as the invoice is now. Throws NotFound (the invoice), Busy (later, please). */
export type MakeFile = (house: House, letter: Leaving, signal: AbortSignal) => Promise<Attachment>;

/** The PDF that goes with a letter. It shows the invoice as one that was sent, which it is as soon as the mail server has taken the letter. */
export const invoicePdf: MakeFile = async (house, { tenantId, aboutId, language }) => {
  const find = (scope: Scope) => getInvoiceDocument(scope, aboutId ?? '', language);
  const document = await inTenant(house, serviceIn(tenantId), find, 'read only');
  const { invoice } = document;
  const status = invoice.status === 'draft' ? 'sent' : invoice.status;
  const bytes = await pages.render({ ...document, invoice: { ...invoice, status } });
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { filename: `${invoice.number}.pdf`, contentType: 'application/pdf', content };
};

/** What billing does about its letters with an invoice: the file is made right before one leaves, and the invoice follows what became of it. */
export function invoiceCare(makeFile: MakeFile = invoicePdf): Care {
  return {
    async prepare(house, letter, signal) {
      const about = letter.aboutId ?? '';
      const find = (scope: Scope) => queries.findBalance(scope, about);
      const invoice = await inTenant(house, serviceIn(letter.tenantId), find, 'read only');
      if (invoice === undefined || invoice.status === 'cancelled') return 'withdrawn';
      try {
        return [await makeFile(house, letter, signal)];
      } catch (error) {
        if (error instanceof NotFound) return 'withdrawn'; // Its building was deleted this very moment.
        throw error;
      }
    },
    async finish(scope, letter, becomes, write) {
      const about = letter.aboutId ?? '';
      const [invoice] = await queries.lockSendable(scope, [about]);
      if (!(await write()) || invoice === undefined) return;
      if (becomes === 'sent')
        await reached(scope, invoice, { by: 'email', recipients: withRecipient(invoice.recipients, letter) });
      if (invoice.status !== 'cancelled')
        await queries.setSending(scope, [about], stateOf(await countByStatus(scope, 'invoice', about)));
    },
  };
}

function withRecipient(recipients: queries.SendableInvoice['recipients'], { name, recipient }: Leaving) {
  if (recipients.some(({ email }) => addressKey(email) === addressKey(recipient))) return recipients;
  return [...recipients, { name: name ?? recipient, email: recipient }];
}

/** How a mailing stands: while a letter waits it is queued; then what counts is how many were taken. Pure. */
export function stateOf(counts: ReadonlyMap<MailStatus, number>): SendingState {
  const of = (...states: MailStatus[]) => states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  if (of('pending') > 0) return 'queued';
  if (of('sent') === 0) return 'failed';
  return of('refused', 'failed', 'expired') === 0 ? 'sent' : 'partly_sent';
}
