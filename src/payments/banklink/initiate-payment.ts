// Starts a banklink payment: stores what is to be paid, and redirects the payer to the bank. The amount is the
// invoice's balance, or what is due with it.
import { createPrivateKey, randomInt } from 'node:crypto';
import { listUnpaidBefore } from '../../invoicing/co-payers.ts';
import { getInvoice, type Invoice } from '../../invoicing/invoices.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, orNotFound } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/network.ts';
import { idBytes, newId, readId } from '../../platform/values/ids.ts';
import type { Language } from '../../platform/values/languages.ts';
import type { Cents } from '../../platform/values/money.ts';
import { isValidReference, normaliseReference } from '../../properties/payment-reference.ts';
import { serviceWords } from '../../words/service-words.ts';
import { mayUseSandbox } from './bank-settings.ts';
import * as queries from './banklink-queries.ts';
import { bankUrlOf, decryptBankKeys, sandboxBank } from './banks.ts';
import { buildRedirect } from './ipizza.ts';
import type { Bank } from './model.ts';
import type { Order, PaymentRedirect } from './provider.ts';

export type BanklinkRequest = {
  readonly invoiceId: string;
  readonly bank?: string;
  readonly returnUrl?: string;
  /** Of the pages that the payer sees; by default the building's. */
  readonly language?: Language;
  /** What is due for this and other invoices, to pay instead of the balance; 0 or less: nothing. */
  readonly due?: Cents;
};

/** A started payment: the order, and the redirect to the bank. `payUrl` is our page that redirects the payer. */
export type InitiatedBanklink = {
  readonly order: Order;
  readonly bank: Bank;
  readonly passage: PaymentRedirect;
  readonly payUrl: string;
};

/** How long the page of an order redirects payers to the bank. Later payments are still accepted. */
const orderLifetimeMs = 24 * 60 * 60_000;
/** A bank's form holds at most nine digits before the cents. */
const maxAmountCents: Cents = 99_999_999_999;
const maxMessageLength = 95;
const maxNameLength = 70;

/**
 * Starts the payment of an invoice that the caller may see. Throws NotFound, Invalid (bank, returnUrl), Conflict
 * (invoice_not_payable, no_bank).
 */
export async function initiateBanklink(scope: Scope, request: BanklinkRequest): Promise<InitiatedBanklink> {
  const invoice = await getInvoice(scope, request.invoiceId);
  const payee = orNotFound(await queries.findPayee(scope, invoice.id));
  const returnUrl =
    request.returnUrl === undefined ? null : validateReturnUrl(request.returnUrl, scope.config.publicUrl);
  const bank = chooseBank(await usableBanks(scope), request.bank);
  const amount = request.due ?? invoice.balance;
  const unpayable = whyUnpayable(invoice, request.due);
  if (unpayable !== undefined) throw new Conflict('invoice_not_payable', unpayable);
  const reference = isValidReference(invoice.reference) ? normaliseReference(invoice.reference) : '';
  const byContract = bank.provider === 'montonio' || bank.terms.service === '1012' || payee.iban === null;
  const order: Order = {
    id: newId(),
    invoiceId: invoice.id,
    bankId: bank.id,
    status: 'initiated',
    stamp: makeStamp(scope.now),
    merchant: bank.terms.merchant,
    amount,
    currency: invoice.currency,
    reference,
    message: await describePaid(scope, invoice, { language: payee.language, isAll: request.due !== undefined }),
    account: byContract ? null : payee.iban,
    receiver: byContract ? null : truncateText(payee.beneficiary ?? payee.buildingName, maxNameLength),
    language: request.language ?? payee.language,
    timeZone: payee.timeZone,
    returnUrl,
    redirectUrl: null,
    orderNumber: null,
    paymentId: null,
    createdAt: scope.now,
    expiresAt: new Date(scope.now.getTime() + orderLifetimeMs),
  };
  await queries.insertOrder(scope, order);
  return { order, bank, passage: redirectTo(scope, order, bank), payUrl: payUrl(scope, order.id) };
}

/** What is paid, for the bank statement: all invoices by number, or how many there are. The reference decides. */
async function describePaid(
  scope: Scope,
  invoice: Invoice,
  { language, isAll }: { readonly language: Language; readonly isAll: boolean },
): Promise<string> {
  const before = isAll ? ((await listUnpaidBefore(scope, [invoice.id])).get(invoice.id) ?? []) : [];
  const paid = [...before, invoice].filter((other) => other.balance > 0 || before.length === 0);
  const words = serviceWords[language].paymentPage;
  const numbers = paid.map(({ number }) => number).join(', ');
  const named = `${paid.length === 1 ? words.invoice : words.invoices} ${numbers}`;
  const isLong = paid.length > 1 && [...named].length > maxMessageLength;
  const text = isLong ? words.manyInvoices({ count: paid.length, reference: invoice.reference }) : named;
  return truncateText(text, maxMessageLength);
}

/**
 * The current redirect to the bank. A provider whose API must be called first is called when the payer leaves our page;
 * until then the redirect goes to that page.
 */
export function redirectTo(scope: Pick<Scope, 'config' | 'caller' | 'now'>, order: Order, bank: Bank): PaymentRedirect {
  if (bank.provider === 'montonio') return { method: 'GET', url: payUrl(scope, order.id), fields: {} };
  const key = createPrivateKey(decryptBankKeys(scope, bank).privateKey ?? '');
  return buildRedirect(
    order,
    { ...bank.terms, url: bankUrlOf(scope, bank) },
    key,
    callbackUrl(scope, order, bank),
    scope.now,
  );
}

/** Where the bank redirects the payer, and sends its own messages. */
export function callbackUrl({ config, caller }: Pick<Scope, 'config' | 'caller'>, order: Order, bank: Bank): string {
  return `${config.publicUrl}/callbacks/banklink/${bank.name}?order=${orderKey(caller.tenantId, order.id)}`;
}

/** The page of an order. */
export function payUrl({ config, caller }: Pick<Scope, 'config' | 'caller'>, orderId: string): string {
  return `${config.publicUrl}/pay/${orderKey(caller.tenantId, orderId)}`;
}

/** The order in an address: its organization and its id, so that lookups never search all organizations. */
export function orderKey(tenantId: string, orderId: string): string {
  return Buffer.concat([idBytes(tenantId), idBytes(orderId)]).toString('base64url');
}

/** The order in an address; undefined when invalid. */
export function readOrderKey(text: string): { readonly tenantId: string; readonly orderId: string } | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? { tenantId: readId(bytes, 0), orderId: readId(bytes, 16) } : undefined;
}

/** The banks that payers can use; a sandbox bank only where it may be used. */
async function usableBanks(scope: Scope): Promise<Bank[]> {
  return (await queries.findBanks(scope)).filter((bank) => bank.provider !== 'sandbox' || mayUseSandbox(scope));
}

/**
 * The banks that payers choose from, including the sandbox bank that is created when somebody starts a payment
 * (ensureSandbox).
 */
export async function listSelectableBanks(scope: Scope): Promise<Pick<Bank, 'name' | 'title' | 'provider'>[]> {
  const banks = await usableBanks(scope);
  const lacksSandbox = mayUseSandbox(scope) && banks.every(({ provider }) => provider !== 'sandbox');
  return lacksSandbox ? [...banks, sandboxBank] : banks;
}

/** Stores the payment address that a provider returned. */
export async function saveRedirect(scope: Scope, orderId: string, url: string): Promise<void> {
  const order = await queries.lockOrder(scope, orderId);
  if (order !== undefined) await queries.updateOrder(scope, { ...order, redirectUrl: url });
}

function chooseBank(banks: readonly Bank[], name: string | undefined): Bank {
  const names = banks.map((bank) => bank.name).join(', ');
  const [first, ...others] = name === undefined ? preferRealBanks(banks) : banks.filter((bank) => bank.name === name);
  if (first !== undefined && others.length === 0) return first;
  if (banks.length === 0)
    throw new Conflict('no_bank', 'No bank is set up for online payments. An owner can add one in the settings.');
  const message = name === undefined ? `bank is required; choose one of ${names}.` : `bank must be one of ${names}.`;
  throw new Invalid([bodyProblem(['bank'], name === undefined ? 'required' : 'not_allowed', message)]);
}

/** Where there are real banks, the sandbox bank must be chosen by name. */
function preferRealBanks(banks: readonly Bank[]): readonly Bank[] {
  const some = banks.filter((bank) => bank.provider !== 'sandbox');
  if (some.length > 0) return some;
  const sandboxBanks = banks.filter((bank) => bank.name === sandboxBank.name);
  return sandboxBanks.length > 0 ? sandboxBanks : banks;
}

/** Whether a banklink payment can start of the invoice, or of what is due with it (BanklinkRequest.due). */
export function isPayable(invoice: Invoice, due?: Cents): boolean {
  return whyUnpayable(invoice, due) === undefined;
}

function whyUnpayable({ status, balance, currency }: Invoice, due?: Cents): string | undefined {
  if (status === 'cancelled' || (status === 'paid' && due === undefined)) return `The invoice is ${status}.`;
  const amount = due ?? balance;
  if (amount <= 0) return due === undefined ? 'Nothing is left to pay on the invoice.' : 'Nothing is left to pay.';
  if (currency !== 'EUR') return `Banklinks accept euros only; the invoice is in ${currency}.`;
  return amount > maxAmountCents ? 'The amount exceeds the banklink limit.' : undefined;
}

/**
 * A return address that payers may get a link to: https, or this service, or http on this machine for development.
 * Nothing is added to it.
 */
function validateReturnUrl(text: string, publicUrl: string): string {
  const url = /^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) ? URL.parse(text) : null;
  const near = url !== null && (isLoopback(url.hostname) || url.origin === new URL(publicUrl).origin);
  if (url === null || url.username !== '' || url.password !== '' || (url.protocol !== 'https:' && !near)) {
    const message = 'returnUrl must be an https address, without a user name or password.';
    throw new Invalid([bodyProblem(['returnUrl'], 'invalid_url', message)]);
  }
  return url.href;
}

/**
 * The number of an order at the bank: time and random digits. Not a counter, so a restored backup never repeats one.
 */
function makeStamp(now: Date): string {
  return `${now.getTime()}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

/** Text for a bank's form: truncated, without control characters. */
function truncateText(text: string, maxLength: number): string {
  return [...text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, maxLength).join('').trim();
}
