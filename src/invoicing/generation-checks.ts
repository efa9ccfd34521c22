// The checklist of a generation: what prevents it, what costs money and what a person should look at, grouped by cause,
// as codes and values. Pure.
import type { Consumption } from '../charging/metered/consumption-segments.ts';
import { splitByTariff } from '../charging/tariffs.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { Apartment, Charge } from '../properties/model.ts';
import { type BillingWarning, compareMainMeter, type WarningFacts } from './billing-warnings.ts';
import type { PlannedInvoice } from './planned-invoices.ts';
import type { AmountChange, PreflightProblem } from './preflight.ts';
import type { UnprintableName } from './unprintable-names.ts';

/**
 * How grave a cause is: nothing can be generated; an apartment gets no invoice; an amount is likely wrong; or it is
 * only unusual.
 */
export const gravities = ['blocks', 'leaves_out', 'money', 'review'] as const;
type CheckGravity = (typeof gravities)[number];

type CheckCode =
  | PreflightProblem['code']
  | BillingWarning['code']
  | 'negative_remainder'
  | 'remainder_not_billed'
  | 'negative_invoice'
  | 'amount_changed'
  | 'nobody_receives'
  | 'account_missing'
  | 'sender_open'
  | 'vat_without_number'
  | 'vat_not_charged'
  | 'name_not_printable';

/** All causes. Of the same gravity, the earlier one comes first. */
export const checkCodes = [
  'period_closed',
  'bill_already_split',
  'no_charges',
  'duplicate_charge',
  'unknown_charge',
  'charge_not_from_bill',
  'duplicate_supplier_bill',
  'deducted_twice',
  'nothing_to_split_by',
  'amount_too_large',
  'supplier_bill_missing',
  'apartment_data_missing',
  'main_meter_missing',
  'reading_missing',
  'period_overlaps',
  'vat_without_number',
  'negative_remainder',
  'negative_invoice',
  'main_meter_difference',
  'high_consumption',
  'negative_consumption',
  'days_billed_twice',
  'earlier_days_unbilled',
  'days_billed_late',
  'earlier_invoices_changed',
  'reading_estimated',
  'read_at_hand_over',
  'remainder_not_billed',
  'sender_open',
  'vat_not_charged',
  'amount_changed',
  'nobody_receives',
  'account_missing',
  'name_not_printable',
  'beginning_unknown',
  'verification_expired',
] as const satisfies readonly CheckCode[];

/** Warnings about what is only unusual. The others are about money. */
const reviewed: ReadonlySet<CheckCode> = new Set([
  'reading_missing',
  'reading_estimated',
  'beginning_unknown',
  'verification_expired',
]);

/** The apartment, meter or charge that a cause is about. Amounts are cents. */
export type CheckItem = WarningFacts & {
  readonly apartmentId?: string;
  readonly apartmentNumber?: string;
  readonly meterId?: string;
  readonly charge?: string;
  readonly field?: NonNullable<PreflightProblem['field']>;
  /** The name that the PDF cannot show, or the payee who is another than the sender. */
  readonly name?: string;
  readonly amount?: Cents;
  readonly previous?: Cents;
  readonly split?: NonNullable<PreflightProblem['split']>;
};

/** A cause with all that it is about: the largest deviation first, otherwise in the order of the apartments. */
export type GenerationCheck = {
  readonly code: CheckCode;
  readonly gravity: CheckGravity;
  readonly items: readonly CheckItem[];
};

/** What a checklist is made of. */
type CheckedGeneration = {
  readonly apartments: readonly Pick<Apartment, 'id' | 'number'>[];
  readonly charges: readonly Charge[];
  readonly planned: readonly Pick<PlannedInvoice, 'outcome'>[];
  readonly problems: readonly PreflightProblem[];
  readonly warnings: readonly BillingWarning[];
  /** By charge code, net. */
  readonly totals: ReadonlyMap<string, Cents>;
  /** By apartment, against the period before. */
  readonly changes: ReadonlyMap<string, AmountChange>;
  /** Apartments in which nobody receives invoices, each with the first later day on which somebody does. */
  readonly withoutRecipient: ReadonlyMap<string, Day | null>;
  readonly notPrintable: readonly UnprintableName[];
  /** The account that invoices name; without one nobody can pay them. */
  readonly iban: string | null;
  readonly period: Period;
  readonly meters: Consumption['meters'];
  /** Whether the sender has a VAT number. */
  readonly chargesVat: boolean;
  /** The payee of whom nobody has said whether it is the sender. */
  readonly openSender: string | undefined;
};

type Finding = { readonly code: CheckCode; readonly gravity: CheckGravity; readonly item: CheckItem };

/** Lists the causes, the gravest first. A missing reading is named once, however many charges need it. */
export function listChecks(generation: CheckedGeneration): GenerationCheck[] {
  const numbers = new Map(generation.apartments.map(({ id, number }) => [id, number]));
  const found = [
    ...checkProblems(generation),
    ...checkWarnings(generation),
    ...checkRemainders(generation),
    ...checkSender(generation),
    ...checkAmounts(generation),
  ];
  const groups = Map.groupBy(found, ({ gravity, code }) => `${gravity} ${code}`);
  const checks = [...groups.values()].flatMap((findings): GenerationCheck[] => {
    const [first] = findings;
    if (first === undefined) return [];
    const items = findings.map(({ item }) => withNumber(item, numbers));
    return [{ code: first.code, gravity: first.gravity, items: items.toSorted(byDeviation) }];
  });
  const rank = ({ gravity, code }: GenerationCheck) =>
    gravities.indexOf(gravity) * checkCodes.length + checkCodes.indexOf(code);
  return checks.sort((a, b) => rank(a) - rank(b));
}

function withNumber(item: CheckItem, numbers: ReadonlyMap<string, string>): CheckItem {
  const number = numbers.get(item.apartmentId ?? '');
  return number === undefined ? item : { ...item, apartmentNumber: number };
}

/** The largest deviation first. */
function byDeviation(a: CheckItem, b: CheckItem): number {
  const [left, right] = [deviationOf(a), deviationOf(b)];
  return left === right ? 0 : left > right ? -1 : 1;
}

function deviationOf({ quantity, usual, amount, previous, main }: CheckItem): number {
  if (usual !== undefined) return Number(usual) === 0 ? Number.POSITIVE_INFINITY : Number(quantity) / Number(usual);
  if (amount !== undefined) return Math.abs(amount - (previous ?? 0));
  return main === undefined ? 0 : Math.abs(Number(quantity));
}

/** What is reported as a problem, but for missing readings that warnings name meter by meter. */
function checkProblems({ problems, warnings }: CheckedGeneration): Finding[] {
  const warned = new Set(warnings.filter(isAboutReading).flatMap(({ meterId, apartmentId }) => [meterId, apartmentId]));
  return problems.flatMap(({ code, stops, charge, apartmentId, field, meterIds, split }): Finding[] => {
    const about = {
      ...(charge !== undefined && { charge }),
      ...(apartmentId !== undefined && { apartmentId }),
      ...(field !== undefined && { field }),
      ...(split !== undefined && { split }),
    };
    const gravity = stops ? 'blocks' : 'leaves_out';
    if (code !== 'reading_missing') return [{ code, gravity, item: about }];
    if (meterIds === undefined) return warned.has(apartmentId) ? [] : [{ code, gravity, item: about }];
    return meterIds.flatMap((meterId) => (warned.has(meterId) ? [] : [{ code, gravity, item: { ...about, meterId } }]));
  });
}

function isAboutReading({ code }: Pick<BillingWarning, 'code'>): boolean {
  return code === 'reading_missing' || code === 'beginning_unknown';
}

function checkWarnings({ problems, warnings, charges, totals }: CheckedGeneration): Finding[] {
  const missing = problems.filter(({ code }) => code === 'reading_missing');
  const meters = new Set(missing.flatMap(({ meterIds = [] }) => meterIds));
  const apartments = new Set(missing.map(({ apartmentId }) => apartmentId));
  return warnings.map(({ code, meterId, apartmentId, facts }): Finding => {
    const item = {
      ...facts,
      ...(meterId !== undefined && { meterId }),
      ...(apartmentId !== undefined && { apartmentId }),
    };
    const isNeeded =
      (meterId !== undefined && isAboutReading({ code }) && meters.has(meterId)) ||
      (code === 'reading_missing' && apartmentId !== undefined && apartments.has(apartmentId));
    if (isNeeded) return { code, gravity: 'blocks', item };
    const negative = code === 'main_meter_difference' ? findNegativeRemainder(charges, totals, facts) : undefined;
    if (negative !== undefined) return { code: 'negative_remainder', gravity: 'money', item: { ...item, ...negative } };
    return { code, gravity: reviewed.has(code) ? 'review' : 'money', item };
  });
}

/** The charge that credits the remainder of a main meter, and its net amount. */
function findNegativeRemainder(
  charges: readonly Charge[],
  totals: ReadonlyMap<string, Cents>,
  { meterType }: WarningFacts,
): { readonly charge: string; readonly amount: Cents } | undefined {
  return charges
    .filter((charge) => charge.basis === 'meter_remainder' && charge.meterType === meterType)
    .map(({ code }) => ({ charge: code, amount: totals.get(code) ?? 0 }))
    .find(({ amount }) => amount < 0);
}

/**
 * What main meters counted beyond the apartment meters, where a price bills those and no charge the rest. Up to 2 % is
 * how meters differ; a large difference has a warning.
 */
function checkRemainders({ charges, meters, period, warnings }: CheckedGeneration): Finding[] {
  const warned = new Set(warnings.map(({ code, facts }) => code === 'main_meter_difference' && facts.meterType));
  const types = charges.flatMap(({ basis, meterType }) => (basis === 'meter' && meterType ? [meterType] : []));
  return [...new Set(types)].flatMap((type): Finding[] => {
    const ofType = charges.filter(({ meterType }) => meterType === type);
    if (warned.has(type) || ofType.some(billsRemainder)) return [];
    const compared = compareMainMeter(type, { period, meters });
    if (compared === undefined || compared.quantity * 50n <= compared.main) return [];
    return [{ code: 'remainder_not_billed', gravity: 'review', item: compared.facts }];
  });
}

/** Whether a metered charge leaves nothing: of a remainder, of the whole bill, or deducted from one that is split. */
function billsRemainder({ basis, costFrom, deductedFrom }: Charge): boolean {
  return basis === 'meter_remainder' || costFrom !== undefined || deductedFrom !== undefined;
}

/** Whose invoices these are is not known, or rates and VAT number do not go together. */
function checkSender({ charges, planned, period, chargesVat, openSender }: CheckedGeneration): Finding[] {
  if (!planned.some(({ outcome }) => outcome.status === 'created')) return [];
  const open: Finding[] =
    openSender === undefined ? [] : [{ code: 'sender_open', gravity: 'review', item: { name: openSender } }];
  const withVat = charges.filter((charge) => splitByTariff(charge, period).some(({ vatRate }) => vatRate.units > 0n));
  if (!chargesVat)
    return [
      ...open,
      ...withVat.map(({ code }): Finding => ({ code: 'vat_without_number', gravity: 'money', item: { charge: code } })),
    ];
  if (withVat.length > 0 || charges.length === 0) return open;
  return [...open, { code: 'vat_not_charged', gravity: 'review', item: {} }];
}

/**
 * What the planned invoices show: credits, large changes, invoices that nobody would receive or could pay, and names
 * that would be boxes.
 */
function checkAmounts(generation: CheckedGeneration): Finding[] {
  const { apartments, planned, changes, withoutRecipient, notPrintable, iban } = generation;
  const created = planned.map(({ outcome }) => outcome).filter(({ status }) => status === 'created');
  const negative = created.flatMap(({ apartmentId, amount = 0 }): Finding[] =>
    amount < 0 ? [{ code: 'negative_invoice', gravity: 'money', item: { apartmentId, amount } }] : [],
  );
  const apartmentIds = [...new Set(created.map(({ apartmentId }) => apartmentId))];
  const changed = apartmentIds.flatMap((apartmentId): Finding[] => {
    const change = changes.get(apartmentId);
    if (!change?.flagged || change.previous === 0) return [];
    const amounts = { amount: change.previous + change.change, previous: change.previous };
    return [{ code: 'amount_changed', gravity: 'review', item: { apartmentId, ...amounts } }];
  });
  const unreceived = apartmentIds
    .filter((id) => withoutRecipient.has(id))
    .map((apartmentId): Finding => {
      const from = withoutRecipient.get(apartmentId) ?? undefined;
      return {
        code: 'nobody_receives',
        gravity: 'review',
        item: { apartmentId, ...(from !== undefined && { from }) },
      };
    });
  const billed = new Set(apartmentIds);
  const orderById = new Map(apartments.map(({ id }, index) => [id, index]));
  const orderOf = ({ apartmentId = '' }: UnprintableName) => orderById.get(apartmentId) ?? -1;
  const unprintable = notPrintable
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .filter(({ apartmentId }) => (apartmentId === undefined ? billed.size > 0 : billed.has(apartmentId)))
    .map((item): Finding => ({ code: 'name_not_printable', gravity: 'review', item }));
  const isUnpayable = iban === null && created.some(({ amount = 0 }) => amount > 0);
  const accountMissing: Finding[] = isUnpayable ? [{ code: 'account_missing', gravity: 'review', item: {} }] : [];
  return [...negative, ...changed, ...unreceived, ...accountMissing, ...unprintable];
}
