// Browser test of the home page: one row for each building with its figures, and the next step as its button, until
// nothing is left to do.
import assert from 'node:assert/strict';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization } from '../service-fixture.ts';
import { account, camt, importStatementFile } from '../statement-samples.ts';
import { checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();
const phone = { width: 390, height: 800 };
const today = new Date();
const day = (month: number, date: number) =>
  new Date(Date.UTC(today.getFullYear(), today.getMonth() + month, date)).toISOString().slice(0, 10);

visiting('a row for each building leads from step to step, with the keyboard and on a phone', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email, tenantId } = await anOrganization(g, 'KÜ Kodu');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const homes = apartments.map(({ id }) => ({ apartmentId: id, since: '2020-01-01' }));
  const mari = { name: 'Mari Tamm', email: 'mari@example.org', apartments: homes };
  await g.ask('POST', '//console/api/residents', { as, body: mari });
  const period = { periodStart: day(-1, 1), periodEnd: day(0, 0) };
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  await settled(person);
  const table = page.getByRole('table', { name: 'Buildings' });
  const step = (name: string) => table.getByRole('link', { name: `${name}: ${building.name}` });
  await step('Record supplier bills').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=bills/);
  const bills = { ...period, bills: [{ charge: 'heat', amount: 1000.01 }] };
  await g.ask('PUT', `//console/api/buildings/${building.id}/supplier-bills`, { as, body: bills });
  await goTo(person, '/console/');
  await table.getByText('1 of 1').waitFor();
  await step('Generate invoices').waitFor();
  assert.equal(await page.getByText('Nothing waits').count(), 0, 'a next step waits');
  const invoices = await createThreeInvoices(g, as, building.id, {
    ...period,
    issueDate: day(-1, 1),
    dueDate: day(-1, 2),
  });
  await goTo(person, '/console/');
  await table.getByText('3 to send').waitFor();
  await checkScreen(person);
  await step('Send invoices').click();
  await page.waitForURL(/status=unsent/);
  for (const id of invoices) await markSent(g, id);
  await g.ask('PATCH', `/invoices/${invoices[0]}`, { as, body: { status: 'paid' } });
  await page.setViewportSize(phone);
  await goTo(person, '/console/');
  await page
    .getByText('50 %')
    .filter({ visible: true })
    .or(page.getByText('49 %').filter({ visible: true }))
    .waitFor();
  await page.getByText('1 of 3 invoices').filter({ visible: true }).waitFor();
  await page.getByText('of €1,105.41').filter({ visible: true }).waitFor();
  await page.getByText(/^Invoices for the month: \w+ \d+$/).waitFor();
  assert.equal(await page.getByRole('link', { name: 'without unmatched payments' }).count(), 0);
  await importStatementFile(g, tenantId, camt([{ amount: '7.50', payer: 'X', iban: null }]));
  await goTo(person, '/console/');
  await page.getByRole('link', { name: 'without unmatched payments' }).filter({ visible: true }).click();
  await page.waitForURL(/tab=waiting/);
  const [waiting] = (await g.ask('GET', '//console/api/payments?waiting=undecided', { as })).items;
  await g.ask('POST', `//console/api/payments/${waiting?.id}/dismiss`, { as });
  await goTo(person, '/console/');
  await page
    .getByRole('link', { name: `Send reminders: ${building.name}` })
    .filter({ visible: true })
    .click();
  await page.waitForURL(/show=overdue/);
  const reminders = { apartmentIds: apartments.map(({ id }) => id) };
  await g.ask('POST', '//console/api/payment-reminders', { as, body: reminders });
  await goTo(person, '/console/');
  await page.getByRole('link', { name: 'Import statement' }).filter({ visible: true }).waitFor();
  for (const id of invoices.slice(1)) await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  await goTo(person, '/console/');
  await page.getByText('Nothing to do').filter({ visible: true }).waitFor();
  await page.getByText('Nothing waits for a decision.').waitFor();
  await page.getByText('100 %').filter({ visible: true }).waitFor();
  await checkScreen(person);
});
