// Tests over HTTP of importing apartments: from pasted rows, CSV and xlsx, with the columns as found or as chosen, all
// of a table or nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';
import { workbook } from '../../test/workbook.ts';

const g = await startTestService();
type Report = {
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly headings: boolean;
  readonly columns: readonly { heading: string; means: string | null; examples: readonly string[] }[];
  readonly problems: readonly {
    line: number;
    column?: string;
    code: string;
    value?: string;
    otherLine?: number;
    least?: number;
    most?: number;
  }[];
  readonly outcomes: readonly { line: number; outcome: string; apartment?: Record<string, unknown> }[];
};
const send = (as: string, buildingId: string, table: string | Buffer, query = '') =>
  g.ask<Report>('POST', `//console/api/buildings/${buildingId}/apartments/import${query}`, {
    as,
    raw: Buffer.from(table),
    headers: { 'content-type': 'text/csv' },
  });
const listed = async (as: string, buildingId: string) =>
  (await g.ask<Thing>('GET', `/buildings/${buildingId}/apartments?sort=number`, { as })).items.map(
    ({ number, floor, area, heatedArea, shares, residentCount }) => [
      number,
      floor,
      area,
      heatedArea,
      shares,
      residentCount,
    ],
  );
const codes = ({ problems }: Report) => problems.map(({ line, column, code }) => `${line} ${column} ${code}`);
const setUp = async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  return { as, tenantId, id: (await aBuilding(g, as)).id };
};

test('a list as managers keep it is understood: a title above, words in Estonian, units and names beside', async () => {
  const { as, id } = await setUp();
  const rows = [
    'KÜ Kase 12 korterid;;;',
    'Krt nr;Üldpind m²;Omanik;Elanikke',
    '1;54,3 m²;Mari Tamm;2',
    '2a;1 031,20;Jüri Põld;',
  ];
  const dry = await send(as, id, rows.join('\n'), '?dryRun=true');
  assert.deepEqual([dry.status, codes(dry.data), dry.data.created], [200, [], 2], dry.text);
  assert.deepEqual(
    dry.data.columns.map(({ heading, means }) => [heading, means]),
    [
      ['Krt nr', 'number'],
      ['Üldpind m²', 'area'],
      ['Omanik', null],
      ['Elanikke', 'residentCount'],
    ],
  );
  assert.deepEqual(dry.data.columns[0]?.examples, ['1', '2a']);
  assert.deepEqual(dry.data.outcomes[0], {
    line: 3,
    outcome: 'created',
    apartment: { number: '1', area: 54.3, residentCount: 2 },
  });
  assert.deepEqual(await listed(as, id), [], 'a dry run writes nothing');
  assert.equal((await send(as, id, rows.join('\n'))).status, 200);
  assert.deepEqual(await listed(as, id), [
    ['1', null, 54.3, null, null, 2],
    ['2a', null, 1031.2, null, null, null],
  ]);
  const again = await send(as, id, rows.join('\n'));
  assert.deepEqual([again.data.created, again.data.changed, again.data.unchanged], [0, 0, 2]);
});

test('rows without headings are in the usual order, and existing apartments change what a row says', async () => {
  const { as, id } = await setUp();
  await anApartment(g, as, id, { number: '1', area: 50, floor: 3 });
  const run = await send(as, id, '1\t\t54,3\t50\t543/10000\t2\n2\t1\t31.2\n');
  assert.deepEqual([run.status, run.data.created, run.data.changed, run.data.headings], [200, 1, 1, false], run.text);
  assert.deepEqual(await listed(as, id), [
    ['1', 3, 54.3, 50, 543, 2],
    ['2', 1, 31.2, null, null, null],
  ]);
});

test('an xlsx file is read like the same table as text', async () => {
  const { as, id } = await setUp();
  const run = await send(
    as,
    id,
    workbook([
      ['Korter', 'Pindala (m²)'],
      ['1', 54.3],
      [2, '31,2'],
    ]),
  );
  assert.deepEqual([run.status, run.data.created], [200, 2], run.text);
  assert.deepEqual(
    (await listed(as, id)).map(([number, , area]) => [number, area]),
    [
      ['1', 54.3],
      ['2', 31.2],
    ],
  );
});

test('a person says what the columns mean where their headings are unknown', async () => {
  const { as, id } = await setUp();
  const table = 'Objekt;Suurus;Kes\nA;54,3;Mari\nB;31,2;Jüri\n';
  const dry = await send(as, id, table, '?dryRun=true');
  assert.deepEqual([dry.data.headings, codes(dry.data)], [true, ['1 number missing_column']]);
  const chosen = await send(as, id, table, '?columns=number,area,');
  assert.deepEqual([chosen.status, chosen.data.created], [200, 2], chosen.text);
  const unknown = await send(as, id, table, '?columns=number,colour&dryRun=true');
  assert.deepEqual([unknown.status, unknown.fields], [422, ['columns']]);
  const asData = await send(as, id, 'C;54,3\n', '?dryRun=true&columns=number,area&headings=false');
  assert.deepEqual([asData.data.rows, asData.data.created, asData.data.columns.length], [1, 1, 2], asData.text);
});

test('each problem names its line and column, and nothing is written', async () => {
  const { as, id } = await setUp();
  const table = '1\t1\t54\n\t2\t30\n1\t2\tmuch\n3\t1\t1,234\n4\t900\t5\n1\t3\t20';
  const dry = await send(as, id, table, '?dryRun=true');
  assert.deepEqual(codes(dry.data), [
    '2 number required',
    '3 area invalid_format',
    '4 area too_many_decimals',
    '5 floor out_of_range',
    '6 number duplicate',
  ]);
  const outOfRange = dry.data.problems.find(({ code }) => code === 'out_of_range');
  assert.deepEqual([outOfRange?.least, outOfRange?.most], [-20, 300], 'the allowed range');
  assert.equal((await send(as, id, table)).status, 422);
  assert.deepEqual(await listed(as, id), []);
});

test('a preview says that there would be more positions than a period may have', async () => {
  const { as, id } = await setUp();
  const tariffs = Array.from({ length: 28 }, (_, day) => {
    return { from: `2027-01-${String(day + 1).padStart(2, '0')}`, unitPrice: 2, vatRate: 0 };
  });
  const charges = Array.from({ length: 60 }, (_, nth) => {
    return { code: `c${nth}`, name: `Charge ${nth}`, basis: 'area', unitPrice: 1, vatRate: 0, tariffs };
  });
  await g.succeed('PATCH', `/buildings/${id}`, { as, body: { billing: { charges } } });
  const table = `Krt nr;Üldpind\n${Array.from({ length: 2000 }, (_, nth) => `${nth + 1};50`).join('\n')}\n`;
  const dry = await send(as, id, table, '?dryRun=true');
  assert.deepEqual(codes(dry.data), ['2001 number too_many'], dry.text.slice(0, 500));
  const real = await send(as, id, table);
  assert.deepEqual([real.status, await listed(as, id)], [422, []]);
});

test('co-owners have a row each: one apartment with two people; what contradicts names both rows', async () => {
  const { as, id } = await setUp();
  const table =
    'Krt nr;Üldpind;Korrus;Omanik;E-post\n1;54,3;1;Mari Tamm;mari@example.org\n2;40;1;Jüri Kask;\n1;54,30;;Jaan Tamm;jaan@example.org\n';
  const dry = await send(as, id, table, '?dryRun=true');
  assert.deepEqual(
    dry.data.outcomes.map(({ line, outcome }) => [line, outcome]),
    [
      [2, 'created'],
      [3, 'created'],
      [4, 'repeated'],
    ],
    dry.text,
  );
  assert.deepEqual([(await send(as, id, table)).data.created, (await send(as, id, table)).data.unchanged], [2, 2]);
  assert.deepEqual(
    (await listed(as, id)).map(([number, floor, area]) => [number, floor, area]),
    [
      ['1', 1, 54.3],
      ['2', 1, 40],
    ],
  );
  await g.succeed('POST', `//console/api/residents/import?buildingId=${id}`, {
    as,
    raw: Buffer.from(table),
    headers: { 'content-type': 'text/csv' },
  });
  const { items } = await g.ask<Thing & { residents: string[] }>('GET', `//console/api/buildings/${id}/apartments`, {
    as,
  });
  assert.deepEqual(items.find(({ number }) => number === '1')?.residents.toSorted(), ['Jaan Tamm', 'Mari Tamm']);
  const wrong = 'Krt nr;Üldpind;Omanik\n1;54;Mari\n1;55;Jaan\n2;40;Jüri\n2;40;Jüri\n3;30;\n3;30;\n';
  const refused = await send(as, id, wrong, '?dryRun=true');
  assert.deepEqual(
    refused.data.problems.map(({ line, column, code, otherLine }) => [line, column, code, otherLine]),
    [
      [3, 'area', 'contradiction', 2],
      [5, 'number', 'duplicate', 4],
      [7, 'number', 'duplicate', 6],
    ],
  );
});
