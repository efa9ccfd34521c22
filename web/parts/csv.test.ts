// Tests of CSV files: they open as tables, and execute nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountCell, csvText } from './csv.ts';

test('cells are separated by semicolons, and quoted where necessary', () => {
  assert.equal(
    csvText([
      ['a', 'b;c', 'd"e'],
      [1, -2.5, 'õ'],
    ]),
    '\uFEFFa;"b;c";"d""e"\r\n1;-2,5;õ\r\n',
  );
});

test('no cell is taken for a formula, while negative amounts stay numbers', () => {
  const cells = ['=1+1', '+1', '@x', '-cmd', '-10.00', '\tx'];
  assert.equal(csvText([cells]), "\uFEFF'=1+1;'+1;'@x;'-cmd;-10.00;'\tx\r\n");
});

test('amounts have decimal commas and two decimals, and stay numbers', () => {
  assert.equal(csvText([[amountCell(12.05), amountCell(-1200), amountCell(0)]]), '\uFEFF12,05;-1200,00;0,00\r\n');
});
