// Tests of permissions: how a denial is explained, and what is about oneself. Who may do what: test/exhaustive.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller, CallerRole } from '../platform/db/scope.ts';
import { explainDenial, isAboutOneself, limitedToBuildings, permissions } from './permissions.ts';

const user = (role: CallerRole): Caller => ({ kind: 'user', tenantId: 't', userId: 'u', sessionId: 's', role });
const key = (role: CallerRole): Caller => ({ kind: 'key', tenantId: 't', keyId: 'k', role });
const limitedKey = (role: CallerRole): Caller => ({ kind: 'key', tenantId: 't', keyId: 'k', role, buildingIds: ['b'] });

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
