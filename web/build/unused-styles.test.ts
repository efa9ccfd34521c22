// Tests of styles: unused component styles are removed, all others stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutUnused } from './unused-styles.ts';

const css = `
  :root { --a: 1 }
  .m_11111111 { color: red }
  .m_22222222:hover, .m_11111111:hover { color: green }
  .m_22222222 { color: blue }
  @media (min-width: 10px) { .m_22222222 { top: 0 } .own { left: 0 } }
  :where([dir="rtl"]) .m_11111111 :is(.m_22222222) { right: 0 }
`;

test('rules of unused components are removed, in media queries too, and the others stay', () => {
  const kept = withoutUnused(css, new Set(['m_11111111']));
  assert.match(kept, /--a/);
  assert.match(kept, /\.m_11111111\{color:red\}/);
  assert.match(kept, /\.m_11111111:hover\{color:green\}/, 'a rule that is also for a used one stays whole');
  assert.match(kept, /\.own\{left:0\}/);
  assert.doesNotMatch(kept.replace(/\.m_22222222:hover,/, ''), /m_22222222/);
});
