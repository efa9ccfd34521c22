// Commands that Citus has to send to its workers: one by one, and over one connection each.
import type { Db } from './pool.ts';

/**
 * Until the transaction ends, Citus changes the shards of a table one after the other: else it refuses some commands
 * after others. Nothing elsewhere.
 */
export async function inSequence(db: Db): Promise<void> {
  await db.unsafe("set local citus.multi_shard_modify_mode = 'sequential'");
}

/**
 * The statements of a text one by one, as Citus sends a query to its workers whole, and they refuse more than one
 * command. A statement ends with a semicolon at the end of a line, but not between dollar quotes, nor before the `end;`
 * of a function’s body that follows `begin atomic`.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let quote: string | undefined;
  let inBody = false;
  for (const line of text.split('\n')) {
    lines.push(line);
    const [code = ''] = line.split('--', 1);
    for (const [mark] of code.matchAll(/\$\w*\$/g))
      quote = quote === undefined ? mark : quote === mark ? undefined : quote;
    inBody = /\bbegin atomic\b/i.test(code) || (inBody && !/^end;/i.test(code));
    if (quote !== undefined || inBody || !code.trimEnd().endsWith(';')) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  if (lines.some((line) => line.trim() !== '' && !line.startsWith('--'))) statements.push(lines.join('\n'));
  return statements;
}
