// Tests of all examples in both documents: each fits its schema, and what it says makes sense together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documents, type Json, partsOf, resolve } from '../../../test/documents.ts';
import { isDay, isInstant } from '../../platform/values/dates.ts';
import { isId } from '../../platform/values/ids.ts';

/** What has to hold for every object in an example; true for objects of other kinds. */
const senseChecks = [
  idsDiffer,
  rangesAreForward,
  invoiceIsSound,
  positionsAddUp,
  countsAddUp,
  paymentAddsUp,
  receivablesAddUp,
  accountAddsUp,
  saysSomething,
  bulkAddsUp,
  feedIdsDiffer,
  loggedRequestExists,
];
const formats = { uuid: isId, date: isDay, 'date-time': isInstant, uri: (value: string) => URL.canParse(value) };

for (const [name, document] of documents) {
  const examples = partsOf(document).flatMap(({ value, at }) =>
    examplesOf(document, value, at).map(([example, schemaAt]) => ({ example, schemaAt, at })),
  );

  test(`${name}: examples fit their schemas`, () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, formats });
    ajv.addSchema(document, 'document');
    for (const { example, schemaAt, at } of examples) {
      const fits = ajv.compile({ $ref: `document#${schemaAt}` });
      assert.ok(fits(example), `${at}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(example)}`);
    }
    assert.ok(examples.length > 100);
  });

  test(`${name}: what examples say makes sense together`, () => {
    const objects = examples.flatMap(({ example, at }) => objectsIn(example).map((object) => ({ object, at })));
    for (const { object, at } of objects) {
      const place = `${at}: ${JSON.stringify(object)}`;
      for (const isSound of senseChecks) assert.ok(isSound(object), `${isSound.name}: ${place}`);
    }
    for (const kind of ['amountPaid', 'periodStart'])
      assert.ok(
        objects.some(({ object }) => kind in object),
        `there is an example with ${kind}`,
      );
  });
}

test('the checks of sense find nonsense', () => {
  const invoice = {
    status: 'sent',
    amount: 10,
    amountPaid: 0,
    balance: 10,
    paidDate: null,
    sentAt: '2026-11-02T08:15:30.000Z',
    recipients: [{}],
  };
  const sound = (example: object) => invoiceIsSound(JSON.parse(JSON.stringify(example)));
  assert.equal(sound(invoice), true);
  for (const nonsense of [
    { status: 'draft' },
    { status: 'paid' },
    { paidDate: '2026-11-12' },
    { amountPaid: 5 },
    { recipients: [] },
    { overdue: false, overdueSince: '2026-11-17' },
    { issueDate: '2026-11-02', dueDate: '2026-11-01' },
  ])
    assert.equal(sound({ ...invoice, ...nonsense }), false, JSON.stringify(nonsense));
  const other = (check: (object: Json) => boolean, example: object) => check(JSON.parse(JSON.stringify(example)));
  assert.equal(other(idsDiffer, { buildingId: 'a', apartmentId: 'a' }), false);
  assert.equal(other(rangesAreForward, { periodStart: '2026-10-31', periodEnd: '2026-10-01' }), false);
  assert.equal(other(positionsAddUp, { amount: 3, positions: [{ amount: 1, vatAmount: 0 }] }), false);
  assert.equal(other(countsAddUp, { created: 1, skipped: 1, failed: 0, total: 1 }), false);
  assert.equal(other(accountAddsUp, { opening: 1, closing: 1, entries: [{ amount: 1 }] }), false);
  assert.equal(other(saysSomething, { subject: 'text' }), false);
  assert.equal(other(saysSomething, { clockAheadSeconds: 1 }), false);
  assert.equal(other(saysSomething, { test: false, clockAheadSeconds: 900 }), false);
  assert.equal(other(bulkAddsUp, { created: 1, failed: 0, items: [{ status: 201, problem: {} }] }), false);
  assert.equal(other(bulkAddsUp, { created: 1, failed: 1, items: [{ status: 201 }] }), false);
  assert.equal(other(feedIdsDiffer, { event: 'invoice.paid', buildingId: 'a', data: { invoiceId: 'a' } }), false);
  const logged = { operation: 'createBuilding', method: 'POST', path: '/api/buildings', caller: { kind: 'key' } };
  assert.equal(other(loggedRequestExists, logged), true);
  assert.equal(other(loggedRequestExists, { ...logged, operation: 'createInvoice' }), false);
  assert.equal(other(loggedRequestExists, { ...logged, path: '/api/apartments' }), false);
  const aged = { notDue: 1, to30: 0, to60: 0, to90: 0, over90: 0, total: 2 };
  assert.equal(other(receivablesAddUp, aged), false);
  assert.equal(other(paymentAddsUp, { amount: 3, unallocated: 1, refunded: 0, allocations: [{ amount: 1 }] }), false);
});

/** The examples that stand in a part, each with the place of its schema: in a schema itself, or beside one. */
function examplesOf(document: Json, value: Json, at: string): [example: Json, schemaAt: string][] {
  if (Array.isArray(value.examples)) return value.examples.map((example) => [example, encodeURI(at)]);
  if (!('schema' in value)) return [];
  const beside = 'example' in value ? [value.example] : [];
  const named = Object.values(value.examples ?? {}).map((example) => resolve(document, example).value);
  return [...beside, ...named].flatMap((example) =>
    example === undefined ? [] : [[example, encodeURI(`${at}/schema`)]],
  );
}

function objectsIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)];
}

const cents = (value: unknown) => Math.round(Number(value) * 100);
const sum = (items: Json | undefined, field: string) =>
  (items ?? []).reduce((total, item) => total + cents(item[field]), 0);

function receivablesAddUp(row: Json): boolean {
  const parts = ['notDue', 'to30', 'to60', 'to90', 'over90'];
  if (!parts.every((part) => part in row)) return true;
  return parts.reduce((total, part) => total + cents(row[part]), 0) === cents(row.total);
}

function accountAddsUp(account: Json): boolean {
  if (!('opening' in account && 'closing' in account && 'entries' in account)) return true;
  return cents(account.opening) + sum(account.entries as unknown as Json, 'amount') === cents(account.closing);
}

/** No value is the filler of a field without an example: `text`, or 1 where a figure is measured and not counted. */
function saysSomething(object: Json): boolean {
  const measured = /^(amount|owed|credit|balance|value|size|width|height|status|expiresIn)$|Seconds$|Ms$/;
  const isFiller = ([name, value]: [string, unknown]) => value === 'text' || (value === 1 && measured.test(name));
  if (String(object.test) === 'false' && Number(object.clockAheadSeconds) > 0) return false;
  return !Object.entries(object).some(isFiller);
}

function bulkAddsUp({ created, failed, items }: Json): boolean {
  if (created === undefined || failed === undefined || !Array.isArray(items)) return true;
  const isOf = (item: Json) => Number(item.status) < 300;
  return (
    items.filter(isOf).length === Number(created) &&
    items.length === Number(created) + Number(failed) &&
    items.every((item: Json) => isOf(item) === (item.problem === undefined) && isOf(item) === (item.id !== undefined))
  );
}

function feedIdsDiffer({ event, buildingId, data }: Json): boolean {
  return event === undefined || data === undefined || !Object.values(data).includes(buildingId as never);
}

/** A row of the request log names an operation by its method and path. */
function loggedRequestExists({ operation, method, path, caller }: Json): boolean {
  if (caller === undefined || operation === undefined || path === undefined) return true;
  return [...documents.values()].some((document) => {
    const base = new URL(document.servers?.[0]?.url ?? 'http://none').pathname;
    const named = document.paths?.[String(path).slice(base.length)]?.[String(method).toLowerCase()];
    return String(path).startsWith(base) && String(named?.operationId) === String(operation);
  });
}

/** A building, its apartment and its invoice have ids of their own. What has no kind of its own shares one. */
function idsDiffer(object: Json): boolean {
  const names = ['buildingId', 'apartmentId', 'invoiceId', 'meterId', 'paymentId', 'residentId', 'readingId'];
  const ids = names.flatMap((name) => (typeof object[name] === 'string' ? [object[name]] : []));
  return new Set(ids).size === ids.length && !ids.includes(object.id as never);
}

function rangesAreForward(object: Json): boolean {
  const pairs = [
    ['periodStart', 'periodEnd'],
    ['from', 'to'],
    ['since', 'until'],
    ['issueDate', 'dueDate'],
    ['createdAt', 'expiresAt'],
  ] as const;
  return pairs.every(([start, end]) => {
    const [first, last]: unknown[] = [object[start], object[end]];
    if (typeof first !== 'string' || typeof last !== 'string' || !isDay(first.slice(0, 10))) return true;
    return first <= last;
  });
}

function invoiceIsSound(invoice: Json): boolean {
  if (!('amountPaid' in invoice && 'balance' in invoice && 'paidDate' in invoice)) return true;
  const { status, sentAt, paidDate, recipients, overdue, overdueSince, issueDate, dueDate } = invoice;
  const is = (word: string) => String(status) === word;
  return [
    cents(invoice.amount) - cents(invoice.amountPaid) === cents(invoice.balance),
    is('paid') === (paidDate !== null),
    !is('paid') || cents(invoice.balance) === 0,
    !is('draft') || sentAt === null,
    !is('sent') || sentAt !== null,
    (recipients?.length ?? 0) > 0 === (sentAt !== null),
    overdue === undefined || Boolean(overdue) === (overdueSince !== null),
    issueDate === undefined || String(issueDate) <= String(dueDate),
  ].every(Boolean);
}

function positionsAddUp(invoice: Json): boolean {
  const { amount, positions } = invoice;
  if (amount === undefined || !Array.isArray(positions)) return true;
  return sum(positions, 'amount') + sum(positions, 'vatAmount') === cents(amount);
}

function countsAddUp(result: Json): boolean {
  for (const parts of [
    ['created', 'skipped', 'failed'],
    ['queued', 'alreadySent', 'noRecipient', 'notSendable'],
  ])
    if ('total' in result && parts.every((part) => part in result))
      return parts.reduce((total, part) => total + Number(result[part]), 0) === Number(result.total);
  return true;
}

function paymentAddsUp(payment: Json): boolean {
  if (!('allocations' in payment && 'unallocated' in payment)) return true;
  const { amount, unallocated, refunded, allocations } = payment;
  return cents(amount) === sum(allocations, 'amount') + cents(unallocated) + cents(refunded);
}
