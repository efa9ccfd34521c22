// Tests of uploads: three ways to send the same file, rejected before reading without permission, and clear errors.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { anOrganization, aPerson, startTestService } from '../../../test/service-fixture.ts';
import { existingId, operationDefaults, statementObjects, statementOperation } from '../../../test/upload-operation.ts';
import { makeThrottle } from '../../identity/sign-in-throttle.ts';
import { registerRoutes } from '../handle-request.ts';
import { makeBuckets } from '../limits/rate-limits.ts';
import { okResponse, operation } from '../operation.ts';
import { Type } from '../schemas.ts';
import { maxPictureBytes } from './read-upload.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'haldur-uploads-'));
const g = await startTestService({ dataDir });
const { owner, tenantId } = await anOrganization(g);
const resident = (await aPerson(g, tenantId, 'resident')).token;
let prepared = 0;

const responses = { 200: { description: 'x' } };
const fields = Type.Object({
  title: Type.String({ minLength: 2 }),
  floor: Type.Optional(Type.Integer({ maximum: 9 })),
});
const picture = operation({
  ...operationDefaults,
  responses,
  name: 'sendPicture',
  route: 'POST /pictures',
  permission: 'buildings:write',
  body: { accepts: 'picture', limit: maxPictureBytes, fields },
  handle: {
    prepare: async (_doors, _caller, { file }) => {
      prepared += 1;
      return createHash('sha256')
        .update(await file.whole())
        .digest('hex');
    },
    run: async (_scope, { file, fields }, hash) => {
      const { size, sha256, mediaType, fileName, declaredType } = file;
      return okResponse({ size, mediaType, fileName, declaredType, fields, whole: sha256 === hash });
    },
  },
});
const routes = { app: g.app, throttle: makeThrottle(), buckets: makeBuckets() };
registerRoutes(g.server, routes, '/api/test', [picture, statementOperation(dataDir)], statementObjects);

const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
after(() => rm(dataDir, { recursive: true }));

type Part = { name?: string; fileName?: string; type?: string; bytes: Buffer | string };
const form = (...parts: Part[]): { raw: Buffer; headers: Record<string, string> } => {
  const pieces = parts.flatMap(({ name = 'file', fileName, type, bytes }) => [
    `--cut\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  const raw = Buffer.concat([...pieces, '--cut--\r\n'].map((piece) => Buffer.from(piece)));
  return { raw, headers: { 'content-type': 'multipart/form-data; boundary=cut' } };
};
const title: Part = { name: 'title', bytes: 'Õhtune näit' };
const photo: Part = { fileName: 'a.png', type: 'image/png', bytes: png };
const base64 = png.toString('base64');
const sendPicture = (more: object) => g.ask('POST', '/test/pictures', { as: owner, ...more });
const sendStatement = (more: object) => g.ask('POST', `/test/statements/${existingId}`, { as: owner, ...more });

test('a picture in a form arrives complete, with its fields in their types', async () => {
  const floor: Part = { name: 'floor', bytes: '3' };
  for (const parts of [
    [title, floor, photo],
    [photo, title, floor],
  ]) {
    const { status, data: got, text } = await sendPicture(form(...parts));
    assert.equal(status, 200, text);
    assert.deepEqual(
      got,
      {
        size: png.length,
        mediaType: 'image/png',
        fileName: 'a.png',
        declaredType: 'image/png',
        fields: { title: 'Õhtune näit', floor: 3 },
        whole: true,
      },
      JSON.stringify(parts),
    );
  }
});

test('a picture as base64 in JSON arrives complete, with its fields', async () => {
  const {
    status,
    data: got,
    text,
  } = await sendPicture({ body: { file: base64, fileName: 'a.png', title: 'ab', floor: 1 } });
  assert.equal(status, 200, text);
  assert.deepEqual(got, {
    size: png.length,
    mediaType: 'image/png',
    fileName: 'a.png',
    fields: { title: 'ab', floor: 1 },
    whole: true,
  });
});

test('a file sent as the body itself arrives complete, with any media type', async () => {
  const raw = Buffer.from('<?xml version="1.0"?><Document/>');
  for (const type of [
    'application/xml',
    'application/octet-stream',
    'text/csv; charset=utf-8',
    'image/png',
    'nonsense',
  ]) {
    const { status, data: got } = await sendStatement({ raw, headers: { 'content-type': type } });
    assert.deepEqual([status, got.size, got.mediaType, got.whole], [200, raw.length, 'application/xml', true], type);
  }
});

test('only the first file of a form is used', async () => {
  const second = { fileName: 'b.exe', bytes: Buffer.alloc(70_000, 'MZ') };
  const { data: got } = await sendPicture(form(title, photo, second, { ...second, name: 'other' }));
  assert.deepEqual([got.fileName, got.size], ['a.png', png.length]);
});

test('a file name is cleaned for display: folders, control characters and direction marks are removed', async () => {
  const names: [string, string | undefined][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\mari\\foto.png', 'foto.png'],
    ['arve\u202egnp.exe', 'arvegnp.exe'],
    ['a\0b\x1b.png', 'ab.png'],
    ['Korter 5 – näit.png', 'Korter 5 – näit.png'],
    ['..', '..'],
    ['', undefined],
    ['/', undefined],
  ];
  for (const [fileName, shown] of names) {
    if (fileName.includes('\0')) continue;
    const { status, data: got, text } = await sendPicture({ body: { file: base64, title: 'ab', fileName } });
    assert.deepEqual([status, got?.fileName], [200, shown], `${fileName} ${text}`);
  }
});

test('missing permission and missing objects are reported before the file is read', async () => {
  const { raw, headers } = form({ fileName: 'x', bytes: 'nonsense' });
  const path = `/test/statements/${existingId}`;
  const asked = async (as: string | undefined, to: string, more: object) =>
    (await g.ask('POST', to, { as, raw, headers, ...more })).status;
  assert.equal(await asked(undefined, path, {}), 401);
  assert.equal(await asked('hat_nonsense', path, {}), 401);
  assert.equal(await asked(resident, path, {}), 403);
  assert.equal(await asked(owner, '/test/statements/x', {}), 404);
  assert.equal(await asked(owner, path.replace(/0$/, '1'), {}), 404);
  assert.equal(await asked(owner, path, { headers: { ...headers, accept: 'text/html' } }), 406);
  assert.equal(await asked(owner, path, { headers: { 'content-type': 'multipart/form-data' } }), 400);
  assert.equal(await asked(owner, `${path}?dry=x`, { raw: Buffer.from([0, 1]) }), 400);
  assert.equal(await asked(owner, `${path}?dry=x`, form({ fileName: 'x', bytes: 'a;b' })), 422);
});

const wrong: Record<string, [more: object, status: number, field: string | undefined, words: RegExp]> = {
  'no body': [{}, 400, 'file', /missing/],
  'an empty body': [{ raw: '', headers: { 'content-type': 'image/png' } }, 400, 'file', /empty|missing/],
  'an empty file part': [form(title, { fileName: 'a.png', bytes: '' }), 400, 'file', /empty/],
  'a form without a file': [form(title), 400, 'file', /missing/],
  'a file that is a text field': [form(title, { bytes: 'a.png' }), 400, 'file', /part with a filename/],
  'no boundary': [{ ...form(title, photo), headers: { 'content-type': 'multipart/form-data' } }, 400, '', /boundary/],
  'another boundary': [
    { ...form(title, photo), headers: { 'content-type': 'multipart/form-data; boundary=no' } },
    400,
    '',
    /cut short/,
  ],
  'a form that is cut short': [
    { ...form(title, photo), raw: form(title, photo).raw.subarray(0, -30) },
    400,
    '',
    /cut short/,
  ],
  'a form cut within a header': [{ ...form(title), raw: Buffer.from('--cut\r\nContent-Dispo') }, 400, '', /cut short/],
  'a form that is none': [{ ...form(title), raw: randomBytes(5000) }, 400, '', /cut short/],
  'a field given twice': [form(title, title, photo), 400, 'title', /repeated/],
  'a field that is too long': [form(photo, { name: 'title', bytes: 'x'.repeat(20_000) }), 400, 'title', /at most/],
  'a field that is not UTF-8': [
    form(photo, { name: 'title', bytes: Buffer.from([0xff, 0xfe]) }),
    400,
    'title',
    /UTF-8/,
  ],
  'a field with a NUL': [form(photo, { name: 'title', bytes: 'a\0b' }), 422, 'title', /NUL/],
  'too many parts': [
    form(...Array.from({ length: 40 }, (_, at) => ({ name: `f${at}`, bytes: 'x' }))),
    400,
    '',
    /30 parts/,
  ],
  'a missing field': [form(photo), 400, 'title', /missing/],
  'a field of the wrong kind': [form(photo, title, { name: 'floor', bytes: 'three' }), 422, 'floor', /whole number/],
  'a field out of range': [form(photo, title, { name: 'floor', bytes: '99' }), 422, 'floor', /at most 9/],
  'JSON without a file': [{ body: { title: 'ab' } }, 400, 'file', /missing/],
  'JSON with an empty file': [{ body: { title: 'ab', file: '' } }, 400, 'file', /empty/],
  'JSON with a file that is no text': [{ body: { title: 'ab', file: 5 } }, 400, 'file', /base64/],
  'JSON with a list': [{ body: [] }, 400, '', /object/],
  'JSON that is none': [{ raw: '{"file":' }, 400, '', /not JSON/],
  'an empty JSON body': [{ raw: '' }, 400, 'file', /missing/],
  'JSON with a wrong field': [{ body: { title: 5, file: base64 } }, 400, 'title', /text/],
  'JSON with a number as text': [{ body: { title: 'ab', floor: '3', file: base64 } }, 400, 'floor', /whole number/],
  'line breaks in base64': [
    { body: { title: 'ab', file: `${base64.slice(0, 8)}\n${base64.slice(8)}` } },
    422,
    'file',
    /line breaks/,
  ],
  'base64 without its end': [{ body: { title: 'ab', file: `${base64}A` } }, 422, 'file', /base64/],
  'the base64 of URLs': [{ body: { title: 'ab', file: '_-_-' } }, 422, 'file', /base64/],
  'a data: URL': [{ body: { title: 'ab', file: `data:image/png;base64,${base64}` } }, 422, 'file', /data: prefix/],
  'a zipped body': [
    { raw: png, headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' } },
    415,
    undefined,
    /Content-Encoding/,
  ],
  'a form of the other kind': [
    { raw: 'file=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    undefined,
    /multipart\/form-data/,
  ],
  'another multipart': [
    { ...form(photo), headers: { 'content-type': 'multipart/mixed; boundary=cut' } },
    415,
    undefined,
    /multipart\/form-data/,
  ],
  'a GIF that is called PNG': [form(title, { ...photo, bytes: 'GIF89a…' }), 415, undefined, /GIF/],
  'a drawing': [form(title, { ...photo, bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' }), 415, undefined, /SVG/],
  'a picture of an iPhone': [
    form(title, { ...photo, bytes: '\0\0\0\x18ftypheic\0\0\0\0' }),
    415,
    undefined,
    /HEIC.*JPEG/,
  ],
  'a file of eleven MiB': [form(title, { ...photo, bytes: Buffer.alloc(11 << 20, 1) }), 413, undefined, /10 MiB/],
  'a body of eleven MiB': [
    { raw: Buffer.alloc(11 << 20, 1), headers: { 'content-type': 'image/png' } },
    413,
    undefined,
    /10 MiB/,
  ],
  'JSON of sixteen MiB': [{ raw: `{"file":"${'A'.repeat(16 << 20)}"}` }, 413, undefined, /multipart/],
};

for (const [what, [more, status, field, words]] of Object.entries(wrong)) {
  test(`${what} is rejected with ${status} and a reason`, async () => {
    const before = prepared;
    const answer = await sendPicture(more);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.text, words);
    if (field !== undefined) assert.ok(answer.fields.includes(field), answer.text);
    assert.equal(prepared, before);
  });
}

test('everything missing is reported at once: the file and the fields', async () => {
  assert.deepEqual((await sendPicture(form({ name: 'x', bytes: 'y' }))).fields, ['file', 'title']);
  assert.deepEqual((await sendPicture({ body: {} })).fields, ['file', 'title']);
});

test('a statement is any text; an archive, a PDF or a picture is not one', async () => {
  const taken: [Buffer, string][] = [
    [Buffer.from('\ufeff<?xml version="1.0"?><Document/>'), 'application/xml'],
    [Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><Document/>', 'utf16le'), 'application/xml'],
    [Buffer.from('Kuupäev;Summa\r\n1.10.2026;12,50\r\n', 'latin1'), 'text/plain'],
    [Buffer.from('\ufeffKuupäev\tSumma\n', 'utf16le'), 'text/plain'],
    [Buffer.from('Kuupäev\tSumma\n', 'utf16le'), 'text/plain'],
  ];
  for (const [raw, mediaType] of taken) {
    const answer = await sendStatement({ raw, headers: { 'content-type': 'text/csv' } });
    assert.equal(answer.data?.mediaType, mediaType, answer.text);
  }
  const refused: [Buffer, RegExp][] = [
    [png, /This is a picture\. Export/],
    [Buffer.from('%PDF-1.7\n'), /This is a PDF\. Export/],
    [Buffer.from('PK\x03\x04'), /This is a ZIP file\. Unpack it/],
    [Buffer.from('\x1f\x8b\x08\0', 'latin1'), /This is a packed file \(gzip\)\. Unpack it/],
    [
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0', 'latin1'),
      /This is an older spreadsheet \(XLS\), or one with a password\. Save it as xlsx/,
    ],
    [Buffer.from('a;b\0'), /neither a text nor a spreadsheet/],
  ];
  for (const [raw, words] of refused) {
    const answer = await sendStatement({ raw, headers: { 'content-type': 'text/csv' } });
    assert.equal(answer.status, 415, answer.text);
    assert.match(answer.text, words, String(words));
    assert.match(answer.text, /camt\.053.*MT940.*CSV.*xlsx/, String(words));
  }
});

test('a repeat with the same file gets the first answer, with another file it is rejected', async () => {
  const headers = { ...form().headers, 'idempotency-key': 'photo-1' };
  const first = await sendPicture({ raw: form(title, photo).raw, headers });
  const again = await sendPicture({ raw: form(photo, title).raw, headers });
  assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true']);
  const other = { ...photo, bytes: Buffer.concat([png, Buffer.from('x')]) };
  assert.equal((await sendPicture({ raw: form(title, other).raw, headers })).code, 'idempotency_key_reused');
  assert.equal(
    (await sendPicture({ raw: form({ ...title, bytes: 'zz' }, photo).raw, headers })).code,
    'idempotency_key_reused',
  );
});
