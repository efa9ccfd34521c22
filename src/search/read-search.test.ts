// Tests of reading a search: names with and without diacritics, apartments with their buildings, amounts, references
// and numbers as people write these.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberKey } from '../properties/apartments.ts';
import { readSearch } from './read-search.ts';

/**
 * Whether the words match a name; the patterns mean the same here as in the database, but for the notation of
 * characters.
 */
const matches = (written: string, name: string) =>
  readSearch(written).words.every((pattern) =>
    new RegExp(pattern.replace(/\\U([0-9a-f]{8})/g, '\\u{$1}'), 'u').test(name),
  );

test('a word begins a word of the name, in any case, with and without diacritics', () => {
  for (const written of ['tamm', 'TAMM', 'õie', 'oie', 'OIE tamm', 'tamm õie', 'ta'])
    assert.ok(matches(written, 'Õie Tamm'), written);
  for (const written of ['amm', 'õiet', 'tamm mari']) assert.ok(!matches(written, 'Õie Tamm'), written);
  assert.ok(matches('liisa', 'Anna-Liisa Kask'));
  assert.ok(matches('berzins', 'Jānis Bērziņš'));
  assert.ok(matches('ČESLOVAS', 'ceslovas'));
  assert.ok(matches('семён', 'Семен Иванов'));
  assert.ok(!matches('mae', 'Emäe'), 'a letter beyond ASCII is a letter, whatever the database thinks');
});

test('signs are signs, and no patterns', () => {
  assert.ok(matches('a.b(c', 'A.B(C'));
  assert.ok(!matches('a.b', 'axb'));
  assert.ok(matches('[x]*', '[X]*'));
  assert.ok(!matches('.* x', 'abc x'));
});

test('an apartment is read with and without its building', () => {
  const guesses = (written: string) =>
    readSearch(written).apartments.map(({ building, number }) => `${building.length} ${number}`);
  assert.deepEqual(guesses('12'), ['0 12']);
  assert.ok(guesses('Pärna 5-12').includes('2 12'));
  assert.ok(guesses('Pärna 5 krt 12').includes('2 12'));
  assert.ok(guesses('Pärna 5, korter 12a').includes('2 12a'));
  assert.ok(guesses('korter B-3').includes(`0 ${numberKey('B-3')}`));
  assert.ok(guesses('Pärna 5/12').includes('2 12'));
});

test('a number of a building is whole', () => {
  const { apartments } = readSearch('Pärna 5-12');
  const building = apartments.find(({ number }) => number === '12')?.building ?? [];
  const fits = (name: string) => building.every((pattern) => new RegExp(pattern, 'u').test(name));
  assert.ok(fits('KÜ Pärna 5') && fits('Pärna tn 5, Tallinn') && fits('parna 5a'));
  assert.ok(!fits('Pärna 55') && !fits('Pärna 15'));
});

test('amounts are read as people write them, with their opposites', () => {
  for (const written of ['65,80', '65.80', '65.80 €', '65,8', '€65.80', '65,80 EUR', '-65,80'])
    assert.deepEqual(
      readSearch(written).amounts.toSorted((a, b) => a - b),
      [-6580, 6580],
      written,
    );
  assert.deepEqual(readSearch('1 234,50').amounts, [123450, -123450]);
  for (const written of ['Tamm', '0', 'RF12', '2026-000012'])
    assert.deepEqual(readSearch(written).amounts, [], written);
});

test('a reference is read with spaces, as RF, and without its check digit', () => {
  for (const written of ['1000012', '100 001 2', 'RF18 1000012', 'rf181000012', '100001'])
    assert.ok(readSearch(written).references.includes('1000012'), written);
  assert.deepEqual(readSearch('Tamm').references, []);
});

test('the running number of an invoice is read with and without its year', () => {
  assert.deepEqual(readSearch('123').invoice, { year: undefined, sequence: '123' });
  assert.deepEqual(readSearch('2026-12').invoice, { year: '2026', sequence: '12' });
  assert.equal(readSearch('SALA-2026-000012').invoice, undefined);
});

test('digits are a telephone number from four of them on', () => {
  assert.equal(readSearch('+372 5555 5555').phone, '37255555555');
  assert.equal(readSearch('55 55-1').phone, '55551');
  assert.equal(readSearch('123').phone, undefined);
  assert.equal(readSearch('5555 Tamm').phone, undefined);
});

test('whatever is typed is read, and bounded', () => {
  for (const written of ['-', '...', '\u0301', '😀', '\\', '%_', 'ß ŉ İ', 'x '.repeat(50)]) {
    const { words, apartments, references } = readSearch(written);
    assert.ok(words.length <= 8 && apartments.length <= 5 && references.length <= 30, written);
  }
});
