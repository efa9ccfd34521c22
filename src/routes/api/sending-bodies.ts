// Bodies of invoice sending: which invoices to send, and the result for each.

import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { type SendOutcome, sendCodes, sendStatuses } from '../../invoicing/sending/send-invoices.ts';

const maxInvoices = 10_000;

export const SendRequestBody = Type.Object(
  {
    invoiceIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: maxInvoices,
        description: 'The invoices. Repeated ids count once.',
      }),
    ),
    buildingId: Type.Optional({ ...Id, description: 'Together with both ends of a period, instead of invoiceIds.' }),
    periodStart: Type.Optional({ ...Day, description: 'Invoices with all days between periodStart and periodEnd.' }),
    periodEnd: Type.Optional(Day),
  },
  {
    anyOf: [{ required: ['invoiceIds'] }, { required: ['buildingId', 'periodStart', 'periodEnd'] }],
    title: 'NewSending',
    'x-open-point': 'P-37',
    examples: [
      {
        buildingId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
        periodStart: '2026-10-01',
        periodEnd: '2026-10-31',
      },
    ],
  },
);

export const SendOutcomeBody = Type.Object(
  {
    invoiceId: Id,
    number: Type.String({ examples: ['K12-2026-000017'] }),
    status: OneOf(sendStatuses, {
      description:
        'queued: e-mails wait, new or from earlier. already_sent: it has reached a recipient. no_recipient, not_sendable: see code.',
    }),
    letters: Type.Integer({ description: 'The number of its waiting e-mails.', examples: [1] }),
    code: Type.Optional(
      OneOf(sendCodes, {
        description:
          'nobody_receives: nobody who receives invoices had the apartment on its days. no_address: the recipients have no e-mail address.',
      }),
    ),
    message: Type.Optional(Type.String({ description: 'Why there is no e-mail, and the remedy.' })),
  },
  { 'x-open-point': 'P-37' },
);

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
export const SendingBody = Type.Object(
  {
    queued: count('Invoices with waiting e-mails.', 58),
    alreadySent: count('Invoices that had already reached a recipient.', 0),
    noRecipient: count('Invoices that e-mail cannot reach.', 2),
    notSendable: count('Invoices that cannot be sent at all.', 0),
    total: count('All invoices of the request.', 60),
    invoices: Type.Array(SendOutcomeBody, { description: 'One for each invoice, in the order of their numbers.' }),
  },
  {
    title: 'Sending',
    'x-open-point': 'P-37',
    examples: [{ invoices: [{ status: 'queued', letters: 1 }] }],
  },
);

/** The result of sending as the API shows it. */
export function sendingBody(invoices: readonly SendOutcome[]) {
  const of = (status: SendOutcome['status']) => invoices.filter((invoice) => invoice.status === status).length;
  return {
    queued: of('queued'),
    alreadySent: of('already_sent'),
    noRecipient: of('no_recipient'),
    notSendable: of('not_sendable'),
    total: invoices.length,
    invoices,
  };
}
