// The stored form of a person's identifier at a provider.
import { createHmac } from 'node:crypto';
import { type Config, deriveKey } from '../../platform/config/config.ts';
import type { ProviderPerson } from './provider-client.ts';

/** Hashes the issuer and the identifier there. It needs a key, as brokers use the personal code as identifier. */
export function subjectHash(config: Config, { issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>): Buffer {
  return createHmac('sha256', deriveKey(config, 'linked accounts')).update(`${issuer}\0${subject}`).digest();
}
