// Bodies of sign-in: the credentials, and the tokens that every way of signing in returns.
import { Type } from '../../http/schemas.ts';

/** Any text. An invalid address or password is reported as wrong credentials, or where it is set. */
export const EmailSchema = Type.String({ minLength: 1, maxLength: 320 });
export const PasswordSchema = Type.String({ minLength: 1, maxLength: 1024 });

export const OneTimeCodeSchema = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The newest code of an authenticator app, or a recovery code. Each is accepted once.',
  examples: ['123456'],
});

export const TokensBody = Type.Object(
  {
    accessToken: Type.String({
      description: 'Send it as Authorization: Bearer. Valid for 15 minutes.',
      'x-open-point': 'P-20',
    }),
    refreshToken: Type.String({
      description: 'Can be exchanged once for the next pair of tokens.',
      'x-open-point': 'P-21',
    }),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
    tenantId: Type.String({ format: 'uuid', description: 'The organization of the session.', 'x-open-point': 'P-22' }),
  },
  {
    title: 'Tokens',
    examples: [
      {
        accessToken: 'hat_AZqcPlt8fSGKRAxMbyueEE35I0V7oA6B3SwhCQWlG6grJnvl4PhducIpBZ9Yo5YdiyZMoQ',
        refreshToken:
          'hrt_AZqcPlt8fSGKRAxMbyueEAGanE8QonxVnTFb4qcMTRgAAAABoULnB87WBHS35sbwnIkaMt7KCw6JbGBp1FLkuik-iEARq1WnQ',
        tokenType: 'Bearer',
        expiresIn: 900,
      },
    ],
  },
);
