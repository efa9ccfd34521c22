// Permissions: the table in code is the table of the contract, and an API key is never a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOperations } from '../api/routes.ts';
import type { Caller, CallerRole } from '../platform/scope.ts';
import { may, type Permission, permissions } from './permissions.ts';

const user = (role: CallerRole): Caller => ({ kind: 'user', tenantId: 't', userId: 'u', sessionId: 's', role });
const key = (role: CallerRole): Caller => ({ kind: 'key', tenantId: 't', keyId: 'k', role });

/** P-25, by its initials: owner, manager, accountant, resident. */
const agreed: Record<Permission, string> = {
  'session:end': 'omar',
  'buildings:read': 'omar',
  'buildings:write': 'om',
  'buildings:delete': 'o',
  'apartments:read': 'omar',
  'apartments:write': 'om',
  'invoices:read': 'omar',
  'invoices:generate': 'oma',
  'invoices:change': 'oma',
  'webhooks:manage': 'om',
};

test('each role may what the contract says and no more', () => {
  assert.deepEqual([...permissions].sort(), Object.keys(agreed).sort());
  for (const permission of permissions)
    for (const role of ['owner', 'manager', 'accountant', 'resident'] as const)
      assert.equal(may(user(role), permission), agreed[permission].includes(role.charAt(0)), `${role} ${permission}`);
});

test('an API key may what its role may, except what needs a person', () => {
  for (const permission of permissions)
    for (const role of ['owner', 'manager', 'accountant'] as const)
      assert.equal(
        may(key(role), permission),
        !/^(session:end|buildings:delete)$/.test(permission) && may(user(role), permission),
        `${role} ${permission}`,
      );
});

test('every operation but signing in needs a permission of the table', () => {
  for (const one of apiOperations)
    assert.equal(one.permission === 'none', ['login', 'refresh'].includes(one.name), one.name);
});
