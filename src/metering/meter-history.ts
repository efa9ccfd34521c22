// The history of a meter: what was written of it anew, when, by whom and why, in the transaction that makes the change. Entries are only ever added.
import { newId } from '../platform/values/ids.ts';
import type { Actor, Scope } from '../platform/db/scope.ts';
import type { Meter } from './meters.ts';
import { insertChange } from './change-meter-queries.ts';

/** What of a meter can be written anew. */
const changeableFields = [
  'serialNumber',
  'verifiedUntil',
  'initialValue',
  'installedOn',
  'finalValue',
  'removedOn',
] as const satisfies readonly (keyof Meter)[];
type ChangeableField = (typeof changeableFields)[number];
export type MeterFieldChanges = { readonly [F in ChangeableField]?: { readonly from: Meter[F]; readonly to: Meter[F] } };

/** closed: taken out; reopened: that was a mistake; replaced: taken out because another one took its place; changed: anything else. */
export const meterActions = ['changed', 'closed', 'reopened', 'replaced'] as const;
export type MeterAction = (typeof meterActions)[number];

export type NewMeterChange = {
  readonly meterId: string;
  readonly id: string;
  readonly action: MeterAction;
  readonly changes: MeterFieldChanges;
  readonly reason: string | null;
};
export type MeterChange = Omit<NewMeterChange, 'meterId'> & {
  readonly at: Date;
  readonly actor: Actor;
};

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
