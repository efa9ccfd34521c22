// Tests of the settings of sign-in providers.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSignInProviders } from './provider-config.ts';
import { readSecretFiles } from './secret-files.ts';
import type { Environment } from './setting-reader.ts';

const read = (environment: Environment) => readSignInProviders(readSecretFiles(environment));

test('sign-in providers are read in their order, each with its own settings, and a missing or unsafe one is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-providers-'));
  after(() => rmSync(folder, { recursive: true }));
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, 'a secret\n');
  const all = {
    OIDC_PROVIDERS: 'eid, office2',
    OIDC_EID_NAME: 'Smart-ID',
    OIDC_EID_ISSUER: 'https://broker.example.ee/realm/',
    OIDC_EID_CLIENT_ID: 'haldur',
    OIDC_EID_CLIENT_SECRET_FILE: secretFile,
    OIDC_EID_ACR_VALUES: 'high',
    OIDC_EID_SECOND_FACTOR_ACR: 'high  urn:eidas:high',
    OIDC_EID_PERSONAL_CODE_CLAIM: 'sub',
    OIDC_EID_PERSONAL_CODE_COUNTRY: 'EE',
    OIDC_OFFICE2_NAME: 'Office',
    OIDC_OFFICE2_ISSUER: 'http://10.0.0.7:8080',
    OIDC_OFFICE2_CLIENT_ID: 'haldur',
    OIDC_OFFICE2_SCOPE: 'openid profile',
    OIDC_OFFICE2_PRIVATE_ADDRESS: 'true',
  };
  assert.deepEqual(read(all), [
    {
      id: 'eid',
      name: 'Smart-ID',
      issuer: 'https://broker.example.ee/realm/',
      clientId: 'haldur',
      clientSecret: 'a secret',
      scope: 'openid',
      acrValues: 'high',
      secondFactor: { acr: ['high', 'urn:eidas:high'], amr: [] },
      personalCode: { claim: 'sub', country: 'EE' },
      allowPrivateAddress: false,
    },
    {
      id: 'office2',
      name: 'Office',
      issuer: 'http://10.0.0.7:8080',
      clientId: 'haldur',
      clientSecret: undefined,
      scope: 'openid profile',
      acrValues: undefined,
      secondFactor: { acr: [], amr: [] },
      personalCode: undefined,
      allowPrivateAddress: true,
    },
  ]);
  for (const [change, named] of [
    [{ OIDC_PROVIDERS: 'e-id' }, 'OIDC_PROVIDERS'],
    [{ OIDC_PROVIDERS: 'eid,eid' }, 'OIDC_PROVIDERS'],
    [{ OIDC_EID_NAME: '' }, 'OIDC_EID_NAME'],
    [{ OIDC_EID_ISSUER: '' }, 'OIDC_EID_ISSUER'],
    [{ OIDC_EID_ISSUER: 'broker.example.ee' }, 'OIDC_EID_ISSUER'],
    [{ OIDC_EID_ISSUER: 'http://broker.example.ee' }, 'OIDC_EID_PRIVATE_ADDRESS'],
    [{ OIDC_EID_ISSUER: 'http://broker.example.ee', OIDC_EID_PRIVATE_ADDRESS: 'true' }, 'OIDC_EID_ISSUER'],
    [{ OIDC_EID_CLIENT_ID: '' }, 'OIDC_EID_CLIENT_ID'],
    [{ OIDC_EID_CLIENT_SECRET: 'twice' }, 'OIDC_EID_CLIENT_SECRET_FILE'],
    [{ OIDC_EID_SCOPE: 'profile' }, 'OIDC_EID_SCOPE'],
    [{ OIDC_EID_PERSONAL_CODE_COUNTRY: 'Eesti' }, 'OIDC_EID_PERSONAL_CODE_COUNTRY'],
    [{ OIDC_EID_PRIVATE_ADDRESS: 'yes' }, 'OIDC_EID_PRIVATE_ADDRESS'],
  ] as const)
    assert.throws(
      () => read({ ...all, ...change }),
      (error: Error) => {
        assert.equal(error.name, 'OperatorError');
        assert.match(error.message, new RegExp(named));
        assert.doesNotMatch(error.message, /a secret/);
        return true;
      },
      JSON.stringify(change),
    );
});
