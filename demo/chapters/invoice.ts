// Chapter: one invoice, line by line, so that a resident can follow it with a pencil.
import { Surprise } from '../http-client.ts';
import { apartments, photographed as number } from '../sample-building.ts';
import { held, money, price, prose, table } from '../print.ts';
import {
  type Calculation,
  type Chapter,
  centsOf,
  type Invoice,
  known,
  type Position,
  type Stage,
  sumOf,
} from '../demo-state.ts';

export const invoice: Chapter = {
  title: `One invoice with a pencil: apartment ${number}`,
  async play(stage) {
    const numbers = known(stage, 'numbers');
    const found = known(stage, 'invoices').find((one) => numbers.get(one.apartmentId) === number);
    const apartment = apartments.find((one) => one.number === number);
    if (found === undefined || apartment === undefined)
      throw new Surprise(`an invoice for apartment ${number}`, 'none');
    const as = known(stage, 'accessToken');
    const { data } = await stage.api.ask<Invoice>('GET', `/invoices/${found.id}`, { as, expect: 200 });
    prose(
      `Invoice ${data.number}, reference ${data.reference}, ${data.periodStart} to ${data.periodEnd}, due ${data.dueDate}. The apartment has ` +
        `${apartment.area} m², ${apartment.heatedArea} of them heated, ${apartment.shares} shares and ${apartment.residentCount} residents.`,
    );
    for (const position of data.positions) checkByPencil(position);
    showWater(stage, data);
    const right = { align: 'right' } as const;
    table(
      [{ title: 'for' }, { title: 'reckoning' }, { title: 'net', ...right }, { title: 'VAT', ...right }],
      data.positions.map((one) => [
        one.description,
        reckoning(one),
        money(centsOf(one.amount)),
        one.vatRate === 0 ? '–' : money(centsOf(one.vatAmount)),
      ]),
      [
        [
          'to pay',
          `${money(centsOf(data.amount))} EUR`,
          money(sumOf(data.positions, (one) => centsOf(one.amount))),
          money(sumOf(data.positions, (one) => centsOf(one.vatAmount))),
        ],
      ],
    );
    held(
      'A share of a bill is cut to whole cents, and the cents left over go, one each, to those who were cut most (+ 0.01). VAT is reckoned line by line. ' +
        'The demo has redone every line from the numbers shown.',
    );
    stage.facts.shown = data;
  },
};

/** Her water was billed by the reading that the photo told. Throws Surprise. */
function showWater(stage: Stage, { positions }: Invoice): void {
  const taken = positions.flatMap(({ calculation }) => ('readings' in calculation ? (calculation.readings ?? []) : []));
  const [water] = taken.filter(({ end }) => Number(end) === known(stage, 'photoReading'));
  if (water === undefined || water.estimated)
    throw new Surprise(
      `a position reckoned to the reading ${known(stage, 'photoReading')} of the photo`,
      taken.map(({ end }) => end).join() || 'none',
    );
  prose(`Her water went from ${water.start} m³ to ${water.end}, which the photo showed: ${water.consumption} m³.`);
}

/** `5,291.25 × 56.6 / 2,646 m² = 113.1839…`; figures that go on are cut after four decimals. */
function reckoning({ unit, quantity, calculation }: Position): string {
  if (calculation.method === 'unit_price')
    return `${counted(quantity, unit)} × ${price(calculation.unitPrice)} = ${calculation.raw}`;
  const { bill, numerator, denominator, raw, remainderCent } = calculation;
  const extra = remainderCent === 0 ? '' : ` + ${money(remainderCent)}`;
  return `${money(centsOf(bill))} × ${numerator} / ${counted(Number(denominator), unit)} = ${raw.replace(/(\.\d{4})\d+$/, '$1…')}${extra}`;
}

function counted(quantity: number, unit: string): string {
  const [one, many] = units[unit] ?? [unit, unit];
  return `${quantity.toLocaleString('en-US')} ${quantity === 1 ? one : many}`;
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  m2: ['m²', 'm²'],
  m3: ['m³', 'm³'],
  share: ['share', 'shares'],
  person: ['person', 'people'],
  apartment: ['apartment', 'apartments'],
};

/** Repeats the reckoning from the numbers it names. Throws Surprise. */
function checkByPencil(position: Position): void {
  const { calculation, description, amount } = position;
  const came = centsOf(amount);
  const right = calculation.method === 'unit_price' ? byPrice(calculation) : byBill(calculation);
  if (right !== came)
    throw new Surprise(`${money(right)} for ${description}, reckoned from its calculation`, money(came));
}

type By<M> = Extract<Calculation, { method: M }>;

function byPrice({ quantity, unitPrice }: By<'unit_price'>): number {
  return Number((units4(quantity) * units4(unitPrice) + 500_000n) / 1_000_000n);
}

function byBill({ bill, numerator, denominator, wholeCents, remainderCent }: By<'split'>): number {
  const whole = (BigInt(centsOf(bill)) * units4(numerator)) / units4(denominator);
  return Number(whole) === centsOf(wholeCents) ? Number(whole) + remainderCent : Number.NaN;
}

/** A decimal of at most four places as a count of ten-thousandths. */
function units4(decimal: string): bigint {
  return BigInt(Math.round(Number(decimal) * 1e4));
}
