// Tests of encrypted backups: only the right key opens a file, a changed or shortened one is rejected, memory stays
// small, and Debian's age agrees.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { OperatorError } from '../errors.ts';
import { decryptWith, encryptFor, isEncrypted, readIdentities } from './backup-encryption.ts';

const folder = mkdtempSync(join(tmpdir(), 'haldur-age-'));
after(() => rmSync(folder, { recursive: true }));
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

const encrypted = (bytes: Buffer, ...recipients: string[]) => buffer(encryptFor(recipients, Readable.from([bytes])));
const decrypted = (bytes: Buffer, ...identities: string[]) =>
  buffer(decryptWith(identities, Readable.from([bytes]), 'the file'));

async function rejectedWith(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

/** Of the length of a chunk (64 KiB) and around it, as the end of a file is marked in its last chunk. */
const texts = [0, 1, 65_535, 65_536, 65_537, 200_000].map((length) => randomBytes(length));

test('bytes of any length are decrypted again, by each of several recipients, and by nobody else', async () => {
  const [other, stranger] = [await generateX25519Identity(), await generateX25519Identity()];
  for (const text of texts) {
    const file = await encrypted(text, recipient, await identityToRecipient(other));
    assert.ok(isEncrypted(file));
    for (const key of [identity, other]) assert.ok((await decrypted(file, stranger, key)).equals(text));
    await rejectedWith(decrypted(file, stranger), /^the file was encrypted for another key than the one of --identity/);
    await rejectedWith(decrypted(file), /^the file is encrypted\. Name the file with the secret key: --identity FILE/);
  }
});

test('without a recipient the bytes stay as they are', async () => {
  assert.deepEqual(await encrypted(Buffer.from('open')), Buffer.from('open'));
  assert.equal(isEncrypted(Buffer.from('open')), false);
});

test('a file cut anywhere and one with a changed byte are rejected', async () => {
  const text = randomBytes(140_000);
  const file = await encrypted(text, recipient);
  const damaged = /^the file (is damaged: it was cut short or changed|was encrypted for another key)/;
  for (let length = 25; length < file.length; length += 3777)
    await rejectedWith(decrypted(file.subarray(0, length), identity), damaged);
  await rejectedWith(decrypted(file.subarray(0, -1), identity), damaged);
  for (let at = 25; at < file.length; at += 3777) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await rejectedWith(decrypted(changed, identity), damaged);
  }
  await rejectedWith(decrypted(Buffer.concat([file, Buffer.from('x')]), identity), damaged);
});

test('a header without an end is not read into memory', async () => {
  let sent = 0;
  const endless = async function* () {
    yield Buffer.from('age-encryption.org/v1\n');
    for (; sent < 1000; sent += 1) yield Buffer.alloc(65_536, 'x');
  };
  await rejectedWith(buffer(decryptWith([identity], endless(), 'the file')), /^the file is damaged/);
  assert.ok(sent < 10, `${sent} parts`);
});

test('100 MB pass through in small parts', async () => {
  const part = randomBytes(65_536);
  let [sent, received, ahead] = [0, 0, 0];
  const parts = function* () {
    for (; sent < 1600 * part.length; sent += part.length) yield part;
  };
  const file = encryptFor([recipient], Readable.from(parts()));
  for await (const each of decryptWith([identity], file, 'the file')) {
    received += each.length;
    ahead = Math.max(ahead, sent - received);
  }
  assert.equal(received, 1600 * part.length);
  assert.ok(ahead < 4 * 2 ** 20, `${ahead} bytes were taken before they could be passed on`);
});

test('an identity file of age-keygen is read; one with a passphrase and one without a key are rejected', async () => {
  const file = join(folder, 'key.txt');
  const fileOf = (text: string) => {
    writeFileSync(file, text);
    return file;
  };
  assert.deepEqual(readIdentities(fileOf(`# created: 2026-11-23\n# public key: ${recipient}\n${identity}\n`)), [
    identity,
  ]);
  const rejected: [string, RegExp][] = [
    ['', /holds no secret key of age/],
    [recipient, /holds no secret key of age/],
    [`${identity}x`, /holds no secret key of age/],
    ['age-encryption.org/v1\n-> scrypt', /is protected by a passphrase\. Use: age -d .* --identity \/dev\/stdin/],
  ];
  for (const [text, message] of rejected)
    assert.throws(() => readIdentities(fileOf(text)), { name: 'OperatorError', message });
  assert.throws(() => readIdentities(join(folder, 'none')), /cannot be read: ENOENT/);
});

const hasAge = spawnSync('age', ['--version']).status === 0;

test('Debian’s age decrypts what we encrypt, and we decrypt what it encrypts', {
  skip: !hasAge && 'age is not installed',
}, async () => {
  const keyFile = join(folder, 'age.txt');
  assert.equal(spawnSync('age-keygen', ['-o', keyFile]).status, 0);
  const publicKey = spawnSync('age-keygen', ['-y', keyFile], { encoding: 'utf8' }).stdout.trim();
  const identities = readIdentities(keyFile);
  const maxBuffer = 2 ** 24;
  for (const text of texts) {
    const opened = spawnSync('age', ['-d', '-i', keyFile], { input: await encrypted(text, publicKey), maxBuffer });
    assert.equal(opened.status, 0, String(opened.stderr));
    assert.ok(opened.stdout.equals(text));
    const { stdout } = spawnSync('age', ['-r', publicKey], { input: text, maxBuffer });
    assert.ok((await decrypted(stdout, ...identities)).equals(text));
  }
});
