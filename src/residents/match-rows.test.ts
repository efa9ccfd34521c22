// Tests of matching rows with residents: the same file again changes nothing, and nobody is taken for another person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ExistingPerson, matchRows, type ResolvedRow } from './match-rows.ts';

const today = '2026-11-20';
const spot = (apartmentId: string) =>
  ({ apartmentId, number: apartmentId, language: 'et', today, firstDay: today }) as const;
type RowFields = Partial<Omit<ResolvedRow, 'spot'>> & { readonly at?: string };
const rowsOf = (...rows: RowFields[]): ResolvedRow[] =>
  rows.map(({ at = 'A', ...row }, place) => ({
    line: place + 2,
    apartment: at,
    name: 'Mari Tamm',
    ...row,
    spot: spot(at),
  }));

/** What a service would know after the rows were written. */
const after = (matched: ReturnType<typeof matchRows>): ExistingPerson[] =>
  matched.people.map(({ now, homes }) => ({ ...now, apartments: [...homes.values()].flat().map((home) => home.now) }));
const outcomes = (matched: ReturnType<typeof matchRows>) =>
  [...matched.rows].sort(([a], [b]) => a - b).map(([, { outcome }]) => outcome);
const codes = (matched: ReturnType<typeof matchRows>) => matched.problems.map(({ line, code }) => `${line} ${code}`);

test('whatever rows are accepted, importing them again changes nothing', () => {
  const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const row = fc.record({
    at: fc.constantFrom('A', 'B'),
    name: fc.constantFrom('Mari Tamm', 'MARI  TAMM', 'Jaan Tamm'),
    email: maybe('m@example.org', 'M@example.org', 'j@example.org'),
    phone: maybe('+372 55', '0037255', '+372 66'),
    language: maybe('et' as const, 'ru' as const),
    role: maybe('owner' as const, 'tenant' as const),
    since: maybe('2020-01-01', '2021-01-01', '2027-01-01'),
    until: maybe('2020-12-31', '2026-10-31', '2028-01-01'),
    receivesInvoice: maybe(true, false),
  });
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 5 }), { minLength: 1, maxLength: 3 }), (files) => {
      let known: ExistingPerson[] = [];
      for (const [nth, file] of files.entries()) {
        const rows = rowsOf(...file);
        const first = matchRows(rows, known);
        if (first.problems.length > 0) continue;
        accepted += 1;
        known = after(first);
        const again = matchRows(rows, known);
        assert.deepEqual(codes(again), [], `file ${nth}`);
        assert.deepEqual(
          outcomes(again),
          rows.map(() => 'unchanged'),
          `file ${nth}`,
        );
        assert.deepEqual(after(again), known, `file ${nth}`);
      }
    }),
    { numRuns: 5_000 },
  );
  assert.ok(accepted > 1_000, 'enough files are accepted');
});

test('a person is recognised by address, else by name and telephone, else by name in the apartment, and by nothing less', () => {
  const known = after(matchRows(rowsOf({ email: 'm@example.org', phone: '+372 5555' }), []));
  const first = (row: RowFields) => outcomes(matchRows(rowsOf(row), known))[0];
  assert.equal(first({ name: 'Mari Kask', email: 'M@EXAMPLE.org' }), 'changed');
  assert.equal(first({ phone: '00372 55-55', at: 'B' }), 'created');
  assert.equal(matchRows(rowsOf({ phone: '00372 55-55', at: 'B' }), known).people.length, 1);
  assert.equal(first({ name: 'mari  tamm' }), 'changed');
  assert.equal(first({}), 'unchanged');
  assert.equal(matchRows(rowsOf({ at: 'B' }), known).people.length, 2);
  assert.equal(matchRows(rowsOf({ name: 'Jaan Tamm', phone: '+372 5555' }), known).people.length, 2);
});

test('father and son of one name are two people when addresses or telephones differ, and ambiguous otherwise', () => {
  const second = rowsOf({ email: 'a@example.org' }, { email: 'b@example.org' });
  assert.equal(matchRows(second, []).people.length, 2);
  assert.equal(matchRows(rowsOf({ phone: '1' }, { phone: '2' }), []).people.length, 2);
  assert.deepEqual(codes(matchRows(rowsOf({}), after(matchRows(second, [])))), ['2 ambiguous_person']);
});

test('two contradictory lines are both rejected', () => {
  const email = 'm@example.org';
  assert.deepEqual(codes(matchRows(rowsOf({ email }, { email, name: 'Jaan Tamm' }), [])), ['3 contradiction']);
  assert.deepEqual(codes(matchRows(rowsOf({ email, phone: '1' }, { email, phone: '2', at: 'B' }), [])), [
    '3 contradiction',
  ]);
  assert.deepEqual(codes(matchRows(rowsOf({ role: 'owner' }, { role: 'tenant' }), [])), ['3 contradiction']);
  const ended = rowsOf({ until: '2020-12-31' }, { phone: '1' });
  assert.deepEqual(codes(matchRows(ended, after(matchRows(rowsOf({ since: '2020-01-01' }), [])))), ['2 contradiction']);
  assert.deepEqual(outcomes(matchRows(rowsOf({ email }, { email }), [])), ['created', 'unchanged']);
});

test('the residency is the one that overlaps with the row; impossible days are rejected', () => {
  const known = after(matchRows(rowsOf({ since: '2020-01-01', until: '2020-12-31' }, { since: '2024-01-01' }), []));
  const homes = (row: RowFields) =>
    [...(matchRows(rowsOf(row), known).people[0]?.homes.values() ?? [])]
      .flat()
      .map(({ now }) => `${now.since} ${now.until}`);
  assert.deepEqual(homes({}), ['2020-01-01 2020-12-31', '2024-01-01 null']);
  assert.deepEqual(homes({ until: '2026-10-31' }), ['2020-01-01 2020-12-31', '2024-01-01 2026-10-31']);
  assert.deepEqual(homes({ since: '2020-06-01', until: '2020-11-30' })?.[0], '2020-06-01 2020-11-30');
  assert.deepEqual(homes({ since: '2022-01-01', until: '2022-12-31' })?.length, 3);
  assert.deepEqual(codes(matchRows(rowsOf({ since: '2020-03-01' }), known)), ['2 residency_overlaps']);
  assert.deepEqual(codes(matchRows(rowsOf({ since: '2020-01-01', until: '2024-06-01' }), known)), [
    '2 residency_overlaps',
  ]);
  assert.deepEqual(codes(matchRows(rowsOf({ since: '2024-01-01', until: '2023-06-01' }), known)), ['2 out_of_range']);
  assert.deepEqual(codes(matchRows(rowsOf({ at: 'B', until: '2026-10-31' }), known)), ['2 out_of_range']);
});

test('a file made to be expensive to compare is rejected quickly', () => {
  const many = (of: (at: number) => RowFields) => rowsOf(...Array.from({ length: 20_000 }, (_, at) => of(at)));
  const day = (at: number) => new Date(Date.UTC(1950, 0, at + 1)).toISOString().slice(0, 10);
  const files = [
    many((at) => ({ email: `n${at}@example.org` })),
    many((at) => ({ phone: `${at}` })),
    many((at) => ({ email: `n${at}@example.org`, phone: '1', at: `${at}` })),
    many((at) => (at % 2 === 0 ? { phone: `${at}` } : {})),
    many((at) => ({ email: 'm@example.org', since: day(at), until: day(at) })),
  ];
  for (const [place, file] of files.entries()) {
    const { problems, people } = matchRows(file, []);
    assert.ok(problems.length > 0 || people.length === file.length, String(place));
  }
});
