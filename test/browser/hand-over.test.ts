// Browser test of a change of owner: the apartment's page, the days of a person, the hand-over by keyboard on a phone,
// and its undo.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { createBilledBuilding, generate, markSent } from '../billing-fixture.ts';
import { anOrganization, type TestOrganization, type TestService, type Thing } from '../service-fixture.ts';
import { becomes, checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();
const phone = { width: 390, height: 844 };

/** An apartment with its owner since 2020, a read meter, an unpaid invoice and a request. */
async function aHome(g: TestService, { owner: as }: TestOrganization) {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [apartment] = apartments;
  const place = { buildingId: building.id, apartmentId: apartment.id };
  const stay = { apartmentId: apartment.id, since: '2020-01-01' };
  const mari = { name: 'Mari Maasikas', email: 'mari@example.org', apartments: [stay] };
  await g.ask('POST', '//console/api/residents', { as, body: mari });
  const meter = { ...place, type: 'cold_water', installedOn: '2020-01-01', initialValue: 0 };
  const { id: meterId } = (await g.ask('POST', '/meters', { as, body: meter })).data;
  const read = await g.ask('POST', `/meters/${meterId}/readings`, { as, body: { value: 100, readAt: '2026-09-30' } });
  assert.equal(read.status, 201, read.text);
  const run = await generate(g, as, building.id);
  for (const { invoiceId = '' } of run.data.invoices) await markSent(g, invoiceId);
  const request = { ...place, title: 'The tap drips', description: 'In the kitchen.' };
  await g.ask('POST', '//console/api/maintenance-requests', { as, body: request });
  return { ...place, address: `/console/buildings/${building.id}/apartments/${apartment.id}` };
}

/** Presses a key on something that the keyboard reaches. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

visiting('a manager hands an apartment over by keyboard on a phone, and takes it back', async (fixture) => {
  const { g } = fixture;
  const organization = await anOrganization(g);
  const home = await aHome(g, organization);
  const people = async () =>
    (
      await g.ask<Thing & { name: string }>('GET', `/residents?apartmentId=${home.apartmentId}&sort=name`, {
        as: organization.owner,
      })
    ).items.map(({ name }) => name);
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, organization.email);
  await goTo(owner, `/console/buildings/${home.buildingId}`);
  await page.getByRole('link', { name: '1', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Apartment 1' }).waitFor();
  for (const [tab, content] of [
    ['Meters and requests', 'The tap drips'],
    ['Invoices', 'Account statement'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('link', { name: content }).waitFor();
    await settled(owner);
    await checkScreen(owner);
  }
  await page.getByRole('tab', { name: 'People' }).click();
  await settled(owner);
  await checkScreen(owner);

  await page.setViewportSize(phone);
  await press(page.getByRole('link', { name: 'Change of owner / tenant' }));
  await page.getByRole('heading', { name: 'Change of owner / tenant: apartment 1' }).waitFor();
  await becomes(() => page.getByRole('checkbox', { name: /^Mari Maasikas, owner/ }).isChecked(), true);
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Jaan Kask');
  await page.getByLabel('E-mail address').focus();
  await page.keyboard.type('jaan@example.org');
  await page.getByLabel('Cold water').focus();
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await page.getByText('The reading is lower than the previous one.').first().waitFor();
  await page.getByLabel('Cold water').fill('101');
  await page.keyboard.press('Enter');
  await page.getByText('The invitation goes to jaan@example.org').waitFor();
  await page.getByText('Former residents owe €552.71 from sent invoices.').waitFor();
  await checkScreen(owner);
  await page.setViewportSize(phone);
  assert.deepEqual(await people(), ['Mari Maasikas']);
  await press(page.getByRole('button', { name: 'Record the change' }));
  await page.getByRole('heading', { name: 'Apartment 1' }).waitFor();
  await page.getByRole('listitem').getByText('Mari Maasikas → Jaan Kask').waitFor();
  assert.deepEqual(await people(), ['Jaan Kask', 'Mari Maasikas']);
  await settled(owner);
  await checkScreen(owner);

  await press(page.getByRole('button', { name: /^Undo: / }));
  const dialog = page.getByRole('dialog');
  await checkScreen(owner);
  await press(dialog.getByRole('button', { name: 'Undo' }));
  await page.getByText('The change is undone.').waitFor();
  assert.deepEqual(await people(), ['Mari Maasikas']);
});

visiting('a resident who still has an apartment moves out first, and a wrong residency is deleted', async (fixture) => {
  const { g } = fixture;
  const organization = await anOrganization(g);
  const home = await aHome(g, organization);
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, organization.email);
  await goTo(owner, '/console/residents');
  await page.getByRole('button', { name: 'Mari Maasikas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Days / move out: Apartment 1' }).waitFor();
  await checkScreen(owner);
  await dialog.getByRole('button', { name: 'Delete resident' }).click();
  await dialog.getByText('Mari Maasikas still has apartment 1.').waitFor();
  await checkScreen(owner);
  await dialog.getByLabel('Last day').fill('2026-10-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Days saved.').waitFor();
  await page.getByRole('cell', { name: '1 (owner, until 31 Oct 2026)' }).waitFor();
  await goTo(owner, home.address);
  await page.getByRole('heading', { name: 'Former residents' }).waitFor();
  await page.getByRole('button', { name: 'Move in' }).click();
  await dialog.getByLabel('Name').fill('Rein Raud');
  await checkScreen(owner);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Days / move out: Rein Raud' }).click();
  await dialog.getByRole('button', { name: 'Recorded by mistake' }).click();
  await page.getByText('It will be as if Rein Raud had never had apartment 1').waitFor();
  await checkScreen(owner);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Deleted.').waitFor();
  await page.getByText('Nobody is recorded for this apartment yet.').waitFor();
});

visiting('a preview names who pays each part of a month, and compares the apartment as a whole', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const apartmentId = apartments[0].id;
  for (const [name, since, until] of [
    ['Mari Maasikas', '2020-01-01', '2026-10-15'],
    ['Jaan Kask', '2026-10-16', null],
  ]) {
    const body = { name, apartments: [{ apartmentId, role: 'owner', since, until, receivesInvoice: true }] };
    assert.equal((await g.ask('POST', '//console/api/residents', { as, body })).status, 201);
  }
  await generate(g, as, building.id, { periodStart: '2026-09-01', periodEnd: '2026-09-30' });
  const bills = { periodStart: '2026-10-01', periodEnd: '2026-10-31', bills: [{ charge: 'heat', amount: 1000.01 }] };
  await g.ask('PUT', `//console/api/buildings/${building.id}/supplier-bills`, { as, body: bills });
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, `/console/invoices/generate?buildingId=${building.id}&period=2026-10&preview=2026-10`);
  const table = page.getByRole('table', { name: 'Apartments' });
  await table.getByText('Mari Maasikas, 1 Oct 2026 – 15 Oct 2026').waitFor();
  await table.getByText('Jaan Kask, 16 Oct 2026 – 31 Oct 2026').waitFor();
  const figures = async () =>
    Promise.all(
      [1, 2, 3].map(async (row) => (await table.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).slice(2)),
    );
  const [whole, first, second] = await figures();
  assert.deepEqual(whole, ['€552.71', '€552.71', '0%']);
  assert.deepEqual([first?.[0], first?.[2], second?.[0], second?.[2]], ['–', '–', '–', '–']);
  await checkScreen(owner);
});
