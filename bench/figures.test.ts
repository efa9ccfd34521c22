// Tests of docs/benchmarks.md: it describes every benchmark as that describes itself, and says which aim is missed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarks } from './bench.ts';
import { introduce, isMet, putParagraph, readPage, writeFigure } from './figures.ts';

test('the page describes each benchmark as it describes itself, and no other', () => {
  const described = [...readPage().matchAll(/^\*\*`(\w+)`\*\*: .*$/gm)];
  assert.deepEqual(
    described.map(([, name]) => name),
    Object.keys(benchmarks),
  );
  for (const [text, name = ''] of described)
    assert.ok(text.startsWith(introduce(name, benchmarks[name]?.about ?? { does: '' })), name);
});

test('the paragraph of a benchmark is replaced, and one without a place is an error', () => {
  const page = '# Benchmarks\n\n**`one`**: 1\n- a: 1 s\n\n**`two`**: 2\n\nThe end.\n';
  assert.equal(putParagraph(page, 'one', '**`one`**: 3'), '# Benchmarks\n\n**`one`**: 3\n\n**`two`**: 2\n\nThe end.\n');
  assert.throws(() => putParagraph(page, 'three', ''), /no paragraph/);
});

test('what is aimed at: at most or at least, of the figure or of its ratio to the floor; what is missed is bold', () => {
  const measured = { what: 'a', figure: 4, unit: 's', floor: 2 };
  assert.equal(isMet(measured), null);
  assert.equal(isMet({ ...measured, aim: { of: 'figure', max: 4 } }), true);
  assert.equal(isMet({ ...measured, aim: { of: 'figure', min: 4.1 } }), false);
  assert.equal(isMet({ ...measured, aim: { of: 'ratio', max: 1.9 } }), false);
  assert.equal(isMet({ ...measured, aim: { of: 'ratio', min: 2 } }), true);
  assert.equal(isMet({ ...measured, ratio: 1.5, aim: { of: 'ratio', max: 1.9 } }), true);
  assert.equal(writeFigure(measured), '- a: 4 s, floor 2 s, ratio 2.00');
  assert.match(writeFigure({ ...measured, aim: { of: 'ratio', max: 2 } }), /ratio 2\.00 \(ratio ≤ 2\)$/);
  assert.match(
    writeFigure({ ...measured, figure: 12_345, aim: { of: 'figure', max: 4 } }),
    /: 12,345 s,.*\(\*\*≤ 4 s\*\*\)$/,
  );
});
