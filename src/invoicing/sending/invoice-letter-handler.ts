// Handles invoice e-mails as they leave. The invoice becomes sent, once, in the transaction that records that a mail
// server accepted the first of them.
import { countByStatus, type MailStatus } from '../../mail/mail-queries.ts';
import type { LetterHandler, OutgoingMail } from '../../mail/send-mail.ts';
import { type AppContext, serviceCaller } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { asSentDocument, type InvoiceDocument, loadInvoiceDocuments } from '../documents/invoice-document.ts';
import { type PdfRenderer, pdfRenderer } from '../documents/render-pdf.ts';
import type { SendingState } from '../model.ts';
import { addressKey } from './invoice-letters.ts';
import { recordReached } from './send-invoices.ts';
import * as queries from './sending-queries.ts';
import { fileForLetter } from './sent-files.ts';

/**
 * The handler for invoice e-mails: renders and stores the PDF right before the first e-mail leaves, and updates the
 * invoice with the result.
 */
export function makeInvoiceLetterHandler(render: PdfRenderer['render'] = pdfRenderer.render): LetterHandler {
  return {
    async prepare(app, letter) {
      const document = await loadLetterDocument(app, letter);
      if (document === undefined) return 'withdrawn';
      const { tenantId, language } = letter;
      const sent = { tenantId, invoiceId: document.invoice.id, language };
      const content = await fileForLetter(app, sent, () => render(document));
      return [{ filename: `${document.invoice.number}.pdf`, contentType: 'application/pdf', content }];
    },
    async finish(scope, letter, becomes, write) {
      const about = letter.aboutId ?? '';
      const [invoice] = await queries.lockSendableInvoices(scope, [about]);
      if (becomes === 'sent') await queries.recordFileSent(scope, about, letter.language);
      if (!(await write()) || invoice === undefined) return;
      if (becomes === 'sent')
        await recordReached(scope, invoice, { by: 'email', recipients: addRecipient(invoice.recipients, letter) });
      if (invoice.status !== 'cancelled')
        await queries.updateSendingState(scope, [about], sendingStateOf(await countByStatus(scope, 'invoice', about)));
    },
  };
}

/**
 * The document for an e-mail: the invoice as it is now, shown as sent, because it is sent once the mail server accepts
 * the e-mail. Undefined when it is cancelled or deleted.
 */
async function loadLetterDocument(
  app: AppContext,
  { tenantId, aboutId, language }: OutgoingMail,
): Promise<InvoiceDocument | undefined> {
  try {
    const [document] = await loadInvoiceDocuments(app, serviceCaller(tenantId), [aboutId ?? ''], language);
    return document === undefined || document.invoice.status === 'cancelled' ? undefined : asSentDocument(document);
  } catch (error) {
    if (error instanceof NotFound) return undefined; // Its building was deleted.
    throw error;
  }
}

function addRecipient(recipients: queries.SendableInvoice['recipients'], { name, recipient }: OutgoingMail) {
  if (recipients.some(({ email }) => addressKey(email) === addressKey(recipient))) return recipients;
  return [...recipients, { name: name ?? recipient, email: recipient }];
}

/** The state of a mailing: queued while an e-mail waits; then it depends on how many were accepted. Pure. */
function sendingStateOf(counts: ReadonlyMap<MailStatus, number>): SendingState {
  const of = (...states: MailStatus[]) => states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  if (of('pending') > 0) return 'queued';
  if (of('sent') === 0) return 'failed';
  return of('refused', 'failed', 'expired') === 0 ? 'sent' : 'partly_sent';
}
