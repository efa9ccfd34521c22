// Browser tests of money: payments found and recorded, an invoice paid in parts, credit shown as credit, receivables
// and reminders.
import assert from 'node:assert/strict';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account, camt, importStatementFile } from '../statement-samples.ts';
import {
  type BrowserTest,
  becomes,
  checkScreen,
  choose,
  goTo,
  openBrowserTests,
  settled,
  signIn,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();
const phone = { width: 390, height: 800 };

async function setUp({ g }: BrowserTest) {
  const organization = await anOrganization(g, 'KÜ Raha');
  const { owner: as, tenantId } = organization;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const invoices = await createThreeInvoices(g, as, building.id);
  for (const id of invoices) await markSent(g, id);
  return { ...organization, as, tenantId, building, apartments, invoices };
}

visiting('an invoice is paid in parts with the keyboard alone, and its page lists them', async (fixture) => {
  const { email, invoices } = await setUp(fixture);
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  await goTo(person, `/console/invoices/${invoices[0]}`);
  await page.getByRole('button', { name: 'Record payment' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await dialog.getByLabel('Amount').fill('0');
  await page.keyboard.press('Enter');
  await dialog
    .getByText(/must|between|at least|allowed|range/i)
    .first()
    .waitFor();
  await checkScreen(person);
  await dialog.getByLabel('Amount').fill('200');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Payment recorded.').waitFor();
  await settled(person);
  const table = page.getByRole('table', { name: 'Payments', exact: true });
  await table.getByText('€200.00').first().waitFor();
  await page.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByLabel('Amount').waitFor();
  await becomes(() => dialog.getByLabel('Amount').inputValue(), '352.71', 'the balance is suggested');
  await dialog.getByText('Bank transfer').click();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await table.getByText('€352.71').first().waitFor();
  await becomes(() => page.getByRole('button', { name: 'Record payment' }).count(), 0, 'nothing is left to pay');
  await checkScreen(person);
});

visiting(
  'payments are searched by payer, amount and text; the address keeps it; a recorded one is reversed',
  async (fixture) => {
    const { g } = fixture;
    const { as, email, tenantId, apartments, invoices } = await setUp(fixture);
    const reference = String(apartments[0].referenceNumber);
    await importStatementFile(
      g,
      tenantId,
      camt([{ amount: '100.00', reference, payer: 'MARI ÕUN', text: 'Oktoober' }]),
    );
    await importStatementFile(g, tenantId, camt([{ amount: '7.50', payer: 'JAAN SAAR', text: 'muu', id: 'x' }]));
    const body = { apartmentId: apartments[1].id, amount: 400, paidOn: '2026-11-01', method: 'cash' };
    assert.equal((await g.ask('POST', '//console/api/payments', { as, body })).status, 201);
    await g.ask('POST', `//console/api/invoices/${invoices[2]}/credit`, { as, body: { reason: 'Katkestus' } });
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    await goTo(person, '/console/payments?tab=all');
    const table = page.getByRole('table', { name: 'Payments', exact: true });
    await table.getByRole('link', { name: /^Credit note / }).waitFor();
    await table.getByText('Amount of a credit note, not a payment').waitFor();
    await table.getByText('Apartment 2', { exact: true }).waitFor();
    await becomes(() => table.getByText('—').count(), 0, 'no payment is of nobody');
    await checkScreen(person);
    const search = page.getByLabel('Search payments');
    await search.fill('õun 100');
    await table.getByText('JAAN SAAR').waitFor({ state: 'hidden' });
    await table.getByText('MARI ÕUN').waitFor();
    await page.waitForURL(/text=/);
    await page.reload();
    await settled(person);
    await becomes(() => search.inputValue(), 'õun 100');
    await table.getByText('MARI ÕUN').waitFor();
    await search.fill('nobody at all');
    await page.getByText('The search covers the latest 100,000 payments.').waitFor();
    await checkScreen(person);
    await search.fill('400');
    await table.getByRole('button', { name: 'Reverse payment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse payment' }).click();
    await page.getByText('Payment reversed.').waitFor();
    await table.getByText('Reversed').waitFor();
  },
);

visiting('a payment is set aside and taken back, and cash of an apartment is recorded on a phone', async (fixture) => {
  const { g } = fixture;
  const { email, tenantId } = await setUp(fixture);
  await importStatementFile(g, tenantId, camt([{ amount: '7.50', payer: 'JAAN SAAR', text: 'muu' }]));
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  await page.setViewportSize(phone);
  await goTo(person, '/console/payments');
  // Until everything is there, the page moves under the menu, which hides when its button leaves the screen.
  const dismissAs = async (reason: string) => {
    await page.getByRole('combobox', { name: 'Apartment' }).waitFor();
    await settled(person);
    await page.getByRole('button', { name: /Dismiss$|Dismiss x/ }).click();
    await page.getByRole('menuitem', { name: reason }).click();
  };
  await dismissAs('Interest');
  await page.getByText('No unmatched payments.').waitFor();
  await page.getByText('Payment dismissed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 unmatched payment').waitFor();
  await dismissAs('Something else');
  await page.getByLabel('What is it?').fill('Found money');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('No unmatched payments.').waitFor();
  await page.getByRole('button', { name: 'Show dismissed' }).click();
  await page.getByText('Found money').waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('1 unmatched payment').waitFor();
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await choose(dialog, 'Apartment *', '1');
  await dialog.getByLabel('Amount').fill('600');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText('Payment recorded.').waitFor();
  await goTo(person, '/console/payments?tab=all&text=600');
  await page
    .getByText(/Prepaid · Kase 12, 1 · €47\.29/)
    .filter({ visible: true })
    .waitFor();
});

visiting('a resident sees credit as a credit note, and none of a draft', async (fixture) => {
  const { g } = fixture;
  const { as, tenantId, apartments, invoices } = await setUp(fixture);
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartments[0].id);
  const path = `//console/api/invoices/${invoices[0]}/credit`;
  const credit = await g.ask('POST', path, { as, body: { reason: 'Katkestus', positions: [{ position: 1 }] } });
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, resident.email);
  await settled(person);
  await becomes(() => page.getByText(/^Credit note/).count(), 0);
  await markSent(g, credit.data.id);
  await goTo(person, '/console/');
  await page.getByText(`Credit note ${credit.data.number}`).waitFor();
  await checkScreen(person);
});

visiting(
  'receivables name who owes since when; they are filtered, sorted and reminded of, and a plan stops reminders',
  async (fixture) => {
    const { g } = fixture;
    const organization = await anOrganization(g, 'KÜ Võlad');
    const { owner: as, email } = organization;
    const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
    const live = (apartmentId: string, body: object) =>
      g.ask('POST', '//console/api/residents', {
        as,
        body: { ...body, apartments: [{ apartmentId, since: '2026-01-01' }] },
      });
    await live(apartments[0].id, { name: 'Mari Tamm', email: 'mari@debts.example', phone: '+372 5555 0000' });
    await live(apartments[1].id, { name: 'Jaan Saar' });
    const invoices = await createThreeInvoices(g, as, building.id, { issueDate: '2026-11-01', dueDate: '2026-11-02' });
    for (const id of invoices) await markSent(g, id);
    const person = await fixture.visitor();
    const { page } = person;
    await signIn(person, email);
    await goTo(person, '/console/receivables');
    const table = page.getByRole('table', { name: 'Receivables' });
    await table.getByText('No recipient').waitFor();
    const heights = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    assert.ok(Math.max(...heights) < 1.5 * 36, `each row is one line: ${heights}`);
    await table.getByRole('button', { name: 'Mari Tamm' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'mari@debts.example' }).waitFor();
    await becomes(() => page.getByRole('link', { name: '+372 5555 0000' }).getAttribute('href'), 'tel:+37255550000');
    await page.getByRole('link', { name: 'Account statement' }).waitFor();
    await page.keyboard.press('Escape');
    await checkScreen(person);
    await choose(page.locator('main'), 'Sort by', 'Highest amount');
    await page.waitForURL(/sort=total/);
    await page.getByLabel('Search name or apartment').fill('saar');
    await table.getByText('Mari Tamm').waitFor({ state: 'hidden' });
    await page.reload();
    await settled(person);
    await table.getByText('Jaan Saar').waitFor();
    await becomes(() => table.getByText('Mari Tamm').count(), 0, 'the address keeps the filter');
    await goTo(person, '/console/receivables');
    await page.getByRole('checkbox', { name: 'Select all that can be reminded' }).first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog');
    await question.getByText('Each recipient gets an e-mail').waitFor();
    await question.getByRole('button', { name: 'Send payment reminders to 3 apartments' }).click();
    const outcome = page.getByRole('status').filter({ hasText: '1 reminder queued.' });
    await outcome.getByText('2 invoices have no recipient with an e-mail address.').waitFor();
    await checkScreen(person);
    await table
      .getByRole('row', { name: 'Mari Tamm' })
      .getByText(/^Reminded /)
      .waitFor();
    await page.getByText('1 apartment was reminded today').waitFor();
    await becomes(() => table.getByRole('checkbox').count(), 2, 'nobody is reminded twice a day');
    await table.getByRole('button', { name: 'Mari Tamm' }).click();
    await page.getByText(/^The last reminder was sent on /).waitFor();
    await page.keyboard.press('Escape');
    await goTo(person, `/console/invoices/${invoices[0]}`);
    const remindsAgain = page.getByRole('button', { name: 'Send payment reminder' });
    await page.getByText('1 apartment was reminded today').waitFor();
    await becomes(() => remindsAgain.isDisabled(), true);
    await checkScreen(person);
    await goTo(person, `/console/buildings/${building.id}/apartments/${apartments[0].id}?tab=money`);
    await page.getByText('1 apartment was reminded today').waitFor();
    await becomes(() => remindsAgain.isDisabled(), true);
    await checkScreen(person);

    await page.setViewportSize(phone);
    await goTo(person, `/console/receivables/${building.id}/${apartments[0].id}`);
    await page.getByRole('button', { name: 'Note payment plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Note payment plan' });
    await dialog.getByLabel('Agreed days and amounts').fill('5 × 110.00');
    await dialog.getByLabel('Last day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Note payment plan' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Last day').fill(`${new Date().getFullYear() + 1}-06-15`);
    await dialog.getByRole('button', { name: 'Note payment plan' }).click();
    await page.getByText(/^Payment plan until /).waitFor();
    await checkScreen(person);
    await goTo(person, '/console/receivables?show=plan');
    await page.getByRole('button', { name: 'Mari Tamm' }).filter({ visible: true }).click();
    await page.getByText(/^Payment plan until .*5 × 110\.00/).waitFor();
    await goTo(person, `/console/receivables/${building.id}/${apartments[0].id}`);
    await page.getByRole('button', { name: 'End payment plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End payment plan' }).click();
    await page.getByText('Payment plan ended.').waitFor();
  },
);
