// Console API: receivables by age, and the account of one apartment.

import type { AgedBalance } from '../../accounting/model.ts';
import { type ApartmentAccount, getApartmentAccount, listAgedBalances } from '../../accounting/receivables.ts';
import { DataOf, okResponse, operation } from '../../http/operation.ts';
import { Day, Id, Money, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';

const AgingBody = Type.Object({
  buildingId: Id,
  building: Type.String(),
  apartmentId: Id,
  number: Type.String(),
  currency: Type.String(),
  notDue: Type.Number({ description: 'Open and not due yet.' }),
  to30: Type.Number({ description: 'Due for 1 to 30 days.' }),
  to60: Type.Number({ description: 'Due for 31 to 60 days.' }),
  to90: Type.Number({ description: 'Due for 61 to 90 days.' }),
  over90: Type.Number({ description: 'Due for more than 90 days.' }),
  total: Money,
  credit: Type.Number({ description: 'Unallocated credit of the apartment.' }),
  daysLate: Type.Integer({ description: 'Days overdue of the oldest open invoice.' }),
});
const AccountBody = Type.Object({
  apartmentId: Id,
  buildingId: Id,
  number: Type.String(),
  currency: Type.String(),
  from: Day,
  to: Day,
  opening: Type.Number({ description: 'The debt at the start of the first day; negative: paid in advance.' }),
  closing: Type.Number({ description: 'The debt at the end of the last day.' }),
  entries: Type.Array(
    Type.Object({
      kind: OneOf(['invoice', 'payment', 'refund']),
      id: Id,
      text: Nullable(Type.String({ description: 'The invoice number, the payer, or the note of a refund.' })),
      on: Day,
      amount: Type.Number({
        description: 'An invoice or a refund increases the debt; a payment reduces it.',
      }),
      balance: Type.Number({ description: 'The debt after this entry.' }),
    }),
  ),
});

const aging = operation({
  name: 'listAging',
  method: 'GET',
  path: '/aging',
  tag: 'Books',
  summary: 'List receivables by age',
  description:
    'Open sent invoices by apartment and days overdue, in the building’s time zone, and the credit of apartments, also of those without debt. For all buildings, or one.',
  permission: 'books:read',
  query: Type.Object({ buildingId: Type.Optional(Id) }),
  responses: {
    200: { description: 'Apartments with an open amount or credit.', schema: DataOf(Type.Array(AgingBody)) },
  },
  errors: ['not_found'],
  openPoints: ['P-13'],
  handle: async (scope, { query }) => okResponse((await listAgedBalances(scope, query.buildingId)).map(agingBody)),
});

const account = operation({
  name: 'getApartmentAccount',
  method: 'GET',
  path: '/buildings/:id/apartments/:aptId/account',
  tag: 'Books',
  summary: 'Fetch the account of an apartment',
  description:
    'Invoices and payments of the apartment in a range of days, with the balance after each entry. Default: this year; at most ten years.',
  permission: 'books:read',
  query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
  responses: { 200: { description: 'The account.', schema: DataOf(AccountBody) } },
  errors: [],
  openPoints: ['P-13'],
  requireObject: (scope, { id = '' }) => getBuilding(scope, id),
  handle: async (scope, { params, query }) => {
    const { id: buildingId = '', aptId: apartmentId = '' } = params;
    return okResponse(accountBody(await getApartmentAccount(scope, { buildingId, apartmentId }, query)));
  },
});

function agingBody(agedBalance: AgedBalance) {
  return {
    ...agedBalance,
    notDue: amountFromCents(agedBalance.notDue),
    to30: amountFromCents(agedBalance.to30),
    to60: amountFromCents(agedBalance.to60),
    to90: amountFromCents(agedBalance.to90),
    over90: amountFromCents(agedBalance.over90),
    total: amountFromCents(agedBalance.total),
    credit: amountFromCents(agedBalance.credit),
  };
}

function accountBody({ opening, closing, entries, ...one }: ApartmentAccount) {
  return {
    ...one,
    opening: amountFromCents(opening),
    closing: amountFromCents(closing),
    entries: entries.map(({ amount, balance, ...entry }) => ({
      ...entry,
      amount: amountFromCents(amount),
      balance: amountFromCents(balance),
    })),
  };
}

export const receivablesOperations = [aging, account];
