// Memory: the last keys are found with their last values, and there are never more than agreed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeMemory } from './memory.ts';

test('whatever is set and forgotten, the last keys are found as they were set last, and old ones are not for ever', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 15 }).map(String), set: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const memory = makeMemory<number>(8);
      const order = new Map<string, number>();
      steps.forEach(({ key, set }, at) => {
        order.delete(key);
        if (set) {
          memory.set(key, at);
          order.set(key, at);
        } else memory.forget(key);
        for (const [known, value] of [...order].slice(-3)) assert.equal(memory.get(known), value);
        const found = Array.from({ length: 16 }, (_, each) => memory.get(String(each))).filter(
          (each) => each !== undefined,
        );
        assert.ok(found.length <= 8);
      });
    }),
  );
});

test('a forgotten key is gone, and setting a key again keeps it', () => {
  const memory = makeMemory<string>(4);
  memory.set('a', 'first');
  memory.set('b', 'x');
  memory.set('a', 'second');
  memory.set('c', 'x');
  assert.equal(memory.get('a'), 'second');
  memory.forget('a');
  assert.equal(memory.get('a'), undefined);
});
