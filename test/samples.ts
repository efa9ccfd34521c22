// Samples: for every operation a request that would succeed, so that tests can be generated from the list of operations and miss none.
import assert from 'node:assert/strict';
import { apiOperations } from '../src/api/routes.ts';
import { consoleBase, consoleOperations } from '../src/console/routes.ts';
import type { Operation } from '../src/http/operation.ts';
import { newId } from '../src/platform/ids.ts';
import { aBuilding, anApartment, type Given, type Organization, password } from './given.ts';

/** Ids of one organization's things, one of each kind that a path can name. */
export type Place = {
  readonly buildings: string;
  readonly apartments: string;
  readonly invoices: string;
  readonly webhooks: string;
};

/** Everything that the service serves to callers, of both doors. */
export const allOperations: readonly Operation[] = [...apiOperations, ...consoleOperations];

/** The body of a request that would succeed, by operation name. Operations without a body are absent. */
const bodies: Readonly<Record<string, (place: Place) => Record<string, unknown>>> = {
  login: () => ({ email: 'nobody@example.org', password }),
  refresh: () => ({ refreshToken: 'hrt_none' }),
  createBuilding: () => ({ name: 'Uus maja', address: 'Uus 1, Tallinn' }),
  updateBuilding: () => ({ name: 'Ümber nimetatud' }),
  deleteBuilding: () => ({ password }),
  createApartment: () => ({ number: newId() }),
  updateApartment: () => ({ floor: 3 }),
  generateInvoices: ({ buildings }) => ({ buildingId: buildings, dryRun: true }),
  updateInvoice: () => ({ reference: '1000012' }),
  createWebhook: () => ({ url: 'http://127.0.0.1:9/hook', events: ['invoice.paid'] }),
};

/** The body that an operation takes; undefined when it takes none. Fails for an operation that nobody gave a sample. */
export function bodyFor(operation: Operation, place: Place): Record<string, unknown> | undefined {
  const make = bodies[operation.name];
  assert.equal(make !== undefined, operation.body !== undefined, `test/samples.ts has no body for ${operation.name}`);
  return make?.(place);
}

/** The ids that an operation's path names, in their order: what they are called in it, and of what kind they are. */
export function idsIn(operation: Operation): { name: string; kind: keyof Place }[] {
  return [...operation.path.matchAll(/\/(\w+)\/:(\w+)/g)].map(([, kind = '', name = '']) => {
    assert.ok(isKind(kind), `test/samples.ts has no id for /${kind}/:${name}`);
    return { name, kind };
  });
}

/** An operation's path with ids in it; `instead` replaces some of them, by their name in the path. */
export function pathFor(operation: Operation, place: Place, instead: Readonly<Record<string, string>> = {}): string {
  const base = consoleOperations.includes(operation) ? `/${consoleBase}` : ''; // See ask() in given.ts: a second slash leaves the API's base.
  return idsIn(operation).reduce(
    (path, { name, kind }) => path.replace(`:${name}`, instead[name] ?? place[kind]),
    base + operation.path,
  );
}

/** A building, an apartment in it, its invoice of September 2026 (paid, so that it is in nobody's way) and an endpoint. */
export async function aPlace(g: Given, { owner, tenantId }: Organization): Promise<Place> {
  const charges = [{ code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 5 }];
  const building = await aBuilding(g, owner, { billing: { charges } });
  const apartment = await anApartment(g, owner, building.id, { number: newId() });
  const endpoint = await g.ask('POST', '/webhooks', {
    as: owner,
    body: { url: 'http://127.0.0.1:9/hook', events: ['invoice.paid'] },
  });
  assert.equal(endpoint.status, 201, endpoint.text);
  const invoices = newId();
  await g.owner`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, paid_date,
                          currency, amount, amount_paid, created_at, updated_at)
    values (${tenantId}, ${invoices}, ${invoices}, '1000012', 'paid', ${building.id}, ${apartment.id}, '2026-09-01', '2026-09-30', '2026-10-01',
            '2026-10-15', '2026-10-10', 'EUR', 1234, 1234, ${g.clock.now}, ${g.clock.now})`;
  return { buildings: building.id, apartments: apartment.id, invoices, webhooks: endpoint.data.id };
}

function isKind(text: string): text is keyof Place {
  return ['buildings', 'apartments', 'invoices', 'webhooks'].includes(text);
}
