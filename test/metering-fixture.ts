// Fixture of tests of metered months: a building with two apartments and a water meter in each, its readings and its
// months, and their invoices.
import { addDays, type Day } from '../src/platform/values/dates.ts';
import type { GenerationAnswer } from './billing-fixture.ts';
import { type Answer, aBuilding, anApartment, type TestService, type Thing } from './service-fixture.ts';

/** Charges by a water meter, by what a main meter counts beyond the apartments, and the same for each apartment. */
export const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };
export const estimatedWater = { ...water, estimateMissingFromMonths: 3 };
export const estimatedCommon = { ...estimatedWater, code: 'common', name: 'Üldvesi', basis: 'meter_remainder' };
export const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 5 };

export type MeteredPosition = {
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly amount: number;
  readonly vatRate: number;
  readonly vatAmount: number;
  readonly calculation: {
    readonly method: string;
    readonly from?: string;
    readonly to?: string;
    readonly why?: string;
    readonly counted?: string;
    readonly billedBefore?: string;
    readonly readings: readonly {
      readonly meterId: string;
      readonly start: string;
      readonly end: string;
      readonly estimated: boolean;
      readonly consumption: string;
    }[];
    readonly numerator?: string;
    readonly toDate?: {
      readonly since: string;
      readonly counted: string;
      readonly before: string;
      readonly now: string;
    };
    readonly remainder?: { readonly main: string; readonly explained: string; readonly quantity: string };
  };
};
export type MeteredGeneration = GenerationAnswer & { readonly warnings: readonly { code: string; message: string }[] };

/** The warnings of a generation. */
export const warningCodesOf = (data: MeteredGeneration) => data.warnings.map((warning) => warning.code);

/** For each meter of a position: its first and last value, and its consumption. */
export const readingsOnLine = (line: MeteredPosition | undefined) =>
  line?.calculation.readings.map(({ start, end, consumption }) => [start, end, consumption]);

/** For each position: the first and last settled day, if any, the quantity and the amount. */
export const settledDays = (lines: readonly MeteredPosition[]) =>
  lines.flatMap(({ quantity, amount, calculation: { method, from, to } }) =>
    method === 'settlement' ? [[from, to, quantity, amount]] : [],
  );

/** A building with charges, and two apartments with a cold water meter each, installed at the start of 2026. */
export async function createMeteredBuilding(
  g: TestService,
  as: string,
  charges: readonly unknown[],
  more: Record<string, unknown> = {},
) {
  const building = await aBuilding(g, as, { billing: { charges } });
  const aMeter = async (body: Record<string, unknown>): Promise<Thing> => {
    const written = { buildingId: building.id, type: 'cold_water', installedOn: '2026-01-01', ...more, ...body };
    return (await g.succeed('POST', '/meters', { as, body: written })).data;
  };
  const meters: Thing[] = [];
  for (const number of ['1', '2']) {
    const apartment = await anApartment(g, as, building.id, { number });
    meters.push(await aMeter({ apartmentId: apartment.id }));
  }
  const readMeter = async ({ id }: { id: string }, readAt: string, value: number, rollover?: boolean) => {
    const body = { value, readAt, ...(rollover && { rollover }) };
    return (await g.succeed('POST', `/meters/${id}/readings`, { as, body })).data;
  };
  const read = (place: number, readAt: string, value: number) => readMeter(meters[place] as Thing, readAt, value);
  /** Reads a meter, or the one of an apartment's place, on days of 2026. */
  const readDays = async (which: { id: string } | number, values: Readonly<Record<string, number>>) => {
    const meter = typeof which === 'number' ? (meters[which] as Thing) : which;
    for (const [day, value] of Object.entries(values)) await readMeter(meter, `2026-${day}`, value);
  };
  const bill = (month: string, body: Record<string, unknown> = {}): Promise<Answer<MeteredGeneration>> => {
    const written = { buildingId: building.id, ...daysOf(month), ...body };
    return g.ask('POST', '/invoices/generate-bulk', { as, body: written });
  };
  const corrections = waysToCorrect(g, as, building.id);
  return { building, meters, aMeter, readMeter, read, readDays, bill, ...corrections, ...waysIntoInvoices(g, as) };
}

function daysOf(month: string) {
  const last = new Date(Date.UTC(2026, Number(month), 0)).getUTCDate();
  return { periodStart: `2026-${month}-01`, periodEnd: `2026-${month}-${last}` };
}

type CorrectedInvoice = {
  readonly apartmentId: string;
  readonly invoiceId?: string;
  readonly status: string;
  readonly amount?: number;
};

/** Short ways to correct a meter, a reading and a closed month. */
function waysToCorrect(g: TestService, as: string, buildingId: string) {
  const changeMeter = async (meter: { id: string } | undefined, changes: Record<string, unknown>) => {
    const body = { reason: 'Valesti kirja pandud.', ...changes };
    await g.succeed('PATCH', `//console/api/meters/${meter?.id}`, { as, body });
  };
  const rejectReading = async (reading: { id: string } | undefined) => {
    await g.succeed('POST', `//console/api/readings/${reading?.id}/reject`, { as, body: { reason: 'Vale näit' } });
  };
  const correctMonth = async (month: string, more: Record<string, unknown> = {}) => {
    type Correction = { invoices: readonly CorrectedInvoice[] };
    const body = { ...daysOf(month), reason: 'Parandus', ...more };
    const path = `//console/api/buildings/${buildingId}/corrections`;
    return (await g.succeed<Correction>('POST', path, { as, body })).data.invoices;
  };
  return { changeMeter, rejectReading, correctMonth };
}

/** What all invoices of an apartment that are in force bill of a charge. */
export async function sumInForce(
  g: TestService,
  as: string,
  { buildingId, apartmentId, code = 'water' }: { buildingId: string; apartmentId: unknown; code?: string },
) {
  type Invoice = Thing & { readonly positions: readonly MeteredPosition[] };
  const { items } = await g.succeed<Invoice>('GET', `/invoices?buildingId=${buildingId}&include=positions&limit=500`, {
    as,
  });
  const inForce = items.filter((invoice) => invoice.apartmentId === apartmentId && invoice.status !== 'cancelled');
  return sumOfCharge(
    inForce.flatMap((invoice) => invoice.positions),
    code,
  );
}

function sumOfCharge(positions: readonly MeteredPosition[], code: string) {
  const own = positions.filter((line) => line.code === code);
  const sum = (of: (line: MeteredPosition) => number, digits: number) =>
    Number(own.reduce((all, line) => all + of(line), 0).toFixed(digits));
  return {
    quantity: sum((line) => line.quantity, 6),
    net: sum((line) => line.amount, 2),
    vat: sum((line) => line.vatAmount, 2),
  };
}

/** An apartment that one owner has until a day, and another one after it. */
export async function sellApartment(g: TestService, as: string, apartmentId: unknown, last: Day): Promise<void> {
  for (const [name, days] of [
    ['Old', { since: '2020-01-01', until: last }],
    ['New', { since: addDays(last, 1), until: null }],
  ] as const) {
    const apartments = [{ apartmentId, role: 'owner', ...days }];
    await g.succeed('POST', '//console/api/residents', { as, body: { name, apartments } });
  }
}

/** Short ways to the invoices of a generation, by the place of their apartment. */
function waysIntoInvoices(g: TestService, as: string) {
  const linesOf = async (generation: GenerationAnswer, place: number): Promise<readonly MeteredPosition[]> => {
    const { invoiceId } = generation.invoices[place] ?? {};
    return (await g.ask<{ positions: MeteredPosition[] }>('GET', `/invoices/${invoiceId}`, { as })).data.positions;
  };
  const lineOf = async (generation: GenerationAnswer, place: number) => (await linesOf(generation, place))[0];
  /** The sum of all positions of a charge on an invoice. */
  const sumOf = async (generation: GenerationAnswer, place: number, code = 'water') =>
    sumOfCharge(await linesOf(generation, place), code);
  const cancel = async (generation: GenerationAnswer, place: number) => {
    const { invoiceId } = generation.invoices[place] ?? {};
    await g.succeed('PATCH', `/invoices/${invoiceId}`, { as, body: { status: 'cancelled' } });
  };
  return { linesOf, lineOf, sumOf, cancel };
}
