// Browser test of a statement from an unknown bank: its columns are mapped once, its currency is asked for, and
// unmatched payments are dismissed and restored; and of a payment that the bank took back.
import assert from 'node:assert/strict';
import { createBilledBuilding, generate, markSent } from '../billing-fixture.ts';
import { anOrganization, type Thing } from '../service-fixture.ts';
import { account, anOrganizationWithDebts, camt, importStatementFile } from '../statement-samples.ts';
import { becomes, checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

visiting('columns that nobody knows are mapped once, and the next file is read by itself', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase' });
  const run = await generate(g, as, building.id);
  for (const { invoiceId = '' } of run.data.invoices) await markSent(g, invoiceId);
  const [invoice] = (await g.ask<Thing>('GET', '/invoices?sort=amount', { as })).items;
  const today = new Date().toISOString().slice(0, 10);
  const table = (...rows: string[]) => ({
    name: 'pank-x.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Pank X', '', 'Aeg;Kes;Kui palju;Miks;Märk', ...rows, ''].join('\n')),
  });
  const paid = `${today};Mari Maasikas;${Number(invoice?.amount).toFixed(2)};üür;${invoice?.reference}`;

  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/payments?tab=import');
  await page.locator('input[type=file]').setInputFiles(table(paid));
  await page.getByRole('button', { name: 'Map columns' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field: Aeg' }).waitFor();
  await settled(owner);
  await checkScreen(owner);
  const meanings = { Aeg: 'Date', Kes: 'Payer', 'Kui palju': 'Amount', Miks: 'Description' };
  for (const [column, meaning] of Object.entries(meanings))
    await dialog.getByRole('combobox', { name: `Field: ${column}` }).selectOption(meaning);
  await dialog.getByRole('combobox', { name: 'Field: Märk' }).selectOption('Date');
  await dialog.getByRole('button', { name: 'Save and read file' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByRole('combobox', { name: 'Field: Märk' }).selectOption('Reference');
  await dialog.getByRole('button', { name: 'Save and read file' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByText('The file has no currency').waitFor();
  await checkScreen(owner);
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await page.getByRole('button', { name: 'Read file in EUR' }).click();
  await page.getByRole('button', { name: 'Import 1 entry' }).click();
  await page.getByText('1 entry imported').waitFor();
  assert.equal((await g.ask('GET', `/invoices/${invoice?.id}`, { as })).data.status, 'paid');

  await goTo(owner, '/console/payments?tab=import');
  await page.getByText('Statement formats').waitFor();
  await checkScreen(owner);
  await page.locator('input[type=file]').setInputFiles(table(`${today};A Stranger;10,00 EUR;tere;`));
  await page.getByRole('button', { name: 'Import 1 entry' }).click();
  await page.getByText('No reference or invoice number leads to an invoice').first().waitFor();
  await settled(owner);
  await page.getByRole('button', { name: /^Dismiss\b/ }).click();
  await page.getByRole('menuitem', { name: 'Money back from a supplier' }).click();
  await page.getByText('No unmatched payments').waitFor();
  await page.getByRole('button', { name: 'Show dismissed' }).click();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  await settled(owner);
  await checkScreen(owner);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { name: '1 unmatched payment' }).waitFor();

  await goTo(owner, '/console/payments?tab=import');
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Format name').fill('Pank X');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Format renamed.').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Statement formats').waitFor({ state: 'hidden' });
  const { data } = await g.ask<Thing[]>('GET', '//console/api/statement-profiles', { as });
  assert.deepEqual(data, []);
});

visiting(
  'a payment that the bank took back is chosen among those of its payer, and that is undone',
  async (fixture) => {
    const { g } = fixture;
    const { email, tenantId, reference1, invoices, as } = await anOrganizationWithDebts(g);
    const paid = { amount: '552.71', reference: reference1, id: 'paid', day: '2026-11-03' };
    await importStatementFile(g, tenantId, camt([paid]));
    await importStatementFile(g, tenantId, camt([{ ...paid, reference: '', id: 'back', debit: true, reversal: true }]));
    const statusOf = async () => (await g.ask('GET', `/invoices/${invoices[0]}`, { as })).data.status;
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    await page.getByText('1 returned: €552.71').waitFor();
    await goTo(person, '/console/payments');
    await page.getByText('1 returned payment to decide').waitFor();
    await settled(person);
    await checkScreen(person);
    await page.getByText('Based on: same account, same name, exact amount').waitFor();
    await page.getByRole('button', { name: 'This one was returned' }).click();
    await page.getByText('No unmatched payments').waitFor();
    assert.notEqual(await statusOf(), 'paid');
    await page.getByRole('tab', { name: 'All payments' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Returned by the bank' });
    await row.getByText('Paid until then:').waitFor();
    await row.getByText('Apartment 1 · €552.71').waitFor();
    await settled(person);
    await checkScreen(person);
    await goTo(person, `/console/invoices/${invoices[0]}`);
    await page.getByRole('table', { name: 'Payments' }).getByText('Returned by the bank · ').waitFor();
    await page.getByRole('table', { name: 'History' }).getByText('The bank returned the payment').waitFor();
    await settled(person);
    await checkScreen(person);
    await goTo(person, '/console/payments?tab=waiting');
    await page.getByRole('button', { name: 'Show dismissed' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Unmatched payments' }).click();
    await page.getByText('1 returned payment to decide').waitFor();
    assert.equal(await statusOf(), 'paid');
    await page.getByRole('button', { name: 'None of them' }).click();
    await page.getByText('No unmatched payments').waitFor();
    await page.getByText('No payment was returned.').last().waitFor();
  },
);

visiting(
  'a refund that no statement shows is named in month-end until a person ties it to its debit',
  async (fixture) => {
    const { g } = fixture;
    const { as, email, tenantId, building } = await anOrganizationWithDebts(g);
    const paid = { amount: '23.99', id: 'paid', day: '2026-11-03', payer: 'Jaan Kask' };
    const { payments } = await importStatementFile(g, tenantId, camt([paid]));
    const body = { refundedOn: '2026-11-11' };
    await g.ask('POST', `//console/api/payments/${payments[0]?.paymentId}/refunds`, { as, body });
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    const monthEnd = `/console/receivables/month-end?buildingId=${building.id}&period=2026-11`;
    await goTo(person, monthEnd);
    const unshown = page.getByText('Refund entered by hand, not on a statement: 1 · €23.99');
    await unshown.waitFor();
    await checkScreen(person);
    const back = {
      ...paid,
      id: 'back',
      day: '2026-11-12',
      debit: true,
      payer: 'Jaan Kask',
      iban: 'EE287700771001234567',
    };
    await importStatementFile(g, tenantId, camt([back]));
    await goTo(person, '/console/payments');
    await page.getByText(/^Refund of .*11/).waitFor();
    await settled(person);
    await checkScreen(person);
    await page.getByRole('button', { name: 'It is this refund' }).click();
    await page.getByText('Tied to the recorded refund.').waitFor();
    await goTo(person, monthEnd);
    await page.getByRole('table', { name: 'Paid out' }).getByText('Refunded').waitFor();
    await becomes(() => unshown.count(), 0);
  },
);

visiting(
  'a statement that does not go on where the last one ended says so, and a return is no payment',
  async (fixture) => {
    const { g } = fixture;
    const { email, tenantId } = await anOrganizationWithDebts(g);
    const paid = { amount: '55.89', id: 'paid', day: '2026-11-03', payer: 'Jaan Saar' };
    await importStatementFile(g, tenantId, camt([paid], { opening: '4300.00', closing: '4355.89' }));
    const back = { ...paid, id: 'back', day: '2026-11-05', debit: true, reversal: true };
    const file = camt([back], { opening: '4300.00', closing: '4244.11' });
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    await goTo(person, '/console/payments?tab=import');
    const statement = { name: 'november.xml', mimeType: 'text/xml', buffer: Buffer.from(file) };
    await page.locator('input[type=file]').setInputFiles(statement);
    const gap = page.getByText(/opens at €4,300\.00, but .* up to .*3.* the account has €4,355\.89.* −€55\.89/);
    await gap.waitFor();
    await page.getByText(/^Jaan Saar · €55\.89 · .*5.* · Returned payment$/).waitFor();
    await settled(person);
    await checkScreen(person);
    await page.getByRole('button', { name: 'Import 1 entry' }).click();
    const done = page.getByText('1 entry imported; 0 payments need review; 1 returned payment needs a decision.');
    await done.waitFor();
    await gap.waitFor();
  },
);

visiting('payments of which one invoice is certain are matched together, and all of them undone', async (fixture) => {
  const { g } = fixture;
  const { as, email, tenantId, apartments, invoices } = await anOrganizationWithDebts(g);
  const people = ['Mari Tamm', 'Jaan Kask', 'Aino Paju'];
  for (const [index, name] of people.entries())
    await g.ask('POST', '//console/api/residents', {
      as,
      body: { name, apartments: [{ apartmentId: apartments[index]?.id, since: '2026-01-01' }] },
    });
  const amounts = ['552.71', '331.62', '221.08'];
  const lines = people.map((payer, index) => ({ amount: amounts[index] ?? '', payer, iban: null }));
  await importStatementFile(g, tenantId, camt(lines));
  const statuses = async () =>
    Promise.all(invoices.map(async (id) => (await g.ask('GET', `/invoices/${id}`, { as })).data.status));
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/payments');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Accept all certain matches (3)' }).click();
  await dialog.getByRole('button', { name: 'Match 3 payments: €1,105.41' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Select Aino Paju' }).uncheck();
  await checkScreen(owner);
  await g.ask('PATCH', `/invoices/${invoices[1]}`, { as, body: { status: 'cancelled' } });
  await dialog.getByRole('button', { name: 'Match 2 payments: €884.33' }).click();
  await dialog.getByText('1 payment was not matched').waitFor();
  await dialog.getByText('Jaan Kask, €331.62').waitFor();
  await checkScreen(owner);
  assert.deepEqual(await statuses(), ['paid', 'cancelled', 'draft']);
  await page.getByText('1 payment matched.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  assert.deepEqual(await statuses(), ['draft', 'cancelled', 'draft']);
});

visiting('what went back to a payer with exactly that much left is recorded as a refund, and tied', async (fixture) => {
  const { g } = fixture;
  const { as, email, tenantId, reference1 } = await anOrganizationWithDebts(g);
  const { payments } = await importStatementFile(
    g,
    tenantId,
    camt([{ amount: '600.00', id: 'paid', day: '2026-11-03', reference: reference1 }]),
  );
  await importStatementFile(
    g,
    tenantId,
    camt([{ amount: '47.29', id: 'back', day: '2026-11-12', debit: true, reversal: true }]),
  );
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  await goTo(person, '/console/payments?tab=waiting');
  await page.getByText(/^Exactly this amount is left of a payment/).waitFor();
  await settled(person);
  await checkScreen(person);
  await page.getByRole('button', { name: 'Record refund' }).click();
  await page.getByText('Refund recorded.').waitFor();
  await page.getByText('No unmatched payments').waitFor();
  const path = `//console/api/payments/${payments[0]?.paymentId}/refunds`;
  const { data } = await g.ask<{ amount: number; shown: boolean }[]>('GET', path, { as });
  assert.deepEqual(
    data.map(({ amount, shown }) => [amount, shown]),
    [[47.29, true]],
  );
});

visiting(
  'the day of a refund is that of the debit that waits for its payer, and today where none waits',
  async (fixture) => {
    const { g } = fixture;
    const { as, email, tenantId } = await anOrganizationWithDebts(g);
    const paid = { amount: '23.99', id: 'paid', day: '2026-11-03', payer: 'Jaan Kask', iban: 'EE287700771001234567' };
    const { payments } = await importStatementFile(g, tenantId, camt([paid]));
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    await goTo(person, '/console/payments?tab=waiting');
    const dialog = page.getByRole('dialog');
    const day = dialog.getByLabel('Transfer date');
    await page.getByRole('button', { name: 'Record refund' }).click();
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await becomes(() => day.inputValue(), today);
    await importStatementFile(g, tenantId, camt([{ ...paid, id: 'back', day: '2026-11-12', debit: true }]));
    await goTo(person, '/console/payments?tab=all');
    await page.getByRole('button', { name: 'Record refund' }).click();
    await dialog.getByText(/^As on a statement: €23\.99 was paid out to this payer on .*12/).waitFor();
    await becomes(() => day.inputValue(), '2026-11-12');
    await checkScreen(person);
    await dialog.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('Refund recorded.').waitFor();
    const path = `//console/api/payments/${payments[0]?.paymentId}/refunds`;
    const { data } = await g.ask<{ refundedOn: string; shown: boolean }[]>('GET', path, { as });
    assert.deepEqual(
      data.map(({ refundedOn, shown }) => [refundedOn, shown]),
      [['2026-11-12', true]],
    );
  },
);

visiting('an entry without a payer is named by its text, before and after it is brought in', async (fixture) => {
  const { email } = await anOrganizationWithDebts(fixture.g);
  const interest = { amount: '0.37', id: 'interest', day: '2026-11-03', payer: '', iban: null, text: 'intress' };
  const buffer = Buffer.from(camt([interest, { ...interest, amount: '0.38', id: 'nothing', text: '' }]));
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  await goTo(person, '/console/payments?tab=import');
  await page.locator('input[type=file]').setInputFiles({ name: 'november.xml', mimeType: 'text/xml', buffer });
  await page.getByText(/^intress · €0\.37 · .*3/).waitFor();
  await page.getByText(/^Unknown payer · €0\.38 · .*3/).waitFor();
  await page.getByRole('table', { name: 'Preview' }).getByText('intress').waitFor();
  await settled(person);
  await checkScreen(person);
  await page.getByRole('button', { name: 'Import 2 entries' }).click();
  await page.getByText('2 entries imported; 2 payments need review.').waitFor();
  await goTo(person, '/console/payments?tab=waiting');
  await page.getByRole('button', { name: /^intress/ }).waitFor();
  await page.getByRole('button', { name: /^Unknown payer/ }).waitFor();
});

visiting(
  'payments are summed by filter, and an apartment’s prepayment is paid back at the apartment',
  async (fixture) => {
    const { g } = fixture;
    const { as, email, tenantId, building, apartments, reference1: reference } = await anOrganizationWithDebts(g);
    const { payments } = await importStatementFile(
      g,
      tenantId,
      camt([
        { amount: '600.00', id: 'paid', day: '2026-11-03', reference },
        { amount: '0.37', id: 'interest', day: '2026-10-31', text: 'intress' },
      ]),
    );
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    await goTo(person, '/console/payments?tab=all');
    const total = page.getByRole('region', { name: 'Total of this list' });
    const totals = () => total.innerText().then((text) => text.replaceAll(/\s+/g, ' '));
    await total.waitFor();
    await becomes(totals, 'Total of this list Amount €600.37 Unallocated €0.37 Prepayment €47.29');
    await settled(person);
    await checkScreen(person);
    await goTo(person, '/console/payments?tab=all&status=prepaid');
    await becomes(totals, 'Total of this list Amount €600.00 Prepayment €47.29');
    await goTo(person, '/console/payments?tab=all&paid=2026-10');
    await becomes(totals, 'Total of this list Amount €0.37 Unallocated €0.37');
    await goTo(person, '/console/');
    const received = page.getByRole('link', { name: /^Received in the month: / });
    const month = (await received.innerText()).replace('Received in the month: ', '');
    await received.click();
    const shown = page.getByRole('combobox', { name: 'Payment date' });
    await becomes(() => shown.inputValue(), month);

    await goTo(person, `/console/buildings/${building.id}/apartments/${apartments[0].id}`);
    await page.getByRole('link', { name: '€47.29' }).click();
    await page.getByText(/^.* · €47\.29$/).waitFor();
    await settled(person);
    await checkScreen(person);
    await page.getByRole('button', { name: 'Record refund' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('Refund recorded.').waitFor();
    await becomes(() => page.getByRole('button', { name: 'Record refund' }).count(), 0);
    const path = `//console/api/payments/${payments[0]?.paymentId}/refunds`;
    const { data } = await g.ask<{ amount: number }[]>('GET', path, { as });
    assert.deepEqual(
      data.map(({ amount }) => amount),
      [47.29],
    );
  },
);
