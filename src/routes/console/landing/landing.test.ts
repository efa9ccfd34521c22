// Tests of the pages that links in e-mails open: in the reader's language, with only their own script, and without
// effect when merely opened.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { startTestService } from '../../../../test/service-fixture.ts';
import { preferredLanguage } from '../../../http/preferred-language.ts';
import { isConsolePage } from '../../../platform/values/console-page.ts';

const g = await startTestService();
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('a page is in the reader’s preferred language, English when that is not supported', async () => {
  for (const [header, language] of [
    ['et', 'et'],
    ['de-DE,de;q=0.9,ru;q=0.8,en;q=0.5', 'ru'],
    ['LV-lv', 'lv'],
    ['en;q=0.1, lt;q=0.9', 'lt'],
    ['et;q=0', 'en'],
    ['xx', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ] as const)
    assert.equal(preferredLanguage(header), language, header);
  const page = await g.ask('GET', '//console/invitation', { headers: { 'accept-language': 'et' } });
  assert.match(page.text, /<html lang="et">/);
  assert.match(page.text, /Võta kutse vastu/);
  assert.doesNotMatch(page.text.replace(/<script>[\s\S]*/, ''), /\[\[|undefined/);
});

test('a page allows only its own script and style, no frame around it, and sends no referrer', async () => {
  for (const path of [
    '//console/magic-link',
    '//console/invitation',
    '//console/undo-account',
    '//console/confirm-address',
  ]) {
    const { status, headers, text } = await g.ask('GET', path);
    assert.equal(status, 200, path);
    assert.ok(!isConsolePage(path.slice(1)), `a sign-in does not lead to ${path}`);
    const policy = headers['content-security-policy'] ?? '';
    const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? '';
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    assert.ok(policy.includes(`script-src ${hash(script)};`) && policy.includes(`style-src ${hash(style)};`), policy);
    assert.match(policy, /frame-ancestors 'none'/, path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
    assert.equal(headers['cache-control'], 'no-store', path);
    assert.doesNotMatch(text, /\son\w+=|javascript:/i, path);
  }
});
