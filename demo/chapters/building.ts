// Chapter: the building with its charges and apartments. A repeated request creates nothing twice, and a number is
// unique.
import { randomUUID } from 'node:crypto';
import { type Chapter, getFact } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { prose } from '../print.ts';
import { apartments, apartmentTotals, building, charges, priceSources } from '../sample-building.ts';

export const buildingChapter: Chapter = {
  title: 'The building: Kase 12, sixty apartments',
  async play(stage) {
    const { api } = stage;
    const as = getFact(stage, 'accessToken');
    prose(
      `${apartments.length} apartments on five floors, ${apartmentTotals.area.toLocaleString('en-US')} m², ${apartmentTotals.residents} people, ${charges.length} charges. ${priceSources}`,
      'dim',
    );
    const registered = { registrationNumber: '80123456', vatNumber: 'EE123456789' };
    const sender = { as, body: registered, expect: 200, note: 'registered for VAT' };
    await api.ask('PATCH', '/console/api/letterhead', sender);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await api.ask<{ id: string }>('POST', '/buildings', { as, body: building, headers, expect: 201 });
    const again = await api.ask<{ id: string }>('POST', '/buildings', {
      as,
      body: building,
      headers,
      expect: 201,
      note: 'again: the first answer',
    });
    expectSame('the building of the repeated request', first.data.id, again.data.id);
    if (again.headers.get('idempotency-replayed') !== 'true')
      throw new UnexpectedAnswer('the header Idempotency-Replayed: true', 'none');
    const path = `/buildings/${first.data.id}/apartments`;
    const made = await api.askEach<{ id: string; number: string }, (typeof apartments)[number]>(
      'POST',
      path,
      apartments,
      (body) => ({ as, body, expect: 201 }),
    );
    const taken = { as, body: { number: ' 12 ' }, expect: 409, note: 'a second apartment 12' };
    await api.ask('POST', path, taken);
    stage.facts.buildingId = first.data.id;
    stage.facts.numbers = new Map(made.map(({ data }) => [data.id, data.number]));
  },
};
