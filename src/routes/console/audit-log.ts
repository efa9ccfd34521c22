// Console API: the audit log, for owners in person: the list, the export, the verification, and how long entries are
// kept.

import { Readable } from 'node:stream';
import { okResponse, operation, showsData, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { checkpointOf, checkpointPattern, compareCheckpoint } from '../../platform/audit/audit-chain.ts';
import { type AuditEntry, auditActions, auditActorKinds } from '../../platform/audit/audit-entry.ts';
import {
  auditOrders,
  countUnchained,
  findAuditYears,
  findNewestLink,
  listAuditEntries,
  updateAuditYears,
} from '../../platform/audit/audit-store.ts';
import { auditExport, exportFormats } from '../../platform/audit/export-audit-log.ts';
import { noteChanges } from '../../platform/audit/note-changes.ts';
import { auditProblemKinds, verifyAuditLog } from '../../platform/audit/verify-audit-log.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { findObjectNames } from '../../search/object-name-queries.ts';

const filters = {
  actorId: Type.Optional(Type.String({ ...Id, description: 'The person or the API key.' })),
  action: Type.Optional(OneOf(auditActions)),
  operation: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'An operationId.' })),
  aboutId: Type.Optional(Type.String({ ...Id, description: 'Any id that the entry names.' })),
  buildingId: Type.Optional(Type.String({ ...Id, description: 'The building.' })),
  requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'An X-Request-Id.' })),
  from: Type.Optional(Type.String({ ...Instant, description: 'At or after this time.' })),
  to: Type.Optional(Type.String({ ...Instant, description: 'Before this time.' })),
};

const Change = Type.Object({
  field: Type.String({ description: 'The field, as in the API.', examples: ['billing.iban'] }),
  before: Type.Optional(Type.Unsafe<unknown>({ description: 'The value before. Absent if it is not kept.' })),
  after: Type.Optional(Type.Unsafe<unknown>({ description: 'The value after. Absent if it is not kept.' })),
});

const AuditEntryBody = Type.Object({
  id: Id,
  at: Type.String({ ...Instant, description: 'When it was written, by the clock of the database.' }),
  action: OneOf(auditActions, {
    description:
      'seen: read; exported: a file was downloaded; changed: an operation had an effect; sent: an e-mail left; security: an event of the security log outside an operation.',
  }),
  operation: Type.String({
    description: 'The operationId, the kind of security event, or what the service itself did.',
    examples: ['updateInvoice'],
  }),
  actor: Type.Object({
    kind: OneOf(auditActorKinds),
    id: Nullable(Id),
    name: Nullable(
      Type.String({ description: 'The name of the person or key at that time.', examples: ['Mari Tamm'] }),
    ),
  }),
  objectKind: Nullable(Type.String({ description: 'The kind of the object, as in paths.', examples: ['invoices'] })),
  objectId: Nullable(Type.String({ ...Id, description: 'null: a list, or many objects.' })),
  objectName: Nullable(
    Type.String({
      description: 'What the object is called now; null: nothing, or it is gone.',
      examples: ['KASE2026-000012'],
    }),
  ),
  aboutIds: Type.Array(Id, { description: 'All ids that the request named, and that of what it created.' }),
  buildingId: Nullable(Id),
  changes: Type.Array(Change),
  result: Type.Unsafe<Readonly<Record<string, number | boolean | string>>>({
    type: 'object',
    additionalProperties: true,
    description: 'Figures of the result, such as how many invoices were created.',
    examples: [{ created: 12 }],
  }),
  requestId: Nullable(Type.String({ description: 'X-Request-Id, as in the request log.', examples: ['0d1f7c2e'] })),
});

function entryBody({ detail: { changes = [], result = {} }, at, ...entry }: AuditEntry, names: Map<string, string>) {
  const objectName = names.get(entry.objectId ?? '') ?? null;
  return { ...entry, objectName, at: new Date(at), changes, result };
}

type FilterQuery = { readonly from?: string; readonly to?: string };

function filtersOf<Query extends FilterQuery>({ from, to, ...rest }: Query) {
  return { ...rest, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}

const log = operation({
  name: 'listAuditEntries',
  route: 'GET /audit-log',
  summary: 'List the audit log',
  description:
    'Who saw, changed, sent and exported what, newest first. Changes are written with their effect; what was seen appears within a second, the same by the same caller once an hour. What residents look at is not logged.',
  permission: 'audit-log:read',
  query: Type.Object({
    ...plainPagingQuery(Object.keys(auditOrders)),
    sort: Type.Optional(OneOf(['-at', 'at'], { description: 'The sort order; default: newest first.' })),
    ...filters,
  }),
  responses: showsPage('A page of entries.', AuditEntryBody),
  openPoints: ['P-140', 'P-141'],
  handle: (scope, { path, query }) =>
    pageResponse(scope, { path, query }, ['-at', 'at'], async (page) => {
      const entries = await listAuditEntries(scope, filtersOf(query), page);
      const names = await findObjectNames(
        scope,
        entries.flatMap(({ objectId }) => objectId ?? []),
      );
      return entries.map(({ sortValue, ...entry }) => ({ ...entryBody(entry, names), sortValue }));
    }),
});

const mediaTypes = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

const download = operation({
  name: 'exportAuditLog',
  route: 'GET /audit-log/export',
  summary: 'Export the audit log',
  description:
    'The entries of the filter as a file, the oldest first. csv: for spreadsheets, UTF-8 with a byte order mark and semicolons. jsonl: an entry on each line; the SHA-256 of a line, without its end, is the hash that the chain holds.',
  permission: 'audit-log:read',
  query: Type.Object({ format: Type.Optional(OneOf(exportFormats, { description: 'Default: csv.' })), ...filters }),
  responses: { 200: { description: 'The file.', mediaType: Object.values(mediaTypes), made: true } },
  openPoints: ['P-140', 'P-142'],
  handle: async (scope, { query: { format = 'csv', ...query } }) => ({
    status: 200,
    body: async (app: AppContext) =>
      Readable.from(auditExport(app, scope.caller, format, filtersOf(query)), { objectMode: false }),
    headers: {
      'content-type': `${mediaTypes[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="audit-log.${format}"`,
      'cache-control': 'no-store',
    },
  }),
});

const ProblemBody = Type.Object({
  kind: OneOf(auditProblemKinds, {
    description:
      'changed, missing, added: an entry. link_changed: the chain itself was changed. links_missing: links before this one are missing.',
  }),
  link: Type.Integer({ description: 'The number of the link of the chain.', examples: [7] }),
  entryId: Nullable(Type.String({ ...Id, description: 'The entry.' })),
  entryAt: Nullable(Type.String({ ...Instant, description: 'The time of an entry that is there.' })),
});

const verification = operation({
  name: 'verifyAuditLog',
  route: 'GET /audit-log/verification',
  summary: 'Verify the audit log',
  description:
    'Compares up to 10,000 entries with the chain of their hashes. Call it again with `after` set to `next`, until `next` is null. With a checkpoint that was noted earlier, the first call says whether the chain still has it.',
  permission: 'audit-log:read',
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e15, description: '`next` of the call before.' })),
    checkpoint: Type.Optional(Type.String({ pattern: checkpointPattern, description: 'A checkpoint that was noted.' })),
  }),
  responses: showsData(
    'What was compared.',
    Type.Object({
      links: Type.Integer({ description: 'Links of the chain compared by this call.' }),
      entries: Type.Integer({ description: 'Entries compared by this call.' }),
      problems: Type.Array(ProblemBody, { description: 'At most a hundred.' }),
      next: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'For the next call; null: all is compared.',
      }),
      checkpoint: Type.Optional(
        OneOf(['confirmed', 'contradicted', 'no_longer_kept'], {
          description: 'Whether the chain has the checkpoint that was sent.',
        }),
      ),
    }),
  ),
  openPoints: ['P-142'],
  handle: async (scope, { query: { after = 0, checkpoint } }) => {
    const step = await verifyAuditLog(scope, after);
    if (checkpoint === undefined) return okResponse(step);
    return okResponse({ ...step, checkpoint: await compareCheckpoint(scope, checkpoint) });
  },
});

const Years = Type.Integer({ minimum: 1, maximum: 10, description: 'How many years entries are kept.', examples: [3] });

const maxCounted = 10_000;

const chain = operation({
  name: 'getAuditChain',
  route: 'GET /audit-log/chain',
  summary: 'Get the newest checkpoint of the audit log',
  description:
    'A checkpoint is the number and the hash of the newest link of the chain. Noted elsewhere, it proves later that nothing before it was changed.',
  permission: 'audit-log:read',
  rules: ['unlogged'],
  responses: showsData(
    'The end of the chain.',
    Type.Object({
      checkpoint: Nullable(Type.String({ pattern: checkpointPattern, description: 'null: nothing is chained yet.' })),
      chainedUntil: Nullable(Type.String({ ...Instant, description: 'The time of the last entry in the chain.' })),
      waiting: Type.Integer({ description: 'Entries that are not in the chain yet, counted up to 10,000.' }),
    }),
  ),
  openPoints: ['P-142'],
  handle: async (scope) => {
    const link = await findNewestLink(scope);
    return okResponse({
      checkpoint: link === undefined ? null : checkpointOf(link),
      chainedUntil: link === undefined ? null : new Date(link.last.at),
      waiting: await countUnchained(scope, link?.last, maxCounted),
    });
  },
});

const SettingsBody = Type.Object({ years: Years });

const settings = operation({
  name: 'getAuditSettings',
  route: 'GET /audit-log/settings',
  summary: 'Get the settings of the audit log',
  description: 'How long entries are kept.',
  permission: 'audit-log:read',
  rules: ['unlogged'],
  responses: showsData('The settings.', SettingsBody),
  openPoints: ['P-143'],
  handle: async (scope) => okResponse({ years: await findAuditYears(scope) }),
});

const changeSettings = operation({
  name: 'changeAuditSettings',
  route: 'PATCH /audit-log/settings',
  summary: 'Change the settings of the audit log',
  description: 'Entries older than this are deleted in the following hours.',
  permission: 'audit-log:set',
  rules: ['confirmed'],
  body: SettingsBody,
  responses: showsData('The settings.', SettingsBody),
  openPoints: ['P-143'],
  handle: async (scope, { body: { years } }) => {
    const before = { years: await findAuditYears(scope) };
    await updateAuditYears(scope, years);
    noteChanges(scope, before, { years });
    return okResponse({ years });
  },
});

export const auditLogOperations = tagged('Settings', [log, download, verification, chain, settings, changeSettings]);
