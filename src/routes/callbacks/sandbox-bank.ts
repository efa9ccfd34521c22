// The sandbox bank: pages that look and behave like a bank, for test organizations and development. It verifies signed
// requests, asks the payer, and reports the choice as banks do: the server call first, twice, late or never, or with an
// invalid signature.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LRUCache } from 'lru-cache';
import { countForAddress } from '../../http/limits/address-limit.ts';
import type { RouteContext } from '../../http/operation.ts';
import { type BankKeys, mayUseSandbox } from '../../payments/banklink/bank-settings.ts';
import { findBank } from '../../payments/banklink/banklink-queries.ts';
import { decryptBankKeys } from '../../payments/banklink/banks.ts';
import type { IpizzaTerms } from '../../payments/banklink/ipizza.ts';
import type { BankFields } from '../../payments/banklink/provider.ts';
import {
  callbackPath,
  findRequestProblems,
  signPaidAnswer,
  signUnpaidAnswer,
} from '../../payments/banklink/sandbox.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { makeLruCache } from '../../platform/processes/lru-cache.ts';
import { escapeHtml } from '../../platform/values/html.ts';
import { formatIban } from '../../platform/values/iban.ts';
import { isId } from '../../platform/values/ids.ts';
import { readForm } from './callback-requests.ts';
import { factList, formTargetsOf, type PayerPage, postForm, sendPayerPage } from './payer-page-layout.ts';

const payerChoices = [
  ['approve', 'Pay'],
  ['decline', 'Cancel'],
  ['approve_twice', 'Pay, and report it twice'],
  ['approve_return_only', 'Pay, without the server’s copy'],
  ['approve_unseen', 'Pay, and never come back'],
  ['approve_later', 'Pay, and report it later'],
  ['tamper', 'Pay, with a forged amount'],
] as const;
type PayerChoice = (typeof payerChoices)[number][0];

/** The payments at the sandbox bank while the process lives, by bank and stamp. */
type PaidRecord = { readonly message: BankFields };
type PaidRecords = LRUCache<string, PaidRecord>;
type SandboxBank = {
  readonly server: FastifyInstance;
  readonly context: RouteContext;
  readonly paid: PaidRecords;
  readonly publicUrl: string;
};
type BankRequest = {
  readonly fields: BankFields;
  readonly terms: IpizzaTerms;
  readonly keys: BankKeys;
  readonly key: string;
};

/** Registers /sandbox-bank. */
export function registerSandboxBank(server: FastifyInstance, context: RouteContext): void {
  const paid: PaidRecords = makeLruCache(10_000);
  const bank: SandboxBank = { server, context, paid, publicUrl: context.app.config.publicUrl };
  const at = '/sandbox-bank/:tenant/:bank';
  server.post(at, (request: FastifyRequest, reply: FastifyReply) => showBankRequest(bank, request, reply));
  server.post(`${at}/decide`, (request: FastifyRequest, reply: FastifyReply) => handleChoice(bank, request, reply));
  server.post(`${at}/copy`, (request: FastifyRequest, reply: FastifyReply) => resendCopy(bank, request, reply));
}

/** The payer arrives with a signed request. */
async function showBankRequest(bank: SandboxBank, request: FastifyRequest, reply: FastifyReply) {
  const { paid, publicUrl } = bank;
  const { order, path, now } = await readBankRequest(bank.context, request);
  const problems = findRequestProblems(order.fields, order.terms, order.keys, { now, publicUrl });
  if (problems.length === 0 && paid.get(order.key) !== undefined) problems.push('VK_STAMP was paid already.');
  if (problems.length > 0) return rejectRequest(reply, 400, problems);
  const buttons = payerChoices
    .map(([value, label]) => {
      const plain = value === 'approve' ? '' : ' class="plain"';
      return `<button name="outcome" value="${value}"${plain}>${escapeHtml(label)}</button>`;
    })
    .join('\n');
  const byGet = '<label><input type="checkbox" name="copyBy" value="GET"> The server’s copy comes by GET</label>\n';
  const form = postForm(`${path}/decide`, order.fields, byGet + buttons, 'decide');
  const body = factsOf(order.fields) + form + developmentNote;
  return sendPayerPage(reply, 200, { ...pageDefaults, title: 'Confirm the payment', body, formTargets: ["'self'"] });
}

/** The payer has chosen. The form contains the signed request, which is verified again. */
async function handleChoice(bank: SandboxBank, request: FastifyRequest, reply: FastifyReply) {
  const { paid, publicUrl } = bank;
  const { order, more, path, now } = await readBankRequest(bank.context, request);
  const { fields, terms, keys, key } = order;
  const problems = findRequestProblems(fields, terms, keys, { now, publicUrl, deciding: true });
  const outcome = payerChoices.find(([value]) => value === more.outcome)?.[0];
  if (outcome === undefined) problems.push('outcome is not a known outcome.');
  if (problems.length > 0 || outcome === undefined) return rejectRequest(reply, 400, problems);
  if (paid.get(key) !== undefined) return rejectRequest(reply, 409, ['VK_STAMP was paid already.']);
  if (outcome === 'decline')
    return sendPayerBack(reply, fields, { ...signUnpaidAnswer(fields, terms, keys), VK_AUTO: 'N' }, 'Cancelled', []);
  const message = signPaidAnswer(fields, terms, keys, now, `${fields.VK_STAMP}`.slice(-8));
  paid.set(key, { message });
  const by = more.copyBy === 'GET' ? 'GET' : 'POST';
  const results: string[] = [];
  for (let times = copiesOf[outcome]; times > 0; times -= 1)
    results.push(await sendCopy(bank, fields, message, by, request.ip));
  const forgedAnswer = outcome === 'tamper' ? { ...message, VK_AMOUNT: '0.01' } : message;
  const again = postForm(
    `${path}/copy`,
    fields,
    '<button class="plain">Send the server’s copy (again)</button>',
    'copy',
  );
  if (outcome === 'approve_unseen')
    return sendPayerPage(reply, 200, {
      ...pageDefaults,
      title: 'Paid',
      mood: 'good',
      body: results.map(htmlLine).join('') + again,
      formTargets: ["'self'"],
    });
  return sendPayerBack(
    reply,
    fields,
    { ...forgedAnswer, VK_AUTO: 'N' },
    'Paid',
    results,
    outcome === 'tamper' ? '' : again,
  );
}

const copiesOf: Readonly<Record<PayerChoice, number>> = {
  approve: 1,
  approve_twice: 2,
  approve_return_only: 0,
  approve_unseen: 1,
  approve_later: 0,
  tamper: 0,
  decline: 0,
};

/** Sends the server's copy of a payment again, at any time. */
async function resendCopy(bank: SandboxBank, request: FastifyRequest, reply: FastifyReply) {
  const { paid, publicUrl } = bank;
  const { order, more, now } = await readBankRequest(bank.context, request);
  const { fields, terms, keys, key } = order;
  const problems = findRequestProblems(fields, terms, keys, { now, publicUrl, deciding: true });
  const payment = paid.get(key);
  if (problems.length > 0 || payment === undefined)
    return rejectRequest(reply, 409, [...problems, 'Nothing was paid.']);
  const reported = [await sendCopy(bank, fields, payment.message, more.copyBy === 'GET' ? 'GET' : 'POST', request.ip)];
  return sendPayerBack(reply, fields, { ...payment.message, VK_AUTO: 'N' }, 'Paid', reported);
}

/**
 * Reports the payment to the merchant's server. That is this service (findRequestProblems), so the message is handed
 * over inside the process, and the sandbox bank opens no connection. It counts for the payer's address.
 */
async function sendCopy(
  { server, publicUrl }: SandboxBank,
  fields: BankFields,
  message: BankFields,
  by: 'GET' | 'POST',
  remoteAddress: string,
): Promise<string> {
  const url = callbackPath(fields.VK_RETURN ?? '', publicUrl) ?? '';
  const form = `${new URLSearchParams({ ...message, VK_AUTO: 'Y' })}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { statusCode } = await server.inject(
    by === 'GET'
      ? { method: 'GET', url: `${url}&${form}`, remoteAddress }
      : { method: 'POST', url, payload: form, headers, remoteAddress },
  );
  return `The server’s copy by ${by} got the response ${statusCode}.`;
}

/**
 * The bank of a request, the time there, and its content: the signed fields without the bank's own. It counts for the
 * network address, as does what pages of payers do. Throws NotFound, TooManyRequests.
 */
async function readBankRequest(context: RouteContext, request: FastifyRequest) {
  await countForAddress(context, request);
  const { tenant, bank: id } = request.params as { tenant: string; bank: string };
  if (!isId(tenant) || !isId(id)) throw new NotFound();
  const caller = serviceCaller(tenant);
  const { bank, now } = await inTenant(
    context.app,
    caller,
    async (scope) => ({ bank: mayUseSandbox(scope) ? await findBank(scope, id) : undefined, now: scope.now }),
    'read only',
  );
  if (bank?.provider !== 'sandbox' || bank.keys === null) throw new NotFound();
  const { fields: all } = await readForm(request, /^(VK_[A-Z_]{1,30}|outcome|copyBy)$/);
  const { outcome, copyBy, ...fields } = all;
  const keys = decryptBankKeys({ config: context.app.config, caller }, bank);
  const order: BankRequest = { fields, terms: bank.terms, keys, key: `${id} ${fields.VK_STAMP}` };
  return { order, more: { outcome, copyBy }, path: `/sandbox-bank/${tenant}/${id}`, now };
}

const pageDefaults = {
  language: 'en',
  brand: 'Sandbox bank · no real money',
} as const satisfies Partial<PayerPage>;
const developmentNote = '<p class="note">A bank for tests. Each button behaves as real banks sometimes do.</p>\n';

function sendPayerBack(
  reply: FastifyReply,
  fields: BankFields,
  message: BankFields,
  title: string,
  results: readonly string[],
  more = '',
) {
  const address = (message.VK_SERVICE === '1911' ? fields.VK_CANCEL : fields.VK_RETURN) ?? '';
  const form = postForm(address, message, '<button>Back to the merchant</button>', 'return');
  const formTargets = ["'self'", ...formTargetsOf(address)];
  return sendPayerPage(reply, 200, {
    ...pageDefaults,
    title,
    body: factsOf(fields) + results.map(htmlLine).join('') + form + more,
    formTargets,
  });
}

function rejectRequest(reply: FastifyReply, status: number, problems: readonly string[]) {
  const items = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('\n');
  return sendPayerPage(reply, status, {
    ...pageDefaults,
    title: 'Query not processed',
    mood: 'bad',
    body: `<ul>\n${items}\n</ul>\n`,
  });
}

function factsOf(fields: BankFields): string {
  return factList([
    ['Amount', `${fields.VK_AMOUNT} ${fields.VK_CURR}`, 'amount'],
    ['Receiver', fields.VK_NAME ?? 'as agreed'],
    ['Account', fields.VK_ACC ? formatIban(fields.VK_ACC) : null],
    ['Reference', fields.VK_REF ?? null],
    ['Message', fields.VK_MSG ?? null],
    ['Protocol', `iPizza ${fields.VK_VERSION}, ${fields.VK_SERVICE}`],
  ]);
}

function htmlLine(text: string): string {
  return `<p class="note">${escapeHtml(text)}</p>\n`;
}
