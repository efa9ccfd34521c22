// Query parameters in a header: words that people search for can be names, and addresses are logged by proxies; headers
// are not.
import { parse, stringify } from 'node:querystring';
import type { FastifyRequest } from 'fastify';

/**
 * Adds the parameters of the header `Haldur-Query` to those in the address of a GET. One that is in both counts as
 * repeated.
 */
export function addQueryHeader(request: FastifyRequest): void {
  const { 'haldur-query': text } = request.headers;
  if (request.method !== 'GET' || typeof text !== 'string') return;
  request.query = parse(`${stringify(request.query as Record<string, string>)}&${text}`);
}
