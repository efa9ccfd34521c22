// Validates the settings of a bank as an owner enters them; rejects weak keys and addresses that forms must not be sent
// to.
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Invalid, type Problem } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/network.ts';
import { type IpizzaTerms, type IpizzaVersion, type LengthUnit, maxLengths } from './ipizza.ts';
import { type MontonioTerms, montonioUrls } from './montonio.ts';
import type { ProviderName } from './provider.ts';

const minKeyBits = 2048;
/** With 128 bits of security (NIST SP 800-57). Banks that offer less need ALLOW_WEAK_BANKS. */
const strongKeyBits = 3072;

/** The size of keys that the service generates. */
export function ownKeyBits({ allowWeakBanks }: Pick<Config, 'allowWeakBanks'>): number {
  return allowWeakBanks ? minKeyBits : strongKeyBits;
}

/**
 * The secret keys, stored encrypted: PEM of private RSA keys, or the secret shared with Montonio. `bankPrivateKey`
 * belongs to the sandbox bank.
 */
export type BankKeys = {
  readonly privateKey?: string;
  readonly secretKey?: string;
  readonly bankPrivateKey?: string;
};

/** The settings of a bank as an owner enters them. */
export type BankInput = BankKeys & {
  readonly title?: string;
  readonly url?: string;
  readonly merchant?: string;
  readonly bankId?: string;
  readonly version?: IpizzaVersion;
  readonly service?: '1011' | '1012';
  readonly lengths?: LengthUnit;
  readonly bankKey?: string;
};

type BankSettings = { readonly terms: IpizzaTerms | MontonioTerms; readonly keys: BankKeys };

/** The settings that each kind of bank has. */
const settingsOf: Readonly<Record<ProviderName, readonly (keyof BankInput)[]>> = {
  ipizza: ['url', 'merchant', 'bankId', 'version', 'service', 'lengths', 'bankKey', 'privateKey'],
  montonio: ['url', 'merchant', 'secretKey'],
  sandbox: ['merchant', 'version', 'service'],
};

/** Throws Invalid for settings that a bank of this kind does not have, so that nobody believes they are used. */
export function requireUsedSettings(provider: ProviderName, { title: _, ...sent }: BankInput): void {
  const unused = (Object.keys(sent) as (keyof BankInput)[]).filter(
    (name) => sent[name as keyof typeof sent] !== undefined && !settingsOf[provider].includes(name),
  );
  if (unused.length > 0)
    throw new Invalid(
      unused.map((name) => bodyProblem([name], 'not_allowed', `A bank of the provider ${provider} has no ${name}.`)),
    );
}

/**
 * Throws Invalid if new settings are weaker than keys of 3,072 bits and SHA-512, unless the operator allows it. What a
 * bank has already, it keeps.
 */
export function requireStrongBank({ allowWeakBanks }: Config, { version, ...keys }: BankInput): void {
  if (allowWeakBanks) return;
  const advice = 'Ask the bank for a stronger one, or the operator to set ALLOW_WEAK_BANKS.';
  const problems = (['bankKey', 'privateKey'] as const).flatMap((field) => {
    const pem = keys[field];
    const bits = pem && tryOrUndefined(() => createPublicKey(pem))?.asymmetricKeyDetails?.modulusLength;
    if (!bits || bits >= strongKeyBits) return [];
    return [
      bodyProblem([field], 'not_allowed', `${field} has ${bits} bits, and ${strongKeyBits} are needed. ${advice}`),
    ];
  });
  if (version === '008')
    problems.push(
      bodyProblem(['version'], 'not_allowed', `Version 008 signs with SHA-1, which is too weak. ${advice}`),
    );
  if (problems.length > 0) throw new Invalid(problems);
}

/** The terms and keys of a bank in their stored form. Throws Invalid with all problems. */
export function parseBankInput(
  scope: Pick<Scope, 'config' | 'isTest'>,
  provider: ProviderName,
  input: BankInput,
): BankSettings {
  if (provider === 'sandbox') return parseSandbox(scope, input);
  if (scope.isTest)
    throw new Invalid([
      bodyProblem(
        ['provider'],
        'not_allowed',
        'A test organization has a sandbox bank only: provider must be sandbox.',
      ),
    ]);
  return provider === 'montonio' ? parseMontonio(scope.config, input) : parseIpizza(scope.config, input);
}

/** Reports whether an organization may use the sandbox bank: a test organization, or everybody with SANDBOX_BANK. */
export function mayUseSandbox({ config, isTest }: Pick<Scope, 'config' | 'isTest'>): boolean {
  return isTest || config.sandboxBank;
}

function parseIpizza(config: Config, input: BankInput): BankSettings {
  const problems = missingFields(input, ['url', 'merchant', 'bankId', 'version', 'bankKey', 'privateKey']);
  const { url = '', merchant = '', bankId = '', version = '009', service, lengths } = input;
  if (url !== '' && !isBankUrl(url, config))
    problems.push(bodyProblem(['url'], 'invalid_url', 'url must be the https address that the bank accepts forms at.'));
  problems.push(...merchantProblems(merchant));
  const bankKey = readKey(input.bankKey, 'bankKey', createPublicKey, problems);
  const privateKey = readKey(input.privateKey, 'privateKey', createPrivateKey, problems);
  if (problems.length > 0 || bankKey === undefined || privateKey === undefined) throw new Invalid(problems);
  const optional = { ...(service === undefined ? {} : { service }), ...(lengths === undefined ? {} : { lengths }) };
  const terms = { url, merchant: merchant.trim(), bankId: bankId.trim(), version, ...optional };
  return {
    terms: { ...terms, bankKey: publicPem(bankKey) },
    keys: { privateKey: privatePem(privateKey) },
  };
}

function parseMontonio(config: Config, input: BankInput): BankSettings {
  const problems = missingFields(input, ['merchant', 'secretKey']);
  const { url = montonioUrls[0], merchant = '', secretKey = '' } = input;
  if (!(montonioUrls as readonly string[]).includes(url) && !isLocalUrl(url, config))
    problems.push(bodyProblem(['url'], 'not_allowed', `url must be one of ${montonioUrls.join(', ')}.`));
  if (problems.length > 0) throw new Invalid(problems);
  return { terms: { url, merchant: merchant.trim() }, keys: { secretKey: secretKey.trim() } };
}

/**
 * Both sides of the sandbox bank are ours, so its keys are generated, and nobody can set them: what it signs and calls
 * is the service's own.
 */
function parseSandbox(scope: Pick<Scope, 'config' | 'isTest'>, input: BankInput): BankSettings {
  const { version = '009', service, merchant = 'haldur', bankPrivateKey } = input;
  if (!mayUseSandbox(scope))
    throw new Invalid([
      bodyProblem(
        ['provider'],
        'not_allowed',
        'A sandbox bank is available only in a test organization, or with SANDBOX_BANK=true.',
      ),
    ]);
  if (input.privateKey === undefined || bankPrivateKey === undefined)
    throw new Error('The keys of the sandbox bank are missing.');
  const problems = merchantProblems(merchant);
  const privateKey = readKey(input.privateKey, 'privateKey', createPrivateKey, problems);
  if (privateKey === undefined || problems.length > 0) throw new Invalid(problems);
  const bankKey = publicPem(createPublicKey(bankPrivateKey));
  const terms = { url: '', merchant: merchant.trim(), bankId: 'SANDBOX', version, bankKey };
  return {
    terms: service === undefined ? terms : { ...terms, service },
    keys: { privateKey: privatePem(privateKey), bankPrivateKey },
  };
}

/** Banks reject a longer one, so no payment could start. */
function merchantProblems(merchant: string): Problem[] {
  const most = maxLengths.VK_SND_ID ?? 0;
  if ([...merchant.trim()].length <= most) return [];
  return [bodyProblem(['merchant'], 'wrong_length', `merchant has at most ${most} characters (VK_SND_ID).`, { most })];
}

function missingFields(written: BankInput, names: readonly (keyof BankInput)[]): Problem[] {
  return names.flatMap((name) =>
    written[name] === undefined ? [bodyProblem([name], 'required', `${name} is required for this provider.`)] : [],
  );
}

/** A form may be sent only to https; in development also to this machine. */
function isBankUrl(text: string, config: Config): boolean {
  const url = URL.parse(text);
  if (isLocalUrl(text, config)) return true;
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
}

function isLocalUrl(text: string, config: Config): boolean {
  const url = URL.parse(text);
  if (url === null || !config.webhooks.allowPrivateTargets) return false;
  return url.protocol === 'http:' && isLoopback(url.hostname) && url.username === '';
}

/** An RSA key in PEM, or a certificate where a public key is expected. */
function readKey(
  pem: string | undefined,
  field: string,
  read: (pem: string) => KeyObject,
  problems: Problem[],
): KeyObject | undefined {
  if (pem === undefined) return undefined;
  const key = tryOrUndefined(() => read(pem));
  if (key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits) return key;
  const message = `${field} must be an RSA key of at least ${minKeyBits} bits in PEM, without a passphrase.`;
  problems.push(bodyProblem([field], 'invalid_key', message));
  return undefined;
}

function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined; // Not a valid key. The error is dropped because it could quote the key.
  }
}

function publicPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }) as string;
}

function privatePem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/**
 * The fingerprint of a key: the SHA-256 of the public part, as `openssl pkey -pubin -outform DER | sha256sum` prints
 * it. Accepts private keys too.
 */
export function fingerprint(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex');
}
