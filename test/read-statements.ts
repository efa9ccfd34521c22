// Reading bank statements in tests: what a file is read into, and why one is refused.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type Entry, type Findings, noFindings, type Reading } from '../src/payments/statements/parse/statement-entry.ts';
import { readStatement } from '../src/payments/statements/parse/parse-statement.ts';
import { Invalid } from '../src/platform/errors.ts';

/** What is known beside a file. In tests it is in euros unless they say otherwise. */
export type Beside = Reading;

/** Everything that a file is read into. */
export async function read(
  file: string | Buffer,
  beside: Partial<Beside> = {},
): Promise<{ entries: Entry[]; findings: Findings }> {
  const entries: Entry[] = [];
  const source = () => Readable.from([Buffer.from(file)]) as AsyncIterable<Buffer>;
  const reading = { timeZone: 'Europe/Tallinn', currency: 'EUR', accounts: new Map(), profiles: [], ...beside };
  const findings = noFindings();
  for await (const more of readStatement(source, reading, findings)) entries.push(...more);
  return { entries, findings };
}

/** Why a file is refused, each reason with its line. */
export async function refusal(file: string | Buffer, beside: Partial<Beside> = {}): Promise<string[]> {
  try {
    await read(file, beside);
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    return error.problems.map((one) => `${one.code} ${/Line (\d+)/.exec(one.message)?.[1] ?? '-'}`);
  }
  return ['read'];
}
