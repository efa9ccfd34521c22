// Tests of the mailbox page: e-mails are shown with links that work, HTML is shut in, and nobody but this machine sees
// any of it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { openTransport } from '../../mail/mail-transport.ts';
import { readConfig } from '../../platform/config/config.ts';
import { registerMailbox } from './mailbox.ts';

const g = await startTestService({ mailboxPage: true });
await anOrganization(g);
const { server, app } = g;
const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { host: '127.0.0.1:3000', ...headers } });

const link = `https://haldur.example/console/magic-link#hml_${'a'.repeat(120)}?x=1&y="<b>`;
const html = `<!doctype html>\n<html>\n<head>\n<title>x</title>\n</head>\n<body><script>alert(1)</script><a href="https://haldur.example/">õ</a></body>\n</html>\n`;

async function aLetter(
  subject: string,
  time: string,
  attachments = [] as { filename: string; content: Buffer; contentType: string }[],
) {
  const transport = openTransport(app.config);
  const mail = { id: subject.replace(/\W/g, ''), to: { address: 'mari@example.org', name: 'Mari' }, subject, html };
  const text = `Tere!\n\nLogi sisse:\n${link}\n\n<i>õ</i>\n`;
  const sent = await transport.send({ ...mail, text, date: new Date(time), attachments }, new AbortController().signal);
  assert.deepEqual(sent, { kind: 'sent' });
}

test('an empty mailbox says what will be in it', async () => {
  const { statusCode, body } = await get('/mailbox');
  assert.equal(statusCode, 200);
  assert.match(body, /There is no e-mail yet/);
});

test('the list has the latest e-mail first, and leads to each', async () => {
  await aLetter('Esimene <kiri>', '2026-11-20T09:00:00.000Z');
  await aLetter('Teine: õ', '2026-11-20T10:00:00.000Z', [
    { filename: 'arve õ.pdf', content: Buffer.from([0, 255, 1]), contentType: 'application/pdf' },
  ]);
  const { body } = await get('/mailbox');
  const entries = [...body.matchAll(/<li><a href="([^"]+)">([^<]+)<span>([^<]+)/g)].map(([, , ...texts]) => texts);
  assert.deepEqual(entries, [
    ['Teine: õ', 'mari@example.org · 2026-11-20 10:00 UTC'],
    ['Esimene &lt;kiri&gt;', 'mari@example.org · 2026-11-20 09:00 UTC'],
  ]);
});

const pathOf = async (nth: number) =>
  [...(await get('/mailbox')).body.matchAll(/<li><a href="([^"]+)"/g)].map(([, path = '']) => path)[nth] ?? '';

test('an e-mail is shown as text with links in one piece, and its HTML in a frame without scripts', async () => {
  const path = await pathOf(0);
  const { statusCode, body, headers } = await get(path);
  assert.equal(statusCode, 200);
  const target = `https://haldur.example/console/magic-link#hml_${'a'.repeat(120)}?x=1&amp;y=`;
  assert.ok(body.includes(`<a href="${target}" rel="noreferrer">${target}</a>`), body);
  assert.ok(body.includes('&lt;i&gt;õ&lt;/i&gt;'));
  assert.match(body, new RegExp(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${path}/html"`));
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self';/,
  );
  const frame = await get(`${path}/html`);
  assert.match(
    String(frame.headers['content-security-policy']),
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/,
  );
  assert.equal(frame.headers['x-frame-options'], 'SAMEORIGIN');
  assert.ok(frame.body.includes('<head>\n<base target="_blank">') && frame.body.includes('>õ</a>'));
});

test('attachments are saved under their names, byte for byte', async () => {
  const path = await pathOf(0);
  assert.ok((await get(path)).body.includes(`<a href="${path}/attachments/0">arve õ.pdf</a>`));
  const { rawPayload, headers } = await get(`${path}/attachments/0`);
  assert.deepEqual([...rawPayload], [0, 255, 1]);
  assert.equal(headers['content-type'], 'application/octet-stream');
  assert.equal(headers['content-disposition'], `attachment; filename="arve o.pdf"; filename*=UTF-8''arve%20%C3%B5.pdf`);
  for (const index of ['1', '-1', 'x', '__proto__'])
    assert.equal((await get(`${path}/attachments/${index}`)).statusCode, 404);
});

test('nothing else of the disk can be read', async () => {
  for (const name of ['..%2Fsecret.key', 'secret.key', 'x.eml', '%00.eml'])
    assert.equal((await get(`/mailbox/${name}`)).statusCode, 404, name);
});

test('another machine, another host name and a proxy get 404', async () => {
  const path = await pathOf(0);
  for (const url of ['/mailbox', path, `${path}/html`, `${path}/attachments/0`]) {
    assert.equal((await get(url)).statusCode, 200);
    assert.equal((await get(url, { host: 'attacker.example' })).statusCode, 404);
    assert.equal((await get(url, { 'x-forwarded-for': '10.0.0.1' })).statusCode, 404);
    const elsewhere = await server.inject({ url, headers: { host: '127.0.0.1' }, remoteAddress: '10.0.0.9' });
    assert.equal(elsewhere.statusCode, 404);
  }
});

test('without the setting there is no mailbox', async () => {
  const { DATA_DIR } = { DATA_DIR: app.config.dataDir };
  assert.equal(readConfig({ DATA_DIR }).mailboxPage, false);
  const off = await startTestService();
  assert.equal((await off.server.inject({ url: '/mailbox', headers: { host: '127.0.0.1' } })).statusCode, 404);
});

test('a folder with more than a hundred e-mails shows the latest', async () => {
  const other = fastify();
  const { dataDir } = app.config;
  registerMailbox(other, { dataDir: join(dataDir, 'crowded') });
  const transport = openTransport({ mail: app.config.mail, dataDir: join(dataDir, 'crowded') });
  for (let n = 0; n < 101; n += 1) {
    const date = new Date(Date.UTC(2026, 0, 1, 0, n));
    const mail = {
      id: `m${n}`,
      to: { address: 'a@example.org', name: null },
      subject: `No. ${n}.`,
      text: '',
      html: '',
    };
    await transport.send({ ...mail, date, attachments: [] }, new AbortController().signal);
  }
  const { body } = await other.inject({ url: '/mailbox', headers: { host: 'localhost' } });
  assert.match(body, /These are the latest 100 of 101\./);
  assert.ok(body.includes('No. 100.') && !body.includes('No. 0.'));
});
