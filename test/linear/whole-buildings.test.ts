// Proves that imports of apartments, residents, meters and readings, and what bills, books and deletes a building, and
// what pays its invoices, cost no more for each row the more there are, in short turns.
// HALDUR_ROWS is the number of rows: 2,000, and 20,000 in a night.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertApartments } from '../../bench/bench-data.ts';
import { addDays } from '../../src/platform/values/dates.ts';
import { aBuilding, anOrganization, noRateLimits, password, startTestService, type Thing } from '../service-fixture.ts';
import { account, camt, importStatementFile, type StatementLine } from '../statement-samples.ts';
import { measureWork, requireLinear, type WorkFigures } from './measure-work.ts';

const rows = Number(process.env.HALDUR_ROWS ?? 2000);
/** A reading or an apartment, which are written one by one, cost as much as ten rows of another table. */
const written = process.env.HALDUR_ROWS ? rows : rows / 5;
/** Tables of meters, apartments and readings have at most so many rows. */
const maxMeters = 5000;
const maxApartments = 2000;
const maxReadings = 1000;
const skip = process.platform !== 'linux' && 'It reads /proc.';
const g = await startTestService({ rateLimits: noRateLimits });
g.clock.now = new Date('2026-12-15T09:00:00Z');
// Every organization is newer than what the planner knows of the tables, at the second measurement too.
for (const { table } of await g.owner<{ table: string }[]>`
  select format('%I', relname) as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  await g.owner.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);

const list = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));
const charges = [
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2, estimateMissingFromMonths: 3 },
  { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill' },
  ...list(3, (nth) => ({ code: `c${nth}`, name: `C${nth}`, basis: 'area', unitPrice: (10 + nth) / 100, vatRate: 24 })),
];

type Ground = { readonly as: string; readonly tenantId: string; readonly building: Thing };

/**
 * A new organization whose building has so many apartments. The planner knows of the others, and nothing of this one.
 */
async function aLargeBuilding(apartments: number, own: readonly unknown[] = charges): Promise<Ground> {
  const { owner: as, tenantId } = await anOrganization(g);
  const building = await aBuilding(g, as, { billing: { charges: own, iban: account } });
  await insertApartments({ asOwner: (work) => work(g.owner) }, tenantId, building.id, apartments);
  return { as, tenantId, building };
}

type Sent = { readonly as: string; readonly body?: object; readonly csv?: string };

/** Sends a request. A large answer is not parsed: that is the client's work, and would be measured as the service's. */
const send = (method: 'GET' | 'POST' | 'DELETE', path: string, { as, body, csv }: Sent) =>
  g.server.inject({
    method,
    url: path.startsWith('//') ? path.slice(1) : g.app.config.basePath + path,
    headers: { authorization: `Bearer ${as}`, ...(csv !== undefined && { 'content-type': 'text/csv' }) },
    ...((csv ?? body) !== undefined && { payload: csv ?? body }),
  });

const importTable = (as: string, path: string, lines: readonly string[]) =>
  send('POST', path, { as, csv: `${lines.join('\n')}\n` });

async function requireStatus(answer: ReturnType<typeof send>, ...allowed: number[]): Promise<void> {
  const { statusCode, payload } = await answer;
  assert.ok(allowed.includes(statusCode), `${statusCode}: ${payload.slice(0, 500)}`);
}

const residents: Readonly<Record<string, (nth: number, count: number) => string>> = {
  // The first: the planner knows of one organization that has residents, and takes all others for empty.
  'residents, all different': (nth, count) => `Mari ${nth};m${nth}@example.org;;${count - nth};owner;2020-01-01`,
  'residents, all of one apartment': (nth) => `Mari ${nth};mari${nth}@example.org;;1;owner;2020-01-01`,
  'residents, all of one name': (nth) => `Mari;;${5_000_000 + nth};${nth + 1};owner;2020-01-01`,
  'residents, all wrong': (nth) => `Mari;x;;${nth + 90_000};owner;2020-01-01`,
};
for (const [name, line] of Object.entries(residents))
  test(`${name}: an import, and the same again`, { skip }, () =>
    requireLinear(name, rows, async (count) => {
      const { as } = await aLargeBuilding(count);
      const table = ['name;email;phone;apartment;role;since', ...list(count, (nth) => line(nth, count))];
      return measureWork(g, async () => {
        for (let time = 0; time < 2; time += 1)
          await requireStatus(importTable(as, '//console/api/residents/import', table), 200, 422);
      });
    }),
  );

const meterHead = 'apartment;type;serial number;initial value;digits;verified until';
const importMeters = ({ as, building }: Ground, lines: readonly string[]) =>
  importTable(as, `//console/api/buildings/${building.id}/meters/import?installedOn=2026-10-01`, [meterHead, ...lines]);
const meters: Readonly<Record<string, (nth: number, count: number) => string>> = {
  'meters, all in one apartment': (nth) => `1;cold_water;S${nth};0;5;`,
  'meters, all different': (nth, count) => `${count - nth};cold_water;S${nth};${nth};5;`,
  'meters, all wrong': (nth) => `${nth + 90_000};cold_water;S${nth};0;5;`,
};
for (const [name, line] of Object.entries(meters))
  test(`${name}: an import`, { skip }, () =>
    requireLinear(name, Math.min(rows, maxMeters), async (count) => {
      const ground = await aLargeBuilding(count);
      const lines = list(count, (nth) => line(nth, count));
      return measureWork(g, () => requireStatus(importMeters(ground, lines), 200, 422));
    }),
  );

test('apartments, all new and then all changed: an import', { skip }, () =>
  requireLinear('apartments', Math.min(written, maxApartments), async (count) => {
    const { as, building } = await aLargeBuilding(0);
    const path = `//console/api/buildings/${building.id}/apartments/import`;
    const table = (area: number) => ['number;floor;area', ...list(count, (nth) => `${count - nth};${nth % 9};${area}`)];
    return measureWork(g, async () => {
      for (const area of [50, 51]) await requireStatus(importTable(as, path, table(area)), 200);
    });
  }),
);

const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };

/** A large building with a meter in each apartment. Returns the ids of the meters. */
async function aMeteredBuilding(apartments: number): Promise<Ground & { readonly meterIds: readonly string[] }> {
  const ground = await aLargeBuilding(apartments);
  const { tenantId, building } = ground;
  const inserted = await g.owner<{ id: string }[]>`
    insert into meters (tenant_id, id, building_id, apartment_id, type, unit, digits, decimals, initial_value, installed_on, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), ${building.id}, id, 'cold_water', 'm3', 5, 3, 0, '2026-10-01', now(), now()
      from apartments where tenant_id = ${tenantId} returning id`;
  return { ...ground, meterIds: inserted.map(({ id }) => id) };
}

test('readings are linear, in short turns', { skip }, () =>
  requireLinear('readings', written, async (count) => {
    const { as, meterIds } = await aMeteredBuilding(count);
    return measureWork(g, async () => {
      for (let from = 0; from < count; from += 500) {
        const of = (meterId: string, nth: number) => ({ meterId, value: (from + nth) % 90, readAt: '2026-10-31' });
        const items = meterIds.slice(from, from + 500).map(of);
        await requireStatus(send('POST', '//console/api/readings/bulk', { as, body: { items } }), 201);
      }
    });
  }),
);

const reported: Readonly<Record<string, (nth: number, count: number) => string>> = {
  'readings, all different': (nth, count) => `${count - nth};cold_water;${nth % 90};2026-10-31`,
  'readings, all of one meter': (nth) => `1;cold_water;${nth};${addDays('2026-10-01', Math.floor(nth / 100))}`,
  'readings, all wrong': (nth) => `${nth + 90_000};cold_water;1;2026-10-31`,
};
for (const [name, line] of Object.entries(reported))
  test(`${name}: an import, and the same again`, { skip }, () =>
    requireLinear(name, Math.min(written, maxReadings), async (count) => {
      const { as, building } = await aMeteredBuilding(count);
      const table = ['apartment;type;value;date', ...list(count, (nth) => line(nth, count))];
      return measureWork(g, async () => {
        for (let time = 0; time < 2; time += 1)
          await requireStatus(
            importTable(as, `//console/api/buildings/${building.id}/readings/import`, table),
            200,
            422,
          );
      });
    }),
  );

/** What is measured of a building, in order: each needs what the ones before left. */
const acts = [
  'a dry run',
  'a generation',
  'a sending preview',
  'the same again',
  'a correction',
  'a ledger export',
  'a deletion',
] as const;

/** Bills a building once, and measures each act. */
async function billBuilding(count: number): Promise<ReadonlyMap<string, WorkFigures>> {
  const { as, tenantId, building } = await aMeteredBuilding(count);
  await g.owner`
    insert into readings (tenant_id, id, meter_id, value, read_at, read_on, status, source, rollover, confirmed_at, created_at, updated_at)
    select tenant_id, gen_random_uuid(), id, row_number() over () % 90, day, day, 'confirmed', 'manual', false, day, day, day
      from meters cross join (select date '2026-10-31' as day) d where tenant_id = ${tenantId}`;
  await g.owner`
    with people as (
      insert into residents (tenant_id, id, name, language, created_at, updated_at)
      select ${tenantId}, id, 'Mari', 'et', now(), now() from apartments where tenant_id = ${tenantId} returning id)
    insert into residencies (tenant_id, id, resident_id, apartment_id, role, since)
    select ${tenantId}, gen_random_uuid(), id, id, 'owner', '2020-01-01' from people`;
  const costs = [{ charge: 'heat', amount: 10_000 }];
  const generate = (more = {}) =>
    send('POST', '/invoices/generate-bulk', {
      as,
      body: { buildingId: building.id, ...period, costs, ...more },
    });
  const correction = { ...period, reason: 'Hilinenud', bills: [{ charge: 'heat', amount: 500 }] };
  const inBuilding = `//console/api/buildings/${building.id}`;
  const figures = new Map<string, WorkFigures>();
  const measure = async (name: (typeof acts)[number], work: () => Promise<void>) =>
    figures.set(name, await measureWork(g, work));
  await measure('a dry run', () => requireStatus(generate({ dryRun: true }), 200));
  await measure('a generation', () => requireStatus(generate(), 201));
  // A preview of a sending has at most 10,000 invoices.
  const invoices = await g.owner<{ id: string }[]>`select id from invoices where tenant_id = ${tenantId} limit 10000`;
  const invoiceIds = invoices.map(({ id }) => id);
  await measure('a sending preview', () =>
    requireStatus(send('POST', '//console/api/invoices/sending-preview', { as, body: { invoiceIds } }), 200),
  );
  // One sent invoice closes the period.
  await requireStatus(
    send('POST', `//console/api/invoices/${invoiceIds[0]}/delivered`, { as, body: { by: 'paper' } }),
    ...[200, 204],
  );
  await measure('the same again', () => requireStatus(generate(), 200));
  await measure('a correction', () =>
    requireStatus(send('POST', `${inBuilding}/corrections`, { as, body: correction }), 201),
  );
  const days = 'dateFrom=2026-12-01&dateTo=2026-12-31';
  await measure('a ledger export', () => requireStatus(send('GET', `${inBuilding}/ledger?${days}`, { as }), 200));
  await g.owner`update invoices set status = 'cancelled' where tenant_id = ${tenantId}`;
  await measure('a deletion', () =>
    requireStatus(send('DELETE', `/buildings/${building.id}`, { as, body: { password } }), 204),
  );
  return figures;
}

test('generation, correction, export and deletion of a building are linear, in short turns', { skip }, async (t) => {
  const played = new Map<number, ReadonlyMap<string, WorkFigures>>();
  for (const act of acts)
    await t.test(act, () => {
      let isFirst = true;
      return requireLinear(act, rows, async (count) => {
        // A bad measurement is repeated, with all acts.
        const figures = (isFirst && played.get(count)) || (await billBuilding(count));
        played.set(count, figures);
        if (count === rows) isFirst = false;
        return figures.get(act) as WorkFigures;
      });
    });
});

/** A valid account of a payer. */
function payerAccount(nth: number): string {
  const number = String(10 ** 15 + nth);
  return `EE${String(98n - (BigInt(`${number}142900`) % 97n)).padStart(2, '0')}${number}`;
}

const monthly = { code: 'c', name: 'C', basis: 'fixed', unitPrice: 10 };
const payers: Readonly<Record<string, (nth: number) => string>> = {
  'one account pays every apartment': () => payerAccount(0),
  'each apartment has its own payer': payerAccount,
};
for (const [name, iban] of Object.entries(payers))
  test(`${name}: a statement with references, and one without`, { skip }, () =>
    requireLinear(name, rows, async (count) => {
      const { as, tenantId, building } = await aLargeBuilding(count, [monthly]);
      await requireStatus(
        send('POST', '/invoices/generate-bulk', { as, body: { buildingId: building.id, ...period } }),
        201,
      );
      await g.owner`update invoices set status = 'sent' where tenant_id = ${tenantId}`;
      const invoices = await g.owner<{ reference: string }[]>`
        select reference from invoices where tenant_id = ${tenantId} order by number`;
      const statement = (amount: string, makeLine: (nth: number) => Partial<StatementLine>) =>
        camt(list(count, (nth) => ({ ...makeLine(nth), amount, id: `${amount}-${nth}`, iban: iban(nth) })));
      return measureWork(g, async () => {
        const first = statement('4.00', (nth) => ({ reference: invoices[nth]?.reference ?? '' }));
        assert.equal((await importStatementFile(g, tenantId, first)).matched, count);
        await importStatementFile(
          g,
          tenantId,
          statement('6.00', () => ({})),
        );
      });
    }),
  );
