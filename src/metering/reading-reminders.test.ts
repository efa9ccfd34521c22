// Tests of reading reminders and photos: one e-mail per person and window, only for missing readings; a photo is
// visible to those who may see its reading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { mailsIn } from '../../test/mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  residentOf,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { deleteUnusedPhotos } from './reading-photos.ts';
import { remindOfReadings } from './reading-reminders.ts';
import { closingDayOf, windowAround } from './reading-windows.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);
const remind = () => inTenant(g.app, serviceCaller(tenantId), remindOfReadings);
const on = (day: string) => {
  g.clock.now = new Date(`${day}T09:00:00.000Z`);
};

async function createHome(number: string, buildingId: string, meters = 1) {
  const apartment = await anApartment(g, as, buildingId, { number });
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, apartment.id);
  const made: Thing[] = [];
  for (let count = 0; count < meters; count += 1) {
    const body = { buildingId, apartmentId: apartment.id, type: 'cold_water' };
    made.push((await g.ask('POST', '/meters', { as, body })).data);
  }
  return { apartment, person, meters: made };
}
const read = (meter: Thing | undefined, value: number, by = as, more: Record<string, unknown> = {}) =>
  g.ask('POST', `/meters/${meter?.id}/readings`, { as: by, body: { value, ...more } });

test('a window can cross the end of a month, and a day that a month lacks is its last day', () => {
  const over = { fromDay: 25, toDay: 3 };
  assert.deepEqual(windowAround(over, '2026-10-31'), { periodStart: '2026-10-25', periodEnd: '2026-11-03' });
  assert.deepEqual(windowAround(over, '2026-11-03'), { periodStart: '2026-10-25', periodEnd: '2026-11-03' });
  assert.equal(windowAround(over, '2026-11-04'), undefined);
  assert.deepEqual(windowAround({ fromDay: 28, toDay: 31 }, '2026-02-28'), {
    periodStart: '2026-02-28',
    periodEnd: '2026-02-28',
  });
  assert.deepEqual(
    ['2026-09-30', '2026-10-31', '2026-10-09'].map((day) => closingDayOf(day, over)),
    ['2026-10-03', '2026-11-03', '2026-10-09'],
  );
  for (const window of [undefined, { fromDay: 20, toDay: 25 }])
    assert.equal(closingDayOf('2026-10-31', window), '2026-10-31', JSON.stringify(window));
});

test('residents with a missing reading are reminded two days before the window ends, once, however often and in parallel the job runs', async () => {
  const building = await aBuilding(g, as, { name: 'Kase 12' });
  await g.ask('PATCH', `//console/api/buildings/${building.id}/reading-window`, {
    as,
    body: { fromDay: 25, toDay: 3 },
  });
  const [late, half, done, waits] = [
    await createHome('1', building.id),
    await createHome('2', building.id, 2),
    await createHome('3', building.id),
    await createHome('4', building.id),
  ];
  await createHome('5', building.id, 0);
  on('2026-10-26');
  await read(half.meters[0], 1);
  await read(done.meters[0], 1);
  await read(waits.meters[0], 1, waits.person.token);
  on('2026-10-31');
  assert.equal(await remind(), 0, 'too early');
  on('2026-11-01');
  const counts = await Promise.all([remind(), remind(), remind()]);
  assert.deepEqual(counts.toSorted(), [0, 0, 2]);
  const letters = (await mailsIn(g)).filter((letter) => letter.kind === 'reading-reminder');
  assert.equal(letters.length, 2);
  assert.ok(
    letters.every((letter) => /Kase 12/.test(letter.text)),
    letters[0]?.text,
  );
  on('2026-11-03');
  assert.equal(await remind(), 0);
  on('2026-11-04');
  assert.equal(await remind(), 0);
  await read(late.meters[0], 5);
  on('2026-12-02');
  assert.equal(await remind(), 4, 'the next window');
});

const remindNow = (buildingId: string, body: object = {}, who = as) =>
  g.ask<{ reminded: number; alreadyReminded: number }>(
    'POST',
    `//console/api/buildings/${buildingId}/reading-reminders`,
    {
      as: who,
      body,
    },
  );
const lettersTo = async (building: string) =>
  (await mailsIn(g)).filter((letter) => letter.kind === 'reading-reminder' && letter.text.includes(building));

test('a manual reminder sends each resident with a missing reading one e-mail for all apartments at once, once a day', async () => {
  on('2026-09-10');
  const building = await aBuilding(g, as, { name: 'Pihlaka 7' });
  const sender = { name: 'KÜ Pihlaka' };
  await g.ask('PATCH', `//console/api/buildings/${building.id}/letterhead`, { as, body: sender });
  const [late, done] = [await createHome('1', building.id), await createHome('2', building.id)];
  const secondApartment = await anApartment(g, as, building.id, { number: '10' });
  await createHome('3', building.id, 0);
  const residencies = `//console/api/residents/${await residentOf(g, late.person.userId)}/residencies`;
  const bought = { apartmentId: secondApartment.id, since: '2026-01-01' };
  assert.equal((await g.ask('POST', residencies, { as, body: bought })).status, 201);
  await g.ask('POST', '/meters', {
    as,
    body: { buildingId: building.id, apartmentId: secondApartment.id, type: 'gas' },
  });
  await read(done.meters[0], 1);
  const counts = await Promise.all([remindNow(building.id), remindNow(building.id), remindNow(building.id)]);
  assert.deepEqual(
    counts.map(({ status }) => status),
    [202, 202, 202],
  );
  assert.deepEqual(counts.map(({ data }) => data.reminded).toSorted(), [0, 0, 1]);
  const [letter, ...others] = await lettersTo('Pihlaka 7');
  assert.deepEqual(others, []);
  assert.match(letter?.text ?? '', /1, 10/);
  assert.match(letter?.text ?? '', /30/, 'the last day of the month');
  assert.match(letter?.text ?? '', /^KÜ Pihlaka$/m, 'whose building it is');
  assert.deepEqual((await remindNow(building.id)).data, { reminded: 0, alreadyReminded: 1 });
  on('2026-09-11');
  assert.deepEqual((await remindNow(building.id, { lastDay: '2026-09-20' })).data, { reminded: 1, alreadyReminded: 0 });
  for (const lastDay of ['2026-09-10', '2026-10-13'])
    assert.deepEqual((await remindNow(building.id, { lastDay })).fields, ['lastDay'], lastDay);
  const sold = await createHome('4', building.id);
  const readings = [{ meterId: sold.meters[0]?.id, value: 9 }];
  const newcomer = { name: 'New', email: 'new@example.org' };
  const seller = await g.ask<Thing & { apartments: Thing[] }>(
    'GET',
    `//console/api/residents/${await residentOf(g, sold.person.userId)}`,
    { as },
  );
  const leaving = seller.data.apartments.map(({ id }) => id);
  const place = `//console/api/buildings/${building.id}/apartments/${sold.apartment.id}/hand-overs`;
  const handOver = { day: '2026-09-05', role: 'owner', newcomer, leaving, readings };
  await g.succeed('POST', place, { as, body: handOver });
  on('2026-09-12');
  assert.deepEqual(
    (await remindNow(building.id)).data,
    { reminded: 2, alreadyReminded: 0 },
    'that of a hand-over is none',
  );
});

test('a manual reminder and that of the window are one e-mail a day', async () => {
  on('2026-09-12');
  const building = await aBuilding(g, as, { name: 'Sarapuu 3' });
  await g.ask('PATCH', `//console/api/buildings/${building.id}/reading-window`, {
    as,
    body: { fromDay: 10, toDay: 14 },
  });
  await createHome('1', building.id);
  const asked = await g.ask('GET', `//console/api/buildings/${building.id}/reading-reminders`, { as });
  assert.deepEqual(asked.data, { since: '2026-09-10', lastDay: '2026-09-14' });
  assert.equal((await remindNow(building.id)).data.reminded, 1);
  await remind();
  assert.equal((await lettersTo('Sarapuu 3')).length, 1);
  on('2026-09-13');
  await remind();
  assert.equal((await lettersTo('Sarapuu 3')).length, 2, 'the window’s own, a day later');
  assert.deepEqual((await remindNow(building.id)).data, { reminded: 0, alreadyReminded: 1 });
});

const picture = (
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
).toString('base64');
const send = (by: string) => g.ask('POST', '//console/api/reading-photos', { as: by, body: { file: picture } });
const look = (reading: Thing, by: string) => g.ask('GET', `//console/api/readings/${reading.id}/photo`, { as: by });

test('a photo is stored with its reading, and visible to those who may see the reading', async () => {
  const building = await aBuilding(g, as);
  const [mine, neighbour] = [await createHome('1', building.id), await createHome('2', building.id)];
  const sent = await send(mine.person.token);
  assert.deepEqual([sent.status, sent.data.width, sent.data.height], [201, 40, 20], sent.text);
  const photoId = sent.data.id;
  assert.equal(
    (await read(neighbour.meters[0], 1, neighbour.person.token, { photoId })).status,
    404,
    'another resident’s photo',
  );
  const made = await read(mine.meters[0], 1, mine.person.token, { photoId });
  assert.deepEqual([made.status, made.data.photoId, made.data.source], [201, photoId, 'photo'], made.text);
  for (const [nth, by] of [as, mine.person.token].entries()) {
    const seen = await look(made.data, by);
    assert.deepEqual([seen.status, seen.headers['content-type']], [200, 'image/jpeg'], `by ${nth}`);
  }
  assert.equal((await look(made.data, neighbour.person.token)).status, 404);
  assert.equal((await look(made.data, (await anOrganization(g)).owner)).status, 404);
  assert.equal((await look((await read(neighbour.meters[0], 1)).data, as)).status, 404, 'none was sent');
  assert.equal((await read(mine.meters[0], 2, as, { photoId: newId() })).status, 404);
});

test('a photo without a reading is deleted after a day, others stay', async () => {
  const building = await aBuilding(g, as);
  const { meters } = await createHome('1', building.id);
  const [used, unused] = [await send(as), await send(as)];
  const made = await read(meters[0], 1, as, { photoId: used.data.id });
  const forget = () => inTenant(g.app, serviceCaller(tenantId), deleteUnusedPhotos);
  assert.equal(await forget(), 0);
  g.clock.now = new Date(g.clock.now.getTime() + 25 * 3_600_000);
  assert.equal(await forget(), 1);
  assert.equal((await read(meters[0], 2, as, { photoId: unused.data.id })).status, 404);
  assert.equal((await look(made.data, as)).status, 200);
});
