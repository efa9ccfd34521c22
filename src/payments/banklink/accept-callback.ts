// Accepts messages of banks about banklink orders: a message is verified, compared with the stored order, and counts
// once, however often and in whatever order messages arrive.

import { writeAuditEntry } from '../../platform/audit/audit-log.ts';
import { lockMoney } from '../../platform/db/locks.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { type Day, dayIn } from '../../platform/values/dates.ts';
import { newId } from '../../platform/values/ids.ts';
import { normaliseReference } from '../../properties/payment-reference.ts';
import { updatePayment } from '../payment-queries.ts';
import { recordBanklinkPayment } from '../payments.ts';
import { mayUseSandbox } from './bank-settings.ts';
import * as queries from './banklink-queries.ts';
import { decryptBankKeys } from './banks.ts';
import { readCallback } from './ipizza.ts';
import type { Bank } from './model.ts';
import { readToken } from './montonio.ts';
import type { CallbackMessage, CallbackVerdict, Order, VerifiedResult } from './provider.ts';

/** The result of a message. `nothing`: it is answered as if the order did not exist. */
type AcceptedCallback = { readonly nothing: string } | { readonly order: Order; readonly copy: boolean };

const maxStoredCallbacks = 100;

/**
 * Accepts a message about an order that claims to come from a bank of this name. Verifies it with the key of the
 * order's own bank, and updates the order under its row lock. A rejected message is logged without its content.
 */
export async function acceptCallback(
  scope: Scope,
  bankName: string,
  orderId: string,
  message: CallbackMessage,
): Promise<AcceptedCallback> {
  const order = await queries.lockOrder(scope, orderId);
  const bank = order && (await queries.findBank(scope, order.bankId));
  if (order === undefined || bank === undefined || bank.name !== bankName) return { nothing: 'other_bank' };
  const verdict = verifyCallback(scope, bank, message);
  const refused = 'refused' in verdict ? verdict.refused : findDifference(order, verdict.result);
  const outcome =
    refused ?? ('result' in verdict ? await updateOrderByMessage(scope, order, verdict.result) : 'malformed');
  const { method } = message;
  await queries.insertCallback(scope, { id: newId(), orderId, at: scope.now, method, outcome }, maxStoredCallbacks);
  if (refused !== undefined || 'refused' in verdict) return { nothing: outcome };
  return { order, copy: verdict.result.copy };
}

function verifyCallback(scope: Scope, bank: Bank, message: CallbackMessage): CallbackVerdict {
  if (bank.provider === 'sandbox' && !mayUseSandbox(scope)) return { refused: 'bank_removed' };
  if (bank.provider !== 'montonio') return readCallback(message, bank.terms);
  const { secretKey } = decryptBankKeys(scope, bank);
  return secretKey === undefined ? { refused: 'bank_removed' } : readToken(message, bank.terms, secretKey, scope.now);
}

/** How a message with a valid signature differs from this order. */
function findDifference(order: Order, result: VerifiedResult): string | undefined {
  if (result.stamp !== order.stamp) return 'other_order';
  if (result.merchant !== order.merchant) return 'other_merchant';
  if (result.reference && normaliseReference(result.reference) !== order.reference) return 'other_reference';
  if (result.outcome !== 'paid') return undefined;
  if (result.amount !== order.amount) return 'other_amount';
  if (result.currency !== order.currency) return 'other_currency';
  const { account } = result;
  return order.account !== null && account !== undefined && normaliseReference(account) !== order.account
    ? 'other_account'
    : undefined;
}

/**
 * Updates the order. Paid is final: later messages are logged and change nothing. Paid after cancelled, failed or after
 * the page's end is real money, and counts.
 */
async function updateOrderByMessage(scope: Scope, order: Order, result: VerifiedResult): Promise<string> {
  const { outcome } = result;
  if (order.status === 'paid') return outcome === 'paid' ? outcomeOfRepeat(order, result) : 'ignored';
  if (outcome === 'pending') return outcome;
  if (outcome !== 'paid') {
    if (order.status === 'initiated') await queries.updateOrder(scope, { ...order, status: outcome });
    return outcome;
  }
  const paymentId = await recordOrderPayment(scope, order, result);
  await queries.updateOrder(scope, { ...order, status: 'paid', orderNumber: result.orderNumber ?? null, paymentId });
  await writeAuditEntry(scope, {
    action: 'changed',
    operation: 'receiveBanklinkPayment',
    objectKind: 'payments',
    objectId: paymentId,
    aboutIds: [paymentId, order.invoiceId],
  });
  return 'paid';
}

function outcomeOfRepeat(order: Order, { orderNumber }: VerifiedResult): string {
  return (orderNumber ?? null) === order.orderNumber ? 'repeated' : 'other_order_number';
}

/** Records the money. What the invoice no longer needs becomes credit of its apartment, with the reason. */
async function recordOrderPayment(scope: Scope, order: Order, result: VerifiedResult): Promise<string> {
  await lockMoney(scope);
  const view = await queries.findOrder(scope, order.id);
  if (view === undefined) throw new Error('A locked order does not exist.');
  const { account = order.account ?? undefined, payerName, payerIban, orderNumber } = result;
  const payment = await recordBanklinkPayment(scope, {
    id: order.id,
    invoiceId: order.invoiceId,
    apartmentId: view.apartmentId,
    amount: order.amount,
    currency: order.currency,
    paidOn: paymentDayOf(scope, order, result),
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
      evidence: `Invoice ${view.invoiceNumber} was ${view.invoiceStatus} and less was open than was paid, when the bank reported this payment.`,
    });
  return payment.id;
}

/** The payment day in the building's time zone; today if the bank gives none, or a future one. */
function paymentDayOf({ now }: Scope, { timeZone }: Order, { at }: VerifiedResult): Day {
  const today = dayIn(timeZone, now);
  const day = at === undefined ? today : dayIn(timeZone, at);
  return day < today ? day : today;
}
