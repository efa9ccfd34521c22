// What generating and correcting a period begin with: its terms, and the data that its invoices are calculated from.
import { type MeasuredPeriod, measurePeriod } from '../charging/metered/measure-period.ts';
import type { PeriodMeasurement } from '../charging/model.ts';
import { requireCalculable } from '../charging/period-size.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid } from '../platform/errors.ts';
import { addDays, type Day, dayIn, type Period, previousMonth } from '../platform/values/dates.ts';
import type { Apartment, Building } from '../properties/model.ts';
import { listAllApartments } from '../properties/property-queries.ts';
import { findPayerPeriods } from '../residents/payers.ts';
import { countryOfTimeZone, dueDate } from './due-date.ts';
import type { InvoiceTerms } from './invoice-queries.ts';
import { findOverlappingInvoices } from './planned-invoice-queries.ts';
import { findInvoicedDays, findPayerDays, type PeriodDivision } from './planned-invoices.ts';

/** How many days in the future an issue date may lie. */
const maxDaysAhead = 366;

/** The terms that all invoices share: issued today by default. Throws Invalid for an implausible day. */
export function determineTerms(
  scope: Scope,
  { id, billing }: Building,
  request: Partial<Period> & { readonly issueDate?: Day },
): InvoiceTerms {
  const { currency, paymentTermDays: termDays, timeZone } = billing;
  const today = dayIn(timeZone, scope.now);
  const { periodStart, periodEnd, issueDate = today } = request;
  if (issueDate > addDays(today, maxDaysAhead))
    throw new Invalid([
      bodyProblem(
        ['issueDate'],
        'out_of_range',
        `issueDate must be at most ${maxDaysAhead} days ahead; today is ${today}.`,
      ),
    ]);
  return {
    buildingId: id,
    currency,
    issueDate,
    dueDate: dueDate({ issueDate, termDays, country: countryOfTimeZone(timeZone) }),
    ...(periodStart && periodEnd ? { periodStart, periodEnd } : previousMonth(today)),
  };
}

export type PeriodData = PeriodDivision & {
  readonly apartments: readonly Apartment[];
  /** The days that invoices of the period cover, by apartment. */
  readonly invoiced: ReadonlyMap<string, readonly Period[]>;
  readonly measured: MeasuredPeriod;
};

/** Loads the data of a period of a locked building. Throws Invalid if there is too much of it. */
export async function loadPeriodData(
  scope: Scope,
  { id: buildingId, billing: { charges, billedFrom } }: Building,
  period: Period,
  kind: PeriodMeasurement['kind'],
): Promise<PeriodData> {
  const apartments = await listAllApartments(scope, buildingId);
  const payerPeriods = await findPayerPeriods(scope, buildingId, period);
  const touching = await findOverlappingInvoices(scope, buildingId, period);
  const invoiced = findInvoicedDays(touching);
  const payerDays = findPayerDays(period, { payerPeriods, touching });
  requireCalculable({ charges, apartments, payerDays }, period); // Again once its meters are measured.
  const measurement = { buildingId, period, billedFrom, charges, payerDays, invoiced, kind };
  return { apartments, payerPeriods, touching, invoiced, measured: await measurePeriod(scope, measurement) };
}
