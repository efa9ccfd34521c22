// What a tool returns to the assistant: bounded JSON, or an error that says what to do.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, HaldurError } from '../../client/src/client.ts';

/** More would fill the context of an assistant. */
export const maxCharacters = 60_000;

/** The result of a read. Long arrays are shortened until it fits. */
export function dataResult(value: unknown): CallToolResult {
  for (const maxItems of [100, 25, 5]) {
    const text = JSON.stringify(shorten(value, maxItems), undefined, 1);
    if (text.length <= maxCharacters) return { content: [{ type: 'text', text }] };
  }
  return problemResult('The result is too long. Ask for less: a smaller limit, or one object by its id.');
}

/** An error that the assistant reads. */
export function problemResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The error of a request as a sentence with its remedy. Throws what is not an error of the client. */
export function errorResult(error: unknown): CallToolResult {
  if (!(error instanceof HaldurError)) throw error;
  if (!(error instanceof ApiError))
    return problemResult(`${error.message} Check HALDUR_URL, and that the service runs.`);
  const remedy = remedies[error.status] ?? '';
  return problemResult([error.message, remedy, `(${error.code}, request ${error.requestId ?? 'unknown'})`].join(' '));
}

const remedies: Readonly<Record<number, string>> = {
  401: 'The API key is not valid: ask the owner of the organization for another one.',
  403: 'The role of the API key does not allow this. Ask a person to do it in the console, or for a key with another role.',
  404: 'Get ids from a list first, such as list_buildings or list_invoices.',
  429: 'Wait before the next call.',
};

function shorten(value: unknown, maxItems: number): unknown {
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => shorten(item, maxItems));
    return value.length > maxItems ? [...items, `… and ${value.length - maxItems} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, maxItems)]));
}
