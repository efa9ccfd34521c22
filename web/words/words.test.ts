// Words and formats: every language is whole and its own, and figures look as its readers write them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { errorCatalogue } from '../../src/http/error-catalogue.ts';
import { billingWarningCodes as billingWarnings } from '../../src/invoicing/billing-warnings.ts';
import { sendCodes } from '../../src/invoicing/sending/send-invoices.ts';
import { readingWarningCodes as readingWarnings } from '../../src/metering/readings.ts';
import { importWarningCodes as importWarnings } from '../../src/payments/statements/import/report-import.ts';
import { problemCodes } from '../../src/platform/problem-codes.ts';
import { languages } from '../../src/platform/values/languages.ts';
import { assertComplete, readWords, textsOf } from '../../test/catalogues.ts';
import { firstParts } from './first-parts.ts';
import { formatIn } from './format.ts';

const english = readWords('en');
const others = {
  et: readWords('et'),
  lv: readWords('lv'),
  lt: readWords('lt'),
  ru: readWords('ru'),
};

test('each language has every text of English, the same values in it, and its own plural forms', () => {
  assertComplete({ en: english, ...others });
});

test('each language says things in its own words', () => {
  for (const [language, words] of Object.entries(others)) {
    const own = new Map(textsOf(words));
    const same = textsOf(english).filter(([place, text]) => own.get(place) === text && /[a-z]{4}/.test(text));
    const most = textsOf(english).length / 20;
    assert.ok(same.length <= most, `${language}, the same as English: ${same.map(([place]) => place).join(', ')}`);
  }
});

test('the cards of the account page have names of their own', () => {
  for (const { account, privacy } of [english, ...Object.values(others)])
    assert.notEqual(account.profile, privacy.ownData);
});

test('there are words for every error code, for each wrong value, and for each warning', () => {
  const { codes, problems, warnings } = english.errors;
  assert.deepEqual(Object.keys(codes).sort(), Object.keys(errorCatalogue).sort());
  assert.deepEqual(Object.keys(problems).sort(), [...problemCodes].sort());
  assert.deepEqual(
    Object.keys(warnings).sort(),
    [...new Set([...billingWarnings, ...readingWarnings, ...sendCodes, ...importWarnings])].sort(),
  );
});

/** The modules that some of the console need before they are shown. */
function modulesOf(paths: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const path of paths) {
    if (seen.has(path) || !existsSync(path)) continue;
    seen.add(path);
    const imports = readFileSync(path, 'utf8').matchAll(/^import (?!type)[^']*'(\.[^']+\.tsx?)';/gm);
    modulesOf(
      [...imports].map(([, file = '']) => join(dirname(path), file)),
      seen,
    );
  }
  return seen;
}

test('the first screens need no words but those that come with them', () => {
  const screens = [
    'main',
    'shell/sign-in',
    'shell/signed-in',
    'screens/home/home',
    'screens/home/building-states',
    'screens/home/first-steps',
  ];
  const paths = [...screens, 'screens/my-home/my-home'].map((name) => join(import.meta.dirname, '..', `${name}.tsx`));
  const texts = [...modulesOf(paths)].map((path) =>
    readFileSync(path, 'utf8').replace(/^ +if \(!\('payments' in t.*\n.*/m, ''),
  );
  const read = texts.flatMap((text) => [...text.matchAll(/\bt\.(\w+)/g)].map(([, name = '']) => name));
  const taken = texts.flatMap((text) =>
    [...text.matchAll(/\{ ([\w, ]+) \}(?:: Words\b| = t;)/g)].flatMap(([, names = '']) => names.split(', ')),
  );
  assert.ok(read.length > 100 && taken.length > 0, 'they were found');
  const first = new Set<string>([...firstParts, 'language']);
  const others = [...read, ...taken].filter((name) => !first.has(name));
  assert.deepEqual(others, []);
  for (const part of firstParts) assert.ok(Object.hasOwn(english, part), part);
});

test('money, numbers and days are written as each language does', () => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  assert.equal(plain(formatIn('en').money(1234.5)), '€1,234.50');
  assert.equal(plain(formatIn('et').money(1234.5)), '1 234,50 €');
  assert.equal(plain(formatIn('et').money(12345.5)), '12 345,50 €');
  assert.equal(plain(formatIn('en').number(0.1 + 0.2)), '0.3');
  assert.equal(plain(formatIn('en').day('2026-11-02')), '2 Nov 2026');
  assert.equal(plain(formatIn('et').month('2026-11-02')), 'november 2026');
  assert.equal(plain(formatIn('ru').month('2026-11-02')), 'ноябрь 2026');
  assert.equal(plain(formatIn('ru').day('2026-11-02')), '2 нояб. 2026');
});

test('a day stays that day in every time zone, and no language fails', () => {
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    process.env.TZ = zone;
    for (const language of languages)
      assert.match(formatIn(language).day('2026-11-02'), /\b0?2\b/, `${language} ${zone}`);
  }
});
