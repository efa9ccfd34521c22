// The stored form of a person's identifier at a provider.
import { createHmac } from 'node:crypto';
import { deriveAcceptedKeys } from '../../platform/config/config.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { ProviderPerson } from './provider-client.ts';

/**
 * Hashes the issuer and the identifier there. It needs a key, as brokers use the personal code as identifier. The first
 * hash is stored; the others are accepted while the secret key is replaced.
 */
export function subjectHashes(
  config: Scope['config'],
  { issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>,
): Buffer[] {
  return deriveAcceptedKeys(config, 'linked accounts').map((key) =>
    createHmac('sha256', key).update(`${issuer}\0${subject}`).digest(),
  );
}
