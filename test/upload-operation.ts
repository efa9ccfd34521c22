// An operation that receives a statement and describes it, for tests of uploads only.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathObjects } from '../src/http/handle-request.ts';
import { type Operation, okResponse, operation } from '../src/http/operation.ts';
import { Type } from '../src/http/schemas.ts';
import { maxStatementBytes } from '../src/http/uploads/read-upload.ts';
import { NotFound } from '../src/platform/errors.ts';

/** The single object that statements can be sent to. */
export const existingId = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10';

export const operationDefaults = { summary: 'x', description: 'x' };

/** How its object is found. */
export const statementObjects: PathObjects = {
  '/statements/:id': async (_scope, { id }) => {
    if (id !== existingId) throw new NotFound();
  },
};

/** Returns what arrived, whether it is complete, and the names of the temporary files meanwhile. */
export function statementOperation(dataDir: string): Operation {
  return operation({
    ...operationDefaults,
    responses: { 200: { description: 'x' } },
    name: 'sendStatement',
    route: 'POST /statements/:id',
    permission: 'buildings:write',
    query: Type.Object({ dry: Type.Optional(Type.Boolean()) }),
    body: { accepts: 'statement', limit: maxStatementBytes },
    handle: async (_scope, { file }) => {
      const hash = createHash('sha256');
      let names: string[] = [];
      for await (const part of file.stream()) {
        hash.update(part);
        names = await readdir(join(dataDir, 'tmp'));
      }
      const { size, mediaType, sha256 } = file;
      return okResponse({ size, mediaType, whole: hash.digest('hex') === sha256, names });
    },
  });
}
