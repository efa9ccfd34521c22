// The independent model of a simulated organization: its buildings, meters, invoices, money and events in plain whole
// numbers. It shares no code with the service.
import { countedUntil, dayAfter, lastDayOf, type ModelMeter } from '../meter-model.ts';

/** A price from a day on, in ten-thousandths of a euro, and the VAT rate in percent. */
type ModelPrice = { readonly from: string; readonly price: number; readonly vat: number };
export type ModelCharge = {
  readonly code: string;
  readonly basis: 'area' | 'fixed' | 'bill' | 'meter';
  readonly prices: ModelPrice[];
};

/** Somebody who owns an apartment from a day on; `until` is their last day. */
export type ModelOwner = {
  readonly residentId: string;
  readonly email: string;
  /** Whether the person has an account and can sign in. */
  readonly hasAccount: boolean;
  readonly since: string;
  until?: string;
};

export type ModelApartment = {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly building: ModelBuilding;
  /** In hundredths of a square metre. */
  readonly area: number;
  readonly owners: ModelOwner[];
  readonly meters: ModelMeter[];
};

export type ModelBuilding = {
  readonly id: string;
  readonly prefix: string;
  readonly account: string;
  readonly charges: readonly ModelCharge[];
  readonly apartments: ModelApartment[];
  /** The heat bill of each month, in cents. */
  readonly bills: Map<string, number>;
  /**
   * Months with credit notes, and months that were corrected: a simulation does not do both to a month, and cancels
   * none of its invoices.
   */
  readonly creditedMonths: Set<string>;
  readonly correctedMonths: Set<string>;
};

/** A position, net and VAT in cents, and its quantity in millionths. */
export type ModelLine = ModelSum & { readonly quantity: bigint };
/** A sum of positions with one code, net and VAT in cents. */
type ModelSum = { readonly code: string; readonly net: number; readonly vat: number };

export type ModelInvoice = {
  readonly id: string;
  readonly number: string;
  readonly apartment: ModelApartment;
  readonly kind: 'invoice' | 'credit' | 'correction';
  readonly month: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly amount: number;
  readonly lines: readonly ModelLine[];
  readonly corrects: ModelInvoice | undefined;
  /** What it bills of each meter, by month, in millionths. */
  readonly metered: ReadonlyMap<ModelMeter, ReadonlyMap<string, bigint>>;
  isSent: boolean;
  isCancelled: boolean;
  /** Whether invoice.overdue was raised. */
  wasOverdue: boolean;
};

/** Part of a payment that pays an invoice; `fromCredit` if the money was credit before. */
type ModelShare = { readonly amount: number; readonly fromCredit: boolean };

export type ModelPayment = {
  /** What its description says, which identifies it. Noted money without one gets that of its statement line. */
  text: string;
  readonly source: 'statement' | 'manual' | 'credit';
  readonly amount: number;
  paidOn: string;
  /** Its place in the order of all payments. */
  readonly place: number;
  readonly inCash: boolean;
  readonly creditInvoice: ModelInvoice | undefined;
  /** The building on whose account a bank received it. */
  readonly receivedFor: ModelBuilding | undefined;
  id: string | undefined;
  /** The apartment that has the rest as credit. */
  apartment: ModelApartment | undefined;
  isShown: boolean;
  isReversed: boolean;
  /** What it paid until it was reversed, and when the bank returned it. */
  lost: ReadonlyMap<ModelInvoice, ModelShare>;
  returnedOn: string | undefined;
  refunded: number;
  readonly shares: Map<ModelInvoice, ModelShare>;
};

/** A one-off charge without VAT; `invoice` is the one that has it. */
type ModelOneOff = {
  readonly apartment: ModelApartment;
  readonly amount: number;
  readonly dueFrom: string;
  invoice: ModelInvoice | undefined;
};

/** An event that must have been raised: type, subject, and what else its data say. */
type ModelEvent = { readonly type: string; readonly subject: () => string };

export type Model = {
  readonly buildings: ModelBuilding[];
  readonly invoices: ModelInvoice[];
  readonly payments: ModelPayment[];
  readonly oneOffs: ModelOneOff[];
  /** The last invoice number of each year of issue. */
  readonly numbers: Map<string, number>;
  /** Events of the current step. */
  readonly events: ModelEvent[];
};

/** A model of an organization with nothing in it. */
export const emptyModel = (): Model => ({
  buildings: [],
  invoices: [],
  payments: [],
  oneOffs: [],
  numbers: new Map(),
  events: [],
});

export const sumOf = (figures: Iterable<number>): number => [...figures].reduce((sum, figure) => sum + figure, 0);

/** Divides and rounds to a whole number, half away from zero. */
export function roundedQuotient(dividend: bigint, divisor: bigint): number {
  const [size, isNegative] = dividend < 0n ? [-dividend, true] : [dividend, false];
  const rounded = Number((2n * size + divisor) / (2n * divisor));
  return isNegative ? 0 - rounded : rounded;
}

const vatOf = (net: number, percent: number) => roundedQuotient(BigInt(net) * BigInt(percent), 100n);

/**
 * Splits a bill by weights: whole cents down, then a cent each to the largest fractions, among equal ones to the first.
 */
export function splitBill(bill: number, weights: readonly number[]): number[] {
  const whole = sumOf(weights);
  const [size, sign] = bill < 0 ? [-bill, -1] : [bill, 1];
  const parts = weights.map((weight, index) => ({
    index,
    cents: Math.floor((size * weight) / whole),
    rest: (size * weight) % whole,
  }));
  const missing = size - sumOf(parts.map((part) => part.cents));
  const favoured = parts.toSorted((a, b) => b.rest - a.rest || a.index - b.index).slice(0, missing);
  for (const part of favoured) part.cents += 1;
  return parts.map(({ cents }) => (cents === 0 ? 0 : sign * cents));
}

/** The price of a charge in a month; prices change on the first day of a month. */
export const priceIn = ({ prices }: ModelCharge, month: string): ModelPrice =>
  prices.findLast(({ from }) => from <= `${month}-01`) as ModelPrice;

/** What is known of a sum: how many cents it may differ, because settled days are rounded on their own. */
export type ExpectedLine = ModelSum & { readonly slack: number };

/** The price boundaries of a charge: a reading on the day after such a day counts for it. */
const priceEnds = ({ prices }: ModelCharge) => prices.slice(1).map(({ from }) => dayAfter(from, -1));

const waterOf = ({ charges }: ModelBuilding) => charges.find(({ basis }) => basis === 'meter') as ModelCharge;

/**
 * Whether a meter was read in a month, or was not there at its end. A reading on the day after does not count for it,
 * even where a price changed.
 */
export function isReadFor(meter: ModelMeter, month: string): boolean {
  const end = lastDayOf(month);
  if (meter.installedOn > end || (meter.removed !== undefined && meter.removed.day <= end)) return true;
  return meter.readings.some(({ day }) => day.startsWith(month));
}

/** The first month that is billed. */
export const firstMonth = '2026-01';

export const nextMonth = (month: string): string => dayAfter(lastDayOf(month)).slice(0, 7);

/** The months of a life until one of them. */
export function monthsUntil(last: string): string[] {
  const months: string[] = [];
  for (let month = firstMonth; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/**
 * What an invoice of a month bills of the meters of an apartment: everything counted until its end, less what other
 * invoices bill.
 */
export function meteredUntil(
  { invoices }: Model,
  { building, meters }: ModelApartment,
  months: readonly string[],
): Map<ModelMeter, Map<string, bigint>> {
  const ends = priceEnds(waterOf(building));
  const due = new Map<ModelMeter, Map<string, bigint>>();
  for (const meter of meters) {
    const own = new Map<string, bigint>();
    for (const month of months) {
      const counted =
        countedUntil(meter, lastDayOf(month), ends) - countedUntil(meter, dayAfter(`${month}-01`, -1), ends);
      const billed = invoices
        .filter(({ isCancelled }) => !isCancelled)
        .reduce((sum, invoice) => sum + (invoice.metered.get(meter)?.get(month) ?? 0n), 0n);
      if (counted !== billed) own.set(month, counted - billed);
    }
    if (own.size > 0) due.set(meter, own);
  }
  return due;
}

/**
 * Whether an invoice of a later month bills days of this one, or of one before it. The service divides what was billed
 * of several months together by days if it has to cut it, so for such a month alone the model does not know what is
 * left; until the end of the next month it does.
 */
export function isSettledLater({ invoices }: Model, apartment: ModelApartment, month: string): boolean {
  return invoices.some(
    (invoice) =>
      invoice.apartment === apartment &&
      !invoice.isCancelled &&
      invoice.month > month &&
      [...invoice.metered.values()].some((months) => [...months.keys()].some((billed) => billed <= month)),
  );
}

/** The positions of an apartment for a month, by code, before it is divided between owners. */
export function expectLines(
  apartment: ModelApartment,
  month: string,
  metered: ReadonlyMap<ModelMeter, ReadonlyMap<string, bigint>>,
): ExpectedLine[] {
  const { building, area } = apartment;
  return building.charges.map((charge): ExpectedLine => {
    const { code, basis } = charge;
    const { price, vat } = priceIn(charge, month);
    if (basis === 'meter') return expectConsumption(charge, month, metered);
    const net =
      basis === 'area'
        ? roundedQuotient(BigInt(area) * BigInt(price), 10_000n)
        : basis === 'fixed'
          ? roundedQuotient(BigInt(price), 100n)
          : shareOfBill(apartment, building.bills.get(month) ?? 0);
    return { code, net, vat: vatOf(net, vat), slack: 0 };
  });
}

/** The part of an apartment in a bill of its building, by area. */
function shareOfBill({ building, number }: ModelApartment, bill: number): number {
  const shares = splitBill(
    bill,
    building.apartments.map(({ area }) => area),
  );
  return shares[building.apartments.findIndex((apartment) => apartment.number === number)] ?? 0;
}

function expectConsumption(
  charge: ModelCharge,
  month: string,
  metered: ReadonlyMap<ModelMeter, ReadonlyMap<string, bigint>>,
): ExpectedLine {
  const byMonth = new Map<string, bigint>();
  for (const own of metered.values())
    for (const [name, quantity] of own) byMonth.set(name, (byMonth.get(name) ?? 0n) + quantity);
  let [net, vat] = [0, 0];
  for (const [name, quantity] of byMonth) {
    const { price, vat: rate } = priceIn(charge, name);
    const part = roundedQuotient(quantity * BigInt(price), 100_000_000n);
    net += part;
    vat += vatOf(part, rate);
  }
  // Days of one price are rounded together; what is settled later, for each run of days.
  const isPlain = [...byMonth.keys()].every((name) => name === month);
  return { code: charge.code, net, vat, slack: isPlain ? 0 : metered.size * byMonth.size };
}

/** The first and last days of the invoices that an apartment gets for a month: one for each owner on its days. */
export function ownerDays({ owners }: ModelApartment, month: string): { from: string; to: string }[] {
  const [first, last] = [`${month}-01`, lastDayOf(month)];
  const starts = owners.map(({ since }) => since).filter((day) => day > first && day <= last);
  return [first, ...starts].map((from, index) => {
    const next = starts[index];
    return { from, to: next === undefined ? last : dayAfter(next, -1) };
  });
}

/** The people who pay an invoice: those who owned the apartment on one of its days. */
export const payersOf = ({ apartment, periodStart, periodEnd }: ModelInvoice): readonly ModelOwner[] =>
  apartment.owners.filter(({ since, until }) => since <= periodEnd && (until === undefined || until >= periodStart));

/** Public holidays of Estonia by month and day, and the Fridays before Easter of the simulated years. */
const holidays = ['01-01', '02-24', '05-01', '06-23', '06-24', '08-20', '12-24', '12-25', '12-26'];
const goodFridays = ['2026-04-03', '2027-03-26', '2028-04-14', '2029-03-30', '2030-04-19', '2031-04-11', '2032-03-26'];

/** The day on which an invoice is due: fourteen days after its issue, or the next working day. */
export function dueOn(issueDate: string): string {
  let day = dayAfter(issueDate, 14);
  const isFree = () =>
    [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ||
    holidays.includes(day.slice(5)) ||
    goodFridays.includes(day);
  while (isFree()) day = dayAfter(day);
  return day;
}

/** The next invoice number, which is then used up: of the year, since 2027 of the prefix and year. */
export function takeNumber({ numbers }: Model, { prefix }: ModelBuilding, issueDate: string): string {
  const year = issueDate.slice(0, 4);
  const sequence = year === '2026' ? year : `${prefix}${year}`;
  const next = (numbers.get(sequence) ?? 0) + 1;
  numbers.set(sequence, next);
  return `${prefix}${year}-${String(next).padStart(6, '0')}`;
}

/** Notes that an event must have been raised in this step. */
export function expectEvent({ events }: Model, type: string, subject: () => string): void {
  events.push({ type, subject });
}
