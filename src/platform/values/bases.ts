// What charges are calculated from: bases, fields of apartments, types of meters, units. One list each, for the
// modules, the API and the console.

/** The bases with a figure of every apartment. They can also divide a main meter's remainder. */
export const dividedBases = ['equal', 'area', 'heated_area', 'share', 'residents'] as const;
export type DividedBasis = (typeof dividedBases)[number];

/**
 * The bases that divide a bill when the meters that should divide it counted nothing, in the order in which they are
 * tried.
 */
export const fallbackBases = ['heated_area', 'area', 'equal'] as const;
export type FallbackBasis = (typeof fallbackBases)[number];

/** The bases of charges: what an amount is divided by, or what a price is multiplied by. */
export const bases = ['fixed', ...dividedBases, 'custom', 'meter', 'meter_remainder'] as const;
export type Basis = (typeof bases)[number];

/** The fields of an apartment that bases read. */
export const apartmentFields = ['area', 'heatedArea', 'shares', 'residentCount'] as const;
export type ApartmentField = (typeof apartmentFields)[number];

/** All numbers of an apartment. Their ranges are in decimalRanges. */
export const apartmentMeasures = ['floor', ...apartmentFields] as const;
export type ApartmentMeasure = (typeof apartmentMeasures)[number];

/** The field that a basis reads. Where it is null, every apartment counts once. */
export const fieldOfBasis: Readonly<Record<DividedBasis | 'fixed', ApartmentField | null>> = {
  fixed: null,
  equal: null,
  area: 'area',
  heated_area: 'heatedArea',
  share: 'shares',
  residents: 'residentCount',
};

export const meterTypes = ['cold_water', 'hot_water', 'heating', 'electricity', 'gas'] as const;
export type MeterType = (typeof meterTypes)[number];

export const meterUnits = ['m3', 'kWh', 'MWh'] as const;
export type MeterUnit = (typeof meterUnits)[number];

/** The decimals of a usual register, and of an area: quantities have at least these wherever they are shown. */
export const usualDecimals: Readonly<Record<MeterUnit | 'm2', number>> = { m3: 3, kWh: 1, MWh: 3, m2: 1 };

/** The units of quantities on invoices. */
export const units = ['apartment', 'm2', 'share', 'person', ...meterUnits] as const;
export type Unit = (typeof units)[number];

/** The unit in which each type of meter is billed. */
export const billedUnits: Readonly<Record<MeterType, MeterUnit>> = {
  cold_water: 'm3',
  hot_water: 'm3',
  gas: 'm3',
  heating: 'MWh',
  electricity: 'kWh',
};

/** The unit of the quantities of each basis that is not metered. */
export const unitOfBasis: Readonly<Record<Exclude<Basis, 'meter' | 'meter_remainder'>, Unit>> = {
  fixed: 'apartment',
  equal: 'apartment',
  area: 'm2',
  heated_area: 'm2',
  share: 'share',
  residents: 'person',
  custom: 'share',
};
