// SQL of the first steps: which of them an organization has taken, and whether a person wants to see them.
import type { Db } from '../platform/db/pool.ts';
import { callerId, type Scope } from '../platform/db/scope.ts';
import type { SqlFragment } from '../platform/db/sql.ts';
import { isSenderOpen } from '../properties/sender-details-queries.ts';

/** The steps that each building needs. */
export type BuildingStep = 'apartments' | 'account' | 'building_sender' | 'charges' | 'meters' | 'residents';

type FirstStepFacts = {
  /** The oldest building: where the next steps are taken. */
  readonly buildingId: string | null;
  /** Whether the sender details have what an e-invoice needs. */
  readonly sender: boolean;
  /** Whether a charge is billed by meters. */
  readonly metered: boolean;
  readonly invoices: boolean;
  /**
   * The oldest building that has none of these; of meters, where a charge is billed by them; of a sender, where nobody
   * has said who it is.
   */
  readonly without: Readonly<Record<BuildingStep, string | null>>;
};

export async function findFirstStepFacts({ db, caller }: Scope): Promise<FirstStepFacts> {
  const buildings = db`buildings b where b.tenant_id = ${caller.tenantId} and b.archived_at is null`;
  const apartments = db`apartments a where a.tenant_id = ${caller.tenantId} and a.building_id = b.id and a.archived_at is null`;
  const isMetered = db`b.charges @? '$[*] ? (@.basis starts with "meter")'`;
  const oldest = (condition: SqlFragment) =>
    db`(select b.id from ${buildings} and ${condition} order by b.created_at, b.id limit 1)`;
  const [row] = await db<[FirstStepFacts]>`
    select (select b.id from ${buildings} order by b.created_at, b.id limit 1) as building_id,
           exists (select from sender_details x where x.tenant_id = ${caller.tenantId} and x.registration_number is not null) or
           exists (select from building_senders x where x.tenant_id = ${caller.tenantId} and x.registration_number is not null) as sender,
           exists (select from ${buildings} and ${isMetered}) as metered,
           jsonb_build_object(
             'apartments', ${oldest(db`not exists (select from ${apartments})`)},
             'charges', ${oldest(db`b.charges = '[]'`)},
             'account', ${oldest(db`b.iban is null`)},
             'building_sender', ${oldest(isSenderOpen({ db, caller }))},
             'meters', ${oldest(db`${isMetered} and not exists (
               select from meters m where m.tenant_id = ${caller.tenantId} and m.building_id = b.id and m.removed_on is null)`)},
             'residents', ${oldest(db`not exists (
               select from ${apartments} and exists (
                 select from residencies r where r.tenant_id = ${caller.tenantId} and r.apartment_id = a.id))`)}) as without,
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
