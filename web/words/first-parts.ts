// What the first screens say: a browser loads the other words after them.

/** The parts of a catalogue that the first screens need. */
export const firstParts = [
  'common',
  'errors',
  'signIn',
  'home',
  'billBuildings',
  'buildings',
  'apartments',
  'invoices',
  'calculation',
  'generate',
  'lists',
  'meters',
  'sending',
  'residents',
  'search',
  'secondStep',
  'emptyLists',
  'residentHome',
  'vat',
] as const;
