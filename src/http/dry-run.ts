// Requests that change nothing although they may be no GET: operations that only read, and dry runs.
import type { CallerOperation } from './operation.ts';
import type { ValidInput } from './validate-request.ts';

/** Reports whether a request leaves everything as it is. `dryRun` counts only where the operation has it. */
export function changesNothing(
  operation: Pick<CallerOperation, 'method' | 'rules' | 'query' | 'body' | 'upload'>,
  input: ValidInput['input'],
): boolean {
  const { method, rules } = operation;
  return method === 'GET' || rules.has('only reads') || (hasDryRun(operation) && isDryRun(input));
}

/** Reports whether an operation has a dry run: `dryRun` in its query, its body or its form. */
export function hasDryRun({ query, body, upload }: Pick<CallerOperation, 'query' | 'body' | 'upload'>): boolean {
  return [query, body, upload?.fields].some(
    (schema) => 'dryRun' in ((schema as { properties?: object } | undefined)?.properties ?? {}),
  );
}

/** Whether a request asks for a dry run, in its query, its body or its form. */
function isDryRun(input: ValidInput['input']): boolean {
  const { query, body, fields } = input as Readonly<Record<string, { readonly dryRun?: unknown } | undefined>>;
  return [query, body, fields].some((part) => part?.dryRun === true);
}
