// Compares a database with the backup that it was restored from: every row of every table, as the file has it and as
// the database has it now.
import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { configureSession, quotedColumns, quotedTableName } from './backup.ts';
import { type BackupTableHeader, checkBackupFile, readBody } from './backup-file.ts';
import type { DatabasePool } from './pool.ts';
import { type StreamingDb, streamingTransaction } from './transaction.ts';

/** A number of rows and a checksum of them that does not depend on their order. */
type RowSum = { readonly rows: number; readonly checksum: string };

/**
 * Returns a sentence for each table that differs. `owner` sees all rows. Throws OperatorError for a file that cannot be
 * read.
 */
export async function compareWithBackup(
  owner: DatabasePool,
  file: string,
  identities?: readonly string[],
): Promise<string[]> {
  await using source = await open(file);
  const backup = await checkBackupFile(source, file, identities);
  return await streamingTransaction(owner, configureSession, async (db) => {
    const problems: string[] = [];
    const sums = new Map<string, RowSum>();
    const { rowsOf = {} } = await readBody(backup, async (table, rows) => {
      const inFile = await sumRows(rows);
      const inDatabase = await sumRows(streamTable(db, table));
      sums.set(table.table, inFile);
      if (inDatabase.rows !== inFile.rows)
        problems.push(`${table.table} has ${inDatabase.rows} rows after the restore, and ${inFile.rows} in the file.`);
      else if (inDatabase.checksum !== inFile.checksum)
        problems.push(`${table.table} has other rows after the restore than in the file.`);
    });
    for (const [table, rows] of Object.entries(rowsOf))
      if (sums.get(table)?.rows !== rows)
        problems.push(
          `${table} had ${rows} rows when the backup was made, and has ${sums.get(table)?.rows ?? 0} in the file.`,
        );
    return problems;
  });
}

async function* streamTable(db: StreamingDb, table: BackupTableHeader): AsyncGenerator<Buffer> {
  yield* db.copyOut(`copy (select ${quotedColumns(table)} from ${quotedTableName(table.table)}) to stdout`);
}

/** Adds up the SHA-256 of every line of COPY text, as eight numbers of 32 bits. */
async function sumRows(parts: AsyncIterable<Buffer>): Promise<RowSum> {
  const sum = new Uint32Array(8);
  let rows = 0;
  let begun: Buffer[] = [];
  for await (const part of parts) {
    let from = 0;
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, from)) {
      const digest = hash('sha256', Buffer.concat([...begun, part.subarray(from, end)]), 'buffer');
      for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + digest.readUInt32BE(at * 4);
      rows += 1;
      begun = [];
      from = end + 1;
    }
    begun.push(part.subarray(from));
  }
  return { rows, checksum: sum.join(' ') };
}
