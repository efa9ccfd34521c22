// Chapter: one invoice, line by line, so that a resident can check it by hand.

import {
  type Chapter,
  centsOf,
  type DemoCalculation,
  type DemoInvoice,
  type DemoPosition,
  type DemoState,
  getFact,
  sumBy,
} from '../demo-state.ts';
import { UnexpectedAnswer } from '../http-client.ts';
import { highlight, money, price, prose, table } from '../print.ts';
import { apartments, photographedApartment as number } from '../sample-building.ts';

export const invoice: Chapter = {
  title: `One invoice by hand: apartment ${number}`,
  async play(stage) {
    const numbers = getFact(stage, 'numbers');
    const found = getFact(stage, 'invoices').find((demoInvoice) => numbers.get(demoInvoice.apartmentId) === number);
    const apartment = apartments.find((apartment) => apartment.number === number);
    if (found === undefined || apartment === undefined)
      throw new UnexpectedAnswer(`an invoice for apartment ${number}`, 'none');
    const as = getFact(stage, 'accessToken');
    const { data } = await stage.api.ask<DemoInvoice>('GET', `/invoices/${found.id}`, { as, expect: 200 });
    prose(
      `Invoice ${data.number}, reference ${data.reference}, ${data.periodStart} to ${data.periodEnd}, due ${data.dueDate}. The apartment has ` +
        `${apartment.area} m², ${apartment.heatedArea} of them heated, ${apartment.shares} shares and ${apartment.residentCount} residents.`,
    );
    for (const position of data.positions) recalculatePosition(position);
    showWater(stage, data);
    const right = { align: 'right' } as const;
    table(
      [{ title: 'for' }, { title: 'calculation' }, { title: 'net', ...right }, { title: 'VAT', ...right }],
      data.positions.map((position) => [
        position.code,
        describeCalculation(position),
        money(centsOf(position.amount)),
        position.vatRate === 0 ? '–' : money(centsOf(position.vatAmount)),
      ]),
      [
        [
          'to pay',
          `${money(centsOf(data.amount))} EUR`,
          money(sumBy(data.positions, (position) => centsOf(position.amount))),
          money(sumBy(data.positions, (position) => centsOf(position.vatAmount))),
        ],
      ],
    );
    highlight(
      'A share of a bill is cut to whole cents, and the remaining cents go, one each, to the largest cut-off fractions (+ 0.01). VAT is calculated per line. ' +
        'The demo has recalculated every line from the numbers shown.',
    );
    stage.facts.shown = data;
  },
};

/** The water was billed from the reading of the photo. Throws UnexpectedAnswer. */
function showWater(stage: DemoState, { positions }: DemoInvoice): void {
  const taken = positions.flatMap(({ calculation }) => ('readings' in calculation ? (calculation.readings ?? []) : []));
  const [water] = taken.filter(({ end }) => Number(end) === getFact(stage, 'photoReading'));
  if (water === undefined || water.estimated)
    throw new UnexpectedAnswer(
      `a position calculated from the reading ${getFact(stage, 'photoReading')} of the photo`,
      taken.map(({ end }) => end).join() || 'none',
    );
  const [start, end, used] = [water.start, water.end, water.consumption].map((value) => Number(value).toFixed(3));
  prose(`The water meter went from ${start} m³ to ${end}, as in the photo: ${used} m³.`);
}

/** `5,291.25 × 56.6 / 2,646 m² = 113.1839…`; infinite decimals are cut after four. */
function describeCalculation({ unit, quantity, calculation }: DemoPosition): string {
  if (calculation.method === 'unit_price')
    return `${formatQuantity(quantity, unit)} × ${price(calculation.unitPrice)} = ${calculation.raw}`;
  const { bill, numerator, denominator, raw, remainderCent } = calculation;
  const extra = remainderCent === 0 ? '' : ` + ${money(remainderCent)}`;
  return `${money(centsOf(bill))} × ${numerator} / ${formatQuantity(Number(denominator), unit)} = ${raw.replace(/(\.\d{4})\d+$/, '$1…')}${extra}`;
}

function formatQuantity(quantity: number, unit: string): string {
  const [singular, many] = units[unit] ?? [unit, unit];
  return `${quantity.toLocaleString('en-US')} ${quantity === 1 ? singular : many}`;
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  m2: ['m²', 'm²'],
  m3: ['m³', 'm³'],
  share: ['share', 'shares'],
  person: ['person', 'people'],
  apartment: ['apartment', 'apartments'],
};

/** Repeats the calculation from the numbers it names. Throws UnexpectedAnswer. */
function recalculatePosition(position: DemoPosition): void {
  const { calculation, description, amount } = position;
  const came = centsOf(amount);
  const right = calculation.method === 'unit_price' ? calculateByPrice(calculation) : calculateShareOfBill(calculation);
  if (right !== came)
    throw new UnexpectedAnswer(`${money(right)} for ${description}, recalculated from its calculation`, money(came));
}

type CalculationBy<M> = Extract<DemoCalculation, { method: M }>;

function calculateByPrice({ quantity, unitPrice }: CalculationBy<'unit_price'>): number {
  return Number((toTenThousandths(quantity) * toTenThousandths(unitPrice) + 500_000n) / 1_000_000n);
}

function calculateShareOfBill({
  bill,
  numerator,
  denominator,
  wholeCents,
  remainderCent,
}: CalculationBy<'split'>): number {
  const whole = (BigInt(centsOf(bill)) * toTenThousandths(numerator)) / toTenThousandths(denominator);
  return Number(whole) === centsOf(wholeCents) ? Number(whole) + remainderCent : Number.NaN;
}

/** A decimal of at most four places as a count of ten-thousandths. */
function toTenThousandths(decimal: string): bigint {
  return BigInt(Math.round(Number(decimal) * 1e4));
}
