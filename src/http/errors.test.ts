// Tests of errors: every failure has its status and code, and unexpected failures reveal nothing to the caller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  TooManyRequests,
  Unauthenticated,
  Unavailable,
} from '../platform/errors.ts';
import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';
import { RequestError, toErrorResponse } from './errors.ts';

const answer = (error: unknown, tokenSent = false) =>
  toErrorResponse(error, { publicUrl: 'https://example.org', tokenSent });
const withFields = (message: string, fields: Record<string, unknown>) => Object.assign(new Error(message), fields);

test('every code of the catalogue becomes an RFC 9457 problem with the status of its kind', () => {
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const { status, headers, body } = answer(new RequestError(code));
    assert.deepEqual(Object.keys(body), ['type', 'title', 'status', 'detail', 'code'], String(code));
    assert.equal(body.type, `https://example.org/docs/errors/${code}`, String(code));
    assert.equal(body.status, status, String(code));
    assert.ok(status >= 400 && status < 600, String(code));
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8', String(code));
    for (const text of Object.values(errorCatalogue[code]).filter((each) => typeof each === 'string'))
      assert.ok(text.length > 3, code);
  }
});

test('the failures of the modules have their statuses', () => {
  const cases: [unknown, number, string][] = [
    [new NotFound('buildingId'), 404, 'not_found'],
    [new Invalid([]), 422, 'validation_failed'],
    [new Conflict('already_exists', 'Taken.'), 409, 'already_exists'],
    [new Forbidden(), 403, 'insufficient_scope'],
    [new Forbidden('password_confirmation_failed'), 403, 'password_confirmation_failed'],
    [new Unauthenticated(), 401, 'unauthenticated'],
    [new Unauthenticated('refresh_token_reused'), 401, 'refresh_token_reused'],
    [new TooManyRequests(0.2), 429, 'rate_limited'],
    [new Unavailable(0), 503, 'busy'],
    [new Conflict('a code that is not listed', 'x'), 500, 'internal_error'],
  ];
  for (const [error, status, code] of cases) {
    const answered = answer(error);
    assert.deepEqual([answered.status, answered.body.code], [status, code], code);
  }
});

test('of a missing object only the property with its id is told', () => {
  assert.equal('errors' in answer(new NotFound()).body, false);
  const { errors, ...body } = answer(new NotFound('invoiceIds', 3)).body;
  assert.deepEqual(body, answer(new NotFound()).body);
  const message = 'invoiceIds.3 has the id of nothing that you may use here.';
  const named = { in: 'body', field: 'invoiceIds.3', pointer: '#/invoiceIds/3', code: 'not_found', message };
  assert.deepEqual(errors, [named]);
});

test('only callers for whom signing in would help are challenged, as in RFC 6750 and RFC 9470', () => {
  const challenge = (error: unknown, tokenSent = false) => answer(error, tokenSent).headers['www-authenticate'];
  assert.equal(challenge(new Unauthenticated()), 'Bearer');
  assert.equal(challenge(new Unauthenticated('invalid_token'), true), 'Bearer error="invalid_token"');
  assert.equal(challenge(new Forbidden(), true), 'Bearer error="insufficient_scope"');
  assert.equal(
    challenge(new Forbidden('password_confirmation_failed'), true),
    'Bearer error="insufficient_user_authentication"',
  );
  assert.equal(challenge(new NotFound(), true), undefined);
});

test('Retry-After is whole seconds, at least one', () => {
  for (const [seconds, expected] of [
    [0, '1'],
    [0.001, '1'],
    [1, '1'],
    [1.001, '2'],
    [900, '900'],
  ] as const) {
    assert.equal(answer(new TooManyRequests(seconds)).headers['retry-after'], expected, String(seconds));
    assert.equal(answer(new Unavailable(seconds)).headers['retry-after'], expected, String(seconds));
  }
});

test('temporary database faults are 503 with Retry-After, not 500', () => {
  for (const code of [
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECT_TIMEOUT',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'EAI_AGAIN',
    '57P01',
    '57P03',
    '08006',
    '40001',
    '40P01',
    '55P03',
    '57014',
    '53300',
    '53100',
    'ENOSPC',
    'EROFS',
    '25006',
    '25P02',
    '58030',
  ]) {
    const answered = answer(withFields('terminating connection due to administrator command', { code }));
    assert.deepEqual([answered.status, answered.headers['retry-after'], answered.unexpected], [503, '1', false], code);
    assert.doesNotMatch(JSON.stringify(answered.body), /terminating/, code);
    assert.equal(answered.fault?.code, code, code);
    assert.equal(
      answer(new Unavailable(60, 'No room.', { cause: withFields('disk', { code }) })).fault?.code,
      code,
      code,
    );
  }
});

test('a file that PostgreSQL cannot write is a machine fault; a right that its role lacks is a defect', () => {
  const refused = (file: string) => answer(withFields('x', { code: '42501', file })).status;
  for (const file of ['md.c', 'fd.c', 'slru.c', 'xlog.c']) assert.equal(refused(file), 503, file);
  for (const file of ['execMain.c', 'aclchk.c']) assert.equal(refused(file), 500, file);
});

test('overload and mistakes of callers are not machine faults', () => {
  for (const [nth, error] of [new Unavailable(1), new TooManyRequests(1), new NotFound(), new Error('x')].entries())
    assert.equal(answer(error).fault, undefined, `error ${nth}`);
});

test('a constraint violated by two requests at once becomes its conflict', () => {
  const broken = (constraint: string) => answer(withFields('duplicate key', { code: '23505', constraint })).body.code;
  assert.equal(broken('apartments_number_unique'), 'already_exists');
  assert.equal(broken('invoices_period_overlaps'), 'period_overlaps');
  assert.equal(broken('some_other'), 'internal_error');
  const reported = (code: string, message: string) => answer(withFields(message, { code })).body.code;
  for (const name of ['invoices_period_overlaps', 'invoices_period_overlaps_102008'])
    assert.equal(
      reported('23P01', `conflicting key value violates exclusion constraint "${name}"`),
      'period_overlaps',
      name,
    );
  assert.equal(reported('23505', 'duplicate key value violates unique constraint "other_102008"'), 'internal_error');
  assert.equal(reported('42501', 'constraint "invoices_period_overlaps"'), 'internal_error');
});

test('anything else is a 500 without details', () => {
  const secret = 'Key (email_key)=(mari@example.org) in /srv/haldur/src/secret.ts';
  const causes = [
    new Error(secret),
    new TypeError(secret),
    withFields(secret, { code: '23502', statusCode: 418 }),
    secret,
    undefined,
    null,
    { message: secret },
  ];
  for (const [nth, cause] of causes.entries()) {
    const answered = answer(cause);
    assert.equal(answered.status, 500, `cause ${nth}`);
    assert.equal(answered.unexpected, true, `cause ${nth}`);
    assert.deepEqual(answered.body, answer(new Error('x')).body, `cause ${nth}`);
    assert.deepEqual(Object.keys(answered.headers), ['content-type'], `cause ${nth}`);
  }
});
