// Bodies of meters and readings in the API. Values are JSON numbers with the decimals of the register.
import { exampleId } from '../../http/openapi/example-values.ts';
import { Day, Id, Instant, Nullable, OneOf, Paragraphs, Text, Type } from '../../http/schemas.ts';
import { meterActions, readingSources, readingStatuses } from '../../metering/model.ts';
import { readingWarningCodes } from '../../metering/readings.ts';
import { callerKinds } from '../../platform/db/scope.ts';
import { meterUnits } from '../../platform/values/bases.ts';
import { meterTypes } from '../../properties/model.ts';
import { ownFields, ownFieldsInput } from './own-fields-bodies.ts';

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
    description: 'Digits of the register before the decimal point.',
    examples: [5],
  }),
  decimals: Type.Integer({
    minimum: 0,
    maximum: 6,
    description: 'Digits of the register after the decimal point, often red.',
    examples: [3],
  }),
  initialValue: value('The register value at installation.', 0),
  installedOn: Nullable(Type.String({ ...Day, description: 'Null if unknown.' })),
  verifiedUntil: Nullable(Type.String({ ...Day, description: 'The last day of the meter’s verification.' })),
  replacesMeterId: Nullable(
    Type.String({ ...Id, description: 'The meter that this one replaced; consumption continues across the change.' }),
  ),
};

const { buildingId, type, ...choices } = meterFields;
export const NewMeter = Type.Object(
  {
    buildingId,
    type,
    ...Type.Partial(Type.Object(choices)).properties,
    finalValue: Type.Optional(
      nullable(value('With replacesMeterId: the last value of that meter, on the day of installation.', 412.337)),
    ),
    rollover: Type.Optional(
      Type.Boolean({
        description: 'With finalValue: the register of that meter rolled over since the last reading.',
      }),
    ),
    ...ownFieldsInput,
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
    finalValue: nullable(value('The last value. Closes an open meter. Null: reopens it.', 412.337)),
    removedOn: Nullable(
      Type.String({ ...Day, description: 'The day it was removed; default with finalValue: today. Null: reopens it.' }),
    ),
    rollover: Type.Boolean({
      description: 'With finalValue: the register rolled over since the last reading.',
    }),
    reason: Paragraphs(500, {
      description: 'The reason. Required to change the recorded first or last values; kept in the meter’s history.',
    }),
    ...ownFieldsInput,
  }),
  {
    title: 'ChangedMeter',
    'x-open-point': 'P-38',
    examples: [{ finalValue: 412.337, removedOn: '2026-10-31', reason: 'Misread when the meters were changed.' }],
  },
);
const textChange = Type.Object({ from: Nullable(Type.String()), to: Nullable(Type.String()) });
const valueChange = Type.Object({ from: nullable(Type.Number()), to: nullable(Type.Number()) });
/** An entry in the history of a meter. */
export const MeterChangeBody = Type.Object(
  {
    id: Id,
    at: Instant,
    action: OneOf(meterActions, {
      description: 'closed: removed. reopened: the removal was a mistake. replaced: by another meter.',
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
      { description: 'The values before and after.' },
    ),
    reason: Nullable(Type.String({ examples: ['Misread when the meters were changed.'] })),
    actor: Type.Object(
      {
        kind: OneOf(callerKinds),
        id: Nullable(Id),
        name: Nullable(Type.String({ examples: ['Mari Tamm'] })),
      },
      { description: 'The actor: a person, an API key, or the service itself.' },
    ),
  },
  { title: 'MeterChange', 'x-open-point': 'P-38' },
);

const LastReading = Type.Unsafe<object | null>({
  ...Type.Object({ id: Id, value: value('', 412.337), readAt: Instant }),
  type: ['object', 'null'],
  description: 'The last confirmed reading.',
});
export const MeterBody = Type.Object(
  {
    id: Id,
    ...meterFields,
    removedOn: Nullable(Type.String({ ...Day, description: 'The day it was removed or replaced.' })),
    finalValue: nullable(value('The last value.', 412.337)),
    replacedByMeterId: NullableId,
    lastReading: LastReading,
    ...ownFields,
    createdAt: Instant,
    updatedAt: Instant,
  },
  {
    title: 'Meter',
    'x-open-point': 'P-38',
    examples: [{ finalValue: null, lastReading: { id: exampleId('reading'), value: 412.337 } }],
  },
);

const ReadAt = Type.Unsafe<string>({
  type: 'string',
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
  description: 'The time or day of the reading. Default: now, or that of the reading it corrects; never in the future.',
  examples: ['2026-10-31T17:45:00Z'],
});
const source = OneOf(readingSources, {
  description: 'manual: entered by a person. photo: read from a picture. api: sent by a program.',
});
const rollover = Type.Boolean({
  description: 'The register rolled over to zero since the previous value. Only then may the value be lower.',
});

export const NewReadingBody = Type.Object(
  {
    value: value('The register value, with at most its decimals.', 412.337),
    readAt: Type.Optional(ReadAt),
    source: Type.Optional(source),
    rollover: Type.Optional(rollover),
    photoId: Type.Optional(
      Type.String({
        ...Id,
        description: 'A photo uploaded earlier; for residents, their own.',
      }),
    ),
    corrects: Type.Optional(
      Type.String({
        ...Id,
        description:
          'A wrong reading of the meter. It becomes rejected and this one replaces it; time and photo default to those of the wrong reading.',
      }),
    ),
  },
  { title: 'NewReading', 'x-open-point': 'P-39', examples: [{ value: 412.337, readAt: '2026-10-31T17:45:00Z' }] },
);

/** A reading of a bulk request. */
export const NewReadingItem = Type.Object(
  { meterId: Id, ...NewReadingBody.properties },
  {
    title: 'NewReadingItem',
    'x-open-point': 'P-114',
    examples: [{ meterId: exampleId('meter'), value: 412.337, readAt: '2026-10-31T17:45:00Z' }],
  },
);

const readingFields = {
  id: Id,
  meterId: Id,
  apartmentId: NullableId,
  value: value('The register value.', 412.337),
  readAt: Instant,
  readOn: Type.String({ ...Day, description: 'The day of readAt in the building’s time zone.' }),
  status: OneOf(readingStatuses, {
    description: 'A resident’s reading is submitted until a manager confirms or rejects it.',
  }),
  source,
  rollover,
  photoId: NullableId,
  correctsId: NullableId,
  consumption: nullable(
    Type.Number({
      description:
        'The consumption since the previous confirmed value, in the meter’s unit. Null for a rejected reading, for the first reading of a meter without a day of installation and an initial value, and for residents if part of it was before their own days.',
      examples: [3.214],
      'x-open-point': 'P-71',
    }),
  ),
  submittedBy: Nullable(
    Type.String({
      ...Id,
      description: 'The user or the API key; null for the service itself and, if a resident asks, for anybody else.',
      'x-open-point': 'P-71',
    }),
  ),
  confirmedBy: NullableId,
  confirmedAt: Nullable(Instant),
  reason: Nullable(Type.String({ description: 'Why it was rejected.' })),
  createdAt: Instant,
  updatedAt: Instant,
};
const confirmedReading = {
  status: 'confirmed',
  source: 'api',
  photoId: null,
  submittedBy: exampleId('user'),
  confirmedBy: exampleId('user'),
  reason: null,
};
export const ReadingBody = Type.Object(readingFields, {
  title: 'Reading',
  'x-open-point': 'P-39',
  examples: [confirmedReading],
});
export const readingWarnings = Type.Array(
  Type.Object({ code: OneOf(readingWarningCodes), message: Type.String() }, { 'x-open-point': 'P-39' }),
  { description: 'Warnings about an accepted reading.' },
);
export const NotedReadingBody = Type.Object(
  { ...readingFields, warnings: readingWarnings },
  { title: 'NotedReading', 'x-open-point': 'P-39', examples: [{ ...confirmedReading, warnings: [] }] },
);

export const PhotoBody = Type.Object(
  { id: Id, width: Type.Integer({ examples: [1536] }), height: Type.Integer({ examples: [2048] }) },
  { title: 'ReadingPhoto' },
);

const day = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: 31, description, examples: [example] });
/** A window of days in each month. */
export const ReadingWindowBody = Type.Object(
  {
    fromDay: day('The first day; in a shorter month, its last day.', 25),
    toDay: day('The last day, inclusive. If below fromDay: a day of the next month.', 3),
  },
  { title: 'ReadingWindow', examples: [{ fromDay: 25, toDay: 3 }] },
);
