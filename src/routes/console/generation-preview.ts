// Console API: the preview of a generation, with the checklist of what to do before it, as codes and values that the
// console puts into words.

import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Amount, Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { loadPayerNames } from '../../invoicing/co-payers.ts';
import { type CheckItem, checkCodes, gravities } from '../../invoicing/generation-checks.ts';
import { generateInvoicesAndApplyCredit } from '../../payments/generate-and-apply-credit.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { apartmentFields, meterUnits } from '../../platform/values/bases.ts';
import { amountFromCents, type Cents, withAmounts } from '../../platform/values/money.ts';
import { meterTypes } from '../../properties/model.ts';
import { findApartmentNames } from '../../properties/property-queries.ts';
import { GenerationBody, GenerationRequestBody, generationBody, generationExample } from '../api/generation-bodies.ts';

const Quantity = (description: string) => Type.Optional(Type.Number({ description, examples: [44] }));

const CheckItemBody = Type.Object({
  apartmentId: Type.Optional(Id),
  apartmentNumber: Type.Optional(Type.String({ examples: ['12'] })),
  meterId: Type.Optional(Id),
  meterType: Type.Optional(OneOf(meterTypes)),
  serialNumber: Type.Optional(Type.String({ examples: ['KV-1021'] })),
  charge: Type.Optional(Type.String({ description: 'The charge’s code.', examples: ['heating'] })),
  field: Type.Optional(OneOf(apartmentFields, { description: 'The field that the apartment lacks.' })),
  unit: Type.Optional(OneOf(meterUnits)),
  quantity: Quantity(
    'What was counted, estimated, or is to be settled; the difference of a main meter; a first reading.',
  ),
  usual: Quantity('What is usual.'),
  comparedWith: Type.Optional(
    OneOf(['earlier', 'building'], {
      description: 'By the meter’s earlier consumption, or that of the building’s others.',
    }),
  ),
  main: Quantity('What the main meter counted.'),
  explained: Quantity('What the apartments’ meters counted.'),
  explainedBy: Type.Optional(Type.Array(OneOf(meterTypes), { description: 'The types of those meters.' })),
  name: Type.Optional(
    Type.String({
      description: 'The name that the PDF cannot show, or the payee of whom nobody said whether it is the sender.',
      examples: ['陈伟'],
    }),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  handedOverOn: Type.Optional({ ...Day, description: 'The day on which the apartment changed hands.' }),
  amount: Type.Optional(Amount('The amount.', -65.8)),
  previous: Type.Optional(Amount('The amount of the period before.', 120.5)),
  split: Type.Optional(
    Type.Object(
      { bill: Amount('To be split.', 1100), invoiced: Amount('On invoices.', 1000), missing: Amount('Not yet.', 0) },
      { description: 'Of a bill that was split with other amounts.' },
    ),
  ),
});

const { warnings: _warnings, ...resultExample } = generationExample;
const previewExample = {
  ...resultExample,
  invoices: [{ status: 'created', amount: 358.94, previous: 341.2, change: 17.74, flagged: false }],
  previousPeriod: { periodStart: '2026-09-01', periodEnd: '2026-09-30' },
  deletedApartments: [],
  checks: [
    {
      code: 'high_consumption',
      gravity: 'review',
      items: [
        {
          apartmentNumber: '12',
          meterType: 'cold_water',
          unit: 'm3',
          quantity: 14.2,
          usual: 3.1,
          comparedWith: 'earlier',
        },
      ],
    },
  ],
};

const preview = operation({
  name: 'previewGeneration',
  route: 'POST /buildings/:id/generation-preview',
  summary: 'Preview the invoices of a period, with a checklist',
  description:
    'A dry run of a generation, which creates nothing. checks groups what prevents it, what is likely wrong and what is unusual by cause, the gravest first; each cause has all of its apartments, meters or charges, the largest deviation first.',
  permission: 'invoices:generate',
  rules: ['only reads', 'bulk'],
  body: Type.Pick(GenerationRequestBody, ['periodStart', 'periodEnd', 'issueDate', 'costs']),
  responses: showsData(
    'The result, and the checklist.',
    Type.Object({
      ...Type.Omit(GenerationBody, ['warnings', 'problems']).properties,
      invoices: Type.Array(
        Type.Object({
          ...GenerationBody.properties.invoices.items.properties,
          payers: Type.Optional(
            Type.Array(Type.String(), {
              description: 'If the residents changed within the period: who pays this invoice.',
              examples: [['Mari Tamm']],
            }),
          ),
        }),
      ),
      deletedApartments: Type.Array(
        Type.Object({
          apartmentId: Id,
          apartmentNumber: Type.String({ examples: ['12'] }),
          previous: Type.Number({ description: 'What was billed for the previous period.', examples: [341.2] }),
        }),
        { description: 'Apartments of the previous period that were deleted since.' },
      ),
      checks: Type.Array(
        Type.Object({ code: OneOf(checkCodes), gravity: OneOf(gravities), items: Type.Array(CheckItemBody) }),
      ),
    }),
    { example: previewExample },
  ),
  errors: ['not_found'],
  openPoints: ['P-36', 'P-92'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const generation = await generateInvoicesAndApplyCredit(scope, { ...body, buildingId: id, dryRun: true });
    const { warnings: _, problems: _problems, ...result } = generationBody(generation);
    const checks = (generation.checks ?? []).map((check) => ({
      ...check,
      items: check.items.map(itemBody),
    }));
    return okResponse({
      ...result,
      invoices: await withPayers(scope, result.invoices),
      deletedApartments: await listDeleted(scope, generation.preflight?.deleted ?? new Map()),
      checks,
    });
  },
});

/** What was billed for deleted apartments, by their numbers. */
async function listDeleted(scope: Scope, deleted: ReadonlyMap<string, Cents>) {
  if (deleted.size === 0) return [];
  const names = await findApartmentNames(scope, [...deleted.keys()]);
  return [...deleted].map(([apartmentId, cents]) => ({
    apartmentId,
    apartmentNumber: names.get(apartmentId)?.apartmentNumber ?? '',
    previous: amountFromCents(cents),
  }));
}

/** Names the payers of invoices of a part of the period. */
async function withPayers<
  Row extends { readonly apartmentId: string; readonly periodStart?: string; readonly periodEnd?: string },
>(scope: Scope, invoices: readonly Row[]): Promise<(Row & { readonly payers?: readonly string[] })[]> {
  const parts = invoices.filter(({ periodStart }) => periodStart !== undefined);
  if (parts.length === 0) return [...invoices];
  const namesOf = await loadPayerNames(
    scope,
    parts.map(({ apartmentId }) => apartmentId),
  );
  return invoices.map((invoice) => {
    const { apartmentId, periodStart, periodEnd } = invoice;
    if (periodStart === undefined || periodEnd === undefined) return invoice;
    return { ...invoice, payers: namesOf(apartmentId, { periodStart, periodEnd }) };
  });
}

/** Exact text and cents become numbers. */
function itemBody({ quantity, usual, main, explained, split, ...item }: CheckItem) {
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    ...withAmounts(item, 'amount', 'previous'),
    quantity: number(quantity),
    usual: number(usual),
    main: number(main),
    explained: number(explained),
    split: split && withAmounts(split, 'bill', 'invoiced', 'missing'),
  };
}

export const generationPreviewOperations = tagged('Invoices', [preview]);
