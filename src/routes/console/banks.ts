// Console API: banks for online payments, and their callbacks. For owners in person; keys can be set but are never
// shown.

import {
  createdResponse,
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { fingerprint } from '../../payments/banklink/bank-settings.ts';
import { bankOrders, callbackOrders, listBanks, listCallbacks } from '../../payments/banklink/banklink-queries.ts';
import { changeBank, createBank, decryptBankKeys, makeSandboxKeys, removeBank } from '../../payments/banklink/banks.ts';
import { ipizzaServices, ipizzaVersions } from '../../payments/banklink/ipizza.ts';
import type { Bank } from '../../payments/banklink/model.ts';
import { providers } from '../../payments/banklink/provider.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { consoleBase } from './base-path.ts';

const pem = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 20_000, description, examples: ['-----BEGIN …'] }));
const settingFields = {
  url: Type.Optional(
    Text(500, {
      description: 'iPizza: the URL of the bank’s form. Montonio: its API, by default the live one.',
      examples: ['https://www.swedbank.ee/banklink'],
    }),
  ),
  merchant: Type.Optional(
    Text(60, {
      description: 'The organization’s number at the bank (VK_SND_ID), or the store’s access key at Montonio.',
      examples: ['KUKASE12'],
    }),
  ),
  bankId: Type.Optional(
    Text(15, { description: 'The sender id of an iPizza bank in its callbacks (VK_SND_ID).', examples: ['HP'] }),
  ),
  version: Type.Optional(
    OneOf(ipizzaVersions, {
      description: '008 signs with SHA-1, 009 with SHA-512. Only the agreed version is accepted.',
    }),
  ),
  service: Type.Optional(
    OneOf(ipizzaServices, {
      description:
        '1011 names the receiver, 1012 leaves it to the contract. Default: 1011 if the building has an IBAN.',
    }),
  ),
  lengths: Type.Optional(
    OneOf(['characters', 'bytes'], {
      description: 'How the bank counts the lengths it signs; a few banks still count bytes.',
    }),
  ),
};
const title = Type.Optional(Text(60, { description: 'The name for payers.', examples: ['Swedbank'] }));
const keyFields = {
  privateKey: pem(
    'The organization’s private RSA key, PEM, 3072 bits or more (with ALLOW_WEAK_BANKS 2048). Stored encrypted, never shown.',
  ),
  bankKey: pem('The bank’s public key or certificate, PEM, of the same size.'),
  secretKey: Type.Optional(
    Text(500, { description: 'The store’s secret key at Montonio. Stored encrypted, never shown.' }),
  ),
};
const provider = OneOf(providers, {
  description: 'sandbox: a bank for tests, in a test organization or with SANDBOX_BANK=true.',
});
const name = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,29}$',
  description: 'The name used in requests.',
  examples: ['swedbank'],
});

const BankBody = Type.Object({
  id: Id,
  name,
  title: Type.String(),
  provider,
  ...settingFields,
  keyFingerprint: Nullable(
    Type.String({ description: 'SHA-256 of the public part of the organization’s key; null for Montonio.' }),
  ),
  bankKeyFingerprint: Nullable(Type.String({ description: 'SHA-256 of the bank’s public key; null for Montonio.' })),
  createdAt: Instant,
  updatedAt: Instant,
});

function bankBody(scope: Scope, bank: Bank) {
  const { keys: _, archivedAt: __, terms: own, ...shown } = bank;
  const { privateKey } = decryptBankKeys(scope, bank);
  const { bankKey, url, ...rest } = { bankKey: undefined, ...own };
  return {
    ...rest,
    ...(url === '' ? {} : { url }), // A sandbox bank has the service's own URL.
    ...shown,
    keyFingerprint: privateKey === undefined ? null : fingerprint(privateKey),
    bankKeyFingerprint: bankKey === undefined ? null : fingerprint(bankKey),
  };
}

const list = operation({
  name: 'listBanks',
  route: 'GET /banks',
  summary: 'List banks',
  description: 'The banks for online payments, without their keys.',
  permission: 'banks:manage',
  rules: ['unlogged'],
  query: Type.Object(pagingQuery(Object.keys(bankOrders))),
  responses: showsPage('A page of banks.', BankBody),
  openPoints: ['P-44'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, Object.keys(bankOrders), async (page) =>
      (await listBanks(scope, page)).map((bank) => ({ ...bankBody(scope, bank), sortValue: bank.sortValue })),
    ),
});

const create = operation({
  name: 'createBank',
  route: 'POST /banks',
  summary: 'Add a bank',
  description: 'Invoices can be paid through it from now on. A sandbox bank gets its own keys, and they cannot be set.',
  permission: 'banks:manage',
  rules: ['confirmed'],
  body: Type.Object({ name, provider, title, ...settingFields, ...keyFields }),
  responses: showsNew('The bank, without its keys.', BankBody),
  errors: ['already_exists'],
  openPoints: ['P-44', 'P-132'],
  handle: {
    prepare: async ({ app }, _caller, { body }) => (body.provider === 'sandbox' ? makeSandboxKeys(app.config) : {}),
    run: async (scope, { body }, made) => {
      const bank = await createBank(scope, body, made);
      return createdResponse(bankBody(scope, bank), `${consoleBase}/banks/${bank.id}`);
    },
  },
});

const change = operation({
  name: 'changeBank',
  route: 'PATCH /banks/:id',
  summary: 'Change a bank',
  description: 'Changes only the given fields. A new key applies at once, also to payments already started.',
  permission: 'banks:manage',
  rules: ['confirmed'],
  body: Type.Object({ title, ...settingFields, ...keyFields }),
  responses: showsData('The updated bank.', BankBody),
  openPoints: ['P-44', 'P-132'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(bankBody(scope, await changeBank(scope, id, body))),
});

const remove = operation({
  name: 'removeBank',
  route: 'DELETE /banks/:id',
  summary: 'Remove a bank',
  description: 'Its keys are erased. Callbacks of an iPizza bank about payments already started are still accepted.',
  permission: 'banks:manage',
  rules: ['confirmed'],
  responses: showsNothing('Removed.'),
  openPoints: ['P-44', 'P-132'],
  handle: noContentAfter(removeBank),
});

const callbacks = operation({
  name: 'listBankCallbacks',
  route: 'GET /bank-callbacks',
  summary: 'List bank callbacks',
  description:
    'Messages about started payments, newest first, with the outcome of each: paid, repeated, cancelled, failed, ignored, or why it was rejected (signature, other_version, other_amount …). At most 100 for one payment.',
  permission: 'banks:manage',
  query: Type.Object({
    ...plainPagingQuery(Object.keys(callbackOrders)),
    sort: Type.Optional(OneOf(['-at', 'at'], { description: 'The sort order; default: newest first.' })),
    paymentId: Type.Optional({ ...Id, description: 'The id from the response that started the payment.' }),
  }),
  responses: showsPage(
    'A page of messages.',
    Type.Object({ id: Id, paymentId: Id, at: Instant, method: Type.String(), outcome: Type.String() }),
  ),
  openPoints: ['P-44'],
  handle: (scope, { path, query }) =>
    pageResponse(
      scope,
      { path, query: { ...query, sort: query.sort ?? '-at' } },
      Object.keys(callbackOrders),
      async (page) => {
        const { paymentId } = query;
        const rows = await listCallbacks(scope, paymentId === undefined ? {} : { orderId: paymentId }, page);
        return rows.map(({ orderId, ...row }) => ({ ...row, paymentId: orderId }));
      },
    ),
});

export const bankOperations = tagged('Banks', [list, create, change, remove, callbacks]);
