// Console API: usage by month for charts, for an apartment beside the building's average, and for a building.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Month, OneOf, Type } from '../../http/schemas.ts';
import { findResidencyDays } from '../../metering/measure-meters-queries.ts';
import { getAverageUsage, getBuildingUsage, getMonthlyUsage, type MonthlyUsage } from '../../metering/monthly-usage.ts';
import { meterUnits } from '../../platform/values/bases.ts';
import { dayIn, endOfMonth } from '../../platform/values/dates.ts';
import { getApartment } from '../../properties/apartments.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { meterTypes } from '../../properties/model.ts';

const figure = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const UsageBody = Type.Object({
  type: OneOf(meterTypes),
  unit: OneOf(meterUnits),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-10'] }),
      quantity: figure('The consumption of the apartment; null if unknown.'),
      average: figure('The average consumption of the building’s apartments; null if fewer than five are known.'),
    }),
  ),
});

const usage = operation({
  name: 'getUsage',
  route: 'GET /buildings/:id/apartments/:aptId/usage',
  summary: 'Fetch usage by month',
  description:
    'The metered consumption of the apartment in the last thirteen months, calculated as for invoices, beside the building’s average. Residents see their own months.',
  permission: 'readings:read',
  responses: showsData('Each type of meters.', Type.Array(UsageBody)),
  openPoints: ['P-38'],
  handle: async (scope, { params }) => {
    const { id = '', aptId = '' } = params;
    const { billing } = await getBuilding(scope, id);
    const { id: apartmentId, buildingId } = await getApartment(scope, id, aptId);
    const until = dayIn(billing.timeZone, scope.now);
    const residencyDays = await findResidencyDays(scope, apartmentId);
    const uses = await getMonthlyUsage(scope, { buildingId, apartmentId, until, own: residencyDays });
    const average = uses.length === 0 ? [] : await getAverageUsage(scope, { buildingId, until });
    return okResponse(uses.map((use) => withBuildingAverage(use, average)));
  },
});

const BuildingUsageBody = Type.Object({
  type: OneOf(meterTypes),
  unit: OneOf(meterUnits),
  explainedBy: Type.Array(OneOf(meterTypes), {
    description: 'The types of apartment meters in `own`: for cold water also hot water that has no main meter.',
    examples: [['cold_water', 'hot_water']],
  }),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-10'] }),
      main: figure('The consumption of the building’s main meters; null if there is none or it is unknown.'),
      own: figure('The total consumption of the apartments’ meters with readings; null if there is none.'),
      unread: Type.Integer({
        description: 'The number of apartment meters without a reading, which are not in the sum.',
      }),
    }),
  ),
});

const buildingUsage = operation({
  name: 'getBuildingUsage',
  route: 'GET /buildings/:id/usage',
  summary: 'Fetch a building’s usage by month',
  description:
    'The consumption of its main meters in the thirteen months up to one, calculated as for invoices, beside the sum of the apartments’ meters.',
  permission: 'books:read',
  rules: ['unlogged'],
  query: Type.Object({
    period: Type.Optional({ ...Month, description: 'The last of the months; by default the current one.' }),
  }),
  responses: showsData('Each type of meters.', Type.Array(BuildingUsageBody)),
  openPoints: ['P-38'],
  handle: async (scope, { params: { id = '' }, query: { period } }) => {
    const { billing } = await getBuilding(scope, id);
    const until = period === undefined ? dayIn(billing.timeZone, scope.now) : endOfMonth(`${period}-01`);
    const uses = await getBuildingUsage(scope, { buildingId: id, until });
    const number = (quantity: string | null) => (quantity === null ? null : Number(quantity));
    return okResponse(
      uses.map(({ months, ...use }) => ({
        ...use,
        months: months.map(({ main, own, ...month }) => ({ ...month, main: number(main), own: number(own) })),
      })),
    );
  },
});

/** Leaves out the last month while it has no readings. */
function withBuildingAverage({ type, unit, months }: MonthlyUsage, averages: readonly MonthlyUsage[]) {
  const average = averages.find((average) => average.type === type)?.months ?? [];
  const all = months.map(({ month, quantity }) => ({
    month,
    quantity: quantity === null ? null : Number(quantity),
    average: Number(average.find((item) => item.month === month)?.quantity ?? Number.NaN) || null,
  }));
  const last = all.at(-1);
  return { type, unit, months: last?.quantity === null && last.average === null ? all.slice(0, -1) : all };
}

export const monthlyUsageOperations = tagged('Meters', [usage, buildingUsage]);
