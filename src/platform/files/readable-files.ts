// Files that are read: their bytes, from the beginning as often as needed, and the error for one that cannot be read.
import { Invalid } from '../errors.ts';
import type { ProblemCode } from '../problem-codes.ts';

/** A file that can be read from its beginning as often as needed. */
export type ByteSource = () => AsyncIterable<Buffer>;

/** The error for a file that cannot be read at all. The message begins with the line, if known. */
export function unreadableError(code: ProblemCode, message: string): Invalid {
  return new Invalid([{ in: 'body', field: 'file', pointer: '#/file', code, message }]);
}
