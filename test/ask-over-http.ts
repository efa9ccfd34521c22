// Requests of tests to a service in another process, written like those to one in this process.
import { answerOf, type TestService } from './service-fixture.ts';

/**
 * Sends requests over HTTP to a service; `url` is that of its integration API. Throws when the connection fails, or
 * after `patienceMs` without an answer.
 */
export function askOver(url: string, patienceMs?: number): Pick<TestService, 'ask'> {
  return {
    ask: async (method, path, { as, body, raw, headers } = {}) => {
      const response = await fetch(path.startsWith('//') ? new URL(path.slice(1), url) : url + path, {
        method,
        redirect: 'manual',
        signal: patienceMs === undefined ? null : AbortSignal.timeout(patienceMs),
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: raw ?? (body === undefined ? null : JSON.stringify(body)),
      });
      return answerOf(response.status, Object.fromEntries(response.headers), await response.text());
    },
  };
}
