// Tests of descriptions: days at the end are written in the reader's format, a typical charge is named in their
// language too, and any other text is unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from './languages.ts';
import { chargeNames, describePosition } from './position-description.ts';

const day = (text: string) => text.split('-').reverse().join('.');

test('days at the end are written in the format of the reader, and other text is unchanged', () => {
  assert.equal(describePosition('et', 'Vesi (2026-09-01 – 2026-09-30)', day), 'Vesi (01.09.2026 – 30.09.2026)');
  for (const plain of [
    'Vesi',
    '',
    'Vesi (soe)',
    '(2026-09-01)',
    'Vesi (2026-99-01 – 2026-09-30)',
    '2026-09-01 – 2026-09-30',
    ' (2026-09-01 – 2026-09-30) kord',
  ])
    assert.equal(describePosition('et', plain, day), plain, plain);
});

test('a typical charge is named in the language of the reader beside its own name, once where these are the same', () => {
  assert.equal(describePosition('ru', 'Küte', day), 'Отопление / Küte');
  assert.equal(
    describePosition('en', 'Soe vesi (2026-09-01 – 2026-09-30)', day),
    'Hot water / Soe vesi (01.09.2026 – 30.09.2026)',
  );
  assert.equal(describePosition('ru', 'Küte ja vesi', day), 'Küte ja vesi');
  for (const names of Object.values(chargeNames))
    for (const language of languages) assert.equal(describePosition(language, names[language], day), names[language]);
});
