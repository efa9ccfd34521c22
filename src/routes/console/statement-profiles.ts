// Statements whose columns are not known: a look at their first rows, and what a person says the columns mean, kept for the next file.

import { createdReply, DataOf, noContent, okReply, operation } from '../../http/operation.ts';
import { Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { maxStatementBytes } from '../../http/uploads/read-upload.ts';
import type { Params } from '../../http/validate-request.ts';
import { getProfile, removeProfile, renameProfile, saveOwnProfile } from '../../payments/statements/own-profiles.ts';
import { listProfiles } from '../../payments/statements/own-profiles-queries.ts';
import { meanings } from '../../payments/statements/parse/column-meanings.ts';
import { previewTable } from '../../payments/statements/parse/preview-table.ts';
import { convertSpreadsheet } from '../../payments/statements/parse/spreadsheet.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { consoleBase } from './base-path.ts';

const path = '/statement-profiles';
const tag = 'Payments';
const permission = 'payments:import';
const openPoints = ['P-79'];

const ColumnSchema = Type.Object({
  place: Type.Integer({ minimum: 0, maximum: 249, description: 'From 0.', examples: [0] }),
  means: OneOf(meanings, {
    description:
      'paidIn, paidOut: amounts in columns of their own. direction: which one the amount is. account: one’s own.',
  }),
});
const NameSchema = Text(100, { examples: ['Pank X, CSV'] });
const HeadingsSchema = Type.Array(Type.String({ maxLength: 200 }), {
  minItems: 2,
  maxItems: 250,
  examples: [['Aeg', 'Kes', 'Kui palju']],
});
const CurrencySchema = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Of files whose columns do not name it.',
  examples: ['EUR'],
});
const AccountSchema = Type.String({
  maxLength: 42,
  description: 'One’s own, of files that do not name it.',
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
    description: 'The first rows, at most thirty, a cell cut at 200 characters.',
  }),
  headingRow: Type.Integer({ description: 'The place among them, from 0, where the headings seem to be.' }),
  columns: Type.Array(ColumnSchema, { description: 'What these say by themselves.' }),
});
const found = (scope: Scope, { id = '' }: Params) => getProfile(scope, id);

const previewOperation = operation({
  name: 'lookAtStatement',
  method: 'POST',
  path: '/bank-statements/look',
  tag,
  summary: 'Look at the first rows of a table',
  description: 'For a statement whose columns are not known: CSV, or the first sheet of an xlsx file. Nothing is kept.',
  permission,
  upload: { accepts: 'statement', limit: maxStatementBytes },
  answers: { 200: { description: 'The rows.', schema: DataOf(PreviewBody) } },
  refuses: [],
  openPoints: [...openPoints, 'P-11'],
  prepare: async (_doors, _caller, { file }) => previewTable((await convertSpreadsheet(file)).source),
  handle: async (_scope, _asked, seen) => okReply(seen),
});

const list = operation({
  name: 'listStatementProfiles',
  method: 'GET',
  path,
  tag,
  summary: 'List the organization’s own profiles of statements',
  description: 'By name. Files with the headings of one are read by it, before any bank’s profile and any guess.',
  permission,
  answers: { 200: { description: 'All of them.', schema: DataOf(Type.Array(ProfileBody)) } },
  refuses: [],
  openPoints,
  handle: async (scope) => okReply(await listProfiles(scope)),
});

const createOperation = operation({
  name: 'keepStatementProfile',
  method: 'POST',
  path,
  tag,
  summary: 'Say what the columns of a statement mean',
  description:
    'It takes a date, an amount (in one column, or what was paid in and out in two), and a text, payer or reference. Of the same headings there is one profile: what is said last counts.',
  permission,
  body: Type.Object({
    ...written,
    currency: Type.Optional(Nullable(CurrencySchema)),
    account: Type.Optional(Nullable(AccountSchema)),
  }),
  answers: { 201: { description: 'Kept.', schema: DataOf(ProfileBody) } },
  refuses: [],
  openPoints,
  handle: async (scope, { body }) => {
    const profile = await saveOwnProfile(scope, body);
    return createdReply(profile, `${consoleBase}${path}/${profile.id}`);
  },
});

const rename = operation({
  name: 'renameStatementProfile',
  method: 'PATCH',
  path: `${path}/:id`,
  tag,
  summary: 'Call a profile by another name',
  description: 'What it means stays.',
  permission,
  body: Type.Object({ name: NameSchema }),
  answers: { 200: { description: 'The profile as it is now.', schema: DataOf(ProfileBody) } },
  refuses: [],
  openPoints,
  found,
  handle: async (scope, { params: { id = '' }, body }) => okReply(await renameProfile(scope, id, body.name)),
});

const remove = operation({
  name: 'deleteStatementProfile',
  method: 'DELETE',
  path: `${path}/:id`,
  tag,
  summary: 'Delete a profile',
  description: 'What was imported by it stays. The next such file is not known.',
  permission,
  answers: { 204: { description: 'Gone.' } },
  refuses: [],
  openPoints,
  found,
  handle: async (scope, { params: { id = '' } }) => {
    await removeProfile(scope, id);
    return noContent;
  },
});

export const statementProfileOperations = [previewOperation, list, createOperation, rename, remove];
