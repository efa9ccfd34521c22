// Integration API: meters and readings.
import { createdResponse, MirroredPageOf, operation, showsNew, tagged } from '../../http/operation.ts';
import { mirroredPageResponse, pagingQuery } from '../../http/paging.ts';
import { Id, OneOf, Type } from '../../http/schemas.ts';
import { meterOrders } from '../../metering/metering-queries.ts';
import { createMeter, getMeter, listMeters } from '../../metering/meters.ts';
import { submitReading } from '../../metering/readings.ts';
import { setOwnFields } from '../../platform/db/own-fields.ts';
import { meterTypes } from '../../properties/model.ts';
import { MeterBody, NewMeter, NewReadingBody, NotedReadingBody } from './meter-bodies.ts';
import {
  includeQuery,
  ownFieldsFilterOf,
  ownFieldsFilters,
  showListed,
  showOwnFields,
  taggedResponse,
} from './own-fields-bodies.ts';

const sortable = Object.keys(meterOrders);

const list = operation({
  name: 'listMeters',
  route: 'GET /meters',
  summary: 'List meters',
  description:
    'The meters of one building or all, each with its last confirmed reading. Residents see those of their own apartments. Replaced meters stay in the list.',
  permission: 'meters:read',
  query: Type.Object({
    buildingId: Type.Optional({ ...Id, description: 'Default: all buildings.', 'x-open-point': 'P-38' }),
    apartmentId: Type.Optional({ ...Id, 'x-open-point': 'P-38' }),
    type: Type.Optional(OneOf(meterTypes, { 'x-open-point': 'P-38' })),
    ...ownFieldsFilters,
    ...includeQuery('deleted', 'etags'),
    ...pagingQuery(sortable),
  }),
  responses: { 200: { description: 'A page of meters.', schema: MirroredPageOf(MeterBody) } },
  errors: ['not_found'],
  openPoints: ['P-1', 'P-2', 'P-6', 'P-38', 'P-104', 'P-105'],
  handle: (scope, { path, query }) => {
    const filters = { ...query, ...ownFieldsFilterOf(scope, query) };
    return mirroredPageResponse(
      scope,
      { path, query },
      { kind: 'meter', buildingId: query.buildingId, sortable },
      async (page) => showListed(scope, MeterBody, query, await listMeters(scope, filters, page)),
    );
  },
});

const create = operation({
  name: 'createMeter',
  route: 'POST /meters',
  summary: 'Create a meter',
  description:
    'A meter of an apartment, or a main meter of the building. With replacesMeterId it replaces another meter: that one ends with finalValue on the day of installation, and consumption continues across the change.',
  permission: 'meters:write',
  body: NewMeter,
  responses: showsNew('The meter.', MeterBody, { tagged: true }),
  errors: ['not_found', 'already_exists', 'meter_replaced', 'reading_below_previous'],
  openPoints: ['P-3', 'P-6', 'P-38', 'P-93', 'P-104'],
  handle: async (scope, { body }) => {
    const { id, buildingId } = await createMeter(scope, body);
    await setOwnFields(scope, 'meter', id, body);
    const meter = await showOwnFields(scope, await getMeter(scope, id));
    const location = `${scope.config.basePath}/meters?buildingId=${buildingId}`;
    return taggedResponse(MeterBody, meter, createdResponse(meter, location));
  },
});

const submit = operation({
  name: 'submitReading',
  route: 'POST /meters/:id/readings',
  summary: 'Submit a reading',
  description:
    'A register value, current or past, also between two other readings. A resident’s reading is submitted and waits for a manager; one from a manager or an API key is confirmed at once. It must not be below the previous confirmed value (unless the register rolled over) or above the next one.',
  permission: 'readings:submit',
  body: NewReadingBody,
  responses: showsNew('The reading with its warnings.', NotedReadingBody),
  errors: ['reading_below_previous', 'reading_above_next', 'reading_rejected', 'reading_confirmed', 'reading_of_other'],
  openPoints: ['P-3', 'P-6', 'P-39', 'P-152'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const reading = await submitReading(scope, id, body);
    return createdResponse(reading, `/console/api/readings/${reading.id}`);
  },
});

export const meterOperations = tagged('Meters', [list, create, submit]);
