// Requests to a sign-in provider: one connection each, to addresses that were checked, with a bounded response.
import type { CustomFetch } from 'openid-client';
import { Agent, fetch } from 'undici';
import type { Config } from '../../platform/config/config.ts';
import type { SignInProvider } from '../../platform/config/provider-config.ts';
import { isListedHost, readTextUpTo } from '../../platform/network.ts';
import { TargetRejected, vettedConnector } from '../../platform/vetted-connections.ts';

/** Discovery documents have some kilobytes, keys and tokens fewer. */
const maxResponseBytes = 256 * 1024;
const connectTimeoutMs = 5000;

/**
 * Returns a `fetch` for one provider. Its documents name further addresses, so each is checked as those of webhooks are: only public ones, unless the operator
 * says that the provider is in a private network; and only those of OUTGOING_HOSTS and of the provider itself, if that is set.
 */
export function makeProviderFetch(
  { allowPrivateAddress, issuer }: SignInProvider,
  { outgoingHosts }: Pick<Config, 'outgoingHosts'>,
): CustomFetch {
  const allowedHosts = outgoingHosts && [new URL(issuer).hostname, ...outgoingHosts];
  return async (url, options) => {
    if (allowedHosts !== undefined && !isListedHost(new URL(url).hostname, allowedHosts))
      throw new TargetRejected('blocked_target', 'not_in_OUTGOING_HOSTS');
    const rules = { allowPrivate: allowPrivateAddress, connectTimeoutMs, resolver: undefined };
    const dispatcher = new Agent({ connect: vettedConnector(rules) });
    try {
      const { status, headers, body } = await fetch(url, { ...options, dispatcher } as Parameters<typeof fetch>[1]);
      const text = body === null ? null : await readTextUpTo(maxResponseBytes, body);
      return new Response(text, { status, headers: [...headers] as [string, string][] });
    } finally {
      await dispatcher.destroy();
    }
  };
}
