// Console API: statement profiles, which describe the columns of unknown statement tables, and a preview of such a
// table.

import {
  createdResponse,
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { maxStatementBytes } from '../../http/uploads/read-upload.ts';
import { removeProfile, renameProfile, saveOwnProfile } from '../../payments/statements/own-profiles.ts';
import { listProfiles } from '../../payments/statements/own-profiles-queries.ts';
import { previewTable } from '../../payments/statements/parse/preview-table.ts';
import { convertSpreadsheet } from '../../platform/files/spreadsheet.ts';
import { columnMeanings } from '../../platform/values/column-meanings.ts';
import { consoleBase } from './base-path.ts';

const path = '/statement-profiles';
const tag = 'Payments';
const permission = 'payments:import';
const openPoints = ['P-79'];

const wordsFor = (meaning: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    maxItems: 50,
    description: `Of direction: the words that mean ${meaning}, besides those that are known.`,
  });

const ColumnSchema = Type.Object({
  place: Type.Integer({ minimum: 0, maximum: 249, description: 'From 0.', examples: [0] }),
  means: OneOf(columnMeanings, {
    description:
      'paidIn, paidOut: amounts in separate columns. direction: incoming or outgoing. account: the own account.',
  }),
  incoming: Type.Optional(wordsFor('received')),
  outgoing: Type.Optional(wordsFor('paid out')),
});
const NameSchema = Text(100, { examples: ['Pank X, CSV'] });
const HeadingsSchema = Type.Array(Type.String({ maxLength: 200 }), {
  minItems: 2,
  maxItems: 250,
  examples: [['Aeg', 'Kes', 'Kui palju']],
});
const CurrencySchema = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'For files without a currency column.',
  examples: ['EUR'],
});
const AccountSchema = Type.String({
  maxLength: 42,
  description: 'The own account, for files that do not name it.',
  examples: ['EE382200221020145685'],
});

const written = {
  name: NameSchema,
  headings: HeadingsSchema,
  columns: Type.Array(ColumnSchema, { maxItems: 250 }),
};
const ProfileBody = Type.Object(
  {
    id: Id,
    ...written,
    currency: Nullable(CurrencySchema),
    account: Nullable(AccountSchema),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'StatementProfile' },
);
const PreviewBody = Type.Object({
  rows: Type.Array(Type.Array(Type.String()), {
    description: 'The first rows, at most 30, cells cut at 200 characters.',
  }),
  headingRow: Type.Integer({ description: 'The index of the probable heading row, from 0.' }),
  columns: Type.Array(ColumnSchema, { description: 'The columns recognised from the headings.' }),
  words: Type.Object(
    { incoming: Type.Array(Type.String()), outgoing: Type.Array(Type.String()) },
    { description: 'The words in the rows that are known to mean received and paid out.' },
  ),
});

const previewOperation = operation({
  name: 'lookAtStatement',
  route: 'POST /bank-statements/look',
  summary: 'Preview the first rows of a statement',
  description: 'For a statement with unknown columns: CSV, or the first sheet of an xlsx file. Nothing is stored.',
  permission,
  rules: ['only reads'],
  body: { accepts: 'statement', limit: maxStatementBytes },
  responses: showsData('The rows.', PreviewBody),
  openPoints: [...openPoints, 'P-11'],
  handle: {
    prepare: async (_context, _caller, { file }) => previewTable((await convertSpreadsheet(file)).source),
    run: async (_scope, _input, preview) => okResponse(preview),
  },
});

const list = operation({
  name: 'listStatementProfiles',
  route: 'GET /statement-profiles',
  summary: 'List the statement profiles',
  description:
    'By name. A file with the headings of a profile is read by it; it precedes the profiles of known banks and guesses.',
  permission,
  rules: ['unlogged'],
  responses: showsData('All profiles.', Type.Array(ProfileBody)),
  openPoints,
  handle: async (scope) => okResponse(await listProfiles(scope)),
});

const createOperation = operation({
  name: 'keepStatementProfile',
  route: 'POST /statement-profiles',
  summary: 'Create a statement profile',
  description:
    'Requires a date, an amount (in one column, or in two for incoming and outgoing), and a text, payer or reference. There is one profile for the same headings: a new one replaces it.',
  permission,
  body: Type.Object({
    ...written,
    currency: Type.Optional(Nullable(CurrencySchema)),
    account: Type.Optional(Nullable(AccountSchema)),
  }),
  responses: showsNew('Kept.', ProfileBody),
  openPoints,
  handle: async (scope, { body }) => {
    const profile = await saveOwnProfile(scope, body);
    return createdResponse(profile, `${consoleBase}${path}/${profile.id}`);
  },
});

const rename = operation({
  name: 'renameStatementProfile',
  route: 'PATCH /statement-profiles/:id',
  summary: 'Rename a statement profile',
  description: 'Its columns do not change.',
  permission,
  body: Type.Object({ name: NameSchema }),
  responses: showsData('The updated profile.', ProfileBody),
  openPoints,
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await renameProfile(scope, id, body.name)),
});

const remove = operation({
  name: 'deleteStatementProfile',
  route: 'DELETE /statement-profiles/:id',
  summary: 'Delete a statement profile',
  description: 'Imported data stays. Later files with these headings are no longer recognised.',
  permission,
  responses: showsNothing('Gone.'),
  openPoints,
  handle: noContentAfter(removeProfile),
});

export const statementProfileOperations = tagged(tag, [previewOperation, list, createOperation, rename, remove]);
