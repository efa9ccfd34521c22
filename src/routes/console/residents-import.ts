// Console API: importing residents from a CSV file. The people get no account; the import lets invoices reach them.
import { DataOf, okResponse, operation } from '../../http/operation.ts';
import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { maxTableBytes } from '../../http/uploads/read-upload.ts';
import { problemCodes } from '../../platform/problem-codes.ts';
import { importResidents, readResidents } from '../../residents/import-residents.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const line = Type.Integer({ minimum: 1, description: 'The line of the file.' });

const ResidentImportReportBody = Type.Object(
  {
    dryRun: Type.Boolean(),
    rows: count('Rows with content, without the header.'),
    created: count('Rows that created a person or a residency.'),
    changed: count('Rows that changed one.'),
    unchanged: count('Rows without changes.'),
    encoding: Type.String({ description: 'The detected encoding.', examples: ['windows-1257'] }),
    delimiter: Type.String({ examples: [';'] }),
    ignoredColumns: Type.Array(Type.String()),
    problems: Type.Array(
      Type.Object({
        line,
        column: Type.Optional(Type.String({ examples: ['email'] })),
        code: OneOf(problemCodes),
        message: Type.String(),
      }),
    ),
    outcomes: Type.Array(
      Type.Object({
        line,
        outcome: OneOf(['created', 'changed', 'unchanged', 'refused']),
        residentId: Type.Optional({ ...Id, description: 'Absent if a dry run would create the person.' }),
      }),
    ),
  },
  { examples: [{ rows: 1, created: 1, changed: 0, unchanged: 0, problems: [] }] },
);

const ImportSettings = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'Dry run: returns the result with all problems, and writes nothing. In the query or beside the file: true in either place counts.',
    }),
  ),
  buildingId: Type.Optional({ ...Id, description: 'The building of rows without one.' }),
  since: Type.Optional({
    ...Day,
    description: 'The first day of new residencies in rows without one. Default: today.',
  }),
});

export const residentsImportOperation = operation({
  name: 'importResidents',
  method: 'POST',
  path: '/residents/import',
  summary: 'Import residents from a file',
  description:
    'Accepts a CSV file with a header, in any common encoding and with any common delimiter; column names may be in English, Estonian, Latvian, Lithuanian or Russian. If there are problems, nothing is written and each is reported with its line. Importing the same file again changes nothing.',
  permission: 'people:write',
  query: ImportSettings,
  body: { accepts: 'table', limit: maxTableBytes, fields: ImportSettings },
  responses: { 200: { description: 'The result of each row.', schema: DataOf(ResidentImportReportBody) } },
  errors: ['not_found', 'residency_overlaps'],
  openPoints: ['P-10', 'P-11', 'P-41'],
  handle: {
    prepare: async (_context, _caller, { file }) => readResidents(await file.whole()),
    run: async (scope, { query, fields }, file) => {
      const dryRun = query.dryRun === true || fields.dryRun === true;
      const buildingId = query.buildingId ?? fields.buildingId;
      const since = query.since ?? fields.since;
      return okResponse(await importResidents(scope, file, { buildingId, since, dryRun }));
    },
  },
});
