// Browser tests of month-end and of what an accountant corrects and checks: its files beside their sums.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { dayIn } from '../../src/platform/values/dates.ts';
import { charges, createBilledBuilding, generate, markSent, november } from '../billing-fixture.ts';
import { aBuilding, anOrganization, aPerson, aResidency, type TestService } from '../service-fixture.ts';
import { account, camt, importStatementFile } from '../statement-samples.ts';
import { becomes, checkScreen, goTo, openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** The day of the building, whose month the report begins with. */
const today = () => dayIn('Europe/Tallinn', new Date());
/** A building whose three invoices were sent today, and one of which is paid in part. */
async function setUp(g: TestService) {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const { data } = await generate(g, as, building.id);
  const invoices = data.invoices.map(({ invoiceId = '' }) => invoiceId);
  for (const id of invoices) await markSent(g, id);
  await g.ask('PATCH', '//console/api/letterhead', {
    as,
    body: { registrationNumber: '80123456', vatNumber: 'EE123456789' },
  });
  const reference = String(apartments[0].referenceNumber);
  await importStatementFile(
    g,
    tenantId,
    camt(
      [
        { amount: '100.00', day: today(), reference },
        { amount: '7.00', day: today() },
        { amount: '40.00', day: today(), debit: true, payer: 'Utilitas Tallinn AS', text: 'Arve U-4711' },
      ],
      { opening: '1000.00', closing: '1067.00' },
    ),
  );
  const { email } = await aPerson(g, tenantId, 'accountant');
  return { tenantId, as, building, apartments, invoices, email };
}

/** The text of a file that a button downloads, and its name. */
async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).and(page.locator(':visible')).press('Enter'),
  ]);
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
}

const sumOf = (text: string, column: string) => {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const index = head.split(';').indexOf(column);
  return (
    lines.reduce((sum, line) => sum + Math.round(Number(line.split(';')[index]?.replace(',', '.')) * 100), 0) / 100
  );
};

visiting(
  'an accountant takes the files of a month, whose sums are on the page, and finds all money of the bank',
  async (fixture) => {
    const { g } = fixture;
    const { as, building, email } = await setUp(g);
    const accountant = await fixture.visitor();
    const { page } = accountant;
    await signIn(accountant, email);
    const month = today().slice(0, 7);
    await goTo(accountant, '/console/receivables');
    await page.getByRole('link', { name: 'Month-end' }).press('Enter');
    await page.getByRole('heading', { name: 'Month-end' }).waitFor();
    await settled(accountant);
    await page.getByRole('button', { name: 'Next month' }).press('Enter');
    await page.getByText('The month has not ended.').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('period'), month, 'the month is kept in the address');
    const noApartment = page.locator('main').filter({ hasText: 'Unmatched: 1 payment' });
    await noApartment.getByRole('link', { name: 'Unmatched payments' }).waitFor();
    await becomes(() => page.getByText(/matched yet/).count(), 0, 'it is said once');
    await checkScreen(accountant);
    const row = (name: string) => page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: name });
    await row('Ledger').getByText('€1,105.41').waitFor();
    await row('E-invoices').getByText('€1,105.41').waitFor();
    await row('Payments').getByText('€100.00').waitFor();
    await row('Receivables').getByText('€1,005.41').waitFor();
    await row('Money of no apartment').getByText('€7.00').waitFor();
    await row('Bank account').getByText('€67.00').waitFor();
    await page.getByText('The entries agree with the bank’s balances.').waitFor();
    const steps = page.getByRole('table', { name: 'From received to the bank account' }).getByRole('row');
    assert.deepEqual(
      (await steps.allInnerTexts()).slice(1).map((text) => text.split(/\s*[\t\n]\s*/)),
      [
        ['Received, as above', '€100.00'],
        ['Unmatched: 1 payment', '€7.00'],
        ['Received on the bank account', '€107.00'],
      ],
    );
    await page
      .getByRole('table', { name: 'Paid out' })
      .getByRole('row', { name: 'Utilitas Tallinn AS Arve U-4711 −€40.00' })
      .waitFor();

    const name = String(building.name).toLowerCase().replace(/\W+/g, '-');
    const ledger = await download(page, 'Download: Ledger, CSV');
    assert.equal(ledger.name, `ledger-${name}-${month}.csv`);
    assert.equal(sumOf(ledger.text, 'Gross'), 1105.41);
    assert.equal(sumOf((await download(page, 'Download: Payments, CSV')).text, 'Amount'), 100);
    assert.equal(sumOf((await download(page, 'Download: Receivables, CSV')).text, 'Closing balance'), 1005.41);
    assert.equal(sumOf((await download(page, 'Download: Bank account, CSV')).text, 'Amount'), 67);
    const eArve = await download(page, 'Download: E-invoices, e-arve');
    assert.equal(eArve.name, `e-arve-${name}-${month}.xml`);
    assert.match(eArve.text, /<TotalAmount>1105\.41<\/TotalAmount>/);
    assert.equal((await download(page, 'Download: E-invoices, UBL')).name, `ubl-${name}-${month}.zip`);

    const { items } = await g.ask('GET', '//console/api/payments?waiting=undecided', { as });
    await g.ask('POST', `//console/api/payments/${items[0]?.id}/dismiss`, { as });
    await goTo(accountant, `/console/receivables/month-end?buildingId=${building.id}&period=${month}`);
    await page.getByText('Set aside, not for invoices: 1 payment').waitFor();
    const unassigned = await download(page, 'Download: Money of no apartment, CSV');
    assert.equal(unassigned.name, `unassigned-payments-${name}-${month}.csv`);
    assert.equal(sumOf(unassigned.text, 'Amount'), 7);
    await checkScreen(accountant);
    await page.getByRole('link', { name: 'Show dismissed' }).press('Enter');
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await checkScreen(accountant);

    await goTo(accountant, `/console/receivables/month-end?buildingId=${building.id}&period=${month}`);
    await page
      .getByText(/^No general ledger account yet: /)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Ledger accounts of charges' }).click();
    const dialog = page.getByRole('dialog');
    for (const charge of ['Hooldus', 'Küte']) await dialog.getByRole('textbox', { name: charge }).fill('3010');
    await checkScreen(accountant);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await becomes(() => page.getByText(/^No general ledger account yet: /).count(), 0);
    assert.match((await download(page, 'Download: Ledger, CSV')).text, /;3010;/);
    for (const tab of ['charges', 'settings']) {
      await goTo(accountant, `/console/buildings/${building.id}?tab=${tab}`);
      await page.getByText('Only an owner or a manager can change this.').first().waitFor();
      await checkScreen(accountant);
    }

    await goTo(accountant, `/console/receivables/month-end?buildingId=${building.id}&period=2020-01`);
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.getByText('No statement of this month has been imported.').waitFor();
    await becomes(() => page.getByText('The entries agree').count(), 0);
    await becomes(() => page.getByRole('button', { name: 'Download: Ledger, CSV' }).first().isDisabled(), true);
    await checkScreen(accountant);
  },
);

visiting(
  'the report opens at a building, at the last one on another visit, and goes from one to the next',
  async (fixture) => {
    const { g } = fixture;
    const { tenantId, owner: as } = await anOrganization(g);
    for (const name of ['Kase 1', 'Kase 2', 'Kase 3']) await aBuilding(g, as, { name });
    const { email } = await aPerson(g, tenantId, 'accountant');
    const accountant = await fixture.visitor();
    const { page } = accountant;
    await signIn(accountant, email);
    await goTo(accountant, '/console/receivables/month-end');
    const shown = page.getByRole('combobox', { name: 'Building' });
    await becomes(() => shown.inputValue(), 'Kase 1');
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await checkScreen(accountant);
    await page.getByRole('button', { name: 'Next building: Kase 2' }).click();
    await becomes(() => shown.inputValue(), 'Kase 2');
    await settled(accountant);
    await page.evaluate('sessionStorage.removeItem("haldur-last-building")');
    await goTo(accountant, '/console/receivables/month-end');
    await becomes(() => shown.inputValue(), 'Kase 2');
    await page.getByRole('button', { name: 'Next building: Kase 3' }).click();
    await becomes(() => shown.inputValue(), 'Kase 3');
    await becomes(() => page.getByRole('button', { name: /^Next building/ }).count(), 0);
  },
);

visiting('an accountant corrects a bill with a typo to its right amount, with the keyboard', async (fixture) => {
  const { g } = fixture;
  const { as, building, email } = await setUp(g);
  const accountant = await fixture.visitor();
  const { page } = accountant;
  await signIn(accountant, email);
  await goTo(accountant, `/console/buildings/${building.id}/correction?from=2026-10-01&to=2026-10-31`);
  const field = page.getByLabel('Correct amount: Küte');
  await page.getByText('Recorded: €1,000.01').waitFor();
  await checkScreen(accountant);
  await field.focus();
  await page.keyboard.type('900');
  await page.getByText('€1,000.01 → €900.00 (−€100.01)').waitFor();
  await page.getByLabel('Reason').fill('Typo');
  await page.keyboard.press('Enter');
  const bills = page.getByRole('table', { name: 'Supplier bills' });
  await bills.waitFor();
  assert.deepEqual(await bills.getByRole('row').nth(1).getByRole('cell').allInnerTexts(), [
    'Küte',
    '€1,000.01',
    '€900.00',
    '−€100.01',
    '−€100.01',
  ]);
  const preview = page.getByRole('table', { name: 'Preview' });
  await preview.getByText('Küte: €500.01 → €450.00').waitFor();
  await checkScreen(accountant);
  await page.getByRole('button', { name: 'Create 3 corrections' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Create 3 corrections' }).press('Enter');
  await page.getByText('3 corrections created.').waitFor();
  const { items } = await g.ask('GET', '/invoices?sort=amount&status=draft', { as });
  assert.deepEqual(
    items.map(({ kind, amount }) => [kind, amount]),
    [
      ['correction', -50.01],
      ['correction', -30],
      ['correction', -20],
    ],
  );

  await goTo(accountant, `/console/buildings/${building.id}/correction?from=2026-10-01&to=2026-10-31`);
  await page.getByText('Recorded: €900.00').waitFor();
  await field.fill('900');
  await page.getByLabel('Reason').fill('Again');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('No differences found.').waitFor();
});

visiting(
  'all of a charge is without VAT, as its line is; VAT is added once, in the sums of the invoice and of the comparison',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g);
    const heat = { ...charges[1], vatRate: 24 };
    const { building, apartments } = await createBilledBuilding(g, as, { charges: [heat] });
    const before = await generate(g, as, building.id);
    for (const { invoiceId = '' } of before.data.invoices) await markSent(g, invoiceId);
    const month = { ...november, costs: [{ charge: 'heat', amount: 1200 }] };
    const { data } = await generate(g, as, building.id, month);
    const { invoiceId } = data.invoices.find(({ apartmentId }) => apartmentId === apartments[0].id) ?? {};
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, `/console/invoices/${invoiceId}`);
    const row = page.getByRole('table', { name: 'Comparison' }).getByRole('row').filter({ hasText: 'Küte' });
    await row.getByText('€600.00 (€12.00/m²)').waitFor();
    await page.getByRole('button', { name: /Küte/ }).click();
    const reason = 'because the building’s bill was larger (€1,000.01 → €1,200.00).';
    await page.getByText(`It costs more than in the previous period ${reason}`).waitFor();
    const history = page.getByRole('table', { name: 'Compared with before' });
    const amounts = await history.getByRole('cell').allInnerTexts();
    assert.deepEqual(
      amounts.filter((text) => text.startsWith('€')),
      ['€500.01', '€600.00'],
    );
    const sums = page.getByRole('table', { name: 'Comparison' }).getByRole('row');
    await becomes(
      async () =>
        (await sums.allInnerTexts())
          .slice(-2)
          .join(' / ')
          .replaceAll(/\s*\t\s*/g, ' | '),
      'VAT | €144.00 | €120.00 | +€24.00 / Total incl. VAT | €744.00 | €620.01 | +€123.99',
    );
    const opened = await page.getByRole('region', { name: /Küte/ }).innerText();
    const order = [reason, 'How it was calculated', '€1,200.00 × 50.0 m² / 100.0 m² = €600.00', 'VAT 24%', '€744.00'];
    assert.deepEqual(
      order
        .map((text) => opened.indexOf(text))
        .filter((at) => at >= 0)
        .toSorted((a, b) => a - b),
      order.map((text) => opened.indexOf(text)),
      opened,
    );
    assert.equal(await page.getByText('Without VAT; it is added in the sum below.').count(), 2);
    await page.setViewportSize({ width: 390, height: 844 });
    const compact = page.getByRole('list', { name: 'Comparison' }).getByRole('listitem');
    await becomes(
      async () => (await compact.allInnerTexts()).map((text) => text.split(/\n+/).join(' | ')).join(' / '),
      [
        'Heating / Küte | €600.00 | €500.01 before, change +€99.99 · €10.0001/m² → €12.00/m² · the same rate for everybody',
        'VAT | €144.00 | €120.00 before, change +€24.00',
        'Total incl. VAT | €744.00 | €620.01 before, change +€123.99',
      ].join(' / '),
    );
  },
);

visiting(
  'an invoice shows who would get it, its charges beside the month before, and the next step',
  async (fixture) => {
    const { g } = fixture;
    const { tenantId, as, building, apartments, invoices, email } = await setUp(g);
    const [home, emailless, nobody] = apartments;
    const mari = await aPerson(g, tenantId, 'resident');
    await aResidency(g, tenantId, mari.userId, home.id, '2026-01-01', { receivesInvoice: true });
    const paper = {
      name: 'Jaan Saar',
      apartments: [{ apartmentId: emailless.id, since: '2026-01-01', receivesInvoice: true }],
    };
    assert.equal((await g.ask('POST', '//console/api/residents', { as, body: paper })).status, 201);
    const month = { periodStart: '2026-11-01', periodEnd: '2026-11-30', costs: [{ charge: 'heat', amount: 1200 }] };
    const { data } = await generate(g, as, building.id, month);
    const draftOf = (id: string) => data.invoices.find(({ apartmentId }) => apartmentId === id)?.invoiceId ?? '';
    const accountant = await fixture.visitor();
    const { page } = accountant;
    await signIn(accountant, email);

    await goTo(accountant, `/console/invoices/${draftOf(home.id)}`);
    await page.getByText('Mari Tamm, by e-mail to mari@example.org').waitFor();
    const heat = page.getByRole('table', { name: 'Comparison' }).getByRole('row').filter({ hasText: 'Küte' });
    assert.deepEqual(await heat.getByRole('cell').allInnerTexts(), [
      'Heating / Küte',
      '€600.00 (€12.00/m²)',
      '€500.01 (€10.0001/m²)',
      '+€99.99',
    ]);
    await page.getByText('everybody pays the same rate per m²').waitFor();
    await page.getByRole('button', { name: /Küte/ }).click();
    await page.getByText('No comparison with a year ago yet.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await checkScreen(accountant);

    await goTo(accountant, `/console/invoices/${draftOf(emailless.id)}`);
    await page.getByText('Jaan Saar, on paper: no e-mail address').waitFor();
    await page.getByRole('link', { name: 'Print' }).press('Enter');
    await page
      .getByRole('button', { name: /^Mark as delivered/ })
      .first()
      .waitFor();
    await goTo(accountant, `/console/invoices/${draftOf(nobody.id)}`);
    await page.getByText('Nobody: no resident receives invoices').waitFor();

    await goTo(accountant, `/console/invoices/${invoices[0]}`);
    const next = page.getByRole('button', { name: 'Mark as paid' });
    assert.notEqual(await next.getAttribute('data-variant'), 'default', 'the primary button');
    await checkScreen(accountant);

    const resident = await fixture.visitor();
    await signIn(resident, mari.email);
    await goTo(resident, `/console/invoices/${invoices[0]}`);
    const charges = resident.page.getByRole('table', { name: 'Comparison' });
    await charges.getByRole('row').filter({ hasText: 'Küte' }).waitFor();
    const averages = charges.getByRole('columnheader', { name: 'Building’s average' });
    assert.equal(await averages.count(), 0, 'fewer than five apartments');
    await checkScreen(resident);
  },
);
