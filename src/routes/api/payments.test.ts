// Tests of listing payments and importing statements over HTTP: who sees which payments, and that every way of sending
// a statement imports it once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding } from '../../../test/billing-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { account, anOrganizationWithDebts, camt } from '../../../test/statement-samples.ts';

const g = await startTestService();

async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { apartments } = organization;
  return { ...organization, reference: String(apartments[0].referenceNumber) };
}

const send = (as: string | undefined, file: string, query = '') =>
  g.ask<
    Thing & {
      imported: number;
      matched: number;
      duplicates: number;
      credits: object;
      statements: object[];
      payments: object[];
    }
  >('POST', `/bank-statements/import${query}`, { as, raw: file, headers: { 'content-type': 'application/xml' } });

test('a statement is imported as a body, a form and JSON; the same file again is 200 and adds nothing', async () => {
  const { as, reference } = await setUpBuilding();
  const file = camt([{ amount: '552.71', reference }], { opening: '0.00', closing: '552.71' });
  const first = await send(as, file);
  assert.equal(first.status, 201, first.text);
  assert.equal(first.headers.location, '/api/payments?source=statement');
  const { id, imported, matched, credits, statements } = first.data;
  assert.deepEqual([imported, matched, credits], [1, 1, { EUR: 552.71 }]);
  assert.deepEqual(statements, [
    {
      iban: account,
      from: '2026-11-10',
      to: '2026-11-10',
      openingBalance: 0,
      closingBalance: 552.71,
      entriesTotal: 552.71,
      currency: 'EUR',
      expectedOpening: null,
    },
  ]);

  const json = await g.ask('POST', '/bank-statements/import', {
    as,
    body: { file: Buffer.from(file).toString('base64'), fileName: 'x.csv' },
  });
  const raw = ['--b', 'Content-Disposition: form-data; name="file"; filename="a.txt"', '', file, '--b--', ''].join(
    '\r\n',
  );
  const form = await g.ask('POST', '/bank-statements/import', {
    as,
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  for (const again of [json, form])
    assert.deepEqual(
      [again.status, again.data.id, again.data.imported, again.data.duplicates],
      [200, id, 0, 1],
      again.text,
    );
});

test('a dry run can also be requested beside the file, and a value that is neither yes nor no rejects the file', async () => {
  const { as } = await setUpBuilding();
  const file = camt([{ amount: '3.00' }]);
  const part = (head: string, bytes: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${bytes}\r\n`;
  const asForm = (dryRun: string) => ({
    raw: `${part('name="file"; filename="a.xml"', file)}${part('name="dryRun"', dryRun)}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  const base64 = Buffer.from(file).toString('base64');
  const statuses = [];
  for (const more of [
    asForm('true'),
    { body: { file: base64, dryRun: true } },
    asForm('yes'),
    { body: { file: base64, dryRun: 'true' } },
    asForm('false'),
  ])
    statuses.push((await g.ask('POST', '/bank-statements/import', { as, ...more })).status);
  assert.deepEqual(statuses, [200, 200, 422, 400, 201]);
  assert.equal((await g.ask('GET', '/payments', { as })).items.length, 1);
});

test('a malformed file is 422 with its line, an empty one 400, and organizations import independently', async () => {
  const { as } = await setUpBuilding();
  const bad = await send(as, camt([{ amount: 'x' }]));
  assert.deepEqual([bad.status, bad.fields, /Line 5: /.test(bad.text)], [422, ['file'], true]);
  assert.equal((await send(as, '<!DOCTYPE x><Document/>')).status, 422);
  assert.equal((await send(as, '')).status, 400);
  const file = camt([{ amount: '1.00' }]);
  assert.equal((await send(as, file)).status, 201);
  assert.equal((await send((await anOrganization(g, 'Strangers')).owner, file)).status, 201);
});

test('payments are filtered and paged', async () => {
  const { as, building, reference, invoices } = await setUpBuilding();
  const next = await createBilledBuilding(g, as);
  await g.ask('PATCH', `/invoices/${invoices[1]}`, { as, body: { status: 'paid', paidDate: '2026-11-01' } });
  await send(
    as,
    camt([
      { amount: '100.00', reference, day: '2026-11-05' },
      { amount: '7.00', text: 'x', day: '2026-11-06' },
    ]),
  );
  const count = async (query: string) => (await g.ask('GET', `/payments${query}`, { as })).items.length;
  assert.deepEqual(
    await Promise.all(
      [
        '',
        '?status=unmatched',
        '?status=matched',
        '?source=manual',
        '?source=banklink',
        '?dateFrom=2026-11-05&dateTo=2026-11-05',
        `?buildingId=${building.id}`,
        `?buildingId=${next.building.id}`,
        '?updatedSince=2026-11-20T09:00:00Z',
      ].map(count),
    ),
    [3, 1, 2, 1, 0, 1, 3, 0, 3],
  );
  assert.equal((await g.ask('GET', '/payments?dateFrom=2026-11-05&dateTo=2026-11-04', { as })).status, 422);
  assert.equal((await g.ask('GET', '/payments?status=paid', { as })).status, 422);
  assert.equal((await g.ask('GET', `/payments?buildingId=${invoices[0]}`, { as })).status, 404);
  const first = await g.ask('GET', '/payments?limit=2&sort=-paidOn', { as });
  const rest = await g.ask('GET', `/payments?limit=2&sort=-paidOn&cursor=${first.nextCursor}`, { as });
  assert.deepEqual(
    [...first.items, ...rest.items].map((thing) => thing.paidOn),
    ['2026-11-06', '2026-11-05', '2026-11-01'],
  );
});

test('a statement of many chunks, or in any encoding, is read over HTTP as from memory', async () => {
  const { as } = await setUpBuilding();
  const many = Array.from({ length: 1500 }, (_, n) => ({
    amount: '1.00',
    text: `makse ${n} küte`,
    id: `M${n}`,
    endToEnd: `E${n}`,
  }));
  const large = camt(many);
  assert.ok(large.length > 500_000);
  assert.equal((await send(as, large)).data.imported, 1500);
  const table = (payer: string) => `Date;Payer;Details;Amount;Currency\r\n2026-11-10;${payer};makse;12,50;EUR\r\n`;
  const encoded = {
    utf16le: Buffer.from(`\ufeff${table('Žukov Ольга')}`, 'utf16le'),
    utf16be: Buffer.from(`\ufeff${table('Žukov Ольга')}`, 'utf16le').swap16(),
    cp1257: Buffer.concat([
      Buffer.from('Date;Payer;Details;Amount;Currency\r\n2026-11-10;'),
      Buffer.from([0xde]),
      Buffer.from('ukov;makse;13,50;EUR\r\n'),
    ]),
  };
  for (const [name, raw] of Object.entries(encoded)) {
    const answer = await g.ask<{ imported: number }>('POST', '/bank-statements/import', {
      as,
      raw,
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(answer.status, 201, `${name}: ${answer.text}`);
    assert.equal(answer.data.imported, name === 'utf16be' ? 0 : 1, `${name}: ${answer.text}`);
  }
  const { items } = await g.ask<Thing & { payerName: string }>('GET', '/payments?sort=-createdAt&limit=2', { as });
  assert.deepEqual(items.map((item) => item.payerName).sort(), ['Žukov', 'Žukov Ольга']);
});
