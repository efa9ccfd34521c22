// Tests of photos of maintenance requests: stored without metadata, and visible only to those who see the request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { connectionTo } from '../../test/postgres-server.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  changeResidencies,
  moveOut,
  password,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { connect } from '../platform/db/pool.ts';
import { makeServer } from '../server.ts';
import { maxParts } from './maintenance-requests.ts';

const g = await startTestService();
const { owner, tenantId } = await anOrganization(g);
const stranger = await anOrganization(g);
const building = await aBuilding(g, owner);
const home = await anApartment(g, owner, building.id, { number: '1' });
const next = await anApartment(g, owner, building.id, { number: '2' });
const resident = await aPerson(g, tenantId, 'resident');
const neighbour = await aPerson(g, tenantId, 'resident');
await aResidency(g, tenantId, resident.userId, home.id);
await aResidency(g, tenantId, neighbour.userId, next.id);

const at = (path = '') => `//console/api/maintenance-requests${path}`;
const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
  .jpeg()
  .withExif({ IFD0: { Artist: 'Mari Tamm' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 26/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .toBuffer();

test('the photo used here has metadata: its author, location and orientation', async () => {
  const { exif, orientation } = await sharp(photo).metadata();
  assert.ok(exif?.includes('Mari Tamm'));
  assert.equal(orientation, 6);
});

async function aRequest(as = resident.token, where: object = { apartmentId: home.id }): Promise<string> {
  const body = { title: 'Seinas on pragu', description: 'Vt fotot.', ...where };
  const made = await g.ask('POST', at(), { as, body });
  assert.equal(made.status, 201, made.text);
  return made.data.id;
}

const send = (as: string, id: string, headers: Record<string, string> = {}) =>
  g.ask('POST', at(`/${id}/photos`), { as, raw: photo, headers: { 'content-type': 'image/jpeg', ...headers } });
const photosOf = async (as: string, id: string) =>
  (await g.ask<Thing & { photos: Thing[] }>('GET', at(`/${id}`), { as })).data.photos;

/** The picture as a browser gets it. */
function fetchPhoto(as: string, id: string, photoId: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${as}`;
  const url = `/console/api/maintenance-requests/${id}/photos/${photoId}`;
  return g.server.inject({ method: 'GET', url, headers: { authorization, ...headers } });
}

test('a photo sent to one process is fetched from another, on the same database and with another DATA_DIR', async () => {
  const id = await aRequest();
  const photoId = (await send(resident.token, id)).data.id;
  const config = { ...g.app.config, dataDir: '/nonexistent' };
  const pool = connect(connectionTo(g.database, 'haldur_app'), { max: 2 });
  const another = makeServer({ ...g.app, config, pool });
  const url = `/console/api/maintenance-requests/${id}/photos/${photoId}`;
  const fetched = await another.inject({ url, headers: { authorization: `Bearer ${resident.token}` } });
  assert.equal(fetched.statusCode, 200);
  assert.deepEqual(fetched.rawPayload, (await fetchPhoto(resident.token, id, photoId)).rawPayload);
  await another.close();
  await pool.end({ timeout: 5 });
});

test('a photo without its bytes is a 500, and never a shorter picture', async () => {
  const id = await aRequest();
  const photoId = (await send(resident.token, id)).data.id;
  await g.owner`delete from file_chunks where file_id = ${photoId}`;
  assert.equal((await fetchPhoto(resident.token, id, photoId)).statusCode, 500);
});

test('a photo is stored upright without metadata, listed with its size, and shown as stored', async () => {
  const id = await aRequest();
  const sent = await send(resident.token, id);
  assert.equal(sent.status, 201, sent.text);
  const { id: photoId, createdBy, createdAt, size, ...rest } = sent.data;
  assert.deepEqual(rest, { mediaType: 'image/jpeg', width: 20, height: 40 });
  assert.deepEqual(createdBy, { kind: 'user', id: resident.userId, name: resident.email });
  assert.equal(createdAt, g.clock.now.toISOString());
  assert.equal(sent.headers.location, `/console/api/maintenance-requests/${id}/photos/${photoId}`);
  assert.deepEqual(await photosOf(resident.token, id), [sent.data]);
  const shown = await fetchPhoto(resident.token, id, photoId);
  assert.equal(shown.headers['content-type'], 'image/jpeg');
  assert.equal(shown.rawPayload.length, size);
  const { exif, width, orientation } = await sharp(shown.rawPayload).metadata();
  assert.deepEqual([exif, width, orientation], [undefined, 20, undefined]);
  assert.ok(!shown.rawPayload.includes('Mari Tamm'));
  const again = await fetchPhoto(resident.token, id, photoId, { 'if-none-match': String(shown.headers.etag) });
  assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
});

test('a photo is visible to all who see its request, and found with that request only', async () => {
  const [own, shared] = [await aRequest(), await aRequest(resident.token, { buildingId: building.id })];
  const [ofOwn, ofShared] = [(await send(resident.token, own)).data.id, (await send(neighbour.token, shared)).data.id];
  const statusFor = async (as: string, id: string, photoId: string) => (await fetchPhoto(as, id, photoId)).statusCode;
  assert.equal(await statusFor(owner, own, ofOwn), 200);
  assert.equal(await statusFor(neighbour.token, shared, ofShared), 200);
  assert.equal(await statusFor(neighbour.token, own, ofOwn), 404);
  assert.equal(await statusFor(neighbour.token, shared, ofOwn), 404);
  assert.equal(await statusFor(stranger.owner, own, ofOwn), 404);
  assert.equal((await send(neighbour.token, own)).status, 404);
  assert.equal((await send(stranger.owner, own)).status, 404);
  const accountant = (await aPerson(g, tenantId, 'accountant')).token;
  assert.equal(await statusFor(accountant, own, ofOwn), 403);
  assert.equal((await send(accountant, own)).status, 403);
  assert.equal((await photosOf(owner, own)).length, 1);
  await moveOut(g, tenantId, next.id, '2026-11-19');
  assert.equal(await statusFor(neighbour.token, shared, ofShared), 404, 'their own photo, after they moved out');
  await changeResidencies(g, tenantId, { apartmentId: next.id }, { until: null });
});

test('the photos of a deleted building are not found', async () => {
  const gone = await aBuilding(g, owner, { name: 'Lammutatav' });
  const id = await aRequest(owner, { buildingId: gone.id });
  const photoId = (await send(owner, id)).data.id;
  assert.equal((await fetchPhoto(owner, id, photoId)).statusCode, 200);
  assert.equal((await g.ask('DELETE', `/buildings/${gone.id}`, { as: owner, body: { password } })).status, 204);
  assert.equal((await fetchPhoto(owner, id, photoId)).statusCode, 404);
});

test('a request accepts up to the maximum of photos, also of simultaneous ones, and a rejected photo leaves no row', async () => {
  const id = await aRequest();
  const sent = [];
  for (let nth = 0; nth < maxParts.photos - 1; nth += 1) sent.push((await send(resident.token, id)).status);
  assert.deepEqual(sent, Array(maxParts.photos - 1).fill(201));
  const files = async () => (await g.owner`select from files where tenant_id = ${tenantId}`).length;
  const before = await files();
  const last = await Promise.all([send(resident.token, id), send(owner, id), send(owner, id)]);
  assert.deepEqual(last.map((answer) => answer.status).sort(), [201, 409, 409]);
  assert.equal(last.find((answer) => answer.status === 409)?.code, 'maintenance_request_full');
  assert.deepEqual([(await photosOf(owner, id)).length, await files()], [maxParts.photos, before + 1]);
});
