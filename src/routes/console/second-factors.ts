// Console API: the signed-in person's own second factors, and the confirmation before sensitive changes.
import {
  createdResponse,
  noContent,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { confirmIdentity, recordConfirmation, startConfirmation } from '../../identity/confirmations.ts';
import {
  addApp,
  addPasskey,
  isFactorRequired,
  listOwnSecondFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  startApp,
  startPasskey,
} from '../../identity/second-factors.ts';
import { bodyProblem, Invalid } from '../../platform/errors.ts';
import { OneTimeCodeSchema, PasswordSchema } from '../api/token-bodies.ts';
import { consoleBase } from './base-path.ts';
import {
  AssertionSchema,
  AttestationSchema,
  factorRequestFields,
  PasskeyOptions,
  readAnswer,
  TokenSchema,
} from './second-factor-bodies.ts';
import { ReplacedTokensBody, replacedTokensResponse } from './session.ts';

const tag = 'Account';
const permission = 'own:account';
const path = '/me/second-factors';
const openPoints = ['P-131', 'P-133'];

const name = Text(100, { description: 'What the person calls it.', examples: ['Phone'] });
const FactorBody = Type.Object({
  id: Id,
  kind: OneOf(['passkey', 'app']),
  name,
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
});
const recoveryCodes = Type.Array(Type.String({ examples: ['ABCDEF-GHIJKL-MNOPQR-STUVWX'] }));
const AddedBody = Type.Object({
  factor: FactorBody,
  recoveryCodes: Type.Union([recoveryCodes, Type.Null()], {
    description: 'With the first second factor: ten codes, each of which works once. They are shown only here.',
  }),
});

const list = operation({
  name: 'listSecondFactors',
  route: 'GET /me/second-factors',
  summary: 'List one’s own second factors',
  description: 'Passkeys and authenticator apps, and how many recovery codes are left.',
  permission,
  responses: showsData(
    'The second factors.',
    Type.Object({
      factors: Type.Array(FactorBody),
      recoveryCodesLeft: Type.Integer(),
      passkeyOrigin: Nullable(
        Type.String({
          description: 'Where passkeys work. Null: nowhere, as PUBLIC_URL has no name or no https.',
          examples: ['https://haldur.example.org'],
        }),
      ),
    }),
  ),
  openPoints,
  handle: async (scope) => okResponse(await listOwnSecondFactors(scope)),
});

const beginPasskey = operation({
  name: 'startPasskey',
  route: 'POST /me/second-factors/passkeys/start',
  summary: 'Start adding a passkey',
  description: 'Returns what the browser needs to make one.',
  permission,
  rules: ['confirmed'],
  responses: showsData('The options.', Type.Object({ token: factorRequestFields.token, passkey: PasskeyOptions })),
  errors: ['passkeys_unavailable', 'too_many_second_factors'],
  openPoints,
  handle: async (scope) => okResponse(await startPasskey(scope)),
});

const createPasskey = operation({
  name: 'addPasskey',
  route: 'POST /me/second-factors/passkeys',
  summary: 'Add a passkey',
  description: 'With the answer of the browser. The person gets an e-mail.',
  permission,
  rules: ['confirmed'],
  body: Type.Object({ token: TokenSchema, name, passkey: AttestationSchema }),
  responses: showsNew('The passkey.', AddedBody),
  errors: ['passkeys_unavailable', 'challenge_expired', 'already_exists', 'too_many_second_factors'],
  openPoints,
  handle: async (scope, { body }) => {
    const added = await addPasskey(scope, body);
    return createdResponse(added, `${consoleBase}${path}/${added.factor.id}`);
  },
});

const beginApp = operation({
  name: 'startAuthenticatorApp',
  route: 'POST /me/second-factors/apps/start',
  summary: 'Start adding an authenticator app',
  description: 'Returns the secret, as text and as a QR code that the app scans.',
  permission,
  rules: ['confirmed'],
  responses: showsData(
    'The secret.',
    Type.Object({
      token: factorRequestFields.token,
      secret: Type.String({ description: 'Base32.', examples: ['JBSWY3DPEHPK3PXP'] }),
      uri: Type.String({ examples: ['otpauth://totp/Haldur:mari@example.org?secret=JBSWY3DPEHPK3PXP'] }),
      qrCode: Type.String({
        examples: ['data:image/svg+xml;base64,PHN2Zy8+'],
        description: 'The same as an SVG, in a data URL.',
      }),
    }),
  ),
  errors: ['too_many_second_factors'],
  openPoints,
  handle: async (scope) => okResponse(await startApp(scope)),
});

const createApp = operation({
  name: 'addAuthenticatorApp',
  route: 'POST /me/second-factors/apps',
  summary: 'Add an authenticator app',
  description: 'With its first code, which shows that it has the secret. The person gets an e-mail.',
  permission,
  rules: ['confirmed'],
  body: Type.Object({ token: TokenSchema, name, oneTimeCode: OneTimeCodeSchema }),
  responses: showsNew('The app.', AddedBody),
  errors: ['challenge_expired', 'too_many_second_factors'],
  openPoints,
  handle: async (scope, { body }) => {
    const added = await addApp(scope, body);
    return createdResponse(added, `${consoleBase}${path}/${added.factor.id}`);
  },
});

const rename = operation({
  name: 'renameSecondFactor',
  route: 'PATCH /me/second-factors/:id',
  summary: 'Rename a second factor',
  description: 'Only the name changes.',
  permission,
  body: Type.Object({ name }),
  responses: showsData('The renamed second factor.', FactorBody),
  openPoints,
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await renameFactor(scope, id, body.name)),
});

const remove = operation({
  name: 'removeSecondFactor',
  route: 'DELETE /me/second-factors/:id',
  summary: 'Remove a second factor',
  description: 'With the last one the recovery codes are removed too. The person gets an e-mail.',
  permission,
  rules: ['confirmed'],
  responses: showsNothing('Removed.'),
  errors: ['second_factor_needed'],
  openPoints,
  handle: {
    prepare: ({ app }, caller) => isFactorRequired(app, caller),
    run: async (scope, { params: { id = '' } }, isRequired) => {
      await removeFactor(scope, id, isRequired);
      return noContent;
    },
  },
});

const renewCodes = operation({
  name: 'renewRecoveryCodes',
  route: 'POST /me/recovery-codes',
  summary: 'Replace the recovery codes',
  description: 'The previous ones no longer work. The new ones are only in this response.',
  permission,
  rules: ['confirmed'],
  responses: showsData('Ten new codes.', Type.Object({ recoveryCodes })),
  errors: ['second_factor_missing'],
  openPoints,
  handle: async (scope) => okResponse({ recoveryCodes: await renewRecoveryCodes(scope) }),
});

const startConfirming = operation({
  name: 'startConfirmation',
  route: 'POST /me/confirmation/start',
  summary: 'Look up what to confirm with',
  description:
    'Sensitive changes need a confirmation that it is really the person. It is their second factor; for a person without one, the password.',
  permission,
  responses: showsData(
    'What to confirm with.',
    Type.Object({
      method: OneOf(['password', 'second_factor']),
      token: Type.Optional(factorRequestFields.token),
      expiresIn: Type.Optional(factorRequestFields.expiresIn),
      methods: Type.Optional(factorRequestFields.methods),
      passkey: factorRequestFields.passkey,
    }),
  ),
  openPoints: ['P-132'],
  handle: async (scope) => okResponse(await startConfirmation(scope)),
});

const confirm = operation({
  name: 'confirmIdentity',
  route: 'POST /me/confirmation',
  summary: 'Confirm that it is you',
  description:
    'With the password, or for a person with a second factor with a code, or with a passkey and the token of the start. Sensitive changes are then accepted for five minutes, from this session. Its tokens are replaced: the previous access and refresh tokens are no longer accepted.',
  permission,
  body: Type.Object({
    password: Type.Optional(PasswordSchema),
    oneTimeCode: Type.Optional(OneTimeCodeSchema),
    token: Type.Optional(TokenSchema),
    passkey: Type.Optional(AssertionSchema),
  }),
  responses: showsData('Confirmed.', ReplacedTokensBody),
  errors: [
    'password_confirmation_failed',
    'second_factor_confirmation_failed',
    'challenge_expired',
    'sign_in_throttled',
  ],
  openPoints: ['P-132'],
  handle: {
    prepare: async ({ app, throttle }, caller, { body }) => {
      const { password, ...answer } = body;
      if (password !== undefined && (answer.oneTimeCode !== undefined || answer.passkey !== undefined))
        throw new Invalid([bodyProblem(['password'], 'not_allowed', 'Send password, or a second factor, not both.')]);
      const given = password === undefined ? readAnswer(answer, ', or password') : { password };
      return confirmIdentity(app, throttle, caller, given);
    },
    run: async (scope, input, confirmed) => {
      await recordConfirmation(scope, confirmed);
      return replacedTokensResponse(scope, input);
    },
  },
});

export const secondFactorOperations = tagged(tag, [
  list,
  beginPasskey,
  createPasskey,
  beginApp,
  createApp,
  rename,
  remove,
  renewCodes,
  startConfirming,
  confirm,
]);
