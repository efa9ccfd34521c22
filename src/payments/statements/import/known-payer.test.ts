// Tests of known payers: a payer recognised by bank account is not matched to another invoice than the one they name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReference } from '../../../properties/payment-reference.ts';
import { swappedReferences } from '../extract-references.ts';
import { type Candidate, decideCredits, makeCandidateLedger } from './decide-credits.ts';

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

type Payment = { readonly text: string; readonly payerName?: string | null; readonly sharedPayer?: boolean };

/** The decision for 200.00 from this payer, whose account paid under some names before, and the invoices paid. */
function decideFor(
  { text, payerName = 'Mari Tamm', sharedPayer = false }: Payment,
  names: readonly string[],
  invoices: readonly Candidate[],
): [string, readonly string[]] {
  const entry = { account, currency: 'EUR', amount: 20_000, bookedOn: '2026-11-10', references: [], hold: null };
  const payers = new Map([[payerIban, { apartmentIds: ['apartment'], names }]]);
  const ledger = makeCandidateLedger({ invoices, apartments: [], payers, noted: [] });
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
    const apartments = [{ apartmentId: quoted, permanentReference: quoted, iban: account }];
    const ledger = makeCandidateLedger({ invoices, apartments, payers: new Map(), noted: [] });
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
