// Banks that an organization's residents can pay through. Keys are stored encrypted and never shown again.
import { createHmac, generateKeyPair } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { type LoggedValues, logSecurityEvent } from '../../identity/security-log.ts';
import { type Config, deriveAcceptedKeys, deriveKey } from '../../platform/config/config.ts';
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../../platform/db/scope.ts';
import { Conflict, NotFound, orNotFound } from '../../platform/errors.ts';
import { newId } from '../../platform/values/ids.ts';
import {
  type BankInput,
  type BankKeys,
  fingerprint,
  mayUseSandbox,
  ownKeyBits,
  parseBankInput,
  requireStrongBank,
  requireUsedSettings,
} from './bank-settings.ts';
import * as queries from './banklink-queries.ts';
import type { IpizzaTerms } from './ipizza.ts';
import type { Bank, BankFacts } from './model.ts';
import type { ProviderName } from './provider.ts';

/** The key that encrypts the keys of banks. */
export const encryptionPurpose = 'bank keys';

/** The sandbox bank that an organization has where it may use one, unless one is created with another name. */
export const sandboxBank = { name: 'sandbox', title: 'Sandbox bank', provider: 'sandbox' } as const;

/**
 * Creates a bank. Throws Invalid, Conflict (already_exists). For the provider sandbox, `makeSandboxKeys` supplies the
 * keys.
 */
export async function createBank(
  scope: Scope,
  input: BankInput & { name: string; provider: ProviderName },
  sandboxKeys: BankKeys = {},
): Promise<Bank> {
  const { name, provider, title = name, ...settings } = input;
  requireUsedSettings(provider, settings);
  requireStrongBank(scope.config, settings);
  const { terms, keys } = parseBankInput(scope, provider, { ...input, ...sandboxKeys });
  const id = newId();
  const bank = {
    id,
    name,
    title: title.trim(),
    provider,
    terms,
    keys: encryptBankKeys(scope, id, keys),
    createdAt: scope.now,
    updatedAt: scope.now,
    archivedAt: null,
  } as Bank;
  if (!(await queries.insertBank(scope, bank)))
    throw new Conflict('already_exists', `A bank named ${name} already exists.`);
  await logSecurityEvent(scope, 'bank_added', {
    bankId: id,
    about: bank.title,
    before: {},
    after: securityFactsOf(scope, bank),
  });
  return bank;
}

/** Changes the given fields and keeps the rest, including keys. Throws NotFound, Invalid. */
export async function changeBank(scope: Scope, id: string, input: Omit<BankInput, 'name'>): Promise<Bank> {
  const before = orNotFound(await queries.lockBank(scope, id));
  requireUsedSettings(before.provider, input);
  requireStrongBank(scope.config, input);
  const all = { ...before.terms, ...decryptBankKeys(scope, before), ...input };
  const { terms, keys } = parseBankInput(scope, before.provider, all);
  const title = input.title?.trim() ?? before.title;
  if (isDeepStrictEqual([title, terms, keys], [before.title, before.terms, decryptBankKeys(scope, before)]))
    return before;
  const bank = { ...before, title, terms, keys: encryptBankKeys(scope, id, keys), updatedAt: scope.now } as Bank;
  await queries.updateBank(scope, bank);
  const change = { before: securityFactsOf(scope, before), after: securityFactsOf(scope, bank) };
  await logSecurityEvent(scope, 'bank_changed', { bankId: id, about: title, ...change });
  return bank;
}

/**
 * Removes a bank: no new payments can start, and its keys are erased. Results of payments already started are still
 * accepted. Throws NotFound.
 */
export async function removeBank(scope: Scope, id: string): Promise<void> {
  const bank = await getBank(scope, id);
  await queries.archiveBank(scope, id);
  await logSecurityEvent(scope, 'bank_removed', {
    bankId: id,
    about: bank.title,
    before: securityFactsOf(scope, bank),
    after: {},
  });
}

/** One bank of the organization. Throws NotFound. */
export async function getBank(scope: Scope, id: string): Promise<Bank> {
  const bank = await queries.findBank(scope, id);
  if (bank === undefined || bank.archivedAt !== null) throw new NotFound();
  return bank;
}

/** The keys of a bank; none when it was removed. */
export function decryptBankKeys({ config, caller }: Pick<Scope, 'config' | 'caller'>, bank: BankFacts): BankKeys {
  if (bank.keys === null) return {};
  return JSON.parse(
    decrypt(deriveAcceptedKeys(config, encryptionPurpose), encryptionContext(caller.tenantId, bank.id), bank.keys),
  ) as BankKeys;
}

/** The address a bank receives payers at. The sandbox bank is part of this service. */
export function bankUrlOf({ config, caller }: Pick<Scope, 'config' | 'caller'>, bank: Bank): string {
  return bank.provider === 'sandbox'
    ? `${config.publicUrl}/sandbox-bank/${caller.tenantId}/${bank.id}`
    : bank.terms.url;
}

/** Makes sure that the sandbox bank exists where it may be used; organizations do not have to create it. */
export async function ensureSandbox(app: AppContext, tenantId: string): Promise<void> {
  const caller = serviceCaller(tenantId);
  const isMissing = async (scope: Scope) =>
    mayUseSandbox(scope) && (await queries.findBanks(scope)).every((bank) => bank.provider !== 'sandbox');
  if (!(await inTenant(app, caller, isMissing, 'read only'))) return;
  const keys = await makeSandboxKeys(app.config);
  await inTenant(app, caller, (scope) =>
    createBank(scope, sandboxBank, keys).catch((error) => {
      if (!(error instanceof Conflict)) throw error; // Another request created it first.
    }),
  );
}

const generateKeyPairAsync = promisify(generateKeyPair);

/** Key pairs for both sides of a sandbox bank. Slow, so do not call it inside a transaction. */
export async function makeSandboxKeys(
  config: Config,
): Promise<Required<Pick<BankKeys, 'privateKey' | 'bankPrivateKey'>>> {
  const pem = async () => {
    const { privateKey } = await generateKeyPairAsync('rsa', { modulusLength: ownKeyBits(config) });
    return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  };
  const [privateKey, bankPrivateKey] = await Promise.all([pem(), pem()]);
  return { privateKey, bankPrivateKey };
}

/** What the security log records of a bank: of its keys only fingerprints. */
function securityFactsOf(scope: Scope, bank: Bank): LoggedValues {
  const { privateKey, secretKey } = decryptBankKeys(scope, bank);
  const { bankKey, ...terms }: Partial<IpizzaTerms> = bank.terms;
  const shared = (secret: string) =>
    createHmac('sha256', deriveKey(scope.config, encryptionPurpose)).update(secret).digest('hex');
  const key = privateKey === undefined ? shared(secretKey ?? '') : fingerprint(privateKey);
  const facts = { title: bank.title, provider: bank.provider, ...terms, key: fingerprintHint(key) };
  return bankKey === undefined ? facts : { ...facts, bankKey: fingerprintHint(fingerprint(bankKey)) };
}

function fingerprintHint(print: string): string {
  return `${print.slice(0, 12)}…`;
}

function encryptBankKeys({ config, caller }: Scope, id: string, keys: BankKeys): Buffer {
  return encrypt(deriveKey(config, encryptionPurpose), encryptionContext(caller.tenantId, id), JSON.stringify(keys));
}

/** What binds encrypted keys to their bank. */
export function encryptionContext(tenantId: string, bankId: string): string {
  return `keys of bank ${bankId}, tenant ${tenantId}`;
}
