// Example values by the name of a field, so that the examples of all operations tell one story: the invoice of October
// of apartment 12, Kase 12.
import { isDay, isInstant } from '../../platform/values/dates.ts';

/** Returns the id of an object in the examples; objects of one kind have the same. */
export function exampleId(kind: string): string {
  return `019a9c3e-5b7c-7d21-8a44-${Buffer.from(kind).toString('hex').slice(-12).padStart(12, '0')}`;
}

const values: Readonly<Record<string, string | number | null>> = {
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
  readAt: '2026-10-31T17:45:00.000Z',
  expiresAt: '2026-11-09T08:15:30.000Z',
  disabledAt: null,
  failingSince: null,
  nextSecretAt: null,
  replacesMeterId: null,
  replacedByMeterId: null,
  correctsId: null,
  correctsInvoiceId: null,
  creditInvoiceId: null,
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
  if (format === 'uuid' && !(name in values)) return types.includes('string') ? idByName(name) : undefined;
  const value = values[name];
  if (value === undefined || words?.includes(value) === false) return undefined;
  if (value === null) return types.includes('null') ? null : undefined;
  if (typeof value === 'number') {
    const isOfType = types.includes('number') || (types.includes('integer') && Number.isInteger(value));
    return isOfType ? value : undefined;
  }
  return types.includes('string') && formatOf(value) === format ? value : undefined;
}

function idByName(name: string): string | undefined {
  if (name.endsWith('By')) return exampleId('user');
  return name.endsWith('Id') ? exampleId(name.slice(0, -2)) : undefined;
}

function formatOf(text: string): string | undefined {
  if (isDay(text)) return 'date';
  return isInstant(text) ? 'date-time' : undefined;
}
