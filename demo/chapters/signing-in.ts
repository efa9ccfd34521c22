// Chapter: the manager signs in, and another system subscribes to all events.

import { eventTypes } from '../../src/platform/values/event-types.ts';
import { type Chapter, getFact, type TokenPair } from '../demo-state.ts';
import { expectSame } from '../http-client.ts';

export const signingIn: Chapter = {
  title: 'The manager signs in and subscribes another system',
  async play(stage) {
    const { api, receiver, manager } = stage;
    const { email, password } = manager;
    const login = await api.ask<TokenPair>('POST', '/auth/login', {
      body: { email, password },
      expect: 200,
      note: email,
    });
    expectSame('the organization signed in to', manager.tenantId, login.data.tenantId);
    stage.facts.accessToken = login.data.accessToken;
    stage.facts.refreshToken = login.data.refreshToken;
    const name = { as: login.data.accessToken, body: { name: 'Kai Kask' }, expect: 200, note: 'their name' };
    await api.ask('PATCH', '/console/api/me', name);
    const endpoint = await api.ask<{ secret: string }>('POST', '/webhooks', {
      as: getFact(stage, 'accessToken'),
      body: { url: receiver.url, events: eventTypes },
      expect: 201,
      note: 'signing secret shown once',
    });
    await receiver.addSecret(endpoint.data.secret);
  },
};
