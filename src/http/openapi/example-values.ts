// Example values by the name of a field, so that the examples of all operations tell one story: the invoice of October
// of apartment 12, Kase 12.

/** The end of the id of each kind of object. */
const idEnds: Readonly<Record<string, string>> = {
  building: '10',
  apartment: '11',
  resident: '12',
  residency: '13',
  invitation: '14',
  meter: '15',
  reading: '16',
  photo: '17',
  invoice: '18',
  payment: '19',
  bankEntry: '1a',
  refund: '1b',
  webhook: '1c',
  webhookEndpoint: '1c',
  endpoint: '1c',
  event: '1d',
  delivery: '1e',
  maintenanceRequest: '1f',
  bank: '20',
  tenant: '21',
  user: '22',
};

/** Returns the id of an object in the examples; all objects of other kinds have the same. */
export function exampleId(kind: string): string {
  return `019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e${idEnds[kind] ?? 'ff'}`;
}

const days: Readonly<Record<string, string | null>> = {
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  from: '2026-10-01',
  to: '2026-10-31',
  startOn: '2026-09-30',
  endOn: '2026-10-31',
  issueDate: '2026-11-02',
  dueDate: '2026-11-16',
  overdueSince: null,
  paidDate: null,
  paidOn: '2026-11-12',
  installedOn: '2026-01-15',
  verifiedUntil: '2031-01-15',
  removedOn: null,
  readOn: '2026-10-31',
  since: '2024-05-01',
  until: null,
};

const instants: Readonly<Record<string, string | null>> = {
  readAt: '2026-10-31T17:45:00.000Z',
  expiresAt: '2026-11-09T08:15:30.000Z',
  disabledAt: null,
  failingSince: null,
  nextSecretAt: null,
};

const nothing: ReadonlySet<string> = new Set([
  'replacesMeterId',
  'replacedByMeterId',
  'correctsId',
  'correctsInvoiceId',
  'creditInvoiceId',
]);

const texts: Readonly<Record<string, string>> = {
  name: 'Mari Tamm',
  email: 'mari@example.org',
  phone: '+372 5555 5555',
  password: 'correct horse battery staple',
  newPassword: 'a longer staple for the horse',
  organization: 'KÜ Kase 12',
  building: 'Kase 12',
  address: 'Kase 12, 10612 Tallinn',
  number: '12',
  apartment: '12',
  apartmentNumber: '12',
  currency: 'EUR',
  iban: 'EE382200221020145685',
  beneficiary: 'KÜ Kase 12',
  reference: '1000012',
  referenceNumber: '1000012',
  invoice: 'K12-2026-000017',
  accessToken: 'hat_AZqcPlt8fSGKRAxMbyueEE35I0V7oA6B3SwhCQWlG6grJnvl4PhducIpBZ9Yo5YdiyZMoQ',
  refreshToken: 'hrt_AZqcPlt8fSGKRAxMbyueEAGanE8QonxVnTFb4qcMTRgAAAABoULnB87WBHS35sbwnIkaMt7KCw6JbGBp1FLkuik-iEARq1WnQ',
  apiKey: 'hak_AZqcPlt8fSGKRAxMbyueEE35I0V7oA6B3SwhCQWlG6grJnvl4PhducIpBZ9Yo5YdiyZMoQ',
  keyHint: 'hak_…ZMoQ',
  token: 'AZqcPlt8fSGKRAxMbyueEAGanE8QonxVnTFb4qcMTRg',
  bank: 'swedbank',
  title: 'Swedbank',
  serialNumber: '8ITR0112345',
  terms: '5 × 60.00 on the 15th of each month',
  text: 'The plumber comes on Friday.',
  recipient: 'mari@example.org',
  subject: 'Invoice K12-2026-000017',
  html: '<p>Your invoice for October is attached.</p>',
  method: 'POST',
  outcome: 'paid',
  message: 'The value is missing.',
  mediaType: 'image/jpeg',
};

const numbers: Readonly<Record<string, number>> = {
  expiresIn: 900,
  clockAheadSeconds: 86_400,
  size: 214_016,
  width: 1200,
  height: 1600,
  owed: 43.1,
  credit: 5,
  amount: 358.94,
  value: 412.337,
};

type ExamplePart = { readonly type?: unknown; readonly format?: unknown; readonly enum?: readonly unknown[] };

/** Returns the value that a field of this name has in the examples, if it has one that fits the field's schema. */
export function namedExample(name: string, { type, format, enum: words }: ExamplePart): unknown {
  const types = [type].flat();
  const value = format === 'uuid' ? idByName(name) : valuesOf(format)?.[name];
  if ((value === null && !types.includes('null')) || words?.includes(value) === false) return undefined;
  if (types.includes('number') || types.includes('integer')) {
    const figure = words === undefined ? numbers[name] : undefined;
    return types.includes('integer') && !Number.isInteger(figure) ? undefined : figure;
  }
  return types.includes('string') ? value : undefined;
}

function idByName(name: string): string | null | undefined {
  if (nothing.has(name)) return null;
  if (name.endsWith('By')) return exampleId('user');
  return name.endsWith('Id') ? exampleId(name.slice(0, -2)) : undefined;
}

function valuesOf(format: unknown): Readonly<Record<string, string | null>> | undefined {
  if (format === 'date') return days;
  if (format === 'date-time') return instants;
  return format === undefined ? texts : undefined;
}
