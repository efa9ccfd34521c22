// Chapter: another organization on the same service sees nothing of the building, and a token ends with its time or its
// session.

import { type Chapter, type DemoState, getFact, type TokenPair } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { highlight } from '../print.ts';

export const accessControlChapter: Chapter = {
  title: 'Another organization sees nothing, and tokens end',
  async play(stage) {
    await checkIsolation(stage);
    const { api } = stage;
    const body = { refreshToken: getFact(stage, 'refreshToken') };
    const renewed = await api.ask<TokenPair>('POST', '/auth/refresh', {
      body,
      expect: 200,
      note: 'tokens last 15 minutes',
    });
    stage.facts.accessToken = renewed.data.accessToken;
    stage.facts.refreshToken = renewed.data.refreshToken;
    const path = `/buildings/${getFact(stage, 'buildingId')}`;
    await api.ask('GET', path, { as: renewed.data.accessToken, expect: 200, note: 'the manager continues' });
  },
};

async function checkIsolation(stage: DemoState): Promise<void> {
  const { api } = stage;
  const { email, password } = stage.stranger;
  const { data } = await api.ask<TokenPair>('POST', '/auth/login', {
    body: { email, password },
    expect: 200,
    note: email,
  });
  const as = data.accessToken;
  const buildings = await api.ask<unknown[]>('GET', '/buildings', { as, expect: 200, note: 'none' });
  expectSame('buildings that the stranger sees', 0, buildings.data.length);
  const { id } = getFact(stage, 'shown');
  const foreign = await api.ask('GET', `/invoices/${id}`, { as, expect: 404, note: 'an invoice of Kase 12' });
  const missing = await api.ask('GET', `/invoices/${unknownId}`, { as, expect: 404, note: 'a missing invoice' });
  if (foreign.text !== missing.text)
    throw new UnexpectedAnswer(`the same answer for both: ${missing.text}`, foreign.text);
  highlight('Another organization’s invoice and a missing one give the same answer, byte for byte.');
  await api.ask('POST', '/auth/logout', { as, expect: 204 });
  await api.ask('GET', '/buildings', { as, expect: 401, note: 'signed out at once' });
}

const unknownId = '00000000-0000-7000-8000-000000000000';
