// Counters: gapless sequences of an organization. Taking a number locks its row until the transaction ends, so a
// rolled-back number is used again.
import type { Scope } from './scope.ts';

/** Takes `count` numbers of a sequence and returns the first of them; a new sequence starts at 1. */
export async function reserveNumbers({ db, caller }: Scope, name: string, count = 1): Promise<number> {
  const [row] = await db<{ value: number }[]>`
    insert into counters (tenant_id, name, value) values (${caller.tenantId}, ${name}, ${count})
    on conflict (tenant_id, name) do update set value = counters.value + excluded.value
    returning value`;
  if (row === undefined) throw new Error(`The counter ${name} gave no number.`);
  return row.value - count + 1;
}
