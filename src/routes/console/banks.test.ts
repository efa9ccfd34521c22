// Tests of configuring banks: by owners in person; keys are never returned, and weak keys and foreign addresses are
// rejected.
import assert from 'node:assert/strict';
import { createHash, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import {
  bankBody,
  createSentInvoices,
  initiatePayment,
  makeRsaKey,
  paidMessage,
  sendCallback,
} from '../../../test/banklink-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
const strict = await startTestService({
  webhooks: { allowPrivateTargets: false, allowedPorts: [443, 8443], retrySchedule: [0] },
  sandboxBank: true,
});
const organization = await anOrganization(g);
const { owner: as } = organization;
const [ours, theirs] = [makeRsaKey(), makeRsaKey()];
const usual = bankBody(ours, theirs);
const fingerprint = (pem: string) =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex');

test('unless the operator allows it, new keys have 3,072 bits and the version signs with SHA-512; a bank keeps what it has', async () => {
  const { owner: as } = await anOrganization(g);
  const made = await g.succeed('POST', '//console/api/banks', { as, body: { ...usual, name: 'nork', version: '008' } });
  const { allowWeakBanks, sandboxBank } = g.app.config;
  assert.equal(allowWeakBanks, true);
  Object.assign(g.app.config, { allowWeakBanks: false, sandboxBank: true });
  const weak = await g.ask('POST', '//console/api/banks', { as, body: { ...usual, name: 'nork2', version: '008' } });
  assert.equal(weak.status, 422, weak.text);
  const problems: { pointer: string; code: string }[] = JSON.parse(weak.text).errors;
  assert.deepEqual(
    problems.map(({ pointer, code }) => [pointer, code]),
    [
      ['#/bankKey', 'not_allowed'],
      ['#/privateKey', 'not_allowed'],
      ['#/version', 'not_allowed'],
    ],
  );
  assert.match(weak.text, /bankKey has 2048 bits, and 3072 are needed.*ALLOW_WEAK_BANKS/);
  const path = `//console/api/banks/${made.data.id}`;
  const change = (body: object) => g.ask('PATCH', path, { as, body });
  assert.equal((await change({ title: 'Nõrk pank' })).status, 200);
  assert.equal((await change({ privateKey: ours.pem })).status, 422);
  const strong = makeRsaKey(3072);
  const better = await change({ version: '009', privateKey: strong.pem, bankKey: strong.publicPem });
  assert.deepEqual([better.status, better.data.version], [200, '009'], better.text);
  const sandbox = await g.ask('POST', '//console/api/banks', {
    as,
    body: { name: 'proov', provider: 'sandbox', version: '008' },
  });
  Object.assign(g.app.config, { allowWeakBanks, sandboxBank });
  assert.match(sandbox.text, /Version 008 signs with SHA-1/);
});

test('a bank is shown with the fingerprints of its keys, and no answer has a secret key', async () => {
  const made = await g.succeed('POST', '//console/api/banks', { as, body: usual });
  assert.equal(made.headers.location, `/console/api/banks/${made.data.id}`);
  assert.deepEqual(
    [made.data.title, made.data.keyFingerprint, made.data.bankKeyFingerprint],
    ['kodupank', fingerprint(ours.publicPem), fingerprint(theirs.publicPem)],
  );
  const montonio = { name: 'montonio', provider: 'montonio', merchant: 'store', secretKey: 'väga salajane' };
  const other = await g.ask('POST', '//console/api/banks', { as, body: montonio });
  assert.deepEqual([other.data.url, other.data.keyFingerprint], ['https://stargate.montonio.com/api', null]);
  const listed = await g.ask('GET', '//console/api/banks', { as });
  assert.deepEqual(
    listed.items.map((item) => item.name),
    ['kodupank', 'montonio'],
  );
  for (const [which, { text }] of Object.entries({ made, other, listed })) {
    assert.doesNotMatch(text, /BEGIN|salajane/, which);
    assert.doesNotMatch(text, /privateKey|secretKey|sealed/, which);
  }
  const rows = await g.owner<{ keys: Buffer; terms: unknown }[]>`select keys, terms from banks`;
  for (const [nth, row] of rows.entries())
    assert.doesNotMatch(row.keys.toString('latin1') + JSON.stringify(row.terms), /PRIVATE|salajane/, `row ${nth}`);
});

test('two banks with one name are rejected, also simultaneously, and a removed name is free again', async () => {
  const body = { ...usual, name: 'sama' };
  const answers = await Promise.all([1, 2, 3].map(() => g.ask('POST', '//console/api/banks', { as, body })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  const id = answers.find(({ status }) => status === 201)?.data.id;
  assert.equal((await g.ask('DELETE', `//console/api/banks/${id}`, { as })).status, 204);
  assert.equal((await g.ask('DELETE', `//console/api/banks/${id}`, { as })).status, 404);
  assert.equal((await g.ask('POST', '//console/api/banks', { as, body })).status, 201);
  const log = await g.ask<Thing & { kind: string }>('GET', '//console/api/security-log?limit=3', { as });
  assert.deepEqual(
    log.items.map((item) => item.kind),
    ['bank_added', 'bank_removed', 'bank_added'],
  );
  const [gone] = await g.owner`select keys from banks where id = ${id ?? ''}`;
  assert.equal(gone?.keys, null);
});

test('a change leaves what it does not name, including its keys', async () => {
  const { data: bank } = await g.ask('POST', '//console/api/banks', { as, body: { ...usual, name: 'muutuv' } });
  const path = `//console/api/banks/${bank.id}`;
  const changed = await g.ask('PATCH', path, { as, body: { title: 'Muutuv pank', version: '008' } });
  assert.deepEqual([changed.data.title, changed.data.version], ['Muutuv pank', '008']);
  assert.equal(changed.data.keyFingerprint, fingerprint(ours.publicPem));
  const fresh = makeRsaKey();
  const rotated = await g.ask('PATCH', path, { as, body: { privateKey: fresh.pem } });
  assert.equal(rotated.data.keyFingerprint, fingerprint(fresh.publicPem));
  assert.equal(rotated.data.bankKeyFingerprint, fingerprint(theirs.publicPem));
  assert.equal((await g.ask('PATCH', path, { as, body: { url: 'http://pank.example' } })).status, 422);
});

test('a new key of the bank applies at once, also to payments started before', async () => {
  const otherOrganization = await anOrganization(g);
  const { data } = await g.ask('POST', '//console/api/banks', { as: otherOrganization.owner, body: usual });
  const bank = { id: data.id, name: 'kodupank', version: '009', merchantKey: ours.key, bankKey: theirs.key } as const;
  const { invoices } = await createSentInvoices(g, otherOrganization);
  const startedPayment = await initiatePayment(g, otherOrganization.owner, { invoiceId: invoices[0] });
  const fresh = makeRsaKey();
  const body = { bankKey: fresh.publicPem };
  await g.succeed('PATCH', `//console/api/banks/${data.id}`, { as: otherOrganization.owner, body });
  assert.equal((await sendCallback(g, startedPayment, paidMessage(bank, startedPayment))).status, 404);
  assert.equal(
    (await sendCallback(g, startedPayment, paidMessage({ ...bank, bankKey: fresh.key }, startedPayment))).status,
    303,
  );
});

test('weak keys, keys of another kind, and invalid keys are rejected without being repeated', async () => {
  const weak = makeRsaKey(1024);
  const wrong: readonly Thing[] = [
    { id: 'privateKey', privateKey: weak.pem },
    { id: 'privateKey', privateKey: 'salajane' },
    { id: 'privateKey', privateKey: theirs.publicPem },
    { id: 'bankKey', bankKey: weak.publicPem },
    { id: 'bankKey', bankKey: 'x' },
  ];
  for (const { id, ...change } of wrong) {
    const answer = await g.ask('POST', '//console/api/banks', {
      as,
      body: { ...usual, name: 'nõrk'.replace('õ', 'o'), ...change },
    });
    assert.deepEqual([answer.status, answer.fields], [422, [id]], answer.text);
    assert.doesNotMatch(answer.text, /salajane|BEGIN/, String(id));
  }
});

test('a sandbox bank has no keys and no address to set', async () => {
  const { owner: caller } = await anOrganization(strict);
  const body = { name: 'liivakast', provider: 'sandbox' };
  const { data: bank } = await strict.ask('POST', '//console/api/banks', { as: caller, body });
  const unused = await strict.ask('PATCH', `//console/api/banks/${bank.id}`, {
    as: caller,
    body: { privateKey: ours.pem, bankKey: 'x', secretKey: 'y', url: 'https://pank.example' },
  });
  assert.deepEqual(
    [unused.status, unused.fields.toSorted()],
    [422, ['bankKey', 'privateKey', 'secretKey', 'url']],
    unused.text,
  );
});

test('everything that a provider needs is required at once, and forms go only to https', async () => {
  const empty = await g.ask('POST', '//console/api/banks', {
    as,
    body: { name: 'tyhi', provider: 'ipizza' },
  });
  assert.deepEqual(
    [empty.status, empty.fields],
    [422, ['url', 'merchant', 'bankId', 'version', 'bankKey', 'privateKey']],
  );
  const otherOrganization = await anOrganization(strict);
  const ask = (body: object) => strict.ask('POST', '//console/api/banks', { as: otherOrganization.owner, body });
  for (const url of [
    'http://pank.example',
    'http://127.0.0.1:1',
    'https://u:p@pank.example',
    'javascript:alert(1)',
    'pank',
  ])
    assert.deepEqual((await ask({ ...usual, url })).fields, ['url'], url);
  const montonio = { name: 'm', provider: 'montonio', merchant: 'store', secretKey: 's' };
  for (const url of ['https://evil.example/api', 'http://127.0.0.1:1/api', 'https://169.254.169.254/'])
    assert.deepEqual((await ask({ ...montonio, url })).fields, ['url'], url);
  assert.equal((await ask({ ...usual, name: 'Suur' })).status, 422);
  assert.deepEqual((await ask({ ...usual, merchant: 'A'.repeat(16) })).fields, ['merchant'], 'no form could have it');
});

test('a sandbox bank can be created only where the service has one', async () => {
  const body = { name: 'proov', provider: 'sandbox', version: '008' };
  assert.deepEqual((await g.ask('POST', '//console/api/banks', { as, body })).fields, ['provider']);
  const otherOrganization = await anOrganization(strict);
  const made = await strict.ask('POST', '//console/api/banks', { as: otherOrganization.owner, body });
  assert.deepEqual([made.status, made.data.version, 'url' in made.data], [201, '008', false]);
});
