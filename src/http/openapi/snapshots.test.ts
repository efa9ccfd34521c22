// Tests of the documents for programs in docs/: the committed files are those that the code makes, and what they name
// exists.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documents } from '../../../test/documents.ts';
import { apiOperations } from '../../routes/api/routes.ts';
import { arazzoDocument } from './arazzo-document.ts';
import { collectionFolder, snapshotFolder, snapshots } from './snapshots.ts';

const files = snapshots(apiOperations);

test('the committed files are the generated ones (`npm run openapi` writes them)', () => {
  for (const [path, text] of files)
    assert.ok(readFileSync(join(snapshotFolder, path), 'utf8') === text, `docs/${path}: run \`npm run openapi\`.`);
  const committed = globSync(`${collectionFolder}/**/*.{bru,json}`, { cwd: snapshotFolder });
  assert.deepEqual(
    committed.filter((path) => !files.has(path)),
    [],
  );
});

test('the collection has a request for every operation', () => {
  const requests = [...files.keys()].flatMap((path) => /\/(\w+)\.bru$/.exec(path)?.[1] ?? []);
  for (const { name } of apiOperations) assert.ok(requests.includes(name), name);
});

type Flow = {
  readonly workflowId: string;
  readonly steps: readonly {
    readonly stepId: string;
    readonly operationId: string;
    readonly successCriteria: readonly { readonly condition: string }[];
  }[];
};

test('the steps of the flows name operations and statuses of the documents', () => {
  const { workflows } = arazzoDocument({ publicUrl: 'http://127.0.0.1:3000', basePath: '/api' }) as {
    workflows: readonly Flow[];
  };
  const steps = workflows.flatMap((flow) => flow.steps.map((step) => ({ ...step, flow: flow.workflowId })));
  assert.equal(new Set(steps.map(({ stepId }) => stepId)).size, steps.length, 'steps have unique names');
  for (const { flow, stepId, operationId, successCriteria } of steps) {
    const [, source = '', name] = /^\$sourceDescriptions\.(\w+)\.(\w+)$/.exec(operationId) ?? [];
    const operations = Object.values(documents.get(source)?.paths ?? {}).flatMap((path) => Object.values(path));
    const operation = operations.find((candidate) => String(candidate.operationId) === name);
    const status = /^\$statusCode == (\d+)$/.exec(successCriteria[0]?.condition ?? '')?.[1] ?? '';
    assert.ok(operation?.responses?.[status], `${flow}, ${stepId}: ${operationId} ${status}`);
  }
});
