// Tests of the ledger export: every position of sent and paid invoices once, adding up to them, safe to open in a
// spreadsheet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  createBilledBuilding,
  createThreeInvoices,
  generate,
  type InvoiceAnswer,
  markSent,
  november,
} from '../../../test/billing-fixture.ts';
import { anApartment, anOrganization, aPerson, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as } = await anOrganization(g);

const october = '?periodStart=2026-10-01&periodEnd=2026-10-31';
const get = (building: Thing, query = october, who: string | undefined = as) =>
  g.ask('GET', `//console/api/buildings/${building.id}/ledger${query}`, { as: who });
const rowsOf = (text: string) => {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = head.split(';');
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, place) => [names[place], cell])));
};
const cents = (cell: string | undefined) => Math.round(Number((cell ?? '').replace(',', '.')) * 100);

test('each position of sent and paid invoices is a line with its account, its VAT and its invoice', async () => {
  const accounts = [{ ...charges[0], account: '3010' }, charges[1]];
  const { building, apartments } = await createBilledBuilding(g, as, { charges: accounts });
  const [invoice1, invoice2] = await createThreeInvoices(g, as, building.id);
  await markSent(g, invoice1);
  await g.ask('PATCH', `/invoices/${invoice2}`, { as, body: { status: 'paid' } });
  const answer = await get(building);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(answer.headers['content-disposition'] ?? '', /attachment; filename="ledger-kase-12-2026-10\.csv"/);
  assert.ok(answer.text.startsWith('\uFEFFinvoice_number;kind;'));
  const rows = rowsOf(answer.text);
  const invoice = (await g.ask<InvoiceAnswer>('GET', `/invoices/${invoice1}`, { as })).data;
  assert.deepEqual(rows[0], {
    invoice_number: invoice.number,
    kind: 'invoice',
    corrects_invoice: '',
    status: 'sent',
    issue_date: '2026-11-20',
    due_date: '2026-12-04',
    period_start: '2026-10-01',
    period_end: '2026-10-31',
    apartment: '1',
    reference: String(apartments[0].referenceNumber),
    charge: 'care',
    description: 'Hooldus',
    account: '3010',
    quantity: '50',
    unit: 'm2',
    unit_price: '0,85',
    net: '42,50',
    vat_rate: '24',
    vat: '10,20',
    gross: '52,70',
    currency: 'EUR',
    payer: '',
  });
  assert.deepEqual(
    rows.map((row) => [row.apartment, row.charge, row.status]),
    [
      ['1', 'care', 'sent'],
      ['1', 'heat', 'sent'],
      ['2', 'care', 'paid'],
      ['2', 'heat', 'paid'],
    ],
  );
  assert.equal(
    rows.reduce((sum, row) => sum + cents(row.gross), 0),
    55_271 + 33_162,
  );
});

test('credits are negative lines that name what they correct, and ranges select by days or by issue date', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [invoice1] = await createThreeInvoices(g, as, building.id);
  await markSent(g, invoice1);
  const credit = await g.ask<InvoiceAnswer>('POST', `//console/api/invoices/${invoice1}/credit`, {
    as,
    body: { reason: 'Viga', positions: [{ position: 1, amount: 10 }] },
  });
  await markSent(g, credit.data.id);
  const rows = rowsOf((await get(building)).text);
  const { number } = (await g.ask<InvoiceAnswer>('GET', `/invoices/${invoice1}`, { as })).data;
  assert.deepEqual(rows.map((row) => [row.kind, row.corrects_invoice, row.net, row.vat]).at(-1), [
    'credit',
    number,
    '-10,00',
    '-2,40',
  ]);
  const count = async (query: string) => rowsOf((await get(building, query)).text).length;
  assert.equal(await count('?dateFrom=2026-11-20&dateTo=2026-11-20'), 3);
  assert.equal(await count('?dateFrom=2026-11-21&dateTo=2026-12-31'), 0);
  assert.equal(await count(`?periodStart=${november.periodStart}&periodEnd=${november.periodEnd}`), 0);
  assert.equal(await count(''), 0, 'without a range: issued in the previous month');
});

test('a credit note is exported from the moment it counts, so that the file and the apartment’s account agree', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [invoice1] = await createThreeInvoices(g, as, building.id);
  await markSent(g, invoice1);
  const credit = await g.ask<InvoiceAnswer>('POST', `//console/api/invoices/${invoice1}/credit`, {
    as,
    body: { reason: 'Viga', positions: [{ position: 1, amount: 10 }] },
  });
  const rows = async () => rowsOf((await get(building)).text).filter((row) => row.apartment === '1');
  const sum = async () => (await rows()).reduce((sum, row) => sum + cents(row.gross), 0);
  const at = `//console/api/buildings/${building.id}/apartments/${apartments[0].id}/account`;
  const closing = async () => (await g.ask<Thing & { closing: number }>('GET', at, { as })).data.closing;
  assert.deepEqual([(await rows()).at(-1)?.status, await sum(), await closing()], ['draft', 54_031, 540.31]);
  const invoiced = async () => {
    const { data } = await g.ask<{ months: { invoiced: number }[] }>('GET', '//console/api/overview', { as });
    return data.months.reduce((sum, month) => sum + Math.round(month.invoiced * 100), 0);
  };
  const before = await invoiced();
  await g.ask('PATCH', `/invoices/${credit.data.id}`, { as, body: { status: 'cancelled' } });
  assert.deepEqual([await sum(), await closing()], [55_271, 552.71]);
  assert.equal((await invoiced()) - before, 1240);
});

test('two invoices of an apartment that changed hands name who pays each, also where a credit note follows', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  for (const [name, since, until] of [
    ['Mari Müüja', '2020-01-01', '2026-10-14'],
    ['Jaan Ostja', '2026-10-15', null],
    ['Anu Ostja', '2026-10-15', null],
  ]) {
    const home = { apartmentId: apartments[0].id, role: 'owner', since, until, receivesInvoice: true };
    await g.succeed('POST', '//console/api/residents', { as, body: { name, apartments: [home] } });
  }
  const { data } = await generate(g, as, building.id);
  const ids = data.invoices.map(({ invoiceId = '' }) => invoiceId);
  for (const id of ids) await markSent(g, id);
  await g.ask('POST', `//console/api/invoices/${ids[1]}/credit`, { as, body: { reason: 'Viga' } });
  const rows = rowsOf((await get(building)).text).filter(({ apartment }) => apartment === '1');
  assert.deepEqual(
    [...new Set(rows.map(({ kind, period_start: from, payer }) => [kind, from, payer].join(' | ')))],
    [
      'invoice | 2026-10-01 | Mari Müüja',
      'invoice | 2026-10-15 | Anu Ostja, Jaan Ostja',
      'credit | 2026-10-15 | Anu Ostja, Jaan Ostja',
    ],
  );
});

test('half a range and one that ends before it begins are rejected by name', async () => {
  const { building } = await createBilledBuilding(g, as);
  const wrong = await get(building, '?periodStart=2026-10-01&dateFrom=2026-10-02&dateTo=2026-10-01');
  assert.deepEqual([wrong.status, wrong.fields], [422, ['periodEnd', 'dateTo']]);
  assert.equal((await get(building, '?periodStart=2026-13-01&periodEnd=x')).status, 422);
});

test('names of charges and apartments are exported as text', async () => {
  const { building } = await createBilledBuilding(g, as, {
    charges: [{ ...charges[0], name: '=HYPERLINK("http://x";"y")' }],
  });
  await anApartment(g, as, building.id, { number: '-1+1', area: 10 });
  const { data } = await generate(g, as, building.id, { costs: [] });
  for (const { invoiceId = '' } of data.invoices) await markSent(g, invoiceId);
  const { text } = await get(building);
  assert.match(text, /;"'=HYPERLINK\(""http:\/\/x"";""y""\)";/);
  assert.match(text, /;'-1\+1;/);
});

test('a large building is exported completely and in order, piece by piece', async () => {
  const organization = await anOrganization(g);
  const { building } = await createBilledBuilding(g, organization.owner);
  // Six hundred apartments and their invoices at once.
  await g.owner`
    insert into apartments (tenant_id, id, building_id, number, number_key, area, reference_number, created_at, updated_at)
    select ${organization.tenantId}, gen_random_uuid(), ${building.id}, 'n' || n, 'n' || n, 10, 'r' || n, now(), now() from generate_series(1, 600) n`;
  const made = await createThreeInvoices(g, organization.owner, building.id);
  assert.equal(made.length, 3);
  await g.owner`update invoices set status = 'sent' where building_id = ${building.id}`;
  const rows = rowsOf((await get(building, october, organization.owner)).text);
  assert.equal(rows.length, 603 * 2);
  assert.equal(new Set(rows.map((row) => row.invoice_number)).size, 603);
  assert.equal(
    rows.filter((row) => row.charge === 'heat').reduce((sum, row) => sum + cents(row.net), 0),
    100_001,
  );
});

test('an accountant sets the ledger accounts of charges, and nothing else of them; earlier lines have them at once', async () => {
  const organization = await anOrganization(g);
  const { owner, tenantId } = organization;
  const { token: accountant } = await aPerson(g, tenantId, 'accountant');
  const { building } = await createBilledBuilding(g, owner);
  const [invoice1] = await createThreeInvoices(g, owner, building.id);
  await markSent(g, invoice1);
  const set = (accounts: object[], who = accountant) =>
    g.ask('PUT', `//console/api/buildings/${building.id}/ledger-accounts`, { as: who, body: { accounts } });
  const known = async () =>
    (await g.ask<Thing & { billing: { charges: object[] } }>('GET', `/buildings/${building.id}`, { as: owner })).data
      .billing.charges;
  const before = await known();
  const answer = await set([{ charge: 'care', account: '3010' }]);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await known(), [{ ...before[0], account: '3010' }, ...before.slice(1)]);
  assert.equal(rowsOf((await get(building, october, accountant)).text)[0]?.account, '3010');
  assert.equal((await set([{ charge: 'care', account: null }])).status, 200);
  assert.deepEqual(await known(), before);
  const unknown = await set([
    { charge: 'care', account: '1' },
    { charge: 'nothing', account: '2' },
  ]);
  assert.deepEqual([unknown.status, unknown.fields], [422, ['accounts.1.charge']]);
  assert.deepEqual(await known(), before, 'nothing is half done');
  assert.equal(
    (await set([{ charge: 'care', account: '1' }], (await aPerson(g, tenantId, 'resident')).token)).status,
    403,
  );
});
