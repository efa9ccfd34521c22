// Crash test of payments: the service, or its database, is killed with kill -9 at random moments of an import and a
// banklink callback. After each start nothing is incomplete, and in the end every line and event is there once and the
// accounts agree to the cent. HALDUR_FAULTS_SEED repeats a random sequence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../src/platform/db/pool.ts';
import { askOver } from './ask-over-http.ts';
import { createTestBank, iban, initiatePayment, paidMessage, sendCallback } from './banklink-fixture.ts';
import { seededRandom } from './faults/seeded-random.ts';
import { makeServiceProcess } from './faults/service-process.ts';
import { connectionIn } from './postgres-server.ts';
import { password, type TestService, type Thing } from './service-fixture.ts';
import { camt, findBrokenInvariants } from './statement-samples.ts';

const rounds = 5;
const apartments = 60;
const linesEach = 20;
const { dataDir, start, ended, killDatabase, admin } = makeServiceProcess({
  LOG_LEVEL: 'error',
  ALLOW_WEAK_BANKS: 'true', // Smaller keys are generated sooner.
});
const seed = Number(process.env.HALDUR_FAULTS_SEED ?? Math.trunc(Math.random() * 2 ** 31));
const throwDie = seededRandom(seed);

/** Reads the database directly. */
async function behind<T>(work: (g: Pick<TestService, 'owner'>) => Promise<T>): Promise<T> {
  const owner = connect(connectionIn(dataDir), { max: 1 });
  try {
    return await work({ owner });
  } finally {
    await owner.end();
  }
}

/** Apartments that owe 100.00 each, a bank, and a banklink payment started for each of the first invoices. */
async function setUpBuilding(g: Pick<TestService, 'ask'>) {
  const email = 'owner@example.org';
  admin('create-tenant', '--name', 'Crash', '--email', email, '--password', password);
  type Tokens = { accessToken: string };
  const login = await g.ask<Tokens>('POST', '/auth/login', { body: { email, password } });
  const confirmation = { as: login.data.accessToken, body: { password } };
  const owner = (await g.ask<Tokens>('POST', '//console/api/me/confirmation', confirmation)).data.accessToken;
  const charges = [{ code: 'care', name: 'Care', basis: 'fixed', unitPrice: 100 }];
  const billing = { charges, iban, beneficiary: 'KÜ Kase 12' };
  const building = await g.ask('POST', '/buildings', { as: owner, body: { name: 'A', address: 'B', billing } });
  const at = `/buildings/${building.data.id}/apartments`;
  const references: string[] = [];
  for (let number = 1; number <= apartments; number += 1) {
    const { data } = await g.ask('POST', at, { as: owner, body: { number: String(number) } });
    references.push(String(data.referenceNumber));
  }
  const period = { buildingId: building.data.id, periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  const made = await g.ask<{ invoices: readonly { invoiceId: string }[] }>('POST', '/invoices/generate-bulk', {
    as: owner,
    body: period,
  });
  const bank = await createTestBank(g, { owner });
  const invoices = made.data.invoices.map((invoice) => invoice.invoiceId);
  return { owner, bank, references, invoices };
}

test('whenever the service or its database is killed, an import and a banklink callback are complete or absent, and in the end done once', {
  timeout: 280_000,
}, async (t) => {
  t.diagnostic(`HALDUR_FAULTS_SEED=${seed}`);
  let { child, url } = await start();
  const { owner, bank, references, invoices } = await setUpBuilding(askOver(url));
  // All at once, as the time of this test belongs to the crashes.
  await behind(({ owner }) => owner`update invoices set status = 'sent'`);
  const orders: Awaited<ReturnType<typeof initiatePayment>>[] = [];
  for (const invoiceId of invoices.slice(0, rounds))
    orders.push(await initiatePayment(askOver(url), owner, { invoiceId, bank: bank.name }));
  // The first invoices are paid at the bank; every other one by lines of 5.10 and one of 3.10, spread over the file. No
  // line is exactly what another apartment still owes, or of an account that paid at the bank for another one, as the
  // reference may be mistyped then.
  const paid = references.slice(rounds);
  const file = camt(
    Array.from({ length: linesEach }, (_, nth) =>
      paid.map((reference, place) => ({
        amount: nth < linesEach - 1 ? '5.10' : '3.10',
        reference,
        id: `${nth}-${place}`,
        iban: null,
      })),
    ).flat(),
  );
  const bringIn = (g: Pick<TestService, 'ask'>, query = '') =>
    g.ask<Thing & { imported: number }>('POST', `/bank-statements/import${query}`, {
      as: owner,
      raw: file,
      headers: { 'content-type': 'application/xml' },
    });
  const message = (nth: number) => paidMessage(bank, orders[nth] as (typeof orders)[number]);
  const lines = paid.length * linesEach;
  const began = performance.now();
  assert.equal((await bringIn(askOver(url), '?dryRun=true')).status, 200);
  const usual = performance.now() - began;
  let whole = 0;
  for (let round = 0; round < rounds; round += 1) {
    const g = askOver(url);
    const going = [
      bringIn(g).catch(() => undefined),
      delay(throwDie() * usual).then(() =>
        sendCallback(g, orders[round] as (typeof orders)[number], message(round)).catch(() => undefined),
      ),
    ];
    await delay(throwDie() * 1.4 * usual);
    if (round % 3 === 2) killDatabase();
    else await ended(child, 'SIGKILL');
    const [imported] = await Promise.all(going);
    await ended(child, 'SIGKILL');
    ({ child, url } = await start());
    const found = await state();
    assert.ok(found.imported === 0 || found.imported === 1, `round ${round}`);
    if (imported?.status === 201) assert.equal(found.imported, 1, 'an acknowledged import is gone');
    whole = found.imported;
    assert.equal(found.entries, whole * lines, 'half a file is there');
    assert.equal(found.received, whole * lines + found.atBank, 'an event is missing, or there twice');
    assert.equal(found.paid, whole * paid.length + found.atBank, `round ${round}`);
    assert.deepEqual(await behind(findBrokenInvariants), [], `round ${round}`);
  }
  t.diagnostic(`the file was whole after ${whole === 1 ? 'some' : 'none'} of the kills`);
  const last = askOver(url);
  assert.equal((await bringIn(last)).status, whole === 1 ? 200 : 201);
  assert.deepEqual([(await bringIn(last)).status, (await bringIn(last)).data.imported], [200, 0]);
  for (const [nth, order] of orders.entries())
    for (let times = 0; times < 2; times += 1)
      assert.equal((await sendCallback(last, order, message(nth))).status, 303, `nth ${nth}, times ${times}`);
  assert.deepEqual(await state(), {
    imported: 1,
    entries: lines,
    received: lines + rounds,
    paid: apartments,
    atBank: rounds,
    open: 0,
  });
  assert.deepEqual(await behind(findBrokenInvariants), []);
  await ended(child, 'SIGTERM');
});

/** The current state. */
async function state() {
  const [row] = await behind(
    ({ owner }) => owner<
      { imported: number; entries: number; received: number; paid: number; atBank: number; open: number }[]
    >`
      select (select count(*) from statement_imports) as imported, (select count(*) from bank_entries) as entries,
             (select count(*) from events where type = 'payment.received') as received,
             (select count(*) from events where type = 'invoice.paid') as paid,
             (select count(*) from payments where source = 'banklink') as at_bank,
             (select sum(amount - amount_paid)::bigint from invoices) as open`,
  );
  assert.ok(row);
  return row;
}
