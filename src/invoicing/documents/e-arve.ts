// The Estonian e-arve 1.2 (e-invoice_ver1.2.xsd of the Estonian Banking Association): a file of one or many invoices,
// with elements in schema order. Pure.
import type { Day } from '../../platform/values/dates.ts';
import { formatAmount } from '../../platform/values/money.ts';
import {
  buildEInvoiceLines,
  calculateEInvoiceTotals,
  describeQuantity,
  findCorrectedNumber,
} from './e-invoice-data.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { describedIn } from './pdf-words.ts';
import { element as el, xmlFile } from './xml.ts';

/**
 * Writes a file of documents without missing data (`findMissingData`). `fileId` identifies the file for the receiver;
 * `date` is its creation date.
 */
export function writeEArve(documents: readonly InvoiceDocument[], fileId: string, date: Day): string {
  const total = documents.reduce((sum, document) => sum + calculateEInvoiceTotals(document).gross, 0);
  const root = [
    el('Header', [el('Date', date), el('FileId', fileId.slice(0, 20)), el('Version', '1.2')]),
    ...documents.map(writeInvoice),
    el('Footer', [el('TotalNumberInvoices', documents.length), el('TotalAmount', formatAmount(total))]),
  ];
  const attributes = {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': 'e-invoice_ver1.2.xsd',
  };
  return xmlFile(el('E_Invoice', root, attributes));
}

function writeInvoice(document: InvoiceDocument): string {
  const { sender, invoice } = document;
  const content = [
    writeParties(document),
    writeInformation(document),
    writeSums(document),
    writeItems(document),
    writePayment(document),
  ];
  return el('Invoice', content, {
    invoiceId: invoice.id.replaceAll('-', ''),
    regNumber: '', // The receiver's: residents have none, but the schema requires the attribute.
    sellerRegnumber: sender.registrationNumber ?? '',
  });
}

function writeParties({ sender, payee, building, apartment, recipients, emails }: InvoiceDocument): string {
  const { name, registrationNumber, vatNumber, street, city, postalCode, country, email, phone } = sender;
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

function writeInformation(document: InvoiceDocument): string {
  const { invoice } = document;
  const source = findCorrectedNumber(document);
  // The schema allows at most 20 characters, and a truncated number would name another invoice.
  const corrected = source !== undefined && source.length <= 20 ? [el('SourceInvoice', source)] : undefined;
  return el('InvoiceInformation', [
    el('Type', corrected, { type: invoice.amount < 0 ? 'CRE' : 'DEB' }),
    el('DocumentName', `${document.test ? 'TEST ' : ''}${invoice.amount < 0 ? 'Kreeditarve' : 'Arve'}`),
    el('InvoiceNumber', invoice.number),
    el('PaymentReferenceNumber', invoice.reference),
    el('InvoiceDate', invoice.issueDate),
    el('DueDate', invoice.dueDate),
    el('Period', [el('StartDate', invoice.periodStart), el('EndDate', invoice.periodEnd)]),
  ]);
}

/** The amount to pay is never negative in this format: for a credit note it is 0. */
function writeSums(document: InvoiceDocument): string {
  const { invoice } = document;
  const { rates, net, vat, gross } = calculateEInvoiceTotals(document);
  return el('InvoiceSumGroup', [
    el('InvoiceSum', formatAmount(net)),
    ...rates.map(({ rate, net, vat }) =>
      el('VAT', [
        el('SumBeforeVAT', formatAmount(net)),
        el('VATRate', rate.toFixed(2)),
        el('VATSum', formatAmount(vat)),
      ]),
    ),
    el('TotalVATSum', formatAmount(vat)),
    el('TotalSum', formatAmount(gross)),
    el('TotalToPay', formatAmount(Math.max(0, invoice.balance))),
    el('Currency', invoice.currency),
  ]);
}

function writeItems(document: InvoiceDocument): string {
  const entries = buildEInvoiceLines(document).map((line) => {
    const { position, quantity, unit, price } = line;
    const { amount, vatRate, vatAmount } = position;
    const description = describedIn(document.language, position.description);
    const more = describeQuantity(line);
    return el('ItemEntry', [
      el('Description', more === undefined ? description : `${description} (${more})`),
      el('ItemDetailInfo', [
        el('ItemUnit', unit === 'apartment' ? 'tk' : unit),
        el('ItemAmount', quantity),
        el('ItemPrice', price),
      ]),
      el('ItemSum', formatAmount(amount)),
      el('VAT', [
        el('SumBeforeVAT', formatAmount(amount)),
        el('VATRate', vatRate.toFixed(2)),
        el('VATSum', formatAmount(vatAmount)),
      ]),
      el('ItemTotal', formatAmount(amount + vatAmount)),
    ]);
  });
  return el('InvoiceItem', [el('InvoiceItemGroup', entries)]);
}

/** The payment details as a bank shows them; the account may be empty but must be present. */
function writePayment({ invoice, payee, ...rest }: InvoiceDocument): string {
  const { currency, reference, number, dueDate, balance } = invoice;
  const account = el('PayToAccount', payee.iban) || '<PayToAccount/>';
  return el('PaymentInfo', [
    el('Currency', currency),
    el('PaymentRefId', reference),
    el('PaymentDescription', `Arve ${number}`),
    el('Payable', balance > 0 ? 'YES' : 'NO'),
    el('PayDueDate', dueDate),
    el('PaymentTotalSum', formatAmount(Math.max(0, balance))),
    el('PayerName', payerOf(rest)),
    el('PaymentId', number),
    account,
    el('PayToName', payee.name),
  ]);
}
