// Reads bank statements in tests: the entries of a file, and why one is rejected.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { readStatement } from '../src/payments/statements/parse/parse-statement.ts';
import {
  emptyFindings,
  type ReadingContext,
  type StatementEntry,
  type StatementFindings,
} from '../src/payments/statements/parse/statement-entry.ts';
import { Invalid } from '../src/platform/errors.ts';

/** The options beside a file. In tests it is in euros unless they say otherwise. */
export type ReadingOptions = ReadingContext;

/** Everything that a file is parsed into. */
export async function readStatementFile(
  file: string | Buffer,
  beside: Partial<ReadingOptions> = {},
): Promise<{ entries: StatementEntry[]; findings: StatementFindings }> {
  const entries: StatementEntry[] = [];
  const source = () => Readable.from([Buffer.from(file)]) as AsyncIterable<Buffer>;
  const reading = { timeZone: 'Europe/Tallinn', currency: 'EUR', accounts: new Map(), profiles: [], ...beside };
  const findings = emptyFindings();
  for await (const more of readStatement(source, reading, findings)) entries.push(...more);
  return { entries, findings };
}

/** Why a file is rejected, each reason with its line. */
export async function refusalReasons(file: string | Buffer, beside: Partial<ReadingOptions> = {}): Promise<string[]> {
  try {
    await readStatementFile(file, beside);
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    return error.problems.map((problem) => `${problem.code} ${/Line (\d+)/.exec(problem.message)?.[1] ?? '-'}`);
  }
  return ['read'];
}
