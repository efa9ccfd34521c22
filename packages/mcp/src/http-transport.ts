// The server over HTTP: every request is one by itself, and acts with the API key of its own Authorization header.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { makeMcpServer, type ServerOptions } from './server.ts';

export type HttpOptions = ServerOptions & {
  /** Origins of browsers that may call, such as `https://assistant.example`. None by default. */
  readonly allowedOrigins: readonly string[];
  /**
   * The names under which this server is called. Others are rejected, so that no web page reaches it by a name of its
   * own.
   */
  readonly allowedHosts: readonly string[];
};

const maxBodyBytes = 1_000_000;

/** Makes the server. Its one address is `/mcp`. */
export function makeHttpServer(options: HttpOptions): Server {
  return createServer((request, response) => {
    handle(options, request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.end();
      else reject(response, 500, 'The request failed. The log of this server says why.');
    });
  });
}

async function handle(options: HttpOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin, host = '', authorization = '' } = request.headers;
  if (!options.allowedHosts.includes(nameOfHost(host)))
    return reject(response, 403, 'This server is not called by that name. Add it with --allow-host.');
  if (origin !== undefined && !options.allowedOrigins.includes(origin))
    return reject(response, 403, 'This origin may not call. Add it with --allow-origin.');
  if (request.url?.split('?')[0] !== '/mcp') return reject(response, 404, 'The address of this server is /mcp.');
  if (request.method !== 'POST') return reject(response, 405, 'Send messages by POST.', { allow: 'POST' });
  const [, apiKey] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (apiKey === undefined)
    return reject(response, 401, 'Send an API key of Haldur: Authorization: Bearer hak_…', {
      'www-authenticate': 'Bearer',
    });
  const body = await readBody(request);
  if (body === undefined) return reject(response, 413, 'The message is longer than 1 MB.', { connection: 'close' });
  const message = parse(body);
  if (message === undefined) return reject(response, 400, 'The body is not JSON.');
  const server = makeMcpServer(options, apiKey);
  // No session: nothing of one request remains for another, which may have another key.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, message);
}

function nameOfHost(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBodyBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) ?? undefined;
  } catch {
    return undefined;
  }
}

function reject(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
