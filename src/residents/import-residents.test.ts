// Tests over HTTP of importing residents: all of a file or nothing, every problem with its line, and the same file
// again changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  giveAccount,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';

const g = await startTestService();
type Report = {
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly encoding: string;
  readonly delimiter: string;
  readonly ignoredColumns: readonly string[];
  readonly problems: readonly { line: number; column?: string; code: string; message: string }[];
  readonly outcomes: readonly {
    line: number;
    outcome: string;
    residentId?: string;
    resident?: { apartment: string; name: string };
  }[];
};
type ImportedHome = {
  apartmentId: string;
  role: string;
  since: string;
  until: string | null;
  receivesInvoice: boolean;
};
type ImportedResident = Thing & { readonly name: string; readonly apartments: readonly ImportedHome[] };

const at = (query = '') => `//console/api/residents/import${query}`;
const csv = { 'content-type': 'text/csv' };
const send = (as: string | undefined, file: string | Buffer, query = '') =>
  g.ask<Report>('POST', at(query), { as, raw: Buffer.from(file), headers: csv });
const counts = ({ created, changed, unchanged }: Report) => [created, changed, unchanged];
const residents = async (as: string) => (await g.ask<ImportedResident>('GET', '/residents?sort=name', { as })).items;

/** An organization with one house and apartments of these numbers. */
async function setUpBuilding(...numbers: string[]) {
  const organization = await anOrganization(g);
  const building = await aBuilding(g, organization.owner, { name: 'Kase 12' });
  const apartments = new Map<string, Thing>();
  for (const number of numbers)
    apartments.set(number, await anApartment(g, organization.owner, building.id, { number }));
  return { ...organization, building, apartments };
}

const file = [
  'Korter;Nimi;E-post;Telefon;Roll;Alates;Kuni;Saab arve;Märkus',
  '1;Mari Tamm;mari@example.org;+372 5555 5555;omanik;2020-05-01;;jah;maksab hilja',
  '1;Jüri Põld;;5551234;üürnik;01.06.2024;31.05.2027;ei;',
  ' 2 ;Mari Tamm;MARI@example.org;;omanik;2021-01-01;;;',
  '2;"=HYPERLINK(""x"")";;;;;;;',
].join('\r\n');

test('a dry run reports what would happen and writes nothing; then the import does it; then a repeat changes nothing', async () => {
  const { owner, apartments } = await setUpBuilding('1', '2');
  const bytes = iconv.encode(file, 'windows-1257');
  const dry = await send(owner, bytes, '?dryRun=true');
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual(counts(dry.data), [4, 0, 0]);
  assert.ok(!dry.text.includes('residentId'));
  const beside = { file: bytes.toString('base64'), dryRun: true };
  assert.deepEqual(
    (await g.ask<Report>('POST', at(), { as: owner, body: beside })).data,
    dry.data,
    'asked for beside the file',
  );
  assert.deepEqual(await residents(owner), []);
  const real = await send(owner, bytes);
  assert.equal(real.status, 200, real.text);
  const { encoding, delimiter, ignoredColumns, problems, rows } = real.data;
  assert.deepEqual([encoding, delimiter, ignoredColumns, problems, rows], ['windows-1257', ';', ['Märkus'], [], 4]);
  const [formula, juri, mari] = await residents(owner);
  assert.equal(formula?.name, '=HYPERLINK("x")');
  assert.equal(formula?.apartments[0]?.since, '2026-11-20');
  assert.deepEqual([juri?.name, juri?.phone, juri?.email, juri?.language], ['Jüri Põld', '5551234', null, 'et']);
  const { role, since, until, receivesInvoice } = juri?.apartments[0] ?? ({} as ImportedHome);
  assert.deepEqual([role, since, until, receivesInvoice], ['tenant', '2024-06-01', '2027-05-31', false]);
  assert.deepEqual(
    mari?.apartments.map((home) => home.apartmentId),
    [apartments.get('1')?.id, apartments.get('2')?.id],
  );
  const [first] = real.data.outcomes;
  assert.deepEqual([first?.line, first?.outcome, first?.residentId], [2, 'created', mari?.id]);
  assert.deepEqual([first?.resident?.apartment, first?.resident?.name], ['1', 'Mari Tamm'], 'the row as understood');
  const before = await residents(owner);
  assert.deepEqual(counts((await send(owner, bytes)).data), [0, 0, 4]);
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  assert.deepEqual(counts((await send(owner, Buffer.from(`\ufeff${file}`))).data), [0, 0, 4]);
  assert.deepEqual(await residents(owner), before);
});

test('a later file changes telephone, language, name and last day, and leaves everything else', async () => {
  const { owner } = await setUpBuilding('1', '2');
  await send(owner, file);
  const later = 'apartment,name,email,phone,language,until\n1,Mari Kask,mari@example.org,+372 6666,lv,2026-12-31\n';
  const { data } = await send(owner, later);
  assert.deepEqual(counts(data), [0, 1, 0]);
  const mari = (await residents(owner)).find((resident) => resident.name === 'Mari Kask');
  assert.deepEqual([mari?.phone, mari?.language, mari?.email], ['+372 6666', 'lv', 'mari@example.org']);
  assert.deepEqual(
    mari?.apartments.map(({ since, until, role }) => [since, until, role]),
    [
      ['2020-05-01', '2026-12-31', 'owner'],
      ['2021-01-01', null, 'owner'],
    ],
  );
});

test('existing residents are found and keep their account and their residencies', async () => {
  const { owner, tenantId, apartments } = await setUpBuilding('1');
  const apartmentId = apartments.get('1')?.id;
  const made = await g.ask('POST', '//console/api/residents', {
    as: owner,
    body: { name: 'Mari Tamm', phone: '+372 55', apartments: [{ apartmentId, since: '2020-01-01' }] },
  });
  const { userId } = await aPerson(g, tenantId, 'resident');
  await giveAccount(g, tenantId, made.data.id, userId);
  const { data } = await send(owner, 'Korter;Nimi;E-post\n1;mari tamm;mari@example.org\n');
  assert.deepEqual([data.outcomes[0]?.outcome, data.outcomes[0]?.residentId], ['changed', made.data.id]);
  const [mari, ...others] = await residents(owner);
  assert.deepEqual([mari?.email, mari?.phone, mari?.userId, others.length], ['mari@example.org', '+372 55', userId, 0]);
  assert.equal(mari?.apartments.length, 1);
});

test('with any problem nothing is written; each is named with its line, and a dry run reports them too', async () => {
  const { owner } = await setUpBuilding('1');
  const bad =
    'Korter;Nimi;E-post;Alates\n1;Mari;mari@example.org;2020-01-01\n1;;no;45231\n9;Jaan;;\n1;Ülo;;03/04/2020\n';
  const refused = await send(owner, bad);
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.code, 'validation_failed');
  const fields = ['line 3, email', 'line 3, since', 'line 3, name', 'line 4, apartment', 'line 5, since'];
  assert.deepEqual([...refused.fields].sort(), [...fields].sort());
  assert.deepEqual(await residents(owner), []);
  const dry = await send(owner, bad, '?dryRun=true');
  assert.equal(dry.status, 200);
  assert.deepEqual(
    dry.data.outcomes.map(({ line, outcome }) => `${line} ${outcome}`),
    ['2 created', '3 refused', '4 refused', '5 refused'],
  );
  assert.equal(dry.data.problems.length, 5);
  assert.deepEqual(await residents(owner), []);
});

test('of very many problems a thousand are listed, with the number of others', async () => {
  const { owner } = await setUpBuilding('1');
  const bad = `Korter;Nimi\n${'7;x\n'.repeat(1_500)}`;
  const refused = await send(owner, bad);
  assert.deepEqual([refused.status, refused.fields.length, refused.fields.at(-1)], [422, 1_001, 'line 1002']);
  assert.match(refused.text, /There are 500 more problems/);
});

test('the building is given by name or address, for the whole file, or not at all where there is only one', async () => {
  const { owner, building } = await setUpBuilding('1');
  assert.deepEqual(counts((await send(owner, 'Korter;Nimi\n1;a\n', '?dryRun=true')).data), [1, 0, 0]);
  const secondBuilding = await aBuilding(g, owner, { name: 'Tamme', address: 'Tamme 3, Tartu' });
  await anApartment(g, owner, secondBuilding.id, { number: '1' });
  const codes = async (text: string, query = '') =>
    (await send(owner, text, `?dryRun=true${query}`)).data.problems.map((problem) => problem.code);
  assert.deepEqual(await codes('Korter;Nimi\n1;a\n'), ['required']);
  assert.deepEqual(await codes('Korter;Nimi\n1;a\n', `&buildingId=${building.id}`), []);
  const named = 'Maja;Korter;Nimi\nKASE  12;1;a\nTamme 3, Tartu;1;b\ntamme 3;1;c\n;1;d\nMujal;1;e\nKase 1-2;1;f\n';
  assert.deepEqual(await codes(named, `&buildingId=${building.id}`), ['not_found', 'not_found']);
  await aBuilding(g, owner, { name: 'Tamme', address: 'Tamme 5, Tartu' });
  assert.deepEqual(await codes('Maja;Korter;Nimi\nTamme;1;a\nTamme 3;1;a\n'), ['ambiguous_building']);
});

test('the file is sent as a form, as the body itself or in base64, and anything but CSV is rejected', async () => {
  const { owner } = await setUpBuilding('1', '2');
  const asJson = await g.ask<Report>('POST', at('?dryRun=true'), {
    as: owner,
    body: { file: Buffer.from(file).toString('base64'), fileName: 'elanikud.csv' },
  });
  assert.deepEqual([asJson.status, asJson.data.created], [200, 4], asJson.text);
  const form = `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--cut--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' };
  const asForm = await g.ask<Report>('POST', at('?dryRun=true'), { as: owner, raw: form, headers });
  assert.deepEqual([asForm.status, asForm.data.created], [200, 4], asForm.text);
  for (const bytes of ['%PDF-1.7', 'PK\u0003\u0004\u0014', '{\\rtf1'])
    assert.equal((await send(owner, bytes)).status, 415, bytes);
  assert.equal((await send(owner, '')).status, 400);
  assert.equal((await send(owner, 'x'.repeat(5 * 1024 * 1024 + 1))).status, 413);
  assert.equal((await send(owner, 'Korter;Nimi\n1;a\0b\n')).status, 422);
  assert.equal((await send(owner, `Korter;Nimi\n1;"${'x;'.repeat(2_000_000)}`)).status, 422);
  const empty = await send(owner, 'Korter;Nimi\n');
  assert.deepEqual([empty.status, empty.data.rows], [200, 0]);
});

test('the same file many times at once creates everybody once', async () => {
  const { owner } = await setUpBuilding('1', '2');
  const all = await Promise.all(Array.from({ length: 6 }, () => send(owner, file)));
  assert.deepEqual(
    all.map(({ status }) => status),
    Array(6).fill(200),
  );
  assert.equal(
    all.reduce((sum, { data }) => sum + data.created, 0),
    4,
  );
  assert.equal((await residents(owner)).length, 3);
});

test('a file of thousands of rows is imported completely, and again without a change', async () => {
  const { owner } = await setUpBuilding('1', '2', '3', '4', '5');
  const rows = Array.from({ length: 5_000 }, (_, at) => `${(at % 5) + 1};Nimi ${at};n${at}@example.org;+372 ${at}`);
  const big = `Korter;Nimi;E-post;Telefon\n${rows.join('\n')}\n`;
  assert.deepEqual(counts((await send(owner, big)).data), [5_000, 0, 0]);
  assert.deepEqual(counts((await send(owner, big)).data), [0, 0, 5_000]);
});

test('rows without a first day begin on the day that is given for the file, and a day in the row stays', async () => {
  const { owner } = await setUpBuilding('1', '2');
  const table = 'apartment;name;since\n1;Mari Maasikas;\n2;Jaan Tamm;01.03.2024\n';
  assert.equal((await send(owner, Buffer.from(table), '?since=2026-10-01')).status, 200);
  const firstDays = (await residents(owner)).map(({ name, apartments }) => [name, apartments[0]?.since]);
  assert.deepEqual(firstDays.toSorted(), [
    ['Jaan Tamm', '2024-03-01'],
    ['Mari Maasikas', '2026-10-01'],
  ]);
  assert.equal((await send(owner, Buffer.from(table), '?since=tomorrow')).status, 422);
});
