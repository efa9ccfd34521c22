// Fixture of banklink tests: banks with generated keys, and their messages, signed by the published rule and not by the
// code under test.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createBilledBuilding, createThreeInvoices, markSent } from './billing-fixture.ts';
import type { Answer, TestOrganization, TestService, Thing } from './service-fixture.ts';

export type BankFormFields = Record<string, string>;
export type StartedPayment = Thing & {
  readonly bank: string;
  readonly amount: number;
  readonly method: string;
  readonly url: string;
  readonly fields: BankFormFields;
  readonly payUrl: string;
  readonly expiresAt: string;
};
type TestBank = {
  readonly id: string;
  readonly name: string;
  readonly version: '008' | '009';
  readonly merchantKey: KeyObject;
  readonly bankKey: KeyObject;
};

export const iban = 'EE382200221020145685';
export const payerIban = 'EE471000001020145685';

/** The signed fields of a bank's messages, as listed in the specification of the Estonian Banking Association. */
export const signedFieldNames: Readonly<Record<string, readonly string[]>> = {
  '1111': [
    'VK_SERVICE',
    'VK_VERSION',
    'VK_SND_ID',
    'VK_REC_ID',
    'VK_STAMP',
    'VK_T_NO',
    'VK_AMOUNT',
    'VK_CURR',
    'VK_REC_ACC',
    'VK_REC_NAME',
    'VK_SND_ACC',
    'VK_SND_NAME',
    'VK_REF',
    'VK_MSG',
    'VK_T_DATETIME',
  ],
  '1911': ['VK_SERVICE', 'VK_VERSION', 'VK_SND_ID', 'VK_REC_ID', 'VK_STAMP', 'VK_REF', 'VK_MSG'],
};

/** A new RSA key, and its PEM. */
export function makeRsaKey(bits = 2048): { key: KeyObject; pem: string; publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return {
    key: privateKey,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

/** The body that creates an iPizza bank with these keys. */
export const bankBody = (ours: { pem: string }, theirs: { publicPem: string }) => ({
  name: 'kodupank',
  provider: 'ipizza',
  url: 'https://pank.example/banklink',
  merchant: 'KASE12',
  bankId: 'KODU',
  version: '009',
  privateKey: ours.pem,
  bankKey: theirs.publicPem,
});

/** A bank of an organization, created over the console API. */
export async function createTestBank(
  g: Pick<TestService, 'ask'>,
  { owner }: Pick<TestOrganization, 'owner'>,
  { name = 'kodupank', version = '009', ...more }: { name?: string; version?: '008' | '009'; service?: string } = {},
): Promise<TestBank> {
  const [ours, theirs] = [makeRsaKey(), makeRsaKey()];
  const body = { ...bankBody(ours, theirs), title: 'Kodupank', name, version, ...more };
  const answer = await g.ask('POST', '//console/api/banks', { as: owner, body });
  if (answer.status !== 201) throw new Error(`The bank was not made: ${answer.text}`);
  return { id: answer.data.id, name, version, merchantKey: ours.key, bankKey: theirs.key };
}

/** A building with a bank account, and its three sent invoices. */
export async function createSentInvoices(
  g: TestService,
  { owner }: Pick<TestOrganization, 'owner'>,
  billing: Record<string, unknown> = {},
): Promise<{ buildingId: string; apartments: readonly Thing[]; invoices: readonly [string, string, string] }> {
  const { building, apartments } = await createBilledBuilding(g, owner, {
    iban,
    beneficiary: 'KÜ Kase 12',
    ...billing,
  });
  const invoices = await createThreeInvoices(g, owner, building.id);
  for (const id of invoices) await markSent(g, id);
  return { buildingId: building.id, apartments, invoices };
}

/** Starts a payment over the API. Throws when it is rejected. */
export async function initiatePayment(
  g: Pick<TestService, 'ask'>,
  as: string,
  body: Record<string, unknown>,
): Promise<StartedPayment> {
  const answer = await g.ask<StartedPayment>('POST', '/payments/banklink', { as, body });
  if (answer.status !== 201) throw new Error(`The payment was not begun: ${answer.text}`);
  return answer.data;
}

/** Signs fields as a bank does: each after its length in characters, with RSA PKCS #1 v1.5. */
export function signFields(bank: Pick<TestBank, 'version' | 'bankKey'>, fields: BankFormFields): BankFormFields {
  const text = (signedFieldNames[fields.VK_SERVICE ?? ''] ?? [])
    .map((name) => `${String(Array.from(fields[name] ?? '').length).padStart(3, '0')}${fields[name] ?? ''}`)
    .join('');
  const mac = sign(bank.version === '008' ? 'RSA-SHA1' : 'RSA-SHA512', Buffer.from(text, 'utf8'), bank.bankKey);
  return { ...fields, VK_MAC: mac.toString('base64') };
}

/** The bank's message of a completed payment. */
export function paidMessage(
  bank: TestBank,
  { fields: asked }: StartedPayment,
  changes: BankFormFields = {},
): BankFormFields {
  return {
    ...signFields(bank, {
      VK_SERVICE: '1111',
      VK_VERSION: bank.version,
      VK_SND_ID: 'KODU',
      VK_REC_ID: 'KASE12',
      VK_STAMP: asked.VK_STAMP ?? '',
      VK_T_NO: '4711',
      VK_AMOUNT: asked.VK_AMOUNT ?? '',
      VK_CURR: 'EUR',
      VK_REC_ACC: asked.VK_ACC ?? iban,
      VK_REC_NAME: asked.VK_NAME ?? 'KÜ Kase 12',
      VK_SND_ACC: payerIban,
      VK_SND_NAME: 'Õie Šmidt',
      VK_REF: asked.VK_REF ?? '',
      VK_MSG: asked.VK_MSG ?? '',
      VK_T_DATETIME: '2026-11-20T11:00:00+0200',
      ...changes,
    }),
    VK_ENCODING: 'UTF-8',
    VK_LANG: 'EST',
    VK_AUTO: 'N',
  };
}

/** The bank's message of a cancelled payment. */
export function failedMessage(
  bank: TestBank,
  { fields: asked }: StartedPayment,
  changes: BankFormFields = {},
): BankFormFields {
  return {
    ...signFields(bank, {
      VK_SERVICE: '1911',
      VK_VERSION: bank.version,
      VK_SND_ID: 'KODU',
      VK_REC_ID: 'KASE12',
      VK_STAMP: asked.VK_STAMP ?? '',
      VK_REF: asked.VK_REF ?? '',
      VK_MSG: asked.VK_MSG ?? '',
      ...changes,
    }),
    VK_ENCODING: 'UTF-8',
    VK_AUTO: 'N',
  };
}

/** Sends a message to the address that the bank was given, by POST or GET. */
export function sendCallback(
  g: Pick<TestService, 'ask'>,
  { fields: asked }: Pick<StartedPayment, 'fields'>,
  message: BankFormFields,
  method: 'GET' | 'POST' = 'POST',
): Promise<Answer> {
  const back = new URL(asked.VK_RETURN ?? '');
  const form = new URLSearchParams(message).toString();
  const path = `/${back.pathname}${back.search}`;
  if (method === 'GET') return g.ask('GET', `${path}&${form}`);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return g.ask('POST', path, { raw: form, headers });
}
