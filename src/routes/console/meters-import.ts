// Console API: importing the meters of a building, and readings of them, from tables.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Day, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { maxTableBytes } from '../../http/uploads/read-upload.ts';
import { importMeters } from '../../metering/import-meters.ts';
import { importReadings } from '../../metering/import-readings.ts';
import { maxMeterRows, readMeterTable } from '../../metering/meter-table.ts';
import { maxReadingRows, readReadingTable } from '../../metering/reading-table.ts';
import { MeterBody, readingWarnings } from '../api/meter-bodies.ts';
import { count, line, tableFormats, tableReport, tableSettings } from './table-bodies.ts';

const { apartmentId, type, unit, serialNumber, digits, decimals, initialValue, installedOn, verifiedUntil } =
  MeterBody.properties;
const apartment = Nullable(Type.String({ description: 'The number. Null: a main meter.', examples: ['12'] }));

const MeterImportReportBody = Type.Object(
  {
    ...tableReport,
    created: count('New meters.'),
    unchanged: count('Meters that the building has already.'),
    outcomes: Type.Array(
      Type.Object({
        line,
        outcome: OneOf(['created', 'unchanged', 'refused']),
        meter: Type.Optional(
          Type.Object(
            {
              apartment,
              ...{ apartmentId, type, unit, serialNumber, digits, decimals, initialValue, installedOn, verifiedUntil },
            },
            { description: 'The row as understood; absent if it was rejected.' },
          ),
        ),
      }),
    ),
  },
  { examples: [{ rows: 1, created: 1, unchanged: 0, problems: [] }] },
);

const metersOperation = operation({
  name: 'importMeters',
  route: 'POST /buildings/:id/meters/import',
  summary: 'Import meters from a table',
  description: `Accepts up to ${maxMeterRows} rows: ${tableFormats} A row is a meter; or it has a column with the initial values of each type, such as “Cold water”. Without headings the columns are apartment, type, serial number, initial value, digits, verified until. A main meter has “main” instead of an apartment. If there are problems, nothing is written and each is reported with its line and column. Importing the same table again changes nothing.`,
  permission: 'meters:write',
  query: Type.Object({
    ...tableSettings,
    installedOn: Type.Optional({ ...Day, description: 'The day of the initial readings of rows without one.' }),
  }),
  body: { accepts: 'table', limit: maxTableBytes },
  responses: showsData('The result of each row.', MeterImportReportBody),
  errors: ['already_exists'],
  openPoints: ['P-10', 'P-11', 'P-93'],
  handle: {
    prepare: async (_context, _caller, { file, query }) => readMeterTable(file, query),
    run: async (scope, { params: { id = '' }, query: { dryRun = false, installedOn } }, table) =>
      okResponse(await importMeters(scope, id, table, { dryRun, installedOn })),
  },
});

const ReadingImportReportBody = Type.Object(
  {
    ...tableReport,
    created: count('New readings.'),
    unchanged: count('Readings that are there already.'),
    outcomes: Type.Array(
      Type.Object({
        line,
        outcome: OneOf(['created', 'unchanged', 'refused']),
        reading: Type.Optional(
          Type.Object(
            {
              apartment,
              ...{ type, unit, decimals, serialNumber },
              value: Type.Number(),
              readOn: Day,
              consumption: Type.Union([Type.Number(), Type.Null()], {
                description: 'Since the reading before it.',
                examples: [12.4],
              }),
              warnings: readingWarnings,
            },
            { description: 'The reading as understood; absent if it was rejected.' },
          ),
        ),
      }),
      { description: 'Several of a line that has values of several meters.' },
    ),
  },
  { examples: [{ rows: 1, created: 1, unchanged: 0, problems: [] }] },
);

const readingsOperation = operation({
  name: 'importReadings',
  route: 'POST /buildings/:id/readings/import',
  summary: 'Import readings from a table',
  description: `Accepts up to ${maxReadingRows} rows: ${tableFormats} A row has one value and names its meter by the serial number, or by apartment and type; or it has a column with the values of each type, such as “Cold water”. Without headings the columns are apartment, type, value, day. Each reading is confirmed at once. If there are problems, nothing is written and each is reported with its line and column. Importing the same table again changes nothing.`,
  permission: 'readings:confirm',
  query: Type.Object({
    ...tableSettings,
    readOn: Type.Optional({ ...Day, description: 'The day of readings in rows without one.' }),
  }),
  body: { accepts: 'table', limit: maxTableBytes },
  responses: showsData('The result of each reading.', ReadingImportReportBody),
  openPoints: ['P-10', 'P-11', 'P-39'],
  handle: {
    prepare: async (_context, _caller, { file, query }) => readReadingTable(file, query),
    run: async (scope, { params: { id = '' }, query: { dryRun = false, readOn } }, table) =>
      okResponse(await importReadings(scope, id, table, { dryRun, readOn })),
  },
});

export const metersImportOperations = tagged('Meters', [metersOperation, readingsOperation]);
