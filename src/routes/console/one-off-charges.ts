// Console API: one-off charges and credits of single apartments, for their next invoice.

import {
  createdResponse,
  noContentAfter,
  operation,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, inRange, Money, Text, Type } from '../../http/schemas.ts';
import type { OneOffCharge } from '../../invoicing/model.ts';
import { oneOffOrders } from '../../invoicing/one-off-charge-queries.ts';
import { addOneOffs, listOneOffs, removeOneOff } from '../../invoicing/one-off-charges.ts';
import { decimalRanges } from '../../platform/values/decimal.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { consoleBase } from './base-path.ts';

const sortable = Object.keys(oneOffOrders);

const maxCharges = 10_000;

const writtenFields = {
  description: Text(200, { description: 'The text on the invoice.', examples: ['Võtme asendamine'] }),
  amount: { ...Money, description: 'Net; negative is a credit.', examples: [15] },
  dueFrom: { ...Day, description: 'Invoices of periods that end before this day do not include it.' },
};
const vatRate = Type.Number({ ...inRange(decimalRanges.vatRate), description: 'Percent.', examples: [24] });

const optionalRate = Type.Optional({ ...vatRate, default: 0 });

const OneOffBody = Type.Object({
  id: Id,
  buildingId: Id,
  apartmentId: Id,
  ...writtenFields,
  vatRate,
  invoiceId: Type.Unsafe<string | null>({
    ...Id,
    type: ['string', 'null'],
    description: 'The invoice that includes it; null while there is none, cancelled ones not counted.',
  }),
  createdAt: Instant,
  updatedAt: Instant,
});

const list = operation({
  name: 'listOneOffs',
  route: 'GET /buildings/:id/one-offs',
  summary: 'List one-off charges and credits',
  description: 'One-off charges and credits of single apartments, each with its invoice.',
  permission: 'books:read',
  query: Type.Object({
    apartmentId: Type.Optional(Id),
    billed: Type.Optional(Type.Boolean({ description: 'Whether an invoice includes it.' })),
    ...pagingQuery(sortable),
  }),
  responses: showsPage('A page of one-off charges and credits.', OneOffBody),
  openPoints: ['P-32'],
  handle: async (scope, { path, params: { id: buildingId = '' }, query }) => {
    await getBuilding(scope, buildingId);
    return pageResponse(scope, { path, query }, sortable, async (page) =>
      (await listOneOffs(scope, { ...query, buildingId }, page)).map(oneOffBody),
    );
  },
});

const add = operation({
  name: 'addOneOff',
  route: 'POST /buildings/:id/one-offs',
  summary: 'Charge or credit an apartment once',
  description:
    'The apartment’s next invoice includes it, once. If that invoice is cancelled, the following one includes it. A credit that would make the invoice negative waits. If the residents changed, it goes to those who had the apartment on the day it is due from.',
  permission: 'invoices:generate',
  body: Type.Object({ apartmentId: Id, ...writtenFields, vatRate: optionalRate }),
  responses: showsNew('The one-off charge, waiting for the next invoice.', OneOffBody),
  errors: ['not_found'],
  openPoints: ['P-32'],
  handle: async (scope, { params: { id = '' }, body: { apartmentId, ...body } }) => {
    const [charge] = await addOneOffs(scope, id, { ...body, apartmentIds: [apartmentId] });
    return createdResponse(charge && oneOffBody(charge), `${consoleBase}/buildings/${id}/one-offs`);
  },
});

const addMany = operation({
  name: 'addOneOffs',
  route: 'POST /buildings/:id/one-offs/bulk',
  summary: 'Charge or credit several apartments once',
  description: 'The same for each of them, all or none. A repeated apartment counts once.',
  permission: 'invoices:generate',
  rules: ['bulk'],
  body: Type.Object({
    apartmentIds: Type.Array(Id, { minItems: 1, maxItems: maxCharges }),
    ...writtenFields,
    vatRate: optionalRate,
  }),
  responses: showsNew(
    'The one-off charges, waiting for the next invoices, in the order of their apartments.',
    Type.Array(OneOffBody),
  ),
  errors: ['not_found'],
  openPoints: ['P-32'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const charges = await addOneOffs(scope, id, body);
    return createdResponse(charges.map(oneOffBody), `${consoleBase}/buildings/${id}/one-offs`);
  },
});

const remove = operation({
  name: 'deleteOneOff',
  route: 'DELETE /one-offs/:id',
  summary: 'Delete a one-off charge or credit',
  description: 'Rejected if an invoice includes it, unless that is cancelled.',
  permission: 'invoices:generate',
  responses: showsNothing('Gone.'),
  errors: ['one_off_billed'],
  openPoints: ['P-32'],
  handle: noContentAfter(removeOneOff),
});

export const oneOffChargeOperations = tagged('Invoices', [list, add, addMany, remove]);

function oneOffBody<O extends OneOffCharge>({ amount, vatRate, ...oneOff }: O) {
  return { ...oneOff, amount: amountFromCents(amount), vatRate: Number(vatRate) };
}
