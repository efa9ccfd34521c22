// Usage over the months, for charts: what an apartment's meters counted, beside the average of its building.
import { DataOf, okReply, operation } from '../../http/operation.ts';
import { OneOf, Type } from '../../http/schemas.ts';
import { findResidencyDays } from '../../metering/measure-meters-queries.ts';
import { meterUnits } from '../../metering/model.ts';
import { getAverageUsage, getBuildingUsage, getMonthlyUsage, type MonthlyUsage } from '../../metering/monthly-usage.ts';
import { dayIn } from '../../platform/values/dates.ts';
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
      quantity: figure('What the apartment used; null where nobody knows.'),
      average: figure('What an apartment of the building used on average; null where fewer than five are known.'),
    }),
  ),
});

const usage = operation({
  name: 'getUsage',
  method: 'GET',
  path: '/buildings/:id/apartments/:aptId/usage',
  tag: 'Meters',
  summary: 'See usage by month',
  description:
    'What the apartment’s meters counted in the last thirteen months, as invoices count it, beside the building’s average. A resident sees own months.',
  permission: 'readings:read',
  answers: { 200: { description: 'Each type of meters.', schema: DataOf(Type.Array(UsageBody)) } },
  refuses: [],
  openPoints: ['P-38'],
  handle: async (scope, { params }) => {
    const { id = '', aptId = '' } = params;
    const { billing } = await getBuilding(scope, id);
    const { id: apartmentId, buildingId } = await getApartment(scope, id, aptId);
    const until = dayIn(billing.timeZone, scope.now);
    const own = await findResidencyDays(scope, apartmentId);
    const uses = await getMonthlyUsage(scope, { buildingId, apartmentId, until, own });
    const average = uses.length === 0 ? [] : await getAverageUsage(scope, { buildingId, until });
    return okReply(uses.map((use) => withBuildingAverage(use, average)));
  },
});

const BuildingUsageBody = Type.Object({
  type: OneOf(meterTypes),
  unit: OneOf(meterUnits),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-10'] }),
      main: figure('What the building’s main meters counted; null where there is none, or nobody knows.'),
      own: figure('What the apartments’ meters counted together, those that were read; null where none was.'),
      unread: Type.Integer({
        description: 'How many of the apartments’ meters were not read, and are not in the sum.',
      }),
    }),
  ),
});

const buildingUsage = operation({
  name: 'getBuildingUsage',
  method: 'GET',
  path: '/buildings/:id/usage',
  tag: 'Meters',
  summary: 'See a building’s usage by month',
  description:
    'What its main meters counted in the last thirteen months, as invoices count it, beside the sum of the apartments’ meters.',
  permission: 'books:read',
  answers: { 200: { description: 'Each type of meters.', schema: DataOf(Type.Array(BuildingUsageBody)) } },
  refuses: [],
  openPoints: ['P-38'],
  handle: async (scope, { params: { id = '' } }) => {
    const { billing } = await getBuilding(scope, id);
    const uses = await getBuildingUsage(scope, { buildingId: id, until: dayIn(billing.timeZone, scope.now) });
    const number = (quantity: string | null) => (quantity === null ? null : Number(quantity));
    return okReply(
      uses.map(({ months, ...use }) => ({
        ...use,
        months: months.map(({ main, own, ...one }) => ({ ...one, main: number(main), own: number(own) })),
      })),
    );
  },
});

/** The last month is left away while nothing is known of it. */
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

export const usageOperations = [usage, buildingUsage];
