// Tests of e-mail addresses: real ones are accepted, ambiguous ones and anything beyond an address are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isMailAddress, isMailDomain, mailAddressProblem } from './mail-address.ts';

const good = [
  'mari@example.org',
  'Mari.Tamm+kase@mail.example.org',
  "o'neil@example.org",
  'a@b.ee',
  '1@1.ee',
  'x_y-z@sub-domain.example.org',
  'info@jõgeva.ee',
  'info@почта.рф',
  'info@xn--jgeva-dua.ee',
  `${'a'.repeat(64)}@example.org`,
  `a@${'b'.repeat(63)}.ee`,
];

const bad = [
  '',
  '@',
  'mari',
  'mari@',
  '@example.org',
  'mari@localhost',
  'mari@example.org.',
  'mari@.example.org',
  'mari@example..org',
  'mari@-example.org',
  'mari@example-.org',
  'mari@exa_mple.org',
  '.mari@example.org',
  'mari.@example.org',
  'ma..ri@example.org',
  'mari@@example.org',
  'ma@ri@example.org',
  '"mari"@example.org',
  'mari (home)@example.org',
  'mari @example.org',
  ' mari@example.org',
  'mari@example.org ',
  'mari@example.org\n',
  'mari@example.org\r\nBcc: x@y.ee',
  'mari\0@example.org',
  'mari@exam\0ple.org',
  'mari@example.org\u2028',
  'mari@example.org,x@y.ee',
  'mari@example.org;x@y.ee',
  '<mari@example.org>',
  'Mari <mari@example.org>',
  'mari@[127.0.0.1]',
  'mari@127.0.0.1',
  'mari@0x7f.1',
  'mari@example.123',
  'mari@exam%70le.org',
  'mari@example.org/path',
  'mari@example。org',
  'õnne@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(64)}.ee`,
  `a@${'bcdefghi.'.repeat(28)}ee`,
];

test('real addresses are accepted', () => {
  for (const address of good) assert.ok(isMailAddress(address), address);
});

test('anything else is rejected with a sentence that says why', () => {
  for (const address of bad) {
    assert.ok(!isMailAddress(address), JSON.stringify(address));
    assert.match(mailAddressProblem(address) ?? '', /^[A-Z].*\.$/s, JSON.stringify(address));
  }
});

test('no accepted address has a character with a meaning in SMTP or in a header', () => {
  const text = fc
    .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 10 })
    .map((codes) => String.fromCodePoint(...codes));
  fc.assert(
    fc.property(text, text, (item, entry) => {
      for (const text of [
        `${item}@${entry}`,
        `${item}@${entry}.org`,
        `mari@example.org${item}`,
        `${item}mari@example.org`,
      ])
        if (isMailAddress(text)) assert.match(text, /^[^\s<>,;:"()[\]\\@\p{Cc}]+@[^\s<>,;:"()[\]\\@\p{Cc}]+$/u, text);
    }),
  );
});

test('a mail domain is a name, never an IP address or a local host', () => {
  assert.ok(isMailDomain('example.org') && isMailDomain('haldur.jõgeva.ee'));
  for (const host of ['localhost', '127.0.0.1', '[::1]', '::1', '']) assert.ok(!isMailDomain(host), host);
});
