// The Estonian e-arve 1.2 (e-invoice_ver1.2.xsd of the Estonian Banking Association): a file of one invoice or many, elements in the order of the schema. Pure.
import type { Day } from '../../platform/values/dates.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { correctedNumber, linesOf, money, textOf, totalsOf } from './e-invoice-data.ts';
import { element as el, xmlFile } from './xml.ts';

/** Writes a file of documents for which nothing is missing (`missingFor`). `fileId` names it to its receiver, `date` is the day it is made. */
export function eArveOf(documents: readonly InvoiceDocument[], fileId: string, date: Day): string {
  const total = documents.reduce((sum, one) => sum + totalsOf(one).gross, 0);
  const root = [
    el('Header', [el('Date', date), el('FileId', fileId.slice(0, 20)), el('Version', '1.2')]),
    ...documents.map(invoiceOf),
    el('Footer', [el('TotalNumberInvoices', documents.length), el('TotalAmount', money(total))]),
  ];
  const attributes = {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': 'e-invoice_ver1.2.xsd',
  };
  return xmlFile(el('E_Invoice', root, attributes));
}

function invoiceOf(document: InvoiceDocument): string {
  const { organization, invoice } = document;
  const content = [parties(document), information(document), sums(document), items(document), payment(document)];
  return el('Invoice', content, {
    invoiceId: invoice.id.replaceAll('-', ''),
    regNumber: '', // Of the receiver: people have none here, and the schema asks for the attribute.
    sellerRegnumber: organization.registrationNumber ?? '',
  });
}

function parties({ organization, payee, building, apartment, recipients, emails }: InvoiceDocument): string {
  const { name, registrationNumber, vatNumber, street, city, postalCode, country, email, phone } = organization;
  const legal = el('LegalAddress', [
    el('PostalAddress1', street),
    el('City', city),
    el('PostalCode', postalCode),
    el('Country', country),
  ]);
  const seller = el('SellerParty', [
    el('Name', name),
    el('RegNumber', registrationNumber),
    el('VATRegNumber', vatNumber),
    street === null || city === null
      ? ''
      : el('ContactData', [el('PhoneNumber', phone), el('E-mailAddress', email), legal]),
    payee.iban === null ? '' : el('AccountInfo', [el('AccountNumber', payee.iban), el('IBAN', payee.iban)]),
  ]);
  const mail = el('MailAddress', [
    el('PostalAddress1', `${building.address}, ${apartment.number}`),
    el('City', city ?? building.name),
  ]);
  const buyer = el('BuyerParty', [
    el('Name', payerOf({ recipients, building, apartment })),
    el('ContactData', [el('E-mailAddress', emails[0]), mail]),
  ]);
  return el('InvoiceParties', [seller, buyer]);
}

function payerOf({ recipients, building, apartment }: Pick<InvoiceDocument, 'recipients' | 'building' | 'apartment'>) {
  return (recipients.length > 0 ? recipients.join(', ') : `${building.name} ${apartment.number}`).slice(0, 100);
}

function information(document: InvoiceDocument): string {
  const { invoice } = document;
  const source = correctedNumber(document);
  // The schema takes at most 20 characters, and part of a number would name another invoice.
  const corrected = source !== undefined && source.length <= 20 ? [el('SourceInvoice', source)] : undefined;
  return el('InvoiceInformation', [
    el('Type', corrected, { type: invoice.amount < 0 ? 'CRE' : 'DEB' }),
    el('DocumentName', invoice.amount < 0 ? 'Kreeditarve' : 'Arve'),
    el('InvoiceNumber', invoice.number),
    el('PaymentReferenceNumber', invoice.reference),
    el('InvoiceDate', invoice.issueDate),
    el('DueDate', invoice.dueDate),
    el('Period', [el('StartDate', invoice.periodStart), el('EndDate', invoice.periodEnd)]),
  ]);
}

/** What is to be paid is never negative in this format: of a credit invoice it is 0. */
function sums(document: InvoiceDocument): string {
  const { invoice } = document;
  const { rates, net, vat, gross } = totalsOf(document);
  return el('InvoiceSumGroup', [
    el('InvoiceSum', money(net)),
    ...rates.map(({ rate, net, vat }) =>
      el('VAT', [el('SumBeforeVAT', money(net)), el('VATRate', rate.toFixed(2)), el('VATSum', money(vat))]),
    ),
    el('TotalVATSum', money(vat)),
    el('TotalSum', money(gross)),
    el('TotalToPay', money(Math.max(0, invoice.balance))),
    el('Currency', invoice.currency),
  ]);
}

function items(document: InvoiceDocument): string {
  const entries = linesOf(document).map((line) => {
    const { position, quantity, unit, price } = line;
    const { description, amount, vatRate, vatAmount } = position;
    const more = textOf(line);
    return el('ItemEntry', [
      el('Description', more === undefined ? description : `${description} (${more})`),
      el('ItemDetailInfo', [
        el('ItemUnit', unit === 'apartment' ? 'tk' : unit),
        el('ItemAmount', quantity),
        el('ItemPrice', price),
      ]),
      el('ItemSum', money(amount)),
      el('VAT', [el('SumBeforeVAT', money(amount)), el('VATRate', vatRate.toFixed(2)), el('VATSum', money(vatAmount))]),
      el('ItemTotal', money(amount + vatAmount)),
    ]);
  });
  return el('InvoiceItem', [el('InvoiceItemGroup', entries)]);
}

/** How a bank offers it for payment; the account may be empty but must be there. */
function payment({ invoice, payee, ...rest }: InvoiceDocument): string {
  const { currency, reference, number, dueDate, balance } = invoice;
  const account = el('PayToAccount', payee.iban) || '<PayToAccount/>';
  return el('PaymentInfo', [
    el('Currency', currency),
    el('PaymentRefId', reference),
    el('PaymentDescription', `Arve ${number}`),
    el('Payable', balance > 0 ? 'YES' : 'NO'),
    el('PayDueDate', dueDate),
    el('PaymentTotalSum', money(Math.max(0, balance))),
    el('PayerName', payerOf(rest)),
    el('PaymentId', number),
    account,
    el('PayToName', payee.name),
  ]);
}
