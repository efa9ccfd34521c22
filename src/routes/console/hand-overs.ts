// Console API: hand-overs of an apartment to a new owner or tenant.

import { handOver, type RecordedHandOver } from '../../handovers/hand-over.ts';
import { listHandOvers } from '../../handovers/hand-over-queries.ts';
import { undoHandOver } from '../../handovers/undo-hand-over.ts';
import {
  createdResponse,
  DataOf,
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { Day, Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { languages } from '../../platform/values/languages.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { getApartment } from '../../properties/apartments.ts';
import { consoleBase } from './base-path.ts';

const names = Type.Array(Type.String({ examples: ['Mari Tamm'] }));

const NewHandOver = Type.Object(
  {
    day: { ...Day, description: 'The first day of the newcomer. The others leave at the end of the day before.' },
    leaving: Type.Array(Id, { minItems: 1, maxItems: 20, description: 'The residencies that end.' }),
    newcomer: Type.Object(
      {
        residentId: Type.Optional({ ...Id, description: 'A known resident. Without it, a new person is created.' }),
        name: Type.Optional(Text(200, { examples: ['Jaan Kask'] })),
        email: Type.Optional(Nullable(Type.String({ minLength: 3, maxLength: 254, examples: ['jaan@example.org'] }))),
        phone: Type.Optional(Nullable(Text(50, { examples: ['+372 5555 5555'] }))),
        language: Type.Optional(OneOf(languages)),
      },
      { description: 'Who comes: `residentId`, or at least a `name`.' },
    ),
    role: OneOf(['owner', 'tenant'], { description: 'The role of the newcomer.' }),
    receivesInvoice: Type.Optional(Type.Boolean({ default: true, description: 'Whether the newcomer gets invoices.' })),
    readings: Type.Optional(
      Type.Array(
        Type.Object({ meterId: Id, value: Type.Number({ minimum: 0 }), rollover: Type.Optional(Type.Boolean()) }),
        { maxItems: 50, description: 'What the meters showed on the day. A meter left out is divided by days.' },
      ),
    ),
    invite: Type.Optional(Type.Boolean({ default: false, description: 'Invites the newcomer by e-mail.' })),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Checks and reports, and records nothing.' })),
  },
  { title: 'NewHandOver' },
);

const EffectsBody = Type.Object({
  payers: Type.Array(Type.Object({ periodStart: Day, periodEnd: Day, names }), {
    description: 'Who pays which days of the calendar month of the hand-over.',
  }),
  invoiced: Type.Array(Type.String(), {
    description: 'Numbers of invoices that cover days of the newcomer already. They stay as they are.',
  }),
  currency: Type.String({ examples: ['EUR'] }),
  owed: Type.Number({ description: 'What those who leave have not paid of sent invoices. It stays theirs.' }),
  credit: Type.Number({
    description: 'Money of those who leave that pays no invoice yet. It waits to be refunded or matched by hand.',
  }),
});

const HandOverBody = Type.Object({
  id: Nullable(Type.String({ ...Id, description: 'Null for a dry run.' })),
  apartmentId: Id,
  day: Day,
  residentId: Nullable(Type.String({ ...Id, description: 'The newcomer; null for a dry run.' })),
  invitationId: Nullable(Id),
  effects: EffectsBody,
});

const list = operation({
  name: 'listHandOvers',
  route: 'GET /buildings/:id/apartments/:aptId/hand-overs',
  permission: 'people:read',
  summary: 'List the hand-overs of an apartment',
  description: 'Those that were not undone, the latest first.',
  responses: showsData(
    'The hand-overs.',
    Type.Array(
      Type.Object({
        id: Id,
        day: Day,
        newcomer: Nullable(Type.String({ description: 'Null for a person who was deleted.' })),
        leaving: names,
        createdAt: Instant,
      }),
    ),
  ),
  openPoints: ['P-41'],
  handle: async (scope, { params: { id = '', aptId = '' } }) => {
    await getApartment(scope, id, aptId);
    return okResponse(await listHandOvers(scope, aptId));
  },
});

const create = operation({
  name: 'handOverApartment',
  route: 'POST /buildings/:id/apartments/:aptId/hand-overs',
  permission: 'people:write',
  summary: 'Hand an apartment over',
  description:
    'Changes its owner or tenant on a day, all or nothing: ends residencies, adds that of the newcomer, confirms readings and invites the newcomer. Invoices of the time before stay with their payers. With `dryRun`, reports the same and records nothing.',
  body: NewHandOver,
  responses: {
    200: { description: 'The result of a dry run.', schema: DataOf(HandOverBody) },
    201: { description: 'The hand-over.', schema: DataOf(HandOverBody) },
  },
  errors: [
    'hand_over_exists',
    'hand_over_overlaps',
    'residency_overlaps',
    'already_invited',
    'already_exists',
    'reading_below_previous',
    'reading_above_next',
  ],
  openPoints: ['P-41', 'P-42'],
  handle: async (scope, { params, body }) => {
    const { id: buildingId = '', aptId: apartmentId = '' } = params;
    const { dryRun = false, ...request } = body;
    const recorded = await handOver(scope, { buildingId, apartmentId }, request, dryRun);
    if (dryRun) return okResponse({ ...handOverBody(recorded), id: null, residentId: null, invitationId: null });
    return createdResponse(handOverBody(recorded), `${consoleBase}/hand-overs/${recorded.handOver.id}`);
  },
});

const undo = operation({
  name: 'undoHandOver',
  route: 'DELETE /hand-overs/:id',
  summary: 'Undo a hand-over',
  description:
    'Restores the days, rejects the readings and cancels the invitation; a person that it created is deleted. Rejected once an invoice was created by its days, or the invitation was accepted, or the days were changed.',
  permission: 'people:write',
  responses: showsNothing('Undone.'),
  errors: ['hand_over_billed', 'hand_over_accepted', 'hand_over_changed'],
  openPoints: ['P-41'],
  handle: noContentAfter(undoHandOver),
});

export const handOverOperations = tagged('Residents', [list, create, undo]);

function handOverBody({ handOver: { id, apartmentId, day, residentId, invitationId }, effects }: RecordedHandOver) {
  const { owed, credit } = effects;
  const money = { owed: amountFromCents(owed), credit: amountFromCents(credit) };
  return { id, apartmentId, day, residentId, invitationId, effects: { ...effects, ...money } };
}
