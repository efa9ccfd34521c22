// Tests of docs/benchmarks.md: its figures are those of docs/benchmarks.json, each what it is said to be, and every
// benchmark is described.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abouts } from './bench.ts';
import { isMet, type KeptFigure, ratioOf, readFigures } from './figures.ts';
import { putFigures, readPage } from './page.ts';

test('the page has the figures of the JSON, and the texts of the benchmarks', () => {
  const wanted = putFigures(readPage(), readFigures(), abouts);
  assert.equal(readPage(), wanted, 'Run: npm run bench -- --page');
});

test('each kept figure belongs to a benchmark, once, and says itself whether it is met', () => {
  const names = readFigures().map(({ benchmark, what }) => `${benchmark}: ${what}`);
  assert.equal(new Set(names).size, names.length);
  for (const kept of readFigures()) {
    assert.ok(abouts[kept.benchmark], kept.benchmark);
    assert.equal(kept.met, isMet(kept), `${kept.benchmark}: ${kept.what}`);
    if (kept.floor === undefined) continue;
    const ratio = ratioOf(kept) ?? Number.NaN;
    assert.ok(Math.abs(ratio / (kept.figure / kept.floor) - 1) < 0.1, `${kept.benchmark}: ${kept.what}`);
  }
});

test('a page that says something else is noticed, and one without a place for figures is an error', () => {
  const [first, ...others] = readFigures();
  const changed = { ...(first as KeptFigure), figure: 12_345 };
  assert.notEqual(putFigures(readPage(), [changed, ...others], abouts), readPage());
  assert.match(putFigures(readPage(), [changed, ...others], abouts), /: 12,345 s,/);
  assert.throws(() => putFigures('# Benchmarks\n', readFigures(), abouts), /needs the lines/);
});

test('what is aimed at: at most or at least, of the figure or of its ratio to the floor', () => {
  const measured = { what: 'a', figure: 4, unit: 's', floor: 2 };
  assert.equal(isMet(measured), null);
  assert.equal(isMet({ ...measured, aim: { of: 'figure', max: 4 } }), true);
  assert.equal(isMet({ ...measured, aim: { of: 'figure', min: 4.1 } }), false);
  assert.equal(isMet({ ...measured, aim: { of: 'ratio', max: 1.9 } }), false);
  assert.equal(isMet({ ...measured, aim: { of: 'ratio', min: 2 } }), true);
  assert.equal(isMet({ ...measured, ratio: 1.5, aim: { of: 'ratio', max: 1.9 } }), true);
});
