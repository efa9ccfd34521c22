// Finds stored files whose bytes are not those that were stored.
import type { Db } from '../db/pool.ts';

/** Returns the ids of an organization's files that lack bytes or have other ones. Reads all of its files. */
export async function findDamagedFiles(db: Db, tenantId: string): Promise<string[]> {
  const files = await db<{ id: string }[]>`
    select f.id from files f
     where f.tenant_id = ${tenantId}
       and (select sha256(string_agg(c.bytes, '' order by c.number)) from file_chunks c
             where c.tenant_id = ${tenantId} and c.file_id = f.id) is distinct from f.sha256`;
  return files.map(({ id }) => id);
}
