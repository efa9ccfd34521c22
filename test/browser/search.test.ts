// Browser test of the search: with the keyboard alone, on a phone, in each of its states, and where each kind of result
// leads.
import assert from 'node:assert/strict';
import { aBuilding, anApartment, anOrganization, aPerson } from '../service-fixture.ts';
import { camt, importStatementFile } from '../statement-samples.ts';
import {
  type BrowserTest,
  becomes,
  checkScreen,
  openBrowserTests,
  settled,
  signIn,
  type Visitor,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** An organization with one of everything that is found, and its owner signed in. */
async function anOwner({ g, visitor }: BrowserTest) {
  const organization = await anOrganization(g);
  const { owner: as, tenantId } = organization;
  const charges = [{ code: 'care', name: 'Hooldus', basis: 'fixed', unitPrice: 65.8, vatRate: 0 }];
  const building = await aBuilding(g, as, { name: 'KÜ Pärna 5', address: 'Pärna tn 5, Tallinn', billing: { charges } });
  const home = await anApartment(g, as, building.id, { number: '12' });
  const apartments = [{ apartmentId: home.id, since: '2020-01-01' }];
  await g.ask('POST', '//console/api/residents', {
    as,
    body: { name: 'Õie Tamm', email: 'oie@example.org', apartments },
  });
  await g.ask('POST', '//console/api/residents', { as, body: { name: 'Kaja Kuusk' } });
  const meter = { buildingId: building.id, apartmentId: home.id, type: 'cold_water', serialNumber: 'KAM-4711' };
  await g.ask('POST', '/meters', { as, body: meter });
  const period = { buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  assert.equal((await g.ask('POST', '/invoices/generate-bulk', { as, body: period })).status, 201);
  await importStatementFile(g, tenantId, camt([{ amount: '7.10', payer: 'Peeter Põder', text: 'midagi' }]));
  const owner = await visitor();
  await signIn(owner, organization.email);
  await settled(owner);
  return { ...organization, building, home, owner, page: owner.page };
}

/** Searches with Ctrl-K, and opens the first result with Enter. */
async function searchByKeys({ page }: Visitor, text: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search' }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

visiting('each kind is found with the keyboard alone, and opens where it belongs', async (fixture) => {
  const { owner, page, building, home } = await anOwner(fixture);
  const apartmentPage = `/console/buildings/${building.id}/apartments/${home.id}`;
  const leads: readonly (readonly [text: string, address: string | RegExp, heading: string])[] = [
    ['parna 5-12', apartmentPage, 'Apartment 12'],
    ['tallinn', `/console/buildings/${building.id}`, 'KÜ Pärna 5'],
    ['oie tamm', apartmentPage, 'Apartment 12'],
    ['kaja kuusk', '/console/residents', 'Residents'],
    ['2026-1', /^\/console\/invoices\/.+/, 'Invoice'],
    ['65,80 €', /^\/console\/invoices\/.+/, 'Invoice'],
    ['poder', '/console/payments', 'Payments'],
    ['kam-4711', /^\/console\/meters\/.+/, 'Cold water'],
    [String(home.referenceNumber).replace(/(\d{3})$/, ' $1'), apartmentPage, 'Apartment 12'],
  ];
  for (const [text, address, heading] of leads) {
    await searchByKeys(owner, text);
    await page.waitForURL(({ pathname }) =>
      typeof address === 'string' ? pathname === address : address.test(pathname),
    );
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await searchByKeys(owner, 'kaja kuusk');
  await page.getByRole('row', { name: /Kaja Kuusk/ }).waitFor();
  await searchByKeys(owner, 'poder');
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
});

visiting('arrow keys choose, the screen reader hears what is chosen, and Escape returns the focus', async (fixture) => {
  const { owner, page } = await anOwner(fixture);
  const button = page.getByRole('button', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.getByText('Find an apartment with its building').waitFor();
  await checkScreen(owner);
  await field.fill('tamm');
  await page.getByRole('option', { name: /Õie Tamm/ }).waitFor();
  await field.fill('parna');
  await page.getByRole('group', { name: 'Buildings' }).getByRole('option').waitFor();
  await field.fill('12');
  await page.getByRole('group', { name: 'Apartments' }).getByRole('option').waitFor();
  await page.getByRole('group', { name: 'People' }).waitFor({ state: 'detached' });
  const chosen = () =>
    page.evaluate(`document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent`);
  assert.match(String(await chosen()), /Apartment 12/);
  await becomes(() => page.locator('[role=option][aria-selected=true]').count(), 1);
  await field.fill('1');
  await page.getByRole('group', { name: 'Invoices' }).getByRole('option').first().waitFor();
  await page.getByText(/^\d results$/).waitFor({ state: 'attached' });
  const first = await chosen();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await chosen(), first);
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(), first);
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await chosen(), first, 'from the first to the last');
  await checkScreen(owner);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.match((await page.locator(':focus').textContent()) ?? '', /^Search/);
});

visiting('nothing found, a failure, and a second try', async (fixture) => {
  const { owner, page } = await anOwner(fixture);
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('puudub');
  await page.getByText('Nothing found for “puudub”.').waitFor();
  await checkScreen(owner);
  await field.fill('...');
  await page.getByText('Find an apartment with its building').waitFor();
  await page.route('**/console/api/search*', (route) => route.fulfill({ status: 422, body: '{}' }));
  await field.fill('tamm');
  await page.getByRole('alert').waitFor();
  await checkScreen(owner);
  await page.unroute('**/console/api/search*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('option', { name: /Õie Tamm/ }).waitFor();
});

visiting('on a phone the search is an icon, and a result is tapped', async (fixture) => {
  const { owner, page, home } = await anOwner(fixture);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('parna 5-12');
  const option = page.getByRole('option', { name: /Apartment 12/ });
  await option.waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await option.click();
  await page.waitForURL(({ pathname }) => pathname.endsWith(home.id));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Apartment 12' }).waitFor();
  await checkScreen(owner);
});

visiting('an accountant searches, a resident has no search', async (fixture) => {
  const { g, visitor } = fixture;
  const { tenantId, home } = await anOwner(fixture);
  const accountant = await visitor();
  await signIn(accountant, (await aPerson(g, tenantId, 'accountant')).email);
  await searchByKeys(accountant, 'pärna 5 krt 12');
  await accountant.page.waitForURL(({ pathname }) => pathname.endsWith(home.id));
  const resident = await visitor();
  await signIn(resident, (await aPerson(g, tenantId, 'resident')).email);
  await settled(resident);
  await becomes(() => resident.page.getByRole('button', { name: 'Search' }).count(), 0);
  await resident.page.keyboard.press('Control+K');
  await becomes(() => resident.page.getByRole('dialog').count(), 0);
});
