// SQL of the first steps: which of them an organization has taken, and whether a person wants to see them.
import type { Db } from '../platform/db/pool.ts';
import { callerId, type Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';

type FirstStepFacts = {
  /** The oldest building: where the next steps are taken. */
  readonly buildingId: string | null;
  /** Whether the sender details have what an e-invoice needs. */
  readonly sender: boolean;
  readonly apartments: boolean;
  readonly charges: boolean;
  /** Whether a charge is billed by meters. */
  readonly metered: boolean;
  /** The oldest building without a bank account. */
  readonly unpayableId: string | null;
  readonly meters: boolean;
  readonly residents: boolean;
  readonly invoices: boolean;
};

export async function findFirstStepFacts({ db, caller }: Scope): Promise<FirstStepFacts> {
  const buildings = db`buildings b where b.tenant_id = ${caller.tenantId} and b.archived_at is null`;
  const [row] = await db<[FirstStepFacts]>`
    select (select b.id from ${buildings} order by b.created_at, b.id limit 1) as building_id,
           exists (select from sender_details x where x.tenant_id = ${caller.tenantId} and x.registration_number is not null) as sender,
           ${isThere(db, db`apartments x where x.tenant_id = ${caller.tenantId} and x.archived_at is null`)} as apartments,
           exists (select from ${buildings} and b.charges <> '[]') as charges,
           exists (select from ${buildings} and b.charges @? '$[*] ? (@.basis starts with "meter")') as metered,
           (select b.id from ${buildings} and b.iban is null order by b.created_at, b.id limit 1) as unpayable_id,
           ${isThere(db, db`meters x where x.tenant_id = ${caller.tenantId} and x.removed_on is null`)} as meters,
           ${isThere(db, db`residents x where x.tenant_id = ${caller.tenantId}`)} as residents,
           ${isThere(db, db`invoices x where x.tenant_id = ${caller.tenantId} and x.sent_at is not null`)} as invoices`;
  return row;
}

/**
 * Whether there is such a row `x`. By the order of ids, because the planner would look for the first one through the
 * rows of all organizations.
 */
function isThere(db: Db, rows: SqlFragment) {
  return db`(select true from ${rows} order by x.id limit 1) is true`;
}

/** Whether the person wants to see the steps; null without a choice. An API key has none. */
export async function findFirstStepsChoice({ db, caller }: Scope): Promise<boolean | null> {
  const [row] = await db<{ showFirstSteps: boolean | null }[]>`
    select show_first_steps from memberships where tenant_id = ${caller.tenantId} and user_id = ${callerId(caller)}`;
  return row?.showFirstSteps ?? null;
}

export async function saveFirstStepsChoice({ db, caller }: Scope, show: boolean): Promise<void> {
  await db`update memberships set show_first_steps = ${show} where tenant_id = ${caller.tenantId} and user_id = ${callerId(caller)}`;
}
