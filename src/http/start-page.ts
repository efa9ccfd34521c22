// The root of the service: a browser goes on to the console, a program gets the addresses of everything else.
import type { FastifyInstance } from 'fastify';
import type { ServiceAddress } from './openapi/openapi-introduction.ts';

/** Registers GET /. */
export function registerStartPage(server: FastifyInstance, app: { readonly config: ServiceAddress }): void {
  const { publicUrl, basePath } = app.config;
  const data = {
    api: publicUrl + basePath,
    console: `${publicUrl}/console`,
    docs: `${publicUrl}/docs`,
    openapi: `${publicUrl}/openapi.json`,
  };
  server.get('/', async ({ headers: { accept = '' } }, reply) => {
    reply.header('vary', 'Accept');
    return /\btext\/html\b/i.test(accept) ? reply.redirect('/console', 303) : reply.send({ data });
  });
}
