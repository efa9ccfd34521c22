// Tests of opening balances: a file that does not go on where the known statements ended says so before it is imported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding } from '../../../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../../../test/service-fixture.ts';
import { account, camt, csv, importStatementFile } from '../../../../test/statement-samples.ts';
import type { StatementImport } from './report-import.ts';

const g = await startTestService();

async function setUp() {
  const { owner: as, tenantId } = await anOrganization(g);
  await createBilledBuilding(g, as, { iban: account });
  const into = (file: string, dryRun = false) => importStatementFile(g, tenantId, file, dryRun);
  return { as, into };
}

/** A statement of one entry. */
const statement = (day: string, amount: string, balances: { opening: string; closing: string }) =>
  camt([{ day, amount, id: `${day} ${amount}` }], balances);
const october = statement('2026-10-20', '55.89', { opening: '4300.00', closing: '4355.89' });
const november = statement('2026-11-05', '10.00', { opening: '4300.00', closing: '4310.00' });
const expectedOf = ({ statements, warnings }: StatementImport) => {
  const found = warnings.filter(({ code }) => code === 'opening_balance_differs');
  assert.equal(found.length, statements.filter(({ expected }) => expected !== null).length);
  return statements.map(({ expected }) => expected && [expected.day, expected.balance]);
};

test('an opening balance that differs is told in the preview, in the result and when the file comes again', async () => {
  const { into } = await setUp();
  assert.deepEqual(expectedOf(await into(october)), [null], 'nothing is known before the first file');
  const preview = await into(november, true);
  assert.deepEqual(expectedOf(preview), [['2026-10-20', 435_589]]);
  assert.equal(
    preview.warnings[0]?.message,
    `${account}, 2026-11-05 to 2026-11-05: It opens at 4300.00, but the statement up to 2026-10-20 leads to 4355.89. The difference is -55.89: is a statement missing?`,
  );
  assert.deepEqual(expectedOf(await into(november)), expectedOf(preview));
  assert.deepEqual(expectedOf(await into(november)), expectedOf(preview), 'the same file again');
});

test('a file of earlier days, of days already known, or of another account is not suspected', async () => {
  const { into } = await setUp();
  await into(november);
  assert.deepEqual(expectedOf(await into(october)), [null], 'only later days are known');
  const september = statement('2026-09-10', '100.00', { opening: '4200.00', closing: '4300.00' });
  assert.deepEqual(expectedOf(await into(september)), [null]);
  const between = statement('2026-10-25', '55.89', { opening: '4355.89', closing: '4411.78' });
  assert.deepEqual(expectedOf(await into(between)), [null], 'between two known ones');
  const other = camt([{ day: '2026-11-06', amount: '1.00' }], {
    ...{ account: 'EE717700771001234567', opening: '1.00', closing: '2.00' },
  });
  assert.deepEqual(expectedOf(await into(other)), [null]);
});

test('known entries since the last statement count, also those of a file without balances', async () => {
  const { into } = await setUp();
  await into(october);
  await into(csv([{ day: '2026-10-28', amount: '20.00', id: 'without balances' }], { account }));
  const goesOn = statement('2026-11-05', '10.00', { opening: '4375.89', closing: '4385.89' });
  assert.deepEqual(expectedOf(await into(goesOn, true)), [null]);
  assert.deepEqual(expectedOf(await into(november, true)), [['2026-10-20', 437_589]]);
});

test('statements within a file go on from each other, whatever their order; further pages of a day are no gap', async () => {
  const { into } = await setUp();
  await into(october);
  const [head, ...parts] = [
    statement('2026-11-02', '1.00', { opening: '4355.89', closing: '4356.89' }),
    statement('2026-11-02', '2.00', { opening: '4356.89', closing: '4358.89' }),
    statement('2026-11-03', '3.00', { opening: '4358.89', closing: '4361.89' }),
    statement('2026-11-04', '4.00', { opening: '4300.00', closing: '4304.00' }),
  ].map((file) => file.slice(file.indexOf('<Stmt>'), file.indexOf('</BkToCstmrStmt>')));
  const file = (...statements: readonly (string | undefined)[]) =>
    october.replace(/<Stmt>.*<\/Stmt>/s, statements.join('\n'));
  const expected = ['2026-11-03', 436_189];
  assert.deepEqual(expectedOf(await into(file(head, ...parts), true)), [null, null, null, expected]);
  assert.deepEqual(expectedOf(await into(file(...parts.toReversed(), head), true)), [expected, null, null, null]);
});
