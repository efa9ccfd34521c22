// Tests of resolving a reading: context chooses among what the picture shows, corrections are reported, and an
// implausible reading is never marked as certain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { locateDigits, searchNumbers } from './digit-search.ts';
import type { Evidence, OcrFrame, TextRow } from './evidence.ts';
import { clearConfidence, type MeterContext, resolveReading } from './resolve-reading.ts';

const none = new Array<number>(10).fill(0);
const rest: Omit<OcrFrame, 'at'> = { digits: none, blank: 0.999, other: 0.001 };

/** A sign as the model sees it: a digit, one of several (`'4|9'`: 4 is likelier), or another sign (`x`). */
function sign(seen: string): Omit<OcrFrame, 'at'> {
  if (seen === 'x') return { digits: none, blank: 0.02, other: 0.98 };
  const [first, second] = seen.split('|').map(Number);
  const sure = second === undefined ? 0.97 : 0.62;
  const digits = none.map((_, digit) => (digit === first ? sure : digit === second ? 0.97 - sure : 0.001));
  return { digits, blank: 0.01, other: 0.01 };
}

function framesOf(signs: readonly string[]): OcrFrame[] {
  const all = [rest, ...signs.flatMap((text) => [sign(text), rest])];
  return all.map((frame, index) => ({ ...frame, at: (index + 0.5) / all.length }));
}

function row(signs: string | readonly string[], more: Partial<TextRow> = {}): TextRow {
  const each = [...signs];
  const text = each.map((text) => text[0]).join('');
  const box = { x: 0.2, y: 0.4, width: 0.6, height: 0.1 };
  return {
    lineIndex: 0,
    view: 'test',
    text,
    asRegister: text,
    frames: framesOf(each),
    box,
    size: 0.06,
    angle: 0,
    upright: 1,
    ...more,
  };
}

const quality = { sharpness: 1, brightness: 0.5, glare: 0 };
const seen = (...rows: TextRow[]): Evidence => ({ rows, quality });
const water: MeterContext = { digits: 8, decimals: 3, last: '405.120', most: '31' };

test('a clear register is read with its decimals, and the raw digits are reported', () => {
  const read = resolveReading(seen(row('00409550')), water);
  assert.equal(read?.value, '409.55');
  assert.equal(read?.text, '00409550');
  assert.equal(read?.reason, undefined);
  assert.equal(read?.plausible, true);
  assert.ok((read?.confidence ?? 0) > 0.8);
  assert.equal(read?.digits.map(({ char }) => char).join(''), '00409550');
});

test('no rows, or rows without digits, give no reading', () => {
  assert.equal(resolveReading(seen()), undefined);
  assert.equal(resolveReading(seen(row('xxxx'), row([], { lineIndex: 1 })), water), undefined);
});

test('between two possible digits the last reading decides', () => {
  const wheels = ['0', '0', '4|9', '0', '9', '5', '5', '0'];
  assert.equal(resolveReading(seen(row(wheels)), water)?.value, '409.55');
  const later = { ...water, last: '905.000' };
  assert.equal(resolveReading(seen(row(wheels)), later)?.value, '909.55');
});

test('a digit changed by context is reported, and the reading is never marked as certain', () => {
  const read = resolveReading(seen(row('0040955')), water); // One wheel is missing.
  assert.equal(read?.text, '0040955');
  assert.notEqual(read?.value, '40.955');
  assert.equal(read?.reason, 'changed_by_context');
  assert.ok((read?.confidence ?? 1) < clearConfidence);
});

test('a number that one view shows and the others contradict was chosen by context, and the picture’s own is reported', () => {
  const looks = seen(row('10790'), row('10790'), row('07907'));
  const read = resolveReading(looks, { digits: 5, decimals: 1, last: '785.1', most: '30' });
  assert.deepEqual([read?.value, read?.text, read?.reason], ['790.7', '10790', 'changed_by_context']);
});

test('faint digits are the more certain the fewer numbers would fit by chance', () => {
  const faint = [...'00409550'].flatMap((text) => [
    { ...rest, blank: 0.15, other: 0.2, digits: sign(text).digits.map((n) => n * 0.65) },
    rest,
  ]);
  const frames = faint.map((frame, index) => ({ ...frame, at: (index + 0.5) / faint.length }));
  const read = (most: string) => resolveReading(seen(row('00409550', { frames })), { ...water, most });
  const [few, many] = [read('31'), read('90000')];
  assert.deepEqual([few?.value, few?.reason, many?.reason], ['409.55', undefined, 'unclear']);
  assert.ok(
    (few?.wholeConfidence ?? 0) > (many?.wholeConfidence ?? 1) + 0.02,
    `${few?.wholeConfidence} ${many?.wholeConfidence}`,
  );
});

test('a register that clearly shows less than the last reading is reported as such, not adjusted', () => {
  const read = resolveReading(seen(row('00309550')), water);
  assert.equal(read?.value, '309.55');
  assert.equal(read?.reason, 'below_last_reading');
  assert.equal(read?.plausible, false);
  assert.ok((read?.confidence ?? 1) < clearConfidence);
});

test('a register that shows implausibly high consumption is reported as such', () => {
  const read = resolveReading(seen(row('00939550')), water);
  assert.deepEqual([read?.value, read?.reason, read?.plausible], ['939.55', 'above_usual', false]);
});

test('a register that rolled over is plausible', () => {
  const read = resolveReading(seen(row('00002310')), { ...water, last: '99999.100' });
  assert.deepEqual([read?.value, read?.reason, read?.plausible], ['2.31', 'rolled_over', true]);
});

test('the serial number is not taken for the register, even printed larger', () => {
  const number = row('34303425', { lineIndex: 1, size: 0.1 });
  const known = { ...water, serialNumber: '34303425' };
  const read = resolveReading(seen(number, row('00409550')), known);
  assert.deepEqual([read?.value, read?.serialNumber, read?.reason], ['409.55', '34303425', undefined]);
  const only = resolveReading(seen(number), { ...known, last: '34300.000' });
  assert.equal(only, undefined);
});

test('a photo of another meter is recognised by the printed serial number', () => {
  const number = row('88123457', { lineIndex: 1, text: 'No. 88123457', size: 0.02 });
  const read = resolveReading(seen(number, row('00409550')), { ...water, serialNumber: '34303425' });
  assert.deepEqual([read?.reason, read?.plausible, read?.serialNumber], ['other_meter', false, '88123457']);
});

test('a number beside impulses per kWh is the meter’s constant, however clear it is', () => {
  const under = { x: 0.2, y: 0.62, width: 0.2, height: 0.05 };
  const constant = row('3200', { lineIndex: 1, size: 0.1, box: { ...under, y: 0.56 } });
  const unit = row([], { lineIndex: 2, size: 0.06, text: 'imp/kWh', box: under });
  const register = row(['0', '4|9', '7', '6', '4|9'], { size: 0.03 });
  const read = resolveReading(seen(register, constant, unit));
  assert.equal(read?.text, '04764');
  assert.equal(resolveReading(seen(constant))?.value, '3200');
});

test('a type or a standard printed on the face is not taken for the register', () => {
  for (const text of ['DSS188', 'IS:13779'])
    assert.equal(
      resolveReading(seen(row('013779', { lineIndex: 1, text, size: 0.08 }), row('00756', { size: 0.03 })))?.text,
      '00756',
    );
});

test('without a known meter all digits are whole units, and the answer says so', () => {
  const evidence = seen(row('00409550'));
  const read = resolveReading(evidence, {}, 0.5);
  assert.deepEqual([read?.value, read?.reason], ['409550', 'decimals_unknown']);
  // A register of which one digit is hidden looks like a whole one, so more certainty is asked for.
  const sureFrom = 0.94;
  assert.equal(resolveReading(evidence, {}, sureFrom)?.reason, 'unclear');
  assert.equal(resolveReading(evidence, { digits: 8, decimals: 0 }, sureFrom)?.reason, undefined);
});

test('several images of one line count together, and one that cuts off a wheel does not win', () => {
  const looks = seen(row('0040955'), row('0040955'), row('00409550'));
  assert.equal(resolveReading(looks, water)?.text, '00409550');
});

test('frames between wheels that are read as ones do not become digits', () => {
  const read = resolveReading(seen(row('012415710')), { digits: 6, decimals: 2, last: '240.00', most: '30' });
  assert.equal(read?.value, '245.7');
  assert.ok((read?.confidence ?? 1) < clearConfidence);
});

test('a meter value that is not a decimal is a defect, not a guess', () => {
  assert.throws(() => resolveReading(seen(row('00409550')), { ...water, last: 'much' }), RangeError);
});

const digit = fc.integer({ min: 0, max: 9 });
const register = fc.array(digit, { minLength: 5, maxLength: 8 });

test('any clear register is read exactly, with and without the correct context', () => {
  fc.assert(
    fc.property(
      register,
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 900 }),
      (places, decimals, used) => {
        const text = places.join('');
        const evidence = seen(row(text));
        const last = (Math.max(0, Number(text) - used) / 10 ** decimals).toFixed(decimals);
        const known = { digits: text.length, decimals, last, most: String(1000 / 10 ** decimals) };
        for (const context of [{ digits: text.length, decimals }, known])
          assert.equal(Number(resolveReading(evidence, context)?.value), Number(text) / 10 ** decimals);
      },
    ),
    { numRuns: 60 },
  );
});

const messy = fc.array(
  fc.oneof(
    digit.map(String),
    fc.constant('x'),
    fc.tuple(digit, digit).map(([a, b]) => `${a}|${b}`),
  ),
  {
    maxLength: 11,
  },
);

test('for any image: certain only where picture and context agree, confidences from 0 to 1, candidates in order', () => {
  fc.assert(
    fc.property(fc.array(messy, { maxLength: 4 }), fc.integer({ min: 0, max: 99_999 }), (rows, before) => {
      const evidence = seen(...rows.map((signs, lineIndex) => row(signs, { lineIndex })));
      const [last, most] = [before / 10, 31];
      const read = resolveReading(evidence, { digits: 6, decimals: 1, last: last.toFixed(1), most: String(most) });
      if (read === undefined) return;
      const shown = read.digits.map(({ char }) => char).join('');
      const confidences = [
        read.confidence,
        ...read.digits.map((digit) => digit.confidence),
        ...read.candidates.map((candidate) => candidate.confidence),
      ];
      for (const confidence of confidences) assert.ok(confidence >= 0 && confidence <= 1);
      assert.equal(read.candidates[0]?.value, read.value);
      assert.deepEqual(
        read.candidates,
        read.candidates.toSorted((a, b) => b.confidence - a.confidence),
      );
      assert.equal(shown.length, 6);
      if (Number(read.text) !== Number(shown))
        assert.ok(read.confidence < clearConfidence && read.reason !== undefined);
      const value = Number(read.value);
      const within = value >= last && value <= last + most;
      const over = last + most >= 100_000 && value <= last + most - 100_000;
      if (read.plausible) assert.ok(within || over, `${value} after ${last}`);
      else assert.ok(read.confidence < clearConfidence && read.reason !== undefined);
    }),
    { numRuns: 150 },
  );
});

test('a search keeps to its length and bounds, and finds digits at their positions', () => {
  const frames = framesOf([...'0731|782'.replace('|', '')]);
  for (const { text } of searchNumbers(frames, { length: 6, low: 73_000, high: 73_999 }))
    assert.match(text, /^073\d{3}$/);
  const at = locateDigits(framesOf([...'12345']), '12345');
  assert.equal(at.length, 5);
  assert.deepEqual(
    at,
    at.toSorted((a, b) => a - b),
  );
  assert.deepEqual(searchNumbers([], { length: undefined }), []);
});

test('a last wheel between two digits makes the value unclear, but not its whole units, which are what is billed', () => {
  const read = resolveReading(seen(row(['0', '0', '4', '0', '9', '5', '5', '0|1'])), water);
  assert.ok((read?.confidence ?? 1) < 0.9, `${read?.confidence}`);
  assert.ok((read?.wholeConfidence ?? 0) > 0.96, `${read?.wholeConfidence}`);
  assert.equal(read?.reason, undefined);
  assert.equal(resolveReading(seen(row(['0', '0', '4', '0', '9|8', '5', '5', '0'])), water)?.reason, 'unclear');
});

test('how sure is sure is a setting', () => {
  const clear = seen(row('00409550'));
  assert.equal(resolveReading(clear, water)?.reason, undefined);
  assert.equal(resolveReading(clear, water, 0.995)?.reason, 'unclear');
});

test('a clear number on a line that hardly is a register is never sure, unless it fits what is known of the meter', () => {
  const printed = seen(row('30730051', { upright: 0.1 }));
  for (const context of [{}, { digits: 8, decimals: 3 }])
    assert.equal(resolveReading(printed, context)?.reason, 'unclear');
  assert.equal(resolveReading(printed, { digits: 8, decimals: 3, last: '30720', most: '31' })?.reason, undefined);
});

test('two models that agree are more certain than one contradicted by the other; one alone is not enough for printed numbers', () => {
  const registerOf = (signs: string) => row(signs, { view: 'as a register', register: true });
  const alone = resolveReading(seen(row('00409550')), water)?.confidence ?? 0;
  const agreed = resolveReading(seen(row('00409550'), registerOf('00409550')), water)?.confidence ?? 0;
  const contradicted = resolveReading(seen(row('00409557'), registerOf('00409550')), { digits: 8, decimals: 3 });
  const doubted = contradicted?.confidence ?? 0;
  assert.ok(contradicted?.reason === 'unclear' && doubted < agreed - 0.2, `${doubted} ${agreed}`);
  assert.ok(Math.abs(agreed - alone) < 0.1);
  assert.equal(resolveReading(seen(row('xxxxxx'), registerOf('00409550')), water), undefined);
});
