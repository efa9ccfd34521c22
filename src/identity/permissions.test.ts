// Tests of permissions: the table in code is the table of the specification, and an API key is never a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedRoles, needsPerson } from '../../test/expected-permissions.ts';
import { allOperations } from '../../test/operation-samples.ts';
import type { Caller, CallerRole } from '../platform/db/scope.ts';
import { isAllowed, permissions } from './permissions.ts';

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

test('every operation except sign-in needs a permission of the table', () => {
  const open = [
    ...['login', 'refresh', 'requestMagicLink', 'redeemMagicLink', 'showInvitation', 'acceptInvitation'],
    ...['showAccountChange', 'undoAccountChange', 'confirmAddressChange'],
    ...[
      'startFirstOrganization',
      'beginConsoleSession',
      'adoptConsoleSession',
      'renewConsoleSession',
      'enterOrganization',
      'endConsoleSession',
    ],
    ...['answerSecondStep', 'startPasskeySignIn', 'signInByPasskey'],
    ...['listSignInProviders', 'beginProviderSignIn', 'finishProviderSignIn', 'acceptInvitationAtProvider'],
  ];
  for (const operation of allOperations)
    assert.equal(operation.permission === 'none', open.includes(operation.name), operation.name);
});
