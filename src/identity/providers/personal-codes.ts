// National personal codes: how invitations and providers write them, and the keyed hash that is stored instead.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Config, deriveAcceptedKeys, deriveKey } from '../../platform/config/config.ts';

const purpose = 'personal codes';

/**
 * Returns a code with its country, such as EE38001085718; undefined if it is none. `PNOEE-38001085718` is the same, and
 * so is `38001085718` where the country is known to be EE. The country counts, as Estonian and Lithuanian codes look
 * alike.
 */
export function readPersonalCode(text: string, country?: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, '');
  const code = plain.startsWith('PNO') ? plain.slice(3) : plain;
  const complete = /^[A-Z]{2}/.test(code) || country === undefined ? code : country + code;
  return /^[A-Z]{2}[0-9A-Z]{5,30}$/.test(complete) ? complete : undefined;
}

/** The stored form of a code. It needs a key, as all codes can be tried. */
export function personalCodeHash(config: Config, code: string): Buffer {
  return hashWith(deriveKey(config, purpose), code);
}

/**
 * Reports whether a stored hash is that of a code, also under the other keys that are accepted while the secret key is
 * replaced.
 */
export function isHashOfCode(config: Config, hash: Buffer, code: string): boolean {
  return deriveAcceptedKeys(config, purpose).some((key) => timingSafeEqual(hash, hashWith(key, code)));
}

function hashWith(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code).digest();
}
