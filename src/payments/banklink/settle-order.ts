// Settling: what a bank tells of an order is verified, compared with what was frozen, and counts once, however often and in whatever order it is told.
import { type Day, dayIn } from '../../platform/values/dates.ts';
import { newId } from '../../platform/values/ids.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { normaliseReference } from '../../properties/payment-reference.ts';
import { receiveBanklink } from '../payments.ts';
import { lockMoney, updatePayment } from '../payment-queries.ts';
import { type Bank, keysOf } from './banks.ts';
import { readNotice } from './ipizza.ts';
import { readToken } from './montonio.ts';
import type { Notice, Order, Told, Verdict } from './provider.ts';
import * as queries from './banklink-queries.ts';

/** What a message came to. `nothing`: it is to be answered as if there were no such order. */
export type Taken = { readonly nothing: string } | { readonly order: Order; readonly copy: boolean };

const mostCallbacksKept = 100;

/**
 * Takes a message about an order that claims to come from a bank of this name. Verifies it under the key of the order's own bank, and settles the order
 * under its row's lock. What is refused is kept in the log, without anything that it said.
 */
export async function takeNotice(scope: Scope, bankName: string, orderId: string, notice: Notice): Promise<Taken> {
  const order = await queries.lockOrder(scope, orderId);
  const bank = order && (await queries.findBank(scope, order.bankId));
  if (order === undefined || bank === undefined || bank.name !== bankName) return { nothing: 'other_bank' };
  const verdict = readVerdict(scope, bank, notice);
  const refused = 'refused' in verdict ? verdict.refused : differenceOf(order, verdict.told);
  const outcome = refused ?? ('told' in verdict ? await settle(scope, order, verdict.told) : 'malformed');
  const { method } = notice;
  await queries.insertCallback(scope, { id: newId(), orderId, at: scope.now, method, outcome }, mostCallbacksKept);
  if (refused !== undefined || 'refused' in verdict) return { nothing: outcome };
  return { order, copy: verdict.told.copy };
}

function readVerdict(scope: Scope, bank: Bank, notice: Notice): Verdict {
  if (bank.provider === 'sandbox' && !scope.config.sandboxBank) return { refused: 'bank_removed' };
  if (bank.provider !== 'montonio') return readNotice(notice, bank.terms);
  const { secretKey } = keysOf(scope, bank);
  return secretKey === undefined ? { refused: 'bank_removed' } : readToken(notice, bank.terms, secretKey, scope.now);
}

/** In what a message, whose signature holds, is not of this order. */
function differenceOf(order: Order, told: Told): string | undefined {
  if (told.stamp !== order.stamp) return 'other_order';
  if (told.merchant !== order.merchant) return 'other_merchant';
  if (told.reference && normaliseReference(told.reference) !== order.reference) return 'other_reference';
  if (told.outcome !== 'paid') return undefined;
  if (told.amount !== order.amount) return 'other_amount';
  if (told.currency !== order.currency) return 'other_currency';
  const { account } = told;
  return order.account !== null && account !== undefined && normaliseReference(account) !== order.account
    ? 'other_account'
    : undefined;
}

/** Moves the order on. Paid is final: what comes after it is logged, and changes nothing. Paid after failed or after the page's end is money, and counts. */
async function settle(scope: Scope, order: Order, told: Told): Promise<string> {
  if (order.status === 'paid') return told.outcome === 'paid' ? repeatOf(order, told) : 'ignored';
  if (told.outcome === 'pending') return 'pending';
  if (told.outcome === 'failed') {
    if (order.status === 'initiated') await queries.updateOrder(scope, { ...order, status: 'failed' });
    return 'failed';
  }
  const paymentId = await receive(scope, order, told);
  await queries.updateOrder(scope, { ...order, status: 'paid', orderNumber: told.orderNumber ?? null, paymentId });
  return 'paid';
}

function repeatOf(order: Order, { orderNumber }: Told): string {
  return (orderNumber ?? null) === order.orderNumber ? 'repeated' : 'other_order_number';
}

/** Records the money. What the invoice does not need any more stays credit of its apartment, and says why. */
async function receive(scope: Scope, order: Order, told: Told): Promise<string> {
  await lockMoney(scope);
  const view = await queries.findOrder(scope, order.id);
  if (view === undefined) throw new Error('An order that is locked is gone.');
  const { account = order.account ?? undefined, payerName, payerIban, orderNumber } = told;
  const payment = await receiveBanklink(scope, {
    id: order.id,
    invoiceId: order.invoiceId,
    apartmentId: view.apartmentId,
    amount: order.amount,
    currency: order.currency,
    paidOn: paidOn(scope, order, told),
    description: order.message,
    begun: { at: order.createdAt, on: dayIn(order.timeZone, order.createdAt) },
    ...(account === undefined ? {} : { account: normaliseReference(account) }),
    ...(order.reference === '' ? {} : { reference: order.reference }),
    ...(payerName === undefined ? {} : { payerName }),
    ...(payerIban === undefined ? {} : { payerIban }),
    ...(orderNumber === undefined ? {} : { orderNumber }),
  });
  if (payment.allocated < payment.amount && payment.id === order.id)
    await updatePayment(scope, {
      ...payment,
      reason: payment.allocated === payment.refunded && payment.reason === 'banklink' ? 'nothing_open' : payment.reason,
      evidence: `Invoice ${view.invoiceNumber} was ${view.invoiceStatus}, with less open than was paid, when the bank told of this payment.`,
    });
  return payment.id;
}

/** The day of the payment where the building is; today when the bank names none, or one to come. */
function paidOn({ now }: Scope, { timeZone }: Order, { at }: Told): Day {
  const today = dayIn(timeZone, now);
  const day = at === undefined ? today : dayIn(timeZone, at);
  return day < today ? day : today;
}
