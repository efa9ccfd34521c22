// The bank of a simulated life: payers with their mistakes, and statements in another order, again, in three formats,
// with returned money.
import { dayAfter } from '../meter-model.ts';
import { camt, csv, mt940 } from '../statement-samples.ts';
import { apartmentsOf, type BookedLine, expectStatus, type Life, note, todayOf, write } from './life.ts';
import type { ModelApartment, ModelBuilding, ModelPayment } from './model.ts';
import { sumOf } from './model.ts';
import { balanceOf, isUnshown, openInvoices, receiveLines, reverse } from './model-money.ts';

const formats = ['camt', 'csv', 'mt940'] as const;

/** Letters for a number: a text that no reference or invoice number can be read in. */
const inLetters = (count: number) => [...String(count)].map((digit) => 'qwertzuiop'[Number(digit)]).join('');

/** How much a payer transfers: what is open, a part, too much, or something else. */
function drawAmount({ dice, model }: Life, apartment: ModelApartment): number {
  const balances = openInvoices(model, apartment).map((invoice) => balanceOf(model, invoice));
  const [first = 0] = balances;
  const drawn = dice.number(100);
  if (balances.length === 0 || drawn < 8) return 100 + dice.number(9000);
  if (drawn < 50) return dice.pick(balances);
  if (drawn < 62) return sumOf(balances);
  if (drawn < 67) return Math.max(1, first - 1);
  if (drawn < 80) return Math.max(1, Math.floor(first / (2 + dice.number(3))));
  return first + 1 + dice.number(5000);
}

/** Whether money of a building's apartment was noted, and no statement has shown it yet. */
const isNotedFor = (building: ModelBuilding, payment: ModelPayment): boolean =>
  isUnshown(payment) && payment.apartment?.building === building;

/**
 * A new line: money that somebody has noted already, or mostly with the reference of an apartment, sometimes with a
 * wrong one, with an invoice number, or with nothing.
 */
function bookLine(life: Life, building: ModelBuilding, format: BookedLine['format']): BookedLine {
  const { dice, model } = life;
  life.count += 1;
  const [text, id] = [`makse ${inLetters(life.count)}`, `L${100_000 + life.count}`];
  const bookedOn = dayAfter(todayOf(life), -dice.number(4));
  const apartment = dice.pick(building.apartments);
  const line = { id, text, bookedOn, building, format, amount: drawAmount(life, apartment) };
  const textBeside = format === 'mt940' ? '' : text;
  const noted = model.payments.filter((payment) => isNotedFor(building, payment) && !payment.isReversed);
  if (noted.length > 0 && dice.chance(25)) {
    const { amount, apartment } = dice.pick(noted);
    return { ...line, amount, text: textBeside, reference: apartment?.reference, apartment, invoice: undefined };
  }
  const drawn = dice.number(100);
  if (drawn < 80) return { ...line, text: textBeside, reference: apartment.reference, apartment, invoice: undefined };
  if (drawn < 86)
    return { ...line, text: textBeside, reference: '7777777771', apartment: undefined, invoice: undefined };
  if (drawn < 90) return { ...line, reference: undefined, apartment: undefined, invoice: undefined };
  const invoices = model.invoices.filter((invoice) => invoice.apartment === apartment && balanceOf(model, invoice) > 0);
  if (invoices.length === 0) return { ...line, reference: undefined, apartment: undefined, invoice: undefined };
  const invoice = dice.pick(invoices);
  const amount = dice.chance(70) ? balanceOf(model, invoice) : line.amount;
  return {
    ...line,
    amount,
    text: `arve ${invoice.number} ${text}`,
    reference: undefined,
    apartment: undefined,
    invoice,
  };
}

/**
 * Imports a statement with new lines and some that were in files before, in any order, in one of the bank's formats.
 */
export async function importStatement(life: Life): Promise<void> {
  const { dice, model, booked } = life;
  const building = dice.pick(model.buildings);
  const lines = booked.get(building) ?? [];
  const format = dice.pick(formats);
  const drawn = Array.from({ length: dice.number(4) }, () => bookLine(life, building, format));
  const twice = drawn.find(
    ({ amount }) => !model.payments.some((item) => isNotedFor(building, item) && item.amount === amount),
  );
  if (twice !== undefined && dice.chance(15)) {
    life.count += 1;
    drawn.push({
      ...twice,
      id: `L${100_000 + life.count}`,
      text: twice.text && `${twice.text} ${inLetters(life.count)}`,
    });
  }
  const fresh = drawn.filter((line) => !lines.some((other) => looksAlike(line, other)));
  const seen = lines.slice(-12).filter(() => dice.chance(30));
  if (fresh.length + seen.length === 0) return;
  const shuffled = [...fresh, ...seen].map((line) => ({ line, order: dice.number(1000) }));
  const inFile = shuffled.toSorted((a, b) => a.order - b.order).map(({ line }) => line);
  await importFile(life, building, format, inFile);
  lines.push(...fresh);
  receiveLines(
    model,
    inFile.filter((line) => fresh.includes(line)),
  );
}

/**
 * Whether a line may be taken for one that another kind of file had: then the service asks a person, and the model does
 * not know.
 */
const looksAlike = (line: BookedLine, other: BookedLine): boolean =>
  line.format !== other.format &&
  line.amount === other.amount &&
  line.bookedOn >= dayAfter(other.bookedOn, -1) &&
  line.bookedOn <= dayAfter(other.bookedOn);

async function importFile(
  life: Life,
  building: ModelBuilding,
  format: BookedLine['format'],
  lines: readonly BookedLine[],
): Promise<void> {
  const entries = lines.map(({ id, amount, bookedOn: day, text, reference }) => ({
    ...{ id, amount: (amount / 100).toFixed(2), day, text, iban: null, endToEnd: `E${id}` },
    ...(reference !== undefined && { reference }),
  }));
  const file = { camt, csv, mt940 }[format](entries, building);
  const body = { file: Buffer.from(file).toString('base64') };
  const shown = lines.map(({ id, amount, reference, text }) => `${id} ${amount} ${reference ?? text}`);
  const answer = await write(life, 'POST', '/bank-statements/import', body, true);
  note(life, `statement of ${building.prefix} in ${format}: ${shown.join('; ')}: ${answer.status}`);
  expectStatus(answer, [200, 201], 'import a statement');
}

/** The bank returns money that it booked within the last two weeks, with the payer's id, which a CSV file lacks. */
export async function returnMoney(life: Life): Promise<void> {
  const { dice, model, booked } = life;
  const building = dice.pick(model.buildings);
  const today = todayOf(life);
  const recent = (booked.get(building) ?? []).filter(
    ({ bookedOn, format }) => bookedOn >= dayAfter(today, -14) && format !== 'csv',
  );
  if (recent.length === 0) return;
  const line = dice.pick(recent);
  life.count += 1;
  const debit = { debit: true, reversal: true, endToEnd: `E${line.id}`, id: `R${100_000 + life.count}`, iban: null };
  const file = camt([{ ...debit, amount: (line.amount / 100).toFixed(2), day: today, text: 'tagastus' }], {
    account: building.account,
  });
  const answer = await write(
    life,
    'POST',
    '/bank-statements/import',
    { file: Buffer.from(file).toString('base64') },
    true,
  );
  note(life, `the bank returns line ${line.id}: ${answer.status}`);
  expectStatus(answer, [200, 201], 'a returned payment');
  const { payment } = line;
  if (payment === undefined || payment.refunded > 0) return;
  if (!payment.isReversed) reverse(model, payment);
  payment.returnedOn ??= today;
}

/** An apartment of the organization that owes something, or any. */
export const pickDebtor = (life: Life): ModelApartment => {
  const all = apartmentsOf(life);
  const owing = all.filter((apartment) => openInvoices(life.model, apartment).length > 0);
  return life.dice.pick(owing.length > 0 ? owing : all);
};
