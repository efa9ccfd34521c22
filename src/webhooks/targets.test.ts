// Tests of webhook targets: every known way of writing a private address as a public one is rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type HostLookup,
  isPublicAddress,
  type ResolvedAddress,
  resolveTarget,
} from '../platform/vetted-connections.ts';
import { checkTargetUrl, hostOf } from './targets.ts';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2A00:1450::1',
  '3fff:1000::1',
];

const refusedAddresses = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
    'fc00::1',
    'fd00:ec2::254',
  ],
  'shared by a carrier': ['100.64.0.0', '100.127.255.255', '100.100.100.200'],
  'link-local, metadata': [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    'fe80::1',
    'febf::1',
    'fe80::1%eth0',
    '168.63.129.16',
  ],
  'site-local': ['fec0::1', 'feff::1'],
  'protocol assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255', '2001::1', '2001:1ff:ffff::1', '2001:0:7f00:1::'],
  documentation: [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.255',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '3fff::1',
    '3fff:fff:ffff::1',
  ],
  'benchmarks, relays, sinks': [
    '198.18.0.0',
    '198.19.255.255',
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '2620:4f:8000::1',
  ],
  'multicast, reserved, broadcast': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    'ff02::1',
    '4000::1',
    '1fff::1',
    '100::1',
  ],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
  ],
  'not an address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '010.0.0.1',
    '2130706433',
    '1.1.1.1.',
    ' 1.1.1.1',
    '1.1.1.1/8',
    '[2606::1]',
    '2606::1%1',
  ],
};

test('ordinary addresses are public, up to the last before a special range and from the first after it', () => {
  for (const address of publicAddresses) assert.equal(isPublicAddress(address), true, address);
});

for (const [why, addresses] of Object.entries(refusedAddresses)) {
  test(`an address is not public: ${why}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
}

test('no IPv6 address that embeds an IPv4 address is public', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:', '2001:0:'), (ip, prefix) => {
      assert.equal(isPublicAddress(prefix === '2001:0:' ? `${prefix}:${ip}` : prefix + ip), false);
    }),
  );
});

const allowedPorts = [443, 8443, 9443];

const codes = {
  invalid_url: [
    '',
    'example.org/hook',
    '//example.org/hook',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https:example.org',
    'https:/example.org',
    'https://',
    'https://:443/',
    'https://.',
    ' https://example.org',
    'https://example.org/\n',
    'https://exam\tple.org/',
    'https://example.org/a b',
    'https://example.org/\0',
    'https://example.org:0/',
    'https://example.org:65536/',
    'https://[::1/',
    'https://1.2.3.256/',
  ],
  url_too_long: [`https://example.org/${'a'.repeat(2029)}`],
  https_required: ['http://example.org/hook', 'HTTP://example.org'],
  credentials_in_url: [
    'https://user@example.org/',
    'https://user:password@example.org/',
    'https://:password@example.org/',
  ],
  port_not_allowed: [
    'https://example.org:22/',
    'https://example.org:80/',
    'https://8.8.8.8:6379/',
    'https://example.org:44/',
  ],
  fragment_in_url: ['https://example.org/hook#part', 'https://example.org/#'],
  private_target: [
    'https://localhost/',
    'https://LOCALHOST:8443/',
    'https://localhost./',
    'https://api.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://postgres/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127.0.0.1./',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
  ],
};

for (const [code, urls] of Object.entries(codes)) {
  test(`a URL is rejected when an endpoint is created: ${code}`, () => {
    for (const url of urls) {
      const check = checkTargetUrl(url, { allowPrivate: false, allowedPorts });
      assert.equal(check.ok ? 'accepted' : check.code, code, JSON.stringify(url));
    }
  });
}

test('public https URLs are accepted, with an allowed port, and any path, query and script', () => {
  for (const url of [
    'https://example.org',
    'https://example.org/hook?source=haldur',
    'https://example.org:8443/hook',
    'https://example.org:9443/hook',
    'https://example.org:443/hook',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://kodu-ühistu.ee/konks',
    'https://localhost.example.org/',
    'https://internal.example.org/',
    'https://example.org/@hook',
    `https://example.org/${'a'.repeat(2028)}`,
  ]) {
    const check = checkTargetUrl(url, { allowPrivate: false, allowedPorts });
    assert.equal(check.ok || check.message, true, url);
  }
});

test('for development private hosts and http are allowed, and everything else is still rejected', () => {
  for (const url of [
    'http://127.0.0.1:9000/hook',
    'http://localhost:9000/',
    'http://[::1]:9000/',
    'https://receiver/',
    'http://10.0.0.8',
  ]) {
    assert.equal(checkTargetUrl(url, { allowPrivate: true, allowedPorts }).ok, true, url);
  }
  for (const url of [
    ...codes.invalid_url,
    ...codes.url_too_long,
    ...codes.credentials_in_url,
    ...codes.fragment_in_url,
  ]) {
    assert.equal(checkTargetUrl(url, { allowPrivate: true, allowedPorts }).ok, false, url);
  }
});

test('the host of a URL is returned without IPv6 brackets', () => {
  assert.equal(hostOf(new URL('https://[2606:4700::1111]:8443/')), '2606:4700::1111');
  assert.equal(hostOf(new URL('https://example.org:8443/')), 'example.org');
});

const answering =
  (...addresses: string[]): HostLookup =>
  async () =>
    addresses.map((address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a name resolves to all of its addresses when all of them are public', async () => {
  const lookup = answering('93.184.216.34', '2606:4700::1111');
  const target = await resolveTarget('example.org', { allowPrivate: false, lookup });
  assert.deepEqual(target, { addresses: await lookup('example.org') });
});

test('a single private address blocks the name, anywhere in the list', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['10.0.0.8', '93.184.216.34'],
    ['93.184.216.34', '::1'],
    ['93.184.216.34', 'nonsense'],
  ]) {
    const target = await resolveTarget('example.org', { allowPrivate: false, lookup: answering(...addresses) });
    assert.deepEqual(target, { blocked: true }, addresses.join());
  }
});

test('a name is checked by what it resolves to now, not before', async () => {
  const answers = [answering('93.184.216.34'), answering('127.0.0.1')];
  const lookup: HostLookup = async (hostname) => (await answers.shift()?.(hostname)) ?? [];
  assert.deepEqual(await resolveTarget('example.org', { allowPrivate: false, lookup }), {
    addresses: [{ address: '93.184.216.34', family: 4 }],
  });
  assert.deepEqual(await resolveTarget('example.org', { allowPrivate: false, lookup }), { blocked: true });
});

test('an address needs no look-up, and is checked too', async () => {
  const lookup: HostLookup = () => assert.fail('nothing to look up');
  assert.deepEqual(await resolveTarget('93.184.216.34', { allowPrivate: false, lookup }), {
    addresses: [{ address: '93.184.216.34', family: 4 }],
  });
  assert.deepEqual(await resolveTarget('::ffff:127.0.0.1', { allowPrivate: false, lookup }), { blocked: true });
  assert.deepEqual(await resolveTarget('127.0.0.1', { allowPrivate: true, lookup }), {
    addresses: [{ address: '127.0.0.1', family: 4 }],
  });
});

test('a name without an address and a missing name reject', async () => {
  await assert.rejects(
    resolveTarget('example.org', { allowPrivate: false, lookup: answering() }),
    /example\.org has no address/,
  );
  await assert.rejects(resolveTarget('nobody.invalid', { allowPrivate: false }));
  await assert.rejects(resolveTarget('nobody.invalid', { allowPrivate: true }));
});

test('in development names of the hosts file resolve', async () => {
  const target = await resolveTarget('localhost', { allowPrivate: true });
  assert.ok(
    'addresses' in target && target.addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'),
  );
});

test('where the operator names the hosts, only those are allowed, also for development', () => {
  const allowedHosts = ['hooks.example.org', '*.example.com'];
  for (const allowPrivate of [false, true]) {
    const check = (url: string) => checkTargetUrl(url, { allowPrivate, allowedPorts, allowedHosts });
    for (const url of ['https://hooks.example.org/a', 'https://HOOKS.example.org.', 'https://a.b.example.com:8443/'])
      assert.equal(check(url).ok, true, url);
    for (const url of [
      'https://example.org/',
      'https://a.hooks.example.org/',
      'https://example.com/',
      'https://badexample.com/',
      'https://93.184.215.14/',
    ]) {
      const refused = check(url);
      assert.equal(!refused.ok && refused.code, 'not_allowed', url);
      assert.match(refused.ok ? '' : refused.message, /OUTGOING_HOSTS/);
    }
  }
});
