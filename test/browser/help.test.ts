// Browser test of the explanations of hard terms: where they are, with the keyboard alone, and on a phone; and of the
// first steps.
import assert from 'node:assert/strict';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { aBuilding, anOrganization, waitUntil } from '../service-fixture.ts';
import { camt, importStatementFile } from '../statement-samples.ts';
import { type BrowserTest, becomes, checkScreen, goTo, openBrowserTests, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** A building with sent invoices and an unmatched payment, and its owner signed in. */
async function aManagedBuilding({ g, visitor }: BrowserTest) {
  const organization = await anOrganization(g);
  const { owner: as, tenantId } = organization;
  const { building, apartments } = await createBilledBuilding(g, as);
  const [invoice] = await createThreeInvoices(g, as, building.id);
  await markSent(g, invoice);
  await importStatementFile(g, tenantId, camt([{ amount: '7.10', payer: 'Peeter Põder', text: 'midagi' }]));
  const meter = { buildingId: building.id, apartmentId: apartments[0].id, type: 'cold_water' };
  const { id: meterId } = (await g.ask('POST', '/meters', { as, body: meter })).data;
  const owner = await visitor();
  await signIn(owner, organization.email);
  return { building, apartments, invoice, meterId, owner, page: owner.page };
}

visiting('each hard term is explained where it is met', async (fixture) => {
  const { owner, page, building, apartments, invoice, meterId } = await aManagedBuilding(fixture);
  const ofBuilding = `/console/buildings/${building.id}`;
  const places: readonly (readonly [address: string, terms: readonly string[]])[] = [
    [`${ofBuilding}/apartments/${apartments[0].id}`, ['Reference number', 'Prepaid']],
    [`${ofBuilding}?tab=charges`, ['Allocated by']],
    [`${ofBuilding}?tab=bills`, ['Closed period']],
    [`${ofBuilding}?tab=oneOffs`, ['One-off charge']],
    [`${ofBuilding}?tab=settings`, ['Payment reminder']],
    ['/console/readings?tab=meters', ['Main meter']],
    [`/console/meters/${meterId}?buildingId=${building.id}`, ['Correcting a reading']],
    ['/console/payments', ['How payments are matched', 'Matching a payment']],
    ['/console/receivables', ['Prepaid']],
  ];
  for (const [address, terms] of places) {
    await goTo(owner, address);
    for (const term of terms) {
      await page.getByRole('button', { name: `About: ${term}` }).click();
      await page.getByRole('dialog').getByText(term, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
  await goTo(owner, `/console/invoices/${invoice}`);
  await page.getByRole('button', { name: 'Create credit note' }).click();
  await page.getByRole('button', { name: 'About: Credit note' }).click();
  await page.getByText('A credit note reverses all or part of an invoice').waitFor();
});

visiting('an explanation opens and closes by keyboard, returns the focus, and fits a phone', async (fixture) => {
  const { owner, page, building, apartments } = await aManagedBuilding(fixture);
  await goTo(owner, `/console/buildings/${building.id}/apartments/${apartments[0].id}`);
  const button = page.getByRole('button', { name: 'About: Reference number' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The number that residents write on their payments').waitFor();
  await page.waitForFunction(`document.activeElement?.closest('[role=dialog]') !== null`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(`document.activeElement?.getAttribute('aria-label') === 'About: Reference number'`);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await checkScreen(owner);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await button.click();
  await dialog.waitFor();
  const box = await dialog.boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
});

visiting(
  'the first steps follow from what there is, can be hidden for good, and opened again from the menu',
  async (fixture) => {
    const { g, visitor } = fixture;
    const { email, owner: as } = await anOrganization(g);
    const owner = await visitor();
    const { page } = owner;
    await signIn(owner, email);
    const steps = page.locator('section', { hasText: 'Get started' });
    await steps.getByRole('link', { name: 'Add a building' }).waitFor();
    await steps.getByRole('link', { name: 'Enter the sender details' }).waitFor();
    await becomes(() => steps.getByRole('link').count(), 2, 'the other steps need a building');
    await aBuilding(g, as);
    await page.reload();
    await steps.getByRole('listitem').filter({ hasText: 'Add a building' }).getByText('done').waitFor();
    await checkScreen(owner);
    await steps.getByRole('link', { name: 'Set up charges' }).click();
    await page.waitForURL(({ search }) => search.includes('charges'));
    await page.getByRole('dialog', { name: 'Typical charges' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).hash, '', 'it stays closed');
    await goTo(owner, '/console/');
    const hide = steps.getByRole('button', { name: 'Hide' });
    await hide.focus();
    await page.keyboard.press('Enter');
    await steps.waitFor({ state: 'detached' });
    await page.getByText('No invoices or payments yet.').waitFor();

    const again = await visitor();
    await signIn(again, email);
    await again.page.getByText('No invoices or payments yet.').waitFor();
    await becomes(() => again.page.getByText('Get started').count(), 0, 'hidden on another device too');
    await again.page.getByRole('button', { name: /^Your account/ }).click();
    await again.page.getByRole('menuitem', { name: 'Get started' }).click();
    await again.page.getByRole('link', { name: 'Send the first invoices' }).waitFor();
    await again.page.setViewportSize({ width: 390, height: 800 });
    await waitUntil(
      async () => (await again.page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true,
    ); // The menu slides away.
  },
);
