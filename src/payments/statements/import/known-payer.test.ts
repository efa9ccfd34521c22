// Tests of known payers: a payer recognised by bank account is not matched to another invoice than the one they name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReference } from '../../../properties/payment-reference.ts';
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

/** The decision for 200.00 from this payer with this text, and the invoices paid. */
function decide(text: string, ...invoices: readonly Candidate[]): [string, readonly string[]] {
  const entry = { account, currency: 'EUR', amount: 20_000, bookedOn: '2026-11-10', references: [], hold: null };
  const book = { invoices, apartments: [], payers: new Map([[payerIban, ['apartment']]]), noted: [] };
  const [decision] = decideCredits([{ ...entry, text, payerIban }], makeCandidateLedger(book));
  return [decision?.reason ?? '', decision?.kind === 'pay' ? decision.parts.map((part) => part.invoiceId) : []];
}

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
