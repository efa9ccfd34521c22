// Chapter: a resident photographs their water meter, and the photo becomes a reading that counts once a manager
// confirms it.

import { type Chapter, type DemoState, getFact, lastDayOfLastMonth, type TokenPair } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { drawFace } from '../meter-faces.ts';
import { detail, highlight, prose } from '../print.ts';
import { findLink } from '../read-emails.ts';
import { backdateResidency } from '../residency.ts';
import { meters, photographedApartment } from '../sample-building.ts';

type PhotoReadBody = {
  readonly value: number;
  readonly text: string;
  readonly confidence: number;
  readonly plausible: boolean;
};
type PhotoReadingBody = {
  readonly id: string;
  readonly status: string;
  readonly source: string;
  readonly value: number;
  readonly photoId: string | null;
};

/** Lives in the apartment with the meter. */
export const resident = { email: 'liis@kase12.example', name: 'Liis Kask', password: 'tuul puhub saarelt' };

export const meterPhoto: Chapter = {
  title: `One meter by photo: apartment ${photographedApartment}`,
  async play(stage) {
    const { api } = stage;
    const liis = await acceptInvitation(stage);
    const { data: own } = await api.ask<{ id: string }[]>('GET', '/meters', { as: liis, expect: 200 });
    const meterId = own[0]?.id;
    expectSame('meters that the resident sees', 1, own.length);
    prose('The demo draws the face of the meter: wheels, the last three red; tilted, blurred and noisy as photos are.');
    const shown = meters.find((meter) => meter.number === photographedApartment)?.after ?? Number.NaN;
    const digits = String(shown).padStart(8, '0');
    const file = (await drawFace({ digits, decimals: 3, turned: 4, blur: 1.5, noise: 30 })).toString('base64');
    const request = { as: liis, body: { file, meterId }, expect: 200, note: 'what does it show?' };
    const { data: read } = await api.ask<PhotoReadBody>('POST', '/meters/ocr', request);
    expectSame('what the wheels were read as', digits, read.text);
    expectSame('the value that it proposes', shown / 1000, read.value);
    detail(`${read.text} is ${read.value.toFixed(3)} m³, ${Math.round(100 * read.confidence)} % sure`);
    const reading = await submitPhotoReading(stage, liis, `/meters/${meterId}/readings`, { file, value: read.value });
    await confirmReading(stage, liis, reading);
    stage.facts.photoReading = read.value;
    highlight(
      'The photo gave a value, Liis submitted it, and the manager confirmed it: only then does the reading count.',
    );
  },
};

/** Invites the resident, who accepts with the link in the e-mail. Returns their access token. */
async function acceptInvitation(stage: DemoState): Promise<string> {
  const { api, letters } = stage;
  const as = getFact(stage, 'accessToken');
  const { password, ...person } = resident;
  const apartmentId = [...getFact(stage, 'numbers')].find(([, number]) => number === photographedApartment)?.[0];
  const body = { ...person, apartmentId, language: 'et' };
  await api.ask('POST', '/invitations', { as, body, expect: 201, note: resident.email });
  const token = findLink(await letters.find(resident.email, '/console/invitation#')).hash.slice(1);
  const accepted = { body: { token, name: resident.name, password }, expect: 200, note: 'by the link in the e-mail' };
  const { data } = await api.ask<TokenPair>('POST', '/console/api/invitations/accept', accepted);
  await backdateResidency(api, as, { name: resident.name, apartmentId });
  return data.accessToken;
}

/** Submits a value with its photo. */
async function submitPhotoReading(
  stage: DemoState,
  as: string,
  path: string,
  sent: { file: string; value: number },
): Promise<PhotoReadingBody> {
  const { api } = stage;
  const photo = await api.ask<{ id: string }>('POST', '/console/api/reading-photos', {
    as,
    body: { file: sent.file },
    expect: 201,
    note: 'stored with the reading',
  });
  const body = { value: sent.value, readAt: lastDayOfLastMonth(), photoId: photo.data.id };
  const { data } = await api.ask<PhotoReadingBody>('POST', path, { as, body, expect: 201, note: 'Liis submits it' });
  expectSame('the status of a resident’s reading', 'submitted', data.status);
  expectSame('where the reading is from', 'photo', data.source);
  return data;
}

async function confirmReading(
  { api, facts }: DemoState,
  resident: string,
  { id, photoId, value }: PhotoReadingBody,
): Promise<void> {
  const readingPath = `/console/api/readings/${id}`;
  await api.ask('POST', `${readingPath}/confirm`, { as: resident, expect: 403, note: 'residents cannot confirm' });
  const as = facts.accessToken;
  const waiting = '/console/api/readings?status=submitted';
  const { data: all } = await api.ask<PhotoReadingBody[]>('GET', waiting, {
    as,
    expect: 200,
    note: 'pending readings',
  });
  expectSame(
    'pending readings, with their photos',
    `${id} ${photoId}`,
    all.map((photoReadingBody) => `${photoReadingBody.id} ${photoReadingBody.photoId}`).join(),
  );
  const confirmed = await api.ask<PhotoReadingBody>('POST', `${readingPath}/confirm`, {
    as,
    expect: 200,
    note: 'the manager can',
  });
  expectSame('the status after that', 'confirmed', confirmed.data.status);
  if (confirmed.data.value !== value) throw new UnexpectedAnswer(`the value ${value}`, String(confirmed.data.value));
}
