// Tests of the upload spool: what a disk failure means for the caller. Everything else is tested with read-upload.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../../platform/errors.ts';
import { toDiskError } from './upload-spool.ts';

test('a full or read-only disk is passing trouble: the caller is asked to retry', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS'])
    assert.ok(toDiskError(Object.assign(new Error('x'), { code })) instanceof Unavailable, code);
  const other = Object.assign(new Error('x'), { code: 'EACCES' });
  assert.equal(toDiskError(other), other);
});
