// Console API: reviewing meter readings, reading photos, the reading window of a building, and reading reminders.

import { listMissingReadings } from '../../charging/metered/missing-readings.ts';
import { bulkBody, bulkResponses, makeItemHandler } from '../../http/bulk-items.ts';
import { downloadResponse } from '../../http/downloads.ts';
import {
  noContent,
  okResponse,
  operation,
  showsAccepted,
  showsData,
  showsNew,
  showsNothing,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Month, OneOf, Paragraphs, Type } from '../../http/schemas.ts';
import { maxPictureBytes } from '../../http/uploads/read-upload.ts';
import { confirmReadings } from '../../metering/confirm-readings.ts';
import { readingOrders } from '../../metering/metering-queries.ts';
import { readingStatuses } from '../../metering/model.ts';
import { getPhoto, registerPhoto } from '../../metering/reading-photos.ts';
import { getReadingRequest, remindOfReadingsNow } from '../../metering/reading-reminders.ts';
import { getWindow, setWindow } from '../../metering/reading-windows.ts';
import { confirmReading, getReading, listReadings, rejectReading, submitReading } from '../../metering/readings.ts';
import { findUsualConsumption } from '../../metering/unusual-consumption.ts';
import { withDryRun } from '../../platform/db/savepoint.ts';
import { normalisePicture } from '../../platform/files/pictures.ts';
import { storeFile } from '../../platform/files/stored-files.ts';
import { meterUnits } from '../../platform/values/bases.ts';
import { meterTypes } from '../../properties/model.ts';
import {
  NewReadingBody,
  NewReadingItem,
  NotedReadingBody,
  PhotoBody,
  ReadingBody,
  ReadingWindowBody,
  readingWarnings,
} from '../api/meter-bodies.ts';

const sortable = Object.keys(readingOrders);

const list = operation({
  name: 'listReadings',
  route: 'GET /readings',
  summary: 'List readings',
  description:
    'The readings in the order of submission. Residents see those of their own apartments and days, and the reading at the start of their days.',
  permission: 'readings:read',
  query: Type.Object({
    status: Type.Optional(OneOf(readingStatuses)),
    buildingId: Type.Optional(Id),
    meterId: Type.Optional(Id),
    ...pagingQuery(sortable),
  }),
  responses: showsPage('A page of readings.', ReadingBody),
  errors: ['not_found'],
  openPoints: ['P-39'],
  handle: (scope, { path, query }) => {
    return pageResponse(scope, { path, query }, sortable, (page) => listReadings(scope, query, page));
  },
});

const get = operation({
  name: 'getReading',
  route: 'GET /readings/:id',
  summary: 'Fetch one reading',
  description: 'One reading.',
  permission: 'readings:read',
  responses: showsData('The reading.', ReadingBody),
  openPoints: ['P-39'],
  handle: async (scope, { params }) => okResponse(await getReading(scope, params.id ?? '')),
});

const submitItems = makeItemHandler({
  schema: NewReadingItem,
  create: async (scope, { meterId, ...reading }) => {
    const { id, warnings } = await submitReading(scope, meterId, reading);
    return { id, warnings };
  },
  lockOrder: ({ meterId }) => meterId.toLowerCase(),
});

const submitMany = operation({
  name: 'submitReadings',
  route: 'POST /readings/bulk',
  summary: 'Submit many readings',
  description:
    'Up to 500 readings of any meters, each as if submitted alone and confirmed at once: one that is rejected does not stop the others. The result of each says its id and warnings, or its problem. With an Idempotency-Key a repeat submits nothing twice and gets the same results.',
  permission: 'readings:confirm',
  rules: ['bulk'],
  body: bulkBody(NewReadingItem, 'NewReadings'),
  responses: bulkResponses('reading', { warnings: readingWarnings }),
  openPoints: ['P-39', 'P-114', 'P-152'],
  handle: (scope, { body }) => submitItems(scope, body.items),
});

const preview = operation({
  name: 'previewReading',
  route: 'POST /meters/:id/reading-preview',
  summary: 'Preview a reading',
  description:
    'What submitting the reading would bring: what is counted since the one before it, its warnings, and what is usual. Nothing is recorded.',
  permission: 'readings:submit',
  rules: ['only reads'],
  body: NewReadingBody,
  responses: showsData(
    'The result.',
    Type.Object({
      consumption: Type.Union([Type.Number(), Type.Null()], { examples: [12.4] }),
      usual: Type.Union([Type.Number(), Type.Null()], {
        description: 'What the meter usually counts in 30 days; null if its own readings do not say.',
        examples: [6.2],
      }),
      warnings: readingWarnings,
    }),
  ),
  errors: ['reading_below_previous', 'reading_above_next', 'reading_rejected'],
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const previewed = await withDryRun(scope, true, async () => {
      const { consumption, warnings, readOn } = await submitReading(scope, id, body);
      return { consumption, usual: (await findUsualConsumption(scope, id, readOn)) ?? null, warnings };
    });
    return okResponse(previewed);
  },
});

const confirm = operation({
  name: 'confirmReading',
  route: 'POST /readings/:id/confirm',
  summary: 'Confirm a reading',
  description: 'The reading is used from now on. Confirming it again changes nothing.',
  permission: 'readings:confirm',
  responses: showsData('The reading with its warnings.', NotedReadingBody),
  errors: ['reading_rejected', 'validation_failed', 'reading_below_previous', 'reading_above_next'],
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await confirmReading(scope, id)),
});

const confirmMany = operation({
  name: 'confirmReadings',
  route: 'POST /readings/confirm',
  summary: 'Confirm the usual ones of some readings',
  description:
    'Confirms those of up to 100 readings that wait for it and are not unusual; the others wait on, each with the reason. Repeating it changes nothing. A dry run only says which.',
  permission: 'readings:confirm',
  rules: ['bulk'],
  body: Type.Object({
    readingIds: Type.Array(Id, { minItems: 1, maxItems: 100 }),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Confirms nothing.' })),
  }),
  responses: showsData(
    'The result.',
    Type.Object({
      confirmed: Type.Integer({ examples: [18] }),
      left: Type.Array(
        Type.Object({
          readingId: Id,
          code: Type.String({
            description: 'high_consumption: unusual; otherwise why confirming it alone would be rejected.',
            examples: ['high_consumption'],
          }),
        }),
      ),
    }),
  ),
  openPoints: ['P-39'],
  handle: async (scope, { body: { readingIds, dryRun = false } }) =>
    okResponse(await withDryRun(scope, dryRun, () => confirmReadings(scope, readingIds))),
});

const reject = operation({
  name: 'rejectReading',
  route: 'POST /readings/:id/reject',
  summary: 'Reject a reading',
  description:
    'Rejects a submitted reading, or a confirmed one that was wrong; it is no longer used. Existing invoices do not change. A resident who submitted it gets an e-mail with the reason.',
  permission: 'readings:confirm',
  body: Type.Object(
    { reason: Paragraphs(500, { description: 'The reason, for the person who submitted it.' }) },
    { examples: [{ reason: 'The photo shows the neighbour’s meter.' }] },
  ),
  responses: showsData('The reading.', ReadingBody),
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' }, body }) => okResponse(await rejectReading(scope, id, body.reason)),
});

const sendPhoto = operation({
  name: 'sendReadingPhoto',
  route: 'POST /reading-photos',
  summary: 'Upload a photo of a register',
  description:
    'Pass its id as photoId when you submit the reading. It is stored upright, as JPEG, without metadata. A photo without a reading is deleted after a day.',
  permission: 'readings:submit',
  body: { accepts: 'picture', limit: maxPictureBytes },
  responses: showsNew('The photo.', PhotoBody, { noLocation: true }),
  openPoints: ['P-39'],
  handle: {
    prepare: async ({ app }, { tenantId }, { file }) =>
      storeFile(app, tenantId, await normalisePicture(await file.whole())),
    run: async (scope, _input, stored) => {
      await registerPhoto(scope, stored);
      return { status: 201, body: { data: { id: stored.id, width: stored.width, height: stored.height } } };
    },
  },
});

const showPhoto = operation({
  name: 'getReadingPhoto',
  route: 'GET /readings/:id/photo',
  summary: 'Fetch the photo of a reading',
  description: 'For everybody who may see the reading.',
  permission: 'readings:read',
  responses: { 200: { description: 'The photo.', mediaType: 'image/jpeg' } },
  openPoints: ['P-39'],
  handle: async (scope, input) => {
    const { mediaType, size, sha256, open } = await getPhoto(scope, input.params.id ?? '');
    return downloadResponse(input, { mediaType, size, sha256, body: open });
  },
});

const showWindow = operation({
  name: 'getReadingWindow',
  route: 'GET /buildings/:id/reading-window',
  summary: 'Fetch the reading window of a building',
  description: 'The days of each month on which residents are asked for readings; null if there is no window.',
  permission: 'meters:read',
  rules: ['unlogged'],
  responses: showsData('The window.', Type.Union([ReadingWindowBody, Type.Null()])),
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getWindow(scope, id)),
});

const changeWindow = operation({
  name: 'setReadingWindow',
  route: 'PATCH /buildings/:id/reading-window',
  summary: 'Set the reading window of a building',
  description:
    'Residents whose reading is missing are reminded by e-mail two days before the window ends. If it crosses the end of the month, readings on its last days still count for the previous month.',
  permission: 'meters:write',
  body: ReadingWindowBody,
  responses: showsData('The window.', ReadingWindowBody),
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' }, body: { fromDay, toDay } }) => {
    await setWindow(scope, id, { fromDay, toDay });
    return okResponse({ fromDay, toDay });
  },
});

const removeWindow = operation({
  name: 'deleteReadingWindow',
  route: 'DELETE /buildings/:id/reading-window',
  summary: 'Delete the reading window',
  description: 'Residents are no longer reminded.',
  permission: 'meters:write',
  responses: showsNothing('There is no reading window.'),
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' } }) => {
    await setWindow(scope, id, null);
    return noContent;
  },
});

const MissingReadingBody = Type.Object({
  id: { ...Id, description: 'The meter.' },
  apartmentId: Type.Union([Id, Type.Null()], { description: 'null: a main meter.' }),
  apartmentNumber: Type.Union([Type.String({ examples: ['12'] }), Type.Null()]),
  type: OneOf(meterTypes),
  unit: OneOf(meterUnits),
  serialNumber: Type.Union([Type.String({ examples: ['KV-1021'] }), Type.Null()]),
  digits: Type.Integer({ examples: [5] }),
  decimals: Type.Integer({ examples: [3] }),
  previous: Type.Object(
    { value: Type.Number({ examples: [104.5] }), readOn: Type.Union([Day, Type.Null()]) },
    { description: 'The last confirmed value up to the end of the month; without one the initial value.' },
  ),
  isSubmitted: Type.Boolean({ description: 'Whether a reading for the month waits for confirmation.' }),
  isBilled: Type.Boolean({ description: 'Whether a charge of the building needs the meter.' }),
});

const listMissing = operation({
  name: 'listMissingReadings',
  route: 'GET /buildings/:id/missing-readings',
  summary: 'List the missing readings of a month',
  description:
    'The meters without a confirmed reading for a month, by the rule that charges are calculated with: by apartment, main meters last. A dry run of a generation names the same meters.',
  permission: 'books:read',
  query: Type.Object({
    period: Type.Optional({ ...Month, description: 'By default the last month; not later than the current one.' }),
  }),
  responses: showsData(
    'The meters, and the days on which a reading counts for the month.',
    Type.Object({
      periodStart: Day,
      periodEnd: Day,
      from: { ...Day, description: 'The first day whose readings count for the month.' },
      until: { ...Day, description: 'The last such day, or today.' },
      meters: Type.Integer({ description: 'The number of meters to be read.', examples: [60] }),
      missing: Type.Array(MissingReadingBody),
    }),
  ),
  openPoints: ['P-91'],
  handle: async (scope, { params: { id = '' }, query: { period } }) =>
    okResponse(await listMissingReadings(scope, id, period)),
});

const lastDay = { ...Day, description: 'The last day to submit a reading, as stated in the e-mail.' };

const showReminding = operation({
  name: 'getReadingReminder',
  route: 'GET /buildings/:id/reading-reminders',
  permission: 'meters:read',
  rules: ['unlogged'],
  summary: 'Preview a reading reminder',
  description: 'The days of the reading window, if it is open, otherwise those of the month.',
  responses: showsData(
    'The days.',
    Type.Object({
      since: { ...Day, description: 'A meter without a reading since this day counts as missing.' },
      lastDay,
    }),
  ),
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await getReadingRequest(scope, id)),
});

const remind = operation({
  name: 'remindOfReadings',
  route: 'POST /buildings/:id/reading-reminders',
  permission: 'meters:write',
  rules: ['bulk'],
  summary: 'Remind residents of missing readings now',
  description:
    'Everybody with an e-mail address whose apartment has a meter without a reading gets one e-mail in their language, for all their apartments there. At most one a day for each person, including automatic reminders.',
  body: Type.Optional(Type.Object({ lastDay: Type.Optional(lastDay) }, { examples: [{ lastDay: '2026-11-28' }] })),
  responses: showsAccepted(
    'The e-mails are queued.',
    Type.Object({
      reminded: Type.Integer({ description: 'People who get an e-mail.', examples: [12] }),
      alreadyReminded: Type.Integer({
        description: 'People with a missing reading who already got an e-mail today.',
        examples: [0],
      }),
    }),
  ),
  openPoints: ['P-39'],
  handle: async (scope, { params: { id = '' }, body }) => ({
    status: 202,
    body: { data: await remindOfReadingsNow(scope, id, body) },
  }),
});

export const readingOperations = tagged('Meters', [
  list,
  get,
  submitMany,
  preview,
  sendPhoto,
  showPhoto,
  confirm,
  confirmMany,
  reject,
  showWindow,
  changeWindow,
  removeWindow,
  listMissing,
  showReminding,
  remind,
]);
