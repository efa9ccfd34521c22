// Pages for payers over HTTP, as a browser without scripts reads and posts them.
import assert from 'node:assert/strict';
import type { BankFormFields } from './banklink-fixture.ts';

/** A page that a payer's browser got. */
export type PayerPageAnswer = { readonly status: number; readonly text: string; readonly url: string };

/** A form of a page, as a browser reads it. */
export function formOf(page: PayerPageAnswer, name: string): { action: string; fields: BankFormFields } {
  const form = new RegExp(`<form method="post" action="([^"]*)"[^>]*data-form="${name}">(.*?)</form>`, 's').exec(
    page.text,
  );
  assert.ok(form, `no form ${name} in ${page.text}`);
  const inputs = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const plain = (text = '') =>
    text.replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
    );
  return {
    action: new URL(plain(form[1]), page.url).href,
    fields: Object.fromEntries(inputs.map(([, key, value]) => [plain(key), plain(value)])),
  };
}

/** Opens a page. */
export async function openPage(url: string): Promise<PayerPageAnswer> {
  const response = await fetch(url);
  return { status: response.status, text: await response.text(), url: response.url };
}

/** Posts a form, and follows where it leads. */
export async function postPage(
  { action, fields }: { action: string; fields: BankFormFields },
  more: BankFormFields = {},
): Promise<PayerPageAnswer> {
  const response = await fetch(action, { method: 'POST', body: new URLSearchParams({ ...fields, ...more }) });
  return { status: response.status, text: await response.text(), url: response.url };
}
