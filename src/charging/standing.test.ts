// Tests of what stands: in random orders of invoices, settlements and credit notes over several meters nothing changes
// its sign, a settlement that is repeated adds nothing, and all that stands can be credited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runAtOnce } from '../platform/processes/steps.ts';
import type { ChargedAmount } from './charge-ledger-queries.ts';
import { calculateSettlement } from './metered/segments.ts';
import { amountLeft, type ChargedDays, groupBySubject, listOverdrawn, sumCreditable, takeCredit } from './standing.ts';

const meters = ['a', 'b', 'c'];
const days = { periodStart: '2026-09-01', periodEnd: '2026-09-30' };
const subjectOf = (meterId: string) => ({
  apartmentId: 'home',
  meterId,
  isShare: false,
  charge: 'water',
  vatRate: '24',
});

/** Nothing of it was charged yet. */
const uncharged = (meterId: string): ChargedAmount => ({
  ...{ ...subjectOf(meterId), ...days },
  ...{ amount: 0, vatAmount: 0, credited: 0, creditedVat: 0, first: 0 },
});

/** A position: what it charges of each meter, and how much of it was credited. */
type Charged = { readonly rows: { readonly meterId: string; readonly amount: number }[]; credited: number };

/** Brings what is charged of each meter to what is due, as one position. */
function settleAll(subjects: ReadonlyMap<string, ChargedDays>, dues: readonly number[]): Charged {
  const rows = [...subjects].map(([meterId, subject], index) => {
    const { amount: billed, credited } = subject;
    const amount = calculateSettlement({ due: dues[index] ?? 0, billed, credited });
    subject.amount += amount;
    if (subject.first === 0) Object.assign(subject, { first: amount });
    return { meterId, amount };
  });
  return { rows, credited: 0 };
}

/** Credits a part of what can be credited of a position. */
function credit(subjects: ReadonlyMap<string, ChargedDays>, position: Charged, part: number): void {
  const amount = position.rows.reduce((sum, row) => sum + row.amount, 0);
  const sign = Math.sign(amount);
  const rows = position.rows.map((row) => ({ subject: subjects.get(row.meterId), amount: row.amount, vatAmount: 0 }));
  const most = Math.max(0, Math.min(sign * (amount - position.credited), sumCreditable(rows, sign).net));
  const net = Math.floor((most * part) / 100);
  const given = takeCredit(rows, { net, vat: 0, sign });
  const sum = given.reduce((all, row) => all + row.net, 0);
  assert.ok(sum === sign * net, 'the parts add up');
  position.credited += sign * net;
}

const step = fc.oneof(
  fc.record({ dues: fc.array(fc.nat(4000), { minLength: 3, maxLength: 3 }) }),
  fc.record({ position: fc.nat(9), part: fc.constantFrom(100, 100, 50, 7) }),
);

test('whatever is charged, settled and credited, no standing amount changes its sign, and nothing is settled twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { minLength: 2, maxLength: 12 }), (count, steps) => {
      const subjects = new Map<string, ChargedDays>(meters.slice(0, count).map((id) => [id, uncharged(id)]));
      const positions: Charged[] = [];
      for (const happening of steps) {
        if ('dues' in happening) {
          positions.push(settleAll(subjects, happening.dues));
          const again = settleAll(subjects, happening.dues);
          assert.ok(
            again.rows.every(({ amount }) => amount === 0),
            'the same once more changes nothing',
          );
        } else {
          const position = positions[happening.position % Math.max(1, positions.length)];
          if (position !== undefined) credit(subjects, position, happening.part);
        }
        for (const subject of subjects.values()) assert.ok(amountLeft(subject) >= 0, JSON.stringify(subject));
        assert.deepEqual(listOverdrawn([...subjects.values()]), []);
      }
    }),
    { numRuns: 2000 },
  );
});

test('what is due is charged to the cent while nothing is credited, and all of it can be credited', () => {
  const all = fc.array(fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(all, (rounds) => {
      const subjects = new Map<string, ChargedDays>(meters.map((id) => [id, uncharged(id)]));
      const positions = rounds.map((dues) => {
        const position = settleAll(subjects, dues);
        assert.deepEqual([...subjects.values()].map(amountLeft), dues);
        return position;
      });
      // A position that gives back and adds at once comes to less than it adds: settlements keep these apart, by meter
      // here.
      for (const { rows } of positions.toReversed())
        for (const row of rows.filter(({ amount }) => amount > 0)) credit(subjects, { rows: [row], credited: 0 }, 100);
      assert.deepEqual([...subjects.values()].map(amountLeft), [0, 0, 0]);
    }),
    { numRuns: 500 },
  );
});

test('days that touch each other stand together, others by themselves', () => {
  const row = (periodStart: string, periodEnd: string, amount: number): ChargedAmount => ({
    ...uncharged('a'),
    ...{ periodStart, periodEnd, amount, first: amount },
  });
  const find = runAtOnce(
    groupBySubject([
      row('2026-09-16', '2026-09-30', -5),
      row('2026-09-01', '2026-09-30', 30),
      row('2026-10-01', '2026-10-31', 7),
    ]),
  );
  assert.equal(find(subjectOf('a'), { periodStart: '2026-09-01', periodEnd: '2026-09-10' })?.amount, 25);
  assert.equal(find(subjectOf('a'), { periodStart: '2026-10-05', periodEnd: '2026-10-05' })?.amount, 7);
  assert.equal(find(subjectOf('b'), days), undefined);
});
