// Test of one month of one building to the cent: every basis at once, calculated by hand in the tables below.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meterUse } from '../../test/meter-use.ts';
import { computePositions } from '../charging/charge-engine.ts';
import type { MeterUse } from '../metering/measure-meters.ts';
import type { Charge, MeterType } from '../properties/model.ts';

const period = { periodStart: '2025-10-01', periodEnd: '2025-10-31' };

//        | area m² | heated | shares | people | cold m³ | hot m³ |
// apt. 1 |   50    |   50   |  500   |   2    |   3.1   |   2    |  ground floor: no lift
// apt. 2 |   30    |   30   |  300   |   1    |   6.2   |   1    |
// shop   |   20    |    0   |  200   |   0    |    –    |   –    |  pays one and a half times for the lift
const apartments = [
  { id: 'a1', number: '1', area: '50', heatedArea: '50', shares: '500', residentCount: 2 },
  { id: 'a2', number: '2', area: '30', heatedArea: '30', shares: '300', residentCount: 1 },
  { id: 'shop', number: 'S', area: '20', heatedArea: '0', shares: '200', residentCount: 0 },
];
const meters = [
  use('a1', 'cold_water', 31),
  use('a2', 'cold_water', 62),
  use('a1', 'hot_water', 20),
  use('a2', 'hot_water', 10),
  use(null, 'cold_water', 200),
];

const bill = { costFrom: 'supplier_bill' } as const;
const charges: Charge[] = [
  { code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 12.5, vatRate: 24 },
  { code: 'repair', name: 'Remondifond', basis: 'area', unitPrice: 0.6, vatRate: 0 },
  { code: 'waste', name: 'Prügi', basis: 'residents', unitPrice: 2.15, vatRate: 24 },
  {
    ...{ code: 'lift', name: 'Lift', basis: 'equal', vatRate: 24, ...bill },
    apartments: [
      { apartmentId: 'a1', coefficient: 0 },
      { apartmentId: 'shop', coefficient: 1.5 },
    ],
  },
  { code: 'insurance', name: 'Kindlustus', basis: 'share', vatRate: 0, ...bill },
  { code: 'heat', name: 'Küte', basis: 'heated_area', vatRate: 0, ...bill },
  {
    ...{ code: 'warming', name: 'Vee soojendus', basis: 'meter', meterType: 'hot_water', unitPrice: 5.5, vatRate: 24 },
    deductedFrom: 'heat',
  },
  {
    ...{ code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1, vatRate: 24 },
    tariffs: [{ from: '2025-10-11', unitPrice: 2 }],
  },
  { code: 'common', name: 'Üldvesi', basis: 'meter_remainder', meterType: 'cold_water', unitPrice: 2, vatRate: 24 },
  {
    ...{ code: 'garage', name: 'Garaaž', basis: 'custom', vatRate: 0, ...bill },
    apartments: [
      { apartmentId: 'a1', share: 1 },
      { apartmentId: 'shop', share: 2 },
    ],
  },
];
const bills = [
  { charge: 'lift', amount: 100_00 },
  { charge: 'insurance', amount: 99_99 },
  { charge: 'heat', amount: 1000_01 },
  { charge: 'garage', amount: 90_00 },
];

// Net and VAT in cents.
//
// admin 12.50 each; VAT 3.00 repair 0.60 a m² waste 2.15 a person; VAT of 4.30 is 1.032, of 2.15 is 0.516 lift 100.00
// over 0 + 1 + 1.5: 40 a part; VAT 9.60 and 14.40 insurance 99.99 × 0.5, 0.3, 0.2 = 49.995, 29.997, 19.998: cut 49.99,
// 29.99, 19.99, and two cents for the largest rests, .8 and .7 warming 5.50 a m³ of hot water: 11.00 and 5.50, together
// 16.50; VAT 2.64 and 1.32 heat 1000.01 − 16.50 = 983.51 over 80 m²: 614.69375 and 368.81625; the cent goes to .625
// water 10 days at 1.00 and 21 at 2.00: of 3.1 m³ 1.0 and 2.1, of 6.2 m³ 2.0 and 4.2; VAT 0.24, 1.008, 0.48, 2.016
// common main 20 − own 12.3 = 7.7 m³ × 2.00 = 15.40 in three parts: 5.1333…, the cent to the first; VAT 1.2336, 1.2312
// garage 90.00 over 1 + 2
const byHand: Record<string, [number, number][][]> = {
  admin: [[[1250, 300]], [[1250, 300]], [[1250, 300]]],
  repair: [[[3000, 0]], [[1800, 0]], [[1200, 0]]],
  waste: [[[430, 103]], [[215, 52]], []],
  lift: [[], [[4000, 960]], [[6000, 1440]]],
  insurance: [[[4999, 0]], [[3000, 0]], [[2000, 0]]],
  heat: [[[61469, 0]], [[36882, 0]], []],
  warming: [[[1100, 264]], [[550, 132]], []],
  water: [
    [
      [100, 24],
      [420, 101],
    ],
    [
      [200, 48],
      [840, 202],
    ],
    [],
  ],
  common: [[[514, 123]], [[513, 123]], [[513, 123]]],
  garage: [[[3000, 0]], [], [[6000, 0]]],
};
const totals = [
  { netCents: 76_282, vatCents: 915, totalCents: 77_197 },
  { netCents: 49_250, vatCents: 1817, totalCents: 51_067 },
  { netCents: 16_963, vatCents: 1863, totalCents: 18_826 },
];

test('a month of a building with every kind of charge matches the calculation by hand', () => {
  const result = computePositions({ charges, bills, apartments, period, meters });
  assert.deepEqual(result.problems, []);
  for (const [index] of apartments.entries()) {
    const positions = result.positionsOf(index);
    for (const { code } of charges) {
      const mine = positions
        .filter((position) => position.code === code)
        .map((position) => [position.amount, position.vatAmount]);
      assert.deepEqual(mine, byHand[code]?.[index], `${code} of ${apartments[index]?.id}`);
    }
    assert.deepEqual(result.totalsOf(index), totals[index], `index ${index}`);
  }
});

// Apartment 2 is sold on 11 October: 10 days are the seller's, 21 the buyer's. Its water meter showed 1.2 m³ more at
// the hand-over, and 5.0 at the end.
//
// admin 12.50 × 10 / 31 = 4.032, × 21 / 31 = 8.467: the cent to the buyer; VAT of 4.03 is 0.967, the rest of 3.00 is
// the buyer's water 1.2 m³ in ten days at 1.00, 5.0 in 21 days at 2.00: 1.20 for the seller and 10.00 for the buyer
test('a sale in the middle of the month divides every position by days, and the water by its reading', () => {
  const sold = meterUse('a2', 'cold_water', { '2025-09-30': 0, '2025-10-10': 1200, '2025-10-31': 6200 });
  const read = meters.map((meter) => (meter.apartmentId === 'a2' && meter.type === 'cold_water' ? sold : meter));
  const days = [
    { periodStart: '2025-10-01', periodEnd: '2025-10-10' },
    { periodStart: '2025-10-11', periodEnd: '2025-10-31' },
  ];
  const payerDays = new Map([['a2', days]]);
  const result = computePositions({ charges, bills, apartments, period, meters: read, payerDays });
  const shares = result.payerPositionsOf(1);
  const of = (code: string) =>
    shares.map((own) =>
      own.filter((position) => position.code === code).map((position) => [position.amount, position.vatAmount]),
    );
  assert.deepEqual(of('admin'), [[[403, 97]], [[847, 203]]]);
  assert.deepEqual(of('water'), [[[120, 29]], [[1000, 240]]]);
  assert.deepEqual(
    shares.map((own) => own.find((position) => position.code === 'water')?.quantity),
    ['1.2', '5'],
  );
});

function use(apartmentId: string | null, type: MeterType, tenths: number): MeterUse {
  return meterUse(apartmentId, type, { '2025-09-30': 0, '2025-10-31': tenths * 100 });
}
