// Console API: importing the apartments of a building from a table.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { OneOf, type TSchema, Type } from '../../http/schemas.ts';
import { maxTableBytes } from '../../http/uploads/read-upload.ts';
import type { TableColumn } from '../../platform/values/column-meanings.ts';
import { maxApartmentRows, readApartmentTable } from '../../properties/apartment-table.ts';
import { importApartments } from '../../properties/import-apartments.ts';
import { namesPerson } from '../../residents/import-columns.ts';
import { NewApartment } from '../api/building-bodies.ts';
import { count, line, tableFormats, tableReport, tableSettings } from './table-bodies.ts';

const { number, floor, area, heatedArea, shares, residentCount } = NewApartment.properties;
const columns = { number, floor, area, heatedArea, shares, residentCount };

const ApartmentImportReportBody = Type.Object(
  {
    ...tableReport,
    created: count('New apartments.'),
    changed: count('Apartments that are there and change.'),
    unchanged: count('Apartments that are there and stay as they are.'),
    outcomes: Type.Array(
      Type.Object({
        line,
        outcome: OneOf(['created', 'changed', 'unchanged', 'repeated', 'refused'], {
          description: 'repeated: another person of the apartment of an earlier line.',
        }),
        apartment: Type.Optional(
          Type.Object(columns satisfies Record<TableColumn<'apartments'>, TSchema>, {
            description: 'The row as understood; absent if it was rejected.',
          }),
        ),
      }),
    ),
  },
  { examples: [{ rows: 1, created: 1, changed: 0, unchanged: 0, problems: [] }] },
);

const importOperation = operation({
  name: 'importApartments',
  route: 'POST /buildings/:id/apartments/import',
  summary: 'Import apartments from a table',
  description: `Accepts up to ${maxApartmentRows} apartments: ${tableFormats} Without headings the columns are number, floor, area, heated area, share, residents. A number that the building has already changes that apartment; an empty cell changes nothing. Co-owners may have a row each, if a column names them: the rows say the same of the apartment. If there are problems, nothing is written and each is reported with its line and column. Importing the same table again changes nothing.`,
  permission: 'apartments:write',
  query: Type.Object(tableSettings),
  body: { accepts: 'table', limit: maxTableBytes },
  responses: showsData('The result of each row.', ApartmentImportReportBody),
  openPoints: ['P-10', 'P-11', 'P-31'],
  handle: {
    prepare: async (_context, _caller, { file, query }) => readApartmentTable(file, query),
    run: async (scope, { params: { id = '' }, query: { dryRun = false } }, table) =>
      okResponse(await importApartments(scope, id, table, { dryRun, namesPerson })),
  },
});

export const apartmentsImportOperations = tagged('Apartments', [importOperation]);
