// Tests of new passwords: wherever one is set, common ones and those with a name of the person or organization are
// rejected, with the reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import {
  type Answer,
  anOrganization,
  aPerson,
  password,
  startTestService,
  tokenOf,
} from '../../test/service-fixture.ts';
import { Invalid } from '../platform/errors.ts';
import { createTenant, createUser } from './operator-accounts.ts';

const g = await startTestService();
const organization = await anOrganization(g, 'KÜ Pihlaka');

type Refused = { readonly errors: readonly { readonly code: string }[] };
const codesOf = (answer: Answer<unknown>) => [
  answer.status,
  ...(JSON.parse(answer.text) as Refused).errors.map(({ code }) => code),
];
/** What the operator's command is refused with. */
const codesWhen = async (work: Promise<unknown>) =>
  assert.rejects(work, Invalid).then(() => work.catch((error: Invalid) => error.problems.map(({ code }) => code)));

test('a password change rejects common passwords and the names of the person and of all their organizations', async () => {
  const email = 'm.tamm@vahtrapuu.ee';
  await createUser(g.app, { tenantId: organization.tenantId, email, password, role: 'manager', name: 'Mari Tamm' });
  const as = await tokenOf(g, email);
  const otherOrganization = await anOrganization(g, 'Sadama Haldus');
  await createUser(g.app, { tenantId: otherOrganization.tenantId, email, password, role: 'manager' });
  const change = (newPassword: string) =>
    g.ask('POST', '//console/api/me/password', { as, body: { currentPassword: password, newPassword } });
  for (const newPassword of ['Minecraft', 'dolphins', 'Iloveyou2!', 'slipknot1'])
    assert.deepEqual(codesOf(await change(newPassword)), [422, 'too_common'], newPassword);
  for (const newPassword of ['Tamm ja vanker', 'xxVahtrapuuxx', 'pihlaka all', 'sadama poole'])
    assert.deepEqual(codesOf(await change(newPassword)), [422, 'contains_name'], newPassword);
  assert.equal((await change('hobune ja vanker')).status, 204);
});

test('a password has 8 to 128 characters, and each of them counts', async () => {
  const { tenantId } = organization;
  const { email, token: as } = await aPerson(g, tenantId, 'accountant');
  let current = password;
  const change = (newPassword: string) =>
    g.ask('POST', '//console/api/me/password', { as, body: { currentPassword: current, newPassword } });
  const words = 'üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme '.repeat(3);
  assert.deepEqual(codesOf(await change('qz7!wNu')), [422, 'wrong_length']);
  assert.deepEqual(codesOf(await change(words.slice(0, 129))), [422, 'wrong_length']);
  for (const next of ['qz7!wNu4', words.slice(0, 64), words.slice(0, 128)]) {
    assert.equal((await change(next)).status, 204, next);
    current = next;
  }
  const signIn = async (given: string) =>
    (await g.ask('POST', '/auth/login', { body: { email, password: given } })).status;
  assert.deepEqual([await signIn(current.slice(0, 127)), await signIn(current)], [401, 200], 'nothing is cut off');
});

test('a new person’s password is checked against the invited name, address and organization', async () => {
  const email = 'guest.of.ours@example.org';
  await g.ask('POST', '/invitations', { as: organization.owner, body: { email, role: 'manager' } });
  const token = new URL(linkIn((await mailsIn(g, email))[0] ?? {})).hash.slice(1);
  const accept = (word: string) =>
    g.ask('POST', '//console/api/invitations/accept', { body: { token, name: 'Peeter Paan', password: word } });
  assert.deepEqual(codesOf(await accept('starwars1')), [422, 'too_common']);
  for (const word of ['peeter ja hunt', 'guest house 7', 'meie pihlakad'])
    assert.deepEqual(codesOf(await accept(word)), [422, 'contains_name'], word);
  assert.equal((await accept('hobune ja vanker')).status, 200);
});

test('so are the passwords of people whom the operator creates', async () => {
  const tenant = { name: 'KÜ Toominga', email: 'liis@saarepiiga.ee' };
  assert.deepEqual(await codesWhen(createTenant(g.app, { ...tenant, password: 'toominga 1' })), ['contains_name']);
  assert.deepEqual(await codesWhen(createTenant(g.app, { ...tenant, password: 'saarepiiga 1' })), ['contains_name']);
  const { tenantId } = organization;
  const person = { tenantId, email: 'liis@example.org', name: 'Liis Kask', role: 'manager' } as const;
  assert.deepEqual(await codesWhen(createUser(g.app, { ...person, password: 'kask ja kuusk' })), ['contains_name']);
  assert.deepEqual(await codesWhen(createUser(g.app, { ...person, password: 'dolphins' })), ['too_common']);
});

test('an existing account keeps a password that would be rejected today', async () => {
  const { email } = await aPerson(g, organization.tenantId, 'manager');
  const otherOrganization = await anOrganization(g);
  await g.ask('PATCH', '//console/api/organization', { as: otherOrganization.owner, body: { name: 'Correct Horse' } });
  const { userId } = await createUser(g.app, {
    tenantId: otherOrganization.tenantId,
    email,
    password,
    role: 'manager',
  });
  assert.ok(userId);
});
