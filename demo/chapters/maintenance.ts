// Chapter: something is broken. A resident reports it, the manager takes it on, and the other system and the resident
// are notified.

import { type Chapter, type DemoState, getFact, type TokenPair } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { highlight } from '../print.ts';
import { showEvent } from './events.ts';
import { resident } from './meter-photo.ts';

const path = '/console/api/maintenance-requests';
const timeoutMs = 60_000;

type MaintenanceRequestBody = {
  readonly id: string;
  readonly status: string;
  readonly comments: readonly { readonly text: string }[];
};

export const maintenance: Chapter = {
  title: 'Something is broken',
  async play(stage) {
    const { api, receiver } = stage;
    const manager = getFact(stage, 'accessToken');
    const before = receiver.received.length;
    const liis = await signIn(stage);
    const body = {
      apartmentId: getFact(stage, 'shown').apartmentId,
      title: 'Köögikraan tilgub',
      description: 'Esmaspäevast saati, iga päevaga kiiremini.',
    };
    const made = await api.ask<MaintenanceRequestBody>('POST', path, {
      as: liis,
      body,
      expect: 201,
      note: 'Liis reports it',
    });
    const requestPath = `${path}/${made.data.id}`;
    const say = (text: string, internal: boolean, note: string) =>
      api.ask('POST', `${requestPath}/comments`, { as: manager, body: { text, internal }, expect: 201, note });
    await say('Torumees tuleb homme kell kümme.', false, 'the manager answers');
    await say('Selles trepikojas tänavu juba kolmas.', true, 'and notes something');
    const move = { as: manager, body: { status: 'in_progress' }, expect: 200 };
    await api.ask('PATCH', requestPath, { ...move, note: 'taken on' });
    await api.ask('PATCH', requestPath, { ...move, note: 'again: no second event' });
    await api.ask('PATCH', requestPath, {
      as: liis,
      body: { status: 'cancelled' },
      expect: 409,
      note: 'too late to cancel',
    });
    const seen = await api.ask<MaintenanceRequestBody>('GET', requestPath, {
      as: liis,
      expect: 200,
      note: 'as Liis sees it',
    });
    expectSame('comments that the resident sees', 1, seen.data.comments.length);
    expectSame('the status that the resident sees', 'in_progress', seen.data.status);
    await checkEvents(stage, made.data.id, before);
    await stage.letters.find(resident.email, body.title);
    highlight(
      'Both events arrived once with a valid signature, Liis got an e-mail, and the manager’s note stayed internal.',
    );
  },
};

/** Returns the resident's access token. */
async function signIn({ api }: DemoState): Promise<string> {
  const { email, password } = resident;
  const { data } = await api.ask<TokenPair>('POST', '/auth/login', {
    body: { email, password },
    expect: 200,
    note: email,
  });
  return data.accessToken;
}

/** One event of the report and one of the change, in any order. Throws UnexpectedAnswer. */
async function checkEvents({ receiver }: DemoState, id: string, before: number): Promise<void> {
  await receiver.waitFor(before + 2, timeoutMs);
  const [refused] = receiver.refused;
  if (refused !== undefined) throw new UnexpectedAnswer('events that are signed rightly', refused);
  const reported = receiver.received.slice(before).toSorted((a, b) => (a.event < b.event ? -1 : 1));
  for (const receivedEvent of reported) {
    showEvent(receivedEvent);
    expectSame('the request in an event', id, receivedEvent.data.maintenanceRequestId);
  }
  const moves = reported.map(({ event, data }) => `${event} ${data.previousStatus ?? ''}>${data.status}`);
  expectSame('what was told', 'maintenance.created >new, maintenance.updated new>in_progress', moves.join(', '));
}
