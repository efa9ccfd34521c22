// Console API: the search over everything.

import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Amount, Day, Id, Nullable, OneOf, Text, type TSchema, Type } from '../../http/schemas.ts';
import { shownStatuses } from '../../payments/model.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import type { SearchGroup } from '../../search/model.ts';
import { search } from '../../search/search.ts';

const groupOf = <Item extends TSchema>(description: string, item: Item) =>
  Type.Object(
    {
      items: Type.Array(item),
      more: Type.Boolean({ description: 'Whether there are more than these.' }),
    },
    { description },
  );
const name = Type.String();
const nullableName = Nullable(Type.String());
const currency = Type.String({ examples: ['EUR'] });
const amount = Amount('In the currency.', 65.8);

const SearchBody = Type.Object({
  buildings: groupOf(
    'Buildings by name or address.',
    Type.Object({ id: Id, name: Type.String({ examples: ['Kase 12'] }), address: Type.String() }),
  ),
  apartments: groupOf(
    'Apartments by number, with or without their building, or by reference.',
    Type.Object({
      id: Id,
      number: Type.String(),
      referenceNumber: Type.String(),
      buildingId: Id,
      building: name,
      address: Type.String(),
    }),
  ),
  residents: groupOf(
    'People by name, e-mail address or telephone number.',
    Type.Object({
      id: Id,
      name,
      email: nullableName,
      phone: nullableName,
      apartments: Type.Array(
        Type.Object({
          apartmentId: Id,
          buildingId: Id,
          building: name,
          number: Type.String(),
          until: Nullable(Day),
        }),
        { description: 'Current ones first.' },
      ),
    }),
  ),
  invoices: groupOf(
    'Invoices by number, reference or amount.',
    Type.Object({
      id: Id,
      number: Type.String(),
      reference: Type.String(),
      status: OneOf(['draft', 'sent', 'paid', 'cancelled']),
      periodStart: Day,
      currency,
      amount,
      apartment: Type.String(),
      building: name,
    }),
  ),
  payments: groupOf(
    'Payments by payer, reference or amount.',
    Type.Object({
      id: Id,
      payerName: nullableName,
      paidOn: Day,
      amount,
      currency,
      status: OneOf(shownStatuses),
      reference: nullableName,
      dismissed: Type.Boolean({ description: 'A person dismissed it: it pays no invoice.' }),
      invoiceId: Nullable(Id),
      invoice: Nullable(Type.String({ description: 'The number of the invoice that most of it pays.' })),
      apartment: nullableName,
      building: nullableName,
    }),
  ),
  meters: groupOf(
    'Meters by a part of their number.',
    Type.Object({
      id: Id,
      type: OneOf(['cold_water', 'hot_water', 'heating', 'electricity', 'gas']),
      serialNumber: Type.String(),
      removedOn: Nullable(Day),
      buildingId: Id,
      building: name,
      apartment: Nullable(Type.String({ description: 'Null: a main meter.' })),
    }),
  ),
  payersSince: Nullable(
    Type.String({
      format: 'date',
      description: 'Payers of payments before this day are not searched by name. Null: all are.',
    }),
  ),
});

const find = operation({
  name: 'search',
  route: 'GET /search',
  summary: 'Search everything',
  description:
    'Finds buildings, apartments, people, invoices, payments and meters of the organization by what people type: "Pärna 5-12", a name with or without diacritics, an e-mail address, a telephone number, an invoice number, a reference with or without spaces, an amount such as 65,80, a part of a meter number. At most six of each kind.',
  permission: 'overview:read',
  query: Type.Object({ q: Text(100, { examples: ['Pärna 5-12'] }) }),
  responses: showsData('The results by kind.', SearchBody),
  openPoints: ['P-102'],
  handle: async (scope, { query }) => {
    const { invoices, payments, ...others } = await search(scope, query.q);
    return okResponse({ ...others, invoices: inMoney(invoices), payments: inMoney(payments) });
  },
});

function inMoney<Found extends { readonly amount: number }>({ items, more }: SearchGroup<Found>) {
  return { items: items.map((item) => ({ ...item, amount: amountFromCents(item.amount) })), more };
}

export const searchOperations = tagged('Overview', [find]);
