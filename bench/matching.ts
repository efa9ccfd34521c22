// matching: the judgement of the matcher on a corpus from a seed, whose truth is known, beside a matcher that compares
// names and amounts alone.
import { distance } from 'fastest-levenshtein';
import {
  type Candidate,
  type Decision,
  decideCredits,
  indexCandidates,
  wordsOfPayer,
} from '../src/payments/statements/import/decide-credits.ts';
import { makeReturnFinder } from '../src/payments/statements/import/reverse-returns.ts';
import type { StatementEntry } from '../src/payments/statements/parse/statement-entry.ts';
import { payerKeyOf } from '../src/payments/statements/payer-names.ts';
import { makeReference } from '../src/properties/payment-reference.ts';
import { makeDice } from '../test/dice.ts';
import type { StatementLine } from '../test/statement-samples.ts';
import type { About, Figure } from './figures.ts';
import { type BankLine, type Format, formats, makeRecogniser, readFile, writeFile } from './matching-files.ts';

const firstSeed = 7;
const associations = 100;
const months = 36;
const apartmentsEach = 30;

export const aboutMatching: About = {
  does: 'Who pays what, for 100 associations of 30 apartments over three years, from a seed (`--seeds N` plays more), with the mistakes of payers and banks, in files of six formats that overlap. What waits is decided by hand, and learnt.',
  note: 'Wrong is also a line that counts again, and a new one that is taken for another. Beside it a matcher as most programs have, by the most similar name and amount.',
};

type Rng = () => number;
type Apartment = {
  readonly id: string;
  readonly reference: string;
  resident: string;
  payer: Pick<StatementLine, 'payer' | 'person' | 'iban'>;
  /** How the resident pays. */
  way: 'reference' | 'text' | 'nothing' | 'words';
  readonly rent: number;
};
type Tally = { right: number; wrong: number; waiting: number };
/** A line of the bank. `returns` is the line whose money went back. */
type Line = BankLine & { readonly day: string; readonly meant: Apartment; readonly returns?: Line };
type Payers = Map<string, { apartmentIds: Set<string>; names: Set<string> }>;
type Association = {
  readonly apartments: readonly Apartment[];
  readonly account: string;
  readonly payers: Payers;
  readonly recognise: ReturnType<typeof makeRecogniser>;
  /** The month's invoices, with what is open. */
  readonly open: Map<string, Candidate>;
  /** The lines that files had, and what each pays. */
  readonly booked: Map<Line, { readonly entry: StatementEntry; readonly parts: readonly Part[] }>;
};
type Part = { readonly invoiceId: string; readonly amount: number };

/** Plays the corpus with both matchers. */
export async function matching({ seeds = '1' }: { readonly seeds?: string | undefined }): Promise<readonly Figure[]> {
  const [ours, plain]: [Tally, Tally] = [
    { right: 0, wrong: 0, waiting: 0 },
    { right: 0, wrong: 0, waiting: 0 },
  ];
  for (let seed = firstSeed; seed < firstSeed + Number(seeds); seed += 1) {
    const rng = makeDice(seed).fraction;
    for (let nth = 0; nth < associations; nth += 1) await playAssociation(rng, nth, ours, plain);
    if (Number(seeds) > 1) console.log(`  seed ${seed}: ${JSON.stringify({ ours, plain })}`);
  }
  const sum = (tally: Tally) => tally.right + tally.wrong + tally.waiting;
  const share = (count: number, tally: Tally) => (100 * count) / sum(tally);
  return [
    { what: 'lines played', figure: sum(ours), unit: '' },
    { what: 'without a person', figure: share(ours.right, ours), unit: '%', aim: { of: 'figure', min: 97 } },
    { what: 'wrong', figure: ours.wrong, unit: '', aim: { of: 'figure', max: 0 } },
    { what: 'waiting', figure: share(ours.waiting, ours), unit: '%' },
    { what: 'without a person, by name and amount', figure: share(plain.right, plain), unit: '%' },
    { what: 'wrong, by name and amount', figure: plain.wrong, unit: '' },
    { what: 'waiting, by name and amount', figure: share(plain.waiting, plain), unit: '%' },
  ];
}

async function playAssociation(rng: Rng, nth: number, ours: Tally, plain: Tally): Promise<void> {
  const apartments = makeApartments(rng, nth);
  const [hasIds, bank, account] = [rng() < 0.7, Math.floor(rng() * formats.length), makeIban(rng)];
  const more = { apartments, account, payers: new Map(), recognise: makeRecogniser(), booked: new Map() };
  for (let month = 0; month < months; month += 1) {
    for (const apartment of apartments) if (rng() < 0.004) sell(rng, apartment, more.payers);
    const owed = apartments.map((apartment) => makeInvoice(rng, apartment, month));
    const paid = apartments.flatMap((apartment, index) => makeLines(rng, apartment, owed[index] as Candidate, month));
    for (const line of paid) count(plain, line.meant.id, chooseByNameAndAmount(line, owed, apartments));
    const lines = inBatches(rng, paid).map((line) => (hasIds ? line : { ...line, id: null }));
    const returned = lines.filter(({ day }) => rng() < 0.003 && day < dayOf(month, 20));
    lines.push(...returned.map((line) => returnOf(line, dayOf(month, 24))));
    const open = new Map(owed.map((invoice) => [invoice.id, { ...invoice, iban: account }]));
    const again = rng();
    const before = lines.filter(({ day }) => day < dayOf(month, 16));
    const after = lines.filter(({ day }) => day > dayOf(month, 12));
    for (const [index, file] of [before, after, again < 0.05 ? lines : []].entries()) {
      const format = formats[(index === 2 && again < 0.01 ? month : bank) % formats.length] as Format;
      for (const part of Map.groupBy(file, ({ currency }) => currency).values())
        await decideFile({ ...more, open }, part, format, ours);
    }
  }
}

function returnOf(line: Line, day: string): Line {
  const { batch: _, ...others } = line;
  const id = line.id === null ? null : `${line.id}R`;
  return { ...others, id, day, debit: true, reversal: true, returns: line };
}

/** Some lines are one booking of the bank. */
function inBatches(rng: Rng, lines: readonly Line[]): Line[] {
  let batch: Line | undefined;
  return lines
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map((line) => {
      const isNext = batch?.day === line.day && batch.currency === line.currency && rng() < 0.7;
      if (!isNext) batch = rng() < 0.05 ? line : undefined;
      return batch === undefined ? line : { ...line, batch: `B${batch.id}` };
    });
}

/** Reads a file and decides what is new in it, with the payers from before. */
async function decideFile(
  association: Association,
  lines: readonly Line[],
  format: Format,
  ours: Tally,
): Promise<void> {
  const { account, apartments, payers, recognise, booked, open } = association;
  const entries = await readFile(writeFile(format, account, lines));
  if (entries.some(({ amount }, index) => amount !== centsOf(lines[index])) || entries.length !== lines.length)
    throw new Error(`A file of ${format} was not read as it was written.`);
  const namesOf = Map.groupBy(entries, ({ payerIban }) => payerIban);
  const namesIn = (iban: string | null) =>
    new Set(namesOf.get(iban)?.map((entry) => payerKeyOf(entry.payerName ?? '')));
  const fresh = recognise(entries, format).flatMap((verdict, index) => {
    const [line, entry] = [lines[index] as Line, entries[index] as StatementEntry];
    if (verdict === 'known') ours[booked.has(line) ? 'right' : 'wrong'] += 1;
    else if (!entry.credit) decideReturn(association, line, entry, ours);
    else return [{ line, entry, hold: verdict === 'doubtful' ? ('possible_duplicate' as const) : null }];
    return [];
  });
  const credits = fresh.map(({ entry, hold }) => ({ ...entry, hold, sharedPayer: namesIn(entry.payerIban).size > 1 }));
  const trusted = [...payers].filter(([, { apartmentIds }]) => apartmentIds.size > 0 && apartmentIds.size <= 5);
  const ledger = indexCandidates({
    invoices: [...open.values()],
    apartments: apartments.map((item) => ({
      apartmentId: item.id,
      buildingId: 'house',
      permanentReference: item.reference,
      iban: account,
    })),
    named: [],
    knownPayers: new Map(
      trusted.map(([key, payer]) => [key, { apartmentIds: [...payer.apartmentIds], names: [...payer.names] }]),
    ),
    manualPayments: [],
  });
  for (const [index, decision] of decideCredits(credits, ledger).entries()) {
    const { line, entry } = fresh[index] as (typeof fresh)[number];
    applyDecision(association, line, entry, decision, ours);
  }
}

/**
 * Counts a decision and learns from it, also what a person decides about what waits. Money that counts twice is wrong.
 */
function applyDecision(
  association: Association,
  line: Line,
  entry: StatementEntry,
  decision: Decision,
  ours: Tally,
): void {
  const { booked, open, payers } = association;
  const isCredit = decision.kind === 'wait' && decision.apartmentId !== null;
  const paid =
    decision.kind === 'pay' ? decision.parts.map(({ invoiceId }) => open.get(invoiceId)?.apartmentId ?? '') : [];
  count(ours, booked.has(line) ? '' : line.meant.id, isCredit ? [decision.apartmentId] : paid);
  if (booked.has(line)) return;
  const isByHand = decision.kind === 'wait' && !isCredit;
  const owed = [...open.values()].find(({ apartmentId, balance }) => apartmentId === line.meant.id && balance > 0);
  const byHand = isByHand && owed ? [{ invoiceId: owed.id, amount: Math.min(entry.amount, owed.balance) }] : [];
  const parts = decision.kind === 'pay' ? decision.parts : byHand;
  booked.set(line, { entry, parts: change(open, parts, -1) });
  for (const key of [entry.payerIban, isByHand ? wordsOfPayer(entry) : undefined]) {
    if (key === null || key === undefined) continue;
    const learnt = payers.get(key) ?? { apartmentIds: new Set(), names: new Set() };
    if (isByHand || decision.reason.startsWith('reference')) learnt.apartmentIds.add(line.meant.id);
    payers.set(key, { ...learnt, names: learnt.names.add(entry.payerName ?? '') });
  }
}

/** Money that went back: its invoice is open again, by hand where the bank does not say which payment it is. */
function decideReturn({ booked, open }: Association, line: Line, entry: StatementEntry, ours: Tally): void {
  const returned = new Set([...booked.keys()].map(({ returns }) => returns));
  const payments = [...booked].map(([paid, { entry: stored }]) => {
    const facts = { id: '', status: returned.has(paid) ? 'reversed' : 'matched', refunded: 0 };
    return { ...stored, ...facts, paymentId: paid.endToEnd ?? '' };
  });
  const found = entry.reversal ? makeReturnFinder(payments.filter(({ credit }) => credit))(entry) : undefined;
  const chosen = found === undefined || found.status === 'reversed' ? [] : [found.paymentId];
  count(ours, booked.has(line) ? '' : (line.returns?.endToEnd ?? ''), chosen);
  const parts = booked.has(line) || line.returns === undefined ? undefined : booked.get(line.returns)?.parts;
  booked.set(line, { entry, parts: change(open, parts ?? [], 1) });
}

function change(open: Map<string, Candidate>, parts: readonly Part[], sign: 1 | -1): readonly Part[] {
  for (const { invoiceId, amount } of parts) {
    const invoice = open.get(invoiceId);
    if (invoice !== undefined) open.set(invoiceId, { ...invoice, balance: invoice.balance + sign * amount });
  }
  return parts;
}

function centsOf(line: StatementLine | undefined): number {
  return Math.round(Number(line?.amount) * 100);
}

function count(tally: Tally, meant: string, chosen: readonly string[]): void {
  if (chosen.length === 0) tally.waiting += 1;
  else if (chosen.every((id) => id === meant)) tally.right += 1;
  else tally.wrong += 1;
}

const first = 'Mari Jaan Anna Jüri Kadri Toomas Liis Peeter Olga Andris Ieva Tomas'.split(' ');
const last = 'Tamm Kask Mägi Saar Sepp Ozola Bērziņš Kazlauskas Ivanova Pärn Kuusk Lepp'.split(' ');
const monthNames = ['oktoober', 'november', 'detsember'];
const institution = 'LT353250012345678901';

function makePerson(rng: Rng): string {
  const pick = (names: readonly string[]) => names[Math.floor(rng() * names.length)] ?? '';
  return `${pick(first)} ${pick(last)}`;
}

function makeIban(rng: Rng): string {
  const digits = String(Math.floor(rng() * 1e16)).padStart(16, '0');
  return `EE${String(98n - (BigInt(`${digits}141400`) % 97n)).padStart(2, '0')}${digits}`;
}

function makeApartments(rng: Rng, nth: number): Apartment[] {
  const apartments: Apartment[] = [];
  for (let index = 0; index < apartmentsEach; index += 1) {
    const resident = makePerson(rng);
    const [luck, way] = [rng(), rng()];
    const before = apartments[index - 1];
    const payer =
      luck < 0.04
        ? { payer: 'Makseasutus UAB', person: resident, iban: institution }
        : luck < 0.07 && before !== undefined
          ? before.payer
          : { payer: resident, iban: makeIban(rng) };
    apartments.push({
      id: `${nth}-${index}`,
      reference: makeReference(100_000 + nth * apartmentsEach + index),
      resident,
      payer: way < 0.01 ? { ...payer, iban: null } : payer,
      way: way < 0.01 ? 'words' : way < 0.86 ? 'reference' : way < 0.97 ? 'text' : 'nothing',
      rent: 4000 + Math.floor(rng() * 40) * 500,
    });
  }
  return apartments;
}

/** A new resident pays from another account; who paid before is not known for this apartment any more. */
function sell(rng: Rng, apartment: Apartment, payers: Payers): void {
  for (const { apartmentIds } of payers.values()) apartmentIds.delete(apartment.id);
  apartment.resident = makePerson(rng);
  apartment.payer = { payer: apartment.resident, iban: makeIban(rng) };
  if (apartment.way === 'words') apartment.way = 'reference';
}

function makeInvoice(rng: Rng, { id, reference, rent }: Apartment, month: number): Candidate {
  const balance = rng() < 0.3 ? rent : rent + Math.floor(rng() * 3000);
  return {
    id: `${id}-${month}`,
    number: `K-2026-${String(month).padStart(6, '0')}-${id}`,
    reference,
    permanentReference: reference,
    apartmentId: id,
    buildingId: 'house',
    currency: 'EUR',
    dueDate: '2026-10-15',
    balance,
    iban: null,
  };
}

/**
 * What a resident pays for an invoice: at once, in two parts, twice, or with more; now and then in another currency.
 */
function makeLines(rng: Rng, apartment: Apartment, { balance }: Candidate, month: number): Line[] {
  const luck = rng();
  if (luck < 0.02) return [];
  const [half, more, twice] = [Math.floor(balance / 2), [balance + 10_000], [balance, balance]];
  const amounts = luck < 0.05 ? [half, balance - half] : luck < 0.07 ? more : luck < 0.073 ? twice : [balance];
  return amounts.map((amount, nth) => {
    const { id, reference, payer, way, resident } = apartment;
    const written = rng() < 0.01 ? mistype(rng, reference) : reference;
    const isSilent = way === 'nothing' || (way !== 'words' && rng() < 0.005);
    const ownWords = `krt ${id.split('-')[1]} ${resident.split(' ')[0]}${rng() < 0.5 ? ` ${monthNames[month % 3]}` : ''}`;
    const text = way === 'words' ? ownWords : way === 'text' ? `korter ${month}, viide ${written}` : 'kommunaalid';
    const name = payer.person === undefined ? 'payer' : 'person';
    return {
      ...{ ...payer, ...(rng() < 0.01 ? { [name]: mistype(rng, payer[name] ?? '') } : {}) },
      ...{
        id: `${id}-${month}-${nth}`,
        endToEnd: `E${id}-${month}-${nth}`,
        day: dayOf(month, Math.floor(1 + rng() * 28)),
      },
      ...{ amount: (amount / 100).toFixed(2), currency: rng() < 0.002 ? 'SEK' : 'EUR', meant: apartment },
      ...{ text: isSilent ? 'kommunaalid' : text, reference: isSilent || way !== 'reference' ? '' : written },
    };
  });
}

function dayOf(month: number, day: number): string {
  return new Date(Date.UTC(2024, month, day)).toISOString().slice(0, 10);
}

/** A text with one character replaced, two swapped or one left out. */
function mistype(rng: Rng, text: string): string {
  const at = 1 + Math.floor(rng() * (text.length - 2));
  const kind = Math.floor(rng() * 3);
  const [before, letter, next, after] = [text.slice(0, at), text[at] ?? '', text[at + 1] ?? '', text.slice(at + 2)];
  if (kind === 0) return `${before}${Math.floor(rng() * 10)}${next}${after}`;
  return kind === 1 ? `${before}${next}${letter}${after}` : `${before}${next}${after}`;
}

/** The apartment whose resident and open amount are most similar; nothing below 0.75. */
function chooseByNameAndAmount(line: Line, owed: readonly Candidate[], apartments: readonly Apartment[]): string[] {
  let best: { id: string; score: number } = { id: '', score: 0 };
  for (const [index, { balance }] of owed.entries()) {
    const { id, resident } = apartments[index] as Apartment;
    const [a, b] = [payerKeyOf(line.person ?? line.payer ?? ''), payerKeyOf(resident)];
    const name = 1 - distance(a, b) / Math.max(a.length, b.length, 1);
    const score = name / 2 + Math.max(0, 1 - Math.abs(balance - centsOf(line)) / Math.max(balance, 1)) / 2;
    if (score > best.score) best = { id, score };
  }
  return best.score < 0.75 ? [] : [best.id];
}
