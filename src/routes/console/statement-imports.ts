// Door 2, imports of bank statements under way: how far each is, and ending one.
import { DataOf, noContent, okReply, operation } from '../../http/operation.ts';
import { Id, Instant, Type } from '../../http/schemas.ts';
import {
  cancelImport,
  listImportsUnderWay,
  requireImportUnderWay,
} from '../../payments/statements/import/import-progress.ts';
import { actorText } from '../../platform/db/scope.ts';

const ImportUnderWayBody = Type.Object({
  id: Id,
  fileName: Type.Union([Type.String(), Type.Null()], { examples: ['november.xml'] }),
  dryRun: Type.Boolean({ description: 'Nothing of it will be kept.' }),
  linesRead: Type.Integer({ description: 'Lines of the file that were read.', examples: [12_000] }),
  linesDecided: Type.Integer({
    description: 'Lines whose money was decided about; begins when all are read.',
    examples: [4000],
  }),
  cancelled: Type.Boolean({ description: 'A person has cancelled it, and it is about to end.' }),
  startedAt: Instant,
  isOwn: Type.Boolean({ description: 'Whether the caller began it.' }),
});

const list = operation({
  name: 'listStatementImports',
  method: 'GET',
  path: '/statement-imports',
  tag: 'Payments',
  summary: 'List imports of bank statements under way',
  description: 'Each with how far it is, the oldest first. One that has ended, or whose process died, is not listed.',
  permission: 'payments:import',
  answers: { 200: { description: 'The imports.', schema: DataOf(Type.Array(ImportUnderWayBody)) } },
  refuses: [],
  openPoints: ['P-74'],
  handle: async (scope) => {
    const imports = await listImportsUnderWay(scope);
    const own = actorText(scope.caller);
    return okReply(
      imports.map(({ startedBy, startedAt, ...rest }) => ({
        ...rest,
        startedAt: startedAt.toISOString(),
        isOwn: startedBy === own,
      })),
    );
  },
});

const cancel = operation({
  name: 'cancelStatementImport',
  method: 'POST',
  path: '/statement-imports/:id/cancel',
  tag: 'Payments',
  summary: 'Cancel an import of a bank statement',
  description:
    'It ends at its next look, within a second or as soon as a large step is done, and leaves nothing; its own request is answered 409 import_cancelled. One that has ended meanwhile is not found.',
  permission: 'payments:import',
  answers: { 204: { description: 'It will end.' } },
  refuses: ['not_found'],
  openPoints: ['P-74'],
  found: (scope, { id = '' }) => requireImportUnderWay(scope, id),
  handle: async (scope, { params }) => {
    await cancelImport(scope, params.id ?? '');
    return noContent;
  },
});

export const statementImportOperations = [list, cancel];
