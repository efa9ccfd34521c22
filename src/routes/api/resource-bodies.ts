// Bodies: what the integration API's resources look like on the wire. The only place that knows their field names.
import { Day, Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { languages } from '../../platform/values/languages.ts';
import { bases, type DividedBasis, dividedBases, type MeterType, meterTypes } from '../../properties/model.ts';

const TariffBody = Type.Object(
  {
    from: { ...Day, description: 'The first day on which it holds.' },
    unitPrice: Type.Optional(
      Type.Number({ minimum: -1e6, maximum: 1e6, multipleOf: 0.000001, description: 'Net; not of a split bill.' }),
    ),
    vatRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, description: 'Percent.' })),
  },
  { 'x-open-point': 'P-32', examples: [{ from: '2025-07-01', vatRate: 24 }] },
);

const ApartmentTermsBody = Type.Object(
  {
    apartmentId: Id,
    coefficient: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1000,
        multipleOf: 0.000001,
        description: 'What its figure is multiplied by; 1 when absent, 0 leaves it out.',
      }),
    ),
    share: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        multipleOf: 0.000001,
        description: 'With the basis custom: its share in this charge, in any unit.',
      }),
    ),
  },
  { 'x-open-point': 'P-32' },
);

/** A charge of a building's billing settings. */
const ChargeBody = Type.Object(
  {
    code: Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,49}$',
      description: 'Names the charge in bills and positions; unique in the building.',
    }),
    name: Text(200, { description: 'What residents read on the invoice.' }),
    basis: OneOf(bases, { description: 'What the charge is reckoned by.' }),
    vatRate: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, description: 'Percent; 0 when absent.' }),
    ),
    unitPrice: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        minimum: -1e6,
        maximum: 1e6,
        multipleOf: 0.000001,
        description: 'Net price per unit of the basis.',
      }),
    ),
    costFrom: Type.Optional(
      Type.Unsafe<'supplier_bill' | null>({
        type: ['string', 'null'],
        enum: ['supplier_bill', null],
        description: 'Split the supplier’s bill of the period, instead of a price.',
      }),
    ),
    meterType: Type.Optional(
      Type.Unsafe<MeterType | null>({
        type: ['string', 'null'],
        enum: [...meterTypes, null],
        description: 'With the bases meter and meter_remainder: whose readings it goes by.',
      }),
    ),
    account: Type.Optional(
      Nullable(
        Text(30, { description: 'The account that bookkeeping puts it to, for the ledger file.', examples: ['3010'] }),
      ),
    ),
    estimateMissingFromMonths: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 12,
        description:
          'With these bases: a reading that is missing is estimated from so many months before it, and settled by the next one. Without it a missing reading stops the generation.',
      }),
    ),
    divideBy: Type.Optional(
      Type.Unsafe<DividedBasis | null>({
        type: ['string', 'null'],
        enum: [...dividedBases, null],
        description: 'With the basis meter_remainder: what the remainder is divided by; equal parts when absent.',
      }),
    ),
    deductedFrom: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 50,
        description:
          'With a unitPrice: the code of the charge whose supplier’s bill this one is a part of. That bill is split less what this charge comes to, as the heat bill less the heating of hot water.',
      }),
    ),
    tariffs: Type.Optional(
      Type.Array(TariffBody, {
        maxItems: 100,
        description:
          'Later prices and VAT rates, each from a day on; unitPrice and vatRate of the charge hold until the first. A change inside a period makes a position for the days of each.',
      }),
    ),
    appliesTo: Type.Optional(
      Type.Unsafe<'all' | 'listed' | null>({
        type: ['string', 'null'],
        enum: ['all', 'listed', null],
        description: 'listed: only the apartments that are listed take part. Otherwise all do.',
      }),
    ),
    apartments: Type.Optional(
      Type.Array(ApartmentTermsBody, {
        maxItems: 10_000,
        description: 'Apartments of the building that take part otherwise than with their plain figure, or not at all.',
      }),
    ),
  },
  {
    title: 'Charge',
    'x-open-point': 'P-32',
    examples: [{ code: 'heating', name: 'Küte', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 0 }],
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
  beneficiary: Nullable(Text(140, { description: 'Who is paid.', examples: ['KÜ Kase 12'] })),
  iban: Nullable(Type.String({ minLength: 5, maxLength: 42, examples: ['EE382200221020145685'] })),
  invoiceNumberPrefix: Type.String({
    maxLength: 20,
    pattern: '^[A-Za-z0-9/._-]*$',
    description: 'Stands before year and number.',
    examples: ['K12-'],
  }),
  timeZone: Type.String({
    maxLength: 64,
    description: 'IANA name; decides what day it is.',
    examples: ['Europe/Tallinn'],
  }),
  language: OneOf(languages, { description: 'Language of invoices.', examples: ['et'] }),
  lateInterest: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description:
      'Percent per day on what is overdue, charged with the next invoice for days from the day it is set on; null charges none. What a law or an agreement allows is for the owners to know.',
    'x-open-point': 'P-59',
    examples: [0.022],
  }),
  charges: Type.Array(ChargeBody, { maxItems: 100 }),
};

const buildingFields = {
  name: Text(200, { examples: ['Kase 12'] }),
  address: Text(500, { examples: ['Kase 12, 10612 Tallinn'] }),
};
const WrittenBilling = Type.Partial(Type.Object(billingFields), { title: 'BillingSettings', 'x-open-point': 'P-30' });

export const NewBuilding = Type.Object(
  { ...buildingFields, billing: Type.Optional(WrittenBilling) },
  { title: 'NewBuilding', 'x-open-point': 'P-30' },
);
export const ChangedBuilding = Type.Partial(Type.Object({ ...buildingFields, billing: WrittenBilling }), {
  title: 'ChangedBuilding',
  'x-open-point': 'P-30',
});
export const BuildingBody = Type.Object(
  { id: Id, ...buildingFields, billing: Type.Object(billingFields), createdAt: Instant, updatedAt: Instant },
  { title: 'Building', 'x-open-point': 'P-30' },
);

const figure = (description: string, more: Record<string, unknown> = {}) =>
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1e6,
    multipleOf: 0.01,
    description,
    ...more,
  });
const count = (minimum: number, maximum: number, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum, description });

const apartmentFields = {
  floor: count(-20, 300, 'The floor.'),
  area: figure('Square metres.', { examples: [54.3] }),
  heatedArea: figure('Heated square metres.', { examples: [52.1] }),
  shares: figure('The apartment’s part of the whole, in the building’s own unit.', {
    maximum: 1e9,
    multipleOf: 0.000001,
    examples: [543],
  }),
  residentCount: count(0, 1000, 'How many people live here.'),
};
const number = Text(50, { description: 'Unique in the building, whatever its blanks and capitals.', examples: ['12'] });

export const NewApartment = Type.Object(
  { number, ...Type.Partial(Type.Object(apartmentFields)).properties },
  { title: 'NewApartment', 'x-open-point': 'P-31' },
);
export const ChangedApartment = Type.Partial(Type.Object({ number, ...apartmentFields }), {
  title: 'ChangedApartment',
  'x-open-point': 'P-31',
});
export const ApartmentBody = Type.Object(
  {
    id: Id,
    buildingId: Id,
    number,
    ...apartmentFields,
    referenceNumber: Type.String({
      description: 'The standing payment reference, made by the service, with its 7-3-1 check digit.',
      examples: ['1000012'],
    }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Apartment', 'x-open-point': 'P-31' },
);
