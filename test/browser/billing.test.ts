// Browser test of an accountant's special cases: prices that change on a day, apartments that participate differently,
// partial credit; with checks of each screen.
import assert from 'node:assert/strict';
import { createBilledBuilding, createThreeInvoices, createThreeMonths, markSent } from '../billing-fixture.ts';
import { createMeteredBuilding } from '../metering-fixture.ts';
import { anOrganization, type Thing, waitUntil } from '../service-fixture.ts';
import {
  becomes,
  checkScreen,
  choose,
  goTo,
  openBrowserTests,
  settled,
  signIn,
  visitBilledBuilding,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();

visiting(
  'a price is announced, an apartment gets a coefficient and shares are agreed, and the example follows',
  async (fixture) => {
    const { g, as, building, apartments, owner, page } = await visitBilledBuilding(fixture);
    await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
    await checkScreen(owner);

    await page.getByRole('button', { name: 'Details: Hooldus' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('€52.70').waitFor();
    await dialog.getByRole('button', { name: 'Schedule a change' }).click();
    await dialog.getByLabel('From 1', { exact: true }).fill('2020-01-01');
    await dialog.getByLabel('Price, VAT included 1').fill('0.5');
    await dialog.getByRole('button', { name: 'Schedule a change' }).click();
    await dialog.getByLabel('From 2', { exact: true }).fill('2099-01-01');
    await dialog.getByLabel('VAT % 2').fill('30');
    await dialog.getByText('€31.00').waitFor();
    await dialog.getByLabel('Coefficient of apartment 1', { exact: true }).fill('2');
    await dialog.getByText('€62.00').waitFor();
    await checkScreen(owner);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Hooldus/ });
    await row.getByText('€0.50/m² since 1 Jan 2020').waitFor();
    await row.getByText('1 apartment with a coefficient').waitFor();

    await page.getByRole('button', { name: 'Add charge' }).click();
    const lift = page.getByRole('row').last();
    await lift.getByRole('textbox', { name: 'Name' }).fill('Lift');
    await choose(lift, 'Allocated by', 'Custom shares');
    await choose(lift, 'Price', 'Supplier bill');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Lift, apartments: ').waitFor();
    await lift.getByRole('button', { name: 'No shares entered yet' }).click();
    await dialog.getByLabel('Share of apartment 2').fill('3');
    await dialog.getByLabel('Share of apartment 10').fill('1');
    await dialog.getByText('Total 4').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await settled(owner);
    await checkScreen(owner);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    const { data } = await g.ask<Thing>('GET', `/buildings/${building.id}`, { as });
    const charges = (data.billing as { charges: Thing[] }).charges;
    const handler = charges.find(({ code }) => code === 'care');
    assert.deepEqual(handler?.tariffs, [
      { from: '2020-01-01', unitPrice: 0.5 },
      { from: '2099-01-01', unitPrice: 0.5, vatRate: 30 },
    ]);
    const [first, second, tenth] = apartments;
    assert.deepEqual(handler?.apartments, [{ apartmentId: first.id, coefficient: 2 }]);
    assert.deepEqual(charges.find(({ code }) => code === 'lift')?.apartments, [
      { apartmentId: second.id, share: 3 },
      { apartmentId: tenth.id, share: 1 },
    ]);
  },
);

visiting(
  'an invoice is credited in part, after what would be credited was shown, and each leads to the other',
  async (fixture) => {
    const { g, as, building, owner, page } = await visitBilledBuilding(fixture);
    const [id] = await createThreeInvoices(g, as, building.id);
    await markSent(g, id);
    await goTo(owner, `/console/invoices/${id}`);
    await page.getByRole('button', { name: 'Create credit note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('€552.71').waitFor();
    await dialog.getByLabel('Selected line items').click();
    await dialog.getByRole('checkbox', { name: 'Hooldus' }).click();
    await dialog.getByText('€52.70').waitFor();
    await dialog.getByLabel('Credit amount: Maintenance / Hooldus').fill('10');
    await dialog.getByText('€12.40').waitFor();
    await checkScreen(owner);
    await dialog.getByLabel('Reason').fill('The lift stood still');
    await dialog.getByRole('button', { name: 'Create credit note' }).click();
    await page.getByRole('heading', { name: /^Credit note/ }).waitFor();
    await settled(owner);
    await checkScreen(owner);
    await page.getByRole('link', { name: 'Original invoice' }).click();
    await page.getByText('€540.31').waitFor();
    await page.getByRole('button', { name: 'Create credit note' }).click();
    await dialog.getByText('took €12.40 from this invoice').waitFor();
    await dialog.getByLabel('Selected line items').click();
    await dialog.getByText('€10.00 taken by earlier corrections').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('table', { name: 'History' }).getByRole('link', { name: 'Credited' }).click();
    await page.getByRole('heading', { name: /^Credit note/ }).waitFor();
    const { items } = await g.ask<Thing>('GET', '/invoices?sort=-createdAt&limit=1', { as });
    assert.deepEqual([items[0]?.kind, items[0]?.amount, items[0]?.reason], ['credit', -12.4, 'The lift stood still']);
  },
);

visiting('a charge is written for two apartments at once, and taken back from one', async (fixture) => {
  const { g, as, building, owner, page } = await visitBilledBuilding(fixture);
  await goTo(owner, `/console/buildings/${building.id}?tab=oneOffs`);
  await checkScreen(owner);
  await page.getByRole('button', { name: 'Add one-off item' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Apartments' }).click();
  for (const number of ['1', '10']) await page.getByRole('option', { name: number, exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Credit').click();
  await dialog.getByLabel('Description').fill('Key');
  await dialog.getByLabel('Amount, VAT included').fill('15');
  await dialog.getByLabel('VAT %').fill('24');
  await checkScreen(owner);
  await dialog.getByRole('button', { name: 'Add for 2 apartments' }).click();
  await page.getByText('2 items will be on the next invoices.').waitFor();
  const waiting = page.getByRole('table', { name: 'On the next invoice' });
  await waiting.getByText('−€15.00').first().waitFor();
  await settled(owner);
  await checkScreen(owner);
  await waiting.getByRole('button', { name: 'Delete: Key' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Item deleted.').waitFor();
  const { items } = await g.ask<Thing>('GET', `//console/api/buildings/${building.id}/one-offs`, { as });
  assert.deepEqual(
    items.map(({ description, amount, vatRate, invoiceId }) => [description, amount, vatRate, invoiceId]),
    [['Key', -15, 24, null]],
  );
});

visiting(
  'a bill that came late is brought into a closed month, after who would get what was shown',
  async (fixture) => {
    const { g, as, building, owner, page } = await visitBilledBuilding(fixture);
    const ids = await createThreeInvoices(g, as, building.id);
    for (const id of ids) await markSent(g, id);
    await goTo(owner, `/console/buildings/${building.id}?tab=bills`);
    await checkScreen(owner);
    await page.getByRole('table', { name: 'Periods' }).getByRole('link', { name: 'Correct: October 2026' }).click();
    await page.getByRole('heading', { name: 'Correction: October 2026' }).waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The supplier’s bill was wrong');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('No differences found').waitFor();
    await page.getByRole('button', { name: 'Add bill' }).click();
    await page.getByLabel('Amount, VAT included').fill('-100');
    await page.getByLabel('Bill number').fill('K-1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('cell', { name: 'Küte: €500.01 → €450.01' }).waitFor();
    await settled(owner);
    await checkScreen(owner);
    const invoices = async () => (await g.ask<Thing>('GET', '/invoices?status=draft&sort=amount', { as })).items;
    assert.deepEqual(await invoices(), []);
    await page.getByRole('button', { name: 'Create 3 corrections' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create 3 corrections' }).click();
    await page.getByText('3 corrections created.').waitFor();
    assert.deepEqual(
      (await invoices()).map(({ kind, amount, correctsInvoiceId }) => [
        kind,
        amount,
        ids.includes(String(correctsInvoiceId)),
      ]),
      [-50, -30, -20].map((amount) => ['correction', amount, true]),
    );
  },
);

visiting(
  'invoices of those without an e-mail address are handed over on paper, one and then the others',
  async (fixture) => {
    const { g, as, building, owner, page } = await visitBilledBuilding(fixture);
    await createThreeInvoices(g, as, building.id);
    await goTo(owner, '/console/invoices');
    await page.getByRole('link', { name: 'Print' }).click();
    const table = page.getByRole('table', { name: 'Paper invoices' });
    await table.getByText('No recipients').first().waitFor();
    await settled(owner);
    await checkScreen(owner);
    const [printed, tab] = [
      page.waitForResponse((answer) => answer.url().includes('/paper?with=')),
      page.context().waitForEvent('page'),
    ];
    await page.getByRole('button', { name: 'Print all 3' }).click();
    assert.equal((await printed).status(), 200);
    await (await tab).close();
    await page.bringToFront();
    await table
      .getByRole('button', { name: /^Mark as delivered: / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).click();
    await page.getByText('1 invoice marked as delivered.').waitFor();
    await page.getByRole('button', { name: 'Mark all 2 as delivered' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark all 2 as delivered' }).click();
    await page.getByText('No paper invoices to deliver.').waitFor();
    await settled(owner);
    await checkScreen(owner);
    const { items } = await g.ask<Thing>('GET', '/invoices', { as });
    assert.deepEqual(
      items.map(({ status, sentBy }) => [status, sentBy]),
      items.map(() => ['sent', 'paper']),
    );
  },
);

visiting(
  'residents who owe a reading are reminded by a click, and the main meter stands beside the others',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g);
    const { building, apartments } = await createBilledBuilding(g, as);
    const [home] = apartments;
    const person = { name: 'Mari Tamm', email: 'mari@reminded.example' };
    const since = [{ apartmentId: home.id, since: '2026-01-01' }];
    await g.ask('POST', '//console/api/residents', { as, body: { ...person, apartments: since } });
    const day = (months: number, date: number) => {
      const today = new Date();
      return new Date(Date.UTC(today.getFullYear(), today.getMonth() + months, date)).toISOString().slice(0, 10);
    };
    for (const [apartmentId, value] of [
      [home.id, 4],
      [null, 5],
    ] as const) {
      const meter = {
        buildingId: building.id,
        apartmentId,
        type: 'cold_water',
        initialValue: 1,
        installedOn: day(-1, 0),
      };
      const { data } = await g.ask('POST', '/meters', { as, body: meter });
      await g.ask('POST', `/meters/${data.id}/readings`, { as, body: { value, readAt: day(0, 0) } });
    }
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, `/console/readings?tab=missing&period=${day(0, 1).slice(0, 7)}`);
    for (const said of ['1 person was reminded.', '0 people were reminded. 1 person got an e-mail earlier today.']) {
      await page.getByRole('button', { name: 'Send reminders' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Nobody gets more than one e-mail a day.').waitFor();
      await checkScreen(owner);
      await dialog.getByRole('button', { name: 'Send reminders' }).click();
      await page.getByText(said).waitFor();
      await dialog.waitFor({ state: 'hidden' });
    }
    await fixture.letters.find(person.email, '1');
    await goTo(owner, '/console/readings?tab=usage');
    await page.getByText('1.000 m³ (25%)').waitFor();
    await checkScreen(owner);
  },
);

visiting(
  'a generation that was begun is named above the invoices, and leads back to what was typed',
  async (fixture) => {
    const { building, owner, page } = await visitBilledBuilding(fixture);
    await goTo(owner, `/console/invoices/generate?buildingId=${building.id}&period=2026-09`);
    const bill = page.getByLabel(/Küte/).first();
    await bill.fill('123.45');
    const isKept = () =>
      page.evaluate(() => String(Object.keys(sessionStorage).some((key) => key.includes(' generation '))));
    await becomes(isKept, 'true');
    await goTo(owner, '/console/invoices');
    await page.getByText('Begun and not finished, continue:').waitFor();
    await checkScreen(owner);
    await page.getByRole('link', { name: `${building.name}, September 2026` }).click();
    await becomes(() => bill.inputValue(), '123.45');
  },
);

visiting('invoices are found by their month of issue, which stays in the address', async (building) => {
  const { g } = building;
  const { owner: as, email } = await anOrganization(g);
  await createThreeMonths(g, as);
  const owner = await building.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/invoices');
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row');
  const shows = (count: number) => waitUntil(async () => (await rows.count()) === count + 1); // With the headings.
  await shows(9);
  const issued = page.getByRole('combobox', { name: 'Issued' });
  await issued.fill('November 2026');
  await page.getByRole('option', { name: 'November 2026' }).click();
  await shows(6);
  await settled(owner);
  await checkScreen(owner);
  await page.reload();
  await shows(6);
  assert.match(page.url(), /issued=/);
  await becomes(() => rows.filter({ hasText: 'September' }).count(), 0);
});

visiting('two tabs change different settings, and neither puts back what the other saved', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const [stale, other] = [await fixture.visitor(), await fixture.visitor()];
  for (const tab of [stale, other]) {
    await signIn(tab, email);
    await goTo(tab, `/console/buildings/${building.id}?tab=settings`);
    await tab.page.getByLabel('Payment term, days').waitFor();
  }
  await other.page.getByLabel('Payment term, days').fill('21');
  await other.page.getByRole('button', { name: 'Save' }).first().click();
  await other.page.getByText('Saved.').waitFor();
  await stale.page.getByLabel('Invoice number prefix').fill('K12');
  await stale.page.getByRole('button', { name: 'Save' }).first().click();
  const note = stale.page.getByRole('alert').filter({ hasText: 'Changed elsewhere in the meantime.' });
  await note.getByText(/^Payment term, days: \d+ → 21$/).waitFor();
  await becomes(() => stale.page.getByLabel('Invoice number prefix').inputValue(), 'K12');
  await becomes(() => stale.page.getByLabel('Payment term, days').inputValue(), '21');
  await checkScreen(stale);
  await stale.page.getByRole('button', { name: 'Save' }).first().click();
  await stale.page.getByText('Saved.').waitFor();
  const { data } = await g.ask<Thing>('GET', `/buildings/${building.id}`, { as });
  const { invoiceNumberPrefix, paymentTermDays } = data.billing as Record<string, unknown>;
  assert.deepEqual([invoiceNumberPrefix, paymentTermDays], ['K12', 21]);

  await goTo(other, `/console/buildings/${building.id}?tab=charges`);
  await goTo(stale, `/console/buildings/${building.id}?tab=charges`);
  await other.page.getByLabel('Unit price').fill('0.95');
  await other.page.getByRole('button', { name: 'Save' }).click();
  await other.page.getByText('Saved.').last().waitFor();
  await stale.page.getByRole('textbox', { name: 'Name' }).last().fill('Soojus');
  await stale.page.getByRole('button', { name: 'Save' }).click();
  await note.getByText('Hooldus', { exact: true }).waitFor();
  const charges = (await g.ask<Thing>('GET', `/buildings/${building.id}`, { as })).data.billing as { charges: Thing[] };
  assert.deepEqual(charges.charges.map(({ name, unitPrice }) => [name, unitPrice])[0], ['Hooldus', 0.95]);
});

visiting('the preview of a month has what was billed before for an apartment deleted since', async (fixture) => {
  const { g, as, building, apartments, owner, page } = await visitBilledBuilding(fixture);
  const [, second] = await createThreeInvoices(g, as, building.id);
  await g.ask('PATCH', `/invoices/${second}`, { as, body: { status: 'paid' } });
  await g.ask('DELETE', `/buildings/${building.id}/apartments/${apartments[1].id}`, { as });
  const bills = { periodStart: '2026-11-01', periodEnd: '2026-11-30', bills: [{ charge: 'heat', amount: 1000 }] };
  await g.ask('PUT', `//console/api/buildings/${building.id}/supplier-bills`, { as, body: bills });
  await goTo(owner, `/console/invoices/generate?buildingId=${building.id}&period=2026-11&preview=2026-11`);
  const row = page.getByRole('table', { name: 'Apartments' }).getByRole('row').filter({ hasText: 'Apartment deleted' });
  await becomes(
    async () => (await row.getByRole('cell').allTextContents()).map((text) => text.trim()).join(' | '),
    '2 | Apartment deleted | €331.62 | €0.00 | -100%',
  );
  await page.getByText('€1,105.41').waitFor(); // What was billed before, in all.
  await checkScreen(owner);
});

visiting('the comparison shows the prices of both periods where one has changed', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email } = await anOrganization(g);
  const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1.84, vatRate: 0 };
  const care = { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 0.85, vatRate: 0 };
  const heat = { ...care, code: 'heat', name: 'Küte', unitPrice: 1.2 };
  const from = '2026-03-01';
  const { building, meters, readDays, bill } = await createMeteredBuilding(g, as, [
    { ...water, tariffs: [{ from, unitPrice: 2 }] },
    { ...care, tariffs: [{ from, unitPrice: 0.9 }] },
    heat,
  ]);
  for (const place of [0, 1]) await readDays(place, { '01-31': 0, '02-28': 5, '03-31': 11 });
  for (const { apartmentId } of meters)
    await g.ask('PATCH', `/buildings/${building.id}/apartments/${apartmentId}`, { as, body: { area: 50 } });
  const first = await bill('02');
  assert.equal(first.status, 201, first.text);
  const { data } = await bill('03');
  const person = await fixture.visitor();
  const { page } = person;
  await signIn(person, email);
  await goTo(person, `/console/invoices/${data.invoices[0]?.invoiceId}`);
  const rowOf = async (name: string) => {
    const row = page.getByRole('table', { name: 'Comparison' }).getByRole('row').filter({ hasText: name });
    return (await row.getByRole('cell').allInnerTexts()).slice(1, 4).join(' | ');
  };
  await becomes(() => rowOf('Vesi'), '€12.00 (€2.00/m³) | €9.20 (€1.84/m³) | +€2.80');
  await becomes(() => rowOf('Hooldus'), '€45.00 (€0.90/m²) | €42.50 (€0.85/m²) | +€2.50');
  await becomes(() => rowOf('Küte'), '€60.00 (€1.20/m²) | €60.00 | €0.00');
  await settled(person);
  await checkScreen(person);
});
