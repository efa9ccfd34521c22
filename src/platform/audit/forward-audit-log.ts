// Forwards the audit log: with LOG_AUDIT each entry becomes a line of the process's log too, from where the operator's
// tools take it to another system.
import { pino } from 'pino';
import type { Scope } from '../db/scope.ts';
import { chainAuditLog } from './audit-chain.ts';
import { type AuditEntry, entryLine } from './audit-entry.ts';

/** Writes text to the log. Throws if it could not be written. */
type WriteText = (text: string) => void;

/**
 * Adds links to the chain of the audit log. With LOG_AUDIT their entries are written before the links are committed: if
 * the process dies in between, they are written again, and none is lost.
 */
export async function chainAndForwardAuditLog(scope: Scope, write: WriteText = writeToStandardError): Promise<boolean> {
  if (!scope.config.logAudit) return chainAuditLog(scope);
  return chainAuditLog(scope, undefined, ({ caller }, entries) => write(auditLines(caller.tenantId, entries)));
}

/**
 * A line for each entry. `audit` is exactly the line of the export, so that its hash can be compared with the chain.
 */
function auditLines(tenantId: string, entries: readonly AuditEntry[]): string {
  return entries
    .map((entry) => `{"level":"info","msg":"audit","tenantId":"${tenantId}","audit":${entryLine(entry)}}\n`)
    .join('');
}

/** Not by the log itself, which may keep lines in memory for a moment. */
let output: ReturnType<typeof pino.destination> | undefined;
let failure: Error | undefined;

/** Writes to standard error at once, also to a slow pipe. Throws if it could not. */
export function writeToStandardError(text: string): void {
  output ??= openOutput();
  failure = undefined;
  output.write(text);
  if (failure !== undefined) throw failure;
}

function openOutput(): ReturnType<typeof pino.destination> {
  return pino.destination({ fd: 2, sync: true }).on('error', (error: Error) => {
    failure = error;
  });
}
