// Attack tests: no request of known expensive kinds blocks the event loop for others. A new attack is a further entry
// of the list.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createSentInvoices, createTestBank, initiatePayment } from './banklink-fixture.ts';
import { longestTurnOf, maxTurnMs } from './linear/measure-slope.ts';
import { anOrganization, startTestService } from './service-fixture.ts';

const g = await startTestService();
const organization = await anOrganization(g);
await createTestBank(g, organization);
const { invoices } = await createSentInvoices(g, organization);
const payment = await initiatePayment(g, organization.owner, { invoiceId: invoices[0], bank: 'kodupank' });
const callback = new URL(payment.fields.VK_RETURN ?? '');
await g.server.listen({ port: 0, host: '127.0.0.1' });
const { port } = g.server.server.address() as AddressInfo;

const kibibytes = (count: number, text: string) => text.repeat((count * 1024) / text.length);

type Attack = { readonly name: string; readonly line: string; readonly headers?: string; readonly body?: string };

const json = 'Content-Type: application/json\r\n';
const signedIn = `Authorization: Bearer ${organization.owner}\r\n`;
const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
const bankMessage = 'VK_SERVICE=1111&VK_VERSION=009';
const toBank = `POST ${callback.pathname}${callback.search}`;
const manyEmptyTariffs = JSON.stringify({
  name: 'a',
  address: 'b',
  billing: { charges: Array(100).fill({ tariffs: Array(3000).fill({}) }) },
});
const manyKeys = `{${Array.from({ length: 90_000 }, (_, n) => `"k${n}":0`).join()}}`;
const manyObjectsOfKeys = `{"a":[${Array(115)
  .fill(`{${Array.from({ length: 999 }, (_, n) => `"${n}":0`).join()}}`)
  .join()}]}`;
const manyTariffs = JSON.stringify({
  name: 'a',
  address: 'b',
  billing: { charges: Array(100).fill({ tariffs: Array(190).fill({ from: 1 }) }) },
});
const manyIds = JSON.stringify({ invoiceIds: Array(9_999).fill({}) });

const attacks: readonly Attack[] = [
  {
    name: 'blanks in a field of a bank',
    line: toBank,
    headers: form,
    body: `${bankMessage}&VK_MAC=A&VK_MSG=a${kibibytes(62, '+')}x`,
  },
  { name: 'blanks in a signature', line: toBank, headers: form, body: `${bankMessage}&VK_MAC=A${kibibytes(62, '+')}-` },
  {
    name: 'a bank’s message of separators',
    line: toBank,
    headers: form,
    body: `${bankMessage}&VK_MAC=A&VK_MSG=${kibibytes(62, '=')}`,
  },
  { name: 'a nested message', line: toBank, headers: json, body: kibibytes(63, '[') },
  {
    name: 'a media type of blanks',
    line: 'POST /api/auth/login',
    headers: `Content-Type: application/json; charset=${kibibytes(15, ' ')}"x\r\n`,
    body: '{}',
  },
  {
    name: 'a media type of parameters',
    line: 'POST /api/auth/login',
    headers: `Content-Type: application/json${kibibytes(15, ';a="')}\r\n`,
    body: '{}',
  },
  {
    name: 'a language of blanks',
    line: 'GET /console/magic-link',
    headers: `Accept-Language: a${kibibytes(15, ' ')}x\r\n`,
  },
  {
    name: 'a language of separators',
    line: 'GET /console/magic-link',
    headers: `Accept-Language: ${kibibytes(15, '; ')}\r\n`,
  },
  {
    name: 'an Accept of blanks',
    line: 'GET /api/buildings',
    headers: `${signedIn}Accept: a;${kibibytes(15, ' ')}q=0\r\n`,
  },
  {
    name: 'an Accept of quotes',
    line: 'GET /api/buildings',
    headers: `${signedIn}Accept: a;"${kibibytes(15, ',')}\r\n`,
  },
  {
    name: 'an unknown Bearer of blanks',
    line: 'GET /api/buildings',
    headers: `Authorization: Bearer${kibibytes(15, ' ')}x y\r\n`,
  },
  {
    name: 'a cookie of separators',
    line: 'POST /console/api/session/refresh',
    headers: `X-Haldur-Console: 1\r\nCookie: ${kibibytes(15, ';=')}\r\n`,
  },
  {
    name: 'a key of quotes',
    line: 'POST /api/auth/login',
    headers: `${json}Idempotency-Key: ${kibibytes(15, '"')}x\r\n`,
    body: '{}',
  },
  { name: 'an address of slashes', line: `GET ${kibibytes(15, '/')}` },
  { name: 'an address of escapes', line: `GET /api/buildings/${kibibytes(15, '%41')}` },
  { name: 'a query of separators', line: `GET /api/buildings?${kibibytes(14, '&=')}`, headers: signedIn },
  { name: 'a chain of proxies', line: 'GET /api/buildings', headers: `X-Forwarded-For: ${kibibytes(15, ',')}\r\n` },
  { name: 'many wrong values, from a stranger', line: 'POST /api/buildings', headers: json, body: manyEmptyTariffs },
  { name: 'many wrong values', line: 'POST /api/buildings', headers: signedIn + json, body: manyEmptyTariffs },
  { name: 'many wrong ids', line: 'POST /api/invoices/send-bulk', headers: signedIn + json, body: manyIds },
  { name: 'many keys, from a stranger', line: 'POST /api/auth/login', headers: json, body: manyKeys },
  { name: 'many keys', line: 'POST /api/buildings', headers: signedIn + json, body: manyKeys },
  { name: 'many objects of many keys', line: 'POST /api/buildings', headers: signedIn + json, body: manyObjectsOfKeys },
  {
    name: 'as many wrong values as are looked at',
    line: 'POST /api/buildings',
    headers: signedIn + json,
    body: manyTariffs,
  },
  { name: 'deep nesting', line: 'POST /api/buildings', headers: signedIn + json, body: kibibytes(1000, '[') },
  { name: 'backslashes', line: 'POST /api/buildings', headers: signedIn + json, body: `{"${kibibytes(1000, '\\')}"}` },
];

/** Sends a request over a connection of its own, and waits for the first bytes of the answer. */
async function send({ line, headers = '', body = '' }: Attack): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // The service may close the connection instead of reading a rejected body.
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${headers}${length}Connection: close\r\n\r\n${body}`);
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  await once(socket, 'close');
  return answer;
}

for (const attack of attacks)
  test(`no turn of the event loop takes more than ${maxTurnMs} ms: ${attack.name}`, async (context) => {
    let longest = Infinity;
    for (let times = 0; times < 3; times += 1) {
      let answer = '';
      const took = await longestTurnOf(async () => {
        answer = await send(attack);
      });
      assert.match(answer, /^(HTTP\/1\.1 |$)/, `times ${times}`);
      longest = Math.min(longest, took); // What costs much does so each time; a collection of garbage does not.
      if (times === 0) context.diagnostic(answer.slice(0, 40).split('\r\n')[0] ?? '');
    }
    context.diagnostic(`${longest.toFixed(1)} ms`);
    assert.ok(longest <= maxTurnMs, `${longest} ms`);
  });
