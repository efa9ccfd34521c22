// Tests of replacing the secret key: processes with the old and the new one accept what the others wrote, and in the
// end the new one alone is enough.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { anOrganization, answerOf, aPerson, password, startTestService, type Thing } from '../test/service-fixture.ts';
import { refreshSession, startSession } from './identity/sessions.ts';
import { payLink, readPayLink } from './invoicing/sending/pay-link.ts';
import type { MailMessage } from './mail/mail-transport.ts';
import { enqueueMail, openContent } from './mail/outbox.ts';
import { getKeptMail, keepMail } from './mail/test-mailbox.ts';
import { deriveAcceptedKeys, deriveNamingKey } from './platform/config/config.ts';
import type { SecretKeys } from './platform/config/secret-key.ts';
import { findOtherKeyNotice } from './platform/crypto/secret-key-check.ts';
import { type AppContext, inTenant, serviceCaller } from './platform/db/scope.ts';
import { newId } from './platform/values/ids.ts';
import { encryptedColumns, reencrypt } from './reencrypt.ts';
import { makeServer } from './server.ts';
import { encryptionPurpose } from './webhooks/endpoints.ts';
import { decryptSecret } from './webhooks/signing-secrets.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const g = await startTestService({ secretKey: oldKey });

/** A process of the service with keys of its own, on the same database. */
function aProcess(keys: SecretKeys) {
  const unset = { previousSecretKey: undefined, nextSecretKey: undefined };
  const app: AppContext = { ...g.app, config: { ...g.app.config, ...unset, ...keys } };
  const server = makeServer(app);
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    as: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const url = path.startsWith('//') ? path.slice(1) : app.config.basePath + path;
    const authorization = { authorization: `Bearer ${as}`, ...headers };
    const payload = body === undefined ? {} : { payload: body };
    const answer = await server.inject({ method, url, headers: authorization, ...payload });
    return answerOf<Thing & { readonly secret: string }>(
      answer.statusCode,
      answer.headers as Record<string, string>,
      answer.body,
    );
  };
  return { app, ask };
}

type Process = ReturnType<typeof aProcess>;

/** The processes in the order of the steps: each one runs beside the one before it and the one after it. */
const steps = [
  aProcess({ secretKey: oldKey }),
  aProcess({ secretKey: oldKey, nextSecretKey: newKey }),
  aProcess({ secretKey: newKey, previousSecretKey: oldKey }),
  aProcess({ secretKey: newKey }),
] as const;
const [before, ready, switched, done] = steps;

const montonio = { name: 'montonio', provider: 'montonio', merchant: 'store', secretKey: 'väga salajane', password };
const endpoint = { url: 'https://receiver.example/hooks', events: ['invoice.paid'] };

/** Stores everything that is encrypted with the secret key by one process; returns how another one reads it. */
async function storeAll({ app, ask }: Process) {
  const { tenantId, owner } = await anOrganization(g);
  const mailId = await inTenant(app, serviceCaller(tenantId), (scope) =>
    enqueueMail(scope, {
      kind: 'magic-link',
      to: { address: 'mari@example.org' },
      language: 'et',
      facts: { link: 'https://haldur.example/console/magic-link#hml_secret', minutes: 10 },
    }),
  );
  const bank = await ask('POST', '//console/api/banks', owner, montonio);
  const { secret, id } = (await ask('POST', '/webhooks', owner, endpoint)).data;
  return async (by: Process) => {
    const [row] = await g.owner<{ secret: Buffer }[]>`select secret from webhook_endpoints where id = ${id}`;
    const keys = deriveAcceptedKeys(by.app.config, encryptionPurpose);
    assert.equal(decryptSecret(keys, tenantId, id, row?.secret ?? Buffer.alloc(0)), secret);
    const change = await by.ask('PATCH', `//console/api/banks/${bank.data.id}`, owner, { title: newId(), password });
    assert.equal(change.status, 200, change.text);
    const [mail] = await g.owner<{ content: Buffer }[]>`select content from mails where id = ${mailId}`;
    const content = mail?.content ?? Buffer.alloc(0);
    assert.match(openContent(by.app.config, { tenantId, id: mailId, content }).text, /hml_secret/);
    assert.equal(await findOtherKeyNotice(g.app.pool, by.app.config), undefined);
  };
}

/**
 * Issues everything that is signed or hashed with the secret key by one process; returns how another one accepts it.
 */
async function signAll({ app, ask }: Process) {
  const { tenantId, owner } = await anOrganization(g);
  const { userId } = await aPerson(g, tenantId, 'manager');
  const source = { address: '192.0.2.7', userAgent: 'books/1.0' };
  const signInBy = (by: Process) =>
    inTenant(by.app, serviceCaller(tenantId), (scope) =>
      startSession(scope, userId, { signedInByMail: false, secondFactor: false, confirmed: true, source }),
    );
  let { refreshToken } = await signInBy({ app, ask });
  const link = await inTenant(app, serviceCaller(tenantId), async (scope) => payLink(scope, newId(), 'et'));
  for (const name of ['A', 'B']) await ask('POST', '/buildings', owner, { name, address: 'Kase 12, Tallinn' });
  const { nextCursor } = await ask('GET', '/buildings?limit=1', owner);
  const building = { name: 'C', address: 'Kase 12, Tallinn' };
  const repeat = { 'idempotency-key': newId() };
  const created = await ask('POST', '/buildings', owner, building, repeat);
  assert.deepEqual([created.status, typeof nextCursor], [201, 'string']);
  const countLetters = async () => {
    const rows = await g.owner`select from mails where tenant_id = ${tenantId} and kind = 'new-device'`;
    return rows.length;
  };
  return async (by: Process) => {
    assert.ok(readPayLink(by.app.config, new URL(link).hash.slice(1)));
    assert.equal((await by.ask('GET', `/buildings?limit=1&cursor=${nextCursor}`, owner)).status, 200);
    const repeated = await by.ask('POST', '/buildings', owner, building, repeat);
    assert.deepEqual([repeated.status, repeated.data], [201, created.data]);
    ({ refreshToken } = await refreshSession(by.app, refreshToken));
    const letters = await countLetters();
    await signInBy(by);
    assert.equal(await countLetters(), letters, 'a known device is not new');
  };
}

test('processes of one step and the next accept what the other has stored, signed and sent', async () => {
  for (const [key, other] of [
    [before, ready],
    [ready, before],
    [ready, switched],
    [switched, ready],
  ] as const) {
    const readStored = await storeAll(key);
    const acceptSigned = await signAll(key);
    for (const process of [other, key, other]) {
      await readStored(process);
      await acceptSigned(process);
    }
  }
  const namesOf = ({ app }: Process) => deriveNamingKey(app.config, 'names');
  assert.deepEqual([namesOf(ready), namesOf(switched)], [namesOf(before), namesOf(before)]);
});

/** Ten rounds of requests that read, change and add what is encrypted; returns their statuses. */
async function sendRequests({ app, ask }: Process): Promise<number[]> {
  const { tenantId, owner } = await anOrganization(g);
  const { userId } = await aPerson(g, tenantId, 'manager');
  let session = await inTenant(app, serviceCaller(tenantId), (scope) =>
    startSession(scope, userId, {
      signedInByMail: false,
      secondFactor: false,
      confirmed: true,
      source: { address: '192.0.2.9' },
    }),
  );
  const bank = await ask('POST', '//console/api/banks', owner, montonio);
  const statuses = [bank.status];
  for (let round = 0; round < 10; round += 1) {
    for (const process of [ready, switched]) {
      const change = { title: `${round}`, password };
      statuses.push((await process.ask('PATCH', `//console/api/banks/${bank.data.id}`, owner, change)).status);
      session = await refreshSession(process.app, session.refreshToken);
      statuses.push((await process.ask('GET', '/buildings', session.accessToken)).status);
    }
    statuses.push((await ask('POST', '/webhooks', owner, endpoint)).status);
  }
  return statuses;
}

test('under requests, everything stored is encrypted again, and then the new key alone is enough', async () => {
  const stored = [await storeAll(ready), await storeAll(switched)];
  const acceptSigned = await signAll(switched);
  let reencrypted = 0;
  let finished = false;
  const requests = Promise.all([ready, switched].map(sendRequests)).finally(() => {
    finished = true;
  });
  while (!finished) {
    const result = await reencrypt(switched.app);
    assert.equal(result.unreadable, 0);
    reencrypted += result.reencrypted;
  }
  assert.deepEqual(
    (await requests).flat().filter((status) => status !== 200 && status !== 201),
    [],
  );
  assert.ok(reencrypted > 10, `${reencrypted} texts`);

  await reencrypt(switched.app); // What the process with the old key has written since; from here on there is none.
  assert.deepEqual(await reencrypt(switched.app), { reencrypted: 0, unreadable: 0 });
  for (const readStored of stored) await readStored(done);
  await acceptSigned(done);
});

test('what needs a key that is not given stays as it is, and is counted', async () => {
  const readStored = await storeAll(switched);
  const lost = aProcess({ secretKey: randomBytes(32) });
  const { reencrypted, unreadable } = await reencrypt(lost.app);
  assert.equal(reencrypted, 0);
  assert.ok(unreadable >= 3, `${unreadable} texts`);
  assert.match((await findOtherKeyNotice(g.app.pool, lost.app.config)) ?? '', /or give it in SECRET_KEY_PREVIOUS/);
  await readStored(done);
});

test('announced secrets and the mailbox of a test organization are encrypted again too', async () => {
  const { tenantId, owner } = await anOrganization(g);
  const { id } = (await before.ask('POST', '/webhooks', owner, endpoint)).data;
  const announced = await before.ask('POST', `//console/api/webhooks/${id}/rotate-secret`, owner, {});
  assert.equal(announced.status, 200, announced.text);
  const mail = { id: newId(), to: { address: 'mari@example.org', name: null }, attachments: [] };
  const text = { subject: 'Tere', text: 'Tere', html: '<p>Tere</p>' };
  await inTenant(before.app, serviceCaller(tenantId), (scope) =>
    keepMail(scope, 'magic-link', { ...mail, ...text } as unknown as MailMessage),
  );
  assert.equal((await reencrypt(switched.app)).unreadable, 0);
  const [row] = await g.owner<{ nextSecret: Buffer }[]>`select next_secret from webhook_endpoints where id = ${id}`;
  const keys = deriveAcceptedKeys(done.app.config, encryptionPurpose);
  assert.equal(decryptSecret(keys, tenantId, id, row?.nextSecret ?? Buffer.alloc(0)), announced.data.secret);
  const kept = await inTenant(done.app, serviceCaller(tenantId), (scope) => getKeptMail(scope, mail.id));
  assert.equal(kept.subject, 'Tere');
});

test('every encrypted column of the database is encrypted again, or expires', async () => {
  const columns = await g.owner<{ name: string }[]>`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.atttypid = 'bytea'::regtype
       and col_description(c.oid, a.attnum) ~* 'encrypted' order by name`;
  const others = [
    'idempotency_keys.answer', // Expires within 24 hours.
    'second_factor_challenges.secret', // Expires within ten minutes.
    'second_factors.secret', // Of people: src/identity/app-secrets.ts.
  ];
  assert.deepEqual(
    columns.map(({ name }) => name),
    [...encryptedColumns.map(({ table, column }) => `${table}.${column}`), ...others].sort(),
  );
});
