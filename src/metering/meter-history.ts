// The history of a meter: which fields were changed, when, by whom and why, recorded in the transaction of the change.
// Append-only.

import type { Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { insertChange } from './change-meter-queries.ts';
import { changeableFields, type Meter, type MeterAction, type MeterFieldChanges } from './model.ts';

/** The fields that differ between two versions of a meter. */
export function changesOf(before: Meter, after: Meter): MeterFieldChanges {
  const changed = changeableFields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** Adds an entry to the history of a meter. */
export async function recordMeterChange(
  scope: Scope,
  before: Meter,
  after: Meter,
  action: MeterAction,
  reason: string | null = null,
): Promise<void> {
  await insertChange(scope, { meterId: after.id, id: newId(), action, changes: changesOf(before, after), reason });
}
