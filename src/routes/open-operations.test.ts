// Tests of which operations anybody may call: those of signing in, and no others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../test/operation-samples.ts';

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
