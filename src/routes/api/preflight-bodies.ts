// Bodies that a dry run of invoice generation adds to the response.

import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import type { AmountChange, Preflight } from '../../invoicing/preflight.ts';
import { problemCodes } from '../../platform/problem-codes.ts';
import { withAmounts } from '../../platform/values/money.ts';

/** The difference of a figure to the previous period, in a dry run. */
export const changeFields = {
  previous: Type.Optional(
    Type.Number({
      description:
        'In a dry run: the value of the previous period. If the residents changed, the invoices of an apartment share its value by their days.',
      examples: [11_020.4],
      'x-open-point': 'P-36',
    }),
  ),
  change: Type.Optional(Type.Number({ description: 'The difference to that.', examples: [1325.27] })),
  flagged: Type.Optional(
    Type.Boolean({
      description:
        'Whether a person should check it: it changed by more than 30 % and by more than 5.00; an apartment as a whole.',
    }),
  ),
};

export const PreflightFields = {
  problems: Type.Optional(
    Type.Array(
      Type.Object({
        code: OneOf(problemCodes, {
          description:
            'Why the generation would be rejected (as in errors of a 422, or bill_already_split, period_closed), or why an apartment is left out.',
          examples: ['apartment_data_missing'],
        }),
        message: Type.String({ examples: ['Apartment 12 has no heated area, needed for "Küte" (heating).'] }),
        stops: Type.Boolean({
          description: 'Whether it blocks the generation; otherwise only the apartment is left out.',
        }),
        charge: Type.Optional(Type.String({ description: 'The charge’s code.', examples: ['heating'] })),
        apartmentId: Type.Optional(Id),
        field: Type.Optional(
          Type.String({ description: 'The field that the apartment lacks.', examples: ['heatedArea'] }),
        ),
      }),
      {
        description: 'In a dry run: all problems that block the generation.',
        'x-open-point': 'P-36',
      },
    ),
  ),
  previousPeriod: Type.Optional(
    Type.Unsafe<{ periodStart: string; periodEnd: string } | null>({
      anyOf: [Type.Object({ periodStart: Day, periodEnd: Day }), Type.Null()],
      description: 'In a dry run: the period of comparison; null if nothing was billed for it.',
      'x-open-point': 'P-36',
    }),
  ),
};

/** The changes of a charge or an apartment as the API shows them. */
export function changeBody(change: AmountChange | undefined) {
  if (change === undefined) return {};
  return withAmounts(change, 'previous', 'change');
}

/** The fields that a dry run adds to the response. */
export function preflightBody(preflight: Preflight | undefined) {
  if (preflight === undefined) return {};
  const problems = preflight.problems.map(({ meterIds: _, split: _split, ...problem }) => problem);
  return { problems, previousPeriod: preflight.previousPeriod };
}
