// Browser test of an accountant's morning: importing a statement, undoing a match, and looking at receivables.
import assert from 'node:assert/strict';
import { lockMoney } from '../../src/platform/db/locks.ts';
import { inTenant, serviceCaller } from '../../src/platform/db/scope.ts';
import { createBilledBuilding, generate, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, type Thing, waitUntil } from '../service-fixture.ts';
import { account, camt } from '../statement-samples.ts';
import { becomes, checkScreen, choose, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

visiting('an accountant brings in a statement once, takes a match back, and makes it as suggested', async (fixture) => {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g);
  const billing = { iban: account, beneficiary: 'KÜ Kase' };
  const { building, apartments } = await createBilledBuilding(g, as, billing);
  const run = await generate(g, as, building.id);
  for (const { invoiceId = '' } of run.data.invoices) await markSent(g, invoiceId);
  const { items } = await g.ask<Thing>('GET', '/invoices?sort=amount', { as });
  const [invoice] = items;
  const today = new Date().toISOString().slice(0, 10);
  const paid = { amount: Number(invoice?.amount).toFixed(2), day: today, reference: String(invoice?.reference) };
  const file = camt([paid]);
  const statement = { name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) };
  const statusNow = async () => (await g.ask('GET', `/invoices/${invoice?.id}`, { as })).data.status;

  const { email } = await aPerson(g, tenantId, 'accountant');
  const accountant = await fixture.visitor();
  const { page } = accountant;
  await signIn(accountant, email);
  await settled(accountant);
  await checkScreen(accountant);
  await goTo(accountant, '/console/payments?tab=import');
  await checkScreen(accountant);
  await page.locator('input[type=file]').setInputFiles(statement);
  await page.getByText('Mari Tamm').first().waitFor();
  await checkScreen(accountant);
  await page.getByRole('button', { name: 'Import 1 entry' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  assert.equal(await statusNow(), 'paid');
  await settled(accountant);
  await checkScreen(accountant);

  await undo.click();
  const dialog = page.getByRole('dialog');
  await checkScreen(accountant);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await statusNow(), 'paid');
  await undo.click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal(await statusNow(), 'sent');

  await goTo(accountant, '/console/payments?tab=waiting');
  await page.getByText('Why it is unmatched').waitFor();
  await checkScreen(accountant);
  await page.getByRole('button', { name: `Match €${paid.amount}` }).click();
  await page.getByText('No unmatched payments').waitFor();
  assert.equal(await statusNow(), 'paid');
  const [payment] = (await g.ask<Thing>('GET', '/payments', { as })).items;
  await g.ask('POST', `//console/api/payments/${payment?.id}/unmatch`, { as, body: {} });
  await goTo(accountant, '/console/payments?tab=waiting');
  await page.getByRole('button', { name: 'Record refund' }).click();
  await dialog.getByLabel('Note').fill('Back to the sender');
  await checkScreen(accountant);
  await dialog.getByRole('button', { name: 'Record refund' }).click();
  await page.getByText('No unmatched payments').waitFor();
  await goTo(accountant, '/console/payments?tab=all');
  await page.getByRole('button', { name: /^Refunded/ }).click();
  await dialog.getByText('Back to the sender').waitFor();
  await checkScreen(accountant);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Record refund' }).waitFor();
  await checkScreen(accountant);

  await goTo(accountant, '/console/payments?tab=import');
  await page.locator('input[type=file]').setInputFiles(statement);
  await page.getByText('Nothing to import: the entry of this file was imported before.').waitFor();
  await becomes(() => page.getByRole('button', { name: /^Import \d/ }).isDisabled(), true);
  const input = page.locator('input[type=file]');
  await becomes(() => input.inputValue(), '', 'a corrected file of the same name is a new choice');
  const withBalances = { ...statement, buffer: Buffer.from(camt([paid], { opening: '0.00', closing: paid.amount })) };
  await input.setInputFiles(withBalances);
  await page.getByRole('button', { name: 'Keep the file’s balances' }).click();
  await page.getByText('The balances of the statement were saved. All entries were imported before.').waitFor();
  await goTo(accountant, '/console/payments?tab=import');
  await input.setInputFiles(withBalances);
  await becomes(() => page.getByRole('button', { name: /^Import 0/ }).isDisabled(), true, 'they are known');
  const added = { amount: '17.00', day: today, text: 'parandus' };
  const corrected = camt([paid, added], { opening: '100.00', closing: '999.00' });
  await input.setInputFiles({ ...statement, buffer: Buffer.from(corrected) });
  await page.getByText('1 entry was imported before and is left out; 1 is new.').waitFor();
  await page
    .getByText(/the opening balance €100\.00 and the entries €\S+ make €\S+, but the closing balance is €999\.00/)
    .waitFor();
  await checkScreen(accountant);
  for (const address of ['/console/receivables', `/console/receivables/${building.id}/${apartments[0].id}`]) {
    await goTo(accountant, address);
    await checkScreen(accountant);
  }
});

visiting('an accountant sees how far an import is, and cancels it', async (building) => {
  const { g } = building;
  const { tenantId } = await anOrganization(g);
  const { email } = await aPerson(g, tenantId, 'accountant');
  const accountant = await building.visitor();
  const { page } = accountant;
  await signIn(accountant, email);
  await goTo(accountant, '/console/payments?tab=import');
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await lockMoney(scope); // Whoever imports now waits.
    const buffer = Buffer.from(camt([{ amount: '1.00' }]));
    await page.locator('input[type=file]').setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer });
    const cancel = page.getByRole('button', { name: 'Cancel import' });
    await cancel.waitFor(); // Nothing slow here: the import waits for its turn at most a minute.
    await cancel.click();
    await page.getByText('Cancelling the import.').waitFor();
    const [moment] = await g.owner<{ now: string }[]>`select clock_timestamp()::text as now`;
    await waitUntil(async () => {
      const rows = await g.owner`
        select from statement_import_progress where tenant_id = ${tenantId} and seen_at > ${moment?.now ?? ''}::timestamptz`;
      return rows.length > 0;
    });
  });
  await page.getByText('Import cancelled.').first().waitFor();
  await checkScreen(accountant);
  const left = await g.owner`select from statement_imports where tenant_id = ${tenantId}`;
  assert.equal(left.length, 0);
});

visiting('money that nothing speaks for pays for the apartment that a person chooses', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase' });
  const run = await generate(g, as, building.id);
  for (const { invoiceId = '' } of run.data.invoices) await markSent(g, invoiceId);
  const { items } = await g.ask<Thing>('GET', '/invoices?sort=amount', { as });
  const [least] = items;
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  const today = new Date().toISOString().slice(0, 10);
  const file = camt([{ amount: '100.00', day: today, text: 'for the apartment', payer: 'A Stranger' }]);
  await goTo(owner, '/console/payments?tab=import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Import 1 entry' }).click();
  await page.getByText('1 entry imported').waitFor(); // Leaving earlier would stop it.
  await goTo(owner, '/console/payments?tab=waiting');
  const self = page.getByRole('region', { name: 'Or choose an apartment' });
  await choose(self, 'Apartment', '10');
  await self.getByText(String(least?.number)).waitFor();
  await settled(owner);
  await checkScreen(owner);
  await self.getByRole('button', { name: 'Match €100.00' }).click();
  await page.getByText('No unmatched payments').waitFor();
  const { data } = await g.ask<Thing>('GET', `/invoices/${least?.id}`, { as });
  assert.equal(data.amountPaid, 100);
});

visiting('the screens of settings and maintenance can be read by everybody who may', async (building) => {
  const { g } = building;
  const { owner: as, email } = await anOrganization(g);
  const { apartments } = await createBilledBuilding(g, as);
  const body = { apartmentId: apartments[0].id, title: 'The tap drips', description: 'In the kitchen.' };
  const request = await g.ask('POST', '//console/api/maintenance-requests', { as, body });
  const hook = { url: 'https://example.org/events', events: ['invoice.paid'] };
  const endpoint = await g.ask('POST', '/webhooks', { as, body: hook });
  const owner = await building.visitor();
  await signIn(owner, email);
  const settings = ['organization', 'members', 'keys', 'webhooks', 'banks', 'security'].map(
    (part) => `settings/${part}`,
  );
  const others = ['requests', `requests?request=${request.data.id}`, `webhooks/${endpoint.data.id}`, 'account'];
  for (const address of [...settings, ...others]) {
    await goTo(owner, `/console/${address}`);
    await checkScreen(owner);
  }
});

visiting('an accountant reads the details of who sends the invoices, and changes none', async (fixture) => {
  const { g } = fixture;
  const { owner: as, tenantId } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const organization = {
    registrationNumber: '80123456',
    vatNumber: 'EE123456789',
    street: 'Kase tn 12',
    city: 'Tallinn',
  };
  await g.ask('PATCH', '//console/api/letterhead', { as, body: organization });
  const accountant = await fixture.visitor();
  const { page } = accountant;
  await signIn(accountant, (await aPerson(g, tenantId, 'accountant')).email);
  const settings = `/console/buildings/${building.id}?tab=settings`;
  await goTo(accountant, settings);
  for (const shown of ['80123456', 'EE123456789', 'Kase tn 12, Tallinn, EE'])
    await page.getByText(shown, { exact: true }).waitFor();
  const other = { name: 'KÜ Pärna 5', registrationNumber: '80654321', street: 'Pärna tn 5' };
  await g.ask('PATCH', `//console/api/buildings/${building.id}/letterhead`, { as, body: other });
  await page.reload();
  await page.getByText('80654321', { exact: true }).waitFor();
  assert.equal(await page.getByText('80123456').count(), 0);
  assert.equal(await page.getByLabel('Registration number').count(), 0, 'no field');
  await checkScreen(accountant);
});
