// Tests of the mail transport: a real mail server receives what was written, in every language, and all kinds of
// failures are distinguished.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { startMailServer, startRawMailServer } from '../../test/mail-servers.ts';
import { makeCertificate, withoutOpenssl } from '../../test/receivers.ts';
import type { SmtpServer } from '../platform/config/mail-config.ts';
import { newId } from '../platform/values/ids.ts';
import { languages } from '../platform/values/languages.ts';
import { composeLetter } from './letter-kinds.ts';
import {
  type MailMessage,
  type MailTransport,
  openTransport,
  smtpOptions,
  smtpTransport,
  type TransportResult,
} from './mail-transport.ts';

const from = { name: 'Haldur', address: 'no-reply@haldur.example' };
const never = new AbortController().signal;

function aLetter(changes: Partial<MailMessage> = {}): MailMessage {
  const facts = {
    title: 'Õhupuhasti ümbertõstmine',
    status: 'resolved',
    link: 'https://haldur.example/m#1',
    sender: 'KÜ Kase 12',
  } as const;
  return {
    id: newId(),
    to: { address: 'mari@example.org', name: 'Mari Tamm' },
    ...composeLetter('maintenance-updated', 'et', facts),
    date: new Date('2026-11-20T09:00:00Z'),
    attachments: [],
    ...changes,
  };
}

/** A transport to a server; closed when the test file ends. */
function to(smtp: SmtpServer, changes: Partial<ReturnType<typeof smtpOptions>> = {}): MailTransport {
  const transport = smtpTransport(from, { ...smtpOptions(smtp), ...changes });
  after(() => transport.close());
  return transport;
}

const send = (transport: MailTransport, letter = aLetter()) => transport.send(letter, never);

test('an e-mail arrives with both parts, letters of all languages, a Message-ID from its id, and nothing about the sending program', async () => {
  const server = await startMailServer();
  const transport = to(server.smtp);
  for (const language of languages) {
    const facts = {
      title: 'Šķidrums „Õ“ — ёжик & <b>',
      status: 'in_progress',
      link: 'https://h.example/m#1',
      sender: 'KÜ',
    } as const;
    const letter = aLetter(composeLetter('maintenance-updated', language, facts));
    assert.deepEqual(await send(transport, letter), { kind: 'sent' }, language);
    const received = server.received.at(-1);
    assert.ok(received, language);
    assert.equal(received.subject, letter.subject, language);
    assert.equal(received.text?.trimEnd(), letter.text.trimEnd(), language);
    assert.equal(received.html?.trimEnd(), letter.html.trimEnd(), language);
    assert.equal(received.messageId, `<${letter.id}@haldur.example>`, language);
    assert.deepEqual(received.from, { name: 'Haldur', address: 'no-reply@haldur.example' }, language);
    assert.deepEqual(received.to, [{ name: 'Mari Tamm', address: 'mari@example.org' }], language);
    assert.deepEqual(received.envelope, { from: 'no-reply@haldur.example', to: ['mari@example.org'] }, language);
    assert.equal(new Date(received.date ?? '').toISOString(), '2026-11-20T09:00:00.000Z', language);
    assert.equal(received.headers.find((header) => header.key === 'auto-submitted')?.value, 'auto-generated', language);
    assert.doesNotMatch(received.raw, /nodemailer|x-mailer/i, language);
    assert.ok(
      received.raw.split('\r\n').every((line) => line.length <= 998),
      language,
    );
  }
  assert.equal(server.connections(), 1, 'one connection is kept for them all');
});

const evil = 'Mari\r\nBcc: victim@example.org\r\n\r\n<script>\0\u2028X-Evil: 1\n\tfold';

test('no name or subject can add a header, a recipient or a part of the body', async () => {
  const server = await startMailServer();
  const transport = to(server.smtp);
  const letters = [
    aLetter({ to: { address: 'mari@example.org', name: evil } }),
    aLetter({ subject: evil }),
    aLetter({
      to: { address: 'mari@example.org', name: '"<victim@example.org>, a' },
      subject: '=?utf-8?q?=0D=0ABcc:_x@y.ee?=',
    }),
  ];
  for (const [nth, letter] of letters.entries()) {
    assert.deepEqual(await send(transport, letter), { kind: 'sent' }, `letter ${nth}`);
    const received = server.received.at(-1);
    assert.ok(received, `letter ${nth}`);
    const keys = received.headers.map((header) => header.key);
    assert.ok(!keys.includes('bcc') && !keys.includes('x-evil'), keys.join());
    assert.deepEqual(received.envelope.to, ['mari@example.org'], `letter ${nth}`);
    assert.equal(received.to?.length, 1, `letter ${nth}`);
    assert.equal(received.to[0]?.address, 'mari@example.org', `letter ${nth}`);
    assert.equal(received.text?.trimEnd(), letter.text.trimEnd(), `letter ${nth}`);
    assert.equal(received.html?.trimEnd(), letter.html.trimEnd(), `letter ${nth}`);
  }
});

const evilAddresses = [
  'mari@example.org\r\nRCPT TO:<victim@example.org>',
  'mari@example.org\nBcc: victim@example.org',
  'mari@example.org,victim@example.org',
  'mari@example.org victim@example.org',
  '<mari@example.org>',
  'mari@example.org>\r\nDATA',
  '"mari\r\n"@example.org',
  'mari@example.org\0',
  'Mari <mari@example.org>',
  'mari@[127.0.0.1]',
  'õnne@example.org',
  'mari',
  '',
];

test('an impossible address is rejected with a sentence, and the server never receives it', async () => {
  const server = await startMailServer();
  const transport = to(server.smtp);
  for (const address of evilAddresses) {
    const outcome = await send(transport, aLetter({ to: { address, name: null } }));
    assert.equal(outcome.kind, 'refused', address);
    assert.match(outcome.kind === 'refused' ? outcome.reason : '', /^[A-Z].*\.$/, address);
  }
  assert.equal(server.connections(), 0);
});

test('an international domain is sent in its ASCII form', async () => {
  let conversation = '';
  const smtp = await startRawMailServer((socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (bytes) => {
      conversation += bytes;
      if (/^EHLO/.test(String(bytes))) socket.write('250-SMTPUTF8\r\n250 8BITMIME\r\n');
      else if (/^DATA/.test(String(bytes))) socket.write('354 go on\r\n');
      else if (/^(MAIL|RCPT)/.test(String(bytes)) || String(bytes).endsWith('\r\n.\r\n')) socket.write('250 ok\r\n');
    });
  });
  const letter = aLetter({ to: { address: 'info@Jõgeva.ee', name: 'Jõgeva' } });
  assert.deepEqual(await send(to(smtp), letter), { kind: 'sent' });
  assert.match(conversation, /^RCPT TO:<info@xn--jgeva-dua\.ee>\r$/m);
  assert.match(conversation, /^To: .* <info@xn--jgeva-dua\.ee>\r$/m);
  assert.match(conversation, /^MAIL FROM:<no-reply@haldur\.example>/m);
});

/** A server that answers one command with one code. */
function answering(command: 'MAIL' | 'RCPT' | 'DATA', code: number): SMTPServerOptions {
  const answer = Object.assign(new Error('no <mari@example.org>, see https://policy.example/why?token=secret'), {
    responseCode: code,
  });
  if (command === 'MAIL') return { onMailFrom: (_address, _session, done) => done(answer) };
  if (command === 'RCPT') return { onRcptTo: (_address, _session, done) => done(answer) };
  return {
    onData(stream, _session, done) {
      stream.resume().once('end', () => done(answer));
    },
  };
}

for (const [command, code, kind] of [
  ['MAIL', 421, 'failed'],
  ['MAIL', 450, 'failed'],
  ['MAIL', 550, 'failed'],
  ['MAIL', 552, 'refused'],
  ['RCPT', 421, 'failed'],
  ['RCPT', 450, 'failed'],
  ['RCPT', 530, 'failed'],
  ['RCPT', 550, 'refused'],
  ['RCPT', 552, 'refused'],
  ['DATA', 421, 'failed'],
  ['DATA', 450, 'failed'],
  ['DATA', 503, 'failed'],
  ['DATA', 550, 'refused'],
  ['DATA', 552, 'refused'],
] as const) {
  const what = kind === 'refused' ? 'refuses the letter for good' : 'is a failure for now';
  test(`${code} in answer to ${command} ${what}, and the reason is stored without the recipient and without the path of links`, async () => {
    const server = await startMailServer(answering(command, code));
    const outcome = await send(to(server.smtp));
    assert.equal(outcome.kind, kind);
    assert.equal(reasonOf(outcome), `${code} no <…>, see https://policy.example/…`);
  });
}

test('a rejected e-mail does not spoil the connection for the next one', async () => {
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? Object.assign(new Error('unknown'), { responseCode: 550 }) : undefined),
  });
  const transport = to(server.smtp);
  const gone = aLetter({ to: { address: 'gone@example.org', name: null } });
  assert.equal((await send(transport, gone)).kind, 'refused');
  assert.equal((await send(transport)).kind, 'sent');
  assert.equal(server.received.length, 1);
});

const hostile: Readonly<Record<string, (socket: import('node:net').Socket) => void>> = {
  'hangs up at once': (socket) => socket.destroy(),
  'cuts the connection in the middle of the letter': (socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (bytes) => {
      const conversation = String(bytes);
      if (/^(EHLO|MAIL|RCPT)/m.test(conversation)) socket.write('250 ok\r\n');
      else if (/^DATA/m.test(conversation)) socket.write('354 go on\r\n');
      else socket.destroy();
    });
  },
  'answers what is not SMTP': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'greets with 554': (socket) => socket.end('554 no service for you\r\n'),
  'greets with 421': (socket) => socket.end('421 later\r\n'),
  'never says a word': () => {},
};

for (const [what, script] of Object.entries(hostile)) {
  test(`a server that ${what} is a temporary failure`, async () => {
    const smtp = await startRawMailServer(script);
    const outcome = await send(to(smtp, { greetingTimeout: 200, socketTimeout: 200 }));
    assert.equal(outcome.kind, 'failed', JSON.stringify(outcome));
    assert.ok(reasonOf(outcome).length > 3);
  });
}

test('a server that answers byte by byte holds an e-mail no longer than an attempt may take', async () => {
  const smtp = await startRawMailServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const outcome = await to(smtp, { greetingTimeout: 60_000 }).send(aLetter(), AbortSignal.timeout(200));
  assert.equal(outcome.kind, 'failed');
});

test('a closed port and an unknown host are temporary failures', async () => {
  const closed = await startRawMailServer(() => {});
  assert.equal((await send(to({ ...closed, port: 1 }))).kind, 'failed');
  assert.equal((await send(to({ ...closed, host: 'mail.invalid' }))).kind, 'failed');
});

test('a wrong password is a temporary failure, and neither it nor the user is in the reason', async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(Object.assign(new Error(`no ${username} with ${password}`), { responseCode: 535 })),
  });
  const outcome = await send(to({ ...server.smtp, user: 'kase12user', password: 's3cret/@' }));
  assert.equal(outcome.kind, 'failed');
  assert.doesNotMatch(reasonOf(outcome), /s3cret|kase12user/);
  assert.match(reasonOf(outcome), /^535/);
});

test('with a password, TLS is required unless the server is this machine', () => {
  const server = { host: 'mail.example.org', port: 587, secure: false, user: 'u', password: 'p' };
  const open = { ...server, user: undefined, password: undefined };
  const { requireTLS, opportunisticTLS, auth } = smtpOptions(server);
  assert.deepEqual(
    { requireTLS, opportunisticTLS, auth },
    { requireTLS: true, opportunisticTLS: false, auth: { user: 'u', pass: 'p' } },
  );
  assert.equal(smtpOptions(open).requireTLS, false);
  assert.equal(smtpOptions({ ...server, secure: true }).requireTLS, false);
  for (const host of ['localhost', '127.0.0.1', '::1'])
    assert.equal(smtpOptions({ ...server, host }).requireTLS, false, host);
  for (const host of ['localhost.example.org', '127.0.0.1.example.org', '10.0.0.1'])
    assert.equal(smtpOptions({ ...server, host }).requireTLS, true, host);
});

test('a server without STARTTLS never gets the password when TLS is required', async () => {
  const seen: unknown[] = [];
  const server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => {
      seen.push(auth.password);
      done(null, { user: auth.username });
    },
  });
  const smtp = { ...server.smtp, user: 'u', password: 'p' };
  const outcome = await send(to(smtp, { requireTLS: true, opportunisticTLS: false }));
  assert.equal(outcome.kind, 'failed');
  assert.deepEqual(seen, []);
});

test('STARTTLS and TLS from the first byte carry password and e-mail; an untrusted certificate does not', {
  skip: withoutOpenssl(),
}, async () => {
  const pair = makeCertificate();
  const tls = { ca: pair.cert };
  for (const secure of [false, true]) {
    const passwords: unknown[] = [];
    const server = await startMailServer({
      ...pair,
      secure,
      authOptional: false,
      onAuth: (auth, _session, done) => {
        passwords.push(auth.password);
        done(null, { user: auth.username });
      },
    });
    const smtp = { ...server.smtp, host: 'localhost', user: 'kase', password: 'õ p@ss' };
    const required = { requireTLS: !secure, opportunisticTLS: false };
    const trusting = smtpTransport(from, { ...smtpOptions(smtp), ...required, ...{ tls } });
    after(() => trusting.close());
    assert.deepEqual(await send(trusting), { kind: 'sent' }, String(secure));
    assert.equal(server.received[0]?.secure, true, String(secure));
    assert.equal(server.received[0]?.user, 'kase', String(secure));
    const outcome = await send(to(smtp, required));
    assert.equal(outcome.kind, 'failed', String(secure));
    assert.match(reasonOf(outcome), /certificate/, String(secure));
    assert.deepEqual(passwords, ['õ p@ss'], 'the second never showed its password');
  }
});

test('a mail server is shown the certificate of the service, over TLS only', {
  skip: withoutOpenssl(),
}, async () => {
  const [pair, own] = [makeCertificate(), makeCertificate()];
  const server = await startMailServer({ ...pair, ca: own.cert, requestCert: true, rejectUnauthorized: true });
  const smtp = { ...server.smtp, host: 'localhost' };
  const certificate = { cert: own.cert.toString(), key: own.key.toString() };
  assert.equal(smtpOptions({ ...smtp, host: 'mail.example.org' }, certificate).requireTLS, true);
  const options = { ...smtpOptions(smtp, certificate), requireTLS: true, opportunisticTLS: false };
  const known = smtpTransport(from, { ...options, tls: { ...certificate, ca: pair.cert } });
  after(() => known.close());
  assert.deepEqual(await send(known), { kind: 'sent' });
  assert.deepEqual(options.tls, certificate);
  const unknown = smtpTransport(from, { ...options, tls: { ca: pair.cert } });
  after(() => unknown.close());
  assert.equal((await send(unknown)).kind, 'failed');
});

test('without SMTP_URL an e-mail becomes a complete file that only its owner can read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haldur-mail-'));
  after(() => rmSync(dataDir, { recursive: true }));
  const transport = openTransport({ dataDir, mail: { smtp: undefined, from } });
  const letter = aLetter();
  assert.deepEqual(await send(transport, letter), { kind: 'sent' });
  const folder = join(dataDir, 'mail');
  assert.deepEqual(readdirSync(folder), [`2026-11-20T09-00-00.000Z-${letter.id}.eml`]);
  const file = join(folder, readdirSync(folder)[0] ?? '');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const email = await PostalMime.parse(readFileSync(file));
  assert.equal(email.subject, letter.subject);
  assert.equal(email.text?.trimEnd(), letter.text.trimEnd());
  assert.equal(email.html?.trimEnd(), letter.html.trimEnd());
  assert.equal((await send(transport, aLetter({ to: { address: 'x', name: null } }))).kind, 'refused');
});

test('a folder that is not writable is a temporary failure', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haldur-mail-'));
  after(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(join(dataDir, 'mail'), 'in the way');
  const outcome = await send(openTransport({ dataDir, mail: { smtp: undefined, from } }));
  assert.equal(outcome.kind, 'failed');
});

function reasonOf(outcome: TransportResult): string {
  return outcome.kind === 'sent' ? '' : outcome.reason;
}
