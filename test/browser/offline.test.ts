// Browser test without a connection: input stays, failures are shown at once, and everything continues when the
// connection is back.
import assert from 'node:assert/strict';
import { createBilledBuilding } from '../billing-fixture.ts';
import { anOrganization, type Thing } from '../service-fixture.ts';
import { becomes, checkScreen, openBrowserTests, settled, visitAsResident } from './browser-fixture.ts';

const visiting = await openBrowserTests();

visiting(
  'a reading entered where there is no connection is kept over a walk through the console, and sent once',
  async (fixture) => {
    const { g } = fixture;
    const { tenantId, owner: as } = await anOrganization(g);
    const { building, apartments } = await createBilledBuilding(g, as);
    const [home] = apartments;
    const body = { buildingId: building.id, apartmentId: home.id, type: 'cold_water', digits: 5, decimals: 0 };
    await g.ask('POST', '/meters', { as, body });
    const { resident, page } = await visitAsResident(fixture, tenantId, home.id);
    await settled(resident);
    await page.getByRole('link', { name: 'Submit reading' }).click();
    const first = page.getByLabel('Digit 1 of 5');
    await first.fill('00012');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Submit reading' }).click();
    await page.getByText('You’re offline. Nothing was sent').waitFor();
    await page.getByText('nothing is lost').waitFor();
    await page.getByRole('link', { name: 'Maintenance' }).click();
    await page.getByRole('alert').getByText('You’re offline').first().waitFor();
    // The router writes down that the screen could not be loaded, which is what is played here.
    resident.complaints.length = 0;
    await page.goBack();
    await becomes(() => page.getByLabel('Digit 4 of 5').inputValue(), '1');
    await page.getByRole('button', { name: 'Submit reading' }).click();
    await page.getByText('You’re offline. Nothing was sent').waitFor();
    await page.context().setOffline(false);
    await becomes(() => page.getByText('You’re offline').count(), 0);
    await page.getByRole('button', { name: 'Submit reading' }).click();
    await page.getByText('is awaiting confirmation').waitFor();
    const { items } = await g.ask<Thing>('GET', '//console/api/readings?status=submitted', { as });
    assert.deepEqual(
      items.map(({ value }) => value),
      [12],
    );
  },
);

visiting(
  'a screen that could not be loaded appears by itself when the connection is back, or the service',
  async (fixture) => {
    const { tenantId, owner } = await anOrganization(fixture.g);
    const { apartments } = await createBilledBuilding(fixture.g, owner);
    const { resident, page } = await visitAsResident(fixture, tenantId, apartments[0].id);
    await settled(resident);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Maintenance' }).click();
    await page.getByRole('alert').getByText('You’re offline').first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('No requests yet').waitFor();
    await page.route('**/console/api/**', (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: 'unavailable' } }),
    );
    await page.goto('/console/');
    await page.getByRole('alert').getByText('It will be tried again automatically.').waitFor();
    await checkScreen(resident);
    await page.unroute('**/console/api/**');
    await page.getByRole('heading', { name: 'My home' }).waitFor();
    // The router writes down that a screen could not be loaded, which is what is played here.
    resident.complaints.length = 0;
  },
);
