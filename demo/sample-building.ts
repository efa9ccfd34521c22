// The building of the demo: 60 invented apartments, with tariffs and bills modelled on published figures of Tallinn.
// What its residents read is in Estonian; the story names charges by their codes.
// All money is net of VAT.

/** A charge of the service, as the demo writes it. */
export type SampleCharge = {
  readonly code: string;
  readonly name: string;
  readonly basis: 'fixed' | 'equal' | 'area' | 'heated_area' | 'share' | 'residents' | 'meter' | 'meter_remainder';
  readonly vatRate: number;
  readonly meterType?: 'cold_water';
} & ({ readonly unitPrice: number } | { readonly costFrom: 'supplier_bill'; readonly billUnit?: string });

export type SampleApartment = {
  readonly number: string;
  readonly floor: number;
  readonly area: number;
  readonly heatedArea: number;
  readonly shares: number;
  readonly residentCount: number;
};

/** A supplier bill of the month, with its details. */
type SampleBill = { readonly charge: string; readonly amount: number; readonly quantity?: number };

/**
 * The sources of the figures, for readers of the demo:
 * - Area of the building (2,687.6 m²), €/m² of administration, maintenance and repair fund (March 2018 and 2010) and
 *   the insurance premium (587 € a year): Pirni 6 apartment association, Tallinn, http://pirni6.ee/et/arve.
 * - Heat: 79.04 €/MWh of Utilitas in Tallinn in January 2024, as quoted in
 *   https://www.strantum.ee/teadaanne-tabasalu-kaugkutte-tarbijatele.
 * - Heat used: 25.3 kWh/m² in a February, the mean of more than a hundred buildings in and around Tallinn (Estonian
 *   Union of Co-operative Housing Associations), https://majandus.postimees.ee/423640.
 * - Water and sewerage: 1.84 €/m³ of Tallinna Vesi from July 2024, and somewhat under 3 m³ a month per person, as the
 *   meters show: https://www.err.ee/1609358208/tallinna-vesi-tostab-juulist-vee-hinda.
 * - VAT: 24 % (Estonia since July 2025), for an association that is registered for it; upkeep of dwellings, the repair
 *   fund and insurance carry none.
 */
export const priceSources =
  'Modelled on: area, €/m² and insurance of the association Pirni 6, Tallinn (pirni6.ee, 2018); heat at 79.04 €/MWh (Utilitas Tallinn, January 2024) ' +
  'for the 25.3 kWh/m² of a February (mean of 100 houses around Tallinn, postimees.ee, 2011); water at 1.84 €/m³ (Tallinna Vesi, July 2024). ' +
  'The apartments, their people and meters, light, waste and intercom are invented.';

/**
 * Four staircases of five floors, each with a one-room, a two-room and a three-room apartment on a landing: 2,687.6 m²
 * in all.
 */
const areas = { one: [31.2, 30.9, 31.1, 31.4], two: [44.3, 44.7, 44.5, 44.9], three: [59.2, 58.6, 58.9, 59.6] };
/** The front door takes this area from the one-room apartment on the ground floor. */
const entrance = [2.2, 2.3, 2.2, 2.2];
/** From the second floor up the three-room apartments have a loggia, which is part of the area and not heated. */
const loggia = 2.6;
/** The number of people on each floor; apartment 23 is empty at present. */
const people = { one: [1, 1, 2, 1, 1], two: [2, 1, 3, 2, 2], three: [3, 4, 2, 3, 4] };
const emptyApartment = '23';

export const apartments: readonly SampleApartment[] = areas.one.flatMap((_, staircase) =>
  [1, 2, 3, 4, 5].flatMap((floor) =>
    (['one', 'two', 'three'] as const).map((apartments, index): SampleApartment => {
      const number = String(staircase * 15 + (floor - 1) * 3 + index + 1);
      const consoleApi = apartments === 'one' && floor === 1 ? itemAt(entrance, staircase) : 0;
      const area = roundToTenth(itemAt(areas[apartments], staircase) - consoleApi);
      const heatedArea = roundToTenth(apartments === 'three' && floor > 1 ? area - loggia : area);
      // Shares are tenths of a square metre, as usual in land registers: 592 of 26,876.
      const shares = Math.round(area * 10);
      const residentCount = number === emptyApartment ? 0 : itemAt(people[apartments], (floor - 1 + staircase) % 5);
      return { number, floor, area, heatedArea, shares, residentCount };
    }),
  ),
);

export const apartmentTotals = {
  area: roundToTenth(sum(apartments.map((apartment) => apartment.area))),
  heatedArea: roundToTenth(sum(apartments.map((apartment) => apartment.heatedArea))),
  residents: sum(apartments.map((apartment) => apartment.residentCount)),
};

export const charges: readonly SampleCharge[] = [
  { code: 'heating', name: 'Küte', basis: 'heated_area', costFrom: 'supplier_bill', billUnit: 'MWh', vatRate: 24 },
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1.84, vatRate: 24 },
  {
    code: 'common-water',
    name: 'Üldvesi',
    basis: 'meter_remainder',
    meterType: 'cold_water',
    unitPrice: 1.84,
    vatRate: 24,
  },
  { code: 'waste', name: 'Prügivedu', basis: 'residents', costFrom: 'supplier_bill', vatRate: 24 },
  {
    code: 'electricity',
    name: 'Üldelekter',
    basis: 'equal',
    costFrom: 'supplier_bill',
    billUnit: 'kWh',
    vatRate: 24,
  },
  { code: 'insurance', name: 'Kindlustus', basis: 'share', costFrom: 'supplier_bill', vatRate: 0 },
  { code: 'administration', name: 'Haldus', basis: 'area', unitPrice: 0.2539, vatRate: 0 },
  { code: 'maintenance', name: 'Hooldus', basis: 'area', unitPrice: 0.2711, vatRate: 0 },
  { code: 'repairs', name: 'Remondifond', basis: 'area', unitPrice: 0.5432, vatRate: 0 },
  { code: 'intercom', name: 'Fonolukk', basis: 'fixed', unitPrice: 0.8, vatRate: 24 },
];

const heatBill = { mwh: Math.round(25.3 * apartmentTotals.heatedArea) / 1000, price: 79.04 };
const electricityBill = { kwh: 480, price: 0.16 };
const insuranceOfYear = 587;

export const bills: readonly SampleBill[] = [
  { charge: 'heating', amount: roundToCents(heatBill.mwh * heatBill.price), quantity: heatBill.mwh },
  { charge: 'waste', amount: 186.3 },
  {
    charge: 'electricity',
    amount: roundToCents(electricityBill.kwh * electricityBill.price),
    quantity: electricityBill.kwh,
  },
  { charge: 'insurance', amount: roundToCents(insuranceOfYear / 12) },
];

/** A water meter: its values at the end of the previous month and of the month, in thousandths of a cubic metre. */
export type SampleMeterUsage = { readonly number: string | null; readonly before: number; readonly after: number };

/** One in each apartment, and the main meter of the building: it counts 3.1 % more than all of them together. */
export const meters: readonly SampleMeterUsage[] = withMainMeter(
  apartments.map(({ number, residentCount }, index) => {
    const before = 20_000 + ((index * 7919) % 380_000);
    return { number, before, after: before + residentCount * (2500 + ((index * 367) % 800)) };
  }),
);

/** The apartment whose meter is read from a photo. */
export const photographedApartment = '24';

function withMainMeter(own: readonly SampleMeterUsage[]): SampleMeterUsage[] {
  const used = sum(own.map(({ before, after }) => after - before));
  return [...own, { number: null, before: 8_412_345, after: 8_412_345 + Math.round(used * 1.031) }];
}

/**
 * The settings of the demo's building. It does not exist; the IBAN is the example of the Estonian banking association.
 */
export const building = {
  name: 'Kase 12',
  address: 'Kase 12, 10612 Tallinn',
  billing: {
    currency: 'EUR',
    paymentTermDays: 14,
    beneficiary: 'KÜ Kase 12',
    iban: 'EE382200221020145685',
    invoiceNumberPrefix: 'K12-',
    timeZone: 'Europe/Tallinn',
    language: 'et',
    charges,
  },
};

function itemAt(list: readonly number[], index: number): number {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is nothing at place ${index}.`);
  return found;
}

function sum(list: readonly number[]): number {
  return list.reduce((total, n) => total + n, 0);
}

function roundToTenth(figure: number): number {
  return Math.round(figure * 10) / 10;
}

function roundToCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
