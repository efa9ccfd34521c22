// The payment page: shows amount and beneficiary, and sends the payer to the bank with a freshly signed form. Who chose
// the bank on a page of ours (`#bank`) is sent on at once. Afterwards it shows the result from our own records.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  getAmountToPay,
  getTotalDue,
  listInvoicesDue,
  namePaidInvoices,
  type PaidInvoices,
  type TotalDue,
} from '../../accounting/invoice-balance.ts';
import type { RouteContext } from '../../http/operation.ts';
import { loadCoPayerCheck } from '../../invoicing/co-payers.ts';
import { payLink, payLinkPath } from '../../invoicing/sending/pay-link.ts';
import { formatPeriod } from '../../mail/letters/letter-words.ts';
import { mayUseSandbox } from '../../payments/banklink/bank-settings.ts';
import { findBank, findOrder, type OrderView } from '../../payments/banklink/banklink-queries.ts';
import { decryptBankKeys } from '../../payments/banklink/banks.ts';
import { callbackUrl, orderKey, redirectTo, saveRedirect } from '../../payments/banklink/initiate-payment.ts';
import type { Bank } from '../../payments/banklink/model.ts';
import { createMontonioOrder } from '../../payments/banklink/montonio.ts';
import type { PaymentRedirect } from '../../payments/banklink/provider.ts';
import { findInvoicesOfPayment, findPrepaidAmount } from '../../payments/payment-queries.ts';
import { inTenant, type Scope } from '../../platform/db/scope.ts';
import { NotFound, Unavailable } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import { formatIban } from '../../platform/values/iban.ts';
import { type Cents, formatCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import { findOrderOfRequest } from './callback-requests.ts';
import {
  consoleLinks,
  factList,
  formTargetsOf,
  hasSession,
  invoiceLink,
  invoiceNote,
  nextNote,
  type PayerPage,
  paidInvoiceLines,
  postForm,
  sendPayerPage,
} from './payer-page-layout.ts';

const script = readFileSync(new URL('./go-to-bank.js', import.meta.url), 'utf8');

/** Registers /pay/:key. */
export function registerPaymentPage(server: FastifyInstance, context: RouteContext): void {
  server.get('/pay/:key', (request: FastifyRequest, reply: FastifyReply) => showPaymentPage(context, request, reply));
  server.post('/pay/:key', (request: FastifyRequest, reply: FastifyReply) =>
    redirectToProvider(context, request, reply),
  );
}

type PaymentPageData = {
  readonly order: OrderView;
  readonly bank: Bank;
  /** The amount to pay of the invoice's account. */
  readonly due: Cents;
  /** What is due all together, and on which invoice it can be paid. */
  readonly total: TotalDue;
  /** The invoices that it pays, or paid; undefined where that is its own alone, or not known. */
  readonly pays: PaidInvoices | undefined;
  /** How much of it became a prepayment. */
  readonly prepaid: Cents;
  readonly scope: Pick<Scope, 'config' | 'caller' | 'now' | 'isTest'>;
  readonly signedIn: boolean;
};

/** Loads the data of a page. Throws NotFound. */
async function loadPaymentPage(context: RouteContext, request: FastifyRequest): Promise<PaymentPageData> {
  const { key } = request.params as { key: string };
  const { caller, orderId } = await findOrderOfRequest(context, request, key);
  return inTenant(
    context.app,
    caller,
    async (scope) => {
      const order = await findOrder(scope, orderId);
      const bank = order && (await findBank(scope, order.bankId));
      if (order === undefined || bank === undefined) throw new NotFound();
      const { config, now, isTest } = scope;
      const total = await getTotalDue(scope, order.invoiceId);
      const isOwn = total.invoiceId === order.invoiceId;
      const due = isOwn ? total.amount : await getAmountToPay(scope, order.invoiceId);
      const signedIn = hasSession(config, request);
      const pays = await findInvoicesOf(scope, order, due);
      const prepaid = order.paymentId === null ? 0 : await findPrepaidAmount(scope, order.paymentId);
      return { order, bank, due, total, pays, prepaid, scope: { config, caller, now, isTest }, signedIn };
    },
    'read only',
  );
}

/** The invoices that an order paid, or pays where it is not its own alone; those of other payers without a name. */
async function findInvoicesOf(scope: Scope, order: OrderView, due: Cents): Promise<PaidInvoices | undefined> {
  const { paymentId, invoiceId, amount, balance } = order;
  if (paymentId === null)
    return amount === due && amount !== balance ? listInvoicesDue(scope, { invoiceId, amount }) : undefined;
  const paid = await findInvoicesOfPayment(scope, paymentId);
  const share = await loadCoPayerCheck(scope, [invoiceId, ...paid.map(({ id }) => id)]);
  return namePaidInvoices(paid, ({ id }) => id === invoiceId || share(invoiceId, id));
}

async function showPaymentPage(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendPayerPage(reply, 200, buildPaymentPage(await loadPaymentPage(context, request)));
}

/** Sends the payer to a provider that must be called first. The call is outside any transaction. */
async function redirectToProvider(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const data = await loadPaymentPage(context, request);
  const { order, bank, scope } = data;
  if (bank.provider !== 'montonio') throw new NotFound();
  if (stateOf(data) !== 'open') return sendPayerPage(reply, 200, buildPaymentPage(data));
  const { secretKey = '' } = decryptBankKeys(scope, bank);
  try {
    const knownUrl = order.status === 'initiated' ? order.redirectUrl : null;
    const url =
      knownUrl ??
      (await createMontonioOrder(order, bank.terms, {
        secret: secretKey,
        returnUrl: callbackUrl(scope, order, bank),
        now: scope.now,
        allowPrivate: context.app.config.webhooks.allowPrivateTargets,
      }));
    if (url !== knownUrl) await inTenant(context.app, scope.caller, (inside) => saveRedirect(inside, order.id, url));
    return reply.code(303).header('location', url).send();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    context.app.log.warn({ err: error, bank: bank.name }, 'a payment provider does not answer');
    const words = serviceWords[order.language].paymentPage;
    const body = `<p>${escapeHtml(words.silentLead)}</p>\n${wayOn(data)}`;
    const page = {
      language: order.language,
      brand: order.receiver ?? order.buildingName,
      title: words.silent,
      mood: 'bad',
      body,
    } as const;
    return sendPayerPage(reply.header('retry-after', String(error.retryAfter)), 503, page);
  }
}

type PaymentPageState = 'paid' | 'changed' | 'over' | 'open';

function stateOf({ order, bank, due, scope }: PaymentPageData): PaymentPageState {
  if (order.status === 'paid') return 'paid';
  const balance = order.invoiceStatus === 'draft' || order.invoiceStatus === 'sent' ? order.balance : 0;
  if (order.amount !== balance && order.amount !== due) return 'changed';
  const closed = bank.archivedAt !== null || (bank.provider === 'sandbox' && !mayUseSandbox(scope));
  return closed || order.expiresAt <= scope.now ? 'over' : 'open';
}

function buildPaymentPage(data: PaymentPageData): PayerPage {
  const { order } = data;
  const { language } = order;
  const words = serviceWords[language].paymentPage;
  const state = stateOf(data);
  const base = { language, brand: order.receiver ?? order.buildingName };
  const facts = orderFacts(data);
  if (state === 'paid') {
    const byLetter = isByLetter(data);
    const lead = `<p>${escapeHtml(byLetter ? words.paidByLetter : words.paidLead)}</p>\n`;
    const body = lead + restDue(data) + facts + (byLetter ? invoiceNote(language) : wayOn(data));
    return { ...base, title: words.paid, mood: 'good', body };
  }
  if (state !== 'open') {
    const nothingDue = data.total.amount > 0 ? words.changedAmount : words.changed;
    const [title, lead] = state === 'over' ? [words.over, words.overLead] : [nothingDue, words.changedLead];
    return { ...base, title, body: `<p>${escapeHtml(lead)}</p>\n${restDue(data)}${facts}${wayOn(data)}` };
  }
  const { status } = order;
  const isFailed = status === 'failed';
  const lead =
    status === 'initiated' ? '' : `<p>${escapeHtml(isFailed ? words.failedLead : words.cancelledAtBankLead)}</p>\n`;
  const { form, targets } = buildBankForm(data);
  return {
    ...base,
    title: isFailed ? words.failed : status === 'cancelled' ? words.cancelledAtBank : words.pay,
    ...(isFailed && { mood: 'bad' as const }),
    body: lead + facts + form + nextNote(language) + wayOn(data),
    formTargets: targets,
    ...(status === 'initiated' && { script }),
  };
}

function buildBankForm({ order, bank, scope }: PaymentPageData): { form: string; targets: string[] } {
  const button = `<button>${escapeHtml(serviceWords[order.language].paymentPage.proceed({ bank: bank.title }))}</button>`;
  const isCalledFirst = bank.provider === 'montonio';
  const redirect: PaymentRedirect = isCalledFirst
    ? { method: 'POST', url: `/pay/${orderKey(scope.caller.tenantId, order.id)}`, fields: {} }
    : redirectTo(scope, order, bank);
  const targets = isCalledFirst ? ["'self'", ...formTargetsOf(bank.terms.url)] : formTargetsOf(redirect.url);
  return { form: postForm(redirect.url, redirect.fields, button, 'bank'), targets };
}

/** The facts of an order, with the invoices that it pays; where that is its own alone, that one. */
function orderFacts({ order, pays, prepaid }: PaymentPageData): string {
  const { language } = order;
  const words = serviceWords[language].paymentPage;
  const lines = pays ? paidInvoiceLines(pays, order) : [];
  const isUnnamed = lines.length === 0 && prepaid === 0;
  return factList([
    [words.amount, formatCents(order.amount, order.currency, language), 'amount'],
    [lines.length === 1 ? words.invoice : words.invoices, lines],
    [words.keptAsCredit, prepaid > 0 ? formatCents(prepaid, order.currency, language) : null],
    [words.invoice, isUnnamed ? order.invoiceNumber : null],
    [serviceWords[language].invoicePdf.period, isUnnamed ? formatPeriod(language, order) : null],
    [words.receiver, order.receiver ?? order.buildingName],
    [words.account, order.account && formatIban(order.account)],
    [words.reference, order.reference],
  ]);
}

/**
 * What is still due all together, and the way to pay it: in the console, or for whom a letter led here its link, as
 * long as the order is open.
 */
function restDue(data: PaymentPageData): string {
  const { order, total, scope } = data;
  const { language, currency, returnUrl } = order;
  if (total.amount <= 0) return '';
  const words = serviceWords[language].paymentPage;
  const amount = escapeHtml(formatCents(total.amount, currency, language));
  const text = `<p>${escapeHtml(words.restDue)}: <b>${amount}</b></p>\n`;
  const isOpen = order.expiresAt > scope.now;
  const link = isByLetter(data)
    ? isOpen && payLink(scope, total.invoiceId, language)
    : isOfConsole(scope, returnUrl) && invoiceLink(scope.config, total.invoiceId);
  if (!link) return text;
  return `${text}<p class="links"><a href="${escapeHtml(link)}">${escapeHtml(words.payRest)}</a></p>\n`;
}

/** Whether the payment was started on a page of this service. */
function isOfConsole({ config }: Pick<Scope, 'config'>, returnUrl: string | null): boolean {
  return returnUrl !== null && new URL(returnUrl).origin === new URL(config.publicUrl).origin;
}

/** Whether a letter led here a payer who need not have an account. */
function isByLetter({ order: { returnUrl }, scope: { config }, signedIn }: PaymentPageData): boolean {
  return returnUrl === `${config.publicUrl}${payLinkPath}` && !signedIn;
}

/**
 * Where the payer goes on: to the invoice and home in the console if it started the payment, or they have a session.
 * Another client set its own address, so that is shown with its host. None is followed automatically.
 */
function wayOn(data: PaymentPageData): string {
  const { order, scope } = data;
  const { returnUrl, language, invoiceId } = order;
  if (returnUrl === null || isByLetter(data)) return '';
  if (isOfConsole(scope, returnUrl)) return consoleLinks(scope.config, { language, invoiceId });
  const { host } = new URL(returnUrl);
  return `<p class="note"><a href="${escapeHtml(returnUrl)}" rel="noreferrer">${escapeHtml(serviceWords[language].paymentPage.back({ host }))}</a></p>\n`;
}
