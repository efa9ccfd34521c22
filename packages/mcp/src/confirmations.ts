// Confirmations of writes: a token that a first call returns and a second call presents. It is valid for one action,
// one API key and five minutes.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const validMs = 5 * 60_000;

export type Action = { readonly apiKey: string; readonly tool: string; readonly input: unknown };
export type Confirmations = {
  /** A token for this action. */
  issue(action: Action): string;
  /** Whether the token was issued for exactly this action, and is still valid. */
  isValid(token: string, action: Action): boolean;
};

/** Tokens of this process. Nothing is stored: a token is a signature of its action and end. */
export function makeConfirmations(clock: () => number = Date.now): Confirmations {
  const secret = randomBytes(32);
  const sign = (end: string, { apiKey, tool, input }: Action) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([end, apiKey, tool, input]))
      .digest('base64url');
  return {
    issue(action) {
      const end = String(clock() + validMs);
      return `${end}.${sign(end, action)}`;
    },
    isValid(token, action) {
      const [end = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(end, action));
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(end) > clock();
    },
  };
}

/** The Idempotency-Key of a confirmed action: a token that is used twice has its effect once. */
export function keyOfToken(token: string): string {
  return `mcp-${createHash('sha256').update(token).digest('base64url')}`;
}
