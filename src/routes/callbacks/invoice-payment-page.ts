// The page of a pay link: one invoice's balance, beneficiary and due day, and its banks, for anybody who has the link. Opening it changes nothing, as mail
// scanners open every link; choosing a bank starts a payment and continues on the payment page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countForAddress, uncountForAddress } from '../../http/limits/address-limit.ts';
import type { RouteContext } from '../../http/operation.ts';
import { preferredLanguage } from '../../http/preferred-language.ts';
import { isCorrected } from '../../invoicing/corrections/correction-queries.ts';
import { getInvoice, type Invoice } from '../../invoicing/invoices.ts';
import { type PayPermit, readPayLink } from '../../invoicing/sending/pay-link.ts';
import { formatDay } from '../../mail/letters/letter-words.ts';
import { type BanklinkPayee, findPayee } from '../../payments/banklink/banklink-queries.ts';
import { ensureSandbox } from '../../payments/banklink/banks.ts';
import { initiateBanklink, isPayable, listSelectableBanks } from '../../payments/banklink/initiate-payment.ts';
import { type AppContext, inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import { formatIban } from '../../platform/values/iban.ts';
import { type Language, languages } from '../../platform/values/languages.ts';
import { formatCents } from '../../platform/values/money.ts';
import { readForm } from './callback-requests.ts';
import { factList, type PayerPage, postForm, sendPayerPage } from './payer-page-layout.ts';
import { paymentPageWords } from './payment-page-words.ts';

/** The quotas of one invoice, however many people have its link. */
const views = { name: 'pay-link', counts: 'views of this page', quota: 120, windowSeconds: 60 };
const starts = { name: 'pay-link-start', counts: 'payments started from this page', quota: 20, windowSeconds: 3600 };

/** Registers /pay/invoice/:key. */
export function registerInvoicePaymentPage(server: FastifyInstance, context: RouteContext): void {
  const url = '/pay/invoice/:key';
  server.get(url, (request: FastifyRequest, reply: FastifyReply) => show(context, request, reply));
  server.post(url, (request: FastifyRequest, reply: FastifyReply) => start(context, request, reply));
}

async function show(context: RouteContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const permit = await readPermit(context, request);
  const language = languageOf(request);
  if (permit === undefined) return sendUnusable(reply, 404, language);
  if (await isExpired(context.app, permit)) return sendUnusable(reply, 410, language);
  const data = await loadInvoice(context, permit);
  if (data === undefined) return sendUnusable(reply, 404, language);
  return sendPayerPage(reply, 200, buildPage(data, language, request.url));
}

/** Starts the payment at the chosen bank. Where that is not possible any more, the page says why. */
async function start(context: RouteContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const permit = await readPermit(context, request);
  const { bank = '' } = (await readForm(request, /^bank$/)).fields;
  const { app, buckets } = context;
  if (permit === undefined || (await isExpired(app, permit))) return show(context, request, reply);
  const { tenantId, invoiceId } = permit;
  await buckets.take(starts, invoiceId, app.clock());
  await ensureSandbox(app, tenantId);
  try {
    const { payUrl } = await inTenant(app, serviceCaller(tenantId), (scope) =>
      initiateBanklink(scope, { invoiceId, bank }),
    );
    return reply.code(303).header('location', payUrl).send();
  } catch (error) {
    const isOver = error instanceof Conflict || error instanceof Invalid || error instanceof NotFound;
    if (!isOver) throw error;
    return show(context, request, reply);
  }
}

/** The permit of a request, also an expired one. Only requests without a valid signature stay counted for their address. Throws TooManyRequests. */
async function readPermit(context: RouteContext, request: FastifyRequest): Promise<PayPermit | undefined> {
  await countForAddress(context, request);
  const { app, buckets } = context;
  const permit = readPayLink(app.config, (request.params as { key: string }).key);
  if (permit === undefined) return undefined;
  await uncountForAddress(context, request);
  await buckets.take(views, permit.invoiceId, app.clock());
  return permit;
}

/** Reports whether a pay link has expired, by the clock of its organization. */
function isExpired(app: AppContext, { tenantId, expiresAt }: PayPermit): Promise<boolean> {
  return inTenant(app, serviceCaller(tenantId), async ({ now }) => expiresAt <= now, 'read only');
}

type InvoicePageData = {
  readonly invoice: Invoice;
  readonly payee: BanklinkPayee;
  readonly banks: readonly { readonly name: string; readonly title: string }[];
  readonly corrected: boolean;
};

/** The invoice as it is now; undefined when it or its building was deleted. */
async function loadInvoice(
  { app }: RouteContext,
  { tenantId, invoiceId }: PayPermit,
): Promise<InvoicePageData | undefined> {
  return inTenant(
    app,
    serviceCaller(tenantId),
    async (scope) => {
      const payee = await findPayee(scope, invoiceId);
      if (payee === undefined) return undefined;
      const invoice = await getInvoice(scope, invoiceId);
      const banks = isPayable(invoice) ? await listSelectableBanks(scope) : [];
      return { invoice, payee, banks, corrected: await isCorrected(scope, invoiceId) };
    },
    'read only',
  );
}

function buildPage({ invoice, payee, banks, corrected }: InvoicePageData, language: Language, url: string): PayerPage {
  const words = paymentPageWords[language];
  const { balance, currency, number, dueDate, status, reference } = invoice;
  const base = { language, brand: payee.beneficiary ?? payee.buildingName };
  if (balance <= 0) {
    const body = factList([[words.invoice, number]]);
    if (status === 'cancelled') return { ...base, title: words.cancelled, body };
    return corrected ? { ...base, title: words.credited, body } : { ...base, title: words.paid, mood: 'good', body };
  }
  const facts = factList([
    [words.amount, formatCents(balance, currency, language), 'amount'],
    [words.invoice, number],
    [words.receiver, base.brand],
    [words.dueDate, formatDay(language, dueDate)],
    ...(banks.length > 0 ? [] : [[words.account, payee.iban && formatIban(payee.iban)] as const]),
    ...(banks.length > 0 ? [] : [[words.reference, reference] as const]),
  ]);
  const buttons = banks.map(
    ({ name, title }) =>
      `<button name="bank" value="${escapeHtml(name)}">${escapeHtml(words.proceed({ bank: title }))}</button>`,
  );
  const form = banks.length === 0 ? `<p>${escapeHtml(words.byTransfer)}</p>\n` : postForm(url, {}, buttons.join('\n'));
  return { ...base, title: words.pay, body: facts + form, formTargets: ["'self'"] };
}

/** A link that does not work, without a word about any invoice. */
function sendUnusable(reply: FastifyReply, status: 404 | 410, language: Language): FastifyReply {
  const words = paymentPageWords[language];
  const [title, lead] = status === 410 ? [words.over, words.linkOverLead] : [words.invalid, words.invalidLead];
  return sendPayerPage(reply, status, { language, brand: 'Haldur', title, body: `<p>${escapeHtml(lead)}</p>\n` });
}

/** The language in the link, which is that of its recipient; in a mutilated link, that of the browser. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return languages.find((language) => language === lang) ?? preferredLanguage(request.headers['accept-language']);
}
