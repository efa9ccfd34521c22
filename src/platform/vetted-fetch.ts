// The only `fetch` of the service: one connection each, to a listed host and to addresses that were checked, without
// redirects, with a bounded response.
import { isListedHost, readTextUpTo } from './network.ts';
import { TargetRejected, undici, vettedConnector } from './vetted-connections.ts';

type FetchRules = {
  /** Whether the operator says that the server may be in a private network. */
  readonly allowPrivate: boolean;
  /** The hosts that may be called, such as those of OUTGOING_HOSTS; undefined: any. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly maxResponseBytes: number;
};
export type VettedFetch = (url: string, options: object) => Promise<Response>;

const connectTimeoutMs = 5000;

/** Makes a `fetch` with these rules. It rejects with TargetRejected for a host or address that they do not allow. */
export function makeVettedFetch({ allowPrivate, allowedHosts, maxResponseBytes }: FetchRules): VettedFetch {
  return async (url, options) => {
    if (allowedHosts !== undefined && !isListedHost(new URL(url).hostname, allowedHosts))
      throw new TargetRejected('blocked_target', 'not_in_OUTGOING_HOSTS');
    const { Agent, fetch } = undici();
    const dispatcher = new Agent({ connect: vettedConnector({ allowPrivate, connectTimeoutMs, resolver: undefined }) });
    try {
      const { status, headers, body } = await fetch(url, { ...options, redirect: 'manual', dispatcher });
      const text = body === null ? null : await readTextUpTo(maxResponseBytes, body);
      return new Response(text, { status, headers: [...headers] as [string, string][] });
    } finally {
      await dispatcher.destroy();
    }
  };
}
