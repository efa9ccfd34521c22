// Test organizations for tests: made over HTTP, with a session of the owner and a key; their state, clock and mailbox.
import assert from 'node:assert/strict';
import { password, type TestOrganization, type TestService, type Thing, waitUntil } from './service-fixture.ts';

export type MadeTestOrganization = { readonly id: string; readonly owner: string; readonly key: string };

/** An e-mail in the mailbox. */
type KeptMail = Thing & {
  readonly subject: string;
  readonly text: string;
  readonly kind: string;
  readonly recipient: string;
};

/** A test organization, with a session of its owner and a key. */
export async function aTestOrganization(
  g: TestService,
  { email, owner, tenantId }: TestOrganization,
): Promise<MadeTestOrganization> {
  const made = await g.succeed('POST', '//console/api/test-organizations', { as: owner, body: { language: 'en' } });
  const id = made.data.id;
  const headers = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };
  const signedIn = await g.ask('POST', '//console/api/session', { body: { email, password, tenantId }, headers });
  const cookie = String([signedIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const entered = await g.ask<{ id: string; accessToken: string }>('POST', '//console/api/session/enter', {
    body: { tenantId: id },
    headers: { ...headers, cookie },
  });
  const confirmed = await g.ask<{ id: string; accessToken: string }>('POST', '//console/api/me/confirmation', {
    as: entered.data.accessToken,
    body: { password },
  });
  assert.equal(confirmed.status, 200, confirmed.text);
  const as = confirmed.data.accessToken;
  const key = await g.ask<{ id: string; apiKey: string; keyHint: string }>('POST', '//console/api/api-keys', {
    as,
    body: { name: 'tests', role: 'owner' },
  });
  assert.match(key.data.apiKey, /^htk_/);
  assert.match(key.data.keyHint, /^htk_…/);
  return { id, owner: as, key: key.data.apiKey };
}

export const stateOf = async (g: TestService, { key }: MadeTestOrganization) =>
  (
    await g.ask<Thing & { now: string; clockAheadSeconds: number; mailDomain: string }>(
      'GET',
      '//console/api/test-organization',
      { as: key },
    )
  ).data;
export const moveTo = (g: TestService, as: string, body: Record<string, string>) =>
  g.ask('POST', '//console/api/test-clock', { as, body });

/** The mailbox, once it has so many e-mails of a kind. */
export async function mailsOf(
  g: TestService,
  { key }: MadeTestOrganization,
  kind: string,
  count = 1,
): Promise<KeptMail[]> {
  let found: readonly KeptMail[] = [];
  await waitUntil(async () => {
    const mails = await g.ask<KeptMail>('GET', '//console/api/test-mailbox?limit=100&sort=-sentAt', { as: key });
    found = mails.items.filter((mail) => mail.kind === kind);
    return found.length >= count;
  });
  return [...found];
}

export const readMail = async (g: TestService, { key }: MadeTestOrganization, id: string) =>
  (await g.ask<KeptMail & { html: string }>('GET', `//console/api/test-mailbox/${id}`, { as: key })).data;
