// The page of a pay link: one invoice's balance, beneficiary and due day, and its banks, for anybody who has the link.
// Opening it changes nothing, as mail scanners open every link; choosing a bank starts a payment and leads there by the
// payment page.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countForAddress, uncountForAddress } from '../../http/limits/address-limit.ts';
import type { RouteContext } from '../../http/operation.ts';
import { preferredLanguage } from '../../http/preferred-language.ts';
import { isCorrected } from '../../invoicing/corrections/correction-queries.ts';
import { getInvoice, type Invoice } from '../../invoicing/invoices.ts';
import { type PayPermit, payLinkPath, readPayLink } from '../../invoicing/sending/pay-link.ts';
import { formatDay, formatPeriod } from '../../mail/letters/letter-words.ts';
import { type BanklinkPayee, findPayee } from '../../payments/banklink/banklink-queries.ts';
import { ensureSandbox } from '../../payments/banklink/banks.ts';
import { initiateBanklink, isPayable, listSelectableBanks } from '../../payments/banklink/initiate-payment.ts';
import { type AppContext, inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import { formatIban } from '../../platform/values/iban.ts';
import { type Language, languages } from '../../platform/values/languages.ts';
import { formatCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import { readForm } from './callback-requests.ts';
import {
  consoleLinks,
  factList,
  hasSession,
  invoiceNote,
  nextNote,
  type PayerPage,
  postForm,
  sendPayerPage,
} from './payer-page-layout.ts';

/** The quotas of one invoice, however many people have its link. */
const views = { name: 'pay-link', counts: 'views of this page', quota: 120, windowSeconds: 60 };
const starts = { name: 'pay-link-start', counts: 'payments started from this page', quota: 20, windowSeconds: 3600 };

const path = payLinkPath;
const script = readFileSync(new URL('./pay-link.js', import.meta.url), 'utf8');

/**
 * Registers the page. Its script posts the key, which is in the fragment of the link, and shows the invoice. Links from
 * before November 2026 have the key in the path: they lead here too.
 */
export function registerInvoicePaymentPage(server: FastifyInstance, context: RouteContext): void {
  server.get(path, async (request, reply) => sendPayerPage(reply, 200, emptyPage(languageOf(request))));
  server.post(path, (request: FastifyRequest, reply: FastifyReply) => open(context, request, reply));
  server.get<{ Params: { key: string } }>(`${path}/:key`, async (request, reply) =>
    reply
      .code(303)
      .header('location', `${path}?lang=${languageOf(request)}#${encodeURIComponent(request.params.key)}`)
      .send(),
  );
}

/** The page until its script has the invoice. */
function emptyPage(language: Language): PayerPage {
  const words = serviceWords[language].paymentPage;
  const text = (id: string, value: string) => `<p id="${id}" hidden>${escapeHtml(value)}</p>\n`;
  const body = `<p id="wait">…</p>\n${text('failed', words.silentLead)}<noscript><p>${escapeHtml(words.needsScript)}</p></noscript>\n`;
  return { language, brand: 'Haldur', title: words.pay, body, formTargets: ["'self'"], script };
}

/** Shows the invoice of the posted key, or starts its payment at the posted bank. */
async function open(context: RouteContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await countForAddress(context, request);
  const { key = '', bank } = (await readForm(request, /^(key|bank)$/)).fields;
  const { app, buckets } = context;
  const language = languageOf(request);
  const permit = readPayLink(app.config, key);
  if (permit === undefined) return sendUnusable(reply, 404, language);
  await uncountForAddress(context, request);
  await buckets.take(views, permit.invoiceId, app.clock());
  if (await isExpired(app, permit)) return sendUnusable(reply, 410, language);
  const payUrl = bank === undefined ? undefined : await start(context, permit, { bank, language });
  if (payUrl !== undefined) return reply.code(303).header('location', payUrl).send();
  const data = await loadInvoice(context, permit);
  if (data === undefined) return sendUnusable(reply, 404, language);
  return sendPayerPage(reply, 200, buildPage(data, language, { key, signedIn: hasSession(app.config, request), app }));
}

/**
 * Starts the payment at a bank, and returns its page. Undefined where that is not possible any more: then the page says
 * why.
 */
async function start(
  { app, buckets }: RouteContext,
  { tenantId, invoiceId }: PayPermit,
  choice: { readonly bank: string; readonly language: Language },
): Promise<string | undefined> {
  await buckets.take(starts, invoiceId, app.clock());
  await ensureSandbox(app, tenantId);
  try {
    const returnUrl = `${app.config.publicUrl}${path}`;
    const { payUrl } = await inTenant(app, serviceCaller(tenantId), (scope) =>
      initiateBanklink(scope, { invoiceId, returnUrl, ...choice }),
    );
    return `${payUrl}#bank`;
  } catch (error) {
    const isOver = error instanceof Conflict || error instanceof Invalid || error instanceof NotFound;
    if (!isOver) throw error;
    return undefined;
  }
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

function buildPage(
  { invoice, payee, banks, corrected }: InvoicePageData,
  language: Language,
  {
    key,
    signedIn,
    app,
  }: { readonly key: string; readonly signedIn: boolean; readonly app: Pick<AppContext, 'config'> },
): PayerPage {
  const words = serviceWords[language].paymentPage;
  const { balance, currency, number, dueDate, status, reference } = invoice;
  const base = { language, brand: payee.beneficiary ?? payee.buildingName };
  if (balance <= 0) {
    const facts = factList([
      [words.invoice, number],
      [serviceWords[language].invoicePdf.period, formatPeriod(language, invoice)],
    ]);
    const wayOn = signedIn ? consoleLinks(app.config, { language, invoiceId: invoice.id }) : '';
    if (status === 'cancelled') return { ...base, title: words.cancelled, body: facts + wayOn };
    const body = facts + (wayOn || invoiceNote(language));
    return corrected ? { ...base, title: words.credited, body } : { ...base, title: words.paid, mood: 'good', body };
  }
  // The button is on the first screen of a phone, in large type too.
  const first = factList([[words.amount, formatCents(balance, currency, language), 'amount']]);
  const more = factList([
    [words.invoice, number],
    [serviceWords[language].invoicePdf.period, formatPeriod(language, invoice)],
    [words.receiver, base.brand],
    [words.dueDate, formatDay(language, dueDate)],
    ...(banks.length > 0 ? [] : [[words.account, payee.iban && formatIban(payee.iban)] as const]),
    ...(banks.length > 0 ? [] : [[words.reference, reference] as const]),
  ]);
  const buttons = banks.map(
    ({ name, title }) =>
      `<button name="bank" value="${escapeHtml(name)}">${escapeHtml(words.proceed({ bank: title }))}</button>`,
  );
  const form =
    banks.length === 0
      ? `${more}<p>${escapeHtml(words.byTransfer)}</p>\n`
      : postForm(`${path}?lang=${language}`, { key }, buttons.join('\n')) + nextNote(language) + more;
  return { ...base, title: words.pay, body: first + form, formTargets: ["'self'"] };
}

/** A link that does not work, without a word about any invoice. */
function sendUnusable(reply: FastifyReply, status: 404 | 410, language: Language): FastifyReply {
  const words = serviceWords[language].paymentPage;
  const [title, lead] = status === 410 ? [words.over, words.linkOverLead] : [words.invalid, words.invalidLead];
  return sendPayerPage(reply, status, { language, brand: 'Haldur', title, body: `<p>${escapeHtml(lead)}</p>\n` });
}

/** The language in the link, which is that of its recipient; in a mutilated link, that of the browser. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return languages.find((language) => language === lang) ?? preferredLanguage(request.headers['accept-language']);
}
