// Console API: personal data of the organization: everything about a resident, the erasure of a resident, and how long
// what is kept.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Day, Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { retentionRules } from '../../platform/values/retention-rules.ts';
import { eraseResident } from '../../privacy/erase-resident.ts';
import { erasedKinds, keptKinds, removalKinds } from '../../privacy/model.ts';
import { exportResidentData } from '../../privacy/person-archive.ts';
import { changeRetention, getRetention, listShownRemovals } from '../../privacy/retention.ts';
import { archiveResponse } from './own-data.ts';

const tag = 'Privacy';
const permission = 'privacy:manage';

const download = operation({
  name: 'downloadResidentData',
  route: 'GET /residents/:id/personal-data',
  summary: 'Download everything about a resident',
  description:
    'For a resident who asks for it (GDPR, art. 15): a ZIP file with a page to read, in the resident’s language, the same as JSON, and their invoices and photos. Names of others are left out, except on shared invoices.',
  permission,
  responses: { 200: { description: 'The file.', mediaType: 'application/zip', made: true } },
  openPoints: ['P-148'],
  handle: {
    prepare: ({ app }, caller, { params: { id = '' } }) => exportResidentData(app, caller, id),
    run: async (_scope, _input, archive) => archiveResponse(archive),
  },
});

const ErasureBody = Type.Object({
  residentId: Id,
  erasedAt: Nullable(Type.String({ ...Instant, description: 'Null: this is a preview.' })),
  removed: Type.Array(
    Type.Object({
      kind: OneOf(erasedKinds, { description: 'mentions: texts of others that named the person.' }),
      amount: Type.Integer({ examples: [3] }),
    }),
    { description: 'What was removed or replaced, and how many.' },
  ),
  kept: Type.Array(
    Type.Object({
      kind: OneOf(keptKinds, {
        description:
          'invoices, payments and bank_entries: bookkeeping. residencies: the days, without a name. open_requests: until they are finished. mails: still on their way. shared_address: e-mails and invitations to an address that somebody else here has too. account: the person works here or has another apartment. security_events and audit_log: proof.',
      }),
      amount: Type.Integer({ examples: [3] }),
      until: Nullable(Type.String({ ...Day, description: 'The last day. Null: no day is known.' })),
    }),
    { description: 'What stays.' },
  ),
});

const preview = operation({
  name: 'previewErasure',
  route: 'POST /residents/:id/erasure/preview',
  summary: 'Preview the erasure of a resident',
  description: 'What an erasure would remove and what would stay. Changes nothing.',
  permission,
  rules: ['only reads'],
  responses: showsData('The report; `erasedAt` is null.', ErasureBody),
  errors: ['resident_in_use', 'resident_owes'],
  openPoints: ['P-149'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await eraseResident(scope, id, { dryRun: true })),
});

const erase = operation({
  name: 'eraseResident',
  route: 'POST /residents/:id/erasure',
  summary: 'Erase a resident',
  description:
    'Removes or replaces what no law keeps of a resident who has moved out and owes nothing (GDPR, art. 17), and reports what stays and until when. The books do not change. It cannot be undone. A repeat returns the same report.',
  permission,
  rules: ['confirmed'],
  responses: showsData('The report.', ErasureBody),
  errors: ['resident_in_use', 'resident_owes'],
  openPoints: ['P-149'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await eraseResident(scope, id, { dryRun: false })),
});

const setting = (name: keyof typeof retentionRules, description: string) => {
  const { least, most, initial } = retentionRules[name];
  return Type.Integer({ description: `${description} ${least} to ${most}; default ${initial}.`, examples: [initial] });
};
const settings = {
  mailDays: setting('mailDays', 'Days from the end of an e-mail (sent or given up) to its removal.'),
  invitationDays: setting('invitationDays', 'Days from the end of an invitation to its removal.'),
  securityLogDays: setting('securityLogDays', 'Days that an entry of the security log is kept.'),
  readingPhotoMonths: setting('readingPhotoMonths', 'Months that the photo of a reading is kept.'),
  maintenanceMonths: setting(
    'maintenanceMonths',
    'Months from the last change of a finished maintenance request to its removal.',
  ),
  booksYears: setting(
    'booksYears',
    'Years from the end of a financial year to the removal of the people in its settled invoices and payments.',
  ),
  financialYearEndMonth: setting('financialYearEndMonth', 'The last month of the financial year.'),
};
const RetentionBody = Type.Object({
  ...settings,
  removals: Type.Array(
    Type.Object({
      removedOn: Type.String({ ...Day, description: 'The day in UTC.' }),
      kind: OneOf(removalKinds),
      amount: Type.Integer({ examples: [3] }),
    }),
    { description: 'What was removed by day and kind, the latest first; at most 400 rows of the last two years.' },
  ),
});

const getSettings = operation({
  name: 'getRetention',
  route: 'GET /retention',
  summary: 'Fetch how long what is kept',
  description: 'The periods of the organization, and what they removed.',
  permission,
  responses: showsData('The periods.', RetentionBody),
  openPoints: ['P-150'],
  handle: async (scope) => okResponse({ ...(await getRetention(scope)), removals: await listShownRemovals(scope) }),
});

const changeSettings = operation({
  name: 'changeRetention',
  route: 'PATCH /retention',
  summary: 'Change how long what is kept',
  description:
    'Changes only the given fields. What is kept longer than the new periods is removed within a day. The security log says who changed them.',
  permission,
  rules: ['confirmed'],
  body: Type.Partial(Type.Object(settings)),
  responses: showsData('The changed periods.', RetentionBody),
  openPoints: ['P-150'],
  handle: async (scope, { body }) =>
    okResponse({ ...(await changeRetention(scope, body)), removals: await listShownRemovals(scope) }),
});

export const privacyOperations = tagged(tag, [download, preview, erase, getSettings, changeSettings]);
