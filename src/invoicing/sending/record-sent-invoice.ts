// Handing over: what happens to an invoice as its letters leave. It is sent, once, in the transaction that records that a mail server took the first of them.
import { countByStatus, type MailStatus } from '../../mail/mail-queries.ts';
import type { Care, Leaving } from '../../mail/send-mail.ts';
import { NotFound } from '../../platform/errors.ts';
import { type House, serviceIn } from '../../platform/db/scope.ts';
import type { SendingState } from '../invoices.ts';
import { asSent, gatherDocuments, type InvoiceDocument } from '../documents/invoice-document.ts';
import { type Pages, pages } from '../documents/render-pdf.ts';
import { addressKey } from './invoice-letters.ts';
import * as queries from './sending-queries.ts';
import { reached } from './send-invoices.ts';
import { fileForLetter } from './sent-files.ts';

/** What billing does about its letters with an invoice: the PDF is made right before the first one leaves, and kept, and the invoice follows what became of it. */
export function invoiceCare(render: Pages['render'] = pages.render): Care {
  return {
    async prepare(house, letter) {
      const document = await documentFor(house, letter);
      if (document === undefined) return 'withdrawn';
      const { tenantId, language } = letter;
      const sent = { tenantId, invoiceId: document.invoice.id, language };
      const content = await fileForLetter(house, sent, () => render(document));
      return [{ filename: `${document.invoice.number}.pdf`, contentType: 'application/pdf', content }];
    },
    async finish(scope, letter, becomes, write) {
      const about = letter.aboutId ?? '';
      const [invoice] = await queries.lockSendable(scope, [about]);
      if (becomes === 'sent') await queries.noteFileSent(scope, about, letter.language);
      if (!(await write()) || invoice === undefined) return;
      if (becomes === 'sent')
        await reached(scope, invoice, { by: 'email', recipients: withRecipient(invoice.recipients, letter) });
      if (invoice.status !== 'cancelled')
        await queries.setSending(scope, [about], stateOf(await countByStatus(scope, 'invoice', about)));
    },
  };
}

/**
 * The document for a letter: the invoice as it is now, but shown as one that was sent, which it is as soon as the mail server has taken the letter. Undefined
 * when it is cancelled or gone.
 */
async function documentFor(
  house: House,
  { tenantId, aboutId, language }: Leaving,
): Promise<InvoiceDocument | undefined> {
  try {
    const [document] = await gatherDocuments(house, serviceIn(tenantId), [aboutId ?? ''], language);
    return document === undefined || document.invoice.status === 'cancelled' ? undefined : asSent(document);
  } catch (error) {
    if (error instanceof NotFound) return undefined; // Its building was deleted.
    throw error;
  }
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
