// Layout of pages for payers: small, without cookies, and without scripts but one of a pay link. Their CSP limits what
// they load and where their forms go.
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaidInvoices } from '../../accounting/invoice-balance.ts';
import { cspHashSource, renderPublicPage, withSharedStyle } from '../../http/public-page.ts';
import { readCookie } from '../../http/session-cookies.ts';
import { formatPeriod } from '../../mail/letters/letter-words.ts';
import type { BankFields } from '../../payments/banklink/provider.ts';
import type { Config } from '../../platform/config/config.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import type { Language } from '../../platform/values/languages.ts';
import { type Cents, formatCents } from '../../platform/values/money.ts';
import { serviceWords } from '../../words/service-words.ts';

const style = withSharedStyle(readFileSync(new URL('./page.css', import.meta.url), 'utf8'));

export type PayerPage = {
  readonly language: Language;
  readonly brand: string;
  readonly title: string;
  /** The tone of the title. */
  readonly mood?: 'good' | 'bad';
  /** The HTML below the title, with escaped values. */
  readonly body: string;
  /** The allowed targets of forms on the page. */
  readonly formTargets?: readonly string[];
  /** Runs in the browser, and may call this service. */
  readonly script?: string;
};

/** Sends a page. */
export function sendPayerPage(reply: FastifyReply, status: number, page: PayerPage): FastifyReply {
  const { language, brand, title, mood, body, formTargets, script } = page;
  const targets = formTargets?.length ? formTargets.join(' ') : "'none'";
  const main = `<h1${mood === undefined ? '' : ` class="${mood}"`}>${escapeHtml(title)}</h1>\n${body}`;
  const scripts = script === undefined ? '' : `script-src ${cspHashSource(script)}; connect-src 'self'; `;
  const after = script === undefined ? '' : `<script>${script}</script>\n`;
  const policy = `default-src 'none'; ${scripts}style-src ${cspHashSource(style)}; img-src data:; base-uri 'none'; form-action ${targets}; frame-ancestors 'none'`;
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'content-language': language })
    .type('text/html; charset=utf-8')
    .send(renderPublicPage({ language, title, brand, style, main, after }));
}

/** A name, and a value or one for each line. */
type Fact = readonly [name: string, value: string | null | readonly string[], kind?: 'amount'];

/** Facts as a list of names and values; facts without a value are left out. */
export function factList(facts: readonly Fact[]): string {
  const rows = facts.flatMap(([name, value, kind]) => {
    const lines = [value ?? []].flat().filter((line) => line !== '');
    const [first = '', ...others] = lines.map(escapeHtml);
    const text = [first, ...others.map((line) => `<div>${line}</div>`)].join('\n');
    return text === ''
      ? []
      : [`<div><dt>${escapeHtml(name)}</dt><dd${kind ? ` class="${kind}"` : ''}>${text}</dd></div>`];
  });
  return `<dl>\n${rows.join('\n')}\n</dl>\n`;
}

/** A line for each invoice that an amount pays (`oktoober 2026, 2026-000091: 154,00 €`), and for the difference. */
export function paidInvoiceLines(
  { named, others, credit }: PaidInvoices,
  { language, currency }: { readonly language: Language; readonly currency: string },
): readonly string[] {
  const money = (cents: Cents) => formatCents(cents, currency, language);
  return [
    ...named.map((item) => `${formatPeriod(language, item)}, ${item.number}: ${money(item.amount)}`),
    ...(others === 0 ? [] : [`…: ${money(others)}`]),
    ...(credit === 0 ? [] : [`${serviceWords[language].invoicePdf.inYourFavour}: ${money(-credit)}`]),
  ];
}

/** What follows the button that leads to a bank. */
export function nextNote(language: Language): string {
  return `<p class="note">${escapeHtml(serviceWords[language].paymentPage.next)}</p>\n`;
}

/** Whether the browser has a session of the console. On the way back from a bank it does not say so. */
export function hasSession(config: Config, { headers }: FastifyRequest): boolean {
  return readCookie({ config }, { header: (name) => headers[name]?.toString() }, 'haldur_session') !== undefined;
}

/** Where a payer without an account finds the invoice. */
export function invoiceNote(language: Language): string {
  return `<p>${escapeHtml(serviceWords[language].paymentPage.invoiceByMail)}</p>\n`;
}

/** The address of an invoice in the console. */
export function invoiceLink({ publicUrl }: Pick<Config, 'publicUrl'>, invoiceId: string): string {
  return `${publicUrl}/console/invoices/${invoiceId}`;
}

/** The links to an invoice in the console, and to its first page. */
export function consoleLinks(
  config: Pick<Config, 'publicUrl'>,
  { language, invoiceId }: { readonly language: Language; readonly invoiceId: string },
): string {
  const { mail, paymentPage } = serviceWords[language];
  const links = [
    [invoiceLink(config, invoiceId), mail.payment.viewInvoice],
    [`${config.publicUrl}/console/`, paymentPage.home],
  ];
  const items = links.map(([url = '', name = '']) => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`);
  return `<p class="links">${items.join('\n')}</p>\n`;
}

/** A form with hidden fields and one or more buttons. */
export function postForm(url: string, fields: BankFields, buttons: string, name = 'form'): string {
  const inputs = Object.entries(fields).map(
    ([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(url)}" accept-charset="UTF-8" data-form="${escapeHtml(name)}">
${inputs.join('\n')}
${buttons}
</form>
`;
}

/**
 * Returns the CSP form targets for this URL: its origin and the hosts of its own domain. Browsers apply the rule to
 * redirects too, and banks forward forms to other hosts of theirs.
 */
export function formTargetsOf(address: string): string[] {
  const { origin, protocol, hostname } = new URL(address);
  const labels = hostname.split('.');
  const named = protocol === 'https:' && labels.length >= 2 && !/^[\d.]+$|:/.test(hostname);
  const domain = labels.length > 2 ? labels.slice(1) : labels;
  return named ? [origin, `https://*.${domain.join('.')}`] : [origin];
}
