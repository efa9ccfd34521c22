// Browser test of large type: at 200 % on a phone nothing of any screen is cut off or needs scrolling sideways.
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { addDays } from '../../src/platform/values/dates.ts';
import { todayIn } from '../../web/parts/today.ts';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import { openBrowserTests, signIn, type Visitor } from './browser-fixture.ts';

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

/** The boxes of a register, where they are not in one row, differ or are narrower than their digits. */
const badBoxes = `(() => {
  const boxes = [...document.querySelectorAll('main fieldset input:not([class*=mantine])')].map((box) => box.getBoundingClientRect());
  const widths = boxes.map(({ width }) => Math.round(width));
  const isRegister = location.pathname.includes('/own/meters/');
  const isOdd = boxes.length !== 8 || Math.min(...widths) < 34 || new Set(widths).size > 1 || new Set(boxes.map(({ top }) => top)).size > 1;
  return isRegister && isOdd ? ['boxes: ' + widths] : [];
})()`;

/** Charts with labels that are small, over each other or missing for few steps, and charts that begin with nothing. */
const badLabels = `[...document.querySelectorAll('main svg')].flatMap((chart) => {
  const labels = [...chart.querySelectorAll('text[class*=step]')].filter((label) => label.textContent !== '');
  const ends = labels.map((label) => label.getBoundingClientRect());
  const lines = Object.values(Object.groupBy(ends, ({ top }) => Math.round(top)));
  const isOver = lines.some((line) => line.some(({ left }, index) => left < (line[index - 1]?.right ?? left)));
  const steps = chart.querySelectorAll('g[transform]').length;
  const isSmall = [...chart.querySelectorAll('text')].some((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 25);
  const bars = [...chart.querySelectorAll('g[transform]')].map((step) => [...step.querySelectorAll('rect')].some((bar) => bar.getBoundingClientRect().height > 0));
  const isOdd = isOver || isSmall || bars.indexOf(true) > 0 || (steps < 4 && lines.some((line) => line.length < steps));
  return isOdd ? ['chart: ' + labels.map((label) => label.textContent)] : [];
})`;

/** Billed months: of a year ago, and the last ones. */
const months = [
  ['2025-11-01', '2025-11-30', 900],
  ['2026-10-01', '2026-10-31', 1000.01],
  ['2026-11-01', '2026-11-30', 1200],
] as const;

/** How many windows a resident’s invoice of a few charges may be long before anything is unfolded. */
const maxWindows = 3;
/** And with everything unfolded: each charge beside two other months. */
const maxUnfoldedWindows = 7;

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

/** The fields of the dialog that its title or its submit button hides when they are focused. */
const hiddenFields = `(() => {
  const form = document.querySelector('[role=dialog] form');
  const title = document.querySelector('[role=dialog] header').getBoundingClientRect();
  const fields = [...form.querySelectorAll('input:not([type=file]), textarea, button:not([type=submit])')];
  const [submit] = form.querySelectorAll('[type=submit]');
  return [...fields, ...fields.toReversed()].filter((field) => {
    field.focus();
    const { top, bottom } = field.getBoundingClientRect();
    return top < title.bottom || bottom > Math.min(innerHeight, submit.getBoundingClientRect().top);
  }).map((field) => field.outerHTML.slice(0, 120));
})()`;

/** What of a dialog is outside the window when it opens: its first field, and the button that sends it. */
async function lookAtDialog({ page }: Visitor, opener: string): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().waitFor();
  await page.evaluate(someFrames);
  for (const part of [dialog.getByRole('textbox').first(), dialog.locator('[type=submit]')]) {
    const box = await part.boundingBox();
    const isInside = box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844;
    assert.ok(isInside, JSON.stringify(box));
  }
  for (const height of [844, 600]) {
    await page.setViewportSize({ width: 390, height });
    await page.evaluate(someFrames);
    assert.deepEqual(await page.evaluate(hiddenFields), [], `${height} pixels`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** The open requests of a page, and how many there were. */
function watchTraffic(page: Page) {
  const open = new Set<Request>();
  const traffic = { open, started: 0 };
  page.on('request', (request) => {
    traffic.started += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return traffic;
}

const someFrames = `(async () => {
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  const loads = [...document.querySelectorAll('main .mantine-Loader-root')].some((loader) => loader.checkVisibility());
  return document.querySelector('main h1, main [role=alert]') !== null && !loads;
})()`;
/** After so many times five frames a screen is not going to be at rest. */
const maxRounds = 300;

/** Waits for some frames without a request or anything that loads. */
async function atRest(page: Page, traffic: ReturnType<typeof watchTraffic>): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const { started } = traffic;
    const isShown = await page.evaluate<boolean>(someFrames);
    if (isShown && traffic.open.size === 0 && traffic.started === started) return;
  }
  assert.fail(`${page.url()} is not at rest: ${[...traffic.open].map((request) => request.url())}`);
}

/** One page for all addresses of a language: the console goes from one to the next, as by a link. */
async function look({ page }: Visitor, addresses: readonly string[], isResident = false): Promise<void> {
  const found: string[] = [];
  await page.setViewportSize({ width: 390, height: 844 });
  const traffic = watchTraffic(page);
  for (const language of ['en', 'et', 'ru']) {
    await page.addInitScript(`localStorage.setItem('haldur-language', '${language}')`);
    await page.goto('/console/account');
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    for (const address of addresses) {
      await page.evaluate(`history.pushState(null, '', '${address}')`);
      await atRest(page, traffic);
      const windows = (await page.evaluate<number>('document.documentElement.scrollHeight')) / 844;
      const isLong = isResident && address.startsWith('/console/invoices/') && windows > maxWindows;
      const texts = isLong ? [`${windows} windows long`] : [];
      for (const closed of await page.locator('main .mantine-Accordion-control').all()) await closed.click();
      await atRest(page, traffic);
      const unfolded = (await page.evaluate<number>('document.documentElement.scrollHeight')) / 844;
      if (isResident && address.startsWith('/console/invoices/') && unfolded > maxUnfoldedWindows)
        texts.push(`${unfolded} windows long unfolded`);
      if (address === '/console/') texts.push(...(await lookAtMenu(page)));
      for (const check of [beyondEdge, cutOff, badBoxes, badLabels])
        texts.push(...(await page.evaluate<string[]>(check)));
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) texts.push('wider than the window');
      for (const text of texts) found.push(`${language} ${address}: ${text}`);
    }
  }
  assert.deepEqual(found, []);
}

visiting('at twice the size of type a phone shows whole screens', async ({ g, visitor }) => {
  const { owner: as, email, tenantId } = await anOrganization(g, 'KÜ Suur Kiri');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  let first = '';
  for (const [periodStart, periodEnd, amount] of months) {
    const costs = [{ charge: 'heat', amount }];
    [first] = await createThreeInvoices(g, as, building.id, { periodStart, periodEnd, costs });
    await markSent(g, first);
  }
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartments[0].id, '2025-01-01');
  const meterBody = {
    buildingId: building.id,
    apartmentId: apartments[0].id,
    type: 'cold_water',
    digits: 5,
    decimals: 3,
  };
  const meter = await g.ask('POST', '/meters', { as, body: meterBody });
  for (const [value, daysAgo] of [
    [10, 100],
    [14.5, 60],
    [21, 20],
  ] as const) {
    const body = { value, readAt: addDays(todayIn(), -daysAgo) };
    assert.equal((await g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body })).status, 201);
  }
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
  await look(tenant, [...own, `/console/own/meters/${meter.data.id}`], true);
  await tenant.page.evaluate("history.pushState(null, '', '/console/own/requests')");
  await lookAtDialog(tenant, 'Новая заявка');
});
