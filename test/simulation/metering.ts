// Meters of a simulated life: they count, are read late, wrongly and by residents, are corrected, roll over and are
// replaced.
import { dayAfter, hasRolledOver, lastDayOf, type ModelMeter, showing } from '../meter-model.ts';
import { type Answer, tokenOf } from '../service-fixture.ts';
import {
  addMeter,
  apartmentsOf,
  consolePath,
  expectStatus,
  type Life,
  maxMeters,
  newMeter,
  note,
  todayOf,
  Violation,
  write,
} from './life.ts';
import { expectEvent, type ModelApartment, nextMonth } from './model.ts';

/**
 * What a meter has truly counted by the end of a day, in thousandths: a little more every day, and more in some months.
 */
function countedBy(meter: ModelMeter, day: string): number {
  let counted = 0;
  const pace = 40 + ((meter.initial / 1000) % 90);
  for (let month = meter.installedOn.slice(0, 7); month <= day.slice(0, 7); month = nextMonth(month)) {
    const [first, last] = [`${month}-01`, lastDayOf(month)];
    const from = first < meter.installedOn ? meter.installedOn : first;
    const to = last < day ? last : day;
    counted += (Number(to.slice(8)) - Number(from.slice(8)) + 1) * (pace + ((Number(month.slice(5)) * 37) % 60));
  }
  return counted;
}

const currentMeters = ({ meters }: ModelApartment) => meters.filter(({ removed }) => removed === undefined);

/** Wrong readings that nobody has corrected yet, by the reading's id. */
const isWrong = (meter: ModelMeter) => meter.readings.find(({ day, counted }) => counted !== countedBy(meter, day));

/** Reads a meter on a day. A value below the reading before, or above the one after, must be refused. */
async function read(
  life: Life,
  meter: ModelMeter,
  { day, counted, by }: { day: string; counted: number; by?: string },
): Promise<void> {
  const { g, model } = life;
  const rollover = hasRolledOver(meter, day, counted);
  const value = showing(meter, counted);
  const body = { value, readAt: day, ...(rollover && { rollover }) };
  const path = `/meters/${meter.id}/readings`;
  const answer = await (by === undefined ? write(life, 'POST', path, body) : g.ask('POST', path, { as: by, body }));
  note(
    life,
    `read meter ${meter.id.slice(-4)} on ${day}: ${value}${by === undefined ? '' : ' by its resident'}: ${answer.status}`,
  );
  expectReading(answer, 201, by === undefined ? 'confirmed' : 'submitted', `read ${value} on ${day}`);
  const { id } = answer.data;
  if (by === undefined) {
    expectEvent(model, 'reading.confirmed', () => `${id} ${value}`);
  } else {
    expectEvent(model, 'reading.submitted', () => `${id} ${value}`);
    if (life.dice.chance(20)) {
      const rejected = await write(life, 'POST', `${consolePath}/readings/${id}/reject`, { reason: 'Vale' }, true);
      note(life, `reject that reading: ${rejected.status}`);
      return expectReading(rejected, 200, 'rejected', 'reject a reading');
    }
    const confirmed = await write(life, 'POST', `${consolePath}/readings/${id}/confirm`, undefined, true);
    note(life, `confirm that reading: ${confirmed.status}`);
    expectReading(confirmed, 200, 'confirmed', 'confirm a reading');
    expectEvent(model, 'reading.confirmed', () => `${id} ${value}`);
  }
  meter.readings.push({ day, counted, id });
}

function expectReading(answer: Answer, status: number, becomes: string, what: string): void {
  expectStatus(answer, status, what);
  if (answer.data.status !== becomes)
    throw new Violation('readings', `${what}: it is ${answer.data.status}, and must be ${becomes}`);
}

/** The last days of months that are over and in which a meter was not read, but at their beginning. */
function unreadEnds(life: Life, meter: ModelMeter): string[] {
  const ends: string[] = [];
  for (let month = meter.installedOn.slice(0, 7); lastDayOf(month) <= todayOf(life); month = nextMonth(month))
    if (!meter.readings.some(({ day }) => day > `${month}-10` && day <= lastDayOf(month))) ends.push(lastDayOf(month));
  return ends;
}

/** Reads most meters for the months that are over, some of them late. */
export async function readMeters(life: Life): Promise<void> {
  for (const apartment of apartmentsOf(life)) {
    if (life.dice.chance(12)) continue;
    for (const meter of currentMeters(apartment)) {
      if (isWrong(meter) !== undefined || life.dice.chance(5)) continue;
      for (const day of unreadEnds(life, meter)) await read(life, meter, { day, counted: countedBy(meter, day) });
    }
  }
}

/** The owner of an apartment reads the meter, and a manager confirms or rejects that. */
export async function readAsResident(life: Life): Promise<void> {
  const { dice, g } = life;
  const apartment = dice.pick(apartmentsOf(life));
  const [meter, owner] = [dice.pick(currentMeters(apartment)), apartment.owners.at(-1)];
  if (owner === undefined || !owner.hasAccount || isWrong(meter) !== undefined) return;
  const [day] = unreadEnds(life, meter);
  if (day === undefined || day < owner.since) return;
  await read(life, meter, { day, counted: countedBy(meter, day), by: await tokenOf(g, owner.email) });
}

/** Reads a meter today; on the first day of a month, most meters, as prices may have changed. */
export async function readToday(life: Life): Promise<void> {
  const { dice } = life;
  const day = todayOf(life);
  const all = apartmentsOf(life).flatMap(currentMeters);
  for (const meter of day.endsWith('-01') ? all.filter(() => dice.chance(70)) : [dice.pick(all)]) {
    if (isWrong(meter) !== undefined || meter.readings.some((reading) => reading.day >= day)) continue;
    if (meter.installedOn < day) await read(life, meter, { day, counted: countedBy(meter, day) });
  }
}

/** Reads the meters of an apartment on the last day of its owner, if nobody did. */
export async function readForHandOver(life: Life, apartment: ModelApartment, day: string): Promise<void> {
  for (const meter of currentMeters(apartment)) {
    if (isWrong(meter) !== undefined || meter.installedOn >= day) continue;
    if (meter.readings.some((reading) => reading.day === day)) continue;
    await read(life, meter, { day, counted: countedBy(meter, day) });
  }
}

/** Reads a meter wrongly: too much, after all other readings. */
export async function readWrongly(life: Life): Promise<void> {
  const meter = life.dice.pick(currentMeters(life.dice.pick(apartmentsOf(life))));
  const [day] = unreadEnds(life, meter);
  if (isWrong(meter) !== undefined || day === undefined) return;
  if (meter.readings.some((reading) => reading.day > day)) return;
  await read(life, meter, { day, counted: countedBy(meter, day) + 1000 + life.dice.number(4000) });
}

/** Corrects a wrong reading: by another value in its place, or by rejecting it and reading again. */
export async function correctReading(life: Life): Promise<void> {
  const { dice, model } = life;
  const meter = apartmentsOf(life)
    .flatMap(currentMeters)
    .find((item) => isWrong(item) !== undefined);
  const wrong = meter && isWrong(meter);
  if (meter === undefined || wrong === undefined) return;
  const { id, day } = wrong;
  const counted = countedBy(meter, day);
  meter.readings.splice(meter.readings.indexOf(wrong), 1);
  if (dice.chance(50)) {
    const answer = await write(life, 'POST', `${consolePath}/readings/${id}/reject`, { reason: 'Vale' }, true);
    note(life, `reject the wrong reading of ${day}: ${answer.status}`);
    expectReading(answer, 200, 'rejected', 'reject a wrong reading');
    return read(life, meter, { day, counted });
  }
  const value = showing(meter, counted);
  const rollover = hasRolledOver(meter, day, counted);
  const body = { value, readAt: day, corrects: id, ...(rollover && { rollover }) };
  const answer = await write(life, 'POST', `/meters/${meter.id}/readings`, body);
  note(life, `correct the wrong reading of ${day} to ${value}: ${answer.status}`);
  expectReading(answer, 201, 'confirmed', 'correct a wrong reading');
  expectEvent(model, 'reading.confirmed', () => `${answer.data.id} ${value}`);
  meter.readings.push({ day, counted, id: answer.data.id });
}

/** An apartment gets a further meter, put in on a day of this month: no invoice has its days yet. */
export async function addFurtherMeter(life: Life): Promise<void> {
  const { dice } = life;
  const apartment = dice.pick(apartmentsOf(life));
  if (currentMeters(apartment).length >= maxMeters) return;
  const today = todayOf(life);
  await addMeter(life, apartment, dayAfter(today, -dice.number(Number(today.slice(8)))));
}

/** Replaces a meter today. */
export async function replaceMeter(life: Life): Promise<void> {
  const { dice } = life;
  const apartment = dice.pick(apartmentsOf(life));
  const meter = dice.pick(currentMeters(apartment));
  const day = todayOf(life);
  if (isWrong(meter) !== undefined || meter.installedOn >= dayAfter(day, -40)) return;
  if (meter.readings.some((reading) => reading.day >= day)) return;
  const counted = countedBy(meter, day);
  const rollover = hasRolledOver(meter, day, counted);
  const first = { installedOn: day, initialValue: dice.number(50), digits: 3 };
  const place = { buildingId: apartment.building.id, apartmentId: apartment.id, type: 'cold_water', decimals: 3 };
  const replaced = { replacesMeterId: meter.id, finalValue: showing(meter, counted), ...(rollover && { rollover }) };
  const answer = await write(life, 'POST', '/meters', { ...place, ...first, ...replaced });
  note(life, `replace meter ${meter.id.slice(-4)} on ${day} at ${replaced.finalValue}: ${answer.status}`);
  expectStatus(answer, 201, 'replace a meter');
  meter.removed = { day, counted };
  apartment.meters.push(newMeter(answer.data.id, first));
}
