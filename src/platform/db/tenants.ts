// Organizations, for work that goes round all of them.
import type { DatabasePool } from './pool.ts';

/** The ids of every organization; each is then entered on its own, with inTenant. */
export async function listTenantIds(pool: DatabasePool): Promise<string[]> {
  const rows = await pool<{ id: string }[]>`select id from all_tenants() as id`;
  return rows.map((row) => row.id);
}
