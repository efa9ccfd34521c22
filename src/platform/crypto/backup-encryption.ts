// Encryption of backups, in the age format: to a public key (the recipient), so that what decrypts them (the identity)
// need not be on the server.
import { readFileSync } from 'node:fs';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { loadLater } from '../processes/load-later.ts';

const age = loadLater<typeof import('age-encryption')>('age-encryption');

/** With it every encrypted file begins. */
const magic = 'age-encryption.org/v1\n';
/** A file has one line of this kind, after its recipients. Ours have a header of some hundred bytes. */
const headerEnd = '\n--- ';
const maxHeaderBytes = 65_536;

/** Yields bytes encrypted for every one of the recipients; as they are if there is none. */
export async function* encryptFor(
  recipients: readonly string[],
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (recipients.length === 0) return yield* source;
  const encrypter = new (age().Encrypter)();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  for await (const part of await encrypter.encrypt(ReadableStream.from(source))) yield asBuffer(part);
}

/** Reports whether a file that begins with these bytes is encrypted. */
export function isEncrypted(beginning: Buffer): boolean {
  return beginning.toString('latin1', 0, magic.length) === magic;
}

/**
 * Yields decrypted bytes; every one was authenticated, and at the end it is certain that none is missing. `name` is for
 * messages. Throws OperatorError for bytes that were encrypted for others, cut short or changed.
 */
export async function* decryptWith(
  identities: readonly string[],
  source: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  if (identities.length === 0)
    throw new OperatorError(`${name} is encrypted. Name the file with the secret key: --identity FILE.`);
  const decrypter = new (age().Decrypter)();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    const plain = await decrypter.decrypt(ReadableStream.from(withBoundedHeader(source)));
    for await (const part of plain) yield asBuffer(part);
  } catch (error) {
    if (codeOf(error) !== undefined || error instanceof OperatorError) throw error;
    throw new OperatorError(
      messageOf(error).startsWith('no identity matched')
        ? `${name} was encrypted for another key than the one of --identity.`
        : `${name} is damaged: it was cut short or changed since it was written. Use another copy of it.`,
    );
  }
}

/** The library reads the header into memory, however long it is. */
async function* withBoundedHeader(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header: Buffer | undefined = Buffer.alloc(0);
  for await (const part of source) {
    if (header !== undefined) {
      header = Buffer.concat([header, part]);
      if (header.includes(headerEnd)) header = undefined;
      else if (header.length > maxHeaderBytes) throw new Error('The header has no end.');
    }
    yield part;
  }
}

/**
 * The recipients in a setting, separated by commas or spaces. Throws OperatorError for a text that is none; a secret
 * key is not repeated.
 */
export function parseRecipients(setting: string, text: string): string[] {
  const recipients = text.split(/[\s,]+/).filter((each) => each !== '');
  for (const recipient of recipients) {
    if (/^age-secret-key/i.test(recipient))
      throw new OperatorError(
        `${setting} is a secret key, which does not belong on the server. Name its public key: \`age-keygen -y FILE\` prints it.`,
      );
    if (!isRecipient(recipient))
      throw new OperatorError(
        `${setting} must be the public key (age1…) that \`age-keygen\` prints, or several of them with commas. It is "${text}".`,
      );
  }
  return recipients;
}

/** Only those that this service can decrypt again, not those of hardware keys. */
function isRecipient(text: string): boolean {
  if (!/^age1(pq1)?[02-9ac-hj-np-z]+$/.test(text)) return false;
  try {
    new (age().Encrypter)().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads the secret keys of a file of `age-keygen`. Throws OperatorError for a file that holds none. */
export function readIdentities(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`The identity file ${file} cannot be read: ${messageOf(error)}.`);
  }
  const identities = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (text.startsWith(magic) || text.startsWith('-----BEGIN AGE ENCRYPTED FILE-----'))
    throw new OperatorError(
      `The identity file ${file} is protected by a passphrase. Use: age -d ${file} | npm run admin -- … --identity /dev/stdin`,
    );
  try {
    const decrypter = new (age().Decrypter)();
    for (const identity of identities) decrypter.addIdentity(identity.trim());
  } catch {
    identities.length = 0;
  }
  if (identities.length === 0)
    throw new OperatorError(`${file} holds no secret key of age (AGE-SECRET-KEY-1…), such as \`age-keygen\` writes.`);
  return identities.map((identity) => identity.trim());
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
