// SQL of own days: the days on which an apartment belongs to a resident.
import type { Scope } from '../platform/db/scope.ts';

type ResidencyDayScope = Pick<Scope, 'db' | 'caller'>;

/**
 * A condition: the residency with alias `r` has at least one day from `first` to `last`, which are SQL of days. The day
 * on which one person leaves and another comes belongs to the newcomer, also if the former had only that day and the
 * newcomer stays. The same rule as `endAtHandover` in payers.ts.
 */
export function hasDayBetween({ db, caller }: ResidencyDayScope, r: string, first: string, last: string) {
  const [since, until] = [db.unsafe(`${r}.since`), db.unsafe(`${r}.until`)];
  const [firstDay, lastDay] = [db.unsafe(first), db.unsafe(last)];
  return db`(${since} <= ${lastDay} and (
    ${until} is null or (${until} > ${firstDay} and ${since} < ${until}) or (${until} >= ${firstDay} and not exists (
      select from residencies n
       where n.tenant_id = ${caller.tenantId} and n.apartment_id = ${db.unsafe(`${r}.apartment_id`)} and n.since = ${until}
         and n.resident_id <> ${db.unsafe(`${r}.resident_id`)} and (${since} < ${until} or n.until is null or n.until > ${until})))))`;
}

/** The last day of the residency `r`: the one before `until` if that belongs to a newcomer. Null while it lasts. */
export function lastOwnDay(scope: ResidencyDayScope) {
  return scope.db`case when ${hasDayBetween(scope, 'r', 'r.until', 'r.until')} then r.until else r.until - 1 end`;
}
