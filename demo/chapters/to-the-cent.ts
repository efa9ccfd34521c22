// Chapter: the demo reads all invoices back and adds them up, in whole cents, against the bills it sent and the prices
// it set.

import { type Chapter, centsOf, type DemoInvoice, type DemoPosition, getFact, sumBy } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { highlight, money, price, table } from '../print.ts';
import {
  apartments,
  bills,
  charges,
  meters,
  type SampleApartment,
  type SampleCharge,
  type SampleMeterUsage,
} from '../sample-building.ts';

export const toTheCent: Chapter = {
  title: 'To the cent: the demo adds the invoices up itself',
  async play(stage) {
    const as = getFact(stage, 'accessToken');
    const responses = await stage.api.askEach<DemoInvoice, { invoiceId?: string }>(
      'GET',
      '/invoices/:id',
      getFact(stage, 'run'),
      ({ invoiceId = '' }) => ({ as, expect: 200, path: `/invoices/${invoiceId}` }),
    );
    const invoices = responses.map((response) => response.data);
    stage.facts.invoices = invoices;
    const positions = invoices.flatMap((invoice) => invoice.positions);
    const rows = charges.map((charge) => checkCharge(charge, positions));
    const net = sumBy(positions, (position) => centsOf(position.amount));
    const vat = sumBy(positions, (position) => centsOf(position.vatAmount));
    const right = { align: 'right' } as const;
    table(
      [
        { title: 'charge' },
        { title: 'basis' },
        { title: 'should be', ...right },
        { title: 'lines', ...right },
        { title: 'their sum', ...right },
        { title: 'off by', ...right },
      ],
      rows,
      [['net', '', '', String(positions.length), money(net), '']],
    );
    for (const position of positions) checkVat(position);
    const billed = sumBy(invoices, (invoice) => centsOf(invoice.amount));
    expectSame('the sum of the invoices in cents', net + vat, billed);
    for (const invoice of invoices) {
      const positionsSum = sumBy(
        invoice.positions,
        (position) => centsOf(position.amount) + centsOf(position.vatAmount),
      );
      expectSame(`the positions of invoice ${invoice.number} in cents`, positionsSum, centsOf(invoice.amount));
    }
    highlight(
      `${money(net)} + VAT ${money(vat)} = ${money(billed)} EUR, the sum of the ${invoices.length} invoices: not a cent lost or gained.`,
    );
  },
};

/** A row of the table. Throws UnexpectedAnswer when a charge's positions do not add up. */
function checkCharge(charge: SampleCharge, positions: readonly DemoPosition[]): string[] {
  const ofCharge = positions.filter((position) => position.code === charge.code);
  const sum = sumBy(ofCharge, (demoPosition) => centsOf(demoPosition.amount));
  const should = 'costFrom' in charge ? billedCents(charge) : expectedAtPrice(charge, charge.unitPrice);
  if (sum !== should)
    throw new UnexpectedAnswer(`positions of ${charge.code} that add up to ${money(should)}`, money(sum));
  const by =
    'costFrom' in charge
      ? `bill, by ${basisWords[charge.basis]}`
      : `${price(charge.unitPrice)} per ${basisWords[charge.basis]}`;
  return [charge.code, by, money(should), String(ofCharge.length), money(sum), money(sum - should)];
}

const basisWords = {
  heated_area: 'heated m²',
  area: 'm²',
  residents: 'residents',
  share: 'share',
  equal: 'equal parts',
  fixed: 'apartment',
  meter: 'm³',
  meter_remainder: 'm³ left',
};

/** The total of a charge with a price: over the apartments, their meters, or the remainder of the main meter. */
function expectedAtPrice(charge: SampleCharge, unitPrice: number): number {
  const used = ({ before, after }: SampleMeterUsage) => after - before;
  const apartmentMeters = meters.filter((meter) => meter.number !== null);
  if (charge.basis === 'meter') return sumBy(apartmentMeters, (meter) => meteredCents(used(meter), unitPrice));
  if (charge.basis !== 'meter_remainder')
    return sumBy(apartments, (apartment) => priceFor(unitPrice, apartment, charge));
  return meteredCents(2 * sumBy(meters.slice(-1), used) - sumBy(meters, used), unitPrice);
}

/** Thousandths of a cubic metre at a price, in cents: exact, half a cent up. */
function meteredCents(thousandths: number, unitPrice: number): number {
  return Number((BigInt(thousandths) * BigInt(Math.round(unitPrice * 1e4)) + 50_000n) / 100_000n);
}

function billedCents(charge: SampleCharge): number {
  return centsOf(bills.find((bill) => bill.charge === charge.code)?.amount ?? 0);
}

/** An apartment's amount at a price, in cents: exact, half a cent up. */
function priceFor(unitPrice: number, apartment: SampleApartment, charge: SampleCharge): number {
  const figure = charge.basis === 'area' ? apartment.area : 1;
  const millionths = BigInt(Math.round(figure * 100)) * BigInt(Math.round(unitPrice * 1e4));
  return Number((millionths + 5_000n) / 10_000n);
}

function checkVat({ description, amount, vatRate, vatAmount }: DemoPosition): void {
  const should = Number((BigInt(centsOf(amount)) * BigInt(Math.round(vatRate * 100)) + 5_000n) / 10_000n);
  expectSame(`VAT on ${amount} of ${description}, in cents`, should, centsOf(vatAmount));
}
