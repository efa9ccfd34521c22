// Tests of the frame around the register of a photo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRegister, inPercent } from './register-frame.ts';

test('the frame surrounds the digits that were seen, within the photo', () => {
  const digit = (x: number) => ({ box: { x, y: 0.4, width: 0.1, height: 0.2 } });
  const frame = findRegister([digit(0.3), { box: undefined }, digit(0.5)]);
  const rounded = Object.values(frame ?? {}).map((share) => Math.round(share * 1000) / 1000);
  assert.deepEqual(rounded, [0.25, 0.35, 0.4, 0.3]);
  assert.deepEqual(findRegister([{ box: { x: 0, y: 0, width: 1, height: 1 } }]), { x: 0, y: 0, width: 1, height: 1 });
  assert.equal(findRegister([]), undefined);
  assert.equal(findRegister([{}]), undefined);
});

test('it is placed in shares of the photo', () => {
  const place = inPercent({ x: 0.25, y: 0.5, width: 0.125, height: 1 });
  assert.deepEqual(place, { left: '25%', top: '50%', width: '12.5%', height: '100%' });
});
