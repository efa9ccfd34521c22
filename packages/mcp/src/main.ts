#!/usr/bin/env node
// haldur-mcp: an MCP server over stdio, or over HTTP with --http.
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { makeConfirmations } from './confirmations.ts';
import { makeHttpServer } from './http-transport.ts';
import { makeMcpServer, type ServerOptions } from './server.ts';

const usage = `haldur-mcp [--allow-writes [--trust-assistant]]  over stdio, with HALDUR_API_KEY
haldur-mcp --http [--port 3333] [--host 127.0.0.1] [--allow-origin URL]… [--allow-host NAME]… [--allow-writes [--trust-assistant]]
                                            each request has its own API key: Authorization: Bearer hak_…

--trust-assistant  a program that cannot ask the person writes all the same, on a second call of the assistant

HALDUR_URL  where the service is, http://127.0.0.1:3000 when not set; HALDUR_BASE_PATH when its API is not under /api`;

const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;
const given = {
  'allow-writes': flag,
  'trust-assistant': flag,
  http: flag,
  help: flag,
  port: { type: 'string', default: '3333' },
  host: { type: 'string', default: '127.0.0.1' },
  'allow-origin': { ...texts, default: [] as string[] },
  'allow-host': { ...texts, default: [] as string[] },
} as const;

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error); // Standard output belongs to the protocol.
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: given });
  if (values.help) return console.error(usage);
  const options: ServerOptions = {
    url: process.env.HALDUR_URL?.trim() || 'http://127.0.0.1:3000',
    basePath: process.env.HALDUR_BASE_PATH?.trim() ?? '/api',
    allowWrites: values['allow-writes'],
    trustAssistant: values['trust-assistant'],
    confirmations: makeConfirmations(),
  };
  if (!values.http) {
    const apiKey = process.env.HALDUR_API_KEY?.trim();
    if (!apiKey) throw new Error(`HALDUR_API_KEY is not set.\n${usage}`);
    return makeMcpServer(options, apiKey).connect(new StdioServerTransport());
  }
  const { host } = values;
  const allowedHosts = ['127.0.0.1', 'localhost', '[::1]', host, ...values['allow-host']];
  const server = makeHttpServer({ ...options, allowedHosts, allowedOrigins: values['allow-origin'] });
  server.on('error', (error) => {
    console.error(`${host}:${values.port} cannot be used: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(Number(values.port), host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : values.port;
    console.error(`haldur-mcp is ready: http://${host}:${port}/mcp`);
  });
}
