// The money of the model: which invoices each payment pays, in the order that the open points promise, and what becomes
// credit.

import { dayAfter } from '../meter-model.ts';
import {
  expectEvent,
  type Model,
  type ModelApartment,
  type ModelBuilding,
  type ModelInvoice,
  type ModelPayment,
  payersOf,
  sumOf,
} from './model.ts';

/** What payments pay of an invoice. */
export const paidOf = ({ payments }: Model, invoice: ModelInvoice): number =>
  sumOf(payments.map(({ shares }) => shares.get(invoice)?.amount ?? 0));

/** What is still to be paid of an invoice. */
export const balanceOf = (model: Model, invoice: ModelInvoice): number =>
  invoice.isCancelled || invoice.amount < 0 ? 0 : invoice.amount - paidOf(model, invoice);

export const isPaid = (model: Model, invoice: ModelInvoice): boolean =>
  !invoice.isCancelled && invoice.amount > 0 && balanceOf(model, invoice) === 0;

/** What is left of a payment. */
export const restOf = ({ amount, refunded, shares, isReversed }: ModelPayment): number =>
  isReversed ? 0 : amount - refunded - sumOf([...shares.values()].map((share) => share.amount));

/** The invoices of an apartment with something to pay, the oldest due first. */
export const openInvoices = (model: Model, apartment: ModelApartment): ModelInvoice[] =>
  model.invoices
    .filter((invoice) => invoice.apartment === apartment && balanceOf(model, invoice) > 0)
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));

/** A payment that was just recorded and pays nothing yet. */
export function addPayment(
  model: Model,
  given: Pick<ModelPayment, 'text' | 'source' | 'amount' | 'paidOn' | 'apartment'> &
    Partial<Pick<ModelPayment, 'inCash' | 'isShown' | 'creditInvoice' | 'receivedFor'>>,
): ModelPayment {
  const payment: ModelPayment = {
    ...{ inCash: false, isShown: false, creditInvoice: undefined, receivedFor: undefined, id: undefined },
    ...given,
    ...{
      isReversed: false,
      lost: new Map(),
      returnedOn: undefined,
      refunded: 0,
      shares: new Map(),
      place: model.payments.length,
    },
  };
  model.payments.push(payment);
  return payment;
}

/** Pays part of an invoice. Marking an invoice as paid is no received payment. */
export function payShare(
  model: Model,
  payment: ModelPayment,
  invoice: ModelInvoice,
  amount: number,
  { fromCredit = false, isReceived = payment.source !== 'credit' } = {},
): void {
  const before = payment.shares.get(invoice);
  payment.shares.set(invoice, {
    amount: amount + (before?.amount ?? 0),
    fromCredit: before === undefined ? fromCredit : before.fromCredit,
  });
  if (isReceived) expectEvent(model, 'payment.received', () => `${payment.id} ${invoice.id} ${amount}`);
  if (balanceOf(model, invoice) === 0) expectEvent(model, 'invoice.paid', () => `${invoice.id} ${invoice.amount}`);
}

/** Pays invoices, in their order, until the money is used up. */
export function payInOrder(
  model: Model,
  payment: ModelPayment,
  invoices: readonly ModelInvoice[],
  fromCredit = false,
): void {
  for (const invoice of invoices) {
    const amount = Math.min(restOf(payment), balanceOf(model, invoice));
    if (amount > 0) payShare(model, payment, invoice, amount, { fromCredit });
  }
}

/**
 * The people whose money a payment is: the payers of what it pays, else the owners of its day; of a credit note, its
 * own payers.
 */
function payersOfMoney({ creditInvoice, apartment, paidOn, shares }: ModelPayment): Set<string> {
  const ofInvoices = creditInvoice === undefined ? [...shares.keys()].flatMap(payersOf) : payersOf(creditInvoice);
  const ofDay = (apartment?.owners ?? []).filter(
    ({ since, until }) => since <= paidOn && (until === undefined || until >= paidOn),
  );
  const owners = creditInvoice !== undefined || ofInvoices.length > 0 ? ofInvoices : ofDay;
  return new Set(owners.map(({ residentId }) => residentId));
}

/** The order of payments: by day, and of one day as they were recorded. */
const byAge = (a: ModelPayment, b: ModelPayment) =>
  a.paidOn < b.paidOn ? -1 : a.paidOn > b.paidOn ? 1 : a.place - b.place;

/** Credit of an apartment pays these of its invoices, the oldest credit first, each only those of its own payers. */
export function applyCredit(model: Model, apartment: ModelApartment, only?: readonly ModelInvoice[]): void {
  const credits = model.payments
    .filter((payment) => payment.apartment === apartment && restOf(payment) > 0)
    .toSorted(byAge);
  const people = new Map(credits.map((credit) => [credit, payersOfMoney(credit)]));
  for (const credit of credits) {
    const open = openInvoices(model, apartment).filter((invoice) => only === undefined || only.includes(invoice));
    const isOfBuilding = credit.receivedFor === undefined || credit.receivedFor === apartment.building;
    const fitting = open.filter(
      (invoice) => isOfBuilding && payersOf(invoice).some(({ residentId }) => people.get(credit)?.has(residentId)),
    );
    payInOrder(model, credit, fitting, true);
  }
}

/** The value of a credit note, which pays the credited invoice first, then others of the apartment. */
export function addCredit(model: Model, credit: ModelInvoice): void {
  const { number: text, amount, issueDate: paidOn, apartment, corrects } = credit;
  const payment = addPayment(model, {
    ...{ text, source: 'credit', amount: -amount, paidOn, apartment, creditInvoice: credit },
  });
  if (corrects !== undefined && balanceOf(model, corrects) > 0) payInOrder(model, payment, [corrects], true);
  if (restOf(payment) > 0) applyCredit(model, apartment);
}

/** A line of a bank statement: money with a reference, an invoice number or nothing in it. */
export type BankLine = {
  readonly text: string;
  readonly amount: number;
  readonly bookedOn: string;
  /** The building of the account. */
  readonly building: ModelBuilding;
  readonly apartment: ModelApartment | undefined;
  readonly invoice: ModelInvoice | undefined;
};

/**
 * What new lines of a bank become. Each may be money that somebody has noted already. All others pay what they name, in
 * their order; where that is not certain, they wait for a person.
 */
export function receiveLines(
  model: Model,
  lines: readonly (BankLine & { payment?: ModelPayment | undefined })[],
): void {
  const others = lines.filter((line) => {
    const shown = notedOf(model, line).find(
      (payment) => payment.amount === line.amount && isWithin(10, payment.paidOn, line.bookedOn),
    );
    if (shown === undefined) return true;
    shown.isShown = true;
    if (shown.text === '') shown.text = line.text;
    line.payment = shown;
    return false;
  });
  for (const line of others) line.payment = receiveLine(model, line);
}

/** Whether somebody noted a transfer that no statement has shown yet. */
export const isUnshown = ({ source, inCash, isShown }: ModelPayment): boolean =>
  source === 'manual' && !inCash && !isShown;

/** Money of the apartment of a line that somebody has noted, and that no statement has shown yet; the oldest first. */
const notedOf = ({ payments }: Model, { apartment }: BankLine): ModelPayment[] =>
  payments
    .filter(
      (payment) =>
        isUnshown(payment) && !payment.isReversed && apartment !== undefined && payment.apartment === apartment,
    )
    .toSorted(byAge);

function receiveLine(model: Model, line: BankLine): ModelPayment {
  const { text, amount, bookedOn, building: receivedFor, apartment, invoice } = line;
  const payment = addPayment(model, {
    ...{ text, source: 'statement', amount, paidOn: bookedOn, apartment: undefined, receivedFor },
  });
  if (invoice !== undefined) {
    if (balanceOf(model, invoice) !== amount) return payment;
    payment.apartment = invoice.apartment;
    payInOrder(model, payment, [invoice]);
  }
  if (apartment === undefined) return payment;
  const open = openInvoices(model, apartment);
  const balances = open.map((item) => balanceOf(model, item));
  const exact = open.filter((_, index) => balances[index] === amount);
  const meant = exact.length === 1 && sumOf(balances) !== amount ? exact : open;
  if (mayBeNoted(model, { noted: notedOf(model, line), meant, amount, bookedOn })) return payment;
  payment.apartment = apartment;
  payInOrder(model, payment, meant);
  return payment;
}

const isWithin = (days: number, day: string, other: string) =>
  day >= dayAfter(other, -days) && day <= dayAfter(other, days);

/**
 * Whether money may be the same as what somebody noted: then it waits. It does not if it pays exactly what is open, and
 * another amount was noted.
 */
function mayBeNoted(
  model: Model,
  {
    noted,
    meant,
    amount,
    bookedOn,
  }: { noted: readonly ModelPayment[]; meant: readonly ModelInvoice[]; amount: number; bookedOn: string },
): boolean {
  if (meant.length === 0) return noted.length > 0;
  let left = amount;
  const isWhole = meant
    .map((invoice) => {
      const balance = balanceOf(model, invoice);
      const part = Math.min(left, balance);
      left -= part;
      return part === 0 || part === balance;
    })
    .every(Boolean);
  const isExact = isWhole && left === 0;
  return noted.some((item) => item.paidOn >= dayAfter(bookedOn, -10) && (!isExact || item.amount === amount));
}

/** Takes back what a payment pays, of one invoice or of all. Returns the invoices that owe again. */
function undoShares(payment: ModelPayment, only?: ModelInvoice): ModelInvoice[] {
  const undone = [...payment.shares.keys()].filter((invoice) => only === undefined || invoice === only);
  for (const invoice of undone) payment.shares.delete(invoice);
  return undone;
}

/** Money that went back to its payer: its invoices are open again, and other credit pays what it can. */
export function reverse(model: Model, payment: ModelPayment): void {
  payment.lost = new Map(payment.shares);
  const lost = undoShares(payment);
  payment.isReversed = true;
  reapply(model, lost);
}

/** A person takes back what a payment pays: the money waits again, and noted money is forgotten. */
export function unmatch(model: Model, payment: ModelPayment): void {
  const lost = undoShares(payment);
  if (lost.length === 0) return;
  payment.apartment = undefined;
  if (payment.source === 'manual' && !payment.isShown && payment.refunded === 0) payment.isReversed = true;
  reapply(model, lost);
}

function reapply(model: Model, lost: readonly ModelInvoice[]): void {
  const owing = lost.filter((invoice) => balanceOf(model, invoice) > 0);
  for (const apartment of new Set(owing.map((invoice) => invoice.apartment))) applyCredit(model, apartment);
}

/**
 * A person matches waiting money to an invoice: all that fits. The rest is credit if the apartment owes nothing else.
 */
export function match(model: Model, payment: ModelPayment, invoice: ModelInvoice): void {
  const rest = restOf(payment) - Math.min(restOf(payment), balanceOf(model, invoice));
  const owesMore = openInvoices(model, invoice.apartment).some((item) => item !== invoice);
  const keeps = payment.refunded > 0 && payment.apartment !== undefined;
  if (!keeps && (rest === 0 || !owesMore)) payment.apartment = invoice.apartment;
  payInOrder(model, payment, [invoice]);
}

/**
 * Whether an invoice can be cancelled: no credit note is about it, and nobody paid it but credit before it was sent.
 */
export function isCancellable(model: Model, invoice: ModelInvoice): boolean {
  if (model.invoices.some(({ corrects, isCancelled }) => corrects === invoice && !isCancelled)) return false;
  const credit = model.payments.find(({ creditInvoice }) => creditInvoice === invoice);
  if (credit !== undefined && credit.refunded > 0) return false;
  return isPaid(model, invoice) ? !isFinal(model, invoice) : !invoice.isCancelled;
}

/** Whether an invoice was sent, or paid with more than credit: that closes its period. */
export function isFinal(model: Model, invoice: ModelInvoice): boolean {
  if (invoice.isSent) return true;
  const shares = model.payments.flatMap((payment) => payment.shares.get(invoice) ?? []);
  return isPaid(model, invoice) && !shares.every(({ fromCredit }) => fromCredit);
}

/**
 * Cancels an invoice: what was paid of it becomes credit of the apartment, and the value of a credit note is taken
 * back.
 */
export function cancel(model: Model, invoice: ModelInvoice): void {
  const credit = model.payments.find(({ creditInvoice }) => creditInvoice === invoice);
  if (credit !== undefined) {
    undoShares(credit);
    credit.isReversed = true;
  }
  for (const payment of model.payments) {
    if (!payment.shares.has(invoice)) continue;
    const isUsedUp = restOf(payment) === 0 && payment.refunded === 0;
    if (payment.apartment !== invoice.apartment) payment.apartment = isUsedUp ? invoice.apartment : undefined;
    undoShares(payment, invoice);
  }
  invoice.isCancelled = true;
  for (const oneOff of model.oneOffs) if (oneOff.invoice === invoice) oneOff.invoice = undefined;
  applyCredit(model, invoice.apartment);
}
