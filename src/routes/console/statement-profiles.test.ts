// Tests of statement profiles: a statement with unknown columns is previewed, mapped by a person once, and read by that
// mapping from then on, in that organization only.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { account } from '../../../test/statement-samples.ts';
import { workbook } from '../../../test/workbook.ts';
import { spreadsheetReader } from '../../platform/files/spreadsheet.ts';

const g = await startTestService();
after(() => spreadsheetReader.stop());

type Profile = Thing & { name: string; headings: string[]; columns: { place: number; means: string }[] };
type Look = { rows: string[][]; headingRow: number; columns: { place: number; means: string }[] };
type Import = { format: string; imported: number; matched: number; credits: Record<string, number> };

const profiles = '//console/api/statement-profiles';
const upload = (file: string | Buffer) => ({ file: Buffer.from(file).toString('base64') });
const table = (reference: string) =>
  `Pank X väljavõte\n\nAeg;Kes;Kui palju;Miks;Märk\n01.10.2026;Mari Maasikas;552,71;üür;${reference}\n02.10.2026;Kraan;-55,00;remont;\n`;
const columns = [
  { place: 0, means: 'date' },
  { place: 1, means: 'payer' },
  { place: 2, means: 'amount' },
  { place: 3, means: 'text' },
  { place: 4, means: 'reference' },
];

const codesOf = ({ text }: { readonly text: string }): string[] =>
  (JSON.parse(text) as { errors: { code: string }[] }).errors.map(({ code }) => code);

async function setUpBuilding() {
  const organization = await anOrganization(g);
  const as = organization.owner;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  await createThreeInvoices(g, as, building.id);
  const keep = (body: object) => g.ask<Profile>('POST', profiles, { as, body });
  const bring = (file: string | Buffer, query = '') =>
    g.ask<Import>('POST', `/bank-statements/import${query}`, { as, body: upload(file) });
  return { ...organization, as, reference: String(apartments[0].referenceNumber), keep, bring };
}

test('an unknown table is previewed with its headings, then mapped, then read', async () => {
  const fixture = await setUpBuilding();
  const file = table(fixture.reference);
  const refused = await fixture.bring(file);
  assert.deepEqual([refused.status, codesOf(refused)], [422, ['unknown_format']]);
  const { data: look } = await g.ask<Look>('POST', '//console/api/bank-statements/look', {
    as: fixture.as,
    body: upload(file),
  });
  assert.deepEqual([look.headingRow, look.rows[look.headingRow]], [2, ['Aeg', 'Kes', 'Kui palju', 'Miks', 'Märk']]);
  assert.equal(look.rows[3]?.[1], 'Mari Maasikas');
  const meanings = look.columns.map(({ place, means }) => [place, means]);
  assert.deepEqual(meanings, [
    [0, 'date'],
    [2, 'amount'],
  ]);
  const headings = look.rows[look.headingRow];
  const kept = await fixture.keep({ name: 'Pank X', headings, columns, currency: 'EUR', account });
  assert.equal(kept.status, 201);
  const done = await fixture.bring(file);
  assert.deepEqual(
    [done.data.format, done.data.imported, done.data.matched, done.data.credits],
    ['csv', 2, 1, { EUR: 552.71 }],
  );
  const stranger = await setUpBuilding();
  assert.deepEqual(codesOf(await stranger.bring(file)), ['unknown_format'], 'nobody else’s profile counts');
});

test('words for received and paid out are mapped with the column of the direction', async () => {
  const { as, keep, bring, reference } = await setUpBuilding();
  const file = `Date,Payee,Amount,Currency,Type,Reference\n2026-10-01,Mari,552.71,EUR,Bejövő,${reference}\n2026-10-01,Kraan,5.00,EUR,Kimenő,\n2026-10-02,Kraan,6.00,EUR,Sent,\n`;
  assert.deepEqual(codesOf(await bring(file)), ['direction_unclear']);
  const look = await g.ask<Look & { words: object }>('POST', '//console/api/bank-statements/look', {
    as,
    body: upload(file),
  });
  assert.deepEqual(look.data.words, { incoming: [], outgoing: ['Sent'] });
  const headings = look.data.rows[look.data.headingRow];
  const means = ['date', 'payer', 'amount', 'currency', 'direction', 'reference'];
  const mapped = means.map((meaning, place) => ({ place, means: meaning }));
  const withWords = (place: number, words: object) =>
    mapped.map((column) => (column.place === place ? { ...column, ...words } : column));
  const wrong = [withWords(1, { incoming: ['Bejövő'] }), withWords(4, { incoming: ['Bejövő'], outgoing: ['BEJOVO'] })];
  for (const columns of wrong) assert.equal((await keep({ name: 'X', headings, columns })).status, 422);
  const words = { incoming: ['Bejövő'], outgoing: ['Kimenő'] };
  const kept = await keep({ name: 'X', headings, columns: withWords(4, words), account });
  assert.deepEqual([kept.status, kept.data.columns[4]], [201, { place: 4, means: 'direction', ...words }]);
  const { data } = await bring(file);
  assert.deepEqual([data.imported, data.matched, data.credits], [3, 1, { EUR: 552.71 }]);
});

test('a spreadsheet is mapped and read like a CSV file', async () => {
  const fixture = await setUpBuilding();
  const rows = [
    ['Aeg', 'Kes', 'Kui palju', 'Miks', 'Märk'],
    [{ day: '2026-10-01' }, 'Mari Maasikas', 552.71, 'üür', fixture.reference],
  ];
  const file = workbook(rows);
  const { data: look } = await g.ask<Look>('POST', '//console/api/bank-statements/look', {
    as: fixture.as,
    body: upload(file),
  });
  await fixture.keep({ name: 'Tabel', headings: look.rows[look.headingRow], columns, currency: 'EUR' });
  const done = await fixture.bring(file);
  assert.deepEqual([done.data.format, done.data.matched], ['xlsx', 1]);
});

test('a currency stated neither in the file nor in the profile is required', async () => {
  const fixture = await setUpBuilding();
  await fixture.keep({ name: 'X', headings: ['Aeg', 'Kes', 'Kui palju', 'Miks', 'Märk'], columns });
  const refused = await fixture.bring(table(fixture.reference));
  assert.deepEqual([refused.status, codesOf(refused)], [422, ['currency_missing']]);
  const done = await fixture.bring(table(fixture.reference), '?currency=EUR');
  assert.deepEqual(done.data.credits, { EUR: 552.71 });
});

test('profiles are listed by name, renamed, replaced for the same headings, and deleted', async () => {
  const fixture = await setUpBuilding();
  const headings = ['Aeg', 'Kes', 'Kui palju', 'Miks', 'Märk'];
  const { data: first } = await fixture.keep({ name: 'b', headings, columns });
  await fixture.keep({ name: 'A', headings: [...headings, 'Saldo'], columns });
  const { data: again } = await fixture.keep({
    name: 'c',
    headings: headings.map((heading) => heading.toUpperCase()),
    columns,
  });
  assert.equal(again.id, first.id);
  const names = async () => (await g.ask<Profile[]>('GET', profiles, { as: fixture.as })).data.map(({ name }) => name);
  assert.deepEqual(await names(), ['A', 'c']);
  const renamed = await g.ask<Profile>('PATCH', `${profiles}/${first.id}`, { as: fixture.as, body: { name: 'z' } });
  assert.deepEqual([renamed.data.name, renamed.data.columns], ['z', columns]);
  assert.equal((await g.ask('DELETE', `${profiles}/${first.id}`, { as: fixture.as })).status, 204);
  assert.equal((await g.ask('DELETE', `${profiles}/${first.id}`, { as: fixture.as })).status, 404);
  assert.deepEqual(await names(), ['A']);
});

test('an unreadable file is rejected with what is missing', async () => {
  const fixture = await setUpBuilding();
  const headings = ['a', 'b', 'c'];
  const of = (...means: string[]) => means.map((mean, place) => ({ place, means: mean }));
  const cases: [string, object][] = [
    ['missing_column', { columns: of('amount', 'text') }],
    ['missing_column', { columns: of('date', 'text') }],
    ['missing_column', { columns: of('date', 'paidIn') }],
    ['missing_column', { columns: [] }],
    ['repeated_column', { columns: of('date', 'date', 'amount') }],
    ['repeated_column', { columns: [...of('date', 'amount'), { place: 1, means: 'text' }] }],
    ['out_of_range', { columns: [...of('date', 'amount'), { place: 3, means: 'text' }] }],
    ['invalid_iban', { columns: of('date', 'amount', 'text'), account: 'EE00' }],
  ];
  for (const [code, body] of cases)
    assert.deepEqual(codesOf(await fixture.keep({ name: 'x', headings, ...body })), [code], JSON.stringify(body));
  assert.equal((await fixture.keep({ name: 'x', headings, columns: of('date', 'paidIn', 'text') })).status, 201);
  for (const file of ['hello', '<Document/>', ';'])
    assert.deepEqual(
      codesOf(await g.ask('POST', '//console/api/bank-statements/look', { as: fixture.as, body: upload(file) })),
      ['unknown_format'],
      file,
    );
  const qif = await g.ask('POST', '//console/api/bank-statements/look', {
    as: fixture.as,
    body: upload('!Type:Bank\n'),
  });
  assert.match(qif.text, /This is a QIF file/);
});
