// Tests of a building's bank account: owners learn of every change at once, and can undo it from their e-mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIn, mailsIn } from '../../../test/mail-servers.ts';
import {
  aBuilding,
  anOrganization,
  aPerson,
  onDay,
  password,
  refusalOf,
  startTestService,
  type TestOrganization,
  type TestService,
  type Thing,
} from '../../../test/service-fixture.ts';

const g: TestService = await startTestService();
const first = { iban: 'EE382200221020145685', beneficiary: 'KÜ Kase 12' };
const second = { iban: 'EE471000001020145685', beneficiary: 'KÜ Kase 12' };
const third = { iban: 'LV80BANK0000435195001', beneficiary: 'Vargad OÜ' };

type State = Thing & { readonly iban: string | null; readonly unconfirmed: Thing | null };
type Change = Thing & { readonly state: string; readonly restored?: boolean };
type Entry = Thing & { kind: string; actor: Record<string, unknown>; detail: Record<string, unknown> };

const accountOf = (as: string, id: string) =>
  g.ask<State>('GET', `//console/api/buildings/${id}/account`, { as }).then(({ data }) => data);
const logOf = async (as: string, kind: string) =>
  (await g.ask<Entry>('GET', `//console/api/security-log?kind=${kind}`, { as })).items;
const letters = async (to: string) => (await mailsIn(g, to)).filter(({ kind }) => kind === 'security-change');
const linkOf = async (to: string, nth = -1) => linkIn((await letters(to)).at(nth) ?? {});
const tokenOfLink = (link: string) => new URL(link).hash.slice(1);
const undo = (token: string) =>
  g.ask<Change>('POST', '//console/api/account-changes/undo', { body: { token } }).then(({ data }) => data);
const show = (token: string) =>
  g.ask<Change>('POST', '//console/api/account-changes/show', { body: { token } }).then(({ data }) => data);
const patch = (as: string, id: string, billing: object) =>
  g.ask('PATCH', `/buildings/${id}`, { as, body: { billing } });

/** A building with the first account, in an organization with two owners and a manager. */
async function given12(): Promise<
  TestOrganization & { id: string; other: { userId: string; email: string }; manager: string }
> {
  const organization = await anOrganization(g);
  const otherOwner = await aPerson(g, organization.tenantId, 'owner');
  const { token: manager } = await aPerson(g, organization.tenantId, 'manager');
  const { id } = await aBuilding(g, organization.owner, { billing: first });
  return { ...organization, id, other: otherOwner, manager };
}

test('a change by an API key is logged with before, after and the key’s name, and every owner gets an e-mail', async () => {
  const { owner, integrator, id, email, other } = await given12();
  assert.equal((await patch(integrator, id, second)).status, 200);
  const [entry] = await logOf(owner, 'account_changed');
  assert.deepEqual(entry?.detail, { buildingId: id, about: 'Kase 12', before: first, after: second });
  assert.equal(entry?.actor.kind, 'key');
  assert.equal(entry?.actor.name, 'integration');
  for (const [nth, address] of [email, other.email].entries()) {
    const [letter, ...more] = await letters(address);
    assert.equal(more.length, 0, `address ${nth}`);
    assert.match(letter?.text ?? '', /EE38 2200 2210 2014 5685 → EE47 1000 0010 2014 5685/, `address ${nth}`);
    assert.match(letter?.text ?? '', /Kase 12[\s\S]*“integration”[\s\S]*27\. november 2026/, `address ${nth}`);
  }
  assert.notEqual(await linkOf(email), await linkOf(other.email));
  const state = await accountOf(owner, id);
  assert.deepEqual([state.iban, state.unconfirmed?.before], [second.iban, first]);
  const overview = await g.ask('GET', '//console/api/overview', { as: owner });
  assert.deepEqual(overview.data.accountsUnconfirmed, [id]);
});

test('a change to the same value leaves no log entry and no e-mail', async () => {
  const { owner, integrator, id, email } = await given12();
  const before = (await logOf(owner, 'account_changed')).length;
  for (const billing of [first, { iban: 'ee38 2200 2210 2014 5685' }, { beneficiary: ' KÜ Kase 12 ' }, {}])
    assert.equal((await patch(integrator, id, billing)).status, 200, JSON.stringify(billing));
  const body = { billing: first, password };
  assert.equal((await g.ask('PATCH', `//console/api/buildings/${id}/account`, { as: owner, body })).status, 200);
  assert.equal((await logOf(owner, 'account_changed')).length, before);
  assert.deepEqual(await letters(email), []);
  assert.equal((await accountOf(owner, id)).unconfirmed, null);
});

test('in the console an owner’s own change is confirmed, a manager’s is not', async () => {
  const { owner, manager, id, email } = await given12();
  const change = (as: string, billing: object) =>
    g.ask<State>('PATCH', `//console/api/buildings/${id}/account`, { as, body: { billing } });
  assert.deepEqual((await change(owner, { iban: 'EE12' })).fields, ['billing.iban']);
  assert.equal((await accountOf(owner, id)).iban, first.iban);
  assert.deepEqual(await letters(email), []);

  assert.equal((await change(manager, second)).status, 200);
  assert.notEqual((await accountOf(owner, id)).unconfirmed, null);
  const confirmed = await change(owner, third);
  assert.deepEqual([confirmed.data.iban, confirmed.data.unconfirmed], [third.iban, null]);
  assert.equal((await letters(email)).length, 2, 'an owner is told of what is done in an owner’s name, too');
});

test('an owner confirms a changed account: the one shown to them, and no other', async () => {
  const { owner, manager, integrator, id } = await given12();
  const confirm = (as: string, changeId: unknown) =>
    g.ask<State>('POST', `//console/api/buildings/${id}/account/confirm`, { as, body: { changeId } });
  await patch(integrator, id, second);
  const seen = (await accountOf(owner, id)).unconfirmed?.id;
  await patch(integrator, id, third);
  assert.equal((await confirm(owner, seen)).code, 'account_changed_again');
  const newest = (await accountOf(owner, id)).unconfirmed?.id;
  assert.equal((await confirm(manager, newest)).status, 403);
  assert.notEqual((await accountOf(owner, id)).unconfirmed, null);
  for (let time = 0; time < 2; time++)
    assert.equal((await confirm(owner, newest)).data.unconfirmed, null, `time ${time}`);
  assert.equal((await logOf(owner, 'account_confirmed')).length, 1);
});

test('the link in an e-mail shows the change, restores the previous account once, and all owners learn who did it', async () => {
  const { owner, integrator, id, email, other } = await given12();
  await patch(integrator, id, second);
  const [token, theirs] = [tokenOfLink(await linkOf(email)), tokenOfLink(await linkOf(other.email))];
  const shown = await show(theirs);
  assert.deepEqual(
    [shown.state, shown.building, shown.before, shown.after, shown.actor],
    ['open', 'Kase 12', first, second, { kind: 'key', name: 'integration' }],
  );
  assert.equal((await accountOf(owner, id)).iban, second.iban, 'looking changes nothing');
  const restored = await Promise.all([undo(theirs), undo(theirs), undo(token)]);
  assert.deepEqual(restored.map((item) => item.restored).sort(), [false, false, true]);
  assert.deepEqual(new Set(restored.map((item) => item.state)), new Set(['undone']));
  const state = await accountOf(owner, id);
  assert.deepEqual([state.iban, state.beneficiary, state.unconfirmed], [first.iban, first.beneficiary, null]);
  const [entry, ...more] = await logOf(owner, 'account_undone');
  assert.equal(more.length, 0);
  assert.deepEqual([entry?.detail.before, entry?.detail.after], [second, first]);
  for (const [nth, address] of [email, other.email].entries())
    assert.equal((await letters(address)).length, 2, `address ${nth}`);
  assert.equal((await undo(token)).state, 'undone');
});

test('a link undoes only its own change: not one changed again, not after seven days, not of a deleted building', async () => {
  const { owner, integrator, id, email } = await given12();
  await patch(integrator, id, second);
  await patch(integrator, id, third);
  const [older = '', newer = ''] = [await linkOf(email, 0), await linkOf(email, 1)].map(tokenOfLink);
  const refused = await undo(older);
  assert.deepEqual([refused.state, refused.restored], ['changed_again', false]);
  assert.equal((await accountOf(owner, id)).iban, third.iban);
  assert.equal((await undo(newer)).restored, true);
  const back = await accountOf(owner, id);
  assert.deepEqual([back.iban, back.unconfirmed === null], [second.iban, false], 'an owner has not confirmed this one');
  assert.equal((await undo(older)).restored, true);
  assert.equal((await accountOf(owner, id)).iban, first.iban);

  const late = await aBuilding(g, owner, { name: 'Hiline', billing: first });
  const gone = await aBuilding(g, owner, { name: 'Kadunud', billing: first });
  for (const building of [late, gone]) await patch(integrator, building.id, second);
  const [lateToken = '', goneToken = ''] = [await linkOf(email, -2), await linkOf(email, -1)].map(tokenOfLink);
  await g.ask('DELETE', `/buildings/${gone.id}`, { as: owner, body: { password } });
  assert.equal((await undo(goneToken)).state, 'building_deleted');
  const { state } = await onDay(g, '2026-11-28', () => undo(lateToken));
  assert.equal(state, 'late');
  assert.equal((await accountOf(owner, late.id)).iban, second.iban);
  for (const token of ['hua_none', `hua_${'x'.repeat(49)}`, 'x'])
    assert.equal(
      (await g.ask('POST', '//console/api/account-changes/undo', { body: { token } })).code,
      'invalid_link',
      token,
    );
});

test('a link still works when its owner was removed, and after another owner confirmed the account', async () => {
  const { owner, integrator, id, other } = await given12();
  await patch(integrator, id, second);
  const token = tokenOfLink(await linkOf(other.email));
  const { unconfirmed } = await accountOf(owner, id);
  const body = { changeId: unconfirmed?.id };
  await g.ask('POST', `//console/api/buildings/${id}/account/confirm`, { as: owner, body });
  await g.ask('DELETE', `//console/api/members/${other.userId}`, { as: owner });
  assert.equal((await undo(token)).restored, true);
  assert.equal((await accountOf(owner, id)).iban, first.iban);
});

test('an organization can forbid API keys to change accounts, while people still can; both settings are logged', async () => {
  const { owner, integrator, manager, id, email } = await given12();
  const rule = (accountsByPeopleOnly: boolean) =>
    g.ask('PATCH', '//console/api/organization', { as: owner, body: { accountsByPeopleOnly } });
  assert.equal((await g.ask('GET', '//console/api/organization', { as: owner })).data.accountsByPeopleOnly, false);
  assert.equal((await rule(true)).data.accountsByPeopleOnly, true);
  await rule(true);
  assert.deepEqual(refusalOf(await patch(integrator, id, second)), [403, 'person_required', []]);
  const fresh = { name: 'Kase 14', address: 'Kase 14', billing: second };
  assert.deepEqual(refusalOf(await g.ask('POST', '/buildings', { as: integrator, body: fresh })), [
    403,
    'person_required',
    [],
  ]);
  assert.equal((await accountOf(owner, id)).iban, first.iban);
  assert.deepEqual(await letters(email), []);
  assert.equal((await patch(integrator, id, { ...first, paymentTermDays: 10 })).status, 200, 'anything else they may');
  assert.equal((await patch(manager, id, second)).status, 200);
  await rule(false);
  assert.equal((await patch(integrator, id, first)).status, 200);
  const turns = await logOf(owner, 'account_rule_changed');
  assert.deepEqual(
    turns.map(({ detail }) => [detail.before, detail.after]),
    [
      [{ programs: 'refused' }, { programs: 'allowed' }],
      [{ programs: 'allowed' }, { programs: 'refused' }],
    ],
  );
});
