// The headers of a deprecated operation: since when (RFC 9745), until when at least (RFC 8594), and what to read about
// it.
import type { onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { ResponseHeaders } from './model.ts';
import type { Deprecation } from './operation.ts';

/** Makes the hook that announces the end of an operation. */
export function announceEnd({ config }: AppContext, deprecation: Deprecation): onRequestAsyncHookHandler {
  const headers = deprecationHeaders(deprecation, config.publicUrl);
  return async (_request, reply) => {
    reply.headers(headers);
  };
}

/** Returns the headers of every response of a deprecated operation. A path in `link` is one of the service. */
function deprecationHeaders({ since, sunset, link }: Deprecation, publicUrl: string): Record<string, string> {
  return {
    deprecation: `@${startOf(since).getTime() / 1000}`,
    sunset: startOf(sunset).toUTCString(),
    link: `<${new URL(link, publicUrl).href}>; rel="deprecation"; type="text/html"`,
  };
}

function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Adds an earlier Link header to those of a response, which may link to its next page. */
export function joinLinks(headers: ResponseHeaders, earlier: unknown): ResponseHeaders {
  if (headers.link === undefined || earlier === undefined) return headers;
  return { ...headers, link: [headers.link, String(earlier)].flat().join(', ') };
}
