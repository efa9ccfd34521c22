// What all imports of tables share: the settings of a request, and the columns, problems and rows of a report.
import { Nullable, OneOf, Type } from '../../http/schemas.ts';
import { problemCodes } from '../../platform/problem-codes.ts';

/** A count of a report. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** The line of a row. */
export const line = Type.Integer({ minimum: 1, description: 'The line of the table.' });

/** The settings of every import. */
export const tableSettings = {
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Dry run: returns the result with all problems, and writes nothing.' }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'What each column means, in their order, between commas; nothing for a column that is not used. Default: as the headings say.',
      examples: ['apartment,,name'],
    }),
  ),
  headings: Type.Optional(Type.Boolean({ description: 'Whether the first row has headings. Default: as it looks.' })),
};

/** The columns and problems of every report. */
export const tableReport = {
  dryRun: Type.Boolean(),
  rows: count('Rows with content, without the headings.'),
  headings: Type.Boolean({ description: 'Whether the first row was read as headings.' }),
  columns: Type.Array(
    Type.Object({
      heading: Type.String({ examples: ['Krt nr'] }),
      means: Nullable(Type.String({ description: 'Null: the column is not used.', examples: ['apartment'] })),
      examples: Type.Array(Type.String()),
    }),
    { description: 'The columns as understood.' },
  ),
  ignoredColumns: Type.Array(Type.String()),
  problems: Type.Array(
    Type.Object({
      line,
      column: Type.Optional(Type.String({ examples: ['apartment'] })),
      code: OneOf(problemCodes),
      message: Type.String(),
      value: Type.Optional(Type.String({ description: 'The text of the cell, shortened.', examples: ['12a'] })),
      least: Type.Optional(Type.Number({ description: 'The minimum of the value.' })),
      most: Type.Optional(Type.Number({ description: 'The maximum of the value, or of its decimals.' })),
      otherLine: Type.Optional({ ...line, description: 'The line that this one repeats or contradicts.' }),
    }),
  ),
};

/** What a table may be. */
export const tableFormats =
  'CSV in any common encoding and with any common delimiter, rows copied from a spreadsheet, or the first sheet of an xlsx file. Headings may be in English, Estonian, Latvian, Lithuanian or Russian; rows above them are left out.';
