// Bodies of signing in: what a person writes, and the tokens, as every way of signing in answers with them.
import { Type } from '../../http/schemas.ts';

/** Any text: what is wrong with an address or a password is told as wrong credentials, or by whoever sets them. */
export const EmailSchema = Type.String({ minLength: 1, maxLength: 320 });
export const PasswordSchema = Type.String({ minLength: 1, maxLength: 1024 });

export const TokensBody = Type.Object(
  {
    accessToken: Type.String({
      description: 'Send it as Authorization: Bearer. Valid for 15 minutes.',
      'x-open-point': 'P-20',
    }),
    refreshToken: Type.String({ description: 'Exchanges once for the next pair of tokens.', 'x-open-point': 'P-21' }),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds until the access token expires.' }),
    tenantId: Type.String({ format: 'uuid', description: 'The organization signed in to.', 'x-open-point': 'P-22' }),
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
        tenantId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
      },
    ],
  },
);
