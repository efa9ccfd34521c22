// Decisions about money that people make in a simulated life: noted payments, matches, refunds, and taking them back.
import { dayAfter } from '../meter-model.ts';
import { pickDebtor } from './bank.ts';
import { consolePath, expectStatus, type Life, note, todayOf, write } from './life.ts';
import { cancelMonth } from './managers.ts';
import { expectEvent, type Model, type ModelInvoice, type ModelPayment, sumOf } from './model.ts';
import {
  addPayment,
  applyCredit,
  balanceOf,
  isCancellable,
  isPaid,
  match,
  openInvoices,
  payInOrder,
  payShare,
  restOf,
  reverse,
  unmatch,
} from './model-money.ts';

const pickPayment = (life: Life, isWanted: (payment: ModelPayment) => boolean): ModelPayment | undefined => {
  const wanted = life.model.payments.filter((payment) => payment.id !== undefined && isWanted(payment));
  return wanted.length === 0 ? undefined : life.dice.pick(wanted.slice(-15));
};

/** Marks an invoice as paid, with today or an earlier day. */
export async function markPaid(life: Life): Promise<void> {
  const { dice, model } = life;
  const [invoice] = openInvoices(model, pickDebtor(life));
  if (invoice === undefined) return;
  const paidDate = dayAfter(todayOf(life), -dice.number(6));
  const answer = await write(life, 'PATCH', `/invoices/${invoice.id}`, { status: 'paid', paidDate }, true);
  note(life, `mark ${invoice.number} as paid on ${paidDate}: ${answer.status}`);
  expectStatus(answer, 200, 'mark as paid');
  const [amount, { apartment }] = [balanceOf(model, invoice), invoice];
  const payment = addPayment(model, { text: '', source: 'manual', amount, paidOn: paidDate, apartment });
  payShare(model, payment, invoice, amount, { isReceived: false });
}

/** Notes money that an apartment has paid in cash, or by a transfer that no statement has shown yet. */
export async function enterPayment(life: Life): Promise<void> {
  const { dice, model } = life;
  const apartment = pickDebtor(life);
  const [first] = openInvoices(model, apartment);
  const invoice = dice.chance(40) ? first : undefined;
  life.count += 1;
  const isWhole = first !== undefined && dice.chance(50);
  const amount = isWhole ? balanceOf(model, first) : 100 + dice.number(8000);
  const [inCash, paidOn, text] = [dice.chance(70), dayAfter(todayOf(life), -dice.number(10)), `kassa ${life.count}`];
  const body = {
    ...{ apartmentId: apartment.id, amount: amount / 100, paidOn, method: inCash ? 'cash' : 'transfer', note: text },
    ...(invoice !== undefined && { invoiceId: invoice.id }),
  };
  const answer = await write(life, 'POST', `${consolePath}/payments`, body);
  note(
    life,
    `apartment ${apartment.building.prefix}${apartment.number} has paid ${amount} ${body.method}: ${answer.status}`,
  );
  expectStatus(answer, 201, 'note a payment');
  const payment = addPayment(model, { text, source: 'manual', amount, paidOn, apartment, inCash });
  payment.id = answer.data.id;
  if (invoice !== undefined) payInOrder(model, payment, [invoice]);
  if (restOf(payment) > 0) applyCredit(model, apartment);
}

const decide = async (life: Life, payment: ModelPayment, what: string, body: unknown = undefined) => {
  const answer = await write(life, 'POST', `${consolePath}/payments/${payment.id}/${what}`, body, what === 'reverse');
  note(life, `${what} the payment of ${payment.amount} (${payment.text}): ${answer.status}`);
  return answer;
};

const isWaiting = (payment: ModelPayment) =>
  payment.source !== 'credit' && payment.apartment === undefined && restOf(payment) > 0;

/** Matches waiting money to an invoice of any apartment. */
export async function matchPayment(life: Life): Promise<void> {
  const payment = pickPayment(life, isWaiting);
  const open = openInvoices(life.model, pickDebtor(life)).filter((item) => payment?.shares.has(item) === false);
  if (payment !== undefined && open.length > 0) await matchTo(life, payment, life.dice.pick(open) as ModelInvoice);
}

async function matchTo(life: Life, payment: ModelPayment, invoice: ModelInvoice): Promise<void> {
  expectStatus(await decide(life, payment, 'match', { invoiceId: invoice.id }), 200, 'match a payment');
  match(life.model, payment, invoice);
}

/**
 * Refunds a part of money that nothing is paid with, of an apartment or of nobody known, matches the rest to an invoice
 * that it does not pay in full, and cancels that.
 */
export async function refundAndMatch(life: Life): Promise<void> {
  const { dice, model } = life;
  const payment = pickPayment(life, (item) => item.source !== 'credit' && restOf(item) > 1);
  if (payment === undefined) return;
  await refund(life, payment, 1 + dice.number(restOf(payment) - 1));
  const larger = openInvoices(model, pickDebtor(life)).filter(
    (item) => !payment.shares.has(item) && balanceOf(model, item) > restOf(payment),
  );
  if (larger.length === 0) return;
  const invoice = dice.pick(larger);
  await matchTo(life, payment, invoice);
  await cancelMonth(life, invoice);
}

/** Takes back what a payment pays. */
export async function unmatchPayment(life: Life): Promise<void> {
  const payment = pickPayment(
    life,
    ({ source, isReversed, shares }) => source !== 'credit' && !isReversed && shares.size > 0,
  );
  if (payment === undefined) return;
  expectStatus(await decide(life, payment, 'unmatch'), 200, 'undo a match');
  unmatch(life.model, payment);
}

/** Reverses a payment by hand. Not possible after a refund. */
export async function reversePayment(life: Life): Promise<void> {
  const payment = pickPayment(life, ({ source, isReversed }) => source !== 'credit' && !isReversed);
  if (payment === undefined) return;
  const answer = await decide(life, payment, 'reverse');
  expectStatus(answer, payment.refunded > 0 ? 409 : 200, 'reverse a payment');
  if (payment.refunded === 0) reverse(life.model, payment);
}

/** Records a refund of what is left of a payment, or of a part. */
export async function refundPayment(life: Life): Promise<void> {
  const { dice } = life;
  const payment = pickPayment(life, (item) => restOf(item) > 0);
  if (payment === undefined) return;
  const amount = dice.chance(60) ? restOf(payment) : 1 + dice.number(restOf(payment));
  await refund(life, payment, amount);
}

async function refund(life: Life, payment: ModelPayment, amount: number): Promise<void> {
  const answer = await decide(life, payment, 'refunds', { amount: amount / 100, refundedOn: todayOf(life) });
  expectStatus(answer, 201, 'a refund');
  payment.refunded += amount;
}

/**
 * Tries what must be refused: to cancel an invoice that was corrected or is closed, to pay a paid one again, and to
 * refund more than is left.
 */
export async function tryForbidden(life: Life): Promise<void> {
  const { model, dice } = life;
  const kept = model.invoices.filter(
    (invoice) => invoice.kind === 'invoice' && !invoice.isCancelled && !isCancellable(model, invoice),
  );
  const others = kept.filter((invoice) => !isPaid(model, invoice) || isPaidByCredit(model, invoice));
  if (kept.length > 0 && dice.chance(60)) {
    const invoice = dice.pick(others.length > 0 && dice.chance(80) ? others : kept);
    const answer = await write(life, 'PATCH', `/invoices/${invoice.id}`, { status: 'cancelled' });
    note(life, `cancel ${invoice.number}, which must stay: ${answer.status}`);
    return expectStatus(answer, 409, 'cancel an invoice that must stay');
  }
  const [paid] = model.invoices.filter((invoice) => isPaid(model, invoice)).slice(-5);
  if (paid !== undefined && dice.chance(50)) {
    const { apartment, id: invoiceId } = paid;
    const body = { apartmentId: apartment.id, invoiceId, amount: 1, paidOn: todayOf(life), method: 'cash' };
    const answer = await write(life, 'POST', `${consolePath}/payments`, body);
    note(life, `pay ${paid.number} once more: ${answer.status}`);
    return expectStatus(answer, 409, 'pay a paid invoice');
  }
  const payment = pickPayment(life, (item) => restOf(item) > 0);
  if (payment === undefined) return;
  const { apartment } = payment;
  const credit = model.payments.filter((item) => apartment !== undefined && item.apartment === apartment);
  const body = { amount: (sumOf([...new Set([payment, ...credit])].map(restOf)) + 1) / 100, refundedOn: todayOf(life) };
  expectStatus(await decide(life, payment, 'refunds', body), 422, 'refund more than is left');
}

const isPaidByCredit = (model: Model, invoice: ModelInvoice) =>
  model.payments.every((payment) => payment.shares.get(invoice)?.fromCredit !== false);

/** Notes for the clock which invoices are overdue: each once. */
export function becomeOverdue(life: Life): void {
  const { model } = life;
  for (const invoice of model.invoices) {
    const isLate =
      invoice.isSent && !invoice.isCancelled && balanceOf(model, invoice) > 0 && invoice.dueDate < todayOf(life);
    if (!isLate || invoice.wasOverdue) continue;
    invoice.wasOverdue = true;
    expectEvent(model, 'invoice.overdue', () => `${invoice.id} ${invoice.amount}`);
  }
}
