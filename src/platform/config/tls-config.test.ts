// Tests of certificates: the service speaks https itself, shows its own certificate to Redis, and does not start with
// files that do not fit.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createServer, type TLSSocket } from 'node:tls';
import { makeCertificate, withoutOpenssl } from '../../../test/receivers.ts';
import { startTestService } from '../../../test/service-fixture.ts';
import { OperatorError } from '../errors.ts';
import { readConfig } from './config.ts';
import { readTlsConfig } from './tls-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'haldur-tls-'));
after(() => rmSync(folder, { recursive: true }));
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** A certificate for localhost, in files. */
function certificateFiles(name: string) {
  const { key, cert } = makeCertificate();
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { certFile, keyFile, ca: cert };
}

test('with a certificate the service speaks https, from TLS 1.2 on, and nothing else', {
  skip: withoutOpenssl(),
}, async () => {
  const { certFile, keyFile, ca } = certificateFiles('server');
  const settings = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
  assert.match(readConfig({ SECRET_KEY, ...settings }).publicUrl, /^https:/);
  const g = await startTestService({ tls: readTlsConfig(settings).tls });
  await g.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = g.server.server.address() as AddressInfo;
  const ask = async (more: object) => {
    const asked = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path: '/health/live',
      ca,
      ...more,
    }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    return [response.statusCode, (response.socket as TLSSocket).getProtocol()];
  };
  assert.deepEqual(await ask({}), [200, 'TLSv1.3']);
  assert.deepEqual(await ask({ maxVersion: 'TLSv1.2' }), [200, 'TLSv1.2']);
  await assert.rejects(ask({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }));
  await assert.rejects(ask({ ca: [] }), /self-signed/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`));
});

test('files that are missing, or do not belong together, stop the start', { skip: withoutOpenssl() }, () => {
  const [firstFiles, other] = [certificateFiles('one'), certificateFiles('other')];
  for (const [settings, message] of [
    [{ TLS_CERT_FILE: firstFiles.certFile }, /TLS_CERT_FILE and TLS_KEY_FILE belong together/],
    [{ TLS_CLIENT_KEY_FILE: firstFiles.keyFile }, /TLS_CLIENT_CERT_FILE and TLS_CLIENT_KEY_FILE belong together/],
    [{ TLS_CERT_FILE: join(folder, 'none'), TLS_KEY_FILE: firstFiles.keyFile }, /TLS_CERT_FILE .*none cannot be read/],
    [{ TLS_CERT_FILE: firstFiles.certFile, TLS_KEY_FILE: other.keyFile }, /TLS_KEY_FILE .* its private key/],
    [{ TLS_CERT_FILE: firstFiles.keyFile, TLS_KEY_FILE: firstFiles.keyFile }, /must be a certificate in PEM/],
  ] as const)
    assert.throws(
      () => readTlsConfig(settings),
      (error) => error instanceof OperatorError && message.test(error.message),
    );
});

test('Redis is shown the certificate of the service', { skip: withoutOpenssl() }, async () => {
  const [server, client] = [certificateFiles('redis'), certificateFiles('client')];
  const { tls } = readTlsConfig({ TLS_CERT_FILE: server.certFile, TLS_KEY_FILE: server.keyFile });
  const redis = createServer({ ...tls, ca: client.ca, requestCert: true, rejectUnauthorized: true });
  const accepted = once(redis, 'secureConnection');
  redis.listen(0, '127.0.0.1');
  await once(redis, 'listening');
  const url = `rediss://localhost:${(redis.address() as AddressInfo).port}`;
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    const { makeRedis } = await import(${module('../processes/redis.ts')});
    const { readConfig } = await import(${module('./config.ts')});
    await makeRedis(${JSON.stringify(url)}, readConfig(process.env), { warn() {}, info() {} }).open();`;
  const env = {
    ...process.env,
    SECRET_KEY,
    TLS_CLIENT_CERT_FILE: client.certFile,
    TLS_CLIENT_KEY_FILE: client.keyFile,
    NODE_EXTRA_CA_CERTS: server.certFile,
  };
  const process_ = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'ignore' });
  const [socket] = (await accepted) as [TLSSocket];
  assert.equal(socket.authorized, true);
  process_.kill('SIGKILL');
  await once(process_, 'exit');
  socket.destroy();
  redis.close();
});
