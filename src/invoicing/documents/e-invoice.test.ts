// Tests of e-invoices: the relevant business rules of EN 16931 and Peppol, the order of the schemas, and sums that add
// up, for any document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { heating, makeInvoiceDocument, makePosition } from '../../../test/document-fixture.ts';
import { all, parseXml, text, type XmlElement } from '../../../test/xml-tree.ts';
import { writeEArve } from './e-arve.ts';
import { findMissingData } from './e-invoice-data.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { writeUbl } from './ubl.ts';

const cents = (value: string | undefined) => {
  assert.match(value ?? '', /^-?\d+\.\d\d$/, 'an amount has two decimals (BR-DEC)');
  return Math.round(Number(value) * 100);
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The children of a node stand in the order of its schema, and none is unknown. */
function inOrder(node: XmlElement, order: readonly string[]): void {
  const places = node.children.map((child) => order.indexOf(child.name.replace(/^\w+:/, '')));
  assert.ok(!places.includes(-1), `${node.name} has ${node.children.map((child) => child.name).join(', ')}`);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    node.name,
  );
}

const ublOrders: Readonly<Record<string, string>> = {
  Invoice:
    'CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode BuyerReference InvoicePeriod BillingReference AccountingSupplierParty AccountingCustomerParty PaymentMeans TaxTotal LegalMonetaryTotal InvoiceLine',
  'cac:Party': 'EndpointID PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  'cac:PostalAddress': 'StreetName AdditionalStreetName CityName PostalZone Country',
  'cac:PaymentMeans': 'PaymentMeansCode PaymentID PayeeFinancialAccount',
  'cac:TaxSubtotal': 'TaxableAmount TaxAmount TaxCategory',
  'cac:TaxCategory': 'ID Percent TaxExemptionReason TaxScheme',
  'cac:LegalMonetaryTotal': 'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableAmount',
  'cac:InvoiceLine': 'ID InvoicedQuantity LineExtensionAmount Item Price',
  'cac:Item': 'Description Name SellersItemIdentification ClassifiedTaxCategory',
};

function walk(node: XmlElement, visit: (node: XmlElement) => void): void {
  visit(node);
  for (const child of node.children) walk(child, visit);
}

const party = (side: string) => `cac:Accounting${side}Party/cac:Party`;

/** The rules of EN 16931-1 that concern what these invoices have; their names are the standard's. */
function keepsRules(document: InvoiceDocument): void {
  const root = parseXml(writeUbl(document));
  walk(root, (node) => {
    const order = ublOrders[node.name];
    if (order !== undefined) inOrder(node, order.split(' '));
    assert.ok(node.text.trim() !== '' || node.children.length > 0, `${node.name} is empty (PEPPOL-EN16931-R008)`);
  });
  for (const path of [
    'cbc:CustomizationID',
    'cbc:ID',
    'cbc:IssueDate',
    'cbc:InvoiceTypeCode',
    'cbc:DocumentCurrencyCode',
  ])
    assert.ok(text(root, path), `${path} (BR-1 to BR-5)`);
  for (const side of ['Supplier', 'Customer']) {
    assert.ok(text(root, `${party(side)}/cac:PartyLegalEntity/cbc:RegistrationName`), 'BR-6, BR-7');
    assert.match(
      text(root, `${party(side)}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`) ?? '',
      /^[A-Z]{2}$/,
      side,
    );
  }
  assert.ok(text(root, `${party('Supplier')}/cac:PartyLegalEntity/cbc:CompanyID`), 'BR-CO-26');
  const totals = (name: string) => cents(text(root, `cac:LegalMonetaryTotal/cbc:${name}`));
  const lines = all(root, 'cac:InvoiceLine');
  assert.ok(lines.length > 0, 'BR-16');
  const nets = lines.map((line) => cents(text(line, 'cbc:LineExtensionAmount')));
  assert.equal(totals('LineExtensionAmount'), sum(nets), 'BR-CO-10');
  assert.equal(totals('TaxExclusiveAmount'), totals('LineExtensionAmount'), 'BR-CO-13');
  const vat = cents(text(root, 'cac:TaxTotal/cbc:TaxAmount'));
  assert.equal(totals('TaxInclusiveAmount'), totals('TaxExclusiveAmount') + vat, 'BR-CO-15');
  const prepaid = all(root, 'cac:LegalMonetaryTotal/cbc:PrepaidAmount').length > 0 ? totals('PrepaidAmount') : 0;
  assert.equal(totals('PayableAmount'), totals('TaxInclusiveAmount') - prepaid, 'BR-CO-16');
  assert.equal(totals('TaxInclusiveAmount'), document.invoice.amount);
  keepsVatRules(root);
  for (const line of lines) keepsLineRules(line);
}

/** Each category of VAT has a group with the sums of its lines. */
function keepsVatRules(root: XmlElement): void {
  const lines = all(root, 'cac:InvoiceLine');
  const vat = cents(text(root, 'cac:TaxTotal/cbc:TaxAmount'));
  const groups = all(root, 'cac:TaxTotal/cac:TaxSubtotal');
  assert.equal(vat, sum(groups.map((group) => cents(text(group, 'cbc:TaxAmount')))), 'BR-CO-14');
  const seen = new Set<string>();
  for (const group of groups) {
    const code = text(group, 'cac:TaxCategory/cbc:ID') ?? '';
    const rate = text(group, 'cac:TaxCategory/cbc:Percent');
    const key = `${code} ${rate}`;
    assert.ok(!seen.has(key), 'each category and rate once (BR-S-8)');
    seen.add(key);
    const own = lines.filter(
      (line) =>
        text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID') === code &&
        text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent') === rate,
    );
    assert.equal(
      cents(text(group, 'cbc:TaxableAmount')),
      sum(own.map((line) => cents(text(line, 'cbc:LineExtensionAmount')))),
      'BR-S-8, BR-E-8, BR-O-8',
    );
    const exempt = text(group, 'cac:TaxCategory/cbc:TaxExemptionReason');
    assert.equal(exempt !== undefined, code !== 'S', 'BR-S-10, BR-E-10, BR-O-10');
    if (code === 'O') assert.ok(rate === undefined && groups.length === 1, 'BR-O-5, BR-O-11');
  }
  const hasVatNumber = all(root, `${party('Supplier')}/cac:PartyTaxScheme`).length > 0;
  if (groups.some((group) => text(group, 'cac:TaxCategory/cbc:ID') === 'S')) assert.ok(hasVatNumber, 'BR-S-2');
}

function keepsLineRules(line: XmlElement): void {
  const quantity = Number(text(line, 'cbc:InvoicedQuantity'));
  const price = Number(text(line, 'cac:Price/cbc:PriceAmount'));
  assert.ok(price >= 0, 'BR-27');
  assert.ok(text(line, 'cac:Item/cbc:Name'), 'BR-25');
  assert.ok(all(line, 'cbc:InvoicedQuantity')[0]?.attributes.unitCode, 'BR-23');
  const net = Number(text(line, 'cbc:LineExtensionAmount'));
  assert.ok(Math.abs(quantity * price - net) <= 0.02, 'PEPPOL-EN16931-R120');
}

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => /[\p{L}\p{N}]/u.test(text));
const amount = fc.integer({ min: -1e8, max: 1e8 });
const position = fc
  .record({
    description: name,
    amount,
    quantity: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    unitPrice: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
    vatRate: fc.constantFrom(0, 9, 24),
    unit: fc.constantFrom('m2', 'm3', 'kWh', 'person', 'apartment'),
  })
  .map((item) => makePosition({ ...item, vatAmount: Math.round((item.amount * item.vatRate) / 100) }));
const anyDocument = fc
  .record({
    positions: fc.array(position, { minLength: 1, maxLength: 12 }),
    person: name,
    sender: name,
    iban: fc.constantFrom('EE382200221020145685', null),
    paid: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ positions, person, sender, iban, paid }) => {
    const base = makeInvoiceDocument({
      recipients: [person],
      payee: { name: sender, iban },
      invoice: { positions, amountPaid: paid },
    });
    return { ...base, sender: { ...base.sender, name: sender } };
  });

test('every invoice that can be an e-invoice meets the business rules and the order of the schema', () => {
  keepsRules(makeInvoiceDocument());
  fc.assert(fc.property(anyDocument, keepsRules), { numRuns: 200 });
});

test('a seller without VAT registration has category O and no rate', () => {
  const base = makeInvoiceDocument({ invoice: { positions: [heating] } });
  const document = { ...base, sender: { ...base.sender, vatNumber: null } };
  assert.equal(findMissingData(document), undefined);
  keepsRules(document);
  assert.match(writeUbl(document), /<cbc:ID>O<\/cbc:ID>/);
});

test('a correction names the invoice it corrects and the reason; an ordinary invoice names none', () => {
  const calculation = {
    method: 'credit',
    unit: 'apartment',
    raw: '-19.01',
    invoiceNumber: 'K-7',
    of: 19.01,
    creditedBefore: 0,
  } as const;
  const document = makeInvoiceDocument({
    invoice: {
      cause: 'credit',
      correctsInvoiceId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99',
      reason: 'The lift\nstood still.',
      amountPaid: -2357,
      positions: [makePosition({ quantity: -1, amount: -1901, vatAmount: -456, calculation })],
    },
  });
  keepsRules(document);
  const root = parseXml(writeUbl(document));
  const reference = 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID';
  assert.deepEqual([text(root, reference), text(root, 'cbc:Note')], ['K-7', 'The lift stood still.']);
  assert.equal(text(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount'), '0.00');
  const file = parseXml(writeEArve([document, makeInvoiceDocument()], 'x', '2026-11-05'));
  const sources = all(file, 'Invoice').map((xmlElement) => text(xmlElement, 'InvoiceInformation/Type/SourceInvoice'));
  assert.deepEqual(sources, ['K-7', undefined]);
  const ordinary = parseXml(writeUbl(makeInvoiceDocument()));
  assert.equal(all(ordinary, 'cac:BillingReference').length + all(ordinary, 'cbc:Note').length, 0);
});

test('an invalid e-invoice is not created, and the reason names what is missing', () => {
  const base = makeInvoiceDocument();
  const without = (change: Partial<InvoiceDocument['sender']>) => ({
    ...base,
    sender: { ...base.sender, ...change },
  });
  assert.match(findMissingData(without({ registrationNumber: null })) ?? '', /registration number/);
  assert.match(findMissingData(without({ vatNumber: null })) ?? '', /VAT number/);
  assert.match(findMissingData(makeInvoiceDocument({ invoice: { status: 'draft' } })) ?? '', /draft/);
  assert.match(findMissingData(makeInvoiceDocument({ invoice: { status: 'cancelled' } })) ?? '', /cancelled/);
  assert.match(findMissingData(makeInvoiceDocument({ invoice: { positions: [] } })) ?? '', /no positions/);
});

const eArveOrders: Readonly<Record<string, string>> = {
  E_Invoice: 'Header Invoice Footer',
  Invoice: 'InvoiceParties InvoiceInformation InvoiceSumGroup InvoiceItem PaymentInfo',
  SellerParty: 'Name RegNumber VATRegNumber ContactData AccountInfo',
  BuyerParty: 'Name ContactData',
  ContactData: 'PhoneNumber E-mailAddress LegalAddress MailAddress',
  InvoiceInformation: 'Type DocumentName InvoiceNumber PaymentReferenceNumber InvoiceDate DueDate Period',
  InvoiceSumGroup: 'InvoiceSum VAT TotalVATSum TotalSum TotalToPay Currency',
  VAT: 'SumBeforeVAT VATRate VATSum',
  ItemEntry: 'Description ItemDetailInfo ItemSum VAT ItemTotal',
  PaymentInfo:
    'Currency PaymentRefId PaymentDescription Payable PayDueDate PaymentTotalSum PayerName PaymentId PayToAccount PayToName',
};

test('an e-arve of any invoices is valid, and its sums add up', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 3 }), (documents) => {
      const root = parseXml(writeEArve(documents, '0123456789abcdef0123456789', '2026-11-05'));
      walk(root, (node) => {
        const order = eArveOrders[node.name];
        if (order !== undefined) inOrder(node, order.split(' '));
      });
      const required = [
        'InvoiceParties/SellerParty/Name',
        'InvoiceParties/SellerParty/RegNumber',
        'InvoiceParties/BuyerParty/Name',
        'InvoiceInformation/InvoiceNumber',
        'InvoiceSumGroup/TotalSum',
        'PaymentInfo/PaymentTotalSum',
        'PaymentInfo/PaymentId',
        'PaymentInfo/PayToName',
      ];
      for (const invoice of all(root, 'Invoice')) {
        for (const path of required) assert.ok(text(invoice, path), path);
        assert.equal(all(invoice, 'PaymentInfo/PayToAccount').length, 1);
        const group = (path: string) => cents(text(invoice, `InvoiceSumGroup/${path}`));
        const items = all(invoice, 'InvoiceItem/InvoiceItemGroup/ItemEntry');
        assert.equal(group('InvoiceSum'), sum(items.map((item) => cents(text(item, 'ItemSum')))));
        assert.equal(group('TotalSum'), sum(items.map((item) => cents(text(item, 'ItemTotal')))));
        assert.equal(group('TotalSum'), group('InvoiceSum') + group('TotalVATSum'));
        assert.equal(
          group('TotalVATSum'),
          sum(all(invoice, 'InvoiceSumGroup/VAT').map((vat) => cents(text(vat, 'VATSum')))),
        );
        assert.ok(group('TotalToPay') >= 0);
      }
      assert.equal(text(root, 'Footer/TotalNumberInvoices'), String(documents.length));
      assert.equal(cents(text(root, 'Footer/TotalAmount')), sum(documents.map((document) => document.invoice.amount)));
      assert.ok((text(root, 'Header/FileId')?.length ?? 99) <= 20);
    }),
    { numRuns: 100 },
  );
});

test('no name can end its element or add another, and characters that XML forbids are left out', () => {
  const evil = '</cbc:Name><x a="1">&amp;]]>\u0000\u0008\ud800';
  const document = makeInvoiceDocument({
    recipients: [evil],
    invoice: { positions: [makePosition({ description: evil })] },
  });
  const line = all(parseXml(writeUbl(document)), 'cac:InvoiceLine/cac:Item')[0];
  assert.equal(line && text(line, 'cbc:Name'), '</cbc:Name><x a="1">&amp;]]>  \ufffd');
  assert.equal(all(parseXml(writeEArve([document], 'x', '2026-11-05')), 'Invoice').length, 1);
});

test('the days of a settled position are written in the form of the invoice’s language', () => {
  const positions = [makePosition({ description: 'Vesi (2026-09-01 – 2026-09-30)' })];
  const document = { ...makeInvoiceDocument({ invoice: { positions } }), language: 'et' as const };
  const shown = 'Vesi (01.09.2026 – 30.09.2026)';
  const [item] = all(parseXml(writeUbl(document)), 'cac:InvoiceLine/cac:Item');
  assert.equal(item && text(item, 'cbc:Name'), shown);
  assert.match(writeEArve([document], 'x', '2026-11-05'), new RegExp(shown.replace(/[()]/g, '\\$&')));
});
