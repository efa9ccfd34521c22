// Tests over HTTP of importing meters: all of a table or nothing, every problem with its line and column, and the same
// table again changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../test/service-fixture.ts';
import type { Day } from '../platform/values/dates.ts';

const g = await startTestService();
type Report = {
  readonly rows: number;
  readonly created: number;
  readonly unchanged: number;
  readonly ignoredColumns: readonly string[];
  readonly problems: readonly { line: number; column?: string; code: string; message: string; value?: string }[];
  readonly outcomes: readonly { line: number; outcome: string; meter?: Record<string, unknown> }[];
};
type ListedMeter = {
  readonly apartmentId: string | null;
  readonly type: string;
  readonly serialNumber: string | null;
  readonly initialValue: number;
  readonly installedOn: Day | null;
};

const csv = { 'content-type': 'text/csv' };
const send = (as: string | undefined, buildingId: string, table: string | Buffer, query = '') =>
  g.ask<Report>('POST', `//console/api/buildings/${buildingId}/meters/import${query}`, {
    as,
    raw: Buffer.from(table),
    headers: csv,
  });
const listMeters = async (as: string, buildingId: string) =>
  (await g.ask<{ id: string } & ListedMeter>('GET', `/meters?buildingId=${buildingId}&limit=500`, { as })).items;
const codes = ({ problems }: Pick<Report, 'problems'>) =>
  problems.map(({ line, column, code }) => [line, column, code].filter((part) => part !== undefined).join(' '));

/** A building with apartments of these numbers. */
async function setUpBuilding(...numbers: string[]) {
  const { owner: as, tenantId } = await anOrganization(g);
  const building = await aBuilding(g, as);
  const ids = new Map<string | null, string>();
  for (const number of numbers) ids.set((await anApartment(g, as, building.id, { number })).id, number);
  const meters = async () =>
    (await listMeters(as, building.id)).map(
      ({ apartmentId, type, serialNumber, initialValue }) =>
        `${ids.get(apartmentId) ?? 'main'} ${type} ${serialNumber} ${initialValue}`,
    );
  const dryRun = async (table: string | Buffer, query = '?dryRun=true') => {
    const run = await send(as, building.id, table, query);
    assert.equal(run.status, 200, run.text);
    return run.data;
  };
  return {
    as,
    tenantId,
    id: building.id,
    meters,
    dryRun,
    send: (table: string, query = '') => send(as, building.id, table, query),
  };
}

const pasted = [
  '1\tKülm vesi\tKV-1\t12,345\t5\t31.12.2030',
  '1\tSoe vesi\tSV-1\t3\t\t',
  'peaarvesti\tKülm vesi\tP-1\t1 000\t6\t',
];

test('rows of a spreadsheet become meters at once, and the same rows again change nothing', async () => {
  const site = await setUpBuilding('1');
  const table = pasted.join('\n');
  const preview = await site.dryRun(table);
  assert.deepEqual([preview.rows, preview.created, preview.unchanged, preview.problems], [3, 3, 0, []]);
  const { apartmentId: _, ...first } = preview.outcomes[0]?.meter ?? {};
  assert.deepEqual(first, {
    apartment: '1',
    type: 'cold_water',
    unit: 'm3',
    serialNumber: 'KV-1',
    digits: 5,
    decimals: 3,
    initialValue: 12.345,
    installedOn: null,
    verifiedUntil: '2030-12-31',
  });
  assert.deepEqual(await site.meters(), []);
  const expected = ['1 cold_water KV-1 12.345', '1 hot_water SV-1 3', 'main cold_water P-1 1000'];
  for (const [created, unchanged] of [
    [3, 0],
    [0, 3],
  ]) {
    const { status, data, text } = await site.send(table);
    assert.equal(status, 200, text);
    assert.deepEqual([data.created, data.unchanged], [created, unchanged]);
    assert.deepEqual(await site.meters(), expected);
  }
  const more = await site.send(`${table}\n1\tgas\tG-1`);
  assert.deepEqual([more.data.created, more.data.unchanged], [1, 3]);
});

test('a row for each apartment with a column for each type has the initial values of its meters', async () => {
  const site = await setUpBuilding('1', '2');
  const table = 'Krt nr;Külm vesi;Soe vesi\n1;12,5;3\n2;;0\npeaarvesti;1000;';
  const preview = await site.dryRun(table);
  assert.deepEqual([preview.created, preview.problems], [4, []]);
  assert.equal((await site.send(table)).status, 200);
  assert.deepEqual(await site.meters(), [
    '1 cold_water null 12.5',
    '1 hot_water null 3',
    '2 hot_water null 0',
    'main cold_water null 1000',
  ]);
  assert.equal((await site.send(table)).data.unchanged, 4);
  assert.deepEqual(codes(await site.dryRun('Krt nr;Külm vesi\n1;katki')), ['2 cold_water invalid_format']);
});

test('headings in five languages, in any order and encoding, and unknown columns are left out', async () => {
  const site = await setUpBuilding('12a');
  const tables = [
    'Serial number;Remark;Type;Apartment;Initial reading;Digits\nA1;new;Cold water;12A;1.5;6',
    'Korteri nr;Arvesti liik;Seerianumber;Algnäit;Taadeldud kuni;Märkus\n12a;Küte;A2;2;2030-05-01;x',
    'Dzīvoklis;Veids;Sērijas numurs;Rādījums\n12a;Karstais ūdens;A3;1',
    'Butas;Rūšis;Serijos numeris;Rodmuo;Įrengimo data\n12a;Elektra;A4;1;2026-01-02',
    'Квартира;Вид;Заводской номер;Показание;Поверка до\n12a;Газ;A5;1;01.02.2031',
  ];
  const types = ['cold_water', 'heating', 'hot_water', 'electricity', 'gas'];
  for (const [index, table] of tables.entries()) {
    const { problems, outcomes, ignoredColumns } = await site.dryRun(table);
    assert.deepEqual(problems, [], table);
    assert.equal(outcomes[0]?.meter?.type, types[index]);
    assert.equal(outcomes[0]?.meter?.serialNumber, `A${index + 1}`);
    assert.equal(ignoredColumns.length, index < 2 ? 1 : 0);
  }
  const windows = iconv.encode(tables[1] ?? '', 'windows-1257');
  assert.deepEqual((await site.dryRun(windows)).problems, []);
});

test('each problem names its line and column, and nothing is written', async () => {
  const site = await setUpBuilding('1', '2');
  await site.send('2;cold water;TAKEN');
  const table = [
    '1;Cold water;A-1;abc;12;31.02.2030',
    '3;Cold water;A-2',
    ';Cold water;A-3',
    '1;wine;A-4',
    '1;Cold water;a-5;1',
    '2;Cold water;A-5;1',
    '1;Cold water;taken',
    '1;Hot water;',
    '1;Hot water;',
    '1;Gas;G-1;123456789',
  ].join('\n');
  const { problems, outcomes, created } = await site.dryRun(table);
  assert.deepEqual(codes({ problems }), [
    '1 initialValue invalid_format',
    '1 digits out_of_range',
    '1 verifiedUntil invalid_format',
    '2 apartment not_found',
    '3 apartment required',
    '4 type not_allowed',
    '6 serialNumber duplicate',
    '7 serialNumber not_allowed',
    '9 serialNumber required',
    '10 initialValue out_of_range',
  ]);
  assert.deepEqual(
    problems.filter(({ line }) => line === 2).map(({ value }) => value),
    ['3'],
  );
  assert.equal(outcomes.length, 10);
  assert.equal(created, 2);
  const refused = await site.send(table);
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.fields.length, 10);
  assert.equal(refused.fields[3], 'line 2, apartment');
  assert.deepEqual(await site.meters(), ['2 cold_water TAKEN 0']);
});

test('a table that is not one of meters is reported, not guessed', async () => {
  const site = await setUpBuilding('1');
  const cases: [string, string[]][] = [
    ['Apartment;Serial number\n1;A', ['1 type missing_column']],
    ['Apartment;Type;Korter\n1;gas;1', ['1 apartment repeated_column']],
    ['1;gas;"A', ['1 bad_quotes']],
    [`1;gas;${'A'.repeat(51)}`, ['1 serialNumber too_long']],
    ['1;gas;A;1;;05/06/2030', ['1 verifiedUntil ambiguous_date']],
    ['1;gas;A;1;5;31.12.2030;;x', []],
    ['1;gas;A;1\n1;gas;B;1;5;31.12.2030;;x', ['2 too_many_cells']],
    ['1;heating;A;1\n', []],
    ['Apartment;Type;Unit\n1;gas;kWh', ['2 unit not_allowed']],
  ];
  for (const [table, expected] of cases) assert.deepEqual(codes(await site.dryRun(table)), expected, table);
});

test('the day of the initial readings is for rows without one, and is not in the future', async () => {
  const site = await setUpBuilding('1');
  const table = 'Apartment;Type;Serial number;Installed on\n1;gas;A;2026-01-05\n1;gas;B;';
  assert.equal((await site.send(table, '?installedOn=2026-02-01')).status, 200);
  const days = (await listMeters(site.as, site.id)).map(({ installedOn }) => installedOn);
  assert.deepEqual(days, ['2026-01-05', '2026-02-01']);
  const future = await site.send(table, '?installedOn=2099-01-01');
  assert.equal(future.status, 422);
  assert.equal(future.fields[0], 'installedOn');
});

test('a column of dates is that of the initial readings, in each language', async () => {
  const site = await setUpBuilding('1');
  for (const heading of ['Date', 'Kuupäev', 'Datums', 'Data', 'Дата', 'Algnäidu kuupäev']) {
    const { outcomes, ignoredColumns } = await site.dryRun(
      `Korter;Liik;Algnäit;${heading};Märkus\n1;gaas;5;31.10.2026;x`,
    );
    assert.deepEqual([outcomes[0]?.meter?.installedOn, ignoredColumns], ['2026-10-31', ['Märkus']], heading);
  }
});

test('only a table is imported', async () => {
  const site = await setUpBuilding('1');
  assert.equal((await send(site.as, site.id, '')).status, 400);
  assert.equal((await send(site.as, site.id, 'PK\x03\x04[Content_Types].xml')).status, 415);
  assert.deepEqual(await site.meters(), []);
});

test('5,000 meters are imported at once, and not one more; two imports at once create each meter once', async () => {
  const site = await setUpBuilding('1');
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `1;gas;A-${index}`).join('\n');
  assert.deepEqual(codes(await site.dryRun(rows(5_001))), ['5001 too_many_rows']);
  const both = await Promise.all([site.send(rows(5_000)), site.send(rows(5_000))]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(both.map(({ data }) => data.created).sort(), [0, 5_000]);
});
