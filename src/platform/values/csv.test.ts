// Tests of CSV files: they open as tables, and execute nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvFile, csvLine } from './csv.ts';

test('cells are separated by semicolons, and quoted where necessary', () => {
  const rows = [
    ['a', 'b;c', 'd"e', 'f\ng'],
    ['', 'õ'],
  ];
  assert.equal(csvFile(rows), '\uFEFFa;"b;c";"d""e";"f\ng"\r\n;õ\r\n');
});

test('no text is taken for a formula', () => {
  const texts = ['=1+1', '+1', '-1', '-10.00', '@x', '\t=1', ' =1', '\u00a0=1', '\tx', 'Küte'];
  assert.equal(csvLine(texts), "'=1+1;'+1;'-1;'-10.00;'@x;'\t=1;' =1;'\u00a0=1;'\tx;Küte\r\n");
  assert.equal(csvLine(['\r=1']), '"\'\r=1"\r\n');
});

test('numbers have decimal commas, amounts two decimals, and negative ones stay numbers', () => {
  assert.equal(csvLine([{ decimal: '-2.5' }, { decimal: '24' }, { decimal: '0.851234' }]), '-2,5;24;0,851234\r\n');
  assert.equal(
    csvLine([{ cents: 1205 }, { cents: -120_000 }, { cents: 0 }, { cents: -5 }]),
    '12,05;-1200,00;0,00;-0,05\r\n',
  );
});
