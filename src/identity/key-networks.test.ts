// Tests of how networks are written, and of which addresses are in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInNetworks, parseNetwork } from './key-networks.ts';

test('a network is its first address and a prefix; an address alone is a network of one', () => {
  const valid = {
    '192.0.2.0/24': '192.0.2.0/24',
    ' 10.0.0.0/8 ': '10.0.0.0/8',
    '192.0.2.7': '192.0.2.7/32',
    '0.0.0.0/0': '0.0.0.0/0',
    '2001:DB8::/32': '2001:db8::/32',
    '::1': '::1/128',
    '2001:db8:0:8000::/49': '2001:db8:0:8000::/49',
    '::/0': '::/0',
    '64:ff9b::192.0.2.0/120': '64:ff9b::192.0.2.0/120',
  };
  for (const [text, network] of Object.entries(valid)) assert.equal(parseNetwork(text), network, text);
  const invalid = [
    '',
    'x',
    '192.0.2.1/24',
    '192.0.2.0/33',
    '192.0.2.0/024',
    '192.0.2.0/',
    '192.0.2/24',
    '192.0.2.0/24/1',
  ];
  const invalid6 = ['2001:db8::1/64', '::/129', 'fe80::1%eth0', '2001:db8:0:8000::/48', ':::/8', '::ffff:0:0/-1'];
  for (const text of [...invalid, ...invalid6]) assert.equal(parseNetwork(text), undefined, text);
});

test('an address is in a network up to the last bit of the prefix, and each family for itself', () => {
  const networks = ['192.0.2.128/25', '2001:db8::/33', '198.51.100.7/32'];
  for (const address of ['192.0.2.128', '192.0.2.255', '2001:db8:7fff::1', '198.51.100.7', '::ffff:192.0.2.200'])
    assert.ok(isInNetworks(address, networks), address);
  for (const address of ['192.0.2.127', '192.0.3.128', '2001:db8:8000::', '198.51.100.6', '::1', 'unknown', ''])
    assert.ok(!isInNetworks(address, networks), address);
  assert.ok(isInNetworks('fe80::1%eth0', ['fe80::/10']));
  assert.ok(!isInNetworks('2001:db8::1', ['0.0.0.0/0']));
});
