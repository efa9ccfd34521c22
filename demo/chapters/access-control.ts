// Chapter: another organization on the same service sees nothing of the house, and a token ends when its time or its session does.
import { expectSame, Surprise } from '../http-client.ts';
import { held } from '../print.ts';
import { type Chapter, known, type Stage, type Tokens } from '../demo-state.ts';

export const strangers: Chapter = {
  title: 'Another organization sees nothing, and tokens end',
  async play(stage) {
    await look(stage);
    const { api } = stage;
    const body = { refreshToken: known(stage, 'refreshToken') };
    const renewed = await api.ask<Tokens>('POST', '/auth/refresh', {
      body,
      expect: 200,
      note: 'tokens last 15 minutes',
    });
    stage.facts.accessToken = renewed.data.accessToken;
    stage.facts.refreshToken = renewed.data.refreshToken;
    const path = `/buildings/${known(stage, 'buildingId')}`;
    await api.ask('GET', path, { as: renewed.data.accessToken, expect: 200, note: 'the manager goes on' });
  },
};

async function look(stage: Stage): Promise<void> {
  const { api } = stage;
  const { email, password } = stage.stranger;
  const { data } = await api.ask<Tokens>('POST', '/auth/login', {
    body: { email, password },
    expect: 200,
    note: email,
  });
  const as = data.accessToken;
  const buildings = await api.ask<unknown[]>('GET', '/buildings', { as, expect: 200, note: 'none' });
  expectSame('buildings that the stranger sees', 0, buildings.data.length);
  const { id } = known(stage, 'shown');
  const foreign = await api.ask('GET', `/invoices/${id}`, { as, expect: 404, note: 'an invoice of Kase 12' });
  const missing = await api.ask('GET', `/invoices/${nobodys}`, { as, expect: 404, note: 'an invoice of nobody' });
  if (foreign.text !== missing.text) throw new Surprise(`the same answer for both: ${missing.text}`, foreign.text);
  held('Somebody else’s invoice and a missing one answer alike, byte for byte.');
  await api.ask('POST', '/auth/logout', { as, expect: 204 });
  await api.ask('GET', '/buildings', { as, expect: 401, note: 'signed out at once' });
}

const nobodys = '00000000-0000-7000-8000-000000000000';
