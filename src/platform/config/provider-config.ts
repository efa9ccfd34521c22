// Settings of sign-in providers (OpenID Connect): brokers of national e-IDs, or a firm's own directory
// (docs/company-sign-in.md).
import { OperatorError } from '../errors.ts';
import { isPrivateHost } from '../network.ts';
import { type Environment, makeSettingReader, readSetting } from './setting-reader.ts';

export type SignInProvider = {
  /** The id in settings and URLs. */
  readonly id: string;
  /** The name that people read. */
  readonly name: string;
  /** The issuer address; the discovery document is below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without a secret, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** The levels of authentication to ask for (`acr_values`). */
  readonly acrValues: string | undefined;
  /** The values of `acr` and `amr` that satisfy the second factor. */
  readonly secondFactor: { readonly acr: readonly string[]; readonly amr: readonly string[] };
  /** The claim with the national personal code, and the country of codes that do not name one. */
  readonly personalCode: { readonly claim: string; readonly country: string | undefined } | undefined;
  /** Whether it may be in a private network, and without TLS there. */
  readonly allowPrivateAddress: boolean;
};

const maxProviders = 20;

/** The ids in OIDC_PROVIDERS. Throws OperatorError for an id that no variable can have. */
export function providerIds(environment: Environment): string[] {
  const ids = (readSetting(environment, 'OIDC_PROVIDERS') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const isValid = ids.every((id) => /^[a-z][a-z0-9]{0,19}$/.test(id));
  if (isValid && new Set(ids).size === ids.length && ids.length <= maxProviders) return ids;
  throw new OperatorError(
    `OIDC_PROVIDERS must be up to ${maxProviders} different short names of small letters and digits, with commas, such as eid,office.`,
  );
}

/** The setting of a provider, such as OIDC_EID_ISSUER. */
export function providerSetting(id: string, setting: string): string {
  return `OIDC_${id.toUpperCase()}_${setting}`;
}

/** Reads the providers in their order. Throws OperatorError naming the invalid variable; never shows a secret. */
export function readSignInProviders(environment: Environment): SignInProvider[] {
  return providerIds(environment).map((id) => readProvider(environment, id));
}

function readProvider(environment: Environment, id: string): SignInProvider {
  const nameOf = (setting: string) => providerSetting(id, setting);
  const get = (setting: string) => readSetting(environment, nameOf(setting));
  const required = (setting: string, meaning: string): string => {
    const value = get(setting);
    if (value !== undefined) return value;
    throw new OperatorError(`${nameOf(setting)} must be ${meaning}, as OIDC_PROVIDERS names ${id}.`);
  };
  const allowPrivateAddress = makeSettingReader(environment).flag(nameOf('PRIVATE_ADDRESS'));
  const scope = get('SCOPE') ?? 'openid';
  if (!scope.split(' ').includes('openid'))
    throw new OperatorError(`${nameOf('SCOPE')} must contain openid, such as "openid profile". It is "${scope}".`);
  return {
    id,
    name: required('NAME', 'the name that people read'),
    issuer: readIssuer(nameOf('ISSUER'), required('ISSUER', 'the issuer address'), allowPrivateAddress),
    clientId: required('CLIENT_ID', 'the client id that the provider gave'),
    clientSecret: get('CLIENT_SECRET'),
    scope,
    acrValues: get('ACR_VALUES'),
    secondFactor: { acr: valuesOf(get('SECOND_FACTOR_ACR')), amr: valuesOf(get('SECOND_FACTOR_AMR')) },
    personalCode: readPersonalCode(
      nameOf('PERSONAL_CODE_COUNTRY'),
      get('PERSONAL_CODE_CLAIM'),
      get('PERSONAL_CODE_COUNTRY'),
    ),
    allowPrivateAddress,
  };
}

/** The address is kept as it is written: it must be exactly what the provider calls itself. */
function readIssuer(setting: string, text: string, allowPrivateAddress: boolean): string {
  const url = URL.parse(text);
  const isUrl =
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[?#]/.test(text);
  if (!isUrl) throw new OperatorError(`${setting} must be a URL such as https://id.example.org. It is "${text}".`);
  if (url.protocol === 'http:' && !(allowPrivateAddress && isPrivateHost(url.hostname)))
    throw new OperatorError(
      `${setting} must begin with https://. Only a provider in a private network may do without, if ${setting.replace(/ISSUER$/, 'PRIVATE_ADDRESS')} is true.`,
    );
  return text;
}

function readPersonalCode(
  setting: string,
  claim: string | undefined,
  country: string | undefined,
): SignInProvider['personalCode'] {
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new OperatorError(`${setting} must be two capital letters, such as EE. It is "${country}".`);
  return claim === undefined ? undefined : { claim, country };
}

/** Values of `acr` are often URLs or contain commas, so blanks separate them. */
function valuesOf(text = ''): string[] {
  return text.split(/\s+/).filter((value) => value !== '');
}
