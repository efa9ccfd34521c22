// Chapter: another resident pays by banklink. The bank is the sandbox bank, with the protocol of real banks but without
// money.

import { type Chapter, type DemoInvoice, type DemoState, getFact } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { detail, highlight, requestLine } from '../print.ts';

type BegunPayment = { readonly id: string; readonly payUrl: string; readonly fields: Readonly<Record<string, string>> };
type SettledPayment = { readonly id: string; readonly status: string; readonly payerName: string | null };
type BankForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

const timeoutMs = 60_000;

export const banklink: Chapter = {
  title: 'A neighbour pays at the bank',
  async play(stage) {
    const { api } = stage;
    const as = getFact(stage, 'accessToken');
    const shown = getFact(stage, 'shown');
    const invoice = getFact(stage, 'invoices').find((demoInvoice) => demoInvoice.id !== shown.id);
    if (invoice === undefined) throw new UnexpectedAnswer('an invoice that is open', 'none');
    const body = { invoiceId: invoice.id };
    const { data: begun } = await api.ask<BegunPayment>('POST', '/payments/banklink', { as, body, expect: 201 });
    detail(
      `iPizza ${begun.fields.VK_VERSION}, service ${begun.fields.VK_SERVICE}, signed with the building’s own key`,
      'dim',
    );
    const bank = await submitForm(stage, await fetchForm(begun.payUrl, 'bank'), 'the payer’s browser goes to the bank');
    const chosen = await submitForm(stage, parseForm(bank, 'decide'), 'pays; the bank reports it twice', {
      outcome: 'approve_twice',
    });
    await submitForm(stage, parseForm(chosen, 'return'), 'and returns with its message');
    const { data: after } = await api.ask<DemoInvoice>('GET', `/invoices/${invoice.id}`, { as, expect: 200 });
    expectSame('the status of the invoice', 'paid', after.status);
    const { data: payments } = await api.ask<SettledPayment[]>('GET', '/payments?source=banklink', { as, expect: 200 });
    expectSame('payments by banklink', begun.id, payments.map((payment) => payment.id).join());
    stage.facts.paid = [...getFact(stage, 'paid'), invoice];
    stage.facts.received = [invoice];
    highlight('Three messages of the bank, each verified by its signature, are one payment.');
  },
};

/** A form of a page, opened as a browser would. */
async function fetchForm(url: string, name: string): Promise<BankForm> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  return parseForm({ url: response.url, text: await response.text() }, name);
}

function parseForm(page: { readonly url: string; readonly text: string }, name: string): BankForm {
  const form = new RegExp(`<form method="post" action="([^"]*)"[^>]*data-form="${name}">(.*?)</form>`, 's').exec(
    page.text,
  );
  if (form === null) throw new UnexpectedAnswer(`a page with the form “${name}”`, page.text.slice(0, 200));
  const inputs = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(inputs.map(([, key, value]) => [decodeEntities(key), decodeEntities(value)]));
  return { url: new URL(decodeEntities(form[1]), page.url).href, fields };
}

function decodeEntities(text = ''): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&(\w+|#39);/g, (whole, name: string) => characters[name] ?? whole);
}

/** Posts a form and follows its redirects, as a browser would. */
async function submitForm({ api }: DemoState, form: BankForm, note: string, more: Record<string, string> = {}) {
  const began = performance.now();
  const body = new URLSearchParams({ ...form.fields, ...more });
  const response = await fetch(form.url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
  const page = { url: response.url, text: await response.text() };
  const { pathname } = new URL(form.url);
  const path = pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(new URL(api.base).pathname, '');
  requestLine({ method: 'POST', path, status: response.status, ms: performance.now() - began, note });
  if (response.status !== 200) throw new UnexpectedAnswer('a page', `${response.status} ${page.text.slice(0, 200)}`);
  return page;
}
