// Holds the service against the model: invoices, payments and events after every step; sums, positions and what
// residents see now and then.
import { findBroken, invoiceInvariants, mailInvariants, paymentInvariants } from '../invariants.ts';
import type { Answer, Thing } from '../service-fixture.ts';
import { tokenOf } from '../service-fixture.ts';
import { ask, consolePath, expectStatus, type Life, note, todayOf, Violation } from './life.ts';
import { type ModelBuilding, type ModelInvoice, type ModelLine, type ModelPayment, payersOf, sumOf } from './model.ts';
import { balanceOf, isPaid, paidOf, restOf } from './model-money.ts';

/** Cents of an amount in JSON. */
export const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

/** Reads all pages of a list. */
async function readList(life: Life, path: string, as?: string): Promise<Thing[]> {
  const items: Thing[] = [];
  for (let cursor: string | null = null; ; ) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer = await (as === undefined
      ? ask(life, 'GET', `${path}limit=500${more}`)
      : life.g.ask('GET', `${path}limit=500${more}`, { as }));
    expectStatus(answer, 200, path);
    items.push(...answer.items);
    cursor = answer.nextCursor;
    if (cursor === null) return items;
  }
}

/** After every step: each invoice, each payment with what it pays, and the events of the step. */
export async function compareStep(life: Life): Promise<void> {
  const [invoices, payments] = await Promise.all([readList(life, '/invoices?'), readList(life, '/payments?')]);
  compareInvoices(life, invoices);
  comparePayments(life, payments);
  await compareEvents(life);
}

/** The status that an invoice must have. */
export function statusOf({ model }: Life, invoice: ModelInvoice): string {
  if (invoice.isCancelled) return 'cancelled';
  if (isPaid(model, invoice)) return 'paid';
  return invoice.isSent ? 'sent' : 'draft';
}

function compareInvoices(life: Life, found: readonly Thing[]): void {
  const { model } = life;
  const shown = found.map((item) => {
    const { number, status, kind, periodStart, periodEnd, issueDate, dueDate } = item;
    const isCredit = cents(item.amount) < 0;
    const paid = isCredit ? [] : [cents(item.amountPaid), cents(item.balance)];
    return [number, status, kind, periodStart, periodEnd, issueDate, dueDate, cents(item.amount), ...paid].join(' ');
  });
  const expected = model.invoices.map((invoice) => {
    const { number, kind, periodStart, periodEnd, issueDate, dueDate, amount } = invoice;
    const paid = amount < 0 ? [] : [paidOf(model, invoice), balanceOf(model, invoice)];
    return [number, statusOf(life, invoice), kind, periodStart, periodEnd, issueDate, dueDate, amount, ...paid].join(
      ' ',
    );
  });
  failOnDifference('invoices', expected, shown);
}

function comparePayments(life: Life, found: readonly Thing[]): void {
  const { model } = life;
  const expected = model.payments.map((payment) => ({ payment, line: paymentLine(payment) }));
  const shown = found.map((item) => ({ item, line: foundPaymentLine(life, item) }));
  failOnDifference(
    'payments',
    expected.map(({ line }) => line),
    shown.map(({ line }) => line),
  );
  // Equal lines are the same but for their ids: those that are known stay, the others are given in order.
  const taken = new Set(model.payments.flatMap(({ id }) => id ?? []));
  for (const { payment, line } of expected) {
    if (payment.id !== undefined) continue;
    const item = shown.find((other) => other.line === line && !taken.has(other.item.id))?.item;
    if (item === undefined) throw new Violation('payments', `no payment is left for ${line}`);
    payment.id = item.id;
    taken.add(item.id);
  }
}

function paymentStatus(payment: ModelPayment): string {
  if (payment.isReversed) return 'reversed';
  if (restOf(payment) === 0) return 'matched';
  return restOf(payment) === payment.amount ? 'unmatched' : 'partially_matched';
}

function paymentLine(payment: ModelPayment): string {
  const { text, source, amount, paidOn, apartment, refunded, shares } = payment;
  const pays = [...shares].map(([{ number }, share]) => `${number}:${share.amount}`).sort();
  return [text, source, amount, paidOn, paymentStatus(payment), restOf(payment), refunded, apartment?.id, pays].join(
    ' ',
  );
}

function foundPaymentLine(_life: Life, item: Thing): string {
  const { description, source, paidOn, status, apartmentId } = item;
  const allocations = item.allocations as readonly { number: string; amount: number }[];
  const pays = allocations.map(({ number, amount }) => `${number}:${cents(amount)}`).sort();
  const sums = [cents(item.unallocated), cents(item.refunded)];
  return [description ?? '', source, cents(item.amount), paidOn, status, ...sums, apartmentId ?? undefined, pays].join(
    ' ',
  );
}

/** Compares two lists in which the order means nothing. */
export function failOnDifference(check: string, expected: readonly string[], found: readonly string[]): void {
  const left = new Map<string, number>();
  for (const line of found) left.set(line, (left.get(line) ?? 0) + 1);
  const missing = expected.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
  const surplus = [...left].filter(([, count]) => count > 0).map(([line]) => line);
  if (missing.length + surplus.length === 0) return;
  const shown = (lines: readonly string[]) =>
    lines
      .slice(0, 10)
      .map((line) => `\n    ${line}`)
      .join('');
  throw new Violation(check, `\n  expected:${shown(missing)}\n  found:${shown(surplus)}`);
}

type FeedPage = {
  data: { event: string; data: Record<string, unknown> }[];
  pagination: { nextCursor: string; hasMore: boolean };
};

/** What an event is about, as the model writes it. */
function subjectOf({ event, data }: FeedPage['data'][number]): string {
  if (event === 'payment.received') return `${data.paymentId} ${data.invoiceId} ${cents(data.amount)}`;
  if (event.startsWith('invoice.')) return `${data.invoiceId} ${cents(data.amount)}`;
  return `${data.readingId} ${data.value}`;
}

/** The events since the last step are those of the step, each once. */
async function compareEvents(life: Life): Promise<void> {
  const expected = life.model.events.splice(0).map(({ type, subject }) => `${type} ${subject()}`);
  const found: string[] = [];
  // The feed holds events back while an older transaction of the database server is running.
  for (const until = Date.now() + 5000; ; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const after = life.feed === undefined ? '' : `&after=${encodeURIComponent(life.feed)}`;
    const answer = await ask(life, 'GET', `${consolePath}/events?limit=500${after}`);
    expectStatus(answer, 200, 'the event feed');
    const page = JSON.parse(answer.text) as FeedPage;
    found.push(...page.data.map((item) => `${item.event} ${subjectOf(item)}`));
    life.feed = page.pagination.nextCursor;
    if (!page.pagination.hasMore && (found.length >= expected.length || Date.now() > until)) break;
  }
  failOnDifference('events', expected, found);
}

/**
 * Of the events only those of the last weeks are kept, so their rules do not hold for a life: what was raised is
 * compared after each step.
 */
const lastingRules = [...paymentInvariants, ...invoiceInvariants, ...mailInvariants];

/**
 * Now and then: the rules of the books, the sums that people read, every position as it was issued, and what each
 * resident sees.
 */
export async function compareAll(life: Life): Promise<void> {
  note(life, 'compare rules, sums, positions and what a resident sees');
  const broken = await findBroken(life.g.owner, lastingRules, life.tenantId);
  failOnDifference(
    'rules',
    [],
    broken.map(({ what, id }) => `${what}: ${id}`),
  );
  await compareSums(life);
  await comparePositions(life);
  await compareViews(life);
}

/** Owed + invoiced − received + refunded, for each building, over a year. */
async function compareSums(life: Life): Promise<void> {
  const { model } = life;
  const end = todayOf(life);
  const from = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`;
  for (const building of model.buildings) {
    const path = `${consolePath}/buildings/${building.id}/month-end?dateFrom=${from}&dateTo=${end}`;
    const answer = await ask<{ totals: Record<string, number>[] }>(life, 'GET', path);
    expectStatus(answer, 200, path);
    const [found] = answer.data.totals;
    const isIn = (day: string) => day >= from && day <= end;
    const isBooked = (item: ModelInvoice) => item.amount < 0 || ['sent', 'paid'].includes(statusOf(life, item));
    const own = model.invoices.filter((item) => item.apartment.building === building);
    const invoices = own.filter((item) => !item.isCancelled && isBooked(item));
    const invoiced = sumOf(invoices.filter((item) => isIn(item.issueDate)).map((item) => item.amount));
    const isOwn = (invoice: ModelInvoice) => invoice.apartment.building === building;
    const received = sumOf(
      model.payments.map((payment) => {
        const { source, isReversed, paidOn, returnedOn } = payment;
        if (source === 'credit' || (isReversed && returnedOn === undefined)) return 0;
        const times = Number(isIn(paidOn)) - Number(returnedOn !== undefined && isIn(returnedOn));
        return times === 0 ? 0 : times * receivedBy(payment, isOwn, building.apartments);
      }),
    );
    if (found === undefined && invoices.length === 0) continue;
    const expected = `invoiced ${invoiced} received ${received}`;
    failOnDifference('sums', [expected], [`invoiced ${cents(found?.invoiced)} received ${cents(found?.received)}`]);
    const closing = ['opening', 'invoiced', 'refunded'].reduce((sum, name) => sum + cents(found?.[name]), 0);
    failOnDifference('sums', [`closing ${closing - cents(found?.received)}`], [`closing ${cents(found?.closing)}`]);
    failOnDifference('sums', [`owed ${owedTo(life, building)}`], [`owed ${cents(found?.closing)}`]);
  }
}

/**
 * What apartments owe a building: what is open of its invoices, less what was paid of drafts and what is left of their
 * payments.
 */
function owedTo({ model }: Life, building: ModelBuilding): number {
  const own = model.invoices.filter(({ apartment, isCancelled }) => apartment.building === building && !isCancelled);
  const owed = own.map((invoice) =>
    invoice.isSent || isPaid(model, invoice) ? balanceOf(model, invoice) : -paidOf(model, invoice),
  );
  const left = model.payments.filter(({ apartment }) => apartment?.building === building).map(restOf);
  return sumOf(owed) - sumOf(left);
}

/**
 * What a building received of a payment, before the bank returned it: its shares, and the rest and refunds if they
 * belong to one of its apartments.
 */
function receivedBy(
  payment: ModelPayment,
  isOwn: (invoice: ModelInvoice) => boolean,
  apartments: readonly unknown[],
): number {
  const shares = [...(payment.isReversed ? payment.lost : payment.shares)];
  const own = sumOf(shares.filter(([invoice]) => isOwn(invoice)).map(([, share]) => share.amount));
  const rest = payment.amount - sumOf(shares.map(([, share]) => share.amount));
  return own + (apartments.includes(payment.apartment) ? rest : 0);
}

/** The positions of an issued invoice never change. */
async function comparePositions(life: Life): Promise<void> {
  for (const invoice of life.model.invoices.slice(-30)) {
    const answer = await ask(life, 'GET', `/invoices/${invoice.id}`);
    expectStatus(answer, 200, `invoice ${invoice.number}`);
    const line = ({ code, net, vat, quantity }: ModelLine) => `${invoice.number} ${code} ${net} ${vat} ${quantity}`;
    failOnDifference('positions', invoice.lines.map(line), linesOf(answer.data).map(line));
  }
}

/** The positions of an invoice in an answer. */
export const linesOf = (invoice: Thing): ModelLine[] =>
  (invoice.positions as readonly { code: string; amount: number; vatAmount: number; quantity: number | null }[]).map(
    ({ code, amount, vatAmount, quantity }) => ({
      ...{ code, net: cents(amount), vat: cents(vatAmount) },
      quantity: BigInt(Math.round((quantity ?? 0) * 1_000_000)),
    }),
  );

/** Residents with an account see their own invoices once these were sent or paid, and no others. */
async function compareViews(life: Life): Promise<void> {
  const { g, model } = life;
  const people = model.buildings.flatMap(({ apartments }) => apartments.flatMap(({ owners }) => owners));
  const withAccount = people.filter(({ hasAccount }) => hasAccount);
  if (withAccount.length === 0) return;
  const person = life.dice.pick(withAccount);
  const found = await readList(life, '/invoices?', await tokenOf(g, person.email));
  const expected = model.invoices.filter((invoice) => {
    const status = statusOf(life, invoice);
    const isShown = status === 'cancelled' ? invoice.isSent : status !== 'draft';
    return isShown && payersOf(invoice).some(({ residentId }) => residentId === person.residentId);
  });
  failOnDifference(
    'what a resident sees',
    expected.map((invoice) => `${invoice.number} ${statusOf(life, invoice)} ${invoice.amount}`),
    found.map(({ number, status, amount }) => `${number} ${status} ${cents(amount)}`),
  );
}
