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

/** Buttons of a table that are outside the window, or cut off by the box around the table. */
const hiddenActions = `[...document.querySelectorAll('table button')].filter((button) => button.checkVisibility()).filter((button) => {
  const { left, right } = button.getBoundingClientRect();
  const box = button.closest('table').parentElement.getBoundingClientRect();
  return right > Math.min(innerWidth, box.right) + 1 || left < box.left;
}).length`;

visiting(
  'what can be done with a user is in sight at every width, and an invitation is begun at once',
  async (fixture) => {
    const { email, tenantId } = await anOrganization(fixture.g);
    for (const role of ['manager', 'accountant'] as const) await aPerson(fixture.g, tenantId, role);
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, '/console/settings/members');
    const endings = page.getByRole('table').getByRole('button', { name: 'End all sessions' });
    for (const width of [1600, 1280, 1100, 1000, 900, 800, 770]) {
      await page.setViewportSize({ width, height: 800 });
      await becomes(() => endings.count(), 2, `${width}`);
      await becomes(() => page.evaluate<number>(hiddenActions), 0, `${width} pixels`);
    }
    await checkScreen(owner);
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByRole('dialog').getByLabel('E-mail address').waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/residents');
    await page.keyboard.press('Escape');
    await becomes(() => page.getByRole('dialog').count(), 0);
  },
);
