// The credential of requests: an API key, or a session that is signed in and refreshed when needed.

/** What a request is authorized with. */
export type Credential = {
  token(): Promise<string>;
  /**
   * Gets another token after this one was rejected; `anew` by signing in, which confirms for five minutes that it is
   * the person. False if there is no other.
   */
  renew(rejected: string, anew: boolean): Promise<boolean>;
};

/** The email and password of a person, and which organization if they have several. */
export type SignIn = { readonly email: string; readonly password: string; readonly tenantId?: string };

/** The fields of the service's tokens that a session needs. */
export type Tokens = { readonly accessToken: string; readonly refreshToken: string; readonly expiresIn: number };
type PostForTokens = (path: string, body: object) => Promise<Tokens>;
type Session = Tokens & { readonly expiresAt: number };

/** A token that expires so soon is refreshed first. */
const earlyMs = 30_000;

/** An API key: always the same token. */
export function keyCredential(apiKey: string): Credential {
  return { token: async () => apiKey, renew: async () => false };
}

/**
 * Signs in at the first request. Requests at the same time share one sign-in or refresh, because a refresh token is
 * valid once.
 */
export function sessionCredential(
  signIn: SignIn,
  post: PostForTokens,
  isRejected: (error: unknown) => boolean,
): Credential {
  let session: Session | undefined;
  let renewal: Promise<Session> | undefined;

  const start = (tokens: Tokens): Session => ({ ...tokens, expiresAt: Date.now() + tokens.expiresIn * 1000 });
  const logIn = async () => start(await post('/auth/login', signIn));
  const refresh = async ({ refreshToken }: Session) => {
    try {
      return start(await post('/auth/refresh', { refreshToken }));
    } catch (error) {
      if (isRejected(error)) return logIn();
      throw error;
    }
  };
  const renewOnce = (anew = false): Promise<Session> => {
    renewal ??= (session === undefined || anew ? logIn() : refresh(session))
      .then((renewed) => {
        session = renewed;
        return renewed;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
  return {
    async token() {
      const isFresh = session !== undefined && session.expiresAt - earlyMs > Date.now();
      return (isFresh && session !== undefined ? session : await renewOnce()).accessToken;
    },
    async renew(rejected, anew) {
      if (session === undefined || session.accessToken === rejected) await renewOnce(anew);
      return true;
    },
  };
}
