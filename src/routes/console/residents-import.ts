// Console API: importing residents from a table. The people get no account; the import lets invoices reach them.
import { okResponse, operation, showsData } from '../../http/operation.ts';
import { Day, Id, OneOf, Type } from '../../http/schemas.ts';
import { maxTableBytes } from '../../http/uploads/read-upload.ts';
import { readResidents } from '../../residents/import-columns.ts';
import { importResidents } from '../../residents/import-residents.ts';
import { count, line, tableFormats, tableReport, tableSettings } from './table-bodies.ts';

const ResidentImportReportBody = Type.Object(
  {
    ...tableReport,
    created: count('Rows that created a person or a residency.'),
    changed: count('Rows that changed one.'),
    unchanged: count('Rows without changes.'),
    encoding: Type.String({ description: 'The detected encoding.', examples: ['windows-1257'] }),
    delimiter: Type.String({ examples: [';'] }),
    outcomes: Type.Array(
      Type.Object({
        line,
        outcome: OneOf(['created', 'changed', 'unchanged', 'refused']),
        residentId: Type.Optional({ ...Id, description: 'Absent if a dry run would create the person.' }),
        resident: Type.Optional(
          Type.Object(
            {
              apartment: Type.String({ examples: ['12'] }),
              name: Type.String({ examples: ['Mari Tamm'] }),
              email: Type.Optional(Type.String()),
              phone: Type.Optional(Type.String()),
              role: Type.Optional(OneOf(['owner', 'tenant'])),
              since: Type.Optional(Day),
            },
            { description: 'The row as understood; absent if it was rejected.' },
          ),
        ),
      }),
    ),
  },
  { examples: [{ rows: 1, created: 1, changed: 0, unchanged: 0, problems: [] }] },
);

const ImportSettings = Type.Object({
  ...tableSettings,
  buildingId: Type.Optional({ ...Id, description: 'The building of rows without one.' }),
  since: Type.Optional({
    ...Day,
    description: 'The first day of new residencies in rows without one. Default: today.',
  }),
});

export const residentsImportOperation = operation({
  name: 'importResidents',
  route: 'POST /residents/import',
  summary: 'Import residents from a table',
  description: `Accepts ${tableFormats} If there are problems, nothing is written and each is reported with its line. Importing the same table again changes nothing. The settings are in the query, or beside the file in a form: true in either place counts.`,
  permission: 'people:write',
  query: ImportSettings,
  body: { accepts: 'table', limit: maxTableBytes, fields: ImportSettings },
  responses: showsData('The result of each row.', ResidentImportReportBody),
  errors: ['not_found', 'residency_overlaps'],
  openPoints: ['P-10', 'P-11', 'P-41'],
  handle: {
    prepare: async (_context, _caller, { file, query, fields }) => readResidents(file, { ...fields, ...query }),
    run: async (scope, { query, fields }, file) => {
      const dryRun = query.dryRun === true || fields.dryRun === true;
      const buildingId = query.buildingId ?? fields.buildingId;
      const since = query.since ?? fields.since;
      return okResponse(await importResidents(scope, file, { buildingId, since, dryRun }));
    },
  },
});
