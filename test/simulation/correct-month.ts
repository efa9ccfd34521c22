// A manager of a simulated life corrects a closed month: a late bill is divided like the first one, and late readings
// are billed.
import { lastDayOf, type ModelMeter } from '../meter-model.ts';
import type { Thing } from '../service-fixture.ts';
import { linesOf } from './compare.ts';
import { ask, consolePath, expectStatus, type Life, note, Violation, write } from './life.ts';
import { adoptInvoice, verifyLines } from './managers.ts';
import {
  type ExpectedLine,
  expectLines,
  isReadFor,
  isSettledLater,
  type ModelApartment,
  type ModelBuilding,
  type ModelInvoice,
  meteredUntil,
  monthsUntil,
  sumOf,
} from './model.ts';
import { addCredit, applyCredit, isFinal } from './model-money.ts';

/** The invoices and corrections of an apartment for a month that are in force. */
const invoicesOf = ({ model }: Life, apartment: ModelApartment, month: string) =>
  model.invoices.filter((item) => item.apartment === apartment && item.month === month && !item.isCancelled);

/**
 * Months that can be corrected here: each apartment has one invoice, one of them was sent or paid, and every meter was
 * read.
 */
function correctableMonths(life: Life, building: ModelBuilding): string[] {
  const { apartments, bills, creditedMonths } = building;
  return [...bills.keys()].filter((month) => {
    const invoices = apartments.map((apartment) =>
      invoicesOf(life, apartment, month).filter(({ kind }) => kind === 'invoice'),
    );
    const isClosed = invoices.flat().some((invoice) => isFinal(life.model, invoice));
    const isRead = apartments.every(({ meters }) => meters.every((meter) => isReadFor(meter, month)));
    const isKnown = apartments.every((apartment) => !isSettledLater(life.model, apartment, month));
    return isKnown && isClosed && isRead && !creditedMonths.has(month) && invoices.every(({ length }) => length === 1);
  });
}

/** What a correction of an apartment must hold: what the month costs now, less what its invoices hold. */
function expectDifference(
  life: Life,
  apartment: ModelApartment,
  month: string,
  metered: ReadonlyMap<ModelMeter, ReadonlyMap<string, bigint>>,
): ExpectedLine[] {
  const held = invoicesOf(life, apartment, month).flatMap(({ lines }) => lines);
  return expectLines(apartment, month, metered).map((line) => {
    // All its days are calculated together now: what was rounded apart before may differ by a cent for each meter.
    if (line.code === 'water') return { ...line, slack: line.slack + apartment.meters.length };
    const before = held.filter(({ code }) => code === line.code);
    const [net, vat] = [sumOf(before.map((item) => item.net)), sumOf(before.map((item) => item.vat))];
    return { ...line, net: line.net - net, vat: line.vat - vat };
  });
}

/** Corrects a closed month by a late bill, or without one. */
export async function correctMonth(life: Life): Promise<void> {
  const { dice, model } = life;
  const building = dice.pick(model.buildings);
  const months = correctableMonths(life, building);
  if (months.length === 0) return;
  const month = dice.pick(months);
  const late = dice.chance(75) ? dice.number(12_000) - 5000 : 0;
  const bills = late === 0 ? {} : { bills: [{ charge: 'heat', amount: late / 100 }] };
  const body = { periodStart: `${month}-01`, periodEnd: lastDayOf(month), reason: 'Hilinenud arve', ...bills };
  const path = `${consolePath}/buildings/${building.id}/corrections`;
  const answer = await write<Thing & { invoices: readonly { invoiceId?: string }[] }>(life, 'POST', path, body);
  note(life, `correct ${month} of ${building.prefix} by a bill of ${late}: ${answer.status}`);
  expectStatus(answer, [200, 201], 'a correction');
  building.bills.set(month, (building.bills.get(month) ?? 0) + late);
  building.correctedMonths.add(month);
  const known = new Set(model.invoices.map(({ id }) => id));
  const listed = await ask<Thing[]>(life, 'GET', `/invoices?buildingId=${building.id}&sort=-createdAt&limit=20`);
  const ids = listed.data.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const found = await Promise.all(ids.map(async (id) => (await ask(life, 'GET', `/invoices/${id}`)).data));
  const made: ModelInvoice[] = [];
  for (const apartment of building.apartments) made.push(...adoptCorrection(life, apartment, month, found));
  if (made.length !== found.length)
    throw new Violation('correction', `${found.length} documents instead of ${made.length}`);
  for (const credit of made.filter(({ amount }) => amount < 0)) addCredit(model, credit);
  for (const apartment of building.apartments)
    applyCredit(
      model,
      apartment,
      made.filter(({ amount }) => amount > 0),
    );
}

/** Holds the correction of an apartment against the model, and adds it. No correction stands for no difference. */
function adoptCorrection(
  life: Life,
  apartment: ModelApartment,
  month: string,
  found: readonly Thing[],
): ModelInvoice[] {
  const metered = meteredUntil(life.model, apartment, monthsUntil(month));
  const expected = expectDifference(life, apartment, month, metered);
  const item = found.find(({ apartmentId }) => apartmentId === apartment.id);
  const what = `the correction of apartment ${apartment.number} in ${month}`;
  verifyLines(what, expected, item === undefined ? [] : [{ lines: linesOf(item) }]);
  if (item === undefined) return [];
  const corrects = invoicesOf(life, apartment, month).find(({ kind }) => kind === 'invoice');
  if (item.correctsInvoiceId !== corrects?.id) throw new Violation('correction', `${what} corrects another invoice`);
  return [adoptInvoice(life, item, { apartment, month, kind: 'correction', corrects, metered })];
}
