// The page of a pay link: one invoice's balance, beneficiary and due day, and its banks, for anybody who has the link.
// Opening it changes nothing, as mail scanners open every link; choosing a bank starts a payment and leads there by the
// payment page.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getTotalDue, listInvoicesDue, type PaidInvoices } from '../../accounting/invoice-balance.ts';
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
import { type Cents, formatCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';
import { readForm } from './callback-requests.ts';
import {
  consoleLinks,
  factList,
  hasSession,
  invoiceNote,
  nextNote,
  type PayerPage,
  paidInvoiceLines,
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
  const { key = '', bank, pays } = (await readForm(request, /^(key|bank|pays)$/)).fields;
  const { app, buckets } = context;
  const language = languageOf(request);
  const permit = readPayLink(app.config, key);
  if (permit === undefined) return sendUnusable(reply, 404, language);
  await uncountForAddress(context, request);
  await buckets.take(views, permit.invoiceId, app.clock());
  if (await isExpired(app, permit)) return sendUnusable(reply, 410, language);
  const payUrl =
    bank === undefined ? undefined : await start(context, permit, { bank, language, together: pays === 'all' });
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
  { together, ...choice }: { readonly bank: string; readonly language: Language; readonly together: boolean },
): Promise<string | undefined> {
  await buckets.take(starts, invoiceId, app.clock());
  await ensureSandbox(app, tenantId);
  try {
    const returnUrl = `${app.config.publicUrl}${path}`;
    const { payUrl } = await inTenant(app, serviceCaller(tenantId), async (scope) => {
      const total = together ? await getTotalDue(scope, invoiceId) : undefined;
      const due = total && { invoiceId: total.invoiceId, due: total.amount };
      return initiateBanklink(scope, { invoiceId, returnUrl, ...choice, ...due });
    });
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
  /** What is due all together, in cents, and for which invoices. */
  readonly due: Cents;
  readonly dueFor: PaidInvoices | undefined;
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
      const total = invoice.status === 'cancelled' ? undefined : await getTotalDue(scope, invoiceId);
      const due = total?.amount ?? 0;
      const dueFor = total && due > invoice.balance ? await listInvoicesDue(scope, total) : undefined;
      const banks = isPayable(invoice, Math.max(due, invoice.balance)) ? await listSelectableBanks(scope) : [];
      return { invoice, payee, banks, due, dueFor, corrected: await isCorrected(scope, invoiceId) };
    },
    'read only',
  );
}

function buildPage(
  data: InvoicePageData,
  language: Language,
  {
    key,
    signedIn,
    app,
  }: { readonly key: string; readonly signedIn: boolean; readonly app: Pick<AppContext, 'config'> },
): PayerPage {
  const { invoice, payee, due, corrected } = data;
  const words = serviceWords[language].paymentPage;
  const base = { language, brand: payee.beneficiary ?? payee.buildingName };
  if (invoice.balance > 0)
    return { ...base, title: words.pay, body: payForm(data, language, key), formTargets: ["'self'"] };
  const wayOn = signedIn ? consoleLinks(app.config, { language, invoiceId: invoice.id }) : '';
  const facts = factList(invoiceFacts(invoice, language));
  if (invoice.status === 'cancelled') return { ...base, title: words.cancelled, body: facts + wayOn };
  const title = corrected ? ({ title: words.credited } as const) : ({ title: words.paid, mood: 'good' } as const);
  if (due <= 0) return { ...base, ...title, body: facts + (wayOn || invoiceNote(language)) };
  return { ...base, ...title, body: payForm(data, language, key) + wayOn, formTargets: ["'self'"] };
}

/** The amounts, the banks and, without any, the details of a transfer. */
function payForm(data: InvoicePageData, language: Language, key: string): string {
  const { invoice, payee, banks, dueFor } = data;
  const words = serviceWords[language].paymentPage;
  const amounts = amountsOf(data, language);
  const { currency } = invoice;
  const [chosen, ...others] = amounts;
  const isChoice = others.length > 0;
  const more = factList([
    ...(dueFor ? [[chosen?.name ?? '', paidInvoiceLines(dueFor, { language, currency })] as const] : []),
    ...(isChoice
      ? [[words.onlyThis, `${formatPeriod(language, invoice)}, ${invoice.number}`] as const]
      : invoiceFacts(invoice, language)),
    [words.receiver, payee.beneficiary ?? payee.buildingName],
    ...(invoice.balance > 0 ? [[words.dueDate, formatDay(language, invoice.dueDate)] as const] : []),
    ...(banks.length > 0 ? [] : [[words.account, payee.iban && formatIban(payee.iban)] as const]),
    ...(banks.length > 0 ? [] : [[words.reference, invoice.reference] as const]),
  ]);
  // The button is on the first screen of a phone, in large type too.
  const first = factList(amounts.map(({ name, text }) => [name, text, 'amount']));
  if (banks.length === 0) return `${first}${more}<p>${escapeHtml(words.byTransfer)}</p>\n`;
  const buttons = banks
    .map(({ name, title }) => {
      const label = escapeHtml(words.proceed({ bank: title }));
      return `<button name="bank" value="${escapeHtml(name)}">${label}</button>`;
    })
    .join('\n');
  const url = `${path}?lang=${language}`;
  const form = isChoice
    ? postForm(url, { key }, choiceOf(amounts, words.amount) + buttons)
    : first + postForm(url, { key, pays: chosen?.pays ?? 'one' }, buttons);
  return form + nextNote(language) + more;
}

type PayableAmount = { readonly pays: 'all' | 'one'; readonly name: string; readonly text: string };

/** What can be paid: where more is due than this invoice, all together first. */
function amountsOf({ invoice, due }: InvoicePageData, language: Language): readonly PayableAmount[] {
  const words = serviceWords[language].paymentPage;
  const { balance, currency } = invoice;
  const money = (cents: Cents) => formatCents(cents, currency, language);
  if (balance <= 0) return [{ pays: 'all', name: words.restDue, text: money(due) }];
  if (due <= balance) return [{ pays: 'one', name: words.amount, text: money(balance) }];
  return [
    { pays: 'all', name: words.allTogether, text: money(due) },
    { pays: 'one', name: words.onlyThis, text: money(balance) },
  ];
}

/** The choice of an amount; the first is chosen. */
function choiceOf(amounts: readonly PayableAmount[], title: string): string {
  const rows = amounts.map(({ pays, name, text }, index) => {
    const input = `<input type="radio" name="pays" value="${pays}"${index === 0 ? ' checked' : ''}>`;
    return `<label>${input}<span>${escapeHtml(name)}: <b>${escapeHtml(text)}</b></span></label>`;
  });
  return `<fieldset aria-label="${escapeHtml(title)}">\n${rows.join('\n')}\n</fieldset>\n`;
}

function invoiceFacts(invoice: Invoice, language: Language): readonly (readonly [string, string])[] {
  return [
    [serviceWords[language].paymentPage.invoice, invoice.number],
    [serviceWords[language].invoicePdf.period, formatPeriod(language, invoice)],
  ];
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
