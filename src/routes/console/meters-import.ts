// Console API: importing the meters of a building from a table, pasted or as a CSV file.
import { DataOf, okResponse, operation, tagged } from '../../http/operation.ts';
import { Day, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { maxTableBytes } from '../../http/uploads/read-upload.ts';
import { importMeters } from '../../metering/import-meters.ts';
import { maxMeterRows, readMeterTable } from '../../metering/meter-table.ts';
import { problemCodes } from '../../platform/problem-codes.ts';
import { MeterBody } from '../api/meter-bodies.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const line = Type.Integer({ minimum: 1, description: 'The line of the table.' });
const { apartmentId, type, unit, serialNumber, digits, decimals, initialValue, installedOn, verifiedUntil } =
  MeterBody.properties;

const MeterImportReportBody = Type.Object(
  {
    dryRun: Type.Boolean(),
    rows: count('Rows with content, without the heading.'),
    created: count('New meters.'),
    unchanged: count('Meters that the building has already.'),
    ignoredColumns: Type.Array(Type.String()),
    problems: Type.Array(
      Type.Object({
        line,
        column: Type.Optional(Type.String({ examples: ['apartment'] })),
        code: OneOf(problemCodes),
        message: Type.String(),
        value: Type.Optional(Type.String({ description: 'The text of the cell, shortened.', examples: ['12a'] })),
      }),
    ),
    outcomes: Type.Array(
      Type.Object({
        line,
        outcome: OneOf(['created', 'unchanged', 'refused']),
        meter: Type.Optional(
          Type.Object(
            {
              apartment: Nullable(Type.String({ description: 'The number. Null: a main meter.', examples: ['12'] })),
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

const ImportSettings = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Dry run: returns the result with all problems, and writes nothing.' }),
  ),
  installedOn: Type.Optional({ ...Day, description: 'The day of the initial readings of rows without one.' }),
});

const importOperation = operation({
  name: 'importMeters',
  method: 'POST',
  path: '/buildings/:id/meters/import',
  summary: 'Import meters from a table',
  description: `Accepts up to ${maxMeterRows} meters as CSV or as rows copied from a spreadsheet, in any common encoding and with any common delimiter. Headings may be in English, Estonian, Latvian, Lithuanian or Russian; without headings the columns are apartment, type, serial number, initial value, digits, verified until. A main meter has “main” instead of an apartment. If there are problems, nothing is written and each is reported with its line and column. Importing the same table again changes nothing.`,
  permission: 'meters:write',
  query: ImportSettings,
  body: { accepts: 'table', limit: maxTableBytes },
  responses: { 200: { description: 'The result of each row.', schema: DataOf(MeterImportReportBody) } },
  errors: ['already_exists'],
  openPoints: ['P-10', 'P-11', 'P-93'],
  handle: {
    prepare: async (_context, _caller, { file }) => readMeterTable(await file.whole()),
    run: async (scope, { params: { id = '' }, query: { dryRun = false, installedOn } }, table) =>
      okResponse(await importMeters(scope, id, table, { dryRun, installedOn })),
  },
});

export const metersImportOperations = tagged('Meters', [importOperation]);
