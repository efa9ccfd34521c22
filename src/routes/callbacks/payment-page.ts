// The page of a begun payment: shows what is paid to whom, and carries the payer to the bank with a form signed just then. Afterwards it shows what became
// of the payment, from our own records: the truth for other systems is the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Doors } from '../../http/operation.ts';
import { type Bank, keysOf } from '../../payments/banklink/banks.ts';
import { callbackUrl, keepRedirect, orderKey, passageTo } from '../../payments/banklink/initiate-payment.ts';
import { openOrder } from '../../payments/banklink/montonio.ts';
import type { Passage } from '../../payments/banklink/provider.ts';
import { findBank, findOrder, type OrderView } from '../../payments/banklink/banklink-queries.ts';
import { Busy, NotFound } from '../../platform/errors.ts';
import { escaped } from '../../platform/values/html.ts';
import { printedIban } from '../../platform/values/iban.ts';
import { formatCents } from '../../platform/values/money.ts';
import { inTenant, type Scope } from '../../platform/db/scope.ts';
import { orderOfArrival } from './callback-requests.ts';
import { factList, type Page, postForm, sendPage, targetsOf } from './payer-page-layout.ts';
import { payWords } from './payment-page-words.ts';

/** Serves /pay/:key. */
export function servePay(app: FastifyInstance, doors: Doors): void {
  app.get('/pay/:key', (request: FastifyRequest, reply: FastifyReply) => show(doors, request, reply));
  app.post('/pay/:key', (request: FastifyRequest, reply: FastifyReply) => leave(doors, request, reply));
}

type Seen = {
  readonly order: OrderView;
  readonly bank: Bank;
  readonly scope: Pick<Scope, 'config' | 'caller' | 'now'>;
};

/** What a page is made from. Throws NotFound. */
async function look(doors: Doors, request: FastifyRequest): Promise<Seen> {
  const { key } = request.params as { key: string };
  const { caller, orderId } = await orderOfArrival(doors, request, key);
  return inTenant(
    doors.house,
    caller,
    async (scope) => {
      const order = await findOrder(scope, orderId);
      const bank = order && (await findBank(scope, order.bankId));
      if (order === undefined || bank === undefined) throw new NotFound();
      return { order, bank, scope: { config: scope.config, caller, now: scope.now } };
    },
    'read only',
  );
}

async function show(doors: Doors, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const seen = await look(doors, request);
  return sendPage(reply, 200, pageOf(seen));
}

/** A payer leaves for a provider that must be asked first. It is asked outside any transaction. */
async function leave(doors: Doors, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const seen = await look(doors, request);
  const { order, bank, scope } = seen;
  if (bank.provider !== 'montonio') throw new NotFound();
  if (stateOf(seen) !== 'open') return sendPage(reply, 200, pageOf(seen));
  const { secretKey = '' } = keysOf(scope, bank);
  try {
    const kept = order.status === 'initiated' ? order.redirectUrl : null;
    const url = kept ?? (await openOrder(order, bank.terms, secretKey, callbackUrl(scope, order, bank), scope.now));
    if (url !== kept) await inTenant(doors.house, scope.caller, (inside) => keepRedirect(inside, order.id, url));
    return reply.code(303).header('location', url).send();
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    doors.house.log.warn({ err: error, bank: bank.name }, 'a payment provider does not answer');
    const words = payWords[order.language];
    const body = `<p>${escaped(words.silentLead)}</p>\n${backLink(order)}`;
    const page = {
      language: order.language,
      brand: order.buildingName,
      title: words.silent,
      mood: 'bad',
      body,
    } as const;
    return sendPage(reply.header('retry-after', String(error.retryAfter)), 503, page);
  }
}

type State = 'paid' | 'changed' | 'over' | 'open';

function stateOf({ order, bank, scope }: Seen): State {
  if (order.status === 'paid') return 'paid';
  const owed = order.invoiceStatus === 'draft' || order.invoiceStatus === 'sent' ? order.balance : 0;
  if (owed !== order.amount) return 'changed';
  const closed = bank.archivedAt !== null || (bank.provider === 'sandbox' && !scope.config.sandboxBank);
  return closed || order.expiresAt <= scope.now ? 'over' : 'open';
}

function pageOf(seen: Seen): Page {
  const { order } = seen;
  const { language, buildingName } = order;
  const words = payWords[language];
  const state = stateOf(seen);
  const base = { language, brand: buildingName };
  const facts = factsOf(order);
  if (state === 'paid') return { ...base, title: words.paid, mood: 'good', body: facts + backLink(order) };
  if (state !== 'open') {
    const [title, lead] = state === 'over' ? [words.over, words.overLead] : [words.changed, words.changedLead];
    return { ...base, title, body: `<p>${escaped(lead)}</p>\n${facts}${backLink(order)}` };
  }
  const failed = order.status === 'failed';
  const lead = failed ? `<p>${escaped(words.failedLead)}</p>\n` : '';
  const { form, targets } = formOf(seen);
  return {
    ...base,
    title: failed ? words.failed : words.pay,
    ...(failed ? { mood: 'bad' as const } : {}),
    body: lead + facts + form + backLink(order),
    formTargets: targets,
  };
}

function formOf({ order, bank, scope }: Seen): { form: string; targets: string[] } {
  const button = `<button>${escaped(`${payWords[order.language].proceed} ${bank.title}`)}</button>`;
  const asked = bank.provider === 'montonio';
  const passage: Passage = asked
    ? { method: 'POST', url: `/pay/${orderKey(scope.caller.tenantId, order.id)}`, fields: {} }
    : passageTo(scope, order, bank);
  const targets = asked ? ["'self'", ...targetsOf(bank.terms.url)] : targetsOf(passage.url);
  return { form: postForm(passage.url, passage.fields, button, 'bank'), targets };
}

function factsOf(order: OrderView): string {
  const { language } = order;
  const words = payWords[language];
  return factList([
    [words.amount, formatCents(order.amount, order.currency, language), 'amount'],
    [words.invoice, order.invoiceNumber],
    [words.receiver, order.receiver ?? order.buildingName],
    [words.account, order.account && printedIban(order.account)],
    [words.reference, order.reference],
  ]);
}

/** Where the payer came from. Whoever began the payment named it, so it is a link that shows its host, and nobody is sent there unasked. */
function backLink({ returnUrl, language }: OrderView): string {
  if (returnUrl === null) return '';
  const { host } = new URL(returnUrl);
  return `<p class="note"><a href="${escaped(returnUrl)}" rel="noreferrer">${escaped(`${payWords[language].back} ${host}`)}</a></p>\n`;
}
