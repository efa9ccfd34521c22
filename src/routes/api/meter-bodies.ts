// Meter bodies: what meters and readings look like on the wire. Values are JSON numbers with the decimals of the register.
import { Day, Id, Instant, Nullable, OneOf, Paragraphs, Text, Type } from '../../http/schemas.ts';
import { meterActions, meterUnits, readingSources, readingStatuses } from '../../metering/model.ts';
import { readingWarningCodes } from '../../metering/readings.ts';
import { callerKinds } from '../../platform/db/scope.ts';
import { meterTypes } from '../../properties/model.ts';

const value = (description: string, example: number, more: Record<string, unknown> = {}) =>
  Type.Number({ minimum: 0, maximum: 1e9, description, examples: [example], ...more });
const nullable = (schema: object) => Type.Unsafe<number | null>({ ...schema, type: ['number', 'null'] });
const NullableId = Nullable(Id);

const meterFields = {
  buildingId: Id,
  apartmentId: Nullable(Type.String({ ...Id, description: 'Null: a main meter of the building.' })),
  type: OneOf(meterTypes, { examples: ['cold_water'] }),
  unit: OneOf(meterUnits, { description: 'Water and gas: m3. Heating: MWh or kWh. Electricity: kWh or MWh.' }),
  serialNumber: Nullable(
    Text(50, {
      description: 'Unique among the building’s meters of a type that are in use.',
      examples: ['8ITR0112345'],
    }),
  ),
  digits: Type.Integer({
    minimum: 1,
    maximum: 9,
    description: 'Of the register, before the decimal point.',
    examples: [5],
  }),
  decimals: Type.Integer({
    minimum: 0,
    maximum: 6,
    description: 'Of the register, behind the decimal point: often red.',
    examples: [3],
  }),
  initialValue: value('What the register showed when it was installed.', 0),
  installedOn: Nullable(Type.String({ ...Day, description: 'Null when nobody knows.' })),
  verifiedUntil: Nullable(Type.String({ ...Day, description: 'Until when the meter counts as verified.' })),
  replacesMeterId: Nullable(
    Type.String({ ...Id, description: 'The meter whose place this one took; consumption runs on across.' }),
  ),
};

const { buildingId, type, ...choices } = meterFields;
export const NewMeter = Type.Object(
  {
    buildingId,
    type,
    ...Type.Partial(Type.Object(choices)).properties,
    finalValue: Type.Optional(
      nullable(value('With replacesMeterId: what that meter showed last, on the day of installation.', 412.337)),
    ),
    rollover: Type.Optional(
      Type.Boolean({
        description: 'With finalValue: the register of that meter has passed its end since the last reading.',
      }),
    ),
  },
  {
    title: 'NewMeter',
    'x-open-point': 'P-38',
    examples: [
      {
        buildingId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
        apartmentId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e11',
        type: 'cold_water',
        serialNumber: '8ITR0112345',
        digits: 5,
        decimals: 3,
        initialValue: 0,
        installedOn: '2026-01-15',
        verifiedUntil: '2031-01-15',
      },
    ],
  },
);
export const ChangedMeter = Type.Partial(
  Type.Object({
    serialNumber: meterFields.serialNumber,
    verifiedUntil: meterFields.verifiedUntil,
    initialValue: meterFields.initialValue,
    installedOn: meterFields.installedOn,
    finalValue: nullable(value('What it showed last. Of a meter that is open: closes it. Null: reopens it.', 412.337)),
    removedOn: Nullable(
      Type.String({ ...Day, description: 'When it was taken out; with a finalValue alone, today. Null: reopens it.' }),
    ),
    rollover: Type.Boolean({
      description: 'With finalValue: the register has passed its end since the last reading.',
    }),
    reason: Paragraphs(500, {
      description: 'Why. Required where the meter begins or ends otherwise than was written; kept in its history.',
    }),
  }),
  {
    title: 'ChangedMeter',
    'x-open-point': 'P-38',
    examples: [{ finalValue: 412.337, removedOn: '2026-10-31', reason: 'Misread when the meters were changed.' }],
  },
);
const textChange = Type.Object({ from: Nullable(Type.String()), to: Nullable(Type.String()) });
const valueChange = Type.Object({ from: nullable(Type.Number()), to: nullable(Type.Number()) });
/** What became of a meter. */
export const MeterChangeBody = Type.Object(
  {
    id: Id,
    at: Instant,
    action: OneOf(meterActions, {
      description: 'closed: taken out. reopened: that was a mistake. replaced: another one took its place.',
    }),
    changes: Type.Partial(
      Type.Object({
        serialNumber: textChange,
        verifiedUntil: textChange,
        initialValue: valueChange,
        installedOn: textChange,
        finalValue: valueChange,
        removedOn: textChange,
      }),
      { description: 'What was written before, and what is since.' },
    ),
    reason: Nullable(Type.String({ examples: ['Misread when the meters were changed.'] })),
    actor: Type.Object(
      {
        kind: OneOf(callerKinds),
        id: Nullable(Id),
        name: Nullable(Type.String({ examples: ['Mari Tamm'] })),
      },
      { description: 'Who it was: a person, an API key, or the service itself.' },
    ),
  },
  { title: 'MeterChange', 'x-open-point': 'P-38' },
);

const LastReading = Type.Unsafe<object | null>({
  ...Type.Object({ id: Id, value: value('', 412.337), readAt: Instant }),
  type: ['object', 'null'],
  description: 'The last confirmed one.',
});
export const MeterBody = Type.Object(
  {
    id: Id,
    ...meterFields,
    removedOn: Nullable(
      Type.String({ ...Day, description: 'When it was taken out, or another meter took its place.' }),
    ),
    finalValue: nullable(value('What it showed then.', 412.337)),
    replacedByMeterId: NullableId,
    lastReading: LastReading,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Meter', 'x-open-point': 'P-38' },
);

const ReadAt = Type.Unsafe<string>({
  type: 'string',
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
  description:
    'The moment, or the day, at which the register showed this. When absent now, or that of the reading it corrects; never in the future.',
  examples: ['2026-10-31T17:45:00Z'],
});
const source = OneOf(readingSources, {
  description: 'manual: read from the register by a person. photo: from a picture. api: by a program.',
});
const rollover = Type.Boolean({
  description:
    'The register went past its last number to zero since the value before: the only way in which a value may be below it.',
});

export const NewReadingBody = Type.Object(
  {
    value: value('What the register shows, with at most its decimals.', 412.337),
    readAt: Type.Optional(ReadAt),
    source: Type.Optional(source),
    rollover: Type.Optional(rollover),
    photoId: Type.Optional(
      Type.String({
        ...Id,
        description: 'A photo that was sent before; the caller’s own, if the caller is a resident.',
      }),
    ),
    corrects: Type.Optional(
      Type.String({
        ...Id,
        description:
          'A reading of the meter that was wrong: it becomes rejected, and this one takes its place, its moment and its photo, where it brings none of its own.',
      }),
    ),
  },
  { title: 'NewReading', 'x-open-point': 'P-39', examples: [{ value: 412.337, readAt: '2026-10-31T17:45:00Z' }] },
);

const readingFields = {
  id: Id,
  meterId: Id,
  apartmentId: NullableId,
  value: value('What the register showed.', 412.337),
  readAt: Instant,
  readOn: Type.String({ ...Day, description: 'The day of readAt where the building is.' }),
  status: OneOf(readingStatuses, { description: 'A resident’s is submitted until a manager confirms or rejects it.' }),
  source,
  rollover,
  photoId: NullableId,
  correctsId: NullableId,
  consumption: nullable(
    Type.Number({
      description:
        'Since the confirmed value before it, in the meter’s unit; null when rejected, for the first of a meter without a day of installation and an initial value, and to a resident where some of it was counted on days before their own.',
      examples: [3.214],
      'x-open-point': 'P-71',
    }),
  ),
  submittedBy: Nullable(
    Type.String({
      ...Id,
      description: 'The user or the API key; null: the service itself and, to a resident, anybody else.',
      'x-open-point': 'P-71',
    }),
  ),
  confirmedBy: NullableId,
  confirmedAt: Nullable(Instant),
  reason: Nullable(Type.String({ description: 'Why it was rejected.' })),
  createdAt: Instant,
  updatedAt: Instant,
};
export const ReadingBody = Type.Object(readingFields, { title: 'Reading', 'x-open-point': 'P-39' });
export const NotedReadingBody = Type.Object(
  {
    ...readingFields,
    warnings: Type.Array(
      Type.Object({ code: OneOf(readingWarningCodes), message: Type.String() }, { 'x-open-point': 'P-39' }),
      { description: 'What is odd about it, although it was taken.' },
    ),
  },
  { title: 'NotedReading', 'x-open-point': 'P-39' },
);

export const PhotoBody = Type.Object(
  { id: Id, width: Type.Integer({ examples: [1536] }), height: Type.Integer({ examples: [2048] }) },
  { title: 'ReadingPhoto' },
);

const day = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: 31, description, examples: [example] });
/** Days of each month. */
export const ReadingWindowBody = Type.Object(
  {
    fromDay: day('The first day; a month that lacks it begins with its last.', 25),
    toDay: day('The last day, included. Before fromDay: a day of the next month.', 3),
  },
  { title: 'ReadingWindow', examples: [{ fromDay: 25, toDay: 3 }] },
);
