// Tests of payers without a known account: their own words are learnt from what a person matched, and lines of an
// earlier version are recognised.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreeInvoices, november } from '../../../../test/billing-fixture.ts';
import { startTestService, tokenOf } from '../../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  type StatementLine,
} from '../../../../test/statement-samples.ts';

const g = await startTestService();

/** An organization that has billed October and November alike, and short ways to import lines, to match and to undo. */
async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { owner, tenantId, building, invoices } = organization;
  const as = await tokenOf(g, organization.email);
  const ofNovember = await createThreeInvoices(g, owner, building.id, november);
  const into = async (...lines: Partial<StatementLine>[]) => {
    const done = await importStatementFile(
      g,
      tenantId,
      camt(lines.map((line) => ({ iban: null, amount: '552.71', ...line }))),
    );
    return done.payments.map(({ paymentId, reason, invoiceIds }) => ({ paymentId, reason, invoiceIds }));
  };
  const match = (paymentId = '', invoiceId = '') =>
    g.ask('POST', `//console/api/payments/${paymentId}/match`, { as, body: { invoiceId } });
  const undo = (paymentId = '') => g.ask('POST', `//console/api/payments/${paymentId}/unmatch`, { as, body: {} });
  const suggest = async (paymentId = '') =>
    (
      await g.ask<{ invoiceId: string; reasons: string[] }[]>(
        'GET',
        `//console/api/payments/${paymentId}/suggestions`,
        { as },
      )
    ).data;
  return { ...organization, as, invoices, ofNovember, into, match, undo, suggest };
}

test('what a person matched once is known by the payer’s own words, until a person takes it back', async () => {
  const fixture = await setUpBuilding();
  const words = { text: 'korter 7 Mari, oktoober' };
  const [first] = await fixture.into({ ...words, id: 'A' });
  assert.equal(first?.reason, 'nothing_found');
  await fixture.match(first?.paymentId, fixture.invoices[0]);
  const [other, less, next] = await fixture.into(
    { text: 'korter 7 Mari, november', payer: 'Jaan Kask', id: 'B' },
    { text: 'korter 7 Mari, november', amount: '1.00', id: 'C' },
    { text: 'korter 7 Mari, november', iban: 'FI2112345600000785', id: 'D' },
  );
  assert.deepEqual([other?.reason, less?.reason], ['nothing_found', 'amount_differs']);
  assert.deepEqual([next?.reason, next?.invoiceIds], ['known_payer', [fixture.ofNovember[0]]]);
  assert.ok((await fixture.suggest(less?.paymentId)).every(({ reasons }) => !reasons.includes('known_payer')));
  await fixture.undo(next?.paymentId);
  await fixture.undo(first?.paymentId);
  assert.deepEqual((await fixture.into({ ...words, id: 'E' }))[0]?.reason, 'nothing_found');
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('words that two apartments share are nobody’s', async () => {
  const fixture = await setUpBuilding();
  const words = { text: 'korter 7 Mari' };
  const [first, second] = await fixture.into({ ...words, id: 'A' }, { ...words, amount: '5.00', id: 'B' });
  await fixture.match(first?.paymentId, fixture.invoices[0]);
  const suggested = await fixture.suggest(second?.paymentId);
  const known = suggested.filter(({ reasons }) => reasons.includes('known_payer'));
  assert.deepEqual(
    known.map(({ invoiceId }) => invoiceId),
    [fixture.ofNovember[0]],
  );
  await fixture.match(second?.paymentId, fixture.invoices[1]);
  assert.equal((await fixture.into({ ...words, id: 'C' }))[0]?.reason, 'several_candidates');
});

test('a line without an id that was stored before the person behind the institution was read is the same line', async () => {
  const fixture = await setUpBuilding();
  const line = { amount: '45.00', id: null, text: 'korter', payer: 'Revolut Bank UAB', iban: 'LT353250012345678901' };
  await fixture.into(line);
  const read = [
    { ...line, person: 'Mari Tamm' },
    { ...line, person: 'Jaan Kask' },
  ];
  assert.equal((await fixture.into(...read.slice(0, 1))).length, 0, 'the same file, read again');
  assert.equal((await fixture.into(...read)).length, 1, 'the file of the whole day has one more');
  assert.equal((await fixture.into(...read)).length, 0);
  assert.equal((await fixture.into(...read, ...read)).length, 2);
});

test('a line without an id that is written otherwise in the next file of its kind may be the same, unless it is there too', async () => {
  const fixture = await setUpBuilding();
  const before = { amount: '45.00', id: null, text: 'viide1000012korter 1' };
  const after = { ...before, text: 'viide 1000012, korter 1' };
  await fixture.into(before);
  assert.deepEqual(
    (await fixture.into(after)).map(({ reason }) => reason),
    ['possible_duplicate'],
  );
  const other = { ...before, text: 'korter 2', payer: 'Jaan Kask', iban: null };
  const reasonsOf = async (...lines: Partial<StatementLine>[]) =>
    (await fixture.into(...lines)).map(({ reason }) => reason);
  assert.deepEqual(await reasonsOf(before, after, other), ['nothing_found'], 'somebody else');
  assert.deepEqual(await reasonsOf({ ...other, day: '2026-11-11' }), ['nothing_found'], 'another day');
  assert.deepEqual(
    await reasonsOf(before, after, other, { ...other, text: 'korter 2 veel' }),
    ['nothing_found'],
    'a second payment',
  );
});

test('the institution alone in another file, and the person with it in this one, may be one payment', async () => {
  const fixture = await setUpBuilding();
  const csv = 'Date,Payer,Amount,Currency,Description\n2026-11-10,Revolut Bank UAB,45.00,EUR,\n';
  await importStatementFile(g, fixture.tenantId, csv);
  const line = { amount: '45.00', text: 'korter', payer: 'Revolut Bank UAB', person: 'Mari Tamm' };
  assert.equal((await fixture.into(line))[0]?.reason, 'possible_duplicate');
});

test('a line without an id that a version before stored without blanks, or without its payer, is the same line', async () => {
  const fixture = await setUpBuilding();
  const stored = { amount: '45.00', id: null, text: 'korteriühistule1korter 1', iban: null };
  const read = { ...stored, text: 'Korteriühistule 1 korter 1', iban: 'EE471000001020145685' };
  await fixture.into(stored);
  assert.equal((await fixture.into(read)).length, 0);
  assert.equal((await fixture.into(read, read)).length, 1, 'a second one');
  assert.equal((await fixture.into({ ...read, payer: 'Jaan Kask' })).length, 1, 'of somebody else');
  assert.equal((await fixture.into({ ...read, day: '2026-11-11' })).length, 1, 'of another day');
  assert.equal((await fixture.into({ ...read, text: 'korter' })).length, 1, 'with another text');
});
