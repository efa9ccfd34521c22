// Tests of the root of the service: nobody who opens it gets 404.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { registerStartPage } from './start-page.ts';

const server = fastify();
registerStartPage(server, { config: { publicUrl: 'https://haldur.example', basePath: '/v1' } });
const get = (headers: Record<string, string>) => server.inject({ url: '/', headers });

test('a browser goes on to the console', async () => {
  const { statusCode, headers } = await get({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  assert.deepEqual([statusCode, headers.location, headers.vary], [303, '/console', 'Accept']);
});

test('a program gets the addresses of everything else', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const response = await get(headers);
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json().data, {
      api: 'https://haldur.example/v1',
      console: 'https://haldur.example/console',
      docs: 'https://haldur.example/docs',
      openapi: 'https://haldur.example/openapi.json',
    });
  }
});
