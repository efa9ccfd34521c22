// Tests of permissions: the table in code is the table of the specification, and an API key is never a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedRoles, needsPerson, ofBuildings } from '../../test/expected-permissions.ts';
import type { Caller, CallerRole } from '../platform/db/scope.ts';
import { explainDenial, isAboutOneself, isAllowed, limitedToBuildings, permissions } from './permissions.ts';

const user = (role: CallerRole): Caller => ({ kind: 'user', tenantId: 't', userId: 'u', sessionId: 's', role });
const key = (role: CallerRole): Caller => ({ kind: 'key', tenantId: 't', keyId: 'k', role });

test('each role may do what the specification says and no more', () => {
  assert.deepEqual([...permissions].sort(), Object.keys(expectedRoles).sort());
  for (const permission of permissions)
    for (const role of ['owner', 'manager', 'accountant', 'resident'] as const)
      assert.equal(
        isAllowed(user(role), permission),
        expectedRoles[permission].includes(role.charAt(0)),
        `${role} ${permission}`,
      );
});

test('an API key may do what its role may, except what needs a person', () => {
  for (const permission of permissions)
    for (const role of ['owner', 'manager', 'accountant'] as const)
      assert.equal(
        isAllowed(key(role), permission),
        !needsPerson.has(permission) && isAllowed(user(role), permission),
        `${role} ${permission}`,
      );
});

const limitedKey = (role: CallerRole): Caller => ({ kind: 'key', tenantId: 't', keyId: 'k', role, buildingIds: ['b'] });

test('a key of some buildings may do what its role may and concerns a building', () => {
  for (const permission of permissions)
    for (const role of ['owner', 'manager', 'accountant'] as const)
      assert.equal(
        isAllowed(limitedKey(role), permission),
        ofBuildings.has(permission) && isAllowed(key(role), permission),
        `${role} ${permission}`,
      );
});

test('a denial is explained only where the role is not the reason', () => {
  const needsSomebody = 'An API key cannot do this, whatever its role: it needs a person who is signed in.';
  for (const [caller, permission, reason] of [
    [user('manager'), 'members:manage', undefined],
    [user('owner'), 'members:manage', undefined],
    [key('manager'), 'members:manage', undefined],
    [key('owner'), 'members:manage', needsSomebody],
    [limitedKey('owner'), 'members:manage', needsSomebody],
    [limitedKey('owner'), 'webhooks:manage', limitedToBuildings],
    [limitedKey('accountant'), 'webhooks:manage', undefined],
    [limitedKey('owner'), 'invoices:read', undefined],
  ] as const)
    assert.equal(explainDenial(caller, permission), reason, `${caller.kind} ${caller.role} ${permission}`);
  assert.match(limitedToBuildings, /limited to buildings/);
});

test('only the own account and session are about oneself', () => {
  assert.deepEqual(permissions.filter(isAboutOneself), ['session:end', 'own:account']);
});
