// A person's authenticator app in tests: it is added over the API, and makes codes at the time of the service.
import { Secret, TOTP } from 'otpauth';
import type { Answer, TestService } from './service-fixture.ts';

type Added = {
  readonly id: string;
  readonly factor: { readonly id: string };
  readonly recoveryCodes: readonly string[] | null;
};

/** The code of an app now. */
export function codeOf({ clock }: Pick<TestService, 'clock'>, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() });
}

/** Adds an app. Returns its secret and the answer. */
export async function addApp(
  g: TestService,
  as: string,
  name = 'Phone',
): Promise<{ secret: string; added: Answer<Added> }> {
  const apps = '//console/api/me/second-factors/apps';
  const { data } = await g.ask<{ id: string; token: string; secret: string }>('POST', `${apps}/start`, { as });
  const body = { token: data.token, name, oneTimeCode: codeOf(g, data.secret) };
  return { secret: data.secret, added: await g.ask<Added>('POST', apps, { as, body }) };
}
