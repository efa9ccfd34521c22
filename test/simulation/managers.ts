// The managers of a simulated life: they generate, deliver, cancel and credit invoices, and change prices and owners.
import { countedUntil, dayAfter, lastDayOf, type ModelMeter } from '../meter-model.ts';
import { aPerson, giveAccount, type Thing } from '../service-fixture.ts';
import { cents, failOnDifference, linesOf, statusOf } from './compare.ts';
import {
  apartmentsOf,
  ask,
  chargesBody,
  consolePath,
  expectStatus,
  type Life,
  note,
  todayOf,
  Violation,
  write,
} from './life.ts';
import { readForHandOver } from './metering.ts';
import {
  dueOn,
  type ExpectedLine,
  expectEvent,
  expectLines,
  firstMonth,
  isReadFor,
  isSettledLater,
  type ModelApartment,
  type ModelBuilding,
  type ModelInvoice,
  type ModelLine,
  meteredUntil,
  monthsUntil,
  nextMonth,
  ownerDays,
  priceIn,
  roundedQuotient,
  sumOf,
  takeNumber,
} from './model.ts';
import { addCredit, applyCredit, cancel, isCancellable } from './model-money.ts';

/** The invoices of a month that are in force, without corrections and credit notes. */
const invoicesOf = ({ model }: Life, building: ModelBuilding, month: string) =>
  model.invoices.filter(
    (invoice) =>
      invoice.apartment.building === building &&
      invoice.month === month &&
      invoice.kind === 'invoice' &&
      !invoice.isCancelled,
  );

/** The months of a building that have been billed so far, and the next one if it is over. */
function billableMonths(life: Life, building: ModelBuilding): string[] {
  const months: string[] = [];
  for (let month = firstMonth; lastDayOf(month) < todayOf(life); month = nextMonth(month)) {
    months.push(month);
    if (!building.bills.has(month)) break;
  }
  return months;
}

/** Generates the next month of a building, or again one whose invoices were cancelled. */
export async function generate(life: Life): Promise<void> {
  const { dice, model } = life;
  const building = dice.pick(model.buildings);
  const months = billableMonths(life, building);
  const last = months.at(-1);
  if (last === undefined) return;
  const isKnown = (month: string) => building.apartments.every((apartment) => !isSettledLater(model, apartment, month));
  const incomplete = months.filter((month) => invoicesOf(life, building, month).length < 3 && isKnown(month));
  const month = dice.chance(70) || incomplete.length === 0 ? last : dice.pick(incomplete);
  if (!isKnown(month)) return;
  const isNew = !building.bills.has(month);
  const bill = 10_000 + dice.number(60_000);
  const billed = new Set(invoicesOf(life, building, month).map(({ apartment }) => apartment));
  const missing = building.apartments.some((apartment) => apartment.meters.some((meter) => !isReadFor(meter, month)));
  const period = { periodStart: `${month}-01`, periodEnd: lastDayOf(month) };
  const costs = isNew ? { costs: [{ charge: 'heat', amount: bill / 100 }] } : {};
  const body = { buildingId: building.id, ...period, ...costs };
  const answer = await write<Generation>(life, 'POST', '/invoices/generate-bulk', body, true);
  const what = `generate ${month} of ${building.prefix}${isNew ? ` with a bill of ${bill}` : ''}`;
  note(life, `${what}: ${answer.status}`);
  if (missing) return expectStatus(answer, 422, `${what}, where a meter was not read`);
  const open = building.apartments.filter((apartment) => !billed.has(apartment));
  expectStatus(answer, open.length > 0 ? 201 : 200, what);
  if (isNew) building.bills.set(month, bill);
  const created = answer.data.invoices.filter(({ status }) => status === 'created').map(({ invoiceId }) => invoiceId);
  await adoptGeneration(life, { open, month, ids: created });
}

type Generation = { readonly invoices: readonly { readonly invoiceId: string; readonly status: string }[] } & Thing;

/** Holds new invoices against the model, and adds them to it. */
async function adoptGeneration(
  life: Life,
  { open, month, ids }: { open: readonly ModelApartment[]; month: string; ids: readonly string[] },
): Promise<void> {
  const { model } = life;
  const found = await Promise.all(ids.map(async (id) => (await ask(life, 'GET', `/invoices/${id}`)).data));
  const made: ModelInvoice[] = [];
  for (const apartment of open) {
    const metered = meteredUntil(model, apartment, monthsUntil(month));
    const oneOffs = model.oneOffs.filter(
      (item) => item.apartment === apartment && item.invoice === undefined && item.dueFrom <= lastDayOf(month),
    );
    const expected = expectLines(apartment, month, metered);
    if (oneOffs.length > 0)
      expected.push({ code: 'one-off', net: sumOf(oneOffs.map(({ amount }) => amount)), vat: 0, slack: 0 });
    const parts: ModelInvoice[] = [];
    for (const { from, to } of ownerDays(apartment, month)) {
      const item = found.find(({ apartmentId, periodStart }) => apartmentId === apartment.id && periodStart === from);
      if (item === undefined)
        throw new Violation('generation', `apartment ${apartment.number} has no invoice from ${from}`);
      if (item.periodEnd !== to)
        throw new Violation('generation', `an invoice ends on ${item.periodEnd}, not on ${to}`);
      const isFirst = parts.length === 0;
      parts.push(adoptInvoice(life, item, { apartment, month, metered: isFirst ? metered : new Map() }));
    }
    verifyLines(`apartment ${apartment.number} in ${month}`, expected, parts);
    verifyOwners(apartment, month, metered, parts);
    verifyQuantity(`apartment ${apartment.number} in ${month}`, metered, parts);
    for (const oneOff of oneOffs) oneOff.invoice = parts[0];
    made.push(...parts);
  }
  if (made.length !== ids.length) throw new Violation('generation', `${ids.length} invoices instead of ${made.length}`);
  const byNumber = made.map(({ number }) => number);
  failOnDifference(
    'numbers',
    byNumber,
    found.map(({ number }) => String(number)),
  );
  for (const apartment of open) applyCredit(model, apartment, made);
}

/** Adds an invoice of the service to the model, with the number and the days that it must have. */
export function adoptInvoice(
  life: Life,
  item: Thing,
  more: Pick<ModelInvoice, 'apartment' | 'month'> & Partial<Pick<ModelInvoice, 'kind' | 'corrects' | 'metered'>>,
): ModelInvoice {
  const { model, numbersAtOnce } = life;
  const { kind = 'invoice', corrects, metered = new Map(), apartment, month } = more;
  const issueDate = todayOf(life);
  const lines = linesOf(item);
  const amount = cents(item.amount);
  const invoice: ModelInvoice = {
    ...{ id: item.id, apartment, kind, month, lines, corrects, metered, amount, issueDate },
    number: numbersAtOnce === undefined ? takeNumber(model, apartment.building, issueDate) : String(item.number),
    ...{ periodStart: String(item.periodStart), periodEnd: String(item.periodEnd) },
    dueDate: kind === 'credit' ? issueDate : dueOn(issueDate),
    ...{ isSent: false, isCancelled: false, wasOverdue: false },
  };
  const sum = sumOf(lines.map(({ net, vat }) => net + vat));
  if (sum !== amount)
    throw new Violation('sum of positions', `${invoice.number} is ${amount}, its positions are ${sum}`);
  if (invoice.number !== item.number) throw new Violation('numbers', `${item.number} instead of ${invoice.number}`);
  model.invoices.push(invoice);
  numbersAtOnce?.push(invoice.number);
  expectEvent(model, 'invoice.created', () => `${invoice.id} ${amount}`);
  return invoice;
}

/**
 * Where an apartment changed hands and nothing is settled, each owner pays for what was counted on their days, to a
 * rounded cent.
 */
function verifyOwners(
  apartment: ModelApartment,
  month: string,
  metered: ReadonlyMap<ModelMeter, ReadonlyMap<string, bigint>>,
  parts: readonly ModelInvoice[],
): void {
  const isPlain = [...metered.values()].every((months) => [...months.keys()].every((name) => name === month));
  const [charge] = apartment.building.charges.filter(({ basis }) => basis === 'meter');
  if (parts.length < 2 || !isPlain || charge === undefined) return;
  const ends = parts.map(({ periodEnd }) => periodEnd);
  for (const { number, periodStart, periodEnd, lines } of parts) {
    const quantity = [...metered.keys()].reduce(
      (sum, meter) => sum + countedUntil(meter, periodEnd, ends) - countedUntil(meter, dayAfter(periodStart, -1), ends),
      0n,
    );
    const net = roundedQuotient(quantity * BigInt(priceIn(charge, month).price), 100_000_000n);
    const found = sumOf(lines.filter(({ code }) => code === charge.code).map((line) => line.net));
    if (Math.abs(found - net) > metered.size)
      throw new Violation(
        'owners',
        `${number}: ${found} for what was counted from ${periodStart} to ${periodEnd}, not ${net}`,
      );
  }
}

/** The invoices of the owners of an apartment add up to what the apartment has to pay, for each charge, to the cent. */
export function verifyLines(
  what: string,
  expected: readonly ExpectedLine[],
  parts: readonly { lines: readonly ModelLine[] }[],
): void {
  const lines = parts.flatMap((part) => part.lines);
  const codes = new Set([...expected, ...lines].map(({ code }) => code));
  for (const code of codes) {
    const due = expected.find((line) => line.code === code) ?? { net: 0, vat: 0, slack: 0 };
    const own = lines.filter((line) => line.code === code);
    const [net, vat] = [sumOf(own.map((line) => line.net)), sumOf(own.map((line) => line.vat))];
    // What meters counted is rounded for each owner. Everything else is divided between them to the cent.
    const slack = code === 'water' ? due.slack + Math.max(0, parts.length - 1) : 0;
    if (Math.abs(net - due.net) > slack || Math.abs(vat - due.vat) > slack)
      throw new Violation('amounts', `${what}: ${code} is ${net} + ${vat}, and must be ${due.net} + ${due.vat}`);
  }
}

/** The quantities of the metered positions are what the meters counted and no other invoice bills. */
function verifyQuantity(
  what: string,
  metered: ReadonlyMap<ModelMeter, ReadonlyMap<string, bigint>>,
  parts: readonly { lines: readonly ModelLine[] }[],
): void {
  const due = [...metered.values()].flatMap((months) => [...months.values()]).reduce((sum, part) => sum + part, 0n);
  const found = parts
    .flatMap(({ lines }) => lines)
    .filter(({ code }) => code === 'water')
    .reduce((sum, { quantity }) => sum + quantity, 0n);
  if (found !== due) throw new Violation('quantities', `${what}: ${found} millionths are billed, and must be ${due}`);
}

const pickInvoice = (life: Life, isWanted: (invoice: ModelInvoice) => boolean): ModelInvoice | undefined => {
  const { buildings, invoices } = life.model;
  const wanted = invoices.filter((invoice) => buildings.includes(invoice.apartment.building) && isWanted(invoice));
  return wanted.length === 0 ? undefined : life.dice.pick(wanted.slice(-20));
};

/** Delivers all drafts of a month on paper, or one of them. */
export async function deliver(life: Life): Promise<void> {
  const { model, dice } = life;
  const chosen = pickInvoice(life, (invoice) => statusOf(life, invoice) === 'draft');
  if (chosen === undefined) return;
  const drafts = model.invoices.filter(
    (invoice) => invoice.month === chosen.month && invoice.apartment.building === chosen.apartment.building,
  );
  for (const invoice of dice.chance(80) ? drafts : [chosen]) {
    if (statusOf(life, invoice) !== 'draft') continue;
    const path = `${consolePath}/invoices/${invoice.id}/delivered`;
    const answer = await write(life, 'POST', path, { by: 'paper' }, true);
    note(life, `deliver ${invoice.number}: ${answer.status}`);
    expectStatus(answer, 200, `deliver ${invoice.number}`);
    invoice.isSent = true; // On paper: invoice.sent is for e-mails.
  }
}

/** Cancels an invoice; where the apartment changed hands, all invoices of its month. Paid ones must be refused. */
export async function cancelInvoice(life: Life): Promise<void> {
  const chosen = pickInvoice(life, (invoice) => !invoice.isCancelled && invoice.kind !== 'correction');
  if (chosen !== undefined) await cancelMonth(life, chosen);
}

/** The same of a certain invoice. */
export async function cancelMonth(life: Life, chosen: ModelInvoice): Promise<void> {
  const { model } = life;
  const { apartment, month } = chosen;
  const parts =
    chosen.kind === 'credit'
      ? [chosen]
      : invoicesOf(life, apartment.building, month).filter((invoice) => invoice.apartment === apartment);
  const { creditedMonths, correctedMonths } = apartment.building;
  const isKept = creditedMonths.has(month) || correctedMonths.has(month);
  if (chosen.kind === 'invoice' && isKept && parts.every((part) => isCancellable(model, part))) return;
  if (parts.length > 1 && !parts.every((part) => isCancellable(model, part))) return;
  for (const invoice of parts) {
    const isAllowed = isCancellable(model, invoice);
    const answer = await write(life, 'PATCH', `/invoices/${invoice.id}`, { status: 'cancelled' }, true);
    note(life, `cancel ${invoice.number}: ${answer.status}`);
    expectStatus(answer, isAllowed ? 200 : 409, `cancel ${invoice.number}, ${statusOf(life, invoice)}`);
    if (isAllowed) cancel(model, invoice);
  }
}

/**
 * Credits a position of an invoice, the whole of it or a part, and perhaps further parts of it. Metered positions are
 * left to their settlement.
 */
export async function creditPosition(life: Life): Promise<void> {
  const { dice } = life;
  const invoice = pickInvoice(life, (item) => item.isSent && !item.isCancelled && item.kind === 'invoice');
  if (invoice === undefined) return;
  const place = dice.number(invoice.lines.length);
  do await creditLine(life, invoice, place);
  while (dice.chance(75));
}

async function creditLine(life: Life, invoice: ModelInvoice, place: number): Promise<void> {
  const { model, dice } = life;
  const line = invoice.lines[place];
  if (invoice.apartment.building.correctedMonths.has(invoice.month)) return;
  if (line === undefined || line.code === 'water' || line.code === 'one-off' || line.net <= 0) return;
  if (invoice.lines.filter(({ code }) => code === line.code).length > 1) return;
  const before = model.invoices.filter((item) => item.corrects === invoice && !item.isCancelled);
  const given = before.flatMap(({ lines }) => lines).filter(({ code }) => code === line.code);
  const left = line.net + sumOf(given.map(({ net }) => net));
  const vatLeft = line.vat + sumOf(given.map(({ vat }) => vat));
  const net = dice.chance(30) ? left : Math.min(left, 1 + dice.number(500));
  const positions = [{ position: place + 1, amount: net / 100 }];
  const path = `${consolePath}/invoices/${invoice.id}/credit`;
  const answer = await write(life, 'POST', path, { reason: 'Vabandus', positions });
  note(life, `credit ${net} of ${line.code} on ${invoice.number}: ${answer.status}`);
  if (net === 0) return expectStatus(answer, 409, 'credit nothing');
  expectStatus(answer, 201, `credit ${net} of ${line.code} on ${invoice.number}`);
  const credited = line.net - left + net;
  const charge = invoice.apartment.building.charges.find(({ code }) => code === line.code);
  const rate = charge === undefined ? 0 : priceIn(charge, invoice.month).vat;
  const due = roundedQuotient(BigInt(credited) * BigInt(rate), 100n) - (line.vat - vatLeft);
  const vat = net === left ? vatLeft : Math.min(vatLeft, Math.max(0, due));
  const credit = adoptInvoice(life, answer.data, {
    ...{ apartment: invoice.apartment, month: invoice.month, kind: 'credit', corrects: invoice },
  });
  verifyLines(`the credit of ${invoice.number}`, [{ code: line.code, net: -net, vat: -vat, slack: 0 }], [credit]);
  invoice.apartment.building.creditedMonths.add(invoice.month);
  addCredit(model, credit);
}

/** Charges an apartment once; its next invoice has it. */
export async function addOneOff(life: Life): Promise<void> {
  const { dice, model } = life;
  const apartment = dice.pick(apartmentsOf(life));
  const [amount, dueFrom] = [1 + dice.number(3000), dayAfter(todayOf(life), -dice.number(40))];
  const body = { apartmentId: apartment.id, description: 'Võti', amount: amount / 100, dueFrom };
  const answer = await write(life, 'POST', `${consolePath}/buildings/${apartment.building.id}/one-offs`, body);
  note(life, `charge apartment ${apartment.building.prefix}${apartment.number} ${amount} once: ${answer.status}`);
  expectStatus(answer, 201, 'a one-off charge');
  model.oneOffs.push({ apartment, amount, dueFrom, invoice: undefined });
}

/** Changes the price or the VAT rate of a charge from a month on that nobody was billed for yet. */
export async function changePrice(life: Life): Promise<void> {
  const { dice, model } = life;
  const building = dice.pick(model.buildings);
  const metered = building.charges.filter(({ basis }) => basis === 'meter');
  const charge = dice.pick(dice.chance(30) ? metered : building.charges);
  const last = charge.prices.at(-1);
  const billed = [...building.bills.keys()].toSorted().at(-1) ?? firstMonth;
  const current = todayOf(life).slice(0, 7);
  const from = `${nextMonth(billed > current ? billed : current)}-01`;
  if (last === undefined || last.from >= from) return;
  const price = charge.basis === 'bill' ? 0 : last.price + dice.number(5000) - 1000;
  const vat = charge.code === 'fund' ? 0 : dice.pick([22, 24, 9]);
  charge.prices.push({ from, price, vat });
  const body = { billing: { charges: chargesBody(building.charges) } };
  const answer = await write(life, 'PATCH', `/buildings/${building.id}`, body, true);
  note(life, `${charge.code} of ${building.prefix} costs ${price} from ${from}, VAT ${vat}: ${answer.status}`);
  expectStatus(answer, 200, 'a new price');
}

/** An apartment is sold: from a day on it belongs to somebody else. Its meter may be read for it. */
export async function handOver(life: Life): Promise<void> {
  const { dice, g, tenantId } = life;
  const apartment = dice.pick(apartmentsOf(life));
  const owner = apartment.owners.at(-1);
  const day = dayAfter(todayOf(life), -dice.number(20));
  if (owner === undefined || owner.since >= day) return;
  const people = await ask<Thing[]>(life, 'GET', `/residents?apartmentId=${apartment.id}`);
  const stays = people.data.flatMap(
    (person) => person.apartments as { id: string; apartmentId: string; until: string | null }[],
  );
  const leaving = stays.filter((stay) => stay.apartmentId === apartment.id && stay.until === null).map(({ id }) => id);
  const newcomer = dice.chance(50) ? await aPerson(g, tenantId, 'resident') : undefined;
  life.count += 1;
  const email = newcomer?.email ?? `ostja-${life.count}@example.org`;
  const body = { day, leaving, newcomer: { name: 'Jaan Kask', email }, role: 'owner' };
  const path = `${consolePath}/buildings/${apartment.building.id}/apartments/${apartment.id}/hand-overs`;
  const answer = await write<Thing & { residentId: string }>(life, 'POST', path, body);
  note(life, `apartment ${apartment.building.prefix}${apartment.number} is sold on ${day}: ${answer.status}`);
  expectStatus(answer, 201, 'a sold apartment');
  const { residentId } = answer.data;
  if (newcomer !== undefined) await giveAccount(g, tenantId, residentId, newcomer.userId);
  owner.until = dayAfter(day, -1);
  apartment.owners.push({ residentId, email, hasAccount: newcomer !== undefined, since: day });
  if (dice.chance(60)) await readForHandOver(life, apartment, owner.until);
}
