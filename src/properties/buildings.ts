// Buildings: creating, changing and archiving them, with the billing settings of their invoices.

import { isDeepStrictEqual } from 'node:util';
import { logSecurityEvent } from '../identity/security-log.ts';
import { noteChanges } from '../platform/audit/note-changes.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { chargeCode } from '../platform/values/charge-code.ts';
import { isCurrency } from '../platform/values/currencies.ts';
import { dayIn, isTimeZone } from '../platform/values/dates.ts';
import { decimalRanges, parseDecimal } from '../platform/values/decimal.ts';
import { normaliseIban } from '../platform/values/iban.ts';
import { newId } from '../platform/values/ids.ts';
import { isSameAccount, toBankAccount } from './bank-account.ts';
import { recordAccountChange, requirePersonForAccounts } from './bank-account-changes.ts';
import { describeTooManyCharges } from './billing-size.ts';
import type { BillingSettings, Building, Charge, WrittenCharge } from './model.ts';
import { parseCharges } from './parse-charges.ts';
import * as queries from './property-queries.ts';

type WrittenFields<T> = { readonly [K in keyof T]?: T[K] };
export type WrittenBuilding = WrittenFields<
  Omit<Building, 'id' | 'billing' | 'createdAt' | 'updatedAt' | 'ownFields'>
> & {
  readonly billing?: WrittenFields<Omit<BillingSettings, 'charges'>> & { readonly charges?: readonly WrittenCharge[] };
};

/** The default billing settings of a building. */
export const defaultBilling: BillingSettings = {
  currency: 'EUR',
  paymentTermDays: 14,
  beneficiary: null,
  iban: null,
  invoiceNumberPrefix: '',
  timeZone: 'Europe/Tallinn',
  language: 'et',
  lateInterest: null,
  billedFrom: null,
  charges: [],
};

/**
 * Creates a building with defaults for missing settings. Throws Invalid, NotFound (an apartment named by a charge),
 * Forbidden (person_required).
 */
export async function createBuilding(
  scope: Scope,
  written: WrittenBuilding & { name: string; address: string },
): Promise<Building> {
  const empty = {
    id: newId(),
    name: '',
    address: '',
    billing: defaultBilling,
    createdAt: scope.now,
    updatedAt: scope.now,
  };
  const building = applyChanges(empty, written);
  await requireOwnApartments(scope, building, written);
  await queries.insertBuilding(scope, building);
  await recordInterestRate(scope, empty, building);
  const { iban, beneficiary } = building.billing;
  if (iban !== null) {
    await requirePersonForAccounts(scope);
    const detail = { buildingId: building.id, about: building.name, before: {}, after: { iban, beneficiary } };
    await logSecurityEvent(scope, 'account_changed', detail, { notify: false }); // Nobody pays to it yet, so no e-mail.
  }
  return building;
}

/**
 * Changes only the given fields; charges are replaced as a whole. Another account is recorded and reported to the
 * owners; `confirmed`: an owner changes it and has confirmed the password. Throws NotFound, Invalid, Forbidden
 * (person_required).
 */
export async function updateBuilding(
  scope: Scope,
  id: string,
  written: WrittenBuilding,
  { confirmed = false } = {},
): Promise<Building> {
  const before = orNotFound(await queries.lockBuilding(scope, id));
  const changed = applyChanges(before, written);
  noteChanges(scope, before, changed);
  if (isDeepStrictEqual(changed, before)) return before;
  const building = { ...changed, updatedAt: scope.now };
  await requireOwnApartments(scope, building, written);
  if (written.billing?.charges !== undefined)
    await requireFewPositions(scope, id, building.billing.charges, ['billing', 'charges']);
  await requireNothingBilledBefore(scope, before, building);
  await queries.updateBuilding(scope, building);
  await recordInterestRate(scope, before, building);
  const [former, account] = [toBankAccount(before.billing), toBankAccount(building.billing)];
  if (!isSameAccount(former, account)) {
    const { name, billing } = building;
    const summary = { id, name, timeZone: billing.timeZone };
    await recordAccountChange(scope, summary, { before: former, after: account, confirmed });
  }
  return building;
}

/** The maximum number of charges of a building. */
export const maxCharges = 100;

/**
 * Adds charges to those of a building, each with a code made from its name. Returns the new ones. Throws NotFound,
 * Invalid (with the index of the new charge).
 */
export async function addCharges(
  scope: Scope,
  id: string,
  added: readonly Omit<WrittenCharge, 'code'>[],
): Promise<readonly Charge[]> {
  const before = orNotFound(await queries.lockBuilding(scope, id));
  const { charges: existing } = before.billing;
  const codes = new Set(existing.map(({ code }) => code));
  const written = added.map((charge) => {
    const code = chargeCode(charge.name, codes);
    codes.add(code);
    return { ...charge, code };
  });
  const { charges, problems } = parseCharges(written, ['charges']);
  if (existing.length + added.length > maxCharges)
    problems.push(bodyProblem(['charges'], 'too_many', `A building has at most ${maxCharges} charges.`));
  if (problems.length > 0) throw new Invalid(problems);
  const billing = { ...before.billing, charges: [...existing, ...charges] };
  await requireFewPositions(scope, id, billing.charges, ['charges']);
  await queries.updateBuilding(scope, { ...before, billing, updatedAt: scope.now });
  return charges;
}

/** The ledger account of a charge; null: none. */
type LedgerAccount = { readonly charge: string; readonly account: string | null };

/**
 * Sets ledger accounts of charges of a building, and nothing else of them. Returns all charges. Throws NotFound,
 * Invalid (a charge that there is not).
 */
export async function setLedgerAccounts(
  scope: Scope,
  id: string,
  accounts: readonly LedgerAccount[],
): Promise<readonly Charge[]> {
  const before = orNotFound(await queries.lockBuilding(scope, id));
  const codes = new Set(before.billing.charges.map(({ code }) => code));
  const problems = accounts.flatMap(({ charge }, index) =>
    codes.has(charge)
      ? []
      : [bodyProblem(['accounts', index, 'charge'], 'not_found', `The building has no charge ${charge}.`)],
  );
  if (problems.length > 0) throw new Invalid(problems);
  const given = new Map(accounts.map(({ charge, account }) => [charge, account]));
  const charges = before.billing.charges.map(({ account = null, ...charge }) => {
    const now = given.has(charge.code) ? given.get(charge.code) : account;
    return now ? { ...charge, account: now } : charge;
  });
  const building = { ...before, billing: { ...before.billing, charges } };
  noteChanges(scope, before, building);
  await queries.updateBuilding(scope, { ...building, updatedAt: scope.now });
  return charges;
}

/** Throws Invalid if the charges would make too many positions for the apartments of the building. */
export async function requireFewPositions(
  scope: Scope,
  id: string,
  charges: readonly Charge[],
  path: readonly string[],
): Promise<void> {
  const problem = describeTooManyCharges(charges, await queries.countApartments(scope, id));
  if (problem !== undefined) throw new Invalid([bodyProblem(path, 'too_many', problem)]);
}

/** Throws Conflict if there are unpaid invoices. */
export async function requireNothingUnpaid(
  scope: Scope,
  of: 'building' | 'apartment',
  filter: Parameters<typeof queries.countUnpaidInvoices>[1],
): Promise<void> {
  const unpaid = await queries.countUnpaidInvoices(scope, filter);
  const message = `The ${of} has ${unpaid} unpaid invoice${unpaid === 1 ? '' : 's'}. Settle or cancel them first.`;
  if (unpaid > 0) throw new Conflict(`${of}_in_use`, message);
}

/** Throws Invalid if the first day that is billed becomes a later one than that of an invoice. */
async function requireNothingBilledBefore(scope: Scope, before: Building, { id, billing }: Building): Promise<void> {
  const { billedFrom } = billing;
  if (billedFrom === null || billedFrom === before.billing.billedFrom) return;
  const since = await queries.findFirstBilledDay(scope, id);
  if (since === null || since >= billedFrom) return;
  const message = `The building has invoices for days from ${since} on. Choose that day or an earlier one, or cancel these invoices first.`;
  throw new Invalid([bodyProblem(['billing', 'billedFrom'], 'out_of_range', message)]);
}

/**
 * Archives a building: it and everything in it disappear from all responses, while accounting keeps the rows. Throws
 * NotFound, Conflict.
 */
export async function archiveBuilding(scope: Scope, id: string): Promise<void> {
  if ((await queries.lockBuilding(scope, id)) === undefined) throw new NotFound();
  await requireNothingUnpaid(scope, 'building', { buildingId: id });
  await queries.archiveBuilding(scope, id);
  await queries.touchResidents(scope, { buildingId: id });
  await logSecurityEvent(scope, 'building_deleted', { buildingId: id });
}

/** Returns one building visible to the caller. Throws NotFound. */
export async function getBuilding(scope: Scope, id: string, time?: queries.ResidencyTime): Promise<Building> {
  return orNotFound(await queries.findBuilding(scope, id, time));
}

/** Charges may name only apartments of their own building, including deleted ones. Throws NotFound. */
async function requireOwnApartments(scope: Scope, { id, billing }: Building, written: WrittenBuilding): Promise<void> {
  if (written.billing?.charges === undefined) return;
  const named = new Set(
    billing.charges.flatMap(({ apartments = [] }) => apartments.map((apartment) => apartment.apartmentId)),
  );
  if (named.size > 0 && (await queries.countApartments(scope, id, [...named])) < named.size) throw new NotFound();
}

/** A rate applies from today on; earlier days keep theirs. */
async function recordInterestRate(scope: Scope, before: Building, { id, billing }: Building): Promise<void> {
  const { lateInterest, timeZone } = billing;
  if (lateInterest !== before.billing.lateInterest)
    await queries.setLateInterest(scope, id, { from: dayIn(timeZone, scope.now), percentPerDay: lateInterest });
}

function applyChanges(before: Building, written: WrittenBuilding): Building {
  const problems: Problem[] = [];
  const settings = written.billing ?? {};
  const understood =
    settings.charges === undefined ? undefined : parseCharges(settings.charges, ['billing', 'charges']);
  problems.push(...(understood?.problems ?? []), ...billingProblems(settings));
  if (problems.length > 0) throw new Invalid(problems);
  const { charges: _written, ...given } = settings;
  const { id, createdAt, updatedAt } = before;
  return {
    ...{ id, createdAt, updatedAt },
    name: written.name?.trim() ?? before.name,
    address: written.address?.trim() ?? before.address,
    billing: {
      ...before.billing,
      ...given,
      ...(given.iban ? { iban: normaliseIban(given.iban) ?? null } : {}),
      ...(given.beneficiary ? { beneficiary: given.beneficiary.trim() } : {}),
      ...(understood === undefined ? {} : { charges: understood.charges }),
    },
  };
}

function billingProblems({
  iban,
  currency,
  timeZone,
  lateInterest,
}: WrittenFields<Omit<BillingSettings, 'charges'>>): Problem[] {
  const problem = (field: string, code: ProblemCode, message: string) => bodyProblem(['billing', field], code, message);
  return [
    ...(iban && normaliseIban(iban) === undefined
      ? [problem('iban', 'invalid_iban', 'The IBAN’s check digits do not fit. Check it for a typing error.')]
      : []),
    ...(currency !== undefined && !hasCents(currency)
      ? [problem('currency', 'unknown_currency', 'The currency must be one of ISO 4217 with cents, such as EUR.')]
      : []),
    ...(lateInterest !== undefined && lateInterest !== null && !isInterestRate(lateInterest)
      ? [
          problem(
            'lateInterest',
            'out_of_range',
            'lateInterest is a percentage per day above 0 and at most 1 with at most six decimals, such as 0.022, or null.',
          ),
        ]
      : []),
    ...(timeZone !== undefined && !isTimeZone(timeZone)
      ? [
          problem(
            'timeZone',
            'unknown_time_zone',
            'The time zone must be one of the IANA list, such as Europe/Tallinn.',
          ),
        ]
      : []),
  ];
}

function isInterestRate(percent: number): boolean {
  return percent > 0 && parseDecimal(percent, decimalRanges.lateInterest) !== undefined;
}

/** Amounts are whole hundredths, so a currency needs exactly two decimals. */
function hasCents(currency: string): boolean {
  if (!isCurrency(currency)) return false;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2;
}
