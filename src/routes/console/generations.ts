// Console API: the invoices of a month for many buildings at once.
import { bulkBody, bulkResponses, makeItemHandler } from '../../http/bulk-items.ts';
import { operation, tagged } from '../../http/operation.ts';
import { Type } from '../../http/schemas.ts';
import { generateInvoicesAndApplyCredit } from '../../payments/generate-and-apply-credit.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { GenerationBody, GenerationRequestBody } from '../api/generation-bodies.ts';

/** A generation takes longer than any other item. */
const maxBuildings = 20;

const BuildingGeneration = Type.Omit(GenerationRequestBody, ['dryRun', 'costs'], { title: 'BuildingGeneration' });

const generateItems = makeItemHandler({
  schema: BuildingGeneration,
  create: async (scope, item) => {
    const { created, invoicedCents } = await generateInvoicesAndApplyCredit(scope, item);
    return { id: item.buildingId, invoices: created, amount: amountFromCents(invoicedCents) };
  },
  lockOrder: ({ buildingId }) => buildingId.toLowerCase(),
});

const generateMany = operation({
  name: 'generateInvoicesOfBuildings',
  route: 'POST /invoices/generations/bulk',
  summary: 'Generate the invoices of many buildings',
  description: `For up to ${maxBuildings} buildings, each as if generated alone: one that is rejected does not stop the others. The result of each has its building as the id, and how many drafts were created, or its problem. A repeat creates only missing invoices.`,
  permission: 'invoices:generate',
  rules: ['bulk'],
  body: bulkBody(BuildingGeneration, 'NewGenerations', maxBuildings),
  responses: bulkResponses('building', {
    invoices: Type.Integer({ description: 'The number of invoices that were created.', examples: [60] }),
    amount: GenerationBody.properties.amount,
  }),
  openPoints: ['P-36', 'P-114'],
  handle: (scope, { body }) => generateItems(scope, body.items),
});

export const generationOperations = tagged('Invoices', [generateMany]);
