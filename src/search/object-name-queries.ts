// SQL of what objects of other modules are called, for lists that have only their ids. Read only.
import type { Scope } from '../platform/db/scope.ts';

/**
 * The names of objects by their ids, as they are now: what is archived has one, what was deleted or erased has none.
 */
export async function findObjectNames({ db, caller }: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = db`${[...new Set(ids)]}::uuid[]`;
  const rows = await db<{ id: string; name: string }[]>`
    select id, name from buildings where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select a.id, a.number || ' (' || b.name || ')' from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
     where a.tenant_id = ${caller.tenantId} and a.id = any (${wanted})
    union all
    select id, number from invoices where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, name from residents where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select y.id, p.name from residencies y join residents p on p.tenant_id = y.tenant_id and p.id = y.resident_id
     where y.tenant_id = ${caller.tenantId} and y.id = any (${wanted})
    union all
    select u.id, u.name from memberships m join users u on u.id = m.user_id where m.tenant_id = ${caller.tenantId} and m.user_id = any (${wanted})
    union all
    select id, serial_number from meters where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, title from maintenance_requests where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, email from invitations where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, name from api_keys where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, title from banks where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, name from statement_profiles where tenant_id = ${caller.tenantId} and id = any (${wanted})
    union all
    select id, url from webhook_endpoints where tenant_id = ${caller.tenantId} and id = any (${wanted})`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
