// Browser test of a resident with several open invoices: all are paid with one payment, or one of them alone; what is
// still due is never a dead end.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { payLink } from '../../src/invoicing/sending/pay-link.ts';
import { serviceCaller } from '../../src/platform/db/scope.ts';
import { createThreeMonths } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account, payByHand } from '../statement-samples.ts';
import { type BrowserTest, becomes, checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** A resident who owes 52.71 of the first of three months, and 552.71 of each of the others. */
async function aDebtor(fixture: BrowserTest) {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g, 'KÜ Kase 12');
  const { home, ids } = await createThreeMonths(g, as, { billing: { iban: account, beneficiary: 'KÜ Kase 12' } });
  await payByHand(g, tenantId, ids[0], '500.00');
  const { email, userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, home.id);
  const balances = () =>
    Promise.all(ids.map(async (id) => (await g.ask('GET', `/invoices/${id}`, { as })).data.balance));
  return { tenantId, ids, email, balances };
}

async function payAtSandbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with Sandbox bank' }).click();
  await page.locator('button[value=approve]').click();
  await page.getByRole('button', { name: 'Back to the merchant' }).click();
  await page.locator('h1.good').waitFor();
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const offersToCopy = (page: Page, amounts: readonly string[]) => {
  const offered = dialogOf(page).getByText(/^€[\d,.]+$/);
  return becomes(async () => (await offered.allInnerTexts()).join(' '), amounts.join(' '));
};

visiting('a resident pays one of three invoices alone, the others together from the paid one', async (fixture) => {
  const { ids, email, balances } = await aDebtor(fixture);
  const resident = await fixture.visitor();
  const { page } = resident;
  await signIn(resident, email);
  await page.getByText('€1,158.13', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pay all' }).click();
  await page.getByRole('img', { name: 'Payment code for €1,158.13' }).waitFor();
  await settled(resident);
  await checkScreen(resident);
  await offersToCopy(page, ['€1,158.13', '€1,158.13']);
  const named = [
    /^November 2026, [-0-9]+: €552.71$/,
    /^October 2026, [-0-9]+: €552.71$/,
    /^September 2026, [-0-9]+: €52.71$/,
  ];
  for (const line of named) await dialogOf(page).getByText(line).waitFor();
  assert.equal(await page.getByRole('radio').count(), 0, 'each has its button beside it');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).last().click();
  await page.getByRole('radio', { name: /^Only invoice [-0-9]+: €552.71$/, checked: true }).waitFor();
  await page.getByRole('radio', { name: 'All together: €1,158.13' }).waitFor();
  for (const line of named) await dialogOf(page).getByText(line).waitFor();
  await page.getByRole('img', { name: 'Payment code for €552.71' }).waitFor();
  await offersToCopy(page, ['€552.71']);
  await payAtSandbox(page);
  assert.deepEqual(await balances(), [52.71, 552.71, 0]);
  await page.getByText('€605.42').waitFor();
  await checkScreen(resident);
  await page.getByRole('link', { name: 'Pay what is still due' }).click();
  await page.getByText('Due on earlier invoices').waitFor();
  await settled(resident);
  await checkScreen(resident);
  await page.getByRole('button', { name: 'Pay all' }).click();
  await page.getByRole('button', { name: 'Pay with Sandbox bank' }).waitFor();
  await offersToCopy(page, ['€605.42', '€605.42']);
  await payAtSandbox(page);
  assert.deepEqual(await balances(), [0, 0, 0]);
  await page.getByText(/October 2026, [-0-9]+: €552.71\s+September 2026, [-0-9]+: €52.71/).waitFor();
  await checkScreen(resident);
  await goTo(resident, `/console/invoices/${ids[2]}`);
  await page.getByText('Paid').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /^Pay/ }).count(), 0);
});

visiting('the oldest invoice has its own button, and with one open invoice there is one button', async (fixture) => {
  const { tenantId, ids, email, balances } = await aDebtor(fixture);
  const resident = await fixture.visitor();
  const { page } = resident;
  await signIn(resident, email);
  await page.getByRole('button', { name: 'Pay', exact: true }).first().click();
  await page.getByRole('radio', { name: /^Only invoice [-0-9]+: €52.71$/, checked: true }).waitFor();
  await offersToCopy(page, ['€52.71']);
  await payAtSandbox(page);
  assert.deepEqual(await balances(), [0, 552.71, 552.71]);
  await page.getByText('€1,105.42').waitFor();
  await page.getByRole('link', { name: 'My home in Haldur' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).first().click();
  await page.getByRole('radio', { name: /^Only invoice [-0-9]+: €552.71$/, checked: true }).waitFor();
  await payAtSandbox(page);
  await page.getByRole('link', { name: 'My home in Haldur' }).click();
  await page.getByRole('heading', { name: 'Balance due' }).waitFor();
  await becomes(() => page.getByRole('button', { name: /^Pay/ }).count(), 1);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Pay with Sandbox bank' }).waitFor();
  await payByHand(fixture.g, tenantId, ids[2], '552.71'); // As in another window.
  await page.getByRole('button', { name: 'Pay with Sandbox bank' }).click();
  await page.getByText('All invoices are paid.').waitFor();
  resident.complaints.length = 0; // The browser notes the 409.
});

visiting(
  'in large type the amounts and the first bank of a pay link are on the first screen of a phone',
  async (fixture) => {
    const { tenantId, ids } = await aDebtor(fixture);
    const payer = await fixture.visitor();
    const { page } = payer;
    const { config } = fixture.g.app;
    await page.setViewportSize({ width: 390, height: 844 });
    for (const language of ['et', 'ru'] as const) {
      await page.goto(payLink({ config, caller: serviceCaller(tenantId), now: new Date() }, ids[2], language));
      await page.getByRole('radio').first().waitFor();
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const box = await page.locator('button[name=bank]').first().boundingBox();
      assert.ok(box && box.y + box.height <= 844, `${language}: ${JSON.stringify(box)}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    }
    await page.evaluate("document.documentElement.style.fontSize = ''");
    await checkScreen(payer);
    await page.getByRole('radio', { name: /552/ }).click();
    await page.locator('button[name=bank]').first().click();
    await page.locator('button[value=approve]').click();
    await page.locator('form[data-form] button').first().click();
    await page.locator('h1.good').waitFor();
    await page.getByRole('link', { name: 'Оплатить остальное' }).click();
    await page.getByText('605,42').waitFor();
    await checkScreen(payer);
  },
);

visiting('of two apartments only the one with several open invoices has a button for all', async (fixture) => {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g, 'KÜ Kase 12');
  const { email, userId } = await aPerson(g, tenantId, 'resident');
  for (const drafts of [[], [0, 1]]) {
    const { home } = await createThreeMonths(g, as, { drafts });
    await aResidency(g, tenantId, userId, home.id);
  }
  const resident = await fixture.visitor();
  const { page } = resident;
  await signIn(resident, email);
  await page.getByText('€2,210.84', { exact: true }).waitFor();
  await page.getByText('Apartment 1: €1,658.13').waitFor();
  await becomes(() => page.getByRole('button', { name: 'Pay', exact: true }).count(), 4);
  await page.getByRole('button', { name: 'Pay all' }).click();
  await dialogOf(page).getByText('€1,658.13', { exact: true }).first().waitFor();
});
