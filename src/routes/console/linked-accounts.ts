// Console API: the signed-in person's own accounts at sign-in providers.
import { noContentAfter, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Id, Instant, Nullable, Type } from '../../http/schemas.ts';
import { listLinkedAccounts, unlinkAccount } from '../../identity/providers/linked-accounts.ts';
import { Forbidden } from '../../platform/errors.ts';
import { beginFields, redirectResponses, sendToProvider } from './provider-sign-in.ts';

const tag = 'Account';

const list = operation({
  name: 'listLinkedAccounts',
  route: 'GET /me/linked-accounts',
  summary: 'List one’s own linked accounts',
  description: 'The accounts at sign-in providers with which the person can sign in; at most 100.',
  permission: 'own:account',
  responses: showsData(
    'The linked accounts, oldest first.',
    Type.Array(
      Type.Object({
        id: Id,
        provider: Type.String({
          description: 'The name of the provider; its issuer address if it is no longer configured.',
          examples: ['Smart-ID, Mobile-ID, ID-card'],
        }),
        linkedAt: Instant,
        lastUsedAt: Nullable(Instant),
      }),
    ),
  ),
  openPoints: ['P-137'],
  handle: async (scope) => okResponse(await listLinkedAccounts(scope)),
});

const link = operation({
  name: 'linkAccount',
  route: 'POST /me/linked-accounts',
  summary: 'Link an account at a provider',
  description:
    'Returns the URL at the provider. The account is linked when the browser comes back (`finishProviderSignIn`), if the same person is still signed in.',
  permission: 'own:account',
  rules: ['confirmed'],
  body: Type.Object(beginFields),
  responses: redirectResponses,
  errors: ['not_found'],
  openPoints: ['P-137'],
  handle: {
    prepare: async ({ app }, caller, input) => {
      if (caller.kind !== 'user') throw new Forbidden();
      const { tenantId, userId } = caller;
      return sendToProvider(app, input, { kind: 'link', tenantId, userId });
    },
    run: async (_scope, _input, response) => response,
  },
});

const unlink = operation({
  name: 'unlinkAccount',
  route: 'DELETE /me/linked-accounts/:id',
  summary: 'Unlink an account at a provider',
  description: 'The person can no longer sign in with it. Sessions begun with it stay.',
  permission: 'own:account',
  rules: ['confirmed'],
  responses: showsNothing('Unlinked.'),
  openPoints: ['P-137'],
  handle: noContentAfter(unlinkAccount),
});

export const linkedAccountOperations = tagged(tag, [list, link, unlink]);
