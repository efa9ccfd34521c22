// Tests over HTTP of importing readings: a column for each type of meter or one reading a row, all of a table or
// nothing, and the same table again changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';

const g = await startTestService();
type Report = {
  readonly created: number;
  readonly unchanged: number;
  readonly problems: readonly { line: number; column?: string; code: string; value?: string }[];
  readonly outcomes: readonly {
    line: number;
    outcome: string;
    reading?: { apartment: string | null; type: string; value: number; consumption: number | null; readOn: string };
  }[];
};
const codes = ({ problems }: Report) => problems.map(({ line, column, code }) => `${line} ${column} ${code}`);

/** A building with two apartments; each has a cold and a hot water meter, and there is a main meter. */
async function setUp() {
  const { owner: as, tenantId } = await anOrganization(g);
  const { id } = await aBuilding(g, as);
  const shared = { buildingId: id, initialValue: 100, installedOn: '2026-09-01' };
  for (const number of ['1', '2a']) {
    const apartment = await anApartment(g, as, id, { number });
    for (const type of ['cold_water', 'hot_water'])
      await g.ask('POST', '/meters', {
        as,
        body: { ...shared, apartmentId: apartment.id, type, serialNumber: `${type}-${number}` },
      });
  }
  await g.ask('POST', '/meters', { as, body: { ...shared, type: 'cold_water', serialNumber: 'P-1' } });
  const send = (table: string, query = '', token = as) =>
    g.ask<Report>('POST', `//console/api/buildings/${id}/readings/import${query}`, {
      as: token,
      raw: Buffer.from(table),
      headers: { 'content-type': 'text/csv' },
    });
  const readings = async () =>
    (await g.ask<Thing>('GET', `//console/api/readings?buildingId=${id}&limit=100`, { as })).items;
  return { as, tenantId, send, readings };
}

test('a row for each apartment with a column for each type is read, also for main meters', async () => {
  const { send, readings } = await setUp();
  const table = 'Näidud oktoober;;\nKrt nr;Külm vesi;Soe vesi\n1;104,5;103\n2A;110;\nmaja;250;\n';
  const dry = await send(table, '?dryRun=true&readOn=2026-10-31');
  assert.deepEqual([dry.status, codes(dry.data), dry.data.created], [200, [], 4], dry.text);
  assert.deepEqual(
    dry.data.outcomes.map(({ line, reading }) => [
      line,
      reading?.apartment,
      reading?.type,
      reading?.value,
      reading?.consumption,
    ]),
    [
      [3, '1', 'cold_water', 104.5, 4.5],
      [3, '1', 'hot_water', 103, 3],
      [4, '2a', 'cold_water', 110, 10],
      [5, null, 'cold_water', 250, 150],
    ],
  );
  assert.deepEqual(await readings(), [], 'a dry run writes nothing');
  assert.equal((await send(table, '?readOn=2026-10-31')).data.created, 4);
  assert.equal((await readings()).length, 4);
  const again = await send(table, '?readOn=2026-10-31');
  assert.deepEqual([again.data.created, again.data.unchanged], [0, 4]);
  assert.equal((await readings()).length, 4);
});

test('a row names its meter by serial number or by apartment and type, and its own day', async () => {
  const { send } = await setUp();
  const { data } = await send('Seerianumber;Näit;Kuupäev\ncold_water-1;101;31.10.2026\nP-1;200;31.10.2026\n');
  assert.deepEqual(
    data.outcomes.map(({ reading }) => [reading?.apartment, reading?.readOn]),
    [
      ['1', '2026-10-31'],
      [null, '2026-10-31'],
    ],
  );
  const plain = await send('2a\tsoe vesi\t105\t2026-10-31\n');
  assert.deepEqual([plain.data.created, plain.data.outcomes[0]?.reading?.type], [1, 'hot_water'], plain.text);
});

test('each problem names its line and column, and nothing is written', async () => {
  const { send, readings } = await setUp();
  const table = [
    'Apartment;Type;Serial number;Reading;Date',
    '1;cold water;;90;2026-10-31',
    '9;cold water;;110;2026-10-31',
    '1;gas;;110;2026-10-31',
    '1;;;110;2026-10-31',
    ';;;110;2026-10-31',
    '1;cold water;;many;2026-10-31',
    '2a;cold water;;120;',
    '2a;hot water;;120;2099-01-01',
  ].join('\n');
  const dry = await send(table, '?dryRun=true');
  assert.deepEqual(codes(dry.data), [
    '2 value reading_below_previous',
    '3 apartment not_found',
    '4 value not_found',
    '5 serialNumber required',
    '6 apartment required',
    '7 value invalid_format',
    '8 readOn required',
    '9 readOn out_of_range',
  ]);
  assert.equal((await send(table)).status, 422);
  assert.deepEqual(await readings(), []);
});

test('without headings the first row is a reading, whatever words the others have', async () => {
  const { send } = await setUp();
  const table = '1;külm vesi;104,5\n1;soe vesi;103\n2a;külm vesi;110 m3\n2a;soe vesi;120\n';
  for (const query of ['', '&headings=false']) {
    const { data } = await send(table, `?dryRun=true&readOn=2026-10-31${query}`);
    assert.deepEqual(
      data.outcomes.map(({ line }) => line),
      [1, 2, 3, 4],
      query,
    );
  }
});

test('a row with several faults is listed once, and the same table twice at once is stored once', async () => {
  const { send, readings } = await setUp();
  const head = 'Krt nr;Liik;Näit;Kuupäev';
  const dry = await send(`${head}\nx;y;z;w\n`, '?dryRun=true');
  assert.deepEqual(dry.data.outcomes, [{ line: 2, outcome: 'refused' }], dry.text);
  const table = `${head}\n1;külm vesi;104,5;31.10.2026\n2a;külm vesi;110;31.10.2026\n`;
  const both = await Promise.all([send(table), send(table)]);
  assert.deepEqual(both.map(({ data }) => [data.created, data.unchanged]).sort(), [
    [0, 2],
    [2, 0],
  ]);
  assert.equal((await readings()).length, 2);
});
