// Tests of the Python package: its own tests and the examples of its README run with a real service. Skipped without
// python3.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createApiKey } from '../../src/identity/operator-accounts.ts';
import { deliveryHeaders } from '../../src/webhooks/signatures.ts';
import { anOrganization, password, startTestService } from '../../test/service-fixture.ts';

const folder = import.meta.dirname;
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed';
const g = await startTestService();
const url = await g.server.listen({ port: 0, host: '127.0.0.1' });

/** Runs Python beside this process, which serves its requests. Throws with its output when it fails. */
async function python(words: readonly string[], environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', ...environment };
  const { stdout, stderr } = await promisify(execFile)('python3', words, { cwd: folder, env, timeout: 60_000 });
  return stdout + stderr;
}

async function serviceEnvironment(): Promise<Record<string, string>> {
  const { integrator, email, owner } = await anOrganization(g);
  const made = await g.ask('POST', '//console/api/test-organizations', { as: owner, body: { language: 'en' } });
  const trial = await createApiKey(g.app, { tenantId: made.data.id, name: 'tests', role: 'owner' });
  return {
    HALDUR_URL: url,
    HALDUR_API_KEY: integrator,
    HALDUR_TEST_KEY: trial.apiKey,
    HALDUR_EMAIL: email,
    HALDUR_PASSWORD: password,
  };
}

test('the tests of the package pass', { skip }, async () => {
  const output = await python(['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'], await serviceEnvironment());
  assert.match(output, /Ran 23 tests in .*\s+OK/);
});

test('the examples of the README run', { skip }, async () => {
  const examples = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/```python\n(.+?)```/gs)];
  assert.equal(examples.length, 5);
  const environment = await serviceEnvironment();
  for (const [, code = ''] of examples) await python(['-W', 'error', '-c', code], environment);
});

test('what the service signs is accepted', { skip }, async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"event":"invoice.paid","data":{"amount":43.1}}';
  const headers = deliveryHeaders({ secrets: { current: secret }, id: 'delivery-1', attemptAt: new Date(), body });
  const code =
    'import json, os, haldur; print(haldur.verify_webhook(**{**json.loads(os.environ["GIVEN"]), "body": os.environ["BODY"].encode()}).event["event"])';
  assert.equal(
    await python(['-c', code], { GIVEN: JSON.stringify({ headers, secret }), BODY: body }),
    'invoice.paid\n',
  );
});
