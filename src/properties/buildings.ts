// Buildings: making, changing and archiving them, with the billing settings that invoices are made by.

import { logSecurityEvent } from '../identity/security-log.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, type Problem } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { dayIn, isTimeZone } from '../platform/values/dates.ts';
import { decimalRanges, parseDecimal } from '../platform/values/decimal.ts';
import { normaliseIban } from '../platform/values/iban.ts';
import { newId } from '../platform/values/ids.ts';
import { isSameAccount, toBankAccount } from './bank-account.ts';
import { recordAccountChange, requirePersonForAccounts } from './bank-account-changes.ts';
import { parseCharges } from './charge.ts';
import type { BillingSettings, Building, WrittenCharge } from './model.ts';
import * as queries from './property-queries.ts';

type WrittenFields<T> = { readonly [K in keyof T]?: T[K] };
export type WrittenBuilding = {
  readonly name?: string;
  readonly address?: string;
  readonly billing?: WrittenFields<Omit<BillingSettings, 'charges'>> & { readonly charges?: readonly WrittenCharge[] };
};

/** The billing settings of a building that says nothing else. */
export const defaultBilling: BillingSettings = {
  currency: 'EUR',
  paymentTermDays: 14,
  beneficiary: null,
  iban: null,
  invoiceNumberPrefix: '',
  timeZone: 'Europe/Tallinn',
  language: 'et',
  lateInterest: null,
  charges: [],
};

/** Makes a building; billing settings that are not given have their usual values. Throws Invalid, NotFound (an apartment that a charge names), Forbidden (person_required). */
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
    await logSecurityEvent(scope, 'account_changed', detail, { tell: false }); // Nobody pays to it yet.
  }
  return building;
}

/**
 * Changes what is given and leaves the rest; charges are replaced as a whole. Another account is recorded and told to the owners; `confirmed`: an owner
 * changes it and has given the password again. Throws NotFound, Invalid, Forbidden (person_required).
 */
export async function updateBuilding(
  scope: Scope,
  id: string,
  written: WrittenBuilding,
  { confirmed = false } = {},
): Promise<Building> {
  const before = await queries.lockBuilding(scope, id);
  if (before === undefined) throw new NotFound();
  const building = { ...applyChanges(before, written), updatedAt: scope.now };
  await requireOwnApartments(scope, building, written);
  await queries.updateBuilding(scope, building);
  await recordInterestRate(scope, before, building);
  const [former, account] = [toBankAccount(before.billing), toBankAccount(building.billing)];
  if (!isSameAccount(former, account)) {
    const { name, billing } = building;
    const place = { id, name, timeZone: billing.timeZone };
    await recordAccountChange(scope, place, { before: former, after: account, confirmed });
  }
  return building;
}

/** Archives a building: it and all in it are gone from every answer, while the books keep their rows. Throws NotFound, Conflict. */
export async function archiveBuilding(scope: Scope, id: string): Promise<void> {
  if ((await queries.lockBuilding(scope, id)) === undefined) throw new NotFound();
  const unpaid = await queries.countUnpaidInvoices(scope, { buildingId: id });
  if (unpaid > 0)
    throw new Conflict(
      'building_in_use',
      `The building has ${unpaid} unpaid invoice${unpaid === 1 ? '' : 's'}. Settle or cancel them first.`,
    );
  await queries.archiveBuilding(scope, id);
  await queries.touchResidents(scope, { buildingId: id });
  await logSecurityEvent(scope, 'building_deleted', { buildingId: id });
}

/** One building of the caller's. Throws NotFound. */
export async function getBuilding(scope: Scope, id: string): Promise<Building> {
  const building = await queries.findBuilding(scope, id);
  if (building === undefined) throw new NotFound();
  return building;
}

/** Charges name apartments of their own building; one that was deleted since may stay named. Throws NotFound. */
async function requireOwnApartments(scope: Scope, { id, billing }: Building, written: WrittenBuilding): Promise<void> {
  if (written.billing?.charges === undefined) return;
  const named = new Set(
    billing.charges.flatMap(({ apartments = [] }) => apartments.map((apartment) => apartment.apartmentId)),
  );
  if (named.size > 0 && (await queries.countApartments(scope, id, [...named])) < named.size) throw new NotFound();
}

/** A rate counts from today on; the days before keep theirs. */
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
  return {
    ...before,
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
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2;
}
