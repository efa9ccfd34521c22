// Browser test of the settings: a list beside each part, a screen of its own on a phone, and addresses that open a
// part.
import assert from 'node:assert/strict';
import { anOrganization, aPerson } from '../service-fixture.ts';
import { becomes, checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();
const phone = { width: 390, height: 844 };

visiting('settings are a short list at the side, and on a phone a screen before each part', async (fixture) => {
  const { email } = await anOrganization(fixture.g);
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  const list = page.getByRole('navigation', { name: 'Settings' });
  await goTo(owner, '/console/settings');
  assert.equal(new URL(page.url()).pathname, '/console/settings/organization', 'beside the list there is a part');
  await becomes(() => list.getByRole('link').count(), 6);
  await list.getByRole('link', { name: 'For developers' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await becomes(() => list.getByRole('link', { name: 'For developers' }).getAttribute('aria-current'), 'page');
  await becomes(() => page.getByRole('link', { name: 'API docs' }).getAttribute('href'), '/docs');
  await page.getByRole('tab', { name: 'Request log' }).click();
  await page.waitForURL('**/settings/requests');
  await checkScreen(owner); // On every width, and on the desktop again.

  await page.setViewportSize(phone);
  await becomes(() => list.isVisible(), false);
  await page.getByRole('link', { name: 'All settings' }).click();
  await list.getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await settled(owner);
  await becomes(() => page.getByLabel('Object ID').isVisible(), false);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Object ID').waitFor();
  await page.getByRole('tab', { name: 'Security log' }).click();
  await page.getByRole('heading', { name: 'Security log' }).waitFor();
  await checkScreen(owner);
});

visiting('a manager has no settings, and nothing for developers', async (fixture) => {
  const { tenantId } = await anOrganization(fixture.g);
  const { email } = await aPerson(fixture.g, tenantId, 'manager');
  const manager = await fixture.visitor();
  const { page } = manager;
  await signIn(manager, email);
  for (const address of ['/console/settings', '/console/settings/webhooks']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await becomes(() => page.getByRole('link', { name: /Settings|API docs/ }).count(), 0);
  }
});
