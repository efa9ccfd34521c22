// Reconciling: which invoices an entry pays, and why. A ladder of evidence; never by an amount alone; two candidates are a question for a person. Pure:
// the same entries, invoices and history give the same decisions.
import type { OpenInvoice } from '../billing/queries.ts';
import { addDays } from '../platform/dates.ts';
import { type Cents, formatCents, sumCents } from '../platform/money.ts';
import { oldestFirst } from './allocate.ts';
import { type Clues, canonical, cluesOf, shortestInText } from './clues.ts';
import type { MatchedBy, PaymentFacts, WaitReason } from './payments.ts';
import type { Entry } from './statement/entry.ts';

/** An invoice that money can go to; `standing` is its apartment's own reference. */
export type Candidate = OpenInvoice & { readonly standing: string };

/** What is known beside the entries. */
export type Book = {
  readonly invoices: readonly Candidate[];
  /** Apartments by their standing references, whether anything is open or not. */
  readonly apartments: readonly {
    readonly apartmentId: string;
    readonly standing: string;
    readonly iban: string | null;
  }[];
  /** Apartments that an IBAN has paid for, as a reference or a person said. */
  readonly payers: ReadonlyMap<string, readonly string[]>;
  /** Money of apartments that was noted by hand and that no statement has shown. */
  readonly noted: readonly Noted[];
};
export type Noted = Pick<PaymentFacts, 'amount' | 'paidOn'> & { readonly apartmentId: string };

export type Decision =
  | {
      readonly kind: 'pay';
      readonly reason: MatchedBy;
      readonly evidence: string;
      readonly parts: readonly { readonly invoiceId: string; readonly amount: Cents }[];
      /** Whose credit the rest is; null when the invoices are of several apartments. */
      readonly apartmentId: string | null;
    }
  | {
      readonly kind: 'wait';
      readonly reason: WaitReason;
      readonly evidence: string | null;
      readonly apartmentId: string | null;
    };

/** An entry to decide about; `hold` is why no program may. */
export type Money = Pick<
  Entry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'references' | 'text' | 'payerIban'
> & {
  readonly hold: WaitReason | null;
};

/** Decides about credits in their order; each takes from the balances what it is allocated. */
export function reconcile(entries: readonly Money[], book: Book): Decision[] {
  const ledger = makeLedger(book);
  return entries.map((entry) => {
    const decision = unlessNoted(entry, ledger, decide(entry, ledger));
    if (decision.kind === 'pay') for (const part of decision.parts) ledger.take(part.invoiceId, part.amount);
    return decision;
  });
}

type Ledger = ReturnType<typeof makeLedger>;

function makeLedger({ invoices, apartments, payers, noted }: Book) {
  const open = new Map(invoices.map((one) => [one.id, { ...one }]));
  const byReference = new Map<string, Candidate[]>();
  const byNumber = new Map<string, Candidate[]>();
  const byApartment = new Map<string, Candidate[]>();
  const note = (map: Map<string, Candidate[]>, key: string, one: Candidate) => {
    const known = map.get(key);
    if (known === undefined) map.set(key, [one]);
    else known.push(one);
  };
  for (const one of open.values()) {
    for (const key of new Set([canonical(one.reference), canonical(one.standing)])) note(byReference, key, one);
    note(byNumber, one.number.toUpperCase(), one);
    note(byApartment, one.apartmentId, one);
  }
  const notedFor = Map.groupBy(noted, (one) => one.apartmentId);
  const places = new Map(apartments.map((one) => [canonical(one.standing), one]));
  const stillOpen = (found: readonly Candidate[] | undefined) => (found ?? []).filter((one) => one.balance > 0);
  return {
    byReference: (reference: string) => stillOpen(byReference.get(reference)),
    byNumber: (number: string) => stillOpen(byNumber.get(number)),
    ofPayer: (iban: string) => (payers.get(iban) ?? []).flatMap((place) => stillOpen(byApartment.get(place))),
    place: (reference: string) => places.get(reference),
    noted: (apartmentId: string) => notedFor.get(apartmentId) ?? [],
    isWhole: (id: string, amount: Cents) => open.get(id)?.balance === amount,
    take(id: string, amount: Cents): void {
      const one = open.get(id);
      if (one !== undefined) (one as { balance: Cents }).balance -= amount;
    },
  };
}

function decide(entry: Money, ledger: Ledger): Decision {
  const clues = cluesOf(entry);
  if (entry.hold !== null) return wait(entry.hold, describe(clues));
  if (clues.structured.length > 0) return byReferences(entry, ledger, clues.structured, 'reference');
  if (clues.doubtful.length > 0) return wait('reference_invalid', `reference ${clues.doubtful[0]}`);
  const known = clues.inText.filter((one) => ledger.byReference(one).length > 0 || ledger.place(one) !== undefined);
  const sure = known.filter((one) => one.length >= shortestInText);
  if (sure.length > 0) return byReferences(entry, ledger, sure, 'reference_in_text');
  if (known.length > 0) return wait('reference_too_short', `reference ${known[0]}`);
  return byNumber(entry, ledger, clues) ?? byPayer(entry, ledger, clues) ?? wait('nothing_found', describe(clues));
}

/**
 * Money that may be what somebody noted by hand is a question for a person: it never becomes credit, and pays only what was noted more than ten days before,
 * or exactly what is open when another amount was noted.
 */
function unlessNoted(entry: Money, ledger: Ledger, decision: Decision): Decision {
  const { apartmentId, evidence, reason } = decision;
  if (apartmentId === null || reason === 'invoice_number') return decision;
  const parts = decision.kind === 'pay' ? decision.parts : [];
  const exact =
    sumCents(parts.map((one) => one.amount)) === entry.amount &&
    parts.every((one) => ledger.isWhole(one.invoiceId, one.amount));
  const [doubt] = ledger.noted(apartmentId).filter((noted) => {
    if (parts.length === 0) return true;
    return noted.paidOn >= addDays(entry.bookedOn, -10) && (!exact || noted.amount === entry.amount);
  });
  if (doubt === undefined) return decision;
  return wait('possible_duplicate', `${evidence}; ${shown(doubt.amount, entry)} noted by hand on ${doubt.paidOn}`);
}

/** One reference pays what is open under it: the one with exactly this balance, otherwise the oldest first; several only when together they are the amount. */
function byReferences(entry: Money, ledger: Ledger, references: readonly string[], reason: MatchedBy): Decision {
  const evidence = `reference ${references.join(', ')}`;
  const found = references.map((one) => ledger.byReference(one));
  const all = [...new Set(found.flat())];
  const unfit = misfit(entry, all);
  const fitting = all.filter((one) => fits(entry, one));
  if (fitting.length === 0) return nothingOpen(entry, ledger, references, evidence, unfit);
  if (references.length === 1) {
    if (apartmentsOf(fitting).length > 1) return wait('several_candidates', evidence);
    return pay(entry, meantOf(entry, fitting), reason, evidence);
  }
  const complete = found.every((some) => some.some((one) => fits(entry, one)));
  const sum = sumCents(fitting.map((one) => one.balance));
  return complete && sum === entry.amount
    ? pay(entry, fitting, reason, evidence)
    : wait('references_do_not_add_up', evidence);
}

/** After a change of owner several people quote one reference: who pays exactly one balance means that invoice, unless it is the sum of all that is open. */
function meantOf({ amount }: Money, open: readonly Candidate[]): readonly Candidate[] {
  const exact = open.filter((one) => one.balance === amount);
  return exact.length === 1 && sumCents(open.map((one) => one.balance)) !== amount ? exact : open;
}

/** A reference of ours with nothing open under it makes credit of its apartment, when the money came to the account that the apartment pays to. */
function nothingOpen(
  entry: Money,
  ledger: Ledger,
  references: readonly string[],
  evidence: string,
  unfit: WaitReason | undefined,
): Decision {
  if (unfit !== undefined) return wait(unfit, evidence);
  const places = references.flatMap((one) => ledger.place(one) ?? []);
  const [place] = places;
  if (place === undefined) return wait('nothing_found', evidence);
  if (places.length > 1 || references.length > 1) return wait('nothing_open', evidence);
  if (!sameAccount(entry, place.iban)) return wait('other_account', evidence);
  return { kind: 'wait', reason: 'nothing_open', evidence, apartmentId: place.apartmentId };
}

/** An invoice's number in the text, with exactly its balance. */
function byNumber(entry: Money, ledger: Ledger, { numbers }: Clues): Decision | undefined {
  const found = [...new Set(numbers.flatMap((number) => ledger.byNumber(number)))];
  const [first] = found;
  if (first === undefined) return undefined;
  const evidence = `invoice number ${found.map((one) => one.number).join(', ')}`;
  if (found.length > 1) return wait('several_candidates', evidence);
  if (!fits(entry, first)) return wait(misfit(entry, found) ?? 'other_account', evidence);
  if (first.balance !== entry.amount)
    return wait('amount_differs', `${evidence}, balance ${shown(first.balance, entry)}`);
  return pay(entry, [first], 'invoice_number', evidence);
}

/** Who paid for these apartments before, with exactly one invoice's balance or exactly all that is open. */
function byPayer(entry: Money, ledger: Ledger, { invoices }: Clues): Decision | undefined {
  if (entry.payerIban === null) return undefined;
  const all = ledger.ofPayer(entry.payerIban).filter((one) => fits(entry, one));
  if (all.length === 0) return undefined;
  const evidence = `payer ${entry.payerIban}`;
  // Who names an invoice means that one, and not another of the same amount.
  const open = all.filter((one) => invoices.length === 0 || invoices.some((number) => one.number.endsWith(number)));
  const another = invoices.find((number) => !open.some((one) => one.number.endsWith(number)));
  if (another !== undefined) return wait('nothing_found', `${evidence}, invoice number ${another}`);
  const exact = open.filter((one) => one.balance === entry.amount);
  const whole = sumCents(open.map((one) => one.balance)) === entry.amount;
  if (exact.length > 1 || (exact.length === 1 && whole && open.length > 1)) return wait('several_candidates', evidence);
  if (exact.length === 1) return pay(entry, exact, 'known_payer', evidence);
  return whole ? pay(entry, open, 'known_payer_total', evidence) : wait('amount_differs', evidence);
}

function pay(entry: Money, invoices: readonly Candidate[], reason: MatchedBy, evidence: string): Decision {
  const places = apartmentsOf(invoices);
  const apartmentId = places.length === 1 ? (places[0] ?? null) : null;
  return { kind: 'pay', reason, evidence, parts: oldestFirst(entry.amount, invoices), apartmentId };
}

function wait(reason: WaitReason, evidence: string | null): Decision {
  return { kind: 'wait', reason, evidence, apartmentId: null };
}

function fits(entry: Money, invoice: Candidate): boolean {
  return invoice.currency === entry.currency && sameAccount(entry, invoice.iban);
}

/** Why none of the invoices takes this money; undefined when one does, or there are none. */
function misfit(entry: Money, invoices: readonly Candidate[]): WaitReason | undefined {
  if (invoices.length === 0 || invoices.some((one) => fits(entry, one))) return undefined;
  return invoices.some((one) => one.currency === entry.currency) ? 'other_account' : 'other_currency';
}

/** Money that came to one building's account is not another's. Files and buildings that name no account leave that open. */
function sameAccount({ account }: Money, iban: string | null): boolean {
  return iban === null || account === '' || account === iban;
}

function apartmentsOf(invoices: readonly Candidate[]): string[] {
  return [...new Set(invoices.map((one) => one.apartmentId))];
}

function describe({ structured, inText }: Clues): string | null {
  const references = [...structured, ...inText].slice(0, 5);
  return references.length === 0 ? null : `reference ${references.join(', ')}`;
}

function shown(cents: Cents, { currency }: Money): string {
  return formatCents(cents, currency, 'en');
}
