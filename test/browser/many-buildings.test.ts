// Browser test of the month of twenty buildings: one preview, then what is ready is created and sent with a few clicks,
// and the rest says why not.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { aBuilding, anApartment, anOrganization, aPerson, aResidency, waitUntil } from '../service-fixture.ts';
import { becomes, checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();
const many = 20;
const priced = { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 1, vatRate: 0 };
const billed = { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill', vatRate: 0 };

/** Counts what a person presses from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    `window.clicks = 0; addEventListener('click', (event) => { window.clicks += event.isTrusted ? 1 : 0; }, true)`,
  );
  return () => page.evaluate<number>('window.clicks');
}

visiting('twenty buildings are previewed, created and sent in a few clicks', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email, tenantId } = await anOrganization(g);
  for (let number = many; number >= 1; number -= 1) {
    const charges = number === 7 ? [priced, billed] : [priced];
    const building = await aBuilding(g, as, { name: `Kase ${number}`, billing: { charges } });
    const apartment = await anApartment(g, as, building.id, { number: '1', area: 40 + number });
    const other = await anApartment(g, as, building.id, { number: '2', area: 20 });
    const { userId } = await aPerson(g, tenantId, 'resident');
    for (const { id } of number === 8 ? [apartment] : [apartment, other])
      await aResidency(g, tenantId, userId, id, '2020-01-01');
  }
  const manager = await fixture.visitor();
  const { page } = manager;
  await signIn(manager, email);
  await settled(manager);
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: 'Bill all buildings' }).click();
  await settled(manager);
  const table = page.getByRole('table', { name: 'Bill all buildings' });
  await table.waitFor();
  const names = await table.getByRole('link').allTextContents();
  assert.deepEqual(
    names,
    Array.from({ length: many }, (_, index) => `Kase ${index + 1}`),
  );
  await page.getByRole('button', { name: `Preview ${many} buildings` }).click();
  const createAndSend = page.getByRole('button', { name: 'Create and send 38 invoices' });
  await createAndSend.waitFor();
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row('Kase 7').getByText('Supplier bill').waitFor();
  await becomes(() => row('Kase 7').getByRole('checkbox').isChecked(), false);
  await row('Kase 8').getByText('no invoice recipients').waitFor();
  await row('Kase 20').getByText('€80.00').waitFor();
  await checkScreen(manager);
  await createAndSend.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create and send 38 invoices' }).click();
  await page.getByText('38 drafts created.').waitFor();
  await page.getByText('37 invoices are being sent; 1 has no recipient with an e-mail address.').waitFor();
  assert.ok((await clicks()) <= 15, String(await clicks()));
  await row('Kase 20').getByText('Billed').waitFor();
  await row('Kase 8').getByText('1 to send').waitFor();
  await settled(manager);
  await checkScreen(manager);
  await waitUntil(async () => {
    const sent = await g.owner`select from invoices where tenant_id = ${tenantId} and status = 'sent'`;
    return sent.count === 37;
  });
  await goTo(manager, '/console/buildings');
  const list = page.getByRole('table', { name: 'Buildings' });
  await becomes(async () => (await list.getByRole('link').allTextContents()).join(), names.join());
});
