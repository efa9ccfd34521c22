// All SQL of payment plans. An ended one stays as a row.
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';

/** What was agreed with the people of an apartment about paying in parts. */
export type PaymentPlan = {
  readonly id: string;
  /** The days and amounts, in a person's words. */
  readonly terms: string;
  /** The last day without payment reminders. */
  readonly until: Day;
  readonly createdAt: Date;
  /** When it was ended or replaced; null: it stands. */
  readonly endedAt: Date | null;
};

const maxListed = 20;

/** The plans of an apartment, the latest first. */
export async function listPlans({ db, caller }: Scope, apartmentId: string): Promise<PaymentPlan[]> {
  return db<PaymentPlan[]>`
    select id, terms, until, created_at, ended_at from payment_plans
     where tenant_id = ${caller.tenantId} and apartment_id = ${apartmentId} order by created_at desc, id desc limit ${maxListed}`;
}

/** Ends the plan of an apartment that stands, if there is one. */
export async function endPlan({ db, caller, now }: Scope, by: string, apartmentId: string): Promise<void> {
  await db`
    update payment_plans set ended_by = ${by}, ended_at = ${now}
     where tenant_id = ${caller.tenantId} and apartment_id = ${apartmentId} and ended_at is null`;
}

export async function insertPlan(
  { db, caller, now }: Scope,
  by: string,
  plan: Pick<PaymentPlan, 'id' | 'terms' | 'until'> & { readonly apartmentId: string },
): Promise<void> {
  await db`
    insert into payment_plans (tenant_id, id, apartment_id, terms, until, created_by, created_at)
    values (${caller.tenantId}, ${plan.id}, ${plan.apartmentId}, ${plan.terms}, ${plan.until}, ${by}, ${now})`;
}
