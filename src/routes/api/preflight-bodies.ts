// Preflight bodies: what a dry run of a generation adds to its answer.

import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import type { AmountChange, Preflight } from '../../invoicing/preflight.ts';
import { problemCodes } from '../../platform/problem-codes.ts';
import { amountFromCents } from '../../platform/values/money.ts';

/** How a figure differs from that of the period before; of a dry run. */
export const changeFields = {
  previous: Type.Optional(
    Type.Number({
      description: 'In a dry run: the same of the period before.',
      examples: [11_020.4],
      'x-open-point': 'P-36',
    }),
  ),
  change: Type.Optional(Type.Number({ description: 'What it is more or less than that.', examples: [1325.27] })),
  flagged: Type.Optional(
    Type.Boolean({ description: 'Whether a person should look: it changed by more than 30 % and by more than 5.00.' }),
  ),
};

export const PreflightFields = {
  problems: Type.Optional(
    Type.Array(
      Type.Object({
        code: OneOf(problemCodes, {
          description:
            'What the generation would be refused for (as in errors of a 422, or bill_already_split, period_closed), or what leaves an apartment out.',
          examples: ['apartment_data_missing'],
        }),
        message: Type.String({ examples: ['Apartment 12 has no heated area, needed for "Küte" (heating).'] }),
        stops: Type.Boolean({
          description: 'Whether nothing is made until it is mended; otherwise only the apartment is left out.',
        }),
        charge: Type.Optional(Type.String({ description: 'The charge’s code.', examples: ['heating'] })),
        apartmentId: Type.Optional(Id),
        field: Type.Optional(Type.String({ description: 'What the apartment lacks.', examples: ['heatedArea'] })),
      }),
      {
        description: 'Of a dry run: everything that stands against the generation, all at once.',
        'x-open-point': 'P-36',
      },
    ),
  ),
  previousPeriod: Type.Optional(
    Type.Unsafe<{ periodStart: string; periodEnd: string } | null>({
      anyOf: [Type.Object({ periodStart: Day, periodEnd: Day }), Type.Null()],
      description: 'Of a dry run: the period that is compared with; null when nothing was billed for it.',
      'x-open-point': 'P-36',
    }),
  ),
};

/** The changes of a charge or an apartment, as they are shown. */
export function changeBody(change: AmountChange | undefined) {
  if (change === undefined) return {};
  return {
    previous: amountFromCents(change.previous),
    change: amountFromCents(change.change),
    flagged: change.flagged,
  };
}

/** What a preflight adds to the answer. */
export function preflightBody(preflight: Preflight | undefined) {
  return preflight === undefined ? {} : { problems: preflight.problems, previousPeriod: preflight.previousPeriod };
}
