// Tests of the server: every input gets a well-formed response that reveals nothing it should not, and nothing ends the
// process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as dial } from 'node:net';
import { test } from 'node:test';
import { partsOf } from '../test/documents.ts';
import {
  type Answer,
  aBuilding,
  anOrganization,
  noRateLimits,
  password,
  startTestService,
} from '../test/service-fixture.ts';
import { createToken } from './identity/tokens.ts';
import { newId } from './platform/values/ids.ts';

const g = await startTestService({ rateLimits: noRateLimits });
const organization = await anOrganization(g);
const as = organization.owner;
const building = await aBuilding(g, as);
await g.server.listen({ port: 0, host: '127.0.0.1' });
const { port } = g.server.server.address() as AddressInfo;

/**
 * Sends bytes over a socket and answers with everything that came back until the server hung up, or until `enough` has
 * come.
 */
async function wire(bytes: string | Buffer, enough?: RegExp): Promise<string> {
  const socket = dial(port, '127.0.0.1');
  let got = '';
  socket.on('data', (part) => {
    got += part.toString('latin1');
    if (enough?.test(got)) socket.destroy();
  });
  socket.on('error', () => {}); // A server may close the connection; the test reads what it answered before.
  socket.write(bytes);
  await once(socket, 'close');
  return got;
}

const request = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n${body}`;

function assertDressed(headers: Readonly<Record<string, string>>, about: string): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', about);
  assert.equal(headers['cache-control'], 'no-store', about);
  assert.equal(headers['x-frame-options'], 'DENY', about);
  assert.equal(headers['referrer-policy'], 'no-referrer', about);
  assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/, about);
  assert.match(headers['x-request-id'] ?? '', /^[\w.-]{1,64}$/, about);
  for (const telling of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    assert.equal(headers[telling], undefined, about);
}

function assertProblem(answer: Pick<Answer, 'status' | 'headers' | 'text'>, about: string): void {
  const problem = JSON.parse(answer.text);
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8', about);
  assert.equal(problem.status, answer.status, about);
  assert.equal(problem.type, `http://127.0.0.1:3000/docs/errors/${problem.code}`, about);
}

/** The head and body of an answer as it came over the wire. */
function parsed(text: string): Pick<Answer, 'status' | 'headers' | 'text'> {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => [each.split(': ')[0]?.toLowerCase() ?? '', each.split(': ').slice(1).join(': ')]),
  );
  return { status: Number(line.split(' ')[1]), headers, text: body.join('\r\n\r\n') };
}

const isUp = async () => assert.equal((await g.ask('GET', '/buildings', { as })).status, 200);

test('every answer has the same headers: successes, errors, unknown and undecodable addresses', async () => {
  const asked: [string, string, object, number][] = [
    ['GET', '/buildings', { as }, 200],
    ['POST', '/buildings', { as, body: { name: 'a', address: 'b' } }, 201],
    ['POST', '/buildings', { as, raw: '{' }, 400],
    ['GET', '/buildings', {}, 401],
    ['DELETE', `/buildings/${building.id}`, { as: organization.integrator, body: {} }, 403],
    ['GET', '/nowhere', {}, 404],
    ['GET', '//', {}, 200],
    ['GET', '//docs/nothing', {}, 404],
    ['GET', '//api/%zz', {}, 404],
    ['GET', '//%', { as }, 404],
    ['GET', `/buildings/${'x'.repeat(9000)}`, { as }, 404],
    ['PUT', '/buildings', {}, 405],
    ['GET', '/buildings', { as, headers: { accept: 'text/html' } }, 406],
    ['POST', '/buildings', { as, raw: 'x'.repeat(2 ** 20 + 1) }, 413],
    ['POST', '/buildings', { as, raw: '{}', headers: { 'content-type': 'x' } }, 415],
    ['GET', '/buildings?limit=0', { as }, 422],
    ['GET', '//health/live', {}, 200],
    ['GET', '//health/ready', {}, 200],
    ['GET', '//health/nothing', {}, 404],
    ['GET', '//docs/errors/toString', {}, 404],
    ['GET', '//docs/errors/%00', {}, 404],
  ];
  for (const [method, path, ask, status] of asked) {
    const answer = await g.ask(method, path, ask);
    assert.equal(answer.status, status, `${method} ${path}`);
    assertDressed(answer.headers, `${method} ${path}`);
    if (status >= 400) assertProblem(answer, `${method} ${path}`);
  }
});

test('behind https the browser is told to use https only', async () => {
  const secure = await startTestService({ publicUrl: 'https://haldur.example.org' });
  const answer = await secure.ask('GET', '/buildings');
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
  assert.match(answer.text, /"type":"https:\/\/haldur\.example\.org\/docs\/errors\/unauthenticated"/);
  assert.equal((await g.ask('GET', '/buildings')).headers['strict-transport-security'], undefined);
  const whole = await startTestService({ publicUrl: 'https://haldur.example.org', hstsSubdomains: true });
  const { headers } = await whole.ask('GET', '/buildings');
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
});

test('a harmless request id is returned, and otherwise the service generates a unique one', async () => {
  const idFor = async (id: string) =>
    (await g.ask('GET', '/buildings', { as, headers: { 'x-request-id': id } })).headers['x-request-id'];
  for (const id of ['a', 'my-request.1_2', 'x'.repeat(64)]) assert.equal(await idFor(id), id, String(id));
  const given = await Promise.all(['', 'x'.repeat(65), 'a b', 'ä', '<script>', 'a, b', '../x', 'a"b'].map(idFor));
  for (const id of given) assert.match(id ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/, String(id));
  assert.equal(new Set(given).size, given.length);
});

test('garbage on the wire is rejected with the usual body and headers, and the connection is closed', async () => {
  const cases: [string | Buffer, number][] = [
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello over TLS\r\n\r\n', 400],
    ['GET\r\n\r\n', 400],
    ['nonsense nonsense nonsense\r\n\r\n', 400],
    [Buffer.from('GET /api/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'), 400],
    ['GET /api/buildings HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n', 400],
    ['GET /api/buildings HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
    ['POST /api/buildings HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ['POST /api/buildings HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', 400],
    [
      'POST /api/buildings HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['POST /api/buildings HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n', 400],
    [request(`GET /api/buildings?${'x'.repeat(20_000)}`), 431],
    ['GET /api/buildings HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['GET /api/buildings HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    [request('GET /api/buildings', 'Expect: 200-ok\r\n'), 417],
    [request('GET /api/buildings', `X: ${'x'.repeat(20_000)}\r\n`), 431],
  ];
  for (const [bytes, status] of cases) {
    const about = bytes.toString().slice(0, 60);
    const answer = parsed(await wire(bytes));
    assert.equal(answer.status, status, about);
    assert.equal(answer.headers.connection, 'close', about);
    assertDressed(answer.headers, about);
    assertProblem(answer, about);
  }
  await wire('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await wire('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  await isUp();
});

test('unusual but valid requests get their ordinary answers, and no Host or forwarded header appears in one', async () => {
  const cases: [string, number][] = [
    [request('GET /api/%zz'), 404],
    [request('GET /api/buildings/%00'), 401],
    [request('GET http://evil.example/api/buildings'), 401],
    [request('OPTIONS *'), 404],
    [request('GET //evil.example/..'), 404],
    [request('GET /api/../api/buildings'), 404],
    [request('GET /api/buildings', 'Upgrade: websocket\r\n'), 401],
    ['GET /api/buildings HTTP/1.1\r\nHost: <script>evil.example\r\nConnection: close\r\n\r\n', 401],
    ['GET /api/buildings HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 401],
    [
      request(
        'GET /api/buildings',
        'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\n',
      ),
      401,
    ],
    ['GET /api/buildings HTTP/1.0\r\n\r\n', 401],
    [request('GET /api/buildings', 'Expect: 100-continue\r\n'), 401],
  ];
  for (const [bytes, status] of cases) {
    const answer = parsed((await wire(bytes)).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''));
    assert.equal(answer.status, status, bytes.slice(0, 80));
    assertDressed(answer.headers, bytes.slice(0, 80));
    assert.doesNotMatch(answer.text, /evil|<script>/, String(status));
  }
});

test('a body that is too large is 413 whether its length is declared or not; nothing is written and the connection is closed', async () => {
  const count = async () => Number((await g.owner`select count(*) as count from buildings`)[0]?.count);
  const before = await count();
  const auth = `Authorization: Bearer ${as}\r\nContent-Type: application/json\r\n`;
  const text = `{"name":"a","address":"b","x":"${'x'.repeat(3 * 2 ** 20)}"}`;
  const reported = await wire(
    `POST /api/buildings HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: ${text.length}\r\n\r\n${text}`,
  );
  const chunks = (text.match(/.{1,65536}/gs) ?? []).map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  const streamed = await wire(
    `POST /api/buildings HTTP/1.1\r\nHost: x\r\n${auth}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`,
  );
  const promised = await wire(`POST /api/buildings HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: 99999999\r\n\r\n{}`);
  const endless = await wire(
    `POST /api/buildings HTTP/1.1\r\nHost: x\r\n${auth}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`,
  );
  for (const [nth, answer] of [reported, streamed, promised, endless].map(parsed).entries()) {
    assert.equal(answer.status, 413, `answer ${nth}`);
    assert.equal(answer.headers.connection, 'close', `answer ${nth}`);
    assertProblem(answer, '413');
  }
  const stranger = parsed(await wire(`POST /api/buildings HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n{}`));
  assert.equal(stranger.status, 401);
  assert.equal(await count(), before);
});

test('exactly one mebibyte is accepted, one byte more is not', async () => {
  const statusOf = async (bytes: number) => {
    const frame = '{"name":"a","address":"b","x":""}';
    const raw = frame.replace('""}', `"${'x'.repeat(bytes - frame.length)}"}`);
    return (await g.ask('POST', '/buildings', { as, raw })).status;
  };
  assert.deepEqual([await statusOf(2 ** 20), await statusOf(2 ** 20 + 1)], [201, 413]);
});

test('a client that disconnects in the middle of its body costs nothing', async () => {
  for (let n = 0; n < 20; n += 1) {
    const socket = dial(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/buildings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as}\r\nContent-Length: 500\r\n\r\n{"name"`,
    );
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (n % 2) socket.destroy();
    else socket.resetAndDestroy();
  }
  await isUp();
});

test('a hundred pipelined requests get a hundred answers, in their order', async () => {
  const lines = Array.from(
    { length: 100 },
    (_, n) =>
      `GET /api/buildings?limit=1 HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${n}\r\nAuthorization: Bearer ${as}\r\n\r\n`,
  );
  const got = await wire(lines.join('') + request('GET /api/nowhere'));
  assert.deepEqual(
    [...got.matchAll(/x-request-id: n(\d+)/g)].map((match) => Number(match[1])),
    Array.from({ length: 100 }, (_, n) => n),
  );
});

test('no origin is allowed unless the configuration lists it, and then only that one', async () => {
  const preflight = {
    origin: 'https://app.example.org',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  const closed = await g.ask('OPTIONS', '/buildings', { headers: preflight });
  assert.equal(closed.status, 405);
  assert.ok(Object.keys(closed.headers).every((name) => !name.startsWith('access-control')));
  const listing = await startTestService({ corsOrigins: ['https://app.example.org'] });
  const allowed = await listing.ask('OPTIONS', '/buildings', { headers: preflight });
  assert.deepEqual(
    [allowed.status, allowed.text, allowed.headers['access-control-allow-origin']],
    [204, '', 'https://app.example.org'],
  );
  for (const header of ['Authorization', 'Idempotency-Key', 'Content-Type', 'If-None-Match', 'X-Confirm-Password'])
    assert.ok((allowed.headers['access-control-allow-headers'] ?? '').includes(header), header);
  const document = JSON.parse((await listing.ask('GET', '//openapi.json')).text);
  const readable = (allowed.headers['access-control-expose-headers'] ?? '').split(', ');
  const headers = partsOf(document).filter(({ at }) => at.endsWith('/headers') && at !== '/components/headers');
  for (const named of new Set(headers.flatMap(({ value }) => Object.keys(value))))
    assert.ok(readable.includes(named), `${named} is documented, and a page cannot read it`);
  assert.equal(allowed.headers['access-control-allow-credentials'], undefined);
  const actual = await listing.ask('GET', '/buildings', { headers: { origin: 'https://app.example.org' } });
  assert.deepEqual(
    [actual.status, actual.headers['access-control-allow-origin'], actual.headers.vary],
    [401, 'https://app.example.org', 'Origin'],
  );
  for (const origin of [
    'https://app.example.org.evil.example',
    'http://app.example.org',
    'null',
    'https://APP.example.org',
    '*',
    'https://app.example.org:444',
  ]) {
    const answer = await listing.ask('OPTIONS', '/buildings', { headers: { ...preflight, origin } });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [405, undefined], origin);
    assert.equal(answer.headers.vary, 'Origin', origin);
  }
});

test('X-Forwarded-For is trusted for as many proxies as configured, and no more', async () => {
  const rateLimits = { credential: 1e6, tenant: 1e6, address: 3, bulk: 10, ocr: 10 };
  const [alone, proxied] = [
    await startTestService({ rateLimits }),
    await startTestService({ rateLimits, trustedProxies: 1 }),
  ];
  const statuses = async (of: typeof g, header: (n: number) => string) => {
    const all: number[] = [];
    for (let n = 0; n < 5; n += 1)
      all.push((await of.ask('GET', '/buildings', { headers: { 'x-forwarded-for': header(n) } })).status);
    return all;
  };
  assert.deepEqual(await statuses(alone, (n) => `203.0.113.${n}`), [401, 401, 401, 429, 429]);
  assert.deepEqual(await statuses(proxied, (n) => `203.0.113.${n}`), [401, 401, 401, 401, 401]);
  assert.deepEqual(await statuses(proxied, (n) => `198.51.100.${n}, 203.0.113.77`), [401, 401, 401, 429, 429]);
});

test('an unexpected error is a 500 that reveals nothing, and the next request is served', async () => {
  const broken = await aBuilding(g, as, { name: 'broken' });
  // A damaged row, and then a damaged table.
  await g.owner`update buildings set charges = '{"secret": "column"}' where id = ${broken.id}`;
  for (const path of [`/buildings/${broken.id}`, '/buildings']) {
    const answer = await g.ask('GET', path, { as });
    assert.deepEqual([answer.status, answer.code], [500, 'internal_error'], path);
    assertDressed(answer.headers, path);
    assertProblem(answer, path);
    assert.doesNotMatch(answer.text, /secret|column|charges|schema|Error|src\//, path);
  }
  await g.owner`delete from buildings where id = ${broken.id}`;
  await g.owner`alter table counters rename column value to gone`;
  const failed = await g.ask('POST', `/buildings/${building.id}/apartments`, { as, body: { number: '1' } });
  assert.equal(failed.status, 500);
  assert.doesNotMatch(failed.text, /counters|column|42703/);
  await g.owner`alter table counters rename column gone to value`;
  await g.succeed('POST', `/buildings/${building.id}/apartments`, { as, body: { number: '1' } });
});

test('without its database the service answers 503 with Retry-After, stays alive, and reports that it is not ready', async () => {
  const lost = await startTestService();
  const { owner, email } = await anOrganization(lost);
  await lost.app.pool.end({ timeout: 1 });
  const asked = [
    await lost.ask('GET', '/buildings', { as: owner }),
    await lost.ask('POST', '/buildings', { as: owner, body: { name: 'a', address: 'b' } }),
    await lost.ask('GET', '/buildings', { as: createToken('hat_', newId()) }),
    await lost.ask('POST', '/auth/login', { body: { email, password } }),
    await lost.ask('GET', '//health/ready'),
  ];
  for (const [nth, answer] of asked.entries()) {
    assert.deepEqual([answer.status, answer.code, answer.headers['retry-after']], [503, 'busy', '1'], `answer ${nth}`);
    assertDressed(answer.headers, 'without a database');
    assert.doesNotMatch(answer.text, /CONNECTION|postgres|127\.0\.0\.1:\d{4}\b(?!\/docs)/, `answer ${nth}`);
  }
  assert.equal((await lost.ask('GET', '//health/live')).status, 200);
  assert.equal((await lost.ask('GET', '/buildings')).status, 401);
});

test('connections killed repeatedly during requests: every answer is correct or 503, and afterwards everything works', async () => {
  const [{ name } = { name: '' }] = await g.owner<{ name: string }[]>`select current_database() as name`;
  let killing = true;
  const killer = (async () => {
    while (killing) {
      await g.owner`
        select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = ${name} and usename = 'haldur_app' order by random() limit 1) as victim`;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  const end = Date.now() + 2000;
  const made = new Set<string>();
  const seen = new Map<number, number>();
  const caller = async (_: unknown, who: number) => {
    for (let n = 0; Date.now() < end; n += 1) {
      const body = { name: `killed ${who} ${n}`, address: 'x' };
      const answer =
        n % 3 === 0
          ? await g.ask('POST', '/buildings', { as, body })
          : await g.ask('GET', `/buildings/${building.id}`, { as });
      if (answer.status === 201) made.add(answer.data.id);
      if (answer.status === 200) assert.equal(answer.data.id, building.id, `n ${n}`);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 12 }, caller));
  killing = false;
  await killer;
  assert.deepEqual([...seen.keys()].sort(), [200, 201, 503]);
  const kept = await g.owner<{ id: string }[]>`select id from buildings where name like 'killed %'`;
  const ids = new Set(kept.map((row) => row.id));
  for (const id of made) assert.ok(ids.has(id), 'what was answered with 201 is there');
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (let n = 0; n < 3; n += 1) {
    const answers = await Promise.all(Array.from({ length: 24 }, () => g.ask('GET', '/buildings?limit=1', { as })));
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]), `n ${n}`);
  }
});

test('HEAD of a page or document is answered like GET, without the body', async () => {
  const paths = ['/', '/docs', '/docs/quickstart', '/docs/quickstart.md', '/docs/errors/not_found', '/docs/reference/']
    .concat(['/openapi.json', '/console/openapi.json', '/llms.txt'])
    .concat(['/console', '/console/invoices', '/health/live', '/docs/nothing']);
  for (const path of paths) {
    const [seen, head] = [await g.ask('GET', `/${path}`), await g.ask('HEAD', `/${path}`)];
    assert.deepEqual([head.status, head.text], [seen.status, ''], path);
    for (const name of ['content-type', 'cache-control', 'vary'])
      assert.equal(head.headers[name], seen.headers[name], `${name} of ${path}`);
  }
});
