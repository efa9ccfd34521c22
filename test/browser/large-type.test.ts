// Browser test of large type: at 200 % on a phone nothing of any screen is cut off or needs scrolling sideways.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import { goTo, openBrowserTests, signIn, type Visitor } from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** What extends over the edge of the window: what people read or press. Wide tables scroll inside their own box. */
const beyondEdge = `[...document.querySelectorAll('button, a, input, select, textarea, label, h1, h2, h3, p')]
  .filter((element) => element.offsetParent !== null)
  .filter((element) => !element.closest('nav, table, [class*=visuallyHidden], .haldur-skip'))
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 160))`;

/** Text that a box cuts off at its side without scrolling. */
const cutOff = `[...document.querySelectorAll('main *')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.closest('[class*=isuallyHidden], svg'))
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return false;
      const edge = box.getBoundingClientRect();
      if (overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1)) return true;
    }
    return false;
  })
  .map((element) => 'cut off: ' + element.outerHTML.slice(0, 160))`;

/** The widths of the boxes of a register, where they differ or are too narrow for a digit. */
const badBoxes = `(() => {
  const widths = [...document.querySelectorAll('main fieldset input:not([class*=mantine])')]
    .map((box) => Math.round(box.getBoundingClientRect().width));
  const isRegister = location.pathname.includes('/own/meters/');
  return isRegister && (widths.length !== 8 || Math.min(...widths) < 36 || new Set(widths).size > 1) ? ['boxes: ' + widths] : [];
})()`;

/** What of the person's menu is outside the window, or cannot be scrolled to. */
async function lookAtMenu(page: Page): Promise<string[]> {
  await page.locator('header [aria-haspopup=menu]').click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const last = menu.getByRole('menuitem').last();
  await last.scrollIntoViewIfNeeded();
  const found: string[] = [];
  for (const part of [menu, last]) {
    const box = await part.boundingBox();
    const isInside = box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844;
    if (!isInside) found.push(`menu: ${JSON.stringify(box)}`);
  }
  if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) found.push('the menu widens the page');
  await page.keyboard.press('Escape');
  return found;
}

async function look(visitor: Visitor, addresses: readonly string[]): Promise<void> {
  const { page } = visitor;
  const found: string[] = [];
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ['en', 'et', 'ru']) {
    await page.addInitScript(`localStorage.setItem('haldur-language', '${language}')`);
    for (const address of addresses) {
      await goTo(visitor, address);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
      for (const closed of await page.locator('main .mantine-Accordion-control').all()) await closed.click();
      await page.waitForLoadState('networkidle');
      const texts = address === '/console/' ? await lookAtMenu(page) : [];
      for (const check of [beyondEdge, cutOff, badBoxes]) texts.push(...(await page.evaluate<string[]>(check)));
      for (const text of texts) found.push(`${language} ${address}: ${text}`);
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        found.push(`${language} ${address}`);
    }
  }
  assert.deepEqual(found, []);
}

visiting('at twice the size of type a phone shows whole screens', async ({ g, visitor }) => {
  const { owner: as, email, tenantId } = await anOrganization(g, 'KÜ Suur Kiri');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const [first = ''] = await createThreeInvoices(g, as, building.id);
  await markSent(g, first);
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartments[0].id);
  const meterBody = {
    buildingId: building.id,
    apartmentId: apartments[0].id,
    type: 'cold_water',
    digits: 5,
    decimals: 3,
  };
  const meter = await g.ask('POST', '/meters', { as, body: meterBody });
  const owner = await visitor();
  await signIn(owner, email);
  const home = `/console/buildings/${building.id}`;
  await look(owner, [
    '/console/',
    home,
    `${home}?tab=charges`,
    `${home}?tab=settings`,
    `${home}/apartments/${apartments[0].id}?tab=money`,
    `${home}/apartments/${apartments[0].id}/hand-over`,
    '/console/invoices',
    '/console/invoices/generate',
    `/console/invoices/${first}`,
    '/console/readings?tab=missing',
    '/console/payments?tab=import',
    '/console/receivables',
    '/console/receivables/month-end',
    '/console/residents?tab=import',
    '/console/settings/test',
    '/console/settings/members',
    '/console/account',
  ]);
  const tenant = await visitor();
  await signIn(tenant, resident.email);
  const own = [
    '/console/',
    '/console/own/requests',
    '/console/own/account',
    '/console/account',
    `/console/invoices/${first}`,
  ];
  await look(tenant, [...own, `/console/own/meters/${meter.data.id}`]);
});
