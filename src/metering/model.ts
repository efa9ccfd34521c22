// The types of metering: meters, readings, and changes of meters.

import type { OwnFieldsFilter, WithOwnFields } from '../platform/db/own-fields.ts';
import type { Actor } from '../platform/db/scope.ts';
import type { MeterUnit } from '../platform/values/bases.ts';
import type { Day } from '../platform/values/dates.ts';
import type { MeterType } from '../properties/model.ts';
export type Meter = {
  readonly id: string;
  readonly buildingId: string;
  /** Null: a main meter of the building. */
  readonly apartmentId: string | null;
  readonly type: MeterType;
  readonly unit: MeterUnit;
  readonly serialNumber: string | null;
  /** The register: digits before the decimal point, and decimals after it. */
  readonly digits: number;
  readonly decimals: number;
  readonly initialValue: number;
  readonly installedOn: Day | null;
  readonly verifiedUntil: Day | null;
  /** The day on which it was removed, usually because it was replaced, and what it showed last. */
  readonly removedOn: Day | null;
  readonly finalValue: number | null;
  readonly replacesMeterId: string | null;
  readonly replacedByMeterId: string | null;
  /** The last confirmed reading; `readAt` as text in UTC. */
  readonly lastReading: { readonly id: string; readonly value: number; readonly readAt: string } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
} & WithOwnFields;

export type MeterFilters = {
  readonly buildingId?: string;
  readonly apartmentId?: string;
  readonly type?: MeterType;
} & OwnFieldsFilter;

export type MeterRecord = Omit<
  Meter,
  'removedOn' | 'finalValue' | 'replacedByMeterId' | 'lastReading' | 'createdAt' | 'updatedAt'
>;

export type Reading = {
  readonly id: string;
  readonly meterId: string;
  readonly apartmentId: string | null;
  readonly value: number;
  readonly readAt: Date;
  /** The day of readAt in the building's time zone. */
  readonly readOn: Day;
  readonly status: ReadingStatus;
  readonly source: ReadingSource;
  readonly rollover: boolean;
  readonly photoId: string | null;
  /** The reading that this one replaced. */
  readonly correctsId: string | null;
  /**
   * The consumption since the confirmed reading before it, in the meter's unit; null when rejected, and when the start
   * of the meter is unknown.
   */
  readonly consumption: number | null;
  /** The user or the API key; null: the service itself. */
  readonly submittedBy: string | null;
  readonly confirmedBy: string | null;
  readonly confirmedAt: Date | null;
  /** Why it was rejected. */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type ReadingFilters = {
  readonly status?: ReadingStatus;
  readonly buildingId?: string;
  readonly meterId?: string;
};

export type ReadingStatus = (typeof readingStatuses)[number];

export type ReadingSource = (typeof readingSources)[number];

export const readingStatuses = ['submitted', 'confirmed', 'rejected'] as const;

export const readingSources = ['manual', 'photo', 'api'] as const;

export type MeterChange = Omit<NewMeterChange, 'meterId'> & {
  readonly at: Date;
  readonly actor: Actor;
};

export type NewMeterChange = {
  readonly meterId: string;
  readonly id: string;
  readonly action: MeterAction;
  readonly changes: MeterFieldChanges;
  readonly reason: string | null;
};

export type MeterFieldChanges = {
  readonly [F in ChangeableField]?: { readonly from: Meter[F]; readonly to: Meter[F] };
};

export type MeterAction = (typeof meterActions)[number];

type ChangeableField = (typeof changeableFields)[number];

/**
 * closed: removed; reopened: the removal was a mistake; replaced: removed because another meter replaced it; changed:
 * anything else.
 */
export const meterActions = ['changed', 'closed', 'reopened', 'replaced'] as const;

/** The fields of a meter that can be changed. */
export const changeableFields = [
  'serialNumber',
  'verifiedUntil',
  'initialValue',
  'installedOn',
  'finalValue',
  'removedOn',
] as const satisfies readonly (keyof Meter)[];
