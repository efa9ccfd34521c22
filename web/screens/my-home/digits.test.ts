// Tests of the boxes of a register: digits that were read are right-aligned, typing moves to the next box, and the
// value has the meter's decimals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addZeros,
  type DigitPlaces,
  findOtherPoints,
  lacksLastZeros,
  makePlaces,
  registerValue,
  typeDigits,
} from './digits.ts';

const water = { digits: 5, decimals: 3 };
const text = (places: readonly { char: string }[]) => places.map(({ char }) => char || '_').join('');
const typeDigit = (places: DigitPlaces, at: number, typed: string) =>
  typeDigits(places, { at, text: typed }, water).places;
/** What typing key by key leaves, as the boxes do it. */
const typeKeys = (keys: string, size = water, start = makePlaces(size)) =>
  [...keys].reduce(({ places, next }, key) => typeDigits(places, { at: next, text: key }, size), {
    places: start,
    next: 0,
  });
const read = (chars: string, confidence = 0.99) => [...chars].map((char) => ({ char, confidence }));

test('a complete register fills every box, and uncertain digits are marked', () => {
  const places = makePlaces(water, [...read('0040955'), { char: '0', confidence: 0.4 }]);
  assert.equal(text(places), '00409550');
  assert.deepEqual(
    places.map(({ sure }) => sure),
    [true, true, true, true, true, true, true, false],
  );
  assert.equal(registerValue(places, water), 409.55);
});

test('fewer digits than boxes are right-aligned behind zeros, and more lose the leftmost', () => {
  assert.equal(text(makePlaces(water, read('955'))), '00000955');
  assert.equal(text(makePlaces(water, read('123456789'))), '23456789');
});

test('empty boxes give no value, except those before the first digit', () => {
  const empty = makePlaces(water);
  assert.equal(registerValue(empty, water), undefined);
  assert.equal(registerValue(typeDigit(empty, 2, '409550'), water), 409.55);
  assert.equal(registerValue(typeDigit(empty, 2, '4095'), water), undefined);
});

test('typed or pasted digits move from box to box and never past the last; other characters are left out', () => {
  assert.equal(text(typeDigit(makePlaces(water), 0, '00409,550')), '00409550');
  assert.equal(text(typeDigit(makePlaces(water), 6, '12345')), '______12');
  assert.equal(text(typeDigit(makePlaces(water), 0, 'x')), '________');
});

test('a decimal mark ends the whole part, which moves to it behind zeros', () => {
  for (const mark of ['.', ',']) {
    assert.equal(text(typeKeys(`264${mark}5`).places), '002645__');
    assert.equal(text(typeKeys(`264${mark}512`).places), '00264512');
    assert.equal(text(typeKeys(`00264${mark}512`).places), '00264512');
    assert.equal(text(typeDigit(makePlaces(water), 0, `264${mark}512`)), '00264512');
    assert.equal(text(typeDigit(makePlaces(water, read('99999999')), 3, `264${mark}5`)), '002645__');
  }
  assert.equal(text(typeKeys('264.', { digits: 5, decimals: 0 }).places), '00264');
  const full = makePlaces(water, read('00264512'));
  assert.deepEqual(typeDigits(full, { at: 2, text: '.', goesOn: false }, water), { places: full, next: 5 });
});

test('a value typed over another one has nothing of that one', () => {
  const photo = makePlaces(water, read('00041237'));
  for (const mark of ['.', ',']) {
    for (const [keys, expected] of [
      [`00042${mark}500`, '00042500'],
      [`00042500`, '00042500'],
      [`42${mark}500`, '00042500'],
      [`42${mark}5`, '000425__'],
      [`42${mark}`, '00042___'],
      [`42${mark}${mark}500`, '00042500'],
      [`00042${mark}${mark}5`, '000425__'],
      [`42${mark}5${mark}00`, '00042500'],
      [`00042${mark}5009`, '00042500'],
    ] as const)
      assert.equal(text(typeKeys(keys, water, photo).places), expected, keys);
    for (const at of [0, 3, 5, 7])
      assert.equal(text(typeDigit(photo, at, `42${mark}5`)), '000425__', `pasted at ${at}`);
    const atDecimal = typeDigits(photo, { at: 5, text: mark, goesOn: false }, water);
    assert.deepEqual(atDecimal, { places: photo, next: 5 }, 'a mark alone changes nothing');
    assert.deepEqual(typeDigits(photo, { at: 6, text: mark }, water), { places: photo, next: 6 });
  }
});

test('zeros are added before a whole part and behind it; gaps stay', () => {
  assert.equal(text(addZeros(typeDigit(makePlaces(water), 0, '264,5'), water)), '00264500');
  const gapInDecimals = typeDigit(typeDigit(makePlaces(water), 0, '264,'), 7, '5');
  assert.equal(text(addZeros(gapInDecimals, water)), '00264__5');
  assert.equal(text(addZeros(typeDigit(makePlaces(water), 0, '264'), water)), '00264000');
  assert.equal(text(addZeros(typeDigit(makePlaces(water), 1, '2645'), water)), '02645000');
  const gap = typeDigit(typeDigit(makePlaces(water), 0, '2'), 4, '4');
  assert.deepEqual(addZeros(gap, water), gap);
});

test('digits typed without a decimal mark may have all decimals at their end, or fewer', () => {
  const other = (keys: string, size = water) => findOtherPoints(typeKeys(keys, size).places, size).map(text);
  assert.deepEqual(other('270500'), ['00270500', '02705000', '27050000']);
  assert.deepEqual(other('2705'), ['00002705', '00027050', '00270500']);
  assert.deepEqual(other('0027050'), ['00027050', '00270500', '02705000']);
  assert.deepEqual(other('2705', { digits: 5, decimals: 0 }), []);
  assert.deepEqual(other(''), []);
  const gap = typeDigit(typeDigit(makePlaces(water), 0, '2'), 4, '4');
  assert.deepEqual(findOtherPoints(gap, water), []);
});

test('nothing but zeros is missing behind decimals that follow a zero, or a decimal mark', () => {
  for (const [keys, expected] of [
    ['264,5', true],
    ['00264,51', true],
    ['0026451', true],
    ['264,512', true],
    ['264,', false],
    ['264', false],
    ['00264', false],
    ['264512', false],
    ['', false],
  ] as const)
    assert.equal(lacksLastZeros(typeKeys(keys).places, water), expected, keys);
});

test('a register without decimals gives whole numbers', () => {
  const heat = { digits: 6, decimals: 0 };
  assert.equal(registerValue(makePlaces(heat, read('012345')), heat), 12345);
});
