// Tests of OUTGOING_HOSTS: names of hosts, also with all below them; anything else stops the start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const read = (environment: Record<string, string>) => readConfig({ SECRET_KEY, ...environment });

test('hosts that may be called are names, also with all below them', () => {
  assert.equal(read({}).outgoingHosts, undefined);
  const hosts = read({ OUTGOING_HOSTS: 'Hooks.example.org, *.example.com' }).outgoingHosts;
  assert.deepEqual(hosts, ['hooks.example.org', '*.example.com']);
  for (const OUTGOING_HOSTS of ['https://example.org', 'example', '*', 'a.*.example.org', '1.2.3.4:80', 'a..b'])
    assert.throws(() => read({ OUTGOING_HOSTS }), /OUTGOING_HOSTS must be names of hosts/, OUTGOING_HOSTS);
});
