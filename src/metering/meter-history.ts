// The history of a meter: what was written of it anew, when, by whom and why, in the transaction that makes the change. Entries are only ever added.

import type { Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { insertChange } from './change-meter-queries.ts';
import { changeableFields, type Meter, type MeterAction, type MeterFieldChanges } from './model.ts';

/** What differs between a meter as it was and as it is to be. */
export function changesOf(before: Meter, after: Meter): MeterFieldChanges {
  const changed = changeableFields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** Writes down what of a meter was changed. */
export async function recordMeterChange(
  scope: Scope,
  before: Meter,
  after: Meter,
  action: MeterAction,
  reason: string | null = null,
): Promise<void> {
  await insertChange(scope, { meterId: after.id, id: newId(), action, changes: changesOf(before, after), reason });
}
