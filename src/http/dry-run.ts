// Requests that change nothing although they may be no GET: operations that only read, and dry runs.
import type { CallerOperation } from './operation.ts';
import type { ValidInput } from './validate-request.ts';

/** Reports whether a request leaves everything as it is. `dryRun` counts only where the operation has it. */
export function changesNothing(
  { method, onlyReads }: Pick<CallerOperation, 'method' | 'onlyReads'>,
  input: ValidInput['input'],
): boolean {
  return method === 'GET' || onlyReads === 'always' || (onlyReads === 'dry run' && isDryRun(input));
}

/** Whether a request asks for a dry run, in its query, its body or its form. */
function isDryRun(input: ValidInput['input']): boolean {
  const { query, body, fields } = input as Readonly<Record<string, { readonly dryRun?: unknown } | undefined>>;
  return [query, body, fields].some((part) => part?.dryRun === true);
}
