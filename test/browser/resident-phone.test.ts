// Browser test of a resident with a phone: a photo that cannot be read is sent with the typed digits, and notifications never cover a button.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { drawFace } from '../../demo/meter-faces.ts';
import { createBilledBuilding } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency, type Thing } from '../service-fixture.ts';
import { type BrowserTest, checkScreen, openBrowserTests, settled, signIn, type Visitor } from './browser-fixture.ts';

const visiting = await openBrowserTests();

const phone = { width: 390, height: 844 };

/** A resident with a water meter, at the page of its reading, on a phone. */
async function openReading(fixture: BrowserTest): Promise<{ resident: Visitor; page: Page; as: string }> {
  const { g } = fixture;
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const [home] = apartments;
  const { email, userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, home.id);
  const body = { buildingId: building.id, apartmentId: home.id, type: 'cold_water', digits: 5, decimals: 0 };
  await g.ask('POST', '/meters', { as, body });
  const resident = await fixture.visitor();
  await signIn(resident, email);
  await resident.page.setViewportSize(phone);
  await settled(resident);
  await resident.page.getByRole('link', { name: 'Submit reading' }).click();
  await resident.page.getByRole('heading', { name: 'Check these digits' }).waitFor();
  return { resident, page: resident.page, as };
}

async function takePhoto(page: Page): Promise<void> {
  const buffer = await drawFace({ digits: '00123', decimals: 0 });
  await page.locator('input[type=file]').setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer });
}

visiting('a photo whose reading fails is kept, and sent along with the digits that were typed', async (fixture) => {
  const { resident, page, as } = await openReading(fixture);
  const { g } = fixture;
  await page.route('**/api/meters/ocr*', (route) => route.abort('timedout'));
  await takePhoto(page);
  await page.getByText('The photo couldn’t be read right now. It is kept').waitFor();
  await page.getByRole('img', { name: 'Meter photo' }).waitFor();
  await page.getByRole('button', { name: 'Read photo again' }).waitFor();
  await checkScreen(resident);
  await page.setViewportSize(phone);
  await page.getByLabel('Digit 1 of 5').focus();
  await page.keyboard.type('00124');
  await page.getByRole('button', { name: 'Submit reading' }).press('Enter');
  await page.getByText('124 m³ is awaiting confirmation').waitFor();
  const { items } = await g.ask<Thing>('GET', '//console/api/readings?status=submitted', { as });
  assert.deepEqual(
    items.map(({ value, source, photoId }) => [value, source, typeof photoId]),
    [[124, 'photo', 'string']],
  );
});

visiting('digits typed while a photo is read stay, and so does the photo', async (fixture) => {
  const { page } = await openReading(fixture);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/meters/ocr*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await takePhoto(page);
  await page.getByRole('status').getByText('Reading photo').waitFor();
  await page.getByLabel('Digit 1 of 5').fill('00777');
  released.resolve();
  await page.getByText('Reading photo').waitFor({ state: 'hidden' });
  assert.equal(await page.getByLabel('Digit 5 of 5').inputValue(), '7');
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('img', { name: 'Meter photo' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Digit 3 of 5').inputValue(), '7');
});

visiting('a file that is no photo is rejected at once, and the reading can be sent without it', async (fixture) => {
  const { page } = await openReading(fixture);
  const file = { name: 'meter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('This file type isn’t supported.').waitFor();
  assert.equal(await page.getByRole('img', { name: 'Meter photo' }).count(), 0);
  await page.getByLabel('Digit 1 of 5').fill('00125');
  await page.getByRole('button', { name: 'Submit reading' }).click();
  await page.getByText('125 m³ is awaiting confirmation').waitFor();
});
