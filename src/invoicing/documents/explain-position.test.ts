// Tests of how amounts are explained: each kind of calculation in rows that can be followed by hand; an unknown kind
// does not break a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heating, makePosition } from '../../../test/document-fixture.ts';
import type { Calculation } from '../../charging/calculation.ts';
import { languages } from '../../platform/values/languages.ts';
import { explainPosition } from './explain-position.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const rows = (calculation: unknown, more: Parameters<typeof makePosition>[0] = {}) =>
  explainPosition(makePosition({ ...more, calculation: calculation as Calculation }), 'en', 'EUR').rows.map((row) =>
    plain([row.figure, row.note].filter(Boolean).join(' | ')),
  );

test('a price is quantity × price, in cents', () => {
  assert.deepEqual(rows(makePosition().calculation), ['54.3 m² × €0.35 = €19.005', '€19.01']);
});

test('a coefficient and the days of a tariff come before the price', () => {
  const calculation = {
    ...makePosition().calculation,
    figure: '36.2',
    coefficient: '1.5',
    tariff: { from: '2026-10-01', to: '2026-10-12', days: 12, of: 31 },
    raw: '7.356774',
    rounded: 7.36,
  };
  assert.deepEqual(rows(calculation, { amount: 736 }), [
    '01 Oct 2026 – 12 Oct 2026 | 12 of 31 days',
    '36.2 × 1.5 = 54.3 m²',
    '54.3 m² × €0.35 × 12 / 31 = €7.356774',
    '€7.36',
  ]);
  const used = { ...calculation, tariff: { ...calculation.tariff, used: '20' }, raw: '7' };
  assert.ok(rows(used).includes('20.0 m² × €0.35 = €7.00'));
});

test('both readings of a meter are shown with their days, and an estimate is marked', () => {
  const reading = {
    meterId: 'm',
    serialNumber: '34303425',
    unit: 'm3',
    start: '409.123',
    startOn: '2026-09-30',
    end: '412.337',
    endOn: '2026-10-31',
    consumption: '3.214',
    estimated: true,
  };
  const [first, second] = rows({
    ...makePosition().calculation,
    readings: [reading, { ...reading, startOn: undefined, estimated: false }],
  });
  assert.equal(first, '412.337 (31 Oct 2026) − 409.123 (30 Sept 2026) = 3.214 m³ | estimated, no confirmed reading');
  assert.equal(second, '412.337 (31 Oct 2026) − 409.123 (initial reading) = 3.214 m³');
});

test('a value that nobody read is said to be calculated by days, and between which readings, in every language', () => {
  const between = { from: '2026-08-31', to: '2026-10-31' };
  const reading = {
    ...{ meterId: 'm', unit: 'm3', start: '66.9', startOn: '2026-09-15', startBetween: between },
    ...{ end: '70.1', endOn: '2026-09-30', endBetween: between, consumption: '3.2', estimated: false },
  };
  const calculation = { ...makePosition().calculation, readings: [reading] } as unknown as Calculation;
  const notes = languages.map(
    (language) => explainPosition(makePosition({ calculation }), language, 'EUR').rows[0]?.note,
  );
  assert.deepEqual(notes, [
    '15.09.2026, 30.09.2026: arvutatud päevade järgi 31.08.2026 ja 31.10.2026 näitude vahel',
    '15 Sept 2026, 30 Sept 2026: calculated by days between the readings of 31 Aug 2026 and 31 Oct 2026',
    '15.09.2026, 30.09.2026: aprēķināts pēc dienām starp 31.08.2026 un 31.10.2026 rādījumiem',
    '2026-09-15, 2026-09-30: apskaičiuota pagal dienas tarp 2026-08-31 ir 2026-10-31 rodmenų',
    '15.09.2026, 30.09.2026: рассчитано по дням между показаниями от 31.08.2026 и 31.10.2026',
  ]);
});

test('days that are settled show what was counted, what was billed of it before, and why the two differ', () => {
  const settlement = {
    ...{ method: 'settlement', basis: 'meter', from: '2026-09-01', to: '2026-09-30', unit: 'm3', unitPrice: '1' },
    ...{ counted: '15', billedBefore: '30', quantity: '-15', raw: '15', rounded: 15, before: 30, after: 15 },
  };
  const reading = { meterId: 'm', unit: 'm3', start: '0', end: '15', endOn: '2026-09-30', consumption: '15' };
  assert.deepEqual(rows({ ...settlement, why: 'corrected', readings: [reading] }, { amount: -1500 }), [
    '15.000 (30 Sept 2026) − 0.000 (initial reading) = 15.000 m³',
    '01 Sept 2026 – 30 Sept 2026 | a reading or the meter’s details were corrected',
    '15.000 m³',
    '30.000 m³',
    '15.000 m³ − 30.000 m³ = −15.000 m³',
    '15.000 m³ × €1.00 = €15.00',
    '€15.00 − €30.00 = −€15.00',
  ]);
  const limited = rows({ ...settlement, why: 'estimated', isLimited: true, after: 20 }, { amount: -1000 });
  assert.equal(limited.at(-1), '−€10.00');
  const late = { ...settlement, why: 'not_billed', billedBefore: '0', before: 0 };
  assert.deepEqual(rows(late, { amount: 1500 }), [
    '01 Sept 2026 – 30 Sept 2026 | these days were not billed yet',
    '15.000 m³ × €1.00 = €15.00',
  ]);
});

test('a correction shows for each segment of days the consumption now, what was billed before, and why, and then the sum', () => {
  const days = {
    from: '2026-09-01',
    to: '2026-09-30',
    why: 'estimated',
    unit: 'm3',
    unitPrice: '2',
    coefficient: '0.5',
  };
  const first = { ...days, counted: '12', billedBefore: '15', quantity: '-3', raw: '12', rounded: 12, before: 15 };
  const second = {
    from: '2026-10-01',
    to: '2026-10-31',
    why: 'corrected',
    unit: 'm3',
    counted: '4',
    billedBefore: '3',
    quantity: '1',
  };
  const difference = {
    method: 'difference',
    unit: 'apartment',
    invoiceNumber: 'A-1',
    raw: '-3',
    before: 15,
    after: 12,
  };
  assert.deepEqual(rows({ ...difference, correctedDays: [first, second] }, { amount: -300 }), [
    '01 Sept 2026 – 30 Sept 2026 | the billed amount was an estimate',
    '12.000 m³',
    '15.000 m³',
    '12.000 m³ − 15.000 m³ = −3.000 m³',
    '12.000 m³ × 0.5 × €2.00 = €12.00',
    '€12.00 − €15.00 = −€3.00',
    '01 Oct 2026 – 31 Oct 2026 | a reading or the meter’s details were corrected',
    '4.000 m³',
    '3.000 m³',
    '4.000 m³ − 3.000 m³ = 1.000 m³',
    '€12.00 − €15.00 = −€3.00',
    '−€3.00',
  ]);
  const limited = rows({ ...difference, raw: '-1', after: 14, isLimited: true }, { amount: -100 });
  assert.deepEqual(limited.slice(0, 2), ['€14.00 − €15.00 = −€1.00', '−€1.00']);
});

test('days in a description are written as each language writes them', () => {
  const position = makePosition({ description: 'Pesukoda (2026-09-01 – 2026-09-30)' });
  const titles = languages.map((language) => explainPosition(position, language, 'EUR').title);
  assert.deepEqual(
    titles,
    [
      '01.09.2026 – 30.09.2026',
      '01 Sept 2026 – 30 Sept 2026',
      '01.09.2026 – 30.09.2026',
      '2026-09-01 – 2026-09-30',
      '01.09.2026 – 30.09.2026',
    ].map((days) => `Pesukoda (${days})`),
  );
  for (const plain of ['Pesukoda (soe)', 'Pesukoda', '2026-09-01 – 2026-09-30'])
    assert.equal(explainPosition(makePosition({ description: plain }), 'et', 'EUR').title, plain, plain);
});

test('a register that rolled over adds up and is marked', () => {
  const reading = { meterId: 'm', unit: 'm3', start: '998.4', end: '1.25', endOn: '2026-10-31', consumption: '2.85' };
  const more = { ...reading, estimated: true };
  const shown = rows({ ...makePosition().calculation, readings: [reading, more, { ...reading, consumption: '7' }] });
  assert.deepEqual(shown.slice(0, 3), [
    '1.250 (31 Oct 2026) + 1,000.000 − 998.400 (initial reading) = 2.850 m³ | the register rolled over',
    '1.250 (31 Oct 2026) + 1,000.000 − 998.400 (initial reading) = 2.850 m³ | estimated, no confirmed reading; the register rolled over',
    '1.250 (31 Oct 2026) − 998.400 (initial reading) = 7.000 m³',
  ]);
});

test('a cent of the own days is explained by the payers of the apartment, not by the other apartments', () => {
  const share = { whole: 208.82, from: '2026-10-21', to: '2026-10-31', by: 'days', part: '11', of: '31' };
  const shown = rows(
    { ...heating.calculation, share: { ...share, raw: '74.097419', wholeCents: 74.09, remainderCent: 1 } },
    { amount: 7410 },
  );
  assert.deepEqual(shown.slice(-2), [
    '€208.82 × 11 / 31 = €74.097419 | 21 Oct 2026 – 31 Oct 2026',
    '€74.09 + €0.01 = €74.10 | +€0.01 rounding, so that the shares of all residents of the apartment add up',
  ]);
});

test('for a bill split by consumption all consumption comes before the share, and a fallback basis is named', () => {
  const split = { ...heating.calculation, unit: 'MWh', numerator: '0', denominator: '12.5' };
  const toDate = { since: '2026-01-01', counted: '1.2', before: '1.6', now: '0' };
  assert.deepEqual(rows({ ...split, toDate }).slice(0, 3), ['1.200 MWh', '1.600 MWh', '0.000 MWh']);
  const instead = { ...heating.calculation, instead: 'heated_area', toDate };
  assert.deepEqual(rows(instead)[2], '54.3 m² / 3,210.4 m² | used because the meters showed no consumption');
});

test('the area or share behind an amount is named', () => {
  const labels = (position: Parameters<typeof explainPosition>[0], language: 'en' | 'et' = 'en') =>
    explainPosition(position, language, 'EUR').rows.map((row) => row.label);
  assert.equal(labels(makePosition())[0], 'Quantity × price (area)');
  assert.equal(labels(heating)[2], 'Your share (heated area)');
  assert.equal(labels(heating, 'et')[2], 'Teie osa (köetav pind)');
  const [metered, instead] = [{ ...heating.calculation, basis: 'meter' }, { instead: 'area' }];
  assert.equal(labels({ ...heating, calculation: metered as Calculation })[2], 'Your share');
  assert.equal(labels({ ...heating, calculation: { ...metered, ...instead } as Calculation })[2], 'Your share (area)');
});

test('no decimal of a quantity is left out', () => {
  const calculation = {
    ...makePosition().calculation,
    figure: '0.285231',
    coefficient: '0.333',
    quantity: '0.094981923',
  };
  assert.equal(rows(calculation)[0], '0.285231 × 0.333 = 0.094981923 m²');
});

test('a one-off charge shows its amount, and nothing about rounding', () => {
  const oneOff = { id: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99', dueFrom: '2026-10-05' };
  const figures = { method: 'one_off', basis: 'fixed', unit: 'apartment', quantity: '1', unitPrice: '15', raw: '15' };
  assert.deepEqual(rows({ ...figures, rounded: 15, oneOff }, { amount: 1500 }), ['€15.00']);
});

test('late interest shows the open amount, the rate and the days of each overdue invoice', () => {
  const days = [
    { from: '2026-10-16', to: '2026-10-20', days: 5, principal: 552.71, percentPerDay: 0.05 },
    { from: '2026-10-21', to: '2026-10-31', days: 11, principal: 52.71, percentPerDay: 0.05 },
  ];
  const overdue = [{ invoiceId: 'i', invoiceNumber: 'K-1', days, raw: '1.67168', rounded: 1.67 }];
  const figures = { method: 'late_interest', basis: 'fixed', unit: 'apartment', raw: '1.67', rounded: 1.67 };
  assert.deepEqual(rows({ ...figures, overdue }, { amount: 167 }), [
    '€552.71 × 0.05 % × 5 | 16 Oct 2026 – 20 Oct 2026',
    '€52.71 × 0.05 % × 11 → €1.67168 | 21 Oct 2026 – 31 Oct 2026',
    '€1.67',
  ]);
});

test('what is counted in words has them in their right form', () => {
  const equal = { ...heating.calculation, basis: 'equal', unit: 'apartment', numerator: '1', denominator: '60' };
  const figuresIn = (language: 'en' | 'et' | 'ru') =>
    explainPosition({ ...heating, calculation: equal as Calculation }, language, 'EUR').rows[2]?.figure;
  assert.equal(plain(figuresIn('et') ?? ''), '1 korter / 60 korterit');
  assert.equal(plain(figuresIn('en') ?? ''), '1 apartment / 60 apartments');
  assert.equal(plain(figuresIn('ru') ?? ''), '1 квартира / 60 квартир');
});

test('a share of a bill shows the bill, deductions, the share, and the cent of the rounding rule', () => {
  assert.deepEqual(rows(heating.calculation, { amount: 20_882 }), [
    '€12,345.67',
    '€12,345.67 / 87.310 MWh ≈ €141.40/MWh',
    '54.3 m² / 3,210.4 m²',
    '€12,345.67 × 54.3 m² / 3,210.4 m² = €208.812852',
    '€208.81 + €0.01 = €208.82 | +€0.01 rounding, so that all shares add up to the bill',
  ]);
  const without = { ...heating.calculation, billUnit: undefined };
  assert.equal(rows(without, { amount: 20_882 })[1], '€12,345.67 / 87.31 ≈ €141.40', 'no unit is guessed');
  const down = { ...heating.calculation, raw: '208.816041', remainderCent: 0 };
  assert.equal(rows(down, { amount: 20_881 }).at(-1), '€208.81 | rounded down, so that all shares add up to the bill');
  const half = { ...down, raw: '1.335', wholeCents: 1.33 };
  assert.match(rows(half, { amount: 133 }).at(-1) ?? '', /rounded down/, 'and half a cent, whatever its binary form');
  const deducted = { ...heating.calculation, deductions: [{ charge: 'hot_water', amount: 345.67 }], divided: 12_000 };
  assert.deepEqual(rows(deducted).slice(2, 4), ['−€345.67', '€12,000.00']);
  assert.ok(rows(deducted).some((row) => row.startsWith('€12,000.00 × 54.3')));
});

test('the remainder of a main meter is calculated before it is divided', () => {
  const remainder = { main: '512.4', explained: '517.795', quantity: '-5.395', unit: 'm3', unitPrice: '2.28' };
  const found = rows(
    { ...heating.calculation, billQuantity: undefined, bill: -12.3, remainder, remainderCent: -1, wholeCents: -0.4 },
    { amount: -41 },
  );
  const why = 'the apartments’ meters counted more than the main meter: the difference is credited';
  assert.deepEqual(found.slice(0, 4), ['512.400 m³', '517.795 m³', `−5.395 m³ × €2.28 | ${why}`, '−€12.30']);
  const positive = { ...remainder, explained: '510.4', quantity: '2' };
  assert.equal(
    rows({ ...heating.calculation, billQuantity: undefined, bill: 4.56, remainder: positive })[2],
    '2.000 m³ × €2.28',
  );
  assert.ok(found.at(-1)?.startsWith('−€0.40 − €0.01 = −€0.41'));
  const again = { ...remainder, billedBefore: '2.5', before: 5.7 };
  const settled = rows({ ...heating.calculation, billQuantity: undefined, bill: -18, remainder: again });
  assert.equal(settled[3], '2.500 m³, €5.70', 'what was billed of it before');
});

test('an unknown kind shows the amount and breaks nothing, in any language', () => {
  for (const language of languages)
    for (const calculation of [{}, { method: 'oracle', wisdom: { deep: true } }, { method: 'split' }]) {
      const { rows } = explainPosition(
        makePosition({ calculation: calculation as unknown as Calculation }),
        language,
        'SEK',
      );
      assert.equal(rows.length, 1, `${language}, ${JSON.stringify(calculation)}`);
      assert.match(
        plain(rows[0]?.figure ?? ''),
        /^(SEK )?19[.,]01( SEK)?$/,
        `${language}, ${JSON.stringify(calculation)}`,
      );
    }
});
