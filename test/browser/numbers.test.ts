// Browser test of typing amounts as on a bill: character by character, with a comma or a point, or pasted.
import assert from 'node:assert/strict';
import { createBilledBuilding, october } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency, type Thing } from '../service-fixture.ts';
import {
  becomes,
  checkScreen,
  goTo,
  openBrowserTests,
  settled,
  signIn,
  visitBilledBuilding,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();
const month = october.periodStart.slice(0, 7);

visiting('an amount that is typed with its cents arrives with its cents', async (fixture) => {
  const { g, as, building, owner, page } = await visitBilledBuilding(fixture);
  await goTo(owner, `/console/buildings/${building.id}?tab=bills&period=${month}`);
  const bill = page.getByLabel('Küte', { exact: true });
  for (const text of ['1234,56', '1234.56', '1 234,5x6']) {
    await bill.fill('');
    await bill.pressSequentially(text);
    await bill.press('Tab');
    await becomes(() => bill.inputValue(), '1,234.56', text);
  }
  await bill.fill('1.000,05');
  await bill.press('Enter');
  await page.getByText('Saved.').waitFor();
  const recorded = await g.ask<Thing>(
    'GET',
    `//console/api/buildings/${building.id}/supplier-bills?periodStart=${october.periodStart}&periodEnd=${october.periodEnd}`,
    { as },
  );
  assert.match(recorded.text, /"amount":1000\.05/);

  await goTo(owner, `/console/invoices/generate?period=${month}`);
  await page.getByText('€1,000.05 is recorded').waitFor();
  await page.getByLabel('Supplier bill: Küte').pressSequentially('1000,01');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('€552.71').first().waitFor();

  await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
  const price = page.getByLabel('Unit price');
  await becomes(() => price.inputValue(), '0.85');
  await page.getByText('€/m²', { exact: true }).waitFor();
  await price.fill('0,6');
  await price.press('Tab');
  await becomes(() => price.inputValue(), '0.60', 'money has its cents');
  await price.fill('');
  await price.pressSequentially('1,005');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').last().waitFor();
  const { data } = await g.ask<Thing>('GET', `/buildings/${building.id}`, { as });
  assert.equal((data.billing as { charges: Thing[] }).charges[0]?.unitPrice, 1.005);
});

visiting('a sheet of readings is entered row after row, and what cannot be right stays', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const [first, second, tenth] = apartments;
  const meters: string[] = [];
  for (const { id: apartmentId } of [first, second, tenth]) {
    const about = { buildingId: building.id, apartmentId, type: 'cold_water', decimals: 3 };
    const { data } = await g.ask('POST', '/meters', {
      as,
      body: { ...about, initialValue: 100, installedOn: '2026-01-01' },
    });
    meters.push(data.id);
  }
  const manager = await fixture.visitor();
  const { page } = manager;
  await signIn(manager, email);
  await goTo(manager, '/console/readings?tab=missing');
  const table = page.getByRole('table', { name: 'Missing' });
  const fieldOf = (number: string) => table.getByLabel(`Reading: ${number}, Cold water`, { exact: true });
  await page.getByText('3 meters without a reading').waitFor();
  const focused = () =>
    page.evaluate<string | null>('document.activeElement.ariaLabel ?? document.activeElement.textContent');
  await fieldOf('1').click();
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Reading: 2, Cold water', 'Tab goes from field to field');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focused(), '2', 'and back to the link of the row');
  await fieldOf('1').click();
  await page.keyboard.type('104,5');
  await table.getByText('4.500 m³ since the last reading').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await page.keyboard.type('130.125');
  await page.keyboard.press('Tab');
  await page.getByText('1 meter without a reading').waitFor();
  await page.getByText('less than the reading before it (100.000 m³').first().waitFor();
  await becomes(() => fieldOf('2').inputValue(), '99');
  const rolledOver = table.getByLabel('The register has rolled over since the last reading');
  assert.equal(await rolledOver.count(), 0, 'it cannot have passed zero');
  await settled(manager);
  await checkScreen(manager);
  const { items } = await g.ask<Thing>('GET', '//console/api/readings', { as });
  assert.deepEqual(
    items.map(({ meterId, value, status }) => [meters.indexOf(String(meterId)), value, status]).toSorted(),
    [
      [0, 104.5, 'confirmed'],
      [2, 130.125, 'confirmed'],
    ],
  );
});

visiting(
  'an organization outside VAT is asked for full amounts, and one with a VAT number for net ones',
  async (fixture) => {
    const { building, owner, page } = await visitBilledBuilding(fixture);
    const askedFor = async (text: string, gone: string) => {
      await goTo(owner, `/console/buildings/${building.id}?tab=bills&period=${month}`);
      await page.getByText(text).waitFor();
      await goTo(owner, `/console/invoices/generate?period=${month}`);
      await page.getByText(text).waitFor();
      await becomes(() => page.getByText(gone).count(), 0);
    };
    await askedFor('The full amount that you pay, VAT included.', 'Excl. VAT');
    await goTo(owner, '/console/settings');
    await page.getByLabel('VAT number').fill('EE123456789');
    await page.getByLabel('VAT number').press('Enter');
    await page.getByText('Saved.').waitFor();
    await askedFor('Excl. VAT. It is added on the invoices.', 'VAT included');
  },
);

visiting(
  'a mistyped reading is doubted before it is saved, and corrected where it was entered and on its row',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email, tenantId } = await anOrganization(g);
    const { building, apartments } = await createBilledBuilding(g, as);
    const about = { buildingId: building.id, apartmentId: apartments[0].id, type: 'cold_water', decimals: 3 };
    const meter = await g.ask('POST', '/meters', {
      as,
      body: { ...about, initialValue: 50, installedOn: '2026-05-31' },
    });
    for (const [value, day] of [
      [55, '2026-06-30'],
      [60, '2026-08-31'],
    ])
      await g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body: { value, readAt: day } });
    const recorded = async () =>
      (await g.ask<Thing>('GET', '//console/api/readings?sort=createdAt', { as })).items
        .slice(2)
        .map(({ value, status }) => [value, status]);
    const manager = await fixture.visitor();
    const { page } = manager;
    await signIn(manager, email);
    await goTo(manager, `/console/readings?tab=missing&period=2026-09`);
    const field = page.getByLabel('Reading: 1, Cold water', { exact: true }).and(page.locator(':visible'));
    await field.fill('1065,9');
    await becomes(() => page.evaluate('Object.keys(sessionStorage).some((key) => key.includes("reading"))'), true);
    await page.reload();
    await settled(manager);
    await becomes(async () => (await field.inputValue()).startsWith('1'), true, 'what was typed survives a reload');
    await field.press('Tab');
    await page
      .getByText(
        'Unusually high consumption. Usually it is about 3.3 m³ a month; this would be 1,005.900 m³. If it is right, press the button again; otherwise correct it.',
      )
      .waitFor();
    assert.deepEqual(await recorded(), [], 'nothing is saved yet');
    await checkScreen(manager);
    await page
      .getByRole('button', { name: 'Save anyway: Reading: 1, Cold water' })
      .and(page.locator(':visible'))
      .click();
    const entered = page.getByRole('region', { name: 'Just entered' });
    await entered.getByText('1,065.900 m³').waitFor();
    await entered.getByRole('button', { name: 'Correct the reading' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Apartment 1 · Cold water').waitFor();
    await dialog.getByRole('textbox', { name: 'Reading', exact: true }).fill('65,9');
    await checkScreen(manager);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await entered.getByText('65.900 m³', { exact: true }).waitFor();
    assert.deepEqual(await recorded(), [
      [1065.9, 'rejected'],
      [65.9, 'confirmed'],
    ]);

    await goTo(manager, `/console/meters/${meter.data.id}?buildingId=${building.id}`);
    await page.getByRole('button', { name: 'Correct the reading 65.900 m³' }).and(page.locator(':visible')).click();
    await dialog.getByRole('textbox', { name: 'Reading', exact: true }).fill('59');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/less than the reading before it \(60\.000/).waitFor();
    await dialog.getByRole('textbox', { name: 'Reading', exact: true }).fill('66');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Reading corrected.').waitFor();
    assert.deepEqual((await recorded()).at(-1), [66, 'confirmed']);

    const resident = await aPerson(g, tenantId, 'resident');
    await aResidency(g, tenantId, resident.userId, apartments[0].id, '2026-01-01');
    await g.ask('POST', `/meters/${meter.data.id}/readings`, { as: resident.token, body: { value: 700 } });
    await goTo(manager, '/console/readings?tab=confirm');
    await page.getByRole('status').getByText('Unusually high consumption').waitFor();
    assert.deepEqual((await recorded()).at(-1), [700, 'submitted']);
    await checkScreen(manager);
    await page.getByRole('button', { name: 'Confirm anyway' }).click();
    await page.getByText('Reading confirmed.').waitFor();
    assert.deepEqual((await recorded()).at(-1), [700, 'confirmed']);

    const hot = await g.ask<Thing>('POST', '/meters', {
      as,
      body: { buildingId: building.id, apartmentId: apartments[0].id, type: 'hot_water' },
    });
    for (const [id, value] of [
      [hot.data.id, 12],
      [meter.data.id, 9000],
    ] as const)
      await g.ask('POST', `/meters/${id}/readings`, { as: resident.token, body: { value } });
    await page.reload();
    await page.getByRole('button', { name: 'Confirm all that are not unusual' }).click();
    await page.getByText('1 reading confirmed.').waitFor();
    await page.getByText('1 is unusual and waits for you:').waitFor();
    await page.getByRole('status').getByText('Unusually high consumption').waitFor();
    await checkScreen(manager);
    assert.deepEqual((await recorded()).slice(-2), [
      [12, 'confirmed'],
      [9000, 'submitted'],
    ]);
  },
);
