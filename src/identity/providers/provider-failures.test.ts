// Tests of a sign-in provider that fails: it is asked seldom, the person gets a clear answer, and all works again by
// itself.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestProvider, visitProvider } from '../../../test/identity-provider.ts';
import { startTestService } from '../../../test/service-fixture.ts';
import { authorizationUrl, makeProviderFetch, redeemAnswer } from './provider-client.ts';

const redirect = 'http://127.0.0.1:3000/console/provider/eid';
const begin = '//console/api/session/provider/begin';
const headers = { 'x-haldur-console': '1', 'sec-fetch-site': 'same-origin' };

test('a provider that is down is asked once, and then left alone for ten seconds, whoever tries', async (t) => {
  const provider = await startTestProvider([redirect]);
  after(() => provider.close());
  const g = await startTestService({ signInProviders: [provider.settings('eid')] });
  const ask = () => g.ask('POST', begin, { headers, body: { provider: 'eid' } });
  const asked = () => provider.requests.get('/.well-known/openid-configuration') ?? 0;
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  provider.broken = 503;
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  for (const { status, headers: sent, text } of [...answers, await ask()]) {
    assert.equal(status, 503);
    assert.equal(sent['retry-after'], '10');
    assert.match(text, /Smart-ID does not respond/);
  }
  assert.equal(asked(), 1);
  provider.broken = undefined;
  assert.equal((await ask()).status, 503);
  now += 10_001;
  assert.equal((await ask()).status, 200, 'it is asked again');
  assert.equal((await ask()).status, 200);
  assert.equal(asked(), 2, 'and the answer is kept');
  now += 3_600_001;
  assert.equal((await ask()).status, 200);
  assert.equal(asked(), 3, 'for an hour');
});

test('a provider that fails when the browser comes back is a passing trouble', async () => {
  const provider = await startTestProvider([redirect]);
  after(() => provider.close());
  const settings = provider.settings('eid');
  const g = await startTestService({ signInProviders: [settings] });
  const begun = await g.ask<{ id: string; url: string }>('POST', begin, { headers, body: { provider: 'eid' } });
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  provider.person = { subject: 'mari' };
  const query = await visitProvider(begun.data.url);
  provider.broken = 502;
  const body = { provider: 'eid', query };
  const answer = await g.ask('POST', '//console/api/session/provider/finish', {
    headers: { ...headers, cookie },
    body,
  });
  assert.deepEqual([answer.status, answer.code], [503, 'busy']);
  await provider.close(); // Nobody listens any more.
  const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  const iss = encodeURIComponent(provider.issuer);
  await assert.rejects(redeemAnswer(g.app, settings, `state=s&code=c&iss=${iss}`, secrets), { name: 'Unavailable' });
});

test('a provider in a private network is reached only if the operator says that it is there', async () => {
  const provider = await startTestProvider([redirect]);
  after(() => provider.close());
  const g = await startTestService({ signInProviders: [provider.settings('eid', { allowPrivateAddress: false })] });
  const answer = await g.ask('POST', begin, { headers, body: { provider: 'eid' } });
  assert.equal(answer.status, 503);
  assert.equal(provider.requests.size, 0, 'nothing is sent there');
});

test('names and codes that a provider states only at its userinfo endpoint are fetched there', async () => {
  const provider = await startTestProvider([redirect], {
    userInfoOnly: true,
    client: { token_endpoint_auth_method: 'client_secret_basic' },
  });
  after(() => provider.close());
  const settings = provider.settings('eid', { personalCode: { claim: 'personal_code', country: undefined } });
  const g = await startTestService({ signInProviders: [settings] });
  const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
  provider.person = { subject: 'mari', name: 'Mari Tamm', personalCode: 'PNOEE-38001085718' };
  const query = await visitProvider(await authorizationUrl(g.app, settings, secrets, 'et'));
  assert.deepEqual(await redeemAnswer(g.app, settings, query, secrets), {
    issuer: provider.issuer,
    subject: 'mari',
    name: 'Mari Tamm',
    personalCode: 'EE38001085718',
    secondFactor: false,
  });
});

test('a provider whose document leads to a host that the operator has not listed is not asked there', async () => {
  const provider = await startTestProvider([redirect]);
  after(() => provider.close());
  const asked: string[] = [];
  const fetchListed = makeProviderFetch(provider.settings('eid'), { outgoingHosts: ['keys.example.org'] });
  for (const url of ['https://elsewhere.example/token', 'http://127.0.0.1:1/token'])
    await fetchListed(url, { method: 'GET', headers: {}, body: undefined } as never).catch(({ name }) =>
      asked.push(name === 'TargetRejected' ? 'rejected' : 'tried'),
    );
  assert.deepEqual(asked, ['rejected', 'tried']);
});
