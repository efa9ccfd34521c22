// The building that every interleaving begins in: two apartments with their owners, a water meter, a receiver of all
// events, and the invoices of September.
import assert from 'node:assert/strict';
import { createMeter } from '../../src/metering/meters.ts';
import { submitReading } from '../../src/metering/readings.ts';
import { generateInvoicesAndApplyCredit } from '../../src/payments/generate-and-apply-credit.ts';
import { inTenant, type Scope, serviceCaller } from '../../src/platform/db/scope.ts';
import { eventTypes } from '../../src/platform/values/event-types.ts';
import { createApartment } from '../../src/properties/apartments.ts';
import { createBuilding } from '../../src/properties/buildings.ts';
import { createResident } from '../../src/residents/residents.ts';
import { createEndpoint } from '../../src/webhooks/endpoints.ts';
import { anOrganization, onDay, type TestService, type Thing } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';

export const consolePath = '//console/api';
export const september = { periodStart: '2026-09-01', periodEnd: '2026-09-30', costs: [] };
export const october = { periodStart: '2026-10-01', periodEnd: '2026-10-31', costs: [] };
const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30', costs: [] };

export const charges = [
  { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 0.85, vatRate: 24 },
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 3, vatRate: 24 },
] as const;
const billing = { charges, iban: account };
const events = eventTypes.filter((type) => !type.startsWith('maintenance'));

export type Home = {
  readonly id: string;
  readonly reference: string;
  readonly residentId: string;
  readonly residencyId: string;
  /** The invoice of September. */
  readonly invoiceId: string;
};

export type PreparedBuilding = {
  readonly tenantId: string;
  readonly owner: string;
  readonly key: string;
  readonly buildingId: string;
  readonly endpointId: string;
  readonly meterId: string;
  /** Of the end of October. */
  readonly readingId: string;
  readonly homes: readonly [Home, Home];
};

/** Sends a request that must succeed. */
export async function must<T = Thing>(
  g: TestService,
  as: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await g.ask<T>(method, path, { as, body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.data;
}

/**
 * Prepares a building in an organization of its own. The invoices of September are drafts, past their due date, and
 * October can be billed.
 */
export async function prepareBuilding({ app, ...g }: TestService, hookUrl: string): Promise<PreparedBuilding> {
  const { tenantId, owner, integrator: key } = await anOrganization({ app, ...g });
  const caller = serviceCaller(tenantId);
  const inOctober = { ...app, clock: () => new Date('2026-10-01T09:00:00.000Z') };
  const prepared = await inTenant(inOctober, caller, async (scope) => {
    const endpoint = await createEndpoint(scope, { url: hookUrl, events });
    const { id: buildingId } = await createBuilding(scope, { name: 'Kase 12', address: 'Kase 12', billing });
    const apartments = [
      await createApartment(scope, buildingId, { number: '1', area: 50 }),
      await createApartment(scope, buildingId, { number: '2', area: 30 }),
    ];
    const people: { residentId: string; residencyId: string }[] = [];
    for (const { id, number } of apartments) {
      const person = { name: `Mari ${number}`, email: `mari-${number}@example.org` };
      const stay = { apartmentId: id, role: 'owner', since: '2020-01-01' } as const;
      const resident = await createResident(scope, { ...person, apartments: [stay] });
      people.push({ residentId: resident.id, residencyId: resident.apartments[0]?.id ?? '' });
    }
    const meter = {
      buildingId,
      apartmentId: apartments[0]?.id ?? '',
      type: 'cold_water',
      installedOn: '2026-09-01',
    } as const;
    const { id: meterId } = await createMeter(scope, { ...meter, initialValue: 0 });
    await submitReading(scope, meterId, { readAt: '2026-09-30', value: 10 });
    const { invoices } = await generateInvoicesAndApplyCredit(scope, { buildingId, ...september });
    const homes = apartments.map(({ id, referenceNumber }, place): Home => {
      const invoice = invoices.find(({ apartmentId }) => apartmentId === id);
      const { residentId = '', residencyId = '' } = people[place] ?? {};
      return { id, reference: String(referenceNumber), residentId, residencyId, invoiceId: invoice?.invoiceId ?? '' };
    });
    return { endpointId: endpoint.id, buildingId, meterId, homes: homes as [Home, Home] };
  });
  const readOctober = (scope: Scope) => submitReading(scope, prepared.meterId, { readAt: '2026-10-31', value: 25 });
  const { id: readingId } = await inTenant(app, caller, readOctober);
  return { tenantId, owner, key, readingId, ...prepared };
}

/** What the meter shows at the end of November. */
export const countedUntilDecember = 60;

/** Bills November with a last reading, so that everything the meter has counted is billed. */
export async function billNovember(g: TestService, { key, buildingId, meterId }: PreparedBuilding): Promise<void> {
  await onDay(g, '2026-12-01', async () => {
    await must(g, key, 'POST', `/meters/${meterId}/readings`, { readAt: '2026-11-30', value: countedUntilDecember });
    await must(g, key, 'POST', '/invoices/generate-bulk', { buildingId, ...november });
  });
}
