// Bodies of buildings, charges and apartments in the API.
import { Day, Id, Instant, inRange, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import {
  type ApartmentMeasure,
  bases,
  type DividedBasis,
  dividedBases,
  type MeterType,
  meterTypes,
} from '../../platform/values/bases.ts';
import { type DecimalRange, decimalRanges } from '../../platform/values/decimal.ts';
import { languages } from '../../platform/values/languages.ts';
import { maxCharges } from '../../properties/buildings.ts';
import { ownFields, ownFieldsInput } from './own-fields-bodies.ts';

const TariffBody = Type.Object(
  {
    from: { ...Day, description: 'The first day on which it applies.' },
    unitPrice: Type.Optional(
      Type.Number({ ...inRange(decimalRanges.tariff), description: 'Net; not for a split bill.' }),
    ),
    vatRate: Type.Optional(Type.Number({ ...inRange(decimalRanges.vatRate), description: 'Percent.' })),
  },
  { 'x-open-point': 'P-32', examples: [{ from: '2025-07-01', vatRate: 24 }] },
);

const ApartmentTermsBody = Type.Object(
  {
    apartmentId: Id,
    coefficient: Type.Optional(
      Type.Number({
        ...inRange(decimalRanges.coefficient),
        description: 'The factor of its figure; default 1, 0 excludes it.',
      }),
    ),
    share: Type.Optional(
      Type.Number({
        ...inRange(decimalRanges.shares),
        description: 'With the basis custom: its share in this charge, in any unit.',
      }),
    ),
  },
  { 'x-open-point': 'P-32' },
);

/** A charge of a building's billing settings. */
export const ChargeBody = Type.Object(
  {
    code: Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,49}$',
      description: 'Identifies the charge in bills and positions; unique in the building.',
    }),
    name: Text(200, { description: 'The name on the invoice.' }),
    basis: OneOf(bases, { description: 'The basis for calculating the charge.' }),
    vatRate: Type.Optional(Type.Number({ ...inRange(decimalRanges.vatRate), description: 'Percent; 0 when absent.' })),
    unitPrice: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        ...inRange(decimalRanges.tariff),
        description: 'Net price per unit of the basis.',
      }),
    ),
    costFrom: Type.Optional(
      Type.Unsafe<'supplier_bill' | null>({
        type: ['string', 'null'],
        enum: ['supplier_bill', null],
        description: 'Split the supplier bill of the period, instead of a price.',
      }),
    ),
    meterType: Type.Optional(
      Type.Unsafe<MeterType | null>({
        type: ['string', 'null'],
        enum: [...meterTypes, null],
        description: 'With the bases meter and meter_remainder: the type of the meters.',
      }),
    ),
    account: Type.Optional(
      Nullable(Text(30, { description: 'The ledger account, for the ledger export.', examples: ['3010'] })),
    ),
    estimateMissingFromMonths: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 12,
        description:
          'With these bases: a missing reading is estimated from this many previous months, and settled with the next reading. Without it a missing reading blocks the generation.',
      }),
    ),
    divideBy: Type.Optional(
      Type.Unsafe<DividedBasis | null>({
        type: ['string', 'null'],
        enum: [...dividedBases, null],
        description: 'With the basis meter_remainder: how the remainder is divided; default: equal parts.',
      }),
    ),
    deductedFrom: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 50,
        description:
          'With a unitPrice: the code of the charge whose supplier bill includes this one. That bill is split less the total of this charge, for example the heat bill less the heating of hot water.',
      }),
    ),
    billUnit: Type.Optional(
      Nullable(
        Text(20, {
          description: 'With a supplier bill: the unit of the quantities on its bills, for display.',
          examples: ['MWh'],
        }),
      ),
    ),
    tariffs: Type.Optional(
      Type.Array(TariffBody, {
        maxItems: 100,
        description:
          'Later prices and VAT rates, each from a day on; unitPrice and vatRate of the charge apply until the first. A change within a period creates a position for the days of each.',
      }),
    ),
    appliesTo: Type.Optional(
      Type.Unsafe<'all' | 'listed' | null>({
        type: ['string', 'null'],
        enum: ['all', 'listed', null],
        description: 'listed: only the listed apartments take part. Otherwise all do.',
      }),
    ),
    apartments: Type.Optional(
      Type.Array(ApartmentTermsBody, {
        maxItems: 10_000,
        description: 'Apartments of the building that take part with another figure, or not at all.',
      }),
    ),
  },
  {
    title: 'Charge',
    'x-open-point': 'P-32',
    examples: [{ code: 'heating', name: 'Küte', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 24 }],
  },
);

const billingFields = {
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.', examples: ['EUR'] }),
  paymentTermDays: Type.Integer({
    minimum: 0,
    maximum: 365,
    description:
      'Days from issue to due date. A due date on a weekend or public holiday moves to the next working day.',
    examples: [14],
  }),
  beneficiary: Nullable(Text(140, { description: 'The name of the account holder.', examples: ['KÜ Kase 12'] })),
  iban: Nullable(Type.String({ minLength: 5, maxLength: 42, examples: ['EE382200221020145685'] })),
  invoiceNumberPrefix: Type.String({
    maxLength: 20,
    pattern: '^[A-Za-z0-9/._-]*$',
    description:
      'The prefix before year and number. From 2027, buildings with the same prefix share a sequence of numbers.',
    examples: ['K12-'],
  }),
  timeZone: Type.String({
    maxLength: 64,
    description: 'IANA name; determines the current day.',
    examples: ['Europe/Tallinn'],
  }),
  language: OneOf(languages, { description: 'Language of invoices.', examples: ['et'] }),
  lateInterest: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description:
      'Percent per day on overdue amounts, charged with the next invoice for days from the day it is set; null charges none. The owners are responsible for the limits of law and contract.',
    'x-open-point': 'P-59',
    examples: [0.022],
  }),
  billedFrom: Nullable(
    Type.String({
      ...Day,
      description:
        'The first day that is billed: the first period has to begin on it, and nothing before it is on an invoice. null: the first period decides.',
      'x-open-point': 'P-30',
    }),
  ),
  charges: Type.Array(ChargeBody, {
    maxItems: maxCharges,
    examples: [
      [
        { code: 'heating', name: 'Küte', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 24 },
        { code: 'repair_fund', name: 'Remondifond', basis: 'area', unitPrice: 0.85, vatRate: 0 },
        { code: 'administration', name: 'Haldus', basis: 'fixed', unitPrice: 43.42, vatRate: 24 },
      ],
    ],
  }),
};

const buildingFields = {
  name: Text(200, { examples: ['Kase 12'] }),
  address: Text(500, { examples: ['Kase 12, 10612 Tallinn'] }),
};
const WrittenBilling = Type.Partial(Type.Object(billingFields), { title: 'BillingSettings', 'x-open-point': 'P-30' });

export const NewBuilding = Type.Object(
  { ...buildingFields, billing: Type.Optional(WrittenBilling), ...ownFieldsInput },
  { title: 'NewBuilding', 'x-open-point': 'P-30' },
);
export const ChangedBuilding = Type.Partial(
  Type.Object({ ...buildingFields, billing: WrittenBilling, ...ownFieldsInput }),
  {
    title: 'ChangedBuilding',
    'x-open-point': 'P-30',
  },
);
export const BuildingBody = Type.Object(
  {
    id: Id,
    ...buildingFields,
    billing: Type.Object(billingFields),
    ...ownFields,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Building', 'x-open-point': 'P-30' },
);

const figure = (range: DecimalRange, description: string, example: number) =>
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    ...inRange(range),
    description,
    examples: [example],
  });
const count = ({ min: minimum, max: maximum }: DecimalRange, description: string, example: number) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum, description, examples: [example] });

const measures = {
  floor: count(decimalRanges.floor, 'The floor.', 3),
  area: figure(decimalRanges.area, 'Square metres.', 54.3),
  heatedArea: figure(decimalRanges.heatedArea, 'Heated square metres.', 54.3),
  shares: figure(decimalRanges.shares, 'The apartment’s part of the whole, in the building’s own unit.', 543),
  residentCount: count(decimalRanges.residentCount, 'The number of residents.', 2),
} satisfies Record<ApartmentMeasure, unknown>;
const number = Text(50, { description: 'Unique in the building, ignoring spaces and case.', examples: ['12'] });

export const NewApartment = Type.Object(
  { number, ...Type.Partial(Type.Object(measures)).properties, ...ownFieldsInput },
  { title: 'NewApartment', 'x-open-point': 'P-31' },
);
export const ChangedApartment = Type.Partial(Type.Object({ number, ...measures, ...ownFieldsInput }), {
  title: 'ChangedApartment',
  'x-open-point': 'P-31',
});
export const ApartmentBody = Type.Object(
  {
    id: Id,
    buildingId: Id,
    number,
    ...measures,
    referenceNumber: Type.String({
      description: 'The permanent payment reference, generated by the service, with its 7-3-1 check digit.',
      examples: ['1000012'],
    }),
    ...ownFields,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Apartment', 'x-open-point': 'P-31' },
);
