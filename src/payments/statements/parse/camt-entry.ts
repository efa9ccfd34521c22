// Converts a camt entry (Ntry) into statement entries: none while it is not booked, the entry itself, or the details of
// its batch when they add up to it.
import { isCurrency } from '../../../platform/values/currencies.ts';
import type { Day } from '../../../platform/values/dates.ts';
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { nameWithInstitution } from '../payer-names.ts';
import {
  bankIdOrNull,
  countEntry,
  maxReferences,
  maxTextLength,
  parseStatementAmount,
  reportProblem,
  type StatementEntry,
  type StatementFindings,
  textOrNull,
  tidyText,
} from './statement-entry.ts';

/** Details of one transaction (TxDtls) as parsed. */
export type CamtPart = {
  bankId?: string;
  endToEndId?: string;
  transactionId?: string;
  orderNumber?: string;
  direction?: string;
  amount?: string;
  currency?: string;
  instructed?: string;
  instructedCurrency?: string;
  debtor?: string;
  debtorIban?: string;
  ultimateDebtor?: string;
  /** Where the ultimate debtor has no name. */
  ultimateDebtorId?: string;
  creditor?: string;
  creditorIban?: string;
  returned?: string;
  additional?: string;
  references: string[];
  /** Tidied, cut where more is not stored. */
  text: string;
};

/** An entry as parsed. `transactions` is the number of transactions that its batch declares. */
export type CamtDraft = {
  readonly line: number;
  amount?: string;
  currency?: string;
  direction?: string;
  reversal?: boolean;
  status?: string;
  bookedOn?: Day | undefined;
  valueOn?: Day | undefined;
  /** The first text in a date element that is not a date. */
  wrongDate?: string;
  bankId?: string;
  additional?: string;
  transactions?: number;
  readonly parts: CamtPart[];
};

type CamtPosition = { readonly account: string; readonly statement: number; readonly day: Day | undefined };
type BookedAmount = {
  readonly amount: Cents;
  readonly currency: string;
  readonly credit: boolean;
  readonly bookedOn: Day;
};

/** What an entry adds to the sums of its statement, and its statement entries, each built when it is asked for. */
type BuiltEntries = {
  readonly currency: string;
  readonly bookedOn: Day;
  readonly net: Cents;
  /** The part of `net` that the bank marks as reversal. */
  readonly reversed: Cents;
  readonly entries: Iterable<StatementEntry>;
};

/**
 * The statement entries of a draft. Undefined when it is not booked or not understood; the problem is then in the
 * findings.
 */
export function buildEntries(
  draft: CamtDraft,
  position: CamtPosition,
  findings: StatementFindings,
): BuiltEntries | undefined {
  const booked = draft.status === undefined || draft.status === '' || draft.status === 'BOOK';
  if (!booked) {
    findings.notBooked += 1;
    return undefined;
  }
  const total = readBookedAmount(draft, position, findings);
  if (total === undefined) return undefined;
  countEntry(findings, total);
  const { parts } = draft;
  const whole = (part: CamtPart | undefined, hold: StatementEntry['hold']) =>
    withSums(draft, total, [{ part, ...total, hold }], position);
  if (parts.length === 0 || (parts.length === 1 && (draft.transactions ?? 1) > 1))
    return whole(parts[0], (draft.transactions ?? 1) > 1 ? 'batch_without_details' : null);
  if (parts.length === 1) return whole(parts[0], null);
  const split = splitBatch(parts, total);
  if (split === undefined) return whole(mergeParts(parts), 'batch_does_not_add_up');
  const drafts = split.map((amount, index) => ({ part: parts[index], ...amount, hold: null, index: index + 1 }));
  return withSums(draft, total, drafts, position);
}

/** One entry to be built. `index`: its position in its batch, from 1. */
type EntryDraft = {
  readonly part: CamtPart | undefined;
  readonly amount: Cents;
  readonly credit: boolean;
  readonly hold: StatementEntry['hold'];
  readonly index?: number;
};

function withSums(
  draft: CamtDraft,
  total: BookedAmount,
  drafts: readonly EntryDraft[],
  position: CamtPosition,
): BuiltEntries {
  let [net, reversed] = [0, 0];
  for (const { part, amount, credit } of drafts) {
    const signed = credit ? amount : -amount;
    net += signed;
    if (isReversal(draft, part)) reversed += signed;
  }
  const { currency, bookedOn } = total;
  return { currency, bookedOn, net, reversed, entries: buildInTurn() };

  function* buildInTurn(): Generator<StatementEntry> {
    for (const item of drafts) yield entryOf(draft, item, position, total);
  }
}

function isReversal(draft: CamtDraft, part: CamtPart | undefined): boolean {
  return draft.reversal === true || part?.returned !== undefined;
}

function readBookedAmount(
  draft: CamtDraft,
  { day }: CamtPosition,
  findings: StatementFindings,
): BookedAmount | undefined {
  const { line } = draft;
  const amount = draft.amount === undefined ? undefined : parseStatementAmount(draft.amount);
  const credit = draft.direction === 'CRDT';
  const currency = draft.currency ?? '';
  const bookedOn = draft.bookedOn ?? draft.valueOn ?? day;
  if (draft.bookedOn === undefined) findings.undated += 1;
  if (draft.amount === undefined)
    return void reportProblem(findings, line, 'amount_missing', 'the entry has no amount.');
  if (amount === undefined)
    return void reportProblem(
      findings,
      line,
      'amount_invalid',
      `"${draft.amount.slice(0, 40)}" is not an amount in cents.`,
    );
  if (!credit && draft.direction !== 'DBIT')
    return void reportProblem(
      findings,
      line,
      'direction_missing',
      'the entry does not say whether it is a credit or a debit (CdtDbtInd).',
    );
  if (currency === '')
    return void reportProblem(findings, line, 'currency_missing', 'the amount has no currency (Ccy).');
  if (!isCurrency(currency))
    return void reportProblem(
      findings,
      line,
      'currency_invalid',
      `"${currency.slice(0, 40)}" is no currency of ISO 4217.`,
    );
  if (draft.wrongDate !== undefined && draft.bookedOn === undefined)
    return void reportProblem(findings, line, 'date_invalid', `"${draft.wrongDate.slice(0, 40)}" is not a day.`);
  if (bookedOn === undefined)
    return void reportProblem(findings, line, 'date_missing', 'the entry has no readable date.');
  return { amount, currency, credit, bookedOn };
}

/**
 * The amounts of the parts of a batch; undefined unless each is in the entry's currency and they add up to the entry.
 */
function splitBatch(parts: readonly CamtPart[], known: BookedAmount): { amount: Cents; credit: boolean }[] | undefined {
  const split = parts.map((part) => {
    const amount = part.currency === known.currency ? part.amount : undefined;
    const instructed = part.instructedCurrency === known.currency ? part.instructed : undefined;
    const credit = part.direction === undefined ? known.credit : part.direction === 'CRDT';
    return { amount: parseStatementAmount(amount ?? instructed ?? '') ?? Number.NaN, credit };
  });
  const sum = split.reduce((sum, item) => sum + (item.credit === known.credit ? item.amount : -item.amount), 0);
  return sum === known.amount ? split : undefined;
}

/**
 * The references and texts of all parts of a batch, as far as they are stored, for the person who splits it by hand.
 */
function mergeParts(parts: readonly CamtPart[]): CamtPart {
  const merged: CamtPart = { references: [], text: '' };
  for (const part of parts) {
    for (const reference of part.references)
      if (merged.references.length < maxReferences) merged.references.push(reference);
    addText(merged, part.text);
  }
  return merged;
}

/** Adds text to a part, as much as is stored. */
export function addText(part: CamtPart, text: string): void {
  if (text === '' || part.text.length >= maxTextLength - 1) return;
  const more = tidyText(text);
  part.text = part.text === '' ? more : `${part.text} ${more}`;
}

function entryOf(
  draft: CamtDraft,
  { part, amount, credit, hold, index }: EntryDraft,
  { account, statement }: CamtPosition,
  known: BookedAmount,
): StatementEntry {
  const references = part?.references ?? [];
  const description = part?.text || (references.length > 0 ? '' : part?.additional || draft.additional || '');
  const whole = bankIdOrNull(draft.bankId);
  const partBankId = bankIdOrNull(part?.bankId);
  // Details often repeat the batch's own id.
  const shared = index !== undefined && (partBankId === null || partBankId === whole);
  const iban = normaliseIban((credit ? part?.debtorIban : part?.creditorIban) ?? '') ?? null;
  const name = credit
    ? nameWithInstitution(part?.debtor, part?.ultimateDebtor || part?.ultimateDebtorId)
    : part?.creditor;
  return {
    line: draft.line,
    statement,
    account,
    currency: known.currency,
    credit,
    amount,
    bookedOn: known.bookedOn,
    bankId: shared ? whole && `${whole}#${index}` : (partBankId ?? whole),
    batchId: whole,
    batchAmount: whole === null ? null : known.amount,
    endToEndId: bankIdOrNull(part?.endToEndId),
    transactionId: bankIdOrNull(part?.transactionId),
    orderNumber: bankIdOrNull(part?.orderNumber),
    references: references.map(tidyText).filter(Boolean),
    text: tidyText(description),
    payerName: textOrNull(name?.slice(0, 200)),
    payerIban: iban === account ? null : iban,
    reversal: isReversal(draft, part),
    hold,
  };
}
