// Tests of what the audit log says in plain words: every audited operation has a verb, a kind of object, and the part
// it is about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOperations } from '../../../src/routes/api/routes.ts';
import { consoleOperations } from '../../../src/routes/console/routes.ts';
import { readWords } from '../../../test/catalogues.ts';
import { auditText, partOf, verbOf } from './audit-text.ts';

const [english, estonian] = [readWords('en'), readWords('et')];

const audited = [...apiOperations, ...consoleOperations].filter(
  ({ permission, rules }) => permission !== 'none' && !rules.has('unlogged'),
);
/** Operations at a path below an object that are about the object itself. */
const aboutTheWhole: readonly string[] = [
  ...[
    'creditInvoice',
    'explainInvoice',
    'getEArve',
    'getInvoicePdf',
    'getUbl',
    'noteInvoiceDelivered',
    'previewCredit',
    'previewReading',
  ],
  ...['printInvoices', 'sendInvoiceAgain'],
  ...['dismissPayment', 'matchPayment', 'restorePayment', 'reversePayment', 'suggestMatches', 'unmatchPayment'],
  ...['dismissReturn', 'matchReturn', 'restoreReturn'],
  ...['confirmReading', 'rejectReading'],
  ...['eraseResident', 'previewErasure', 'handOverApartment'],
  ...[
    'cancelStatementImport',
    'disableWebhook',
    'enableWebhook',
    'redeliver',
    'replaceApiKey',
    'getTestMailAttachment',
  ],
];

test('every operation in the audit log has words: add what is missing to audit-text.ts', () => {
  const kinds: readonly string[] = [...Object.keys(english.auditLog.objects), ...Object.keys(english.auditLog.lists)];
  for (const { method, name, path } of audited) {
    const named = [...path.matchAll(/\/([\w-]+)\/:\w+/g)].map(([, kind = '']) => kind);
    const kind = named.at(-1) ?? path.split('/')[1] ?? '';
    assert.ok(kinds.includes(kind), `${name}: objects or lists have no ${kind}`);
    if (method !== 'GET')
      assert.ok(verbOf(name) !== undefined || /^(look|preview|read)/.test(name), `${name}: no verb`);
    const isBelow = named.length > 0 && !/:\w+$/.test(path);
    const isWhole = aboutTheWhole.includes(name);
    if (isBelow) assert.notEqual(partOf(kind, name) !== undefined, isWhole, `${name}: a part, or aboutTheWhole`);
  }
});

const changed = { action: 'changed', operation: 'updateApartment', objectKind: 'apartments' } as const;

test('an entry reads as what was done to what, in the language of the reader', () => {
  const apartment = { ...changed, objectId: '3', objectName: '12 (Kase 14)' };
  assert.equal(auditText(english, apartment), 'Apartment 12 (Kase 14): changed');
  assert.equal(auditText(estonian, apartment), 'Korter 12 (Kase 14): muudetud');
  const account = { ...apartment, operation: 'changeBuildingAccount', objectKind: 'buildings', objectName: 'Kase 14' };
  assert.equal(auditText(english, account), 'Building Kase 14, bank account: changed');
  const list = { action: 'seen', operation: 'listInvoices', objectKind: 'invoices', objectId: null } as const;
  assert.equal(auditText(english, { ...list, objectName: null }), 'Invoices: viewed');
  const gone = { ...changed, operation: 'deleteMeter', objectKind: 'meters', objectId: '3', objectName: null };
  assert.equal(auditText(english, gone), 'Meter: deleted');
  const event = {
    action: 'security',
    operation: 'role_changed',
    objectKind: 'members',
    objectId: '4',
  } as const;
  assert.match(auditText(english, { ...event, objectName: 'Jaan' }), /: Jaan$/);
  assert.equal(auditText(english, { ...gone, operation: 'x', objectKind: 'unknown-kind' }), 'unknown-kind: changed');
});
