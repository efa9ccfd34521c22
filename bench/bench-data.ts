// The data of the benchmarks: a durable database in a temporary folder (or the one of DATABASE_URL), an organization,
// and a building of the requested size.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '../src/identity/operator-accounts.ts';
import { signIn } from '../src/identity/sign-in.ts';
import { makeThrottle } from '../src/identity/sign-in-throttle.ts';
import { generateInvoicesAndApplyCredit } from '../src/payments/generate-and-apply-credit.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/db/open-database.ts';
import { type AppContext, inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { makeLog } from '../src/platform/log.ts';
import { endOfMonth } from '../src/platform/values/dates.ts';
import { newId } from '../src/platform/values/ids.ts';
import { createBuilding } from '../src/properties/buildings.ts';
import { makeReference } from '../src/properties/payment-reference.ts';

export type BenchContext = {
  readonly app: AppContext;
  readonly database: Database;
  readonly tenantId: string;
  readonly buildingId: string;
  readonly accessToken: string;
};

/** Six charges, three of them supplier bills that are split. */
export const charges = [
  { code: 'management', name: 'Management', basis: 'area', unitPrice: 0.45, vatRate: 24 },
  { code: 'repair-fund', name: 'Repair fund', basis: 'area', unitPrice: 0.6, vatRate: 0 },
  { code: 'waste', name: 'Waste', basis: 'residents', unitPrice: 2.15, vatRate: 24 },
  { code: 'heating', name: 'Heating', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 0 },
  { code: 'electricity', name: 'Common electricity', basis: 'equal', costFrom: 'supplier_bill', vatRate: 24 },
  { code: 'insurance', name: 'Insurance', basis: 'share', costFrom: 'supplier_bill', vatRate: 0 },
] as const;

/**
 * Eight charges, three of them metered: each apartment has a meter for cold and one for hot water, and the building a
 * main meter.
 */
const meteredCharges = [
  ...charges.filter(({ code }) => code !== 'repair-fund'),
  { code: 'water', name: 'Water', basis: 'meter', meterType: 'cold_water', unitPrice: 1.84, vatRate: 24 },
  { code: 'hot-water', name: 'Hot water', basis: 'meter', meterType: 'hot_water', unitPrice: 7.2, vatRate: 24 },
  {
    code: 'common',
    name: 'Common water',
    basis: 'meter_remainder',
    meterType: 'cold_water',
    unitPrice: 1.84,
    vatRate: 24,
  },
] as const;

/** The supplier bills of a period. */
export const costs = [
  { charge: 'heating', amount: 812_345.67 },
  { charge: 'electricity', amount: 12_345.67 },
  { charge: 'insurance', amount: 9_876.54 },
];

const person = { email: 'bench@example.org', password: 'correct horse battery staple' };

/** An access token of the organization's owner, valid for a quarter of an hour. */
export async function signInToBench(app: AppContext): Promise<string> {
  const { accessToken } = await signIn(app, makeThrottle(), { ...person, address: '127.0.0.1' });
  return accessToken;
}

/** Runs `work` with a new building of so many apartments, metered or not, deletes it, and returns the result. */
export async function withBenchData<T>(
  apartments: number,
  work: (ground: BenchContext) => Promise<T>,
  metered = false,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  const limits = { RATE_LIMIT_CREDENTIAL: '1000000000', RATE_LIMIT_TENANT: '1000000000' };
  // A server of the operator instead of the embedded one; its database should be empty.
  const { DATABASE_URL } = process.env;
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...limits, DATABASE_URL });
  const database = await openDatabase(config, { print: () => {} });
  try {
    const app: AppContext = { pool: database.pool, config, log: makeLog(config.logLevel), clock: () => new Date() };
    const organization = { email: person.email, apartments, charges: metered ? meteredCharges : charges };
    const { tenantId, buildingId } = await createOrganization(app, database, organization);
    const accessToken = await signInToBench(app);
    if (metered) await insertMeters(database, tenantId, buildingId);
    return await work({ app, database, tenantId, buildingId, accessToken });
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Creates an organization with an owner and a building of so many apartments. */
export async function createOrganization(
  app: AppContext,
  database: Database,
  wanted: {
    readonly email: string;
    readonly apartments: number;
    readonly charges: typeof charges | typeof meteredCharges;
  },
): Promise<{ readonly tenantId: string; readonly buildingId: string }> {
  const { tenantId } = await createTenant(app, { name: wanted.email, email: wanted.email, password: person.password });
  const { id } = await inTenant(app, serviceCaller(tenantId), (scope) =>
    createBuilding(scope, { name: 'Bench', address: 'Bench', billing: { charges: wanted.charges } }),
  );
  await insertApartments(database, tenantId, id, wanted.apartments);
  return { tenantId, buildingId: id };
}

/** Generates the invoices of a whole month of all apartments. Throws if there are others than those. */
export async function generateMonth(
  { app, tenantId }: Pick<BenchContext, 'app' | 'tenantId'>,
  buildingId: string,
  periodStart: string,
  apartments: number,
): Promise<readonly { readonly invoiceId?: string }[]> {
  const period = { buildingId, periodStart, periodEnd: endOfMonth(periodStart), costs };
  const made = await inTenant(app, serviceCaller(tenantId), (scope) => generateInvoicesAndApplyCredit(scope, period));
  if (made.created !== apartments) throw new Error(`${made.created} invoices were made, not ${apartments}.`);
  return made.invoices;
}

/** The median of an odd number of measurements. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Inserts so many apartments of a building; their references follow those of `before` others of the organization. */
export async function insertApartments(
  database: { readonly asOwner: (work: Parameters<Database['asOwner']>[0]) => Promise<unknown> },
  tenantId: string,
  buildingId: string,
  apartments: number,
  before = 0,
): Promise<void> {
  const rows = Array.from({ length: apartments }, (_, index) => ({
    id: newId(),
    number: String(index + 1),
    area: 30 + ((index * 37) % 6000) / 100,
    shares: 300 + ((index * 53) % 700),
    residents: 1 + (index % 4),
    reference: makeReference(before + index + 1),
  }));
  await database.asOwner(async (owner) => {
    await owner`
      insert into apartments (tenant_id, id, building_id, number, number_key, area, heated_area, shares, resident_count, reference_number, created_at, updated_at)
      select ${tenantId}, r.id, ${buildingId}, r.number, r.number, r.area, r.area, r.shares, r.residents, r.reference, now(), now()
        from jsonb_to_recordset(${owner.json(rows)}) as r (id uuid, number text, area numeric, shares numeric, residents int, reference text)`;
    await owner`
      insert into counters (tenant_id, name, value) values (${tenantId}, 'reference', ${before + apartments})
      on conflict (tenant_id, name) do update set value = excluded.value`;
    await owner`analyze`;
  });
}

/** The months of 2025. Meters are read at the end of each. */
const maxMonths = 12;

/** Two meters for each apartment and a main meter, read at the end of each month of 2025. */
async function insertMeters(database: Database, tenantId: string, buildingId: string): Promise<void> {
  await database.asOwner(async (owner) => {
    const apartments = await owner<{ id: string | null }[]>`
      select id from apartments where tenant_id = ${tenantId} order by id`;
    const meters = [
      { id: newId(), apartment: null, type: 'cold_water' },
      ...apartments.flatMap(({ id }) =>
        ['cold_water', 'hot_water'].map((type) => ({ id: newId(), apartment: id, type })),
      ),
    ];
    await owner`
      insert into meters (tenant_id, id, building_id, apartment_id, type, unit, digits, decimals, initial_value, installed_on, created_at, updated_at)
      select ${tenantId}, m.id, ${buildingId}, m.apartment, m.type, 'm3', 9, 3, 0, '2024-12-31', now(), now()
        from jsonb_to_recordset(${owner.json(meters)}) as m (id uuid, apartment uuid, type text)`;
    await owner`
      insert into readings (tenant_id, id, meter_id, value, read_at, read_on, status, source, rollover, confirmed_at, created_at, updated_at)
      select ${tenantId}, gen_random_uuid(), m.id, n * (case when m.apartment_id is null then 64000 else 3.125 end), day, day, 'confirmed', 'manual', false,
             day, day, day
        from meters m cross join generate_series(1, ${maxMonths}::integer) n
             cross join lateral (select (date '2025-01-01' + n * interval '1 month' - interval '1 day')::date as day) d
       where m.tenant_id = ${tenantId}`;
    await owner`analyze`;
  });
}
