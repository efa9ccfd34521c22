// Chapter: the bank statement of the day: an exact reference, one in free text, one with a typing error, and an unknown
// payer.

import { type Chapter, type DemoInvoice, type DemoState, getFact } from '../demo-state.ts';
import { expectSame } from '../http-client.ts';
import { detail, highlight } from '../print.ts';

type ImportSummary = {
  readonly imported: number;
  readonly duplicates: number;
  readonly payments: readonly { readonly paymentId: string; readonly status: string; readonly reason: string }[];
};
type SuggestionBody = { readonly invoiceId: string; readonly reasons: readonly string[] };
type DemoStatementLine = {
  readonly amount: string;
  readonly payer: string;
  readonly text: string;
  readonly reference?: string;
};

export const statement: Chapter = {
  title: 'The bank statement arrives',
  async play(stage) {
    const { api } = stage;
    const as = getFact(stage, 'accessToken');
    const [sure, casual, typist] = findOpenInvoices(stage);
    const spaced = `${casual.reference.slice(0, 4)} ${casual.reference.slice(4)}`;
    const mistyped = `${typist.reference.slice(0, 5)}${typist.reference.slice(6)}`;
    const file = buildStatement(getFact(stage, 'shown').issueDate, [
      { amount: sure.amount.toFixed(2), payer: 'Mari Tamm', text: 'Arve', reference: sure.reference },
      { amount: casual.amount.toFixed(2), payer: 'Jaan Kask', text: `korteri arve, viide ${spaced}, aitäh!` },
      { amount: typist.amount.toFixed(2), payer: 'Rein Mets', text: `viitenumber ${mistyped}` },
      { amount: '14.00', payer: 'Peeter Saar', text: 'kinopiletid' },
    ]);
    const send = { as, body: { file: Buffer.from(file).toString('base64'), fileName: 'statement.xml' } };
    const path = '/bank-statements/import';
    const first = await api.ask<ImportSummary>('POST', path, { ...send, expect: 201, note: 'camt.053, four entries' });
    const reasons = first.data.payments.map((payment) => payment.reason);
    expectSame('why', 'reference, reference_in_text, nothing_found, nothing_found', reasons.join(', '));
    const again = await api.ask<ImportSummary>('POST', path, { ...send, expect: 200, note: 'the same file again' });
    expectSame('new entries of the same file', 0, again.data.imported);

    const waiting = first.data.payments[2]?.paymentId;
    const { data } = await api.ask<SuggestionBody[]>('GET', `/../console/api/payments/${waiting}/suggestions`, {
      as,
      expect: 200,
    });
    expectSame('the first suggestion', typist.id, data[0]?.invoiceId);
    detail(`for the mistyped one: ${data[0]?.reasons.join(' and ')}`, 'dim');
    stage.facts.paid = [...getFact(stage, 'paid'), sure, casual];
    stage.facts.received = [...getFact(stage, 'received'), sure, casual];
    highlight(
      'Two were certain and are paid. The mistyped reference and the unknown payer need review; one has a suggestion.',
    );
  },
};

/** Three unpaid invoices. */
function findOpenInvoices(stage: DemoState): [DemoInvoice, DemoInvoice, DemoInvoice] {
  const paid = new Set(getFact(stage, 'paid').map((demoInvoice) => demoInvoice.id));
  const [first, second, third] = getFact(stage, 'invoices').filter((demoInvoice) => !paid.has(demoInvoice.id));
  if (!first || !second || !third) throw new Error('The house has fewer than three open invoices.');
  return [first, second, third];
}

function buildStatement(day: string, lines: readonly DemoStatementLine[]): string {
  const entries = lines.map(
    ({ amount, payer, text, reference }, index) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
      `<AcctSvcrRef>${day}-${index}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd>` +
      `${reference ? `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ''}</RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const account = '<Acct><Id><IBAN>EE382200221020145685</IBAN></Id><Ccy>EUR</Ccy></Acct>';
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02';
  return `<?xml version="1.0"?><Document xmlns="${namespace}"><BkToCstmrStmt><Stmt><Id>1</Id>${account}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}
