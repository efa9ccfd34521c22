// All SQL of own days: on which days an apartment is a resident's.
import type { Scope } from '../platform/db/scope.ts';

type ResidencyDayScope = Pick<Scope, 'db' | 'caller'>;

/**
 * Whether the residency whose alias is `r` has at least one day from `first` to `last`, which are SQL of days. The day on which one person leaves and another
 * comes belongs to the newcomer, also where the other had that day only and the newcomer stays. As `endAtHandover` in payers.ts.
 */
export function hasDayBetween({ db, caller }: ResidencyDayScope, r: string, first: string, last: string) {
  const newcomer = db`exists (
    select from residencies newcomer
     where newcomer.tenant_id = ${caller.tenantId}
       and ${db.unsafe(`newcomer.apartment_id = ${r}.apartment_id and newcomer.since = ${r}.until and newcomer.resident_id <> ${r}.resident_id
       and (${r}.since < ${r}.until or newcomer.until is null or newcomer.until > ${r}.until)`)})`;
  return db`(${db.unsafe(`${r}.since <= ${last}`)} and (
    ${db.unsafe(`${r}.until is null or (${r}.until > ${first} and ${r}.since < ${r}.until) or ${r}.until >= ${first}`)} and not ${newcomer}))`;
}

/** The last day that the residency `r` has: the one before `until` where that is the newcomer's. Null while it lasts. */
export function lastOwnDay(scope: ResidencyDayScope) {
  return scope.db`case when ${hasDayBetween(scope, 'r', 'r.until', 'r.until')} then r.until else r.until - 1 end`;
}
