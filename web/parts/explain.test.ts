// Tests of failure texts: by code, in the language of the page, with the service's own sentence only where it says
// more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCatalogue } from '../../src/http/error-catalogue.ts';
import { emptyFindings, reportProblem } from '../../src/payments/statements/parse/statement-entry.ts';
import { problemCodes } from '../../src/platform/problem-codes.ts';
import { readWords } from '../../test/catalogues.ts';
import { ApiProblem, problemOfFailure, problemOfResponse } from '../api/problem.ts';
import { explainError, explainInList, explainValue, explainWarning } from './explain.ts';

const [english, estonian] = [readWords('en'), readWords('et')];

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

test('a rejection is explained in the reader’s language, with the service’s sentence only in English, where it says more', () => {
  const gone = problemOfResponse({ code: 'not_found', detail: 'There is nothing here.' }, answer(404));
  assert.deepEqual(explainError(estonian, gone), {
    text: 'Ei leitud. Võimalik, et see on kustutatud.',
    detail: undefined,
  });
  const detail = 'The building has an apartment 12 already.';
  const twice = problemOfResponse({ code: 'already_exists', detail }, answer(409));
  assert.deepEqual(explainError(english, twice), { text: english.errors.codes.already_exists, detail });
  assert.deepEqual(explainError(estonian, twice), { text: estonian.errors.codes.already_exists, detail: undefined });
});

test('a person who must wait sees for how long', () => {
  const later = (status: number, code: string, seconds: string) =>
    explainError(
      english,
      problemOfResponse({ code, detail: 'At most 30 in 60 seconds.' }, answer(status, { 'retry-after': seconds })),
    );
  assert.equal(later(429, 'rate_limited', '12').text, 'Too many requests. Try again in 12 seconds.');
  assert.equal(later(429, 'sign_in_throttled', '240').text, 'Too many failed attempts. Try again in 4 minutes.');
  assert.equal(later(503, 'busy', '1').text, 'The service is busy or restarting. Try again in 1 second.');
});

test('an answer that is not the service’s is explained by its status', () => {
  assert.equal(explainError(english, problemOfResponse('<html>', answer(502))).text, english.errors.codes.busy);
  assert.equal(
    explainError(english, problemOfResponse(undefined, answer(500))).text,
    english.errors.codes.internal_error,
  );
  const newer = problemOfResponse({ code: 'of_a_newer_service', detail: 'Something new.' }, answer(409));
  assert.equal(explainError(english, newer).text, 'Something new.');
  assert.equal(explainError(estonian, newer).text, estonian.errors.rejected);
});

test('no answer, a late one and a defect of the console have texts of their own', () => {
  const late = problemOfFailure(new DOMException('', 'TimeoutError'));
  assert.equal(explainError(estonian, late).text, estonian.errors.timeout);
  for (const code of ['offline', 'unreachable'] as const)
    assert.equal(explainError(estonian, new ApiProblem({ status: 0, code })).text, estonian.errors[code], code);
  assert.equal(explainError(estonian, new TypeError('x is undefined')).text, estonian.errors.codes.internal_error);
});

test('invalid values are explained with their bounds, and with the service’s sentence where there are none', () => {
  const value = { field: 'name', message: 'name must have at most 200 characters.' };
  const long = { ...value, code: 'wrong_length', most: 200 } as const;
  assert.deepEqual(explainValue(estonian, long), { text: 'Kõige rohkem 200 märki.' });
  const bounded = { ...value, code: 'out_of_range', least: 0.01, most: 31.24 } as const;
  assert.deepEqual(explainValue(estonian, bounded), { text: 'Lubatud on 0,01 kuni 31,24.' });
  const odd = { ...value, code: 'out_of_range' };
  assert.deepEqual(explainValue(english, odd), { text: 'Out of range.', detail: value.message });
  assert.deepEqual(explainValue(estonian, odd), { text: 'Väljaspool lubatud piire.', detail: undefined });
});

test('what the service says to programs about a reading is not shown to people', () => {
  const message = 'value is below the confirmed value before it, 263.79. If that one is wrong, correct it (corrects).';
  for (const code of ['reading_below_previous', 'reading_above_next', 'rollover_not_possible'] as const)
    for (const words of [english, estonian]) {
      const problem = { field: 'value', code, message };
      assert.deepEqual(explainValue(words, problem), { text: words.errors.problems[code], detail: undefined }, code);
    }
});

test('in a list a missing value has the sentence that names it, or the field', () => {
  const message = 'The charge lift goes by agreed shares, so it needs apartments.';
  const missing = { field: 'apartments', code: 'required', message };
  assert.deepEqual(explainValue(estonian, missing), { text: 'Kohustuslik.', detail: undefined });
  assert.deepEqual(explainInList(english, missing), { text: 'Required.', detail: message });
  assert.deepEqual(explainInList(estonian, missing), { text: 'Korterid: Kohustuslik.' });
  assert.deepEqual(explainInList(estonian, { ...missing, field: 'file' }), { text: 'Kohustuslik.' });
});

test('a problem in a file is explained with its line in each language', () => {
  const findings = emptyFindings();
  reportProblem(findings, 12, 'amount_missing', 'The amount is missing.');
  const [problem] = findings.problems;
  assert.ok(problem);
  assert.deepEqual(explainInList(estonian, problem), { text: 'Rida 12: Summa on puudu.' });
  assert.deepEqual(explainInList(english, problem), {
    text: english.errors.problems.amount_missing,
    detail: 'Line 12: The amount is missing.',
  });
});

test('a warning is explained by its code, and an unknown one by its sentence', () => {
  assert.equal(explainWarning(estonian, { code: 'high_consumption', message: '9 m3' }).text, 'Tavatult suur tarbimine');
  assert.equal(explainWarning(english, { code: 'new', message: 'Odd.' }).text, 'Odd.');
});

test('the service’s English sentences are not shown to readers of another language', () => {
  const message = 'A sentence of the service.';
  for (const [which, words] of Object.entries({
    estonian,
    latvian: readWords('lv'),
    lithuanian: readWords('lt'),
    russian: readWords('ru'),
  })) {
    const shown = [
      ...[...Object.keys(errorCatalogue), 'of_a_newer_service'].flatMap((code) =>
        [400, 409, 422, 429, 500, 503].map((status) =>
          explainError(words, problemOfResponse({ code, detail: message }, answer(status))),
        ),
      ),
      ...[...problemCodes, 'of_a_newer_service'].flatMap((code) => {
        const problem = { field: 'name', code, message };
        return [explainValue(words, problem), explainInList(words, problem)];
      }),
      ...[...Object.keys(words.errors.warnings), 'of_a_newer_service'].map((code) =>
        explainWarning(words, { code, message }),
      ),
    ];
    for (const [nth, { text, detail }] of shown.entries()) {
      assert.ok(text.trim() !== '' && !text.includes(message), text);
      assert.equal(detail, undefined, `${which}, case ${nth}`);
    }
  }
});
