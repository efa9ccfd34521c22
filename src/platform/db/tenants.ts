// Organizations, for jobs that iterate over all of them.
import type { DatabasePool } from './pool.ts';

/** Returns the ids of all organizations; each is then processed separately with inTenant. */
export async function listTenantIds(pool: DatabasePool): Promise<string[]> {
  const rows = await pool<{ id: string }[]>`select id from list_tenants() as id`;
  return rows.map((row) => row.id);
}
