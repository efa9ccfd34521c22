// match: the pure matcher at two sizes. Linear means that ten times the entries take ten times as long, and not more.

import {
  type Candidate,
  type Candidates,
  decideCredits,
  type IncomingCredit,
  indexCandidates,
} from '../src/payments/statements/import/decide-credits.ts';
import { newId } from '../src/platform/values/ids.ts';
import { makeReference } from '../src/properties/payment-reference.ts';
import { median } from './bench-data.ts';
import type { About, Figure } from './figures.ts';

const sizes = [10_000, 100_000] as const;
const rounds = 3;

export const aboutMatch: About = {
  does: 'The pure matcher, 10,000 and 100,000 entries against as many open invoices; half have their reference in the text. The median of three.',
};

/** Measures both sizes. */
export async function match(): Promise<readonly Figure[]> {
  const perSecond = sizes.map((size) => {
    const candidates = makeCandidates(size);
    const entries = makeEntries(size);
    const took = Array.from({ length: rounds }, () => {
      const began = performance.now();
      const decisions = decideCredits(entries, indexCandidates(candidates));
      const seconds = (performance.now() - began) / 1000;
      if (decisions.some((decision) => decision.kind !== 'pay')) throw new Error('Not every entry was matched.');
      return seconds;
    });
    return size / median(took);
  });
  const [small = 0, large = 1] = perSecond;
  return [
    { what: '100,000 entries', figure: large, unit: '/s' },
    {
      what: 'time for ten times the entries',
      figure: (10 * small) / large,
      unit: '×',
      aim: { of: 'figure', max: 15 },
    },
  ];
}

function makeCandidates(size: number): Candidates {
  const invoices = Array.from({ length: size }, (_, index): Candidate => {
    const permanentReference = makeReference(index + 1);
    return {
      id: newId(),
      number: `2026-${index}`,
      reference: permanentReference,
      permanentReference,
      apartmentId: String(index),
      buildingId: 'house',
      currency: 'EUR',
      dueDate: '2026-10-15',
      balance: 12_345,
      iban: null,
    };
  });
  return { invoices, apartments: [], knownPayers: new Map(), manualPayments: [] };
}

/** Every second entry has its reference in the text. */
function makeEntries(size: number): IncomingCredit[] {
  return Array.from({ length: size }, (_, index) => {
    const reference = makeReference(index + 1);
    const inText = index % 2 === 0;
    return {
      account: '',
      currency: 'EUR',
      amount: 12_345,
      bookedOn: '2026-11-10',
      references: inText ? [] : [reference],
      text: inText ? `Korter ${index}, oktoober, viitenumber ${reference}` : 'Arve',
      payerName: 'Mari Tamm',
      payerIban: 'EE471000001020145685',
      sharedPayer: false,
      hold: null,
    };
  });
}
