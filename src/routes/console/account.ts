// Console API: the signed-in person's own account, and sign-in by e-mailed links (magic links and invitations).

import type { OperationResponse } from '../../http/model.ts';
import { DataOf, noContent, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { deviceCookie, readBrowser } from '../../http/session-cookies.ts';
import { redeemMagicLink } from '../../identity/magic-links.ts';
import { changePassword, getProfile, type Profile, updateProfile } from '../../identity/profile.ts';
import type { SignInResult } from '../../identity/second-step.ts';
import { listAnsweredRequests } from '../../maintenance/maintenance-queries.ts';
import { callerRoles, type Scope } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { listOwnApartments } from '../../properties/property-queries.ts';
import { getSenderDetails } from '../../properties/sender-details.ts';
import { listVatExceptions } from '../../properties/sender-details-queries.ts';
import { acceptInvitation, showInvitation } from '../../residents/invitations.ts';
import { PasswordSchema, TokensBody } from '../api/token-bodies.ts';
import { factorRequestFields, secondStepResponse } from './second-factor-bodies.ts';

const token = Type.String({ minLength: 1, maxLength: 200, description: 'The part of the link after #.' });
const nextPage = {
  next: Nullable(
    Type.String({
      description: 'The page of the console that was named when the link was asked for: a path of this site.',
      examples: ['/console/invoices?status=overdue'],
    }),
  ),
};
const OwnApartmentBody = Type.Object({ id: Id, number: Type.String(), buildingId: Id, address: Type.String() });

const ProfileBody = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  language: OneOf(languages),
  role: OneOf(callerRoles),
  organization: Type.Object({
    id: Id,
    name: Type.String({ examples: ['KÜ Kase 12'] }),
    test: Type.Boolean({ description: 'Whether it is a test organization.' }),
    clockAheadSeconds: Type.Integer({
      description: 'How far its clock is ahead of real time; 0 for a real organization.',
      examples: [0],
    }),
    chargesVat: Type.Boolean({
      description: 'Whether it has a VAT number. Without one, prices and bills are entered with VAT.',
    }),
    vatExceptions: Type.Array(Id, {
      description: 'The buildings whose own sender differs in that. Of a resident’s homes alone for a resident.',
    }),
    phone: Nullable(
      Type.String({ description: 'Of its sender details; null if it names none.', examples: ['+372 5555 5555'] }),
    ),
  }),
  apartments: Type.Array(OwnApartmentBody, {
    description: 'Those that a resident has today, with the addresses of their buildings; of others, none.',
  }),
  formerApartments: Type.Array(OwnApartmentBody, {
    description: 'Those that a resident has left: invoices and accounts of their own days stay with them.',
  }),
  answeredRequests: Type.Array(Type.Object({ id: Id, title: Type.String(), answeredAt: Instant }), {
    description: 'The latest answers to open maintenance requests that a resident sees; of others, none.',
  }),
  lacksSecondFactor: Type.Boolean({
    description:
      'The organization requires a second factor, and this session has none: everything else is rejected until one is set up or given.',
  }),
  draftKey: Type.String({
    description:
      'Encrypts what the console stores of unsaved input in the browser: 256 bits in base64. Keep it in memory only.',
    examples: ['q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='],
  }),
});

const redeem = operation({
  name: 'redeemMagicLink',
  route: 'POST /magic-link/redeem',
  summary: 'Sign in by a link',
  description:
    'Uses the link. Call it when a person clicks, never when a page opens, because mail scanners open pages.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({ token, tenantId: Type.Optional(Id) }),
  responses: {
    200: { description: 'Signed in.', schema: DataOf(Type.Object({ ...TokensBody.properties, ...nextPage })) },
    202: { ...secondStepResponse, schema: DataOf(Type.Object({ ...factorRequestFields, ...nextPage })) },
  },
  errors: ['invalid_link', 'not_found'],
  openPoints: ['P-23', 'P-131'],
  handle: async ({ app, throttle }, input) => {
    const browser = readBrowser(app, input);
    const { result, next } = await redeemMagicLink(app, throttle, { ...input.body, ...browser });
    return tokensOrStep(result, deviceCookie(app, browser), { next });
  },
});

const show = operation({
  name: 'showInvitation',
  route: 'POST /invitations/show',
  summary: 'Look at an invitation',
  description: 'The content of an invitation, for the holder of its link. This does not use the link.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({ token }),
  responses: showsData(
    'The invitation.',
    Type.Object({
      organization: Type.String(),
      email: Type.String(),
      name: Nullable(Type.String()),
      role: OneOf(callerRoles),
      language: OneOf(languages),
      apartment: Type.Union([Type.Object({ address: Type.String(), number: Type.String() }), Type.Null()]),
      hasAccount: Type.Boolean({ description: 'If true, ask for the password of the account and for no name.' }),
      needsPersonalCode: Type.Boolean({
        description: 'If true, it can be accepted only at one of `providers` (`acceptInvitationAtProvider`).',
      }),
      providers: Type.Array(
        Type.Object({
          id: Type.String({ examples: ['eid'] }),
          name: Type.String({ examples: ['Smart-ID, Mobile-ID, ID card'] }),
        }),
      ),
      expiresAt: Instant,
    }),
  ),
  errors: ['invalid_link'],
  openPoints: ['P-42', 'P-138'],
  handle: async ({ app }, { body }) => okResponse(await showInvitation(app, body.token)),
});

const accept = operation({
  name: 'acceptInvitation',
  route: 'POST /invitations/accept',
  summary: 'Accept an invitation',
  description: 'A new person sets a name and a password; a person with an account enters its password.',
  permission: 'none',
  rules: ['always counted'],
  body: Type.Object({
    token,
    name: Type.Optional(Text(200)),
    password: PasswordSchema,
  }),
  responses: { 200: { description: 'Signed in.', schema: DataOf(TokensBody) }, 202: secondStepResponse },
  errors: ['invalid_link', 'invalid_credentials', 'sign_in_throttled', 'personal_code_required', 'already_exists'],
  openPoints: ['P-42', 'P-131'],
  handle: async ({ app, throttle }, input) => {
    const browser = readBrowser(app, input);
    const result = await acceptInvitation(app, throttle, { ...input.body, ...browser });
    return tokensOrStep(result, deviceCookie(app, browser));
  },
});

/** Tokens, or the second step that the sign-in needs, with more. */
function tokensOrStep(result: SignInResult, cookie: string, more: object = {}): OperationResponse {
  if (!('secondStep' in result)) return okResponse({ ...result, ...more }, { 'set-cookie': cookie });
  return { status: 202, body: { data: { ...result.secondStep, ...more } }, headers: { 'set-cookie': cookie } };
}

async function profileBody(scope: Scope, profile: Profile) {
  const { vatNumber, phone } = await getSenderDetails(scope);
  // Who lacks a second factor sees nothing but their account.
  const homes = profile.lacksSecondFactor ? { apartments: [], formerApartments: [] } : await listOwnApartments(scope);
  const isResident = profile.role === 'resident' && !profile.lacksSecondFactor;
  const chargesVat = vatNumber !== null;
  const isSeen = (buildingId: string) =>
    profile.role !== 'resident' ||
    Object.values(homes)
      .flat()
      .some((home) => home.buildingId === buildingId);
  const vatExceptions = profile.lacksSecondFactor ? [] : (await listVatExceptions(scope, chargesVat)).filter(isSeen);
  const answeredRequests = isResident ? await listAnsweredRequests(scope) : [];
  return {
    ...profile,
    ...homes,
    answeredRequests,
    organization: { ...profile.organization, chargesVat, vatExceptions, phone },
  };
}

const me = operation({
  name: 'getProfile',
  route: 'GET /me',
  summary: 'Fetch the signed-in person',
  description: 'The person, their role, the current organization, and the apartments that a resident has or had.',
  permission: 'own:account',
  rules: ['unlogged'],
  responses: showsData('The person.', ProfileBody),
  handle: async (scope) => okResponse(await profileBody(scope, await getProfile(scope))),
});

const changeMe = operation({
  name: 'updateProfile',
  route: 'PATCH /me',
  summary: 'Change one’s own name or language',
  description: 'E-mails are in this language.',
  permission: 'own:account',
  body: Type.Object({ name: Type.Optional(Text(200)), language: Type.Optional(OneOf(languages)) }),
  responses: showsData('The updated person.', ProfileBody),
  handle: async (scope, { body }) => okResponse(await profileBody(scope, await updateProfile(scope, body))),
});

const setPassword = operation({
  name: 'changePassword',
  route: 'POST /me/password',
  summary: 'Set a new password',
  description:
    'Ends all other sessions. Requires the current password, except within 15 minutes after sign-in by an e-mailed link, and of a person with a second factor a confirmation too.',
  permission: 'own:account',
  body: Type.Object({
    currentPassword: Type.Optional(PasswordSchema),
    newPassword: PasswordSchema,
  }),
  responses: showsNothing('Set.'),
  errors: ['password_confirmation_failed', 'confirmation_required', 'sign_in_throttled'],
  openPoints: ['P-26', 'P-132'],
  handle: {
    prepare: async ({ app, throttle }, caller, { body }) => changePassword(app, throttle, caller, body),
    run: async () => noContent,
  },
});

export const accountOperations = tagged('Account', [redeem, show, accept, me, changeMe, setPassword]);
