// Proves that a payer who is known is not thought to mean another invoice than the one that she names.
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
  standing: makeReference(1),
  apartmentId: 'apartment',
  buildingId: 'house',
  currency: 'EUR',
  dueDate: '2026-11-15',
  balance,
  iban: account,
});

/** What becomes of 200.00 from her, with this text. */
function decide(text: string, ...invoices: readonly Candidate[]): [string, readonly string[]] {
  const entry = { account, currency: 'EUR', amount: 20_000, bookedOn: '2026-11-10', references: [], hold: null };
  const book = { invoices, apartments: [], payers: new Map([[payerIban, ['apartment']]]), noted: [] };
  const [decision] = decideCredits([{ ...entry, text, payerIban }], makeCandidateLedger(book));
  return [decision?.reason ?? '', decision?.kind === 'pay' ? decision.parts.map((part) => part.invoiceId) : []];
}

const november = open('K12-2026-000017', 20_000);

test('without a word, or with the end of its number, her invoice of this amount is paid', () => {
  assert.deepEqual(decide('kommunaalid', november), ['known_payer', ['K12-2026-000017']]);
  assert.deepEqual(decide('arve 2026-000017', november), ['known_payer', ['K12-2026-000017']]);
  assert.deepEqual(decide('2026-11 kommunaalid', november), ['known_payer', ['K12-2026-000017']]);
});

test('an invoice that is paid already, or not hers, is a question, though another one has this amount', () => {
  assert.deepEqual(decide('arve K12-2026-000016', november), ['nothing_found', []]);
  assert.deepEqual(decide('arved 2026-000016, 2026-000017', november), ['nothing_found', []]);
});

test('of two open ones the one that is named counts, and only with its amount', () => {
  const december = open('K12-2026-000018', 30_000);
  assert.deepEqual(decide('arve 2026-000017', november, december), ['known_payer', ['K12-2026-000017']]);
  assert.deepEqual(decide('arve 2026-000018', november, december), ['amount_differs', []]);
});

test('a month is no invoice’s number', () => {
  const tenth = { ...open('2026-000010', 20_000), apartmentId: 'another' };
  assert.deepEqual(decide('kommunaalid 2026-10', tenth), ['nothing_found', []]);
});
