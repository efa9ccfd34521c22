// Browser test of long lists: a few elements whatever their length, order and filter in the address, sums of the whole
// filter, headings that stay visible.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import {
  createBilledBuilding,
  createThreeInvoices,
  createThreeMonths,
  generate,
  november,
  october,
} from '../billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  type TestService,
  waitUntil,
} from '../service-fixture.ts';
import { anOrganizationWithDebts, camt, importStatementFile } from '../statement-samples.ts';
import { becomes, checkScreen, cutBadges, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

const many = 160;
/** Rows that may exist at once, of any number. */
const maxRowElements = 90;
const phone = { width: 390, height: 844 };

/** A building of 160 apartments with the invoices of two months. */
async function createLongLists(g: TestService, as: string) {
  const charges = [{ code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 1, vatRate: 0 }];
  const building = await aBuilding(g, as, { name: 'Pikk 1', billing: { charges } });
  for (let number = 1; number <= many; number += 1)
    await anApartment(g, as, building.id, { number: String(number), area: 20 + number });
  for (const month of [october, november])
    assert.equal((await generate(g, as, building.id, { ...month, costs: [] })).data.created, many);
  return building;
}

const bodyRows = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr:not([aria-hidden])');

/** Scrolls down step by step until a row is there, as long as it takes. */
async function scrollTo(page: Page, text: string): Promise<void> {
  await waitUntil(async () => {
    await page.mouse.wheel(0, 700);
    return page.getByRole('link', { name: text, exact: true }).isVisible();
  });
}

visiting(
  'a long list has few elements, its order is in the address, and its sums are of all pages',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g);
    const building = await createLongLists(g, as);
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, '/console/invoices');
    const table = page.getByRole('table', { name: 'Invoices' });
    const rows = bodyRows(page, 'Invoices');
    await page.getByText('320 invoices').waitFor();
    // Two months of 21 to 180 m² at 1.00.
    await page.getByText('€32,160.00').first().waitFor();
    await becomes(() => table.getAttribute('aria-rowcount'), '321');
    assert.ok((await rows.count()) < maxRowElements, 'few rows exist');
    await rows.first().getByText('Pikk 1').waitFor();

    // With the keyboard alone.
    const amount = table.getByRole('button', { name: 'Total' });
    await amount.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=amount/);
    await rows.first().getByText('€21.00').first().waitFor();
    await becomes(() => table.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort'), 'ascending');
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=-amount/);
    await rows.first().getByText('€180.00').first().waitFor();
    await page.reload();
    await rows.first().getByText('€180.00').first().waitFor();
    await settled(owner);
    await checkScreen(owner);

    await waitUntil(async () => {
      await page.mouse.wheel(0, 700);
      return (await table.locator('tr[aria-rowindex="321"]').count()) === 1;
    });
    assert.ok((await rows.count()) < maxRowElements, 'few rows exist at the end too');
    const heading = await table.getByRole('columnheader', { name: 'Total' }).boundingBox();
    assert.ok(heading && heading.y >= 0 && heading.y < 120, 'the headings stay visible');

    await rows.last().getByRole('link').first().click();
    await page
      .getByRole('heading', { name: /Invoice/ })
      .first()
      .waitFor();
    await page.goBack();
    await page.waitForURL(/sort=-amount/);
    await rows.first().waitFor();

    await page.setViewportSize(phone);
    const cards = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
    await cards.first().waitFor();
    assert.ok((await cards.count()) < maxRowElements);
    await page.getByLabel('Sort by').selectOption({ label: 'Total, ascending' });
    await page.waitForURL(/sort=amount/);
    await cards.first().getByText('€21.00').first().waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });

    const [cancelled] = (await g.ask('GET', '/invoices?limit=1&sort=-createdAt', { as })).items;
    await g.ask('PATCH', `/invoices/${cancelled?.id}`, { as, body: { status: 'cancelled' } });
    for (const [language, draft, invoices] of [
      ['et', 'Mustand', 'Arved'],
      ['ru', 'Черновик', 'Счета'],
    ] as const) {
      await page.addInitScript(`localStorage.setItem('haldur-language', '${language}')`);
      await page.goto('/console/invoices');
      await bodyRows(page, invoices).getByText(draft).first().waitFor();
      assert.deepEqual(await page.evaluate(cutBadges), [], language);
    }
    await page.addInitScript("localStorage.setItem('haldur-language', 'en')");

    await goTo(owner, `/console/buildings/${building.id}`);
    await page.getByText('160 apartments').waitFor();
    assert.ok((await bodyRows(page, 'Apartments').count()) < maxRowElements);
    await scrollTo(page, '160');
    assert.ok((await bodyRows(page, 'Apartments').count()) < maxRowElements);
    await checkScreen(owner);
  },
);

visiting(
  'invoices are selected, sent, printed and exported together, and what was not sent is named',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email, tenantId } = await anOrganization(g);
    const { building, apartments } = await createBilledBuilding(g, as);
    const { userId } = await aPerson(g, tenantId, 'resident');
    await aResidency(g, tenantId, userId, apartments[0].id);
    await createThreeInvoices(g, as, building.id);
    await g.ask('PATCH', '//console/api/first-steps', { as, body: { shown: false } }); // It is not new.
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, '/console/invoices?sort=number');
    const rows = bodyRows(page, 'Invoices');
    await page.getByText('3 invoices').waitFor();

    // With the keyboard alone.
    await rows.first().getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    const actions = page.getByRole('region', { name: 'Selection' });
    await actions.getByText('1 selected').waitFor();
    await checkScreen(owner);
    await actions.getByRole('button', { name: 'Select all 3 that match' }).focus();
    await page.keyboard.press('Enter');
    await actions.getByText('3 selected').waitFor();

    const saving = page.waitForEvent('download');
    await actions.getByRole('button', { name: 'Export CSV' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 4);
    assert.match(lines[1] ?? '', /Kase 12;1;/);

    await actions.getByRole('button', { name: 'Print' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 invoices in 1 file').waitFor();
    await dialog.getByRole('button', { name: 'Print all 3' }).waitFor();
    await checkScreen(owner);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await actions.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send 3 invoices' }).click();
    await dialog.getByText('1 invoice is being sent; 2 have no recipient with an e-mail address.').waitFor();
    await becomes(() => bodyRows(page, 'Not sent').count(), 2);
    await checkScreen(owner);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'hidden' });

    await page.setViewportSize(phone);
    await actions.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByLabel('Select all rows shown').last().check();
    await actions.getByText('3 selected').waitFor();
  },
);

/** The words of badges in tables that are broken into two lines. */
const brokenWords = `[...document.querySelectorAll('td .mantine-Badge-label')].flatMap((label) => {
  const text = label.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word);
})`;

visiting('a badge of a long table is never broken inside a word', async (fixture) => {
  const { g } = fixture;
  const { as, email, tenantId, reference1 } = await anOrganizationWithDebts(g);
  await aBuilding(g, as, { name: 'Pargi tänava kahekordne elamu' });
  const lines = Array.from({ length: 120 }, (_, nth) => ({
    ...{ amount: '300.00', id: `paid-${nth}`, day: '2026-11-03', payer: `Maksja ${nth}`, text: 'kommunaalid' },
    ...(nth % 3 === 0 && { reference: reference1 }),
  }));
  const { payments } = await importStatementFile(g, tenantId, camt(lines));
  for (const { paymentId } of payments.slice(0, 60).filter((_, nth) => nth % 2 === 0))
    await g.ask('POST', `//console/api/payments/${paymentId}/reverse`, { as });
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  for (const language of ['et', 'lv', 'lt', 'ru']) {
    await page.addInitScript(`localStorage.setItem('haldur-language', '${language}')`);
    for (const width of [1300, 1024]) {
      await page.setViewportSize({ width, height: 2000 });
      await page.goto(`${fixture.url}/console/payments?tab=all`);
      await page.locator('table[data-long] td .mantine-Badge-label').nth(10).waitFor();
      assert.deepEqual(await page.evaluate(brokenWords), [], `${language}, ${width} pixels`);
      assert.deepEqual(await page.evaluate(cutBadges), [], `${language}, ${width} pixels`);
    }
  }
});

visiting(
  'on paper a list, an invoice and an account statement have their tables and no navigation, also in the dark',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g);
    const { home, ids } = await createThreeMonths(g, as);
    const visitor = await fixture.visitor();
    const { page } = visitor;
    await signIn(visitor, email);
    for (const address of ['invoices', `invoices/${ids[2]}`, `receivables/${home.buildingId}/${home.id}`]) {
      await goTo(visitor, `/console/${address}`);
      await page.setViewportSize({ width: 680, height: 960 });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('table').first().waitFor();
      await becomes(() => page.getByRole('navigation').count(), 0, address);
      await becomes(() => page.getByRole('banner').innerText(), 'KÜ Kase', address);
      await becomes(() => page.locator('.mantine-Button-root:visible').count(), 0, address);
      assert.equal(
        await page.evaluate('getComputedStyle(document.body).backgroundColor'),
        'rgb(255, 255, 255)',
        address,
      );
      assert.equal(
        await page.evaluate("getComputedStyle(document.querySelector('h1')).color"),
        'rgb(0, 0, 0)',
        address,
      );
      if (address.startsWith('receivables')) {
        await page.getByText(/^Apartment 1, .+ · .+ – .+/).waitFor();
        await page
          .getByRole('link', { name: /^Invoice \S+ · \w+ 2026$/ })
          .first()
          .waitFor();
      }
      await page.emulateMedia({ media: null, colorScheme: null });
    }
  },
);
