// Encryption of stored secrets. A text can be decrypted only with the key and the context it was encrypted with.
import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto';

// Format: version (1 byte), key id (4), nonce (12), ciphertext, tag (16). The nonce is random, which NIST SP 800-38D
// allows for 2^32 texts per key.
const version = 1;
const keyIdEnd = 5;
const nonceEnd = 17;
const tagLength = 16;

/** Encrypts with AES-256-GCM. `context` identifies the place of the text, such as a row's ids; `key` has 32 bytes. */
export function encrypt(key: Buffer, context: string, plaintext: string): Buffer {
  const head = Buffer.concat([Buffer.from([version]), keyId(key), randomBytes(nonceEnd - keyIdEnd)]);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), head.subarray(keyIdEnd), {
    authTagLength: tagLength,
  });
  cipher.setAAD(associatedData(head, context));
  return Buffer.concat([head, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts a text with the one of some keys that it names. Throws an Error that distinguishes a missing key from
 * changed or moved bytes.
 */
export function decrypt(keys: readonly Buffer[], context: string, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
  if (bytes[0] !== version || bytes.length < nonceEnd + tagLength) {
    throw new Error(`This is not a sealed text of version ${version} (${context}).`);
  }
  const usedKeyId = bytes.subarray(1, keyIdEnd);
  const key = keys.find((each) => usedKeyId.equals(keyId(each)));
  if (key === undefined) {
    const keyIds = keys.map((each) => keyId(each).toString('hex')).join(', ');
    throw new Error(
      `Sealed under key ${usedKeyId.toString('hex')}, but the service runs with key ${keyIds} (${context}).`,
    );
  }
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), bytes.subarray(keyIdEnd, nonceEnd), {
    authTagLength: tagLength,
  });
  decipher.setAAD(associatedData(bytes.subarray(0, nonceEnd), context)).setAuthTag(bytes.subarray(-tagLength));
  const text = decipher.update(bytes.subarray(nonceEnd, -tagLength));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error(`The sealed text was changed, or belongs elsewhere (${context}).`, { cause });
  }
}

/** Returns an id of a key that does not reveal it, so that texts encrypted with another key are recognised. */
export function keyId(key: Buffer): Buffer {
  return createHash('sha256')
    .update('key id\0')
    .update(key)
    .digest()
    .subarray(0, keyIdEnd - 1);
}

function associatedData(head: Buffer, context: string): Buffer {
  return Buffer.concat([head.subarray(0, keyIdEnd), Buffer.from(context, 'utf8')]);
}
