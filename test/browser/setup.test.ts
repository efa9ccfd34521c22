// Browser tests of setting a building up: its meters from a table, a new meter, a replacement, and its charges; with
// the keyboard and on a phone.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { aBuilding, anApartment, anOrganization, type Thing } from '../service-fixture.ts';
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
const phone = { width: 390, height: 844 };

/** An owner, signed in, with a building of these apartments. */
async function setUp({ g, visitor }: BrowserTest, ...numbers: string[]) {
  const { owner: as, email } = await anOrganization(g);
  const building = await aBuilding(g, as, { name: 'Kase 12' });
  const apartments: Thing[] = [];
  for (const number of numbers) apartments.push(await anApartment(g, as, building.id, { number, area: 50 }));
  const owner = await visitor();
  await signIn(owner, email);
  return { as, building, apartments, owner, page: owner.page };
}

/** Presses Enter on something that the keyboard reaches. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

type ListedMeter = Thing & {
  readonly apartmentId: string | null;
  readonly type: string;
  readonly serialNumber: string | null;
  readonly removedOn: string | null;
};

visiting('the meters of a house are pasted, corrected and imported on a phone with the keyboard', async (fixture) => {
  const { as, building, owner, page } = await setUp(fixture, '1', '2');
  await page.setViewportSize(phone);
  await goTo(owner, '/console/readings?tab=meters');
  await press(page.getByRole('button', { name: 'Import meters' }));
  const dialog = page.getByRole('dialog');
  const rows = dialog.getByLabel('Rows');
  const table = (apartment: string) =>
    `Apartment\tType\tSerial number\tInitial reading\tDate\tNote\n1\tCold water\tKV-1\t12.5\t15.01.2026\tx\n${apartment}\tHot water\tSV-2\t3\nmain\tCold water\tP-1\t1000`;
  await rows.fill(table('3'));
  await dialog.getByRole('alert').getByText('Line 3, Apartment: The building has no apartment “3”.').waitFor();
  await checkScreen(owner);
  await page.setViewportSize(phone);
  const typed = Promise.withResolvers<void>();
  await page.route(/meters\/import/, (route) => typed.promise.then(() => route.fallback()), { times: 1 });
  const [asked] = await Promise.all([page.waitForRequest(/meters\/import/), rows.fill(table('2'))]);
  await dialog.getByLabel('Initial readings taken on').fill('2026-01-31');
  typed.resolve();
  await asked.response(); // It proposes a day, but one is typed.
  await dialog.getByRole('alert').waitFor({ state: 'detached' });
  await dialog.getByRole('status').getByText('3 new').waitFor();
  await dialog.getByRole('list', { name: 'Preview' }).getByText('31 Jan 2026').first().waitFor();
  await dialog.getByRole('list', { name: 'Preview' }).getByText('Main meter').waitFor();
  await dialog.getByRole('list', { name: 'Preview' }).getByText('15 Jan 2026').waitFor();
  await dialog.getByText('Not imported: Note').waitFor();
  await checkScreen(owner);
  await page.setViewportSize(phone);
  await press(dialog.getByRole('button', { name: 'Import 3 rows' }));
  await page.getByText('3 added, 0 updated.').waitFor();
  await page.getByText('1,000.000 m³').filter({ visible: true }).waitFor(); // The initial reading, at once.
  const { items } = await fixture.g.ask<ListedMeter>('GET', `/meters?buildingId=${building.id}`, { as });
  assert.deepEqual(items.map(({ serialNumber }) => serialNumber).sort(), ['KV-1', 'P-1', 'SV-2']);

  await press(page.getByRole('button', { name: 'Import meters' }));
  const again = 'Korter;Liik;Seerianumber\n1;Külm vesi;KV-1\n1;Küte;S-1\n';
  const file = { name: 'arvestid.csv', mimeType: 'text/csv', buffer: Buffer.from(again) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('status').getByText('1 new, 1 is there already.').waitFor();
  await press(dialog.getByRole('button', { name: 'Import 1 row' }));
  await page.getByText('1 added, 0 updated.').waitFor();
  await settled(owner);
  await checkScreen(owner);
});

visiting(
  'a list as people keep it is understood, its columns are chosen, and readings come from a table',
  async (fixture) => {
    const { as, building, owner, page } = await setUp(fixture, '1', '2');
    const { g } = fixture;
    await goTo(owner, `/console/buildings/${building.id}`);
    await press(page.getByRole('button', { name: 'Paste from a spreadsheet' }));
    const dialog = page.getByRole('dialog');
    const rows = dialog.getByLabel('Rows');
    await rows.fill('KÜ Kase 12\nKrt nr;Suurus;Omanik;Märkus\n1;54,3;Mari Tamm;x\n3;31,2;Jüri Põld;\n');
    await dialog.getByRole('status').getByText('1 new').waitFor();
    const table = dialog.getByRole('table', { name: 'Map the columns of this file' });
    await table.getByLabel('Field: Suurus').selectOption('Area, m²');
    await dialog.getByRole('table', { name: 'Preview' }).getByText('54.3').waitFor();
    await dialog.getByRole('table', { name: 'Preview' }).getByText('Changed').waitFor();
    await dialog.getByText('The columns about residents (Omanik) are imported in the next step').waitFor();
    await dialog.getByText('Not imported: Märkus', { exact: true }).waitFor();
    await checkScreen(owner);
    await press(dialog.getByRole('button', { name: 'Import 2 rows' }));
    await page.getByText('1 added, 1 updated.').waitFor();
    await press(dialog.getByRole('link', { name: 'Import residents' }));
    const people = page.getByRole('table', { name: 'Preview' });
    await people.getByText('Jüri Põld').waitFor();
    await checkScreen(owner);
    await press(page.getByRole('button', { name: 'Import 2 rows' }));
    await page.getByText('2 added, 0 updated.').waitFor();
    await becomes(() => page.getByLabel('Rows').inputValue(), '');
    const { items } = await g.ask<Thing>('GET', `/buildings/${building.id}/apartments?sort=number`, { as });
    assert.deepEqual(
      items.map(({ number, area }) => [number, area]),
      [
        ['1', 54.3],
        ['2', 50],
        ['3', 31.2],
      ],
    );

    for (const { id } of items.slice(0, 2))
      await g.ask('POST', '/meters', {
        as,
        body: {
          buildingId: building.id,
          apartmentId: id,
          type: 'cold_water',
          initialValue: 100,
          installedOn: '2026-01-01',
        },
      });
    await goTo(owner, '/console/readings?tab=missing&period=2026-09');
    await press(page.getByRole('button', { name: 'Import readings' }).first());
    await dialog.getByLabel('Rows').fill('Krt nr\tKülm vesi\n1\t104,5\n2\t99\n');
    await dialog
      .getByRole('alert')
      .getByText('Line 3, Cold water: The reading is lower than the previous one.')
      .waitFor();
    await page.keyboard.press('Escape');
    await goTo(owner, '/console/buildings');
    await goTo(owner, '/console/readings?tab=missing&period=2026-09');
    await press(page.getByRole('button', { name: 'Import readings' }).first());
    await dialog.getByText('Your unsaved input was restored.').waitFor();
    await becomes(() => dialog.getByLabel('Rows').inputValue(), 'Krt nr\tKülm vesi\n1\t104,5\n2\t99\n');
    await dialog.getByLabel('Rows').fill('Krt nr\tKülm vesi\n1\t104,5\n2\t109\n');
    await dialog.getByRole('table', { name: 'Preview' }).getByText('4.500 m³', { exact: true }).waitFor();
    await checkScreen(owner);
    await press(dialog.getByRole('button', { name: 'Import 2 rows' }));
    await page.getByText('2 added, 0 updated.').waitFor();
    await page.getByText('No readings are missing.').waitFor();
  },
);

visiting('a new meter is of an apartment or the main meter only when somebody says so', async (fixture) => {
  const { as, building, apartments, owner, page } = await setUp(fixture, '1');
  await goTo(owner, '/console/readings?tab=meters');
  await page.getByRole('button', { name: 'Add meter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await becomes(() => dialog.getByText('Required.').count(), 2);
  await checkScreen(owner);
  await dialog.getByRole('radio', { name: 'Apartment meter' }).check();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await becomes(() => dialog.getByText('Required.').count(), 2, 'the apartment and the type');
  await choose(dialog, 'Apartment', '1');
  await choose(dialog, 'Type', 'Gas');
  await becomes(() => dialog.getByText('Required.').count(), 0, 'errors go when they are corrected');
  await dialog.getByLabel('Serial number').fill('G-1');
  await checkScreen(owner);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Meter added.').waitFor();
  const { items } = await fixture.g.ask<ListedMeter>('GET', `/meters?buildingId=${building.id}`, { as });
  assert.deepEqual(
    items.map(({ apartmentId, type }) => [apartmentId, type]),
    [[apartments[0]?.id, 'gas']],
  );
});

visiting('a meter is replaced in one step by keyboard on a phone, with an error at its field', async (fixture) => {
  const { as, building, apartments, owner, page } = await setUp(fixture, '1');
  const { g } = fixture;
  const meter = { buildingId: building.id, apartmentId: apartments[0]?.id, type: 'cold_water', serialNumber: 'OLD' };
  const body = { ...meter, installedOn: '2026-01-01', initialValue: 0 };
  const { id } = (await g.ask('POST', '/meters', { as, body })).data;
  const reading = { value: 100, readAt: '2026-09-30' };
  await g.ask('POST', `/meters/${id}/readings`, { as, body: reading });
  await page.setViewportSize(phone);
  await goTo(owner, `/console/meters/${id}?buildingId=${building.id}`);
  await press(page.getByRole('button', { name: 'Replace' }));
  const dialog = page.getByRole('dialog');
  const final = dialog.getByLabel('Final reading');
  await final.fill('99');
  await dialog.getByLabel('Replaced on').fill('2026-10-15');
  await dialog.getByLabel('Serial number').fill('NEW');
  await dialog.getByLabel('Serial number').press('Enter');
  await dialog.getByText('The reading is lower than the previous one.').first().waitFor();
  await becomes(() => final.getAttribute('aria-invalid'), 'true');
  await checkScreen(owner);
  await page.setViewportSize(phone);
  await final.fill('104.5');
  await becomes(() => final.getAttribute('aria-invalid'), null);
  await dialog.getByLabel('Initial reading').fill('2');
  await final.press('Enter');
  await page.getByText('Meter replaced.').waitFor();
  await page.getByRole('link', { name: 'OLD' }).waitFor();
  await settled(owner);
  await checkScreen(owner);
  const { items } = await g.ask<ListedMeter>('GET', `/meters?buildingId=${building.id}&sort=createdAt`, { as });
  assert.deepEqual(
    items.map(({ serialNumber, removedOn }) => [serialNumber, removedOn]),
    [
      ['OLD', '2026-10-15'],
      ['NEW', null],
    ],
  );
  await press(page.getByRole('link', { name: 'OLD' }));
  await page.getByRole('link', { name: 'NEW' }).waitFor();
});

type BuildingCharges = Thing & {
  readonly billing: {
    readonly charges: readonly { code: string; name: string; vatRate: number; unitPrice?: number }[];
  };
};

visiting('typical charges are chosen, priced and added at once by keyboard on a phone', async (fixture) => {
  const { as, building, owner, page } = await setUp(fixture, '1');
  const { g } = fixture;
  await g.ask('PATCH', '//console/api/letterhead', { as, body: { vatNumber: 'EE123456789' } });
  await page.setViewportSize(phone);
  await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
  await press(page.getByRole('button', { name: 'Typical charges' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('24% is added, as the sender of the invoices has a VAT number.').waitFor();
  await dialog.getByLabel('Price excl. VAT: Haldus').fill('0.35');
  await becomes(() => dialog.getByRole('checkbox', { name: 'Haldus' }).isChecked(), true, 'a price chooses its charge');
  for (const name of ['Küte', 'Remondifond']) {
    await dialog.getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
  }
  await press(dialog.getByRole('button', { name: 'Add 3 charges' }));
  const price = dialog.getByLabel('Price excl. VAT: Remondifond');
  await dialog.getByText('Required.').waitFor();
  await dialog.locator('input[name=repair_fund]:focus').waitFor();
  await checkScreen(owner);
  await page.setViewportSize(phone);
  await price.fill('0.5');
  await becomes(() => dialog.getByText('Required.').count(), 0, 'the error goes when it is corrected');
  await price.press('Enter');
  await page.getByText('3 charges added.').waitFor();
  await becomes(() => page.getByText('Unsaved changes.').count(), 0);
  await settled(owner);
  await checkScreen(owner);
  const { data } = await g.ask<BuildingCharges>('GET', `/buildings/${building.id}`, { as });
  assert.deepEqual(
    data.billing.charges.map(({ code, vatRate, unitPrice }) => [code, vatRate, unitPrice]),
    [
      ['haldus', 24, 0.35],
      ['remondifond', 0, 0.5],
      ['kute', 24, undefined],
    ],
  );
  await page.setViewportSize(phone);
  await press(page.getByRole('button', { name: 'Typical charges' }));
  await dialog.getByText('already there').first().waitFor();
  await becomes(() => dialog.getByRole('checkbox', { name: 'Haldus' }).isDisabled(), true);
});

visiting(
  'a charge gets its code from its name, and an error stands at its field until it is corrected',
  async (fixture) => {
    const { as, building, owner, page } = await setUp(fixture, '1');
    await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
    const addCharge = async (name: string, index: number) => {
      await page.getByRole('button', { name: 'Add charge' }).click();
      const row = page.getByRole('row').nth(index);
      await row.getByRole('textbox', { name: 'Name' }).fill(name);
      return row;
    };
    const first = await addCharge('Külm vesi', 1);
    await becomes(() => first.getByRole('textbox', { name: 'Code' }).count(), 0);
    await page.getByRole('switch', { name: 'Show codes and VAT rates' }).click();
    const code = first.getByRole('textbox', { name: 'Code' });
    await becomes(() => code.inputValue(), 'kulm-vesi');
    const second = await addCharge('', 2);
    const name = second.getByRole('textbox', { name: 'Name' });
    await second.getByRole('textbox', { name: 'Code' }).fill('Not a code');
    await page.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Can’t be empty.').waitFor();
    await second.getByText('Invalid format.').waitFor();
    await becomes(() => name.getAttribute('aria-invalid'), 'true');
    await second.locator('input[aria-label=Name]:focus').waitFor();
    await checkScreen(owner);
    await name.fill('Soe vesi');
    await becomes(() => second.getByText('Can’t be empty.').count(), 0);
    await second.getByRole('textbox', { name: 'Code' }).fill('kulm-vesi');
    await becomes(() => second.getByText('Invalid format.').count(), 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Listed twice.').waitFor();
    await code.fill('kv');
    await becomes(() => second.getByText('Listed twice.').count(), 0, 'it is corrected in the other row');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await first.getByRole('textbox', { name: 'Name' }).fill('Vesi');
    await becomes(() => code.inputValue(), 'kv', 'the code of a saved charge stays');
    const { data } = await fixture.g.ask<BuildingCharges>('GET', `/buildings/${building.id}`, { as });
    assert.deepEqual(
      data.billing.charges.map((charge) => charge.code),
      ['kv', 'kulm-vesi'],
    );
  },
);
