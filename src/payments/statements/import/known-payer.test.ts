// Tests of known payers: a payer recognised by bank account is not matched to another invoice than the one they name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReference } from '../../../properties/payment-reference.ts';
import { swappedReferences } from '../extract-references.ts';
import { payerWordsOf } from '../payer-names.ts';
import { type Candidate, decideCredits, indexCandidates, type KnownPayer } from './decide-credits.ts';

const account = 'EE382200221020145685';
const payerIban = 'EE471000001020145685';

const open = (number: string, balance: number): Candidate => ({
  id: number,
  number,
  reference: makeReference(1),
  permanentReference: makeReference(1),
  apartmentId: 'apartment',
  buildingId: 'house',
  currency: 'EUR',
  dueDate: '2026-11-15',
  balance,
  iban: account,
});

type Payment = {
  readonly text: string;
  readonly payerName?: string | null;
  readonly payerIban?: string | null;
  readonly sharedPayer?: boolean;
};

/** The decision for 200.00 from this payer, whose account paid under some names before, and the invoices paid. */
function decideFor(
  { text, payerName = 'Mari Tamm', sharedPayer = false }: Payment,
  names: readonly string[],
  invoices: readonly Candidate[],
): [string, readonly string[]] {
  const entry = { account, currency: 'EUR', amount: 20_000, bookedOn: '2026-11-10', references: [], hold: null };
  const knownPayers = new Map([[payerIban, { apartmentIds: ['apartment'], names }]]);
  const ledger = indexCandidates({ invoices, apartments: [], named: [], knownPayers, manualPayments: [] });
  const [decision] = decideCredits([{ ...entry, text, payerName, payerIban, sharedPayer }], ledger);
  return [decision?.reason ?? '', decision?.kind === 'pay' ? decision.parts.map((part) => part.invoiceId) : []];
}

const decide = (text: string, ...invoices: readonly Candidate[]) => decideFor({ text }, ['Mari Tamm'], invoices);

const november = open('K12-2026-000017', 20_000);

test('without a reference, or with the end of its number, the payer’s invoice of this amount is paid', () => {
  assert.deepEqual(decide('kommunaalid', november), ['known_payer', ['K12-2026-000017']]);
  assert.deepEqual(decide('arve 2026-000017', november), ['known_payer', ['K12-2026-000017']]);
  assert.deepEqual(decide('2026-11 kommunaalid', november), ['known_payer', ['K12-2026-000017']]);
});

test('a named invoice that is already paid, or not the payer’s, needs review, though another one has this amount', () => {
  assert.deepEqual(decide('arve K12-2026-000016', november), ['nothing_found', []]);
  assert.deepEqual(decide('arved 2026-000016, 2026-000017', november), ['nothing_found', []]);
});

test('of two open invoices the named one is paid, and only with its amount', () => {
  const december = open('K12-2026-000018', 30_000);
  assert.deepEqual(decide('arve 2026-000017', november, december), ['known_payer', ['K12-2026-000017']]);
  assert.deepEqual(decide('arve 2026-000018', november, december), ['amount_differs', []]);
});

test('of two named invoices both are paid by their sum', () => {
  const [half, rest] = [open('K12-2026-000017', 12_000), open('K12-2026-000018', 8000)];
  const other = open('K12-2026-000019', 500);
  assert.deepEqual(decide('arved 2026-000017, 2026-000018', half, rest, other), [
    'known_payer_total',
    ['K12-2026-000017', 'K12-2026-000018'],
  ]);
});

test('a month is not an invoice number', () => {
  const tenth = { ...open('2026-000010', 20_000), apartmentId: 'another' };
  assert.deepEqual(decide('kommunaalid 2026-10', tenth), ['nothing_found', []]);
});

test('an account is evidence only for the one name that pays from it', () => {
  const reasonFor = (payerName: string | null, ...names: readonly string[]) =>
    decideFor({ text: 'korter', payerName }, names, [november])[0];
  for (const same of ['MARI TAMM', 'Tamm, Mari', 'Mari Tamm (Revolut Bank UAB)'])
    assert.equal(reasonFor(same, 'Mari Tamm'), 'known_payer', same);
  assert.equal(reasonFor('JUERGEN MAEGI', 'Jürgen Mägi'), 'known_payer');
  for (const other of ['Jaan Kask', 'M. Tamm', 'Mari Kask', 'Revolut Bank UAB', '', null])
    assert.equal(reasonFor(other, 'Mari Tamm'), 'payer_differs', String(other));
  assert.equal(reasonFor('Mari Tamm', 'Mari Tamm', 'Jaan Kask'), 'payer_differs', 'several names paid');
  assert.equal(reasonFor('Mari Tamm', 'Mari Tamm', ''), 'payer_differs', 'somebody without a name paid');
  assert.equal(reasonFor('Jaan Kask (Revolut Bank UAB)', 'Mari Tamm (Revolut Bank UAB)'), 'payer_differs');
  const shared = decideFor({ text: 'korter', sharedPayer: true }, ['Mari Tamm'], [november]);
  assert.deepEqual(shared, ['payer_differs', []], 'another name pays from it in the same file');
});

test('a reference that becomes another one when two digits change places needs review, if only that one has the amount', () => {
  const [quoted, meant] = ['2000516', '2000561'];
  assert.deepEqual(swappedReferences(quoted), ['2005016', meant]);
  assert.deepEqual(swappedReferences('1000012'), []);
  const owed = (reference: string, balance: number) => ({
    ...open(`${reference}-${balance}`, balance),
    reference,
    permanentReference: reference,
    apartmentId: reference,
  });
  const reasonFor = (...invoices: readonly Candidate[]) => {
    const apartments = [{ apartmentId: quoted, buildingId: 'house', permanentReference: quoted, iban: account }];
    const ledger = indexCandidates({ invoices, apartments, named: [], knownPayers: new Map(), manualPayments: [] });
    const entry = {
      account,
      currency: 'EUR',
      amount: 20_000,
      bookedOn: '2026-11-10',
      references: [quoted],
      hold: null,
    };
    const [decision] = decideCredits(
      [{ ...entry, text: '', payerName: null, payerIban: null, sharedPayer: false }],
      ledger,
    );
    return decision?.reason;
  };
  assert.equal(reasonFor(owed(meant, 20_000), owed(quoted, 19_000)), 'several_candidates');
  assert.equal(reasonFor(owed(meant, 20_000)), 'several_candidates', 'never credit either');
  assert.equal(reasonFor(owed(meant, 20_000), owed(quoted, 20_000)), 'reference');
  assert.equal(reasonFor(owed(meant, 19_000), owed(quoted, 18_000)), 'reference');
});

test('such a reference needs review too, whatever the amount, if the payer has paid for the other apartment alone', () => {
  const [quoted, meant] = ['2000516', '2000561'];
  const apartments = [quoted, meant].map((reference) => ({
    apartmentId: reference,
    buildingId: 'house',
    permanentReference: reference,
    iban: account,
  }));
  const owed = (reference: string) => {
    return { ...open(reference, 20_000), reference, permanentReference: reference, apartmentId: reference };
  };
  const reasonFor = (amount: number, paidFor: readonly string[], invoices = [owed(quoted)]) => {
    const knownPayers = new Map([[payerIban, { apartmentIds: paidFor, names: ['Mari Tamm'] }]]);
    const ledger = indexCandidates({ invoices, apartments, named: [], knownPayers, manualPayments: [] });
    const entry = { account, currency: 'EUR', amount, bookedOn: '2026-11-10', references: [quoted], hold: null };
    return decideCredits([{ ...entry, text: '', payerName: 'Mari Tamm', payerIban, sharedPayer: false }], ledger)[0]
      ?.reason;
  };
  assert.equal(reasonFor(7000, [meant]), 'several_candidates');
  assert.equal(reasonFor(7000, [quoted]), 'reference');
  assert.equal(reasonFor(7000, [quoted, meant]), 'reference');
  assert.equal(reasonFor(7000, []), 'reference', 'nobody knows the payer');
  assert.equal(reasonFor(20_000, [meant]), 'reference', 'exactly what is owed');
  const both = [owed(quoted), owed(meant)];
  assert.equal(reasonFor(20_000, [meant], both), 'several_candidates', 'both owe exactly this');
  assert.equal(reasonFor(20_000, [quoted], both), 'reference');
  assert.equal(reasonFor(20_000, [], both), 'reference', 'nobody knows the payer');
});

test('a reference of another apartment needs review, if the payer’s own owe exactly this and the quoted one does not', () => {
  const [quoted, own, third] = [makeReference(2), makeReference(3), makeReference(4)];
  const owed = (reference: string, balance: number, number = reference): Candidate => {
    return { ...open(number, balance), reference, permanentReference: reference, apartmentId: reference };
  };
  const decideWith = (
    invoices: readonly Candidate[],
    paidFor = [own],
    more: { readonly references?: readonly string[]; readonly text?: string } = {},
  ) => {
    const apartments = [quoted, own, third].map((reference) => ({
      apartmentId: reference,
      buildingId: 'house',
      permanentReference: reference,
      iban: account,
    }));
    const knownPayers = new Map([[payerIban, { apartmentIds: paidFor, names: ['Mari Tamm', 'Jaan Tamm'] }]]);
    const ledger = indexCandidates({ invoices, apartments, named: [], knownPayers, manualPayments: [] });
    const entry = { account, currency: 'EUR', amount: 20_000, bookedOn: '2026-11-10', hold: null, text: '' };
    const payer = { payerName: 'Mari Tamm', payerIban, sharedPayer: false };
    return decideCredits([{ ...entry, ...payer, references: [quoted], ...more }], ledger)[0];
  };
  const reasonFor = (...of: Parameters<typeof decideWith>) => decideWith(...of)?.reason;
  const exact = owed(own, 20_000);
  const doubt = decideWith([owed(quoted, 19_000), exact]);
  assert.deepEqual(
    [doubt?.kind, doubt?.reason, doubt?.evidence],
    ['wait', 'several_candidates', `reference ${quoted}, or exactly what payer ${payerIban} owes`],
  );
  assert.equal(reasonFor([exact]), 'several_candidates', 'never credit either');
  const halves = [owed(own, 12_000, 'one'), owed(own, 8000, 'two')];
  assert.equal(reasonFor([owed(quoted, 30_000), ...halves]), 'several_candidates', 'all that the own apartment owes');
  const inText = { references: [], text: `viide ${quoted}` };
  assert.equal(reasonFor([owed(quoted, 19_000), exact], [own], inText), 'several_candidates', 'in the text');
  assert.equal(reasonFor([owed(quoted, 19_000), exact], [own, third]), 'several_candidates', 'one of two own ones');
  assert.equal(reasonFor([owed(quoted, 20_000), exact]), 'reference', 'for a relative, with the relative’s amount');
  const both = [owed(quoted, 12_000, 'one'), owed(quoted, 8000, 'two'), exact];
  assert.equal(reasonFor(both), 'reference', 'for a relative, all that the relative owes');
  assert.equal(reasonFor([owed(quoted, 19_000), exact], [own, quoted]), 'reference', 'has paid for both');
  assert.equal(reasonFor([owed(quoted, 19_000), exact], []), 'reference', 'nobody knows the payer');
  assert.equal(reasonFor([owed(quoted, 19_000), owed(own, 19_999)]), 'reference', 'another amount');
  assert.equal(reasonFor([owed(quoted, 19_000), { ...exact, iban: 'EE1' }]), 'reference', 'on another account');
  assert.equal(reasonFor([exact], [own], { references: [makeReference(900)] }), 'nothing_found', 'of nobody here');
});

test('a payer’s own words are read without days, months and amounts; too few are nobody’s', () => {
  const words = 'mari tamm: korter 7 mari';
  for (const text of [
    'korter 7 Mari',
    'KORTER 7, mari 2026-11',
    'korter 7 Mari november 2026',
    '45,00 korter 7 mari 1.11.26',
  ])
    assert.equal(payerWordsOf('Tamm, Mari', [text], 4500), words, text);
  for (const month of ['detsembrikuu', 'lapkričio', 'за декабря', 'decembris', 'March'])
    assert.match(payerWordsOf('Mari Tamm', [`korter 7 ${month}`], 4500) ?? '', /^mari tamm: korter 7( за)?$/, month);
  assert.equal(payerWordsOf(null, [null, 'korter 7 Mari'], 4500), ': korter 7 mari');
  for (const text of ['korter 7', 'Mari 7', '7', '']) assert.equal(payerWordsOf(null, [text], 4500), undefined, text);
  for (const text of ['kommunaalid', '11.2026', '2026', '45.00', 'november']) {
    assert.equal(payerWordsOf('Mari Tamm', [text], 4500), undefined, text);
  }
  assert.equal(payerWordsOf('Mari Tamm', [`korter 7 ${'x'.repeat(200)}`], 4500), undefined, 'a program wrote it');
});

test('a number that may be an apartment’s stays among the words, however it looks', () => {
  const wordsOf = (text: string) => payerWordsOf('Mari Tamm', [text], 20_880);
  const different = [
    'Tamme 5 korter 2014',
    'Tamme 5 korter 2015',
    'ruum 10.15 Kase 3',
    'ruum 10.16 Kase 3',
    'Kase 3-2014',
  ];
  assert.equal(new Set(different.map(wordsOf)).size, different.length);
  assert.equal(wordsOf('Kase 3, ruum 10.15, 208,80'), wordsOf('Kase 3 ruum 10.15'));
  assert.equal(wordsOf('korter 2014'), undefined, 'a year or an apartment');
});

test('words that a person once matched decide only for one apartment, with exactly what it owes', () => {
  const words = 'mari tamm: korter 7 mari';
  const learnt = { apartmentIds: ['apartment'], names: ['Mari Tamm'] };
  const reasonFor = (
    text: string,
    of: Partial<Payment> = {},
    payers: Record<string, KnownPayer> = {},
    owed = november,
  ) => {
    const entry = { account, currency: 'EUR', amount: 20_000, bookedOn: '2026-11-10', references: [], hold: null };
    const known = new Map(Object.entries({ [words]: learnt, ...payers }));
    const others = { ...open('K12-2026-000099', 20_000), apartmentId: 'other' };
    const ledger = indexCandidates({
      invoices: [owed, others],
      apartments: [],
      named: [],
      knownPayers: known,
      manualPayments: [],
    });
    const credit = { ...entry, text, payerName: 'Mari Tamm', payerIban: null, sharedPayer: false, ...of };
    return decideCredits([credit], ledger)[0]?.reason;
  };
  assert.equal(reasonFor('Korter 7, Mari, november'), 'known_payer');
  assert.equal(reasonFor('korter 7 Mari', { payerIban }), 'known_payer', 'from an account that nobody knows');
  assert.equal(reasonFor('korter 8 Mari'), 'nothing_found');
  assert.equal(reasonFor('korter 7 Mari', { payerName: 'Jaan Kask' }), 'nothing_found', 'somebody else');
  assert.equal(reasonFor('korter 7 Mari', {}, {}, { ...november, balance: 19_999 }), 'amount_differs');
  assert.equal(reasonFor('korter 7 Mari', {}, {}, { ...november, currency: 'SEK' }), 'nothing_found');
  assert.equal(
    reasonFor('korter 7 Mari', {}, { [words]: { ...learnt, apartmentIds: ['apartment', 'other'] } }),
    'several_candidates',
  );
  const of = { payerIban };
  const account2 = (...names: readonly string[]) => ({ [payerIban]: { apartmentIds: ['other'], names } });
  assert.equal(
    reasonFor('korter 7 Mari', of, account2('Mari Tamm', 'Jaan Kask')),
    'several_candidates',
    'the account says another',
  );
  const shared = { [payerIban]: { apartmentIds: ['apartment'], names: ['Mari Tamm', 'Jaan Kask'] } };
  assert.equal(reasonFor('korter 7 Mari', of, shared), 'known_payer', 'the words tell who of several it is');
  assert.equal(reasonFor('korter 9 Mari', of, shared), 'payer_differs');
});
