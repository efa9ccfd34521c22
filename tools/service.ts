// The service as the command uses it: an address and an API key. A rejection becomes a sentence.
import { OperatorError } from '../src/platform/errors.ts';

export type ServiceClient = {
  /** Calls the integration API, or the console API when the path begins with two slashes. Throws OperatorError. */
  ask<T>(method: string, path: string, body?: unknown): Promise<{ data: T; next: string | null }>;
};

const timeoutMs = 30_000;

/** A service at `origin` with its API below `base`. */
export function makeServiceClient(origin: string, base: string, key: string): ServiceClient {
  return {
    async ask<T>(method: string, path: string, body?: unknown) {
      const url = path.startsWith('//') ? `${origin}/console/api${path.slice(1)}` : origin + base + path;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const request = {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        body: body === undefined ? null : JSON.stringify(body),
      };
      const response = await fetch(url, request).catch((error: Error) => {
        throw new OperatorError(`${origin} does not answer: ${error.message}.`);
      });
      const text = await response.text();
      if (!response.ok)
        throw new OperatorError(`${method} ${path} was refused: ${describeProblem(text, response.status)}`);
      const parsed = text === '' ? {} : (JSON.parse(text) as { data?: T; pagination?: { nextCursor: string | null } });
      return { data: parsed.data as T, next: parsed.pagination?.nextCursor ?? null };
    },
  };
}

function describeProblem(text: string, status: number): string {
  try {
    const problem = JSON.parse(text) as { detail?: string; errors?: { message: string }[] };
    return [problem.detail, ...(problem.errors ?? []).map((error) => error.message)].join(' ');
  } catch {
    return `status ${status}`; // Not the service's own answer: a proxy's, perhaps.
  }
}
