// Tests of the e-mail settings: valid ones are read exactly, invalid ones stop the start, and the password is never
// shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '../errors.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';

const read = (environment: Record<string, string>, publicUrl = 'https://haldur.example.org'): MailConfig =>
  readMailConfig(environment, publicUrl);

test('without settings e-mails become files, from an address at the host of PUBLIC_URL', () => {
  assert.deepEqual(read({}), { smtp: undefined, from: { name: 'Haldur', address: 'no-reply@haldur.example.org' } });
  assert.deepEqual(read({ SMTP_URL: ' ', MAIL_FROM: '' }), read({}));
  assert.equal(read({}, 'http://127.0.0.1:3000').from.address, 'no-reply@haldur.invalid');
});

test('SMTP_URL names host, port, TLS, user and password', () => {
  const plain = { secure: false, user: undefined, password: undefined };
  assert.deepEqual(read({ SMTP_URL: 'smtp://mail.example.org' }).smtp, {
    ...plain,
    host: 'mail.example.org',
    port: 587,
  });
  assert.deepEqual(read({ SMTP_URL: 'smtp://127.0.0.1:1025/' }).smtp, { ...plain, host: '127.0.0.1', port: 1025 });
  assert.deepEqual(read({ SMTP_URL: 'smtp://[::1]:25' }).smtp, { ...plain, host: '::1', port: 25 });
  assert.deepEqual(read({ SMTP_URL: 'smtps://kase%40example.org:p%2F%40%25ss@mail.example.org' }).smtp, {
    host: 'mail.example.org',
    port: 465,
    secure: true,
    user: 'kase@example.org',
    password: 'p/@%ss',
  });
});

test('an invalid SMTP_URL stops the start, and is not shown', () => {
  const wrong = [
    'mail.example.org',
    'http://mail.example.org',
    'smtp:',
    'smtp://',
    'smtp://user@mail.example.org',
    'smtp://:secret@mail.example.org',
    'smtp://user:secret@mail.example.org/path',
    'smtp://user:secret@mail.example.org?tls.rejectUnauthorized=false',
    'smtp://user:secret@mail.example.org#x',
    'smtp://user:secret%@mail.example.org',
    'smtp://user:secret@mail.example.org:99999',
  ];
  for (const url of wrong)
    assert.throws(
      () => read({ SMTP_URL: url }),
      (error) =>
        error instanceof OperatorError && /^SMTP_URL must/.test(error.message) && !/secret/.test(error.message),
      url,
    );
});

test('MAIL_FROM is an address, with a name or without', () => {
  assert.deepEqual(read({ MAIL_FROM: 'KÜ Kase <arved@kase.ee>' }).from, { name: 'KÜ Kase', address: 'arved@kase.ee' });
  assert.deepEqual(read({ MAIL_FROM: 'arved@kase.ee' }).from, { name: 'Haldur', address: 'arved@kase.ee' });
  for (const text of [
    'Kase',
    'Kase <kase>',
    'Kase <a@b.ee> x',
    '"Kase" <a@b.ee>',
    'a@b.ee, c@d.ee',
    'K\r\nBcc: x <a@b.ee>',
  ])
    assert.throws(() => read({ MAIL_FROM: text }), { name: 'OperatorError', message: /^MAIL_FROM must be/ }, text);
});

test('an external mail server requires a credible sender address', () => {
  const refused = { name: 'OperatorError', message: /^MAIL_FROM must be set/ };
  assert.throws(() => read({ SMTP_URL: 'smtp://mail.example.org' }, 'http://127.0.0.1:3000'), refused);
  assert.doesNotThrow(() => read({ SMTP_URL: 'smtp://127.0.0.1:1025' }, 'http://127.0.0.1:3000'));
  assert.doesNotThrow(() =>
    read({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@b.ee' }, 'http://127.0.0.1:3000'),
  );
});
