// SQL of own days: the days on which an apartment belongs to a resident.
import type { Scope } from '../platform/db/scope.ts';

type ResidencyDayScope = Pick<Scope, 'db' | 'caller'>;

/**
 * A condition: the residency with alias `r` has at least one day from `first` to `last`, which are SQL of days. The day
 * on which one person leaves and another comes belongs to the newcomer, also if the former had only that day and the
 * newcomer stays. The same rule as `endAtHandover` in payers.ts.
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

/** The last day of the residency `r`: the one before `until` if that belongs to a newcomer. Null while it lasts. */
export function lastOwnDay(scope: ResidencyDayScope) {
  return scope.db`case when ${hasDayBetween(scope, 'r', 'r.until', 'r.until')} then r.until else r.until - 1 end`;
}
