// Fixture of invoice tests: a building with charges and apartments, short ways to generate its invoices, and its rows
// in the database.
import { markDelivered } from '../src/invoicing/sending/send-invoices.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { type Answer, aBuilding, anApartment, onDay, type TestService, type Thing } from './service-fixture.ts';

type GenerationOutcome = {
  apartmentId: string;
  invoiceId?: string;
  status: string;
  amount?: number;
  code?: string;
  message: string;
};
export type GenerationAnswer = {
  created: number;
  skipped: number;
  failed: number;
  total: number;
  amount: number;
  periodStart: string;
  periodEnd: string;
  issueDate: string;
  dueDate: string;
  invoices: readonly GenerationOutcome[];
  charges: readonly { code: string; bill?: number; allocated: number; vatAmount: number; invoiced: number }[];
};
export type InvoiceAnswer = Thing & {
  number: string;
  status: string;
  amount: number;
  positions: readonly { code: string; amount: number; vatAmount: number }[];
};

/** A charge with a price, and one with a bill. */
export const charges = [
  { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 0.85, vatRate: 24 },
  { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill', vatRate: 0 },
];
export const october = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
export const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30' };
/** Over areas of 50, 30 and 20: 500.01, 300.00 and 200.00. */
export const costs = [{ charge: 'heat', amount: 1000.01 }];

/** A building with three apartments of 50, 30 and 20 m², numbered 1, 2 and 10. */
export async function createBilledBuilding(
  g: TestService,
  as: string,
  billing: Record<string, unknown> = {},
): Promise<{ building: Thing; apartments: readonly [Thing, Thing, Thing] }> {
  const building = await aBuilding(g, as, { billing: { charges, ...billing } });
  const apartment10 = await anApartment(g, as, building.id, { number: '10', area: 20 });
  const apartment1 = await anApartment(g, as, building.id, { number: '1', area: 50 });
  const apartment2 = await anApartment(g, as, building.id, { number: '2', area: 30 });
  return { building, apartments: [apartment1, apartment2, apartment10] };
}

/** Requests a generation, for October with the default bill unless the body says otherwise. */
export function generate(
  g: TestService,
  as: string | undefined,
  buildingId: string,
  body: Record<string, unknown> = {},
): Promise<Answer<GenerationAnswer>> {
  return g.ask<GenerationAnswer>('POST', '/invoices/generate-bulk', {
    as,
    body: { buildingId, ...october, costs, ...body },
  });
}

/** The ids of three new invoices, in the order of their apartments. Throws when they are not created. */
export async function createThreeInvoices(
  g: TestService,
  as: string,
  buildingId: string,
  body: Record<string, unknown> = {},
): Promise<readonly [string, string, string]> {
  const answer = await generate(g, as, buildingId, body);
  const [invoice1, invoice2, invoice10] = answer.data?.invoices.map((invoice) => invoice.invoiceId) ?? [];
  if (answer.status !== 201 || !invoice1 || !invoice2 || !invoice10)
    throw new Error(`The invoices were not made: ${answer.text}`);
  return [invoice1, invoice2, invoice10];
}

/** The data of an organization's events of one type, in the order in which they were raised. */
export async function eventsOf(
  g: TestService,
  tenantId: string,
  type: string,
): Promise<{ invoiceId: string; amount: number }[]> {
  const rows = await g.owner<{ body: string }[]>`
    select body from events where tenant_id = ${tenantId} and type = ${type} order by id`;
  return rows.map((row) => JSON.parse(row.body).data);
}

/** Delivers an invoice on paper, which makes it sent. */
export async function markSent(g: TestService, id: string): Promise<void> {
  const [invoice] = await g.owner<{ tenantId: string }[]>`select tenant_id from invoices where id = ${id}`;
  if (invoice === undefined) throw new Error(`There is no invoice ${id}.`);
  await inTenant(g.app, serviceCaller(invoice.tenantId), (scope) => markDelivered(scope, id, 'paper'));
}

/** Delivers all invoices of a generation on paper. */
export async function sendAll(g: TestService, { invoices }: Pick<GenerationAnswer, 'invoices'>): Promise<void> {
  for (const { invoiceId = '' } of invoices) await markSent(g, invoiceId);
}

const september = { periodStart: '2026-09-01', periodEnd: '2026-09-30' };
const months = [
  { ...september, issueDate: '2026-10-01' },
  { ...october, issueDate: '2026-11-01' },
  { ...november, issueDate: '2026-11-15' },
];

/**
 * The first apartment's invoices of three months, 552.71 each: sent, except the drafts that are named by their places.
 */
export async function createThreeMonths(
  g: TestService,
  as: string,
  { drafts = [], billing = {} }: { drafts?: readonly number[]; billing?: Record<string, unknown> } = {},
): Promise<{ home: Thing; ids: [string, string, string] }> {
  const { building, apartments } = await createBilledBuilding(g, as, billing);
  const ids: string[] = [];
  for (const [place, month] of months.entries()) {
    await onDay(g, month.issueDate, async () => {
      const { data } = await generate(g, as, building.id, month);
      const id = data.invoices.find((invoice) => invoice.apartmentId === apartments[0].id)?.invoiceId ?? '';
      if (!drafts.includes(place)) await markSent(g, id);
      ids.push(id);
    });
  }
  return { home: apartments[0], ids: ids as [string, string, string] };
}
