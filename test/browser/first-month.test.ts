// Browser test of the first month: one choice of the month on all screens, missing readings of that month, and a
// preview that leads to them.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { firstStartLink } from '../../src/identity/organizations.ts';
import { defaultMonth, shiftMonth } from '../../web/parts/month.ts';
import { createBilledBuilding } from '../billing-fixture.ts';
import { anOrganization, password, type TestService, type Thing, tokenOf, waitUntil } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import {
  becomes,
  checkScreen,
  choose,
  goTo,
  openBrowserTests,
  settled,
  signIn,
  type Visitor,
  visitBilledBuilding,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** What a person does by hand; pasted tables and files are not counted as fields. */
type Effort = { clicks: number; fields: number };

/** Clicks and fills while it counts. A choice from a list is two clicks. */
function countEffort({ page }: Visitor) {
  const effort: Effort = { clicks: 0, fields: 0 };
  const click = async (target: Locator) => {
    effort.clicks += 1;
    await target.click();
  };
  const fill = async (target: Locator, text: string) => {
    effort.fields += 1;
    await target.fill(text);
  };
  return {
    effort,
    click,
    fill,
    fillIn: (label: string, text: string) => fill(page.getByRole('textbox', { name: label, exact: true }), text),
    press: (name: string | RegExp) => click(page.getByRole('button', { name })),
    follow: (name: string) => click(page.getByRole('link', { name, exact: true })),
  };
}

const homes = Array.from({ length: 24 }, (_, index) => index + 1);

visiting('24 apartments with meters come from nothing to sent invoices in 24 clicks and 12 fields', async (fixture) => {
  const { g } = fixture;
  const manager = await fixture.visitor();
  const { page } = manager;
  const { effort, click, fill, fillIn, press, follow } = countEffort(manager);
  const dialog = page.getByRole('dialog');
  await page.goto((await firstStartLink(g.app)) ?? '');
  await page.getByRole('button', { name: 'Create organization' }).waitFor();
  await checkScreen(manager);
  await fillIn('Organization name', 'KÜ Pärna 24');
  await fillIn('Your name', 'Kai Kask');
  await fillIn('Your e-mail address', 'kai@parna24.example');
  await fill(page.getByLabel(/^Password/), password);
  await press('Create organization');
  await page.getByText('Welcome, Kai Kask').waitFor();
  assert.equal(await firstStartLink(g.app), undefined);
  await settled(manager);
  await checkScreen(manager);
  await follow('Add a building');
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Pärna 24');
  await fill(dialog.getByRole('textbox', { name: 'Address' }), 'Pärna 24, 10612 Tallinn');
  await click(dialog.getByRole('button', { name: 'Add' }));
  await page.getByRole('tab', { name: 'Apartments', selected: true }).waitFor(); // The first step of a building.

  await follow('Add apartments');
  const rows = homes.map((number) => `${number}\t${40 + number}`);
  await dialog.getByRole('textbox', { name: 'Rows' }).fill(['number\tarea', ...rows].join('\n'));
  await click(dialog.getByRole('button', { name: 'Import 24 rows' }));
  await page.getByText('24 apartments').first().waitFor();

  await follow('Set up charges');
  await fill(dialog.getByLabel('Price, VAT included: Administration'), '0.8');
  await fill(dialog.getByLabel('Price, VAT included: Repair fund'), '0.45');
  await fill(dialog.getByLabel('Price, VAT included: Cold water', { exact: true }), '2.1');
  await click(dialog.getByRole('button', { name: 'Add 3 charges' }));

  await follow('Add the bank account');
  await becomes(() => page.locator('input:focus').count(), 1, 'its form has the focus');
  await fillIn('Beneficiary', 'KÜ Pärna 24');
  await fillIn('Account (IBAN)', account);
  const form = page.locator('form').filter({ has: page.getByLabel('Beneficiary') });
  await click(form.getByRole('button', { name: 'Save' }));
  await page.getByText('Bank account changed.').waitFor();

  await follow('Add meters');
  const meters = homes.map((number) => `${number}\tCold water\t${100 + number}`);
  await dialog.getByRole('textbox', { name: 'Rows' }).fill(['Apartment\tType\tInitial reading', ...meters].join('\n'));
  await click(dialog.getByRole('button', { name: 'Import 24 rows' }));
  await page.getByText('24 added').first().waitFor();

  await follow('Add residents');
  const people = homes.map((number) => `${number};Owner ${number};owner${number}@parna24.example;owner;2020-01-01`);
  await page.getByRole('textbox', { name: 'Rows' }).fill(['apartment;owner;e-mail;role;since', ...people].join('\n'));
  await click(page.getByRole('button', { name: 'Import 24 rows' }));
  await page.getByText('24 added').first().waitFor();

  await page.getByRole('complementary', { name: 'Get started' }).getByText('6 of 8 steps done').waitFor();
  await checkScreen(manager);
  await page.getByRole('link', { name: 'Enter the sender details' }).waitFor();
  await follow('Send the first invoices');
  await press('Preview');
  const missing = page.getByRole('region', { name: 'Reading missing' });
  await missing.getByText('24', { exact: true }).waitFor();
  await becomes(() => missing.getByRole('listitem').count(), 0, 'one line for all');
  await checkScreen(manager);
  await follow('Enter readings');
  await press('Import readings');
  const readings = homes.map((number) => `${number}\t${104 + number}`);
  await dialog.getByRole('textbox', { name: 'Rows' }).fill(['Apartment\tCold water', ...readings].join('\n'));
  await click(dialog.getByRole('button', { name: 'Import 24 rows' }));
  await follow('Generate invoices');
  await page.getByText('Nothing to check.').waitFor();
  await press('Create 24 drafts');
  await click(dialog.getByRole('button', { name: 'Create 24 drafts' }));
  await page.getByText('By e-mail: 24.').waitFor(); // Before they are sent.
  await press('Send all');
  await click(dialog.getByRole('button', { name: 'Send 24 invoices' }));
  await fixture.letters.find('owner24@parna24.example', '88');
  const as = await tokenOf(g, 'kai@parna24.example');
  await waitUntil(
    async () => (await g.ask('GET', '/invoices?status=sent&limit=100', { as })).items.length === homes.length,
  );
  await becomes(() => page.getByText('24 invoices', { exact: true }).count(), 0, 'the sums go with the list');
  await becomes(() => page.getByRole('button', { name: 'Send all' }).isDisabled(), true);
  assert.ok(effort.clicks <= 24 && effort.fields <= 12, `${effort.clicks} clicks, ${effort.fields} fields`);
  await page.getByText('24 invoices sent', { exact: true }).waitFor();
  await checkScreen(manager);
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByText('24 invoices', { exact: true }).first().waitFor();
});

visiting('the month of a screen is in its address, and is chosen with the keyboard alone', async (fixture) => {
  const { owner, page } = await visitBilledBuilding(fixture);
  await goTo(owner, '/console/invoices/generate?period=2026-03');
  const period = page.getByRole('combobox', { name: 'Period' });
  await becomes(() => period.inputValue(), 'March 2026');
  await page.getByRole('button', { name: 'Previous month' }).focus();
  await page.keyboard.press('Enter');
  await becomes(() => period.inputValue(), 'February 2026');
  assert.match(page.url(), /period=2026-02/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('December 2025');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.match(page.url(), /period=2025-12/);
  await page.reload();
  await settled(owner);
  await becomes(() => period.inputValue(), 'December 2025');
  await checkScreen(owner);
  await goTo(owner, '/console/invoices/generate?period=2026-13');
  await choose(page.locator('#content'), 'Period', 'January 2026');
  assert.match(page.url(), /period=2026-01/);
});

/** The month that is billed, and its last day. */
const month = defaultMonth();
const lastDay = new Date(Date.parse(`${shiftMonth(month, 1)}-01`) - 86_400_000).toISOString().slice(0, 10);

/** A meter of each apartment, and a main meter, installed two months before the month that is billed. */
async function addMeters(
  g: TestService,
  as: string,
  buildingId: string,
  apartmentIds: readonly (string | null)[],
  installedOn = `${shiftMonth(month, -2)}-01`,
) {
  const meters: Thing[] = [];
  for (const apartmentId of apartmentIds) {
    const body = { buildingId, apartmentId, type: 'cold_water', initialValue: 100, installedOn };
    const { data } = await g.ask('POST', '/meters', { as, body });
    meters.push(data);
  }
  return meters;
}

visiting('readings that are missing for a month are entered for it, and dated inside it', async (fixture) => {
  const { g, as, building, apartments, owner, page } = await visitBilledBuilding(fixture);
  const meters = await addMeters(
    g,
    as,
    building.id,
    apartments.map(({ id }) => id),
  );
  await goTo(owner, '/console/readings?tab=missing');
  await page.getByText('3 meters without a reading').waitFor();
  const day = page.getByLabel('Read on');
  await becomes(() => day.inputValue(), lastDay);
  const table = page.getByRole('table', { name: 'Missing' });
  const fieldOf = (number: string) => table.getByLabel(`Reading: ${number}, Cold water`, { exact: true });
  await day.fill(`${shiftMonth(month, -1)}-15`);
  await page.getByText('A reading for this month is dated from').waitFor();
  await fieldOf('1').fill('104');
  await fieldOf('1').press('Enter');
  await checkScreen(owner);
  await day.fill(lastDay);
  await fieldOf('1').press('Enter');
  await page.getByText('2 meters without a reading').waitFor();
  await goTo(owner, `/console/readings?tab=missing&meterId=${meters[1]?.id}`);
  await page.locator('input[data-reading]:focus').waitFor();
  await page.keyboard.type('103,5');
  await page.keyboard.press('Enter');
  await page.getByText('1 meter without a reading').waitFor();
  const { items } = await g.ask<Thing>('GET', '//console/api/readings?sort=createdAt', { as });
  assert.deepEqual(
    items.map(({ readAt, value }) => [String(readAt).slice(0, 10), value]),
    [
      [lastDay, 104],
      [lastDay, 103.5],
    ],
  );
  await page.getByRole('button', { name: 'Previous month' }).click();
  await page.getByText('3 meters without a reading').waitFor();
  await goTo(owner, `/console/readings?tab=usage&period=${month}`);
  await page.getByText('7.500 m³').first().waitFor();
  await checkScreen(owner);
});

visiting('the preview groups what is wrong by cause, and leads to exactly the row that is missing', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const price = { unitPrice: 2, meterType: 'cold_water' };
  const charges = [
    { code: 'care', name: 'Hooldus', basis: 'fixed', unitPrice: 20 },
    { code: 'water', name: 'Vesi', basis: 'meter', ...price },
    { code: 'common', name: 'Üldvesi', basis: 'meter_remainder', splitBy: 'area', ...price },
    { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill' },
  ];
  const { building, apartments } = await createBilledBuilding(g, as, { charges });
  const more = [];
  for (const number of ['3', '4', '5', '6', '7'])
    more.push((await g.ask('POST', `/buildings/${building.id}/apartments`, { as, body: { number, area: 20 } })).data);
  const homes = [...apartments, ...more];
  const meters = await addMeters(g, as, building.id, [...homes.map(({ id }) => id), null], `${month}-01`);
  for (const [index, value] of [104, undefined, 104, 144, 103, 105, 104, undefined, 140].entries())
    if (value !== undefined)
      await g.ask('POST', `/meters/${meters[index]?.id}/readings`, { as, body: { value, readAt: lastDay } });
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/invoices/generate');
  await page.getByRole('button', { name: 'Preview' }).click();
  const missing = page.getByRole('region', { name: 'Reading missing' });
  await missing.waitFor();
  await settled(owner);
  await checkScreen(owner);
  await becomes(() => page.getByRole('button', { name: /^Create/ }).isDisabled(), true);
  await page
    .getByRole('region', { name: 'A supplier bill is missing' })
    .getByRole('button', { name: 'Küte' })
    .press('Enter');
  await page.keyboard.type('1000');
  await becomes(() => page.getByLabel('Supplier bill: Küte').inputValue(), '1000');
  await page.keyboard.press('Enter');
  await missing.getByRole('link', { name: 'Apartment 7, Cold water' }).waitFor();
  await page.getByRole('region', { name: 'A supplier bill is missing' }).waitFor({ state: 'detached' });

  for (const [number, value] of [
    ['7', '104'],
    ['2', '103'],
  ] as const) {
    await missing.getByRole('link', { name: `Apartment ${number}, Cold water` }).press('Enter');
    await page.locator('input[data-reading]:focus').waitFor();
    const label = await page.locator('input[data-reading]:focus').getAttribute('aria-label');
    assert.equal(label, `Reading: ${number}, Cold water`);
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
    await (number === '7'
      ? page.getByText('1 meter without a reading')
      : page.getByText('No readings are missing.')
    ).waitFor();
    await page.goBack();
    if (number === '7') await missing.waitFor();
  }
  const remainder = page.getByRole('region', { name: 'A remainder would be credited' });
  await remainder
    .getByText('main meter 40.000 m³, apartments 71.000 m³ (Cold water + Hot water), difference −31.000 m³')
    .waitFor();
  await becomes(() => page.getByLabel('Supplier bill: Küte').inputValue(), '1,000.00');
  await page.reload();
  await remainder.waitFor();
  await becomes(() => page.getByLabel('Supplier bill: Küte').inputValue(), '1,000.00', 'also after a reload');
  const high = page.getByRole('region', { name: 'Unusually high consumption' });
  await high.getByText('44.000 m³, in other apartments 4.000 m³').waitFor();
  await settled(owner);
  await checkScreen(owner);
  await high.getByRole('link', { name: 'Apartment 3, Cold water' }).waitFor();
  await page.getByRole('button', { name: 'Create 8 drafts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create 8 drafts' }).click();
  await page.getByText('8 drafts created.').waitFor();
});
