// Tests of POST /meters/ocr over HTTP: who may call it, what it accepts and returns, and that nothing is stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawFace } from '../../../demo/meter-faces.ts';
import { registerPhoto } from '../../../test/operation-samples.ts';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../../test/service-fixture.ts';

type Read = {
  readonly id: string;
  readonly value: number;
  readonly text: string;
  readonly confidence: number;
  readonly digits: readonly {
    readonly char: string;
    readonly confidence: number;
    readonly box?: Record<string, number>;
  }[];
  readonly candidates: readonly { readonly value: number; readonly confidence: number }[];
  readonly plausible: boolean;
  readonly reason?: string;
  readonly meterId?: string;
  readonly serialNumber?: string;
};

const g = await startTestService();
const home = await anOrganization(g);
const stranger = await anOrganization(g);
const building = await aBuilding(g, home.owner);
const apartment = await anApartment(g, home.owner, building.id, { number: '1' });
const photo = await drawFace({ digits: '00409550', decimals: 3, serialNumber: '34303425' });

async function aMeter(more: Record<string, unknown> = {}) {
  const body = {
    buildingId: building.id,
    apartmentId: apartment.id,
    type: 'cold_water',
    digits: 5,
    decimals: 3,
    installedOn: '2026-11-01',
    ...more,
  };
  const made = await g.succeed('POST', '/meters', { as: home.owner, body });
  return made.data.id;
}

const send = (raw: Buffer, path = '/meters/ocr', as = home.owner, type = 'image/jpeg') =>
  g.ask<Read>('POST', path, { as, raw, headers: { 'content-type': type } });

test('a photo alone is read; the answer says that its decimals are unknown', async () => {
  const read = await send(registerPhoto);
  assert.equal(read.status, 200, read.text);
  assert.deepEqual([read.data.value, read.data.text, read.data.reason], [409_550, '00409550', 'decimals_unknown']);
  assert.equal('meterId' in read.data, false);
  assert.equal(read.data.digits.length, 8);
  assert.equal(read.data.candidates[0]?.value, 409_550);
});

test('all three encodings accept the meter’s id and return its decimals, and every kind of picture is read', async () => {
  const meterId = await aMeter({ type: 'hot_water', initialValue: 405, serialNumber: '34303425' });
  const atMeter = `/meters/ocr?meterId=${meterId}`;
  const cmyk = await sharp(registerPhoto).toColourspace('cmyk').jpeg().toBuffer();
  const deep = await sharp(registerPhoto).toColourspace('rgb16').png().toBuffer();
  const grey = await sharp(registerPhoto).greyscale().webp().toBuffer();
  const clear = await sharp(registerPhoto).ensureAlpha(1).png().toBuffer();
  const turned = await sharp(await sharp(registerPhoto).rotate(90).toBuffer())
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer();
  const inQuery = await send(photo, atMeter);
  const asJson = await g.ask<Read>('POST', '/meters/ocr', {
    as: home.owner,
    body: { file: cmyk.toString('base64'), meterId },
  });
  const parts = [
    `--b\r\nContent-Disposition: form-data; name="meterId"\r\n\r\n${meterId}\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="m.png"\r\n\r\n`,
    deep,
    '\r\n--b--\r\n',
  ];
  const form = await send(
    Buffer.concat(parts.map((part) => Buffer.from(part))),
    '/meters/ocr',
    home.owner,
    'multipart/form-data; boundary=b',
  );
  assert.equal(inQuery.data.serialNumber, '34303425');
  const others = {
    grey: await send(grey, atMeter),
    clear: await send(clear, atMeter),
    turned: await send(turned, atMeter),
  };
  for (const [what, read] of Object.entries({ inQuery, asJson, form, ...others })) {
    assert.equal(read.status, 200, read.text);
    const { value, text, plausible, reason } = read.data;
    assert.deepEqual([value, text, plausible, reason], [409.55, '00409550', true, undefined], what);
    assert.equal(read.data.meterId, meterId, what);
    assert.ok(read.data.confidence > 0.5, what);
  }
});

test('a value below the meter’s last reading is returned as read, and marked implausible; nothing is submitted', async () => {
  const meterId = await aMeter({ type: 'gas', initialValue: 500 });
  const read = await send(registerPhoto, `/meters/ocr?meterId=${meterId}`);
  const { value, plausible, reason, confidence } = read.data;
  assert.deepEqual([value, plausible, reason], [409.55, false, 'below_last_reading']);
  assert.ok(confidence < 0.5);
  const readings = await g.ask('GET', `//console/api/readings?meterId=${meterId}`, { as: home.owner });
  assert.deepEqual([readings.status, readings.items.length], [200, 0]);
  assert.equal((await g.owner`select id from files`).length, 0);
});

test('a meter of another organization and a missing one give the same 404', async () => {
  const meterId = await aMeter({ type: 'heating' });
  const foreign = await send(photo, `/meters/ocr?meterId=${meterId}`, stranger.owner);
  const missing = await send(photo, '/meters/ocr?meterId=019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10', stranger.owner);
  assert.deepEqual([foreign.status, foreign.code], [404, 'not_found']);
  assert.deepEqual([missing.status, missing.code], [404, 'not_found']);
});

test('two different meters, in the query and beside the file, are rejected', async () => {
  const [firstId, secondId] = ['019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10', '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e11'];
  const body = { file: photo.toString('base64'), meterId: firstId };
  const answer = await g.ask('POST', `/meters/ocr?meterId=${secondId}`, { as: home.owner, body });
  assert.deepEqual([answer.status, answer.code, answer.fields], [422, 'validation_failed', ['meterId']]);
});

test('a photo without a register is a 422 that says what to do, and one in the dark says so', async () => {
  const blank = await send(
    await sharp(await drawFace({ digits: '', kind: 'blank', serialNumber: '' }))
      .resize(400)
      .toBuffer(),
  );
  assert.deepEqual([blank.status, blank.code, blank.fields], [422, 'reading_not_found', ['file']]);
  assert.match(blank.text, /"no_meter"/);
  const night = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#050505' } })
    .jpeg()
    .toBuffer();
  const dark = await send(night);
  assert.equal(dark.status, 422);
  assert.match(dark.text, /too dark.*"photo_dark"/);
});

test('anything but a still picture is a 4xx: damaged, cut short, animated, or another file', async () => {
  const frames = ['#fff', '#000'].map((background) => ({
    create: { width: 40, height: 80, channels: 3 as const, background },
  }));
  const stills = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  const animated = await sharp(stills, { join: { animated: true } })
    .webp()
    .toBuffer();
  for (const [file, status] of [
    [animated, 422],
    [photo.subarray(0, photo.length >> 1), 422],
    [Buffer.concat([photo.subarray(0, 20), Buffer.alloc(3000, 7)]), 422],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    [Buffer.from('%PDF-1.7'), 415],
    [Buffer.from('GIF89a'), 415],
    [Buffer.alloc(0), 400],
    [Buffer.alloc(10 * 1024 * 1024 + 1, 1), 413],
  ] as const)
    assert.equal((await send(file)).status, status, `${file.length} bytes`);
});

test('a picture that is also another file is re-encoded before anything reads it, also after damaged ones', async () => {
  const both = Buffer.concat([registerPhoto, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]);
  assert.equal((await send(both)).data.text, '00409550');
});
