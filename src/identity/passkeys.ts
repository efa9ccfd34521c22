// Passkeys (WebAuthn): what a browser is asked for, and whether its answer is right. Nothing is stored here. A passkey
// verifies its user by a PIN or fingerprint, so it counts as two factors.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Config } from '../platform/config/config.ts';
import { idBytes, isId, readId } from '../platform/values/ids.ts';
import type { Passkey } from './second-factor-queries.ts';

export type PasskeyAssertion = AuthenticationResponseJSON;
export type PasskeyAttestation = RegistrationResponseJSON;
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON;

/** Ed25519, ECDSA with P-256, and RSA: what every device has one of. */
const supportedAlgorithmIDs = [-8, -7, -257];
/** How long a browser waits for the person, in milliseconds. */
const timeout = 300_000;

/** The library, loaded with the first passkey: it brings every eighth file of a start. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * The site that passkeys belong to, from PUBLIC_URL. Undefined where browsers refuse passkeys: at an address of
 * numbers, and without https except on localhost.
 */
export function passkeySite({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; origin: string } | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isNumbers = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isNumbers || !isSecure ? undefined : { id: hostname, origin };
}

/** What the browser needs to make a passkey for a person. Throws if the site can have none (passkeySite). */
export async function creationOptions(
  config: Config,
  person: { readonly id: string; readonly email: string; readonly name: string },
  token: string,
  existing: readonly Passkey[],
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: 'Haldur',
    rpID: requireSite(config).id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(idBytes(person.id)),
    challenge: token,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * What the browser needs to use a passkey: one of these, or without them any of the site. Throws if the site can have
 * none (passkeySite).
 */
export async function requestOptions(
  config: Config,
  token: string,
  allowed: readonly Passkey[] | undefined,
): Promise<PasskeyRequest> {
  const choice = allowed === undefined ? {} : { allowCredentials: allowed.map(descriptorOf) };
  const options = { rpID: requireSite(config).id, challenge: token, timeout, userVerification: 'required' } as const;
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({ ...options, ...choice });
}

/** Returns the new passkey of an answer to creationOptions; undefined if the answer is not right. */
export async function verifyCreation(
  config: Config,
  token: string,
  response: PasskeyAttestation,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports'> | undefined> {
  const { id, origin } = requireSite(config);
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    if (!(await hasNoCertificate(response))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challengeOf(token),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: (response.response.transports ?? []).slice(0, 10),
    };
  } catch {
    return undefined; // The library throws for everything that is not right.
  }
}

/** Returns the device's counter in an answer to requestOptions; undefined if the answer is not right. */
export async function verifyUse(
  config: Config,
  token: string,
  response: PasskeyAssertion,
  passkey: Passkey,
): Promise<number | undefined> {
  const { id, origin } = requireSite(config);
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challengeOf(token),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The id of a passkey in an answer. */
export function credentialIdOf({ id }: Pick<PasskeyAssertion, 'id'>): Buffer {
  return Buffer.from(id, 'base64url');
}

/** The person whom a passkey claims to belong to; unverified. */
export function claimedPerson({ response }: PasskeyAssertion): string | undefined {
  const bytes = Buffer.from(response.userHandle ?? '', 'base64url');
  const id = bytes.length === 16 ? readId(bytes, 0) : '';
  return isId(id) ? id : undefined;
}

/**
 * We ask for no certificate of the device. One sent all the same is not looked at: the library would fetch what it
 * names.
 */
async function hasNoCertificate({ response }: PasskeyAttestation): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** What a passkey signs for a token: a browser shows it encoded. */
function challengeOf(token: string): string {
  return Buffer.from(token).toString('base64url');
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: credentialId.toString('base64url'), transports: [...transports] };
}

function requireSite(config: Config): { id: string; origin: string } {
  const site = passkeySite(config);
  if (site === undefined) throw new Error('There are no passkeys at this PUBLIC_URL.'); // Callers look first.
  return site;
}
