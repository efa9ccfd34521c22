// Tests of the security log and the e-mails to owners: security changes are recorded and reported at once, with before,
// after and who, without secrets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankBody, makeRsaKey } from '../../test/banklink-fixture.ts';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import { anOrganization, aPerson, password, startTestService, type Thing } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';

const g = await startTestService();
const at = (path: string) => `//console/api${path}`;
type Entry = Thing & { kind: string; actor: Thing & { name: string | null }; detail: Record<string, unknown> };

const logOf = async (as: string, kind: string) =>
  (await g.ask<Entry>('GET', at(`/security-log?kind=${kind}`), { as })).items;
const letters = async (to: string) => (await mailsIn(g, to)).filter(({ kind }) => kind === 'security-change');

test('a key is logged with its role and expiry, never with its text, and owners are notified when it is created and revoked', async () => {
  const { owner, email } = await anOrganization(g);
  const body = { name: 'Raamatupidamine', role: 'accountant' };
  const { data } = await g.ask<Thing & { apiKey: string }>('POST', at('/api-keys'), { as: owner, body });
  await g.ask('DELETE', at(`/api-keys/${data.id}`), { as: owner });
  const hint = `hak_…${data.apiKey.slice(-4)}`;
  const facts = { role: 'accountant', keyHint: hint, expiresAt: null };
  const [made, revoked] = [(await logOf(owner, 'key_made'))[0], (await logOf(owner, 'key_revoked'))[0]];
  assert.deepEqual(made?.detail, { keyId: data.id, about: body.name, before: {}, after: facts });
  assert.deepEqual(revoked?.detail, { keyId: data.id, about: body.name, before: facts, after: {} });
  assert.deepEqual([made?.actor.kind, made?.actor.name], ['user', email]);
  const receivedMails = await letters(email);
  assert.equal(receivedMails.length, 2);
  for (const [nth, letter] of receivedMails.entries()) {
    assert.match(letter.text, /Raamatupidamine/, `letter ${nth}`);
    assert.ok(!letter.text.includes(data.apiKey), `letter ${nth}`);
  }
});

test('a person who removes or demotes an owner cannot hide it from that owner, and a removed person’s name stays in the log', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const [demoted, removed] = [await aPerson(g, tenantId, 'owner'), await aPerson(g, tenantId, 'owner')];
  await g.ask('POST', at('/api-keys'), { as: removed.token, body: { name: 'Viimane', role: 'manager' } });
  await g.ask('PATCH', at(`/members/${demoted.userId}`), { as: owner, body: { role: 'manager' } });
  await g.ask('PATCH', at(`/members/${demoted.userId}`), { as: owner, body: { role: 'manager' } });
  await g.ask('DELETE', at(`/members/${removed.userId}`), { as: owner });
  const [change, ...more] = await logOf(owner, 'role_changed');
  assert.equal(more.length, 0, 'the same role again is no change');
  assert.deepEqual(change?.detail, {
    userId: demoted.userId,
    about: demoted.email,
    before: { role: 'owner' },
    after: { role: 'manager' },
  });
  assert.match((await letters(demoted.email)).at(-1)?.text ?? '', /peakasutaja → haldaja/);
  assert.match((await letters(removed.email)).at(-1)?.text ?? '', /Eemaldati kasutaja/);
  assert.equal((await logOf(owner, 'key_made'))[0]?.actor.name, removed.email);
});

test('owners are notified of invited and new members, not of residents, and the log has no address of a resident', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const resident = await aPerson(g, tenantId, 'resident');
  await g.ask('POST', '/invitations', { as: owner, body: { email: 'uus@example.org', role: 'manager' } });
  const invitation = (await mailsIn(g, 'uus@example.org')).at(-1);
  const token = new URL(linkIn(invitation ?? {})).hash.slice(1);
  await g.succeed('POST', at('/invitations/accept'), { body: { token, name: 'Uus Haldur', password } });
  const reported = (await letters(email)).map(({ subject }) => subject);
  assert.equal(reported.length, 2);
  assert.match(reported[0] ?? '', /uus@example\.org/);
  assert.match(reported[1] ?? '', /Uus Haldur/);
  assert.deepEqual((await logOf(owner, 'invitation_made'))[0]?.detail.after, { role: 'manager' });

  await g.ask('DELETE', at(`/members/${resident.userId}`), { as: owner });
  assert.equal((await letters(email)).length, 2);
  assert.equal((await logOf(owner, 'member_removed')).length, 1);
});

test('a changed password is reported to the person, and for staff also to the owners', async () => {
  const { owner, email, tenantId } = await anOrganization(g);
  const body = { currentPassword: password, newPassword: 'another long enough sentence' };
  for (const [role, isNotified] of [
    ['manager', 1],
    ['resident', 0],
  ] as const) {
    const person = await aPerson(g, tenantId, role);
    assert.equal((await g.ask('POST', at('/me/password'), { as: person.token, body })).status, 204, role);
    assert.deepEqual(
      (await mailsIn(g, person.email)).map(({ kind }) => kind),
      ['password-changed'],
      role,
    );
    assert.equal(
      (await letters(email)).filter(({ subject }) => subject.includes(person.email)).length,
      isNotified,
      role,
    );
  }
  assert.equal((await logOf(owner, 'password_changed')).length, 2);
  assert.equal((await g.ask('POST', at('/me/password'), { as: owner, body })).status, 204);
  assert.deepEqual(
    (await mailsIn(g, email)).map(({ kind }) => kind).filter((kind) => kind === 'password-changed').length,
    1,
  );
});

test('the log of a changed bank has its terms and fingerprints of its keys, and owners are notified', async () => {
  const { owner: as, email } = await anOrganization(g);
  const [ours, theirs] = [makeRsaKey(), makeRsaKey()];
  const { data } = await g.ask('POST', at('/banks'), { as, body: bankBody(ours, theirs) });
  const change = (body: object) => g.ask('PATCH', at(`/banks/${data.id}`), { as, body });
  assert.equal((await change({ merchant: 'KASE12', privateKey: ours.pem })).status, 200);
  assert.equal((await logOf(as, 'bank_changed')).length, 0, 'the same again is no change');
  await change({ merchant: 'VARAS' });
  assert.equal((await g.ask('DELETE', at(`/banks/${data.id}`), { as })).status, 204);
  const [changed] = await logOf(as, 'bank_changed');
  const merchants = [changed?.detail.before, changed?.detail.after].map(
    (item) => (item as { merchant: string }).merchant,
  );
  assert.deepEqual(merchants, ['KASE12', 'VARAS']);
  const receivedMails = await letters(email);
  assert.equal(receivedMails.length, 3);
  assert.match(receivedMails[1]?.text ?? '', /KASE12 → VARAS/);
  const log = (await g.ask('GET', at('/security-log'), { as })).text;
  assert.doesNotMatch(log + receivedMails.map(({ text }) => text).join(), /BEGIN|MII/);
});

test('webhook endpoints, their status and secrets are logged with host and hint, and the organization’s name with the previous one', async () => {
  const { owner: as, integrator } = await anOrganization(g, 'KÜ Enne');
  const body = { url: 'https://hooks.example.org/salajane-tee?token=salajane', events: ['invoice.paid'] };
  const { data } = await g.ask<Thing & { secret: string }>('POST', '/webhooks', { as: integrator, body });
  for (const action of ['disable', 'disable', 'enable'])
    await g.ask('POST', at(`/webhooks/${data.id}/${action}`), { as, body: {} });
  const rotated = await g.ask<Thing & { secret: string }>('POST', at(`/webhooks/${data.id}/rotate-secret`), {
    as,
    body: {},
  });
  await g.ask('DELETE', `/webhooks/${data.id}`, { as });
  for (const name of ['KÜ Pärast', 'KÜ Pärast']) await g.ask('PATCH', at('/organization'), { as, body: { name } });
  const log = await g.ask<Entry>('GET', at('/security-log'), { as });
  const kinds = [
    'webhook_added',
    'webhook_changed',
    'webhook_secret_changed',
    'webhook_deleted',
    'organization_renamed',
  ];
  const changes = log.items.filter(({ kind }) => kinds.includes(kind)).reverse();
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ['webhook_added', 'webhook_changed', 'webhook_changed', ...kinds.slice(2)],
  );
  const [added, off, , secret, , named] = changes.map(({ detail }) => detail);
  const hint = (text: string) => `whsec_…${text.slice(-4)}`;
  assert.equal(added?.about, 'hooks.example.org');
  assert.equal(changes[0]?.actor.name, 'integration');
  assert.deepEqual(added?.after, { events: 'invoice.paid', secret: hint(data.secret) });
  assert.deepEqual([off?.before, off?.after], [{ status: 'enabled' }, { status: 'disabled' }]);
  assert.equal((secret?.after as { secret: string }).secret, hint(rotated.data.secret));
  assert.deepEqual([named?.before, named?.after], [{ name: 'KÜ Enne' }, { name: 'KÜ Pärast' }]);
  for (const word of ['salajane', data.secret, rotated.data.secret]) assert.ok(!log.text.includes(word), word);
});

test('the service cannot change entries, nor delete them before half a year', async () => {
  const { owner, tenantId } = await anOrganization(g);
  await g.ask('POST', at('/api-keys'), { as: owner, body: { name: 'Programm', role: 'manager' } });
  const inOrganization = (change: Parameters<typeof inTenant<unknown>>[2]) =>
    inTenant(g.app, serviceCaller(tenantId), change);
  await assert.rejects(
    inOrganization(({ db }) => db`update security_events set kind = 'other' where tenant_id = ${tenantId}`),
    { code: '42501' },
  );
  const before = await logOf(owner, 'key_made');
  await inOrganization(({ db }) => db`delete from security_events where tenant_id = ${tenantId}`);
  assert.ok(before.length > 0);
  assert.deepEqual(await logOf(owner, 'key_made'), before);
});
