// Late interest on an apartment's next invoice: for days on which an earlier invoice of the same payer was overdue,
// each day once.

import type { OverdueInvoice } from '../charging/calculation.ts';
import type { Position } from '../charging/model.ts';
import type { Scope } from '../platform/db/scope.ts';
import { dayIn, type Period } from '../platform/values/dates.ts';
import { formatDecimal } from '../platform/values/decimal.ts';
import type { Language } from '../platform/values/languages.ts';
import { amountFromCents, centsFromAmount, sumCents } from '../platform/values/money.ts';
import type { Building } from '../properties/model.ts';
import { listResidenciesIn } from '../residents/payer-queries.ts';
import { type FindPayers, haveCommonPayer, makePayerFinder } from '../residents/payers.ts';
import type { AdditionalLineItems } from './additional-line-items.ts';
import { calculateInterest } from './calculate-interest.ts';
import { findDebts, findRates } from './late-interest-queries.ts';
import type { PlannedInvoice } from './planned-invoices.ts';

/** The code of such a position; no interest is charged on it. */
const lateInterestCode = 'late-interest';

/**
 * The interest that the invoices of a period carry, for days until its end or today, whichever is first. It goes to an
 * invoice of somebody who pays the overdue invoice, never to another payer; where no payer is known on either side, to
 * the apartment's first invoice. Without such an invoice the days wait.
 */
export async function calculateLateInterest(
  scope: Scope,
  { id, billing }: Building,
  period: Period,
  planned: readonly PlannedInvoice[],
): Promise<AdditionalLineItems[]> {
  const rates = await findRates(scope, id);
  const since = rates.find((rate) => rate.percentPerDay !== null)?.from;
  const billableByApartment = Map.groupBy(
    planned.filter((plannedInvoice) => plannedInvoice.isBillable),
    (plannedInvoice) => plannedInvoice.apartment.id,
  );
  if (since === undefined || billableByApartment.size === 0) return [];
  const today = dayIn(billing.timeZone, scope.now);
  const until = period.periodEnd < today ? period.periodEnd : today;
  const debts = (await findDebts(scope, { id, ...billing }, since, until)).filter((debt) =>
    billableByApartment.has(debt.apartmentId),
  );
  if (debts.length === 0) return [];
  const residencies = Map.groupBy(
    await listResidenciesIn(scope, [...new Set(debts.map((debt) => debt.apartmentId))]),
    (item) => item.apartmentId,
  );
  const payersIn = makePayerFinder(residencies);
  const owed = debts.flatMap((debt) => {
    const overdue = calculateInterest(debt, rates, until);
    if (overdue === undefined) return [];
    const payers = payersIn(debt.apartmentId, debt, debt.hiddenFrom);
    const plannedInvoice = billableByApartment
      .get(debt.apartmentId)
      ?.find((planned) => isForSamePayers(planned, period, payers, payersIn));
    return plannedInvoice === undefined ? [] : [{ plannedInvoice, overdue }];
  });
  return [...Map.groupBy(owed, (item) => item.plannedInvoice)].map(([plannedInvoice, items]) => ({
    plannedInvoice,
    positions: [
      buildInterestPosition(
        items.map((item) => item.overdue),
        billing.language,
      ),
    ],
  }));
}

function isForSamePayers(
  { apartment, ownDays }: PlannedInvoice,
  period: Period,
  payers: readonly string[],
  payersIn: FindPayers,
): boolean {
  const plannedPayers = payersIn(apartment.id, ownDays ?? period, ownDays?.hiddenFrom ?? []);
  return haveCommonPayer(plannedPayers, payers);
}

const descriptions: Readonly<Record<Language, string>> = {
  et: 'Viivis',
  en: 'Late interest',
  lv: 'Nokavējuma procenti',
  lt: 'Delspinigiai',
  ru: 'Пени',
};

/** One position for all overdue invoices. Interest is damages, so it carries no VAT. */
function buildInterestPosition(overdue: readonly OverdueInvoice[], language: Language): Position {
  const amount = sumCents(overdue.map((overdueInvoice) => centsFromAmount(overdueInvoice.rounded) ?? 0));
  const price = formatDecimal({ units: BigInt(amount), scale: 2 });
  return {
    code: lateInterestCode,
    description: descriptions[language],
    quantity: '1',
    unit: 'apartment',
    unitPrice: price,
    amount,
    vatRate: '0',
    vatAmount: 0,
    calculation: {
      method: 'late_interest',
      basis: 'fixed',
      unit: 'apartment',
      raw: price,
      rounded: amountFromCents(amount),
      overdue,
    },
  };
}
