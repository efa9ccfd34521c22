// Chapter: the demo reads all invoices back and adds them up itself, in whole cents, against the bills it sent and the prices it set.
import { expectSame, Surprise } from '../http-client.ts';
import {
  apartments,
  bills,
  charges,
  type HouseApartment,
  type HouseCharge,
  type HouseMeter,
  meters,
} from '../sample-building.ts';
import { held, money, price, table } from '../print.ts';
import { type Chapter, centsOf, type Invoice, known, type Position, sumOf } from '../demo-state.ts';

export const toTheCent: Chapter = {
  title: 'To the cent: the demo adds the invoices up itself',
  async play(stage) {
    const as = known(stage, 'accessToken');
    const answers = await stage.api.askEach<Invoice, { invoiceId?: string }>(
      'GET',
      '/invoices/:id',
      known(stage, 'run'),
      ({ invoiceId = '' }) => ({ as, expect: 200, path: `/invoices/${invoiceId}` }),
    );
    const invoices = answers.map((answer) => answer.data);
    stage.facts.invoices = invoices;
    const positions = invoices.flatMap((invoice) => invoice.positions);
    const rows = charges.map((charge) => checked(charge, positions));
    const net = sumOf(positions, (one) => centsOf(one.amount));
    const vat = sumOf(positions, (one) => centsOf(one.vatAmount));
    const right = { align: 'right' } as const;
    table(
      [
        { title: 'charge' },
        { title: 'reckoned by' },
        { title: 'should be', ...right },
        { title: 'lines', ...right },
        { title: 'their sum', ...right },
        { title: 'off by', ...right },
      ],
      rows,
      [['net', '', '', String(positions.length), money(net), '']],
    );
    for (const one of positions) checkVat(one);
    const billed = sumOf(invoices, (invoice) => centsOf(invoice.amount));
    expectSame('the sum of the invoices in cents', net + vat, billed);
    for (const invoice of invoices) {
      const own = sumOf(invoice.positions, (one) => centsOf(one.amount) + centsOf(one.vatAmount));
      expectSame(`the positions of invoice ${invoice.number} in cents`, own, centsOf(invoice.amount));
    }
    held(
      `${money(net)} + VAT ${money(vat)} = ${money(billed)} EUR, the sum of the ${invoices.length} invoices: not a cent lost or made.`,
    );
  },
};

/** A row of the table. Throws Surprise when a charge's positions do not add up to what they should. */
function checked(charge: HouseCharge, positions: readonly Position[]): string[] {
  const own = positions.filter((one) => one.code === charge.code);
  const sum = sumOf(own, (one) => centsOf(one.amount));
  const should = 'costFrom' in charge ? billOf(charge) : atPrice(charge, charge.unitPrice);
  if (sum !== should) throw new Surprise(`positions of ${charge.name} that add up to ${money(should)}`, money(sum));
  const by =
    'costFrom' in charge ? `bill, by ${words[charge.basis]}` : `${price(charge.unitPrice)} per ${words[charge.basis]}`;
  return [charge.name, by, money(should), String(own.length), money(sum), money(sum - should)];
}

const words = {
  heated_area: 'heated m²',
  area: 'm²',
  residents: 'residents',
  share: 'share',
  equal: 'equal parts',
  fixed: 'apartment',
  meter: 'm³',
  meter_remainder: 'm³ left',
};

/** What a charge with a price comes to: over the apartments, their meters, or what the main meter has left. */
function atPrice(charge: HouseCharge, unitPrice: number): number {
  const used = ({ before, after }: HouseMeter) => after - before;
  const own = meters.filter((meter) => meter.number !== null);
  if (charge.basis === 'meter') return sumOf(own, (meter) => metered(used(meter), unitPrice));
  if (charge.basis !== 'meter_remainder') return sumOf(apartments, (one) => priced(unitPrice, one, charge));
  return metered(2 * sumOf(meters.slice(-1), used) - sumOf(meters, used), unitPrice);
}

/** Thousandths of a cubic metre at a price, in cents: exact, half a cent upwards. */
function metered(thousandths: number, unitPrice: number): number {
  return Number((BigInt(thousandths) * BigInt(Math.round(unitPrice * 1e4)) + 50_000n) / 100_000n);
}

function billOf(charge: HouseCharge): number {
  return centsOf(bills.find((bill) => bill.charge === charge.code)?.amount ?? 0);
}

/** An apartment's amount at a price, in cents: exact, half a cent upwards. */
function priced(unitPrice: number, apartment: HouseApartment, charge: HouseCharge): number {
  const figure = charge.basis === 'area' ? apartment.area : 1;
  const millionths = BigInt(Math.round(figure * 100)) * BigInt(Math.round(unitPrice * 1e4));
  return Number((millionths + 5_000n) / 10_000n);
}

function checkVat({ description, amount, vatRate, vatAmount }: Position): void {
  const should = Number((BigInt(centsOf(amount)) * BigInt(Math.round(vatRate * 100)) + 5_000n) / 10_000n);
  expectSame(`VAT on ${amount} of ${description}, in cents`, should, centsOf(vatAmount));
}
