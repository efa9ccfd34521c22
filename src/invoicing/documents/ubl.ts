// Writes UBL 2.1 as EN 16931 requires (Peppol BIS Billing 3.0): one invoice, elements in schema order. Pure. Business
// terms are cited as BT-n.

import type { Unit } from '../../platform/values/bases.ts';
import { formatAmount } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import {
  buildEInvoiceLines,
  calculateEInvoiceTotals,
  describeQuantity,
  type EInvoiceLine,
  findCorrectedNumber,
} from './e-invoice-data.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { describedIn } from './pdf-words.ts';
import { element, xmlFile } from './xml.ts';

const cbc = (name: string, content: string | undefined | null, attributes?: Record<string, string | undefined>) =>
  element(`cbc:${name}`, content, attributes);
const cac = (name: string, ...content: readonly string[]) => element(`cac:${name}`, content);

/** UN/ECE Recommendation 20; C62 is a piece. */
const unitCodes: Readonly<Record<Unit, string>> = {
  apartment: 'C62',
  share: 'C62',
  person: 'C62',
  m2: 'MTK',
  m3: 'MTQ',
  kWh: 'KWH',
  MWh: 'MWH',
};
/** ISO 6523: the schemes of the registers whose numbers address a seller in Peppol. */
const registrationSchemes: Readonly<Record<string, string>> = { EE: '0191', LV: '0218', LT: '0200', FI: '0212' };

/**
 * Writes the e-invoice of a document without missing data (`findMissingData`). Cancelled invoices and drafts have none.
 */
export function writeUbl(document: InvoiceDocument): string {
  const { invoice } = document;
  const { currency } = invoice;
  const root = [
    cbc('CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
    cbc('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    cbc('ID', invoice.number),
    cbc('IssueDate', invoice.issueDate),
    cbc('DueDate', invoice.dueDate),
    cbc('InvoiceTypeCode', '380'),
    cbc('Note', noteOf(document)), // BT-22
    cbc('DocumentCurrencyCode', currency),
    cbc('BuyerReference', document.apartment.number),
    cac('InvoicePeriod', cbc('StartDate', invoice.periodStart), cbc('EndDate', invoice.periodEnd)),
    writeCorrectedReference(document),
    writeSeller(document),
    writeBuyer(document),
    writePayment(document),
    writeTaxes(document),
    writeSums(document),
    ...buildEInvoiceLines(document).map((line, index) => writeLine(line, index + 1, document)),
  ];
  const attributes = {
    xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
    'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  };
  return xmlFile(element('Invoice', root, attributes));
}

function noteOf({ test, language, invoice }: InvoiceDocument): string | undefined {
  const notes = [
    test ? serviceWords[language].invoicePdf.testNote : '',
    invoice.reason?.replace(/\s+/g, ' ') ?? '',
  ].filter(Boolean);
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** BG-3: the invoice that this one corrects. Amounts are negative in a credit, so the type remains invoice (380). */
function writeCorrectedReference(document: InvoiceDocument): string {
  const number = findCorrectedNumber(document);
  return number === undefined ? '' : cac('BillingReference', cac('InvoiceDocumentReference', cbc('ID', number)));
}

/** BG-4. */
function writeSeller({ sender }: InvoiceDocument): string {
  const { name, registrationNumber, vatNumber, street, city, postalCode, country, email, phone } = sender;
  const scheme = registrationSchemes[country];
  const address =
    scheme === undefined
      ? cbc('EndpointID', email, { schemeID: 'EM' })
      : cbc('EndpointID', registrationNumber, { schemeID: scheme });
  return cac(
    'AccountingSupplierParty',
    cac(
      'Party',
      email === null && scheme === undefined ? '' : address,
      cac('PartyName', cbc('Name', name)),
      cac(
        'PostalAddress',
        cbc('StreetName', street),
        cbc('CityName', city),
        cbc('PostalZone', postalCode),
        cac('Country', cbc('IdentificationCode', country)),
      ),
      vatNumber === null ? '' : cac('PartyTaxScheme', cbc('CompanyID', vatNumber), cac('TaxScheme', cbc('ID', 'VAT'))),
      cac(
        'PartyLegalEntity',
        cbc('RegistrationName', name),
        cbc('CompanyID', registrationNumber, { schemeID: scheme }),
      ),
      email === null && phone === null
        ? ''
        : cac('Contact', cbc('Name', name), cbc('Telephone', phone), cbc('ElectronicMail', email)),
    ),
  );
}

/** BG-7: a person, addressed by the e-mail address that the invoice was sent to. */
function writeBuyer(document: InvoiceDocument): string {
  const { recipients, emails, apartment, building, sender } = document;
  const name = recipients.length > 0 ? recipients.join(', ') : `${building.name} ${apartment.number}`;
  const [email] = emails;
  return cac(
    'AccountingCustomerParty',
    cac(
      'Party',
      email === undefined ? '' : cbc('EndpointID', email, { schemeID: 'EM' }),
      cac(
        'PostalAddress',
        cbc('StreetName', building.address),
        cbc('AdditionalStreetName', apartment.number),
        cac('Country', cbc('IdentificationCode', sender.country)),
      ),
      cac('PartyLegalEntity', cbc('RegistrationName', name)),
    ),
  );
}

/** BG-16. 30 is a credit transfer; 1 means that no method is agreed. */
function writePayment({ payee, invoice }: InvoiceDocument): string {
  if (payee.iban === null)
    return cac('PaymentMeans', cbc('PaymentMeansCode', '1'), cbc('PaymentID', invoice.reference));
  return cac(
    'PaymentMeans',
    cbc('PaymentMeansCode', '30'),
    cbc('PaymentID', invoice.reference),
    cac('PayeeFinancialAccount', cbc('ID', payee.iban), cbc('Name', payee.name)),
  );
}

/** BG-23: the VAT of each rate, as the sum of the positions' VAT, each rounded on its own. */
function writeTaxes(document: InvoiceDocument): string {
  const { currency } = document.invoice;
  const { rates, vat } = calculateEInvoiceTotals(document);
  return cac(
    'TaxTotal',
    cbc('TaxAmount', formatAmount(vat), { currencyID: currency }),
    ...rates.map(({ rate, net, vat }) => {
      const { code, reason } = vatCategoryOf(rate, document);
      return cac(
        'TaxSubtotal',
        cbc('TaxableAmount', formatAmount(net), { currencyID: currency }),
        cbc('TaxAmount', formatAmount(vat), { currencyID: currency }),
        element('cac:TaxCategory', [
          cbc('ID', code),
          code === 'O' ? '' : cbc('Percent', String(rate)),
          cbc('TaxExemptionReason', reason),
          cac('TaxScheme', cbc('ID', 'VAT')),
        ]),
      );
    }),
  );
}

/** BT-118: S with a rate; without one exempt (E), or outside the scope of VAT (O) if the seller has no VAT number. */
function vatCategoryOf(rate: number, { sender }: InvoiceDocument): { code: 'S' | 'E' | 'O'; reason?: string } {
  if (rate !== 0) return { code: 'S' };
  return sender.vatNumber === null
    ? { code: 'O', reason: 'Not subject to VAT' }
    : { code: 'E', reason: 'Exempt from VAT' };
}

/** BG-22. */
function writeSums(document: InvoiceDocument): string {
  const { invoice } = document;
  const { net, gross } = calculateEInvoiceTotals(document);
  const amount = (name: string, cents: number) => cbc(name, formatAmount(cents), { currencyID: invoice.currency });
  return cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', net),
    amount('TaxExclusiveAmount', net),
    amount('TaxInclusiveAmount', gross),
    invoice.amountPaid === 0 ? '' : amount('PrepaidAmount', invoice.amountPaid),
    amount('PayableAmount', gross - invoice.amountPaid),
  );
}

/** BG-25. */
function writeLine(line: EInvoiceLine, id: number, document: InvoiceDocument): string {
  const { currency } = document.invoice;
  const { position, quantity, unit, price } = line;
  const { code } = vatCategoryOf(position.vatRate, document);
  return cac(
    'InvoiceLine',
    cbc('ID', String(id)),
    cbc('InvoicedQuantity', quantity, { unitCode: unitCodes[unit] }),
    cbc('LineExtensionAmount', formatAmount(position.amount), { currencyID: currency }),
    cac(
      'Item',
      cbc('Description', describeQuantity(line)),
      cbc('Name', describedIn(document.language, position.description)),
      cac('SellersItemIdentification', cbc('ID', position.code)),
      cac(
        'ClassifiedTaxCategory',
        cbc('ID', code),
        code === 'O' ? '' : cbc('Percent', String(position.vatRate)),
        cac('TaxScheme', cbc('ID', 'VAT')),
      ),
    ),
    cac('Price', cbc('PriceAmount', price, { currencyID: currency })),
  );
}
