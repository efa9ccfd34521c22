// Tests of pages that a sign-in leads to: pages of the console only, however an address is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConsolePage } from './console-page.ts';

test('pages of the console are accepted, with their parameters and places', () => {
  for (const path of [
    '/console',
    '/console/',
    '/console/?x=1',
    '/console/own/invoices/019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
    '/console/invoices?status=overdue&x=https://elsewhere.example/..',
    '/console/account#sessions',
    '/console/starting',
  ])
    assert.ok(isConsolePage(path), path);
});

test('other sites, other parts of this one, and pages that use a link are not', () => {
  for (const text of [
    '',
    'console/',
    'https://elsewhere.example/console/',
    'https:/console/',
    'javascript:alert(1)//console/',
    '//elsewhere.example/console/',
    '///elsewhere.example/console/',
    '/\\elsewhere.example/console/',
    '\\\\elsewhere.example/console/',
    '/\t/elsewhere.example/console/',
    ' /console/',
    '/console/\n',
    '/console/\u0000',
    '/console/õ',
    '/',
    '/consoles',
    '/pay/invoice',
    '/console/../pay/invoice',
    '/console/..\\pay',
    '/console/%2e%2E/pay',
    '/console/own/.././../pay',
    '/console/api/me',
    '/console/own/../api/me',
    '/console/provider/eid?code=1',
    '/console/start',
    '/console/magic-link#hml_1',
    '/console/invitation/?x#hin_1',
    '/console/confirm-address',
    '/console/undo-account',
  ])
    assert.ok(!isConsolePage(text), JSON.stringify(text));
});
