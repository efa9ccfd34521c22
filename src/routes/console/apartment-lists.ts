// Console API: the apartments of a building with their residents, meters and balances, and the sums of all of them.
import { listApartmentsWithFacts } from '../../accounting/apartment-list.ts';
import { sumApartments } from '../../accounting/apartment-list-queries.ts';
import { okResponse, operation, showsData, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Amount, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { amountFromCents, withAmounts } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { ApartmentBody } from '../api/building-bodies.ts';

const sortable = ['number'];
const requireObject = (scope: Scope, { id = '' }: Params) => getBuilding(scope, id);

const ListedApartmentBody = Type.Object(
  {
    ...ApartmentBody.properties,
    residents: Type.Array(Type.String(), {
      description: 'The names of the people who live in it or own it today, owners first.',
      examples: [['Mari Tamm']],
    }),
    meters: Type.Integer({ description: 'The number of its meters; removed ones are left out.', examples: [2] }),
    balance: Amount('What is owed less what is prepaid, in the currency of the building.', 120.5),
    balances: Type.Array(
      Type.Object({
        payers: Type.Array(Type.String(), { examples: [['Mari Tamm']] }),
        former: Type.Boolean({ description: 'They no longer have the apartment.' }),
        balance: Amount('Their balance.', 120.5),
      }),
      { description: 'The balance of those who have it today, and of each who had it before.' },
    ),
  },
  { title: 'ListedApartment' },
);

const ApartmentSumsBody = Type.Object({
  count: Type.Integer({ examples: [60] }),
  area: Type.Number({ description: 'Square metres.', examples: [3120.4] }),
  residentCount: Type.Integer({ examples: [131] }),
  balance: Amount('The sum of the balances.', 4_120.15),
});

const list = operation({
  name: 'listApartmentsWithFacts',
  route: 'GET /buildings/:id/apartments',
  summary: 'List the apartments of a building with residents, meters and balances',
  description: 'The list of the integration API, in the natural order of the numbers, with what the console shows.',
  permission: 'books:read',
  query: Type.Object(plainPagingQuery(sortable)),
  responses: showsPage('A page of apartments.', ListedApartmentBody),
  openPoints: ['P-2', 'P-31'],
  handle: async (scope, { path, params, query }) => {
    const building = await requireObject(scope, params);
    return pageResponse(scope, { path, query }, sortable, async (page) =>
      (await listApartmentsWithFacts(scope, building, page)).map(({ balances, ...apartment }) => ({
        ...withAmounts(apartment, 'balance'),
        balances: balances.map(({ payers, balance }) => ({
          payers: payers.map(({ name }) => name),
          former: payers.length > 0 && payers.every(({ former }) => former),
          balance: amountFromCents(balance),
        })),
      })),
    );
  },
});

const sums = operation({
  name: 'sumApartments',
  route: 'GET /buildings/:id/apartment-sums',
  summary: 'Sum the apartments of a building',
  description: 'Their number, area, residents and balances.',
  permission: 'books:read',
  rules: ['unlogged'],
  responses: showsData('The sums.', ApartmentSumsBody),
  openPoints: ['P-31'],
  handle: async (scope, { params }) => {
    const { id: buildingId, billing } = await requireObject(scope, params);
    return okResponse(withAmounts(await sumApartments(scope, { buildingId, currency: billing.currency }), 'balance'));
  },
});

export const apartmentListOperations = tagged('Apartments', [list, sums]);
