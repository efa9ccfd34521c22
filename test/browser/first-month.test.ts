// Browser test of the first month: one choice of the month on all screens, missing readings of that month, and a preview that leads to them.
import assert from 'node:assert/strict';
import { createBilledBuilding } from '../billing-fixture.ts';
import { anOrganization } from '../service-fixture.ts';
import { checkScreen, choose, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

visiting('the month of a screen is in its address, and is chosen with the keyboard alone', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  await createBilledBuilding(g, as);
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/invoices/generate?period=2026-03');
  const period = page.getByRole('combobox', { name: 'Period' });
  assert.equal(await period.inputValue(), 'March 2026');
  await page.getByRole('button', { name: 'Previous month' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await period.inputValue(), 'February 2026');
  assert.match(page.url(), /period=2026-02/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('December 2025');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.match(page.url(), /period=2025-12/);
  await page.reload();
  await settled(owner);
  assert.equal(await period.inputValue(), 'December 2025');
  await checkScreen(owner);
  await goTo(owner, '/console/invoices/generate?period=2026-13');
  await choose(page.locator('#content'), 'Period', 'January 2026');
  assert.match(page.url(), /period=2026-01/);
});
