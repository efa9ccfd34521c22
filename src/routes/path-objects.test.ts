// Tests of the objects of paths: every path with an id has one, and none is left over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOperations } from './api/routes.ts';
import { consoleOperations } from './console/routes.ts';
import { pathObjects } from './path-objects.ts';

test('the object of every path with an id is found by the longest part that is listed, and every listed part is one of a path', () => {
  const paths = [...apiOperations, ...consoleOperations]
    .filter(({ path, permission }) => path.includes('/:') && permission !== 'none')
    .map(({ path }) => path);
  const isPart = (part: string, path: string) => path === part || path.startsWith(`${part}/`);
  const listed = Object.keys(pathObjects);
  for (const path of paths) {
    const parts = listed.filter((part) => isPart(part, path));
    const ids = Math.max(...parts.map((part) => part.split('/:').length - 1));
    assert.equal(ids, path.split('/:').length - 1, `${path} has ids that no part finds`);
  }
  assert.deepEqual(
    listed.filter((part) => !paths.some((path) => isPart(part, path))),
    [],
  );
});
