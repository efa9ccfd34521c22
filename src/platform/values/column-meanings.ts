// What the columns of files can mean that people import: bank statements, and tables of apartments, residents, meters
// and readings.

/**
 * In the order of the console's menu. `paidIn` and `paidOut` are amounts in separate columns (`credit` and `debit` in
 * csv-columns.ts); `direction` says which of the two `amount` is.
 */
export const columnMeanings = [
  'date',
  'amount',
  'paidIn',
  'paidOut',
  'direction',
  'payer',
  'payerAccount',
  'reference',
  'text',
  'currency',
  'account',
] as const;
export type Meaning = (typeof columnMeanings)[number];

/** The columns of each kind of table. */
export const tableColumns = {
  apartments: ['number', 'floor', 'area', 'heatedArea', 'shares', 'residentCount'],
  residents: [
    'apartment',
    'name',
    'firstName',
    'lastName',
    'email',
    'phone',
    'role',
    'since',
    'until',
    'language',
    'receivesInvoice',
    'building',
  ],
  meters: [
    'apartment',
    'type',
    'serialNumber',
    'initialValue',
    'cold_water',
    'hot_water',
    'heating',
    'electricity',
    'gas',
    'digits',
    'decimals',
    'unit',
    'installedOn',
    'verifiedUntil',
  ],
  readings: [
    'apartment',
    'cold_water',
    'hot_water',
    'heating',
    'electricity',
    'gas',
    'type',
    'serialNumber',
    'value',
    'readOn',
  ],
} as const;

/** What is in a table. */
export type TableContent = keyof typeof tableColumns;
/** A column of a table. */
export type TableColumn<Content extends TableContent> = (typeof tableColumns)[Content][number];
