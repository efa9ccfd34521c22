// Console API: running imports of bank statements, with their progress and cancellation.
import { noContentAfter, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Id, Instant, Type } from '../../http/schemas.ts';
import { cancelImport } from '../../payments/statements/import/import-progress.ts';
import { findProgress } from '../../payments/statements/import/import-progress-queries.ts';
import { actorText } from '../../platform/db/scope.ts';

const ImportUnderWayBody = Type.Object({
  id: Id,
  fileName: Type.Union([Type.String(), Type.Null()], { examples: ['november.xml'] }),
  dryRun: Type.Boolean({ description: 'Nothing will be stored.' }),
  linesRead: Type.Integer({ description: 'The number of lines read.', examples: [12_000] }),
  linesDecided: Type.Integer({
    description: 'The number of lines matched; starts after all lines are read.',
    examples: [4000],
  }),
  cancelled: Type.Boolean({ description: 'It was cancelled and is about to end.' }),
  startedAt: Instant,
  isOwn: Type.Boolean({ description: 'Whether the caller started it.' }),
});

const list = operation({
  name: 'listStatementImports',
  route: 'GET /statement-imports',
  summary: 'List running statement imports',
  description: 'Each with its progress, oldest first. Imports that ended, or whose process died, are not listed.',
  permission: 'payments:import',
  rules: ['separate connection'],
  responses: showsData('The imports.', Type.Array(ImportUnderWayBody)),
  openPoints: ['P-74'],
  handle: async (scope) => {
    const imports = await findProgress(scope);
    const actor = actorText(scope.caller);
    return okResponse(
      imports.map(({ startedBy, startedAt, ...rest }) => ({
        ...rest,
        startedAt: startedAt.toISOString(),
        isOwn: startedBy === actor,
      })),
    );
  },
});

const cancel = operation({
  name: 'cancelStatementImport',
  route: 'POST /statement-imports/:id/cancel',
  summary: 'Cancel a statement import',
  description:
    'It ends at its next check, within a second or after a large step, and leaves nothing; its own request returns 409 import_cancelled. An import that has already ended is not found.',
  permission: 'payments:import',
  rules: ['separate connection'],
  responses: showsNothing('The import will end.'),
  errors: ['not_found'],
  openPoints: ['P-74'],
  handle: noContentAfter(cancelImport),
});

export const statementImportOperations = tagged('Payments', [list, cancel]);
