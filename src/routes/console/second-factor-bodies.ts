// Bodies of second factors: what a browser and a device exchange (WebAuthn), codes, and what a person is asked for.
import { DataOf } from '../../http/operation.ts';
import { OneOf, Type } from '../../http/schemas.ts';
import type { PasskeyAssertion, PasskeyAttestation } from '../../identity/passkeys.ts';
import type { SecondFactorAnswer } from '../../identity/second-step.ts';
import { bodyProblem, Invalid } from '../../platform/errors.ts';

const base64 = (maxLength: number, example: string) => Type.String({ minLength: 1, maxLength, examples: [example] });
const anyObject = Type.Unsafe<Record<string, never>>({ type: 'object', additionalProperties: true });
const credential = {
  id: base64(1400, 'q7Yd0fJr2mXbT1cVhKpL8w'),
  rawId: base64(1400, 'q7Yd0fJr2mXbT1cVhKpL8w'),
  type: Type.Literal('public-key'),
  clientExtensionResults: anyObject,
};

export const TokenSchema = Type.String({ minLength: 1, maxLength: 200, description: 'From the start of this step.' });

const passkeyDescription = 'The answer of `navigator.credentials` as JSON (WebAuthn).';
/** The use of a passkey. */
export const AssertionSchema = Type.Unsafe<PasskeyAssertion>(
  Type.Object(
    {
      ...credential,
      response: Type.Object({
        clientDataJSON: base64(4000, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'),
        authenticatorData: base64(4000, 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ'),
        signature: base64(8000, 'MEUCIQDx0m3n'),
        userHandle: Type.Optional(Type.String({ maxLength: 200 })),
      }),
    },
    { description: passkeyDescription },
  ),
);
/** A new passkey. */
export const AttestationSchema = Type.Unsafe<PasskeyAttestation>(
  Type.Object(
    {
      ...credential,
      response: Type.Object({
        clientDataJSON: base64(4000, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'),
        attestationObject: base64(20_000, 'o2NmbXRkbm9uZQ'),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
      }),
    },
    { description: passkeyDescription },
  ),
);

/** The options of `navigator.credentials`, as JSON. */
export const PasskeyOptions = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'The options for `navigator.credentials` as JSON (WebAuthn).',
});

/** What a person is asked for. */
export const factorRequestFields = {
  token: Type.String({ description: 'Send it with the answer.' }),
  expiresIn: Type.Integer({ description: 'Seconds until it expires.' }),
  methods: Type.Array(OneOf(['passkey', 'app', 'recovery_code'])),
  passkey: Type.Optional(PasskeyOptions),
};
const FactorRequestBody = Type.Object(factorRequestFields);

/** The response of a first step to a person with a second factor. */
export const secondStepResponse = {
  description:
    'The person has a second factor: send it with the token to `POST /session/second-step` within ten minutes.',
  schema: DataOf(FactorRequestBody),
};

/**
 * Reads a second factor of a request: a code, or a passkey with the token that it answers. Throws Invalid unless there
 * is exactly one.
 */
export function readAnswer(
  body: { readonly oneTimeCode?: string; readonly token?: string; readonly passkey?: PasskeyAssertion },
  orElse = '',
): SecondFactorAnswer {
  const { oneTimeCode, token, passkey } = body;
  if (oneTimeCode !== undefined && passkey === undefined) return { oneTimeCode };
  if (oneTimeCode === undefined && passkey !== undefined && token !== undefined) return { token, passkey };
  const message = `Send exactly one: oneTimeCode, or passkey with token${orElse}.`;
  throw new Invalid([bodyProblem(['oneTimeCode'], 'required', message)]);
}
