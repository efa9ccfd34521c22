// Chapter: a resident photographs her water meter, and the photo becomes a reading that counts once a manager has confirmed it.
import { expectSame, Surprise } from '../http-client.ts';
import { meters, photographed } from '../sample-building.ts';
import { linkIn } from '../letters.ts';
import { drawFace } from '../meter-faces.ts';
import { detail, held, prose } from '../print.ts';
import { hasLivedThere } from '../residency.ts';
import { type Chapter, known, lastDayOfLastMonth, type Stage, type Tokens } from '../demo-state.ts';

type Read = { readonly value: number; readonly text: string; readonly confidence: number; readonly plausible: boolean };
type Reading = {
  readonly id: string;
  readonly status: string;
  readonly source: string;
  readonly value: number;
  readonly photoId: string | null;
};

/** Lives where the meter hangs. */
export const resident = { email: 'liis@kase12.example', name: 'Liis Kask', password: 'tuul puhub saarelt' };

export const meterPhoto: Chapter = {
  title: `One meter by photo: apartment ${photographed}`,
  async play(stage) {
    const { api } = stage;
    const liis = await moveIn(stage);
    const { data: own } = await api.ask<{ id: string }[]>('GET', '/meters', { as: liis, expect: 200 });
    const meterId = own[0]?.id;
    expectSame('meters that the resident sees', 1, own.length);
    prose('The demo draws the face of her meter: wheels, the last three red; leaning, soft and noisy as photos are.');
    const shown = meters.find((meter) => meter.number === photographed)?.after ?? Number.NaN;
    const digits = String(shown).padStart(8, '0');
    const file = (await drawFace({ digits, decimals: 3, turned: 4, blur: 1.5, noise: 30 })).toString('base64');
    const asked = { as: liis, body: { file, meterId }, expect: 200, note: 'what does it show?' };
    const { data: read } = await api.ask<Read>('POST', '/meters/ocr', asked);
    expectSame('what the wheels were read as', digits, read.text);
    expectSame('the value that it proposes', shown / 1000, read.value);
    detail(`${read.text} is ${read.value.toFixed(3)} m³, ${Math.round(100 * read.confidence)} % sure`);
    const reading = await submit(stage, liis, `/meters/${meterId}/readings`, { file, value: read.value });
    await confirm(stage, liis, reading);
    stage.facts.photoReading = read.value;
    held('The photo proposed, Liis submitted, and the manager confirmed: until then the reading counted for nothing.');
  },
};

/** Invites the resident; the letter's link lets her in. Answers with her access token. */
async function moveIn(stage: Stage): Promise<string> {
  const { api, letters } = stage;
  const as = known(stage, 'accessToken');
  const { password, ...person } = resident;
  const apartmentId = [...known(stage, 'numbers')].find(([, number]) => number === photographed)?.[0];
  const body = { ...person, apartmentId, language: 'en' };
  await api.ask('POST', '/invitations', { as, body, expect: 201, note: resident.email });
  const token = linkIn(await letters.find(resident.email, '/console/invitation#')).hash.slice(1);
  const accepted = { body: { token, name: resident.name, password }, expect: 200, note: 'by the link in her letter' };
  const { data } = await api.ask<Tokens>('POST', '/console/api/invitations/accept', accepted);
  await hasLivedThere(api, as, { name: resident.name, apartmentId });
  return data.accessToken;
}

/** Submits a value with its photo. */
async function submit(stage: Stage, as: string, path: string, sent: { file: string; value: number }): Promise<Reading> {
  const { api } = stage;
  const photo = await api.ask<{ id: string }>('POST', '/console/api/reading-photos', {
    as,
    body: { file: sent.file },
    expect: 201,
    note: 'kept with the reading',
  });
  const body = { value: sent.value, readAt: lastDayOfLastMonth(), photoId: photo.data.id };
  const { data } = await api.ask<Reading>('POST', path, { as, body, expect: 201, note: 'Liis submits it' });
  expectSame('the status of a resident’s reading', 'submitted', data.status);
  expectSame('where the reading is from', 'photo', data.source);
  return data;
}

async function confirm({ api, facts }: Stage, resident: string, { id, photoId, value }: Reading): Promise<void> {
  const own = `/console/api/readings/${id}`;
  await api.ask('POST', `${own}/confirm`, { as: resident, expect: 403, note: 'not by herself' });
  const as = facts.accessToken;
  const waiting = '/console/api/readings?status=submitted';
  const { data: all } = await api.ask<Reading[]>('GET', waiting, { as, expect: 200, note: 'what waits' });
  expectSame(
    'readings that wait, with their photos',
    `${id} ${photoId}`,
    all.map((one) => `${one.id} ${one.photoId}`).join(),
  );
  const confirmed = await api.ask<Reading>('POST', `${own}/confirm`, { as, expect: 200, note: 'the manager does' });
  expectSame('the status after that', 'confirmed', confirmed.data.status);
  if (confirmed.data.value !== value) throw new Surprise(`the value ${value}`, String(confirmed.data.value));
}
