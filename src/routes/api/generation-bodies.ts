// Bodies of invoice generation in the API. Cents become decimal numbers here.

import { exampleId } from '../../http/openapi/example-values.ts';
import { Amount, Day, Id, Money, OneOf, Type } from '../../http/schemas.ts';
import { billingWarningCodes } from '../../invoicing/billing-warnings.ts';
import type { GenerationResult } from '../../invoicing/generate-invoices.ts';
import type { InvoiceOutcome } from '../../invoicing/planned-invoices.ts';
import { amountFromCents, withAmounts } from '../../platform/values/money.ts';
import { changeBody, changeFields, PreflightFields, preflightBody } from './preflight-bodies.ts';

const CostBody = Type.Object(
  {
    charge: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'The code of a charge with costFrom: supplier_bill.',
      examples: ['heating'],
    }),
    amount: Type.Number({ ...Money, description: 'Net, for the whole building; negative for a credit note.' }),
    quantity: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        multipleOf: 0.000001,
        description: 'The quantity on the bill, for display.',
        examples: [87.31],
      }),
    ),
  },
  {
    description: 'A supplier bill of the period. It is recorded, so a repeat need not include it.',
    'x-open-point': 'P-36',
  },
);

const dryRun = {
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'Dry run: returns the result without creating anything, with all problems at once instead of an error, and with the changes since the previous period. In the query or in the body: true in either place counts.',
      default: false,
      'x-open-point': 'P-36',
    }),
  ),
};
export const GenerationQuery = Type.Object(dryRun);

export const GenerationRequestBody = Type.Object(
  {
    buildingId: Id,
    periodStart: Type.Optional(Day),
    periodEnd: Type.Optional(Day),
    issueDate: Type.Optional({
      ...Day,
      description: 'Default: today in the building’s time zone; at most 366 days ahead.',
      'x-open-point': 'P-36',
    }),
    costs: Type.Optional(Type.Array(CostBody, { maxItems: 1000, description: 'One for each split charge.' })),
    ...dryRun,
  },
  {
    title: 'NewGeneration',
    examples: [
      {
        buildingId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
        periodStart: '2026-10-01',
        periodEnd: '2026-10-31',
        costs: [{ charge: 'heating', amount: 12_345.67, quantity: 87.31 }],
      },
    ],
  },
);

const OutcomeBody = Type.Object({
  apartmentId: Id,
  periodStart: Type.Optional({
    ...Day,
    description: 'If the residents changed within the period: the days of this invoice.',
    'x-open-point': 'P-36',
  }),
  periodEnd: Type.Optional({ ...Day, 'x-open-point': 'P-36' }),
  invoiceId: Type.Optional({ ...Id, description: 'The created or existing invoice; absent in a dry run.' }),
  status: OneOf(['created', 'skipped', 'failed'], {
    description: 'skipped: it already has an invoice of this period, or there is nothing to charge. failed: see code.',
  }),
  amount: Type.Optional(Amount('The invoice’s amount.', 358.94)),
  code: Type.Optional(
    OneOf(['nothing_to_charge', 'period_overlaps', 'reading_missing'], {
      description:
        'reading_missing, in a dry run: a meter needed for the apartment’s charges has no reading, so the amount is unknown. period_overlaps: an invoice of another period covers some of these days; this apartment’s part of the bills stays open.',
    }),
  ),
  message: Type.String({
    description: 'The result as a sentence, and what to do if there is no invoice.',
    examples: ['A draft was created.'],
    'x-open-point': 'P-124',
  }),
  ...changeFields,
});

const ChargeTotalBody = Type.Object({
  code: Type.String({ examples: ['heating'] }),
  bill: Type.Optional(Amount('The supplier bill that was split.', 12_345.67)),
  divided: Type.Optional(
    Amount('The amount that was split, if not the whole bill: less deductions, or a remainder.', 9_876.54),
  ),
  allocated: Amount(
    'The net sum of the positions of all apartments, including failed ones; for a split bill, the amount that was split.',
    12_345.67,
  ),
  vatAmount: Amount('All apartments’ VAT.', 2_962.96),
  invoiced: {
    ...Amount('The net sum of the positions of the created invoices only.', 12_345.67),
    'x-open-point': 'P-124',
  },
  ...changeFields,
});

const WarningBody = Type.Object({
  code: OneOf(billingWarningCodes),
  message: Type.String({ examples: ['Apartment 12, cold water meter: no confirmed reading in the period.'] }),
  apartmentId: Type.Optional({ ...Id, description: 'Absent for a main meter.' }),
  meterId: Type.Optional(Id),
});

/** A generation in the examples: the invoices of a building's October, of which one is shown. */
export const generationExample = {
  created: 60,
  skipped: 0,
  failed: 0,
  total: 60,
  amount: 21_267.87,
  invoices: [{ status: 'created', invoiceId: exampleId('invoice'), amount: 358.94, message: 'A draft was created.' }],
  charges: [
    { code: 'heating', bill: 12_345.67, allocated: 12_345.67, vatAmount: 2_962.96, invoiced: 12_345.67 },
    { code: 'repair_fund', allocated: 2_728.84, vatAmount: 0, invoiced: 2_728.84 },
    { code: 'administration', allocated: 2_605.2, vatAmount: 625.2, invoiced: 2_605.2 },
  ],
  warnings: [],
};
/** The fields of the example that differ if all invoices exist already. */
export const repeatedGeneration = {
  ...generationExample,
  created: 0,
  skipped: 60,
  amount: 0,
  invoices: [
    {
      status: 'skipped',
      invoiceId: exampleId('invoice'),
      amount: 358.94,
      message: 'The apartment already has the invoice of these days. There is nothing to do.',
    },
  ],
  charges: generationExample.charges.map((charge) => ({ ...charge, invoiced: 0 })),
};

export const GenerationBody = Type.Object(
  {
    created: Type.Integer({
      description: 'In a dry run: that would be created, once none of `problems` stops the generation.',
    }),
    skipped: Type.Integer(),
    failed: Type.Integer(),
    total: Type.Integer({
      description: 'The planned number of invoices: one for each apartment, more if its residents changed.',
    }),
    amount: { ...Amount('The sum of the created invoices, with VAT.', 15_308.63), 'x-open-point': 'P-124' },
    periodStart: Day,
    periodEnd: Day,
    issueDate: Day,
    dueDate: Day,
    invoices: Type.Array(OutcomeBody, {
      description:
        'One for each apartment, in the order of their numbers; if the residents changed, one for each of them.',
    }),
    charges: Type.Array(ChargeTotalBody, { description: 'Each charge, summed over the whole building.' }),
    warnings: Type.Array(WarningBody, {
      maxItems: 500,
      description:
        'Warnings about the readings behind the charges. A dry run reports missing readings here; otherwise they are a 422.',
    }),
    ...PreflightFields,
  },
  { title: 'Generation', 'x-open-point': 'P-36', examples: [generationExample] },
);

/** The result of a generation as the API shows it. */
export function generationBody(result: GenerationResult) {
  const { invoices, invoicedCents, charges, warnings, preflight, checks: _, ...generation } = result;
  const made = madeMessage(preflight);
  return {
    ...generation,
    amount: amountFromCents(invoicedCents),
    ...preflightBody(preflight),
    warnings: warnings.map(({ facts: _facts, ...warning }) => warning),
    invoices: invoices.map((outcome) => ({
      ...withAmounts(outcome, 'amount'),
      message: outcomeMessage(outcome, made),
      ...changeBody(preflight?.invoices.get(outcome)),
    })),
    charges: charges.map(({ code, billCents, dividedCents, allocatedCents, vatCents, invoicedCents }) => ({
      code,
      ...(billCents !== undefined && { bill: amountFromCents(billCents) }),
      ...(dividedCents !== undefined && { divided: amountFromCents(dividedCents) }),
      allocated: amountFromCents(allocatedCents),
      vatAmount: amountFromCents(vatCents),
      invoiced: amountFromCents(invoicedCents),
      ...changeBody(preflight?.charges.get(code)),
    })),
  };
}

/** What is said of an invoice that is made, or that a dry run would make. */
function madeMessage(preflight: GenerationResult['preflight']): string {
  if (preflight === undefined) return 'A draft was created.';
  const isStopped = preflight.problems.some(({ stops }) => stops);
  return isStopped
    ? 'An invoice would be created once the problems that stop the generation are solved.'
    : 'An invoice would be created.';
}

function outcomeMessage({ status, code }: Pick<InvoiceOutcome, 'status' | 'code'>, made: string): string {
  if (code !== undefined) return messagesByCode[code];
  if (status === 'created') return made;
  return 'The apartment already has the invoice of these days. There is nothing to do.';
}

const messagesByCode: Readonly<Record<NonNullable<InvoiceOutcome['code']>, string>> = {
  nothing_to_charge:
    'No charge applies to this apartment. If one should, check the charges of the building and the figures of the apartment.',
  period_overlaps:
    'An invoice of another period covers some of these days. Generate a period that does not overlap it, or cancel that invoice first.',
  reading_missing: 'A meter of this apartment has no reading for the period. Submit it, then generate again.',
};
