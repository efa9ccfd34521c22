// The sample building: twelve apartments with people and meters, three months of invoices and a bank statement, all
// invented. It is created by the same commands as real buildings, each at its own time, so that everything in it can be
// inspected and changed, and its times fit together.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setReminder } from '../../invoicing/sending/payment-reminders.ts';
import { markDelivered } from '../../invoicing/sending/send-invoices.ts';
import { testMailDomain } from '../../mail/test-mailbox.ts';
import { submitRequest } from '../../maintenance/maintenance-requests.ts';
import { createMeter } from '../../metering/meters.ts';
import { submitReading } from '../../metering/readings.ts';
import { generateInvoicesAndApplyCredit } from '../../payments/generate-and-apply-credit.ts';
import { changeInvoiceAndPayments } from '../../payments/manual-decisions.ts';
import { importStatement } from '../../payments/statements/import/import-statement.ts';
import { lockMoney } from '../../platform/db/locks.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, dayIn, type Period, previousMonth } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { amountFromCents, type Cents } from '../../platform/values/money.ts';
import { normaliseUnicode } from '../../platform/values/text.ts';
import { createApartment } from '../../properties/apartments.ts';
import { createBuilding } from '../../properties/buildings.ts';
import type { WrittenCharge } from '../../properties/model.ts';
import { lockBuilding } from '../../properties/property-queries.ts';
import { removeBuildingSender, updateSenderDetails } from '../../properties/sender-details.ts';
import { createResident } from '../../residents/residents.ts';
import { type SampleWords, sampleWords } from './sample-words.ts';

const timeZone = 'Europe/Tallinn';
const iban = 'EE382200221020145685'; // The example of the Estonian Banking Association.
const people = [
  'Mari Tamm',
  'Jaan Saar',
  'Liis Sepp',
  'Toomas Mägi',
  'Anna Petrova',
  'Kadri Kask',
  'Rein Kukk',
  'Ilze Bērziņa',
  'Jonas Žukauskas',
  'Piret Rebane',
  'Sergei Ivanov',
  'Õie Pärn',
];
const areas = [31.2, 44.5, 59.4];
const chargesIn = (words: SampleWords): readonly WrittenCharge[] => [
  {
    code: 'heating',
    name: words.heating,
    basis: 'heated_area',
    costFrom: 'supplier_bill',
    billUnit: 'MWh',
    vatRate: 24,
  },
  { code: 'water', name: words.water, basis: 'meter', meterType: 'cold_water', unitPrice: 1.84, vatRate: 24 },
  {
    code: 'common-water',
    name: words.commonWater,
    basis: 'meter_remainder',
    meterType: 'cold_water',
    unitPrice: 1.84,
    vatRate: 24,
  },
  { code: 'administration', name: words.administration, basis: 'area', unitPrice: 0.2539 },
  { code: 'repairs', name: words.repairs, basis: 'area', unitPrice: 0.5432 },
];
const monthlyHeating = [612.4, 1043.75, 1488.2];

/** A meter of the sample: its value, and the increase per month, both in thousandths of a cubic metre. */
type SampleMeter = { readonly id: string; value: number; readonly monthly: number };

/** Fills an empty organization with the sample building, covering the three months before this one. */
export async function fillSampleBuilding(scope: Scope, language: Language): Promise<void> {
  const words = sampleWords[language];
  const months = lastMonths(dayIn(timeZone, scope.now), monthlyHeating.length);
  const [first] = months;
  if (first === undefined) return;
  await lockMoney(scope);
  const begun = at(scope, addDays(first.periodStart, -1));
  // Registered for VAT, which its charges have.
  await updateSenderDetails(begun, { registrationNumber: '80123456', vatNumber: 'EE123456789' });
  const building = await createBuilding(begun, {
    name: 'Kase 12',
    address: 'Kase 12, 10612 Tallinn',
    billing: {
      language,
      timeZone,
      beneficiary: 'KÜ Kase 12',
      iban,
      invoiceNumberPrefix: 'K12-',
      charges: chargesIn(words),
    },
  });
  await removeBuildingSender(begun, building.id); // Its payee has another name, and nobody is to be asked.
  await lockBuilding(scope, building.id);
  const { meters, references } = await addApartments(begun, building.id, { since: first.periodStart, language });
  const amountsDue = new Map<number, Cents>();
  for (const [index, period] of months.entries()) {
    await submitReadings(scope, meters, period);
    const month = { heat: monthlyHeating[index] ?? 0, age: months.length - 1 - index };
    for (const [at, amount] of await billMonth(scope, building.id, period, month)) amountsDue.set(at, amount);
  }
  await setReminder(scope, building.id, { daysAfterDue: 1 });
  await importSampleStatement(scope, amountsDue, references, words);
  const request = { title: words.brokenLight, description: words.brokenLightDetails };
  await submitRequest(scope, { buildingId: building.id, ...request });
}

/** The scope in the evening of an earlier day. */
function at(scope: Scope, day: Day): Scope {
  return { ...scope, now: new Date(`${day}T18:00:00Z`) };
}

function lastMonths(today: Day, count: number): Period[] {
  const months: Period[] = [];
  for (let day = today; months.length < count; day = months[0]?.periodStart ?? day) months.unshift(previousMonth(day));
  return months;
}

/** Creates apartments with their people and meters, and the main meter of the building. */
async function addApartments(
  scope: Scope,
  buildingId: string,
  { since, language }: { readonly since: Day; readonly language: Language },
): Promise<{ meters: SampleMeter[]; references: string[] }> {
  const meters: SampleMeter[] = [];
  const references: string[] = [];
  const installedOn = addDays(since, -1);
  const meter = async (apartmentId: string | null, serialNumber: string, shows: number, monthly: number) => {
    const initialValue = shows / 1000;
    const created = await createMeter(scope, {
      buildingId,
      apartmentId,
      type: 'cold_water',
      serialNumber,
      initialValue,
      installedOn,
    });
    meters.push({ id: created.id, value: shows, monthly });
  };
  for (const [index, name] of people.entries()) {
    const area = areas[index % areas.length] ?? 44.5;
    const apartment = await createApartment(scope, buildingId, {
      number: String(index + 1),
      floor: 1 + Math.floor(index / 3),
      area,
      heatedArea: area,
      residentCount: 1 + (index % 3),
    });
    references.push(apartment.referenceNumber);
    const apartments = [{ apartmentId: apartment.id, role: 'owner' as const, since }];
    await createResident(scope, { name, email: addressOf(scope, name), language, apartments });
    await meter(apartment.id, `S-${1001 + index}`, 40_000 + index * 7919, 2400 + ((index * 367) % 2900));
  }
  const mainMeter = meters.reduce((sum, sampleMeter) => sum + sampleMeter.monthly, 0);
  await meter(null, 'S-1000', 812_345, Math.round(mainMeter * 1.04));
  return { meters, references };
}

/** An address in the mailbox of the organization, such as `mari.tamm@0c4c6f2b9e10.test`. */
function addressOf({ caller }: Scope, name: string): string {
  const plain = normaliseUnicode(name, 'NFD').replace(/\p{Mark}/gu, '');
  return `${plain.toLowerCase().replaceAll(' ', '.')}@${testMailDomain(caller.tenantId)}`;
}

async function submitReadings(scope: Scope, meters: readonly SampleMeter[], { periodEnd }: Period): Promise<void> {
  for (const meter of meters) {
    meter.value += meter.monthly;
    const evening = at(scope, periodEnd);
    await submitReading(evening, meter.id, { value: meter.value / 1000, readAt: evening.now.toISOString() });
  }
}

/**
 * Generates a month's invoices: those of older months on the day after it, delivered on paper, and most paid nine days
 * later; those of the latest today, as drafts. Returns the open amounts of the delivered ones, by the apartment's
 * index.
 */
async function billMonth(
  scope: Scope,
  buildingId: string,
  period: Period,
  { heat, age }: { readonly heat: number; readonly age: number },
): Promise<[index: number, amount: Cents][]> {
  const owed: [number, Cents][] = [];
  const issueDate = age === 0 ? dayIn(timeZone, scope.now) : addDays(period.periodEnd, 1);
  const issued = age === 0 ? scope : at(scope, issueDate);
  const paidDate = addDays(issueDate, 9);
  const costs = [{ charge: 'heating', amount: heat }];
  const { invoices } = await generateInvoicesAndApplyCredit(issued, { buildingId, ...period, issueDate, costs });
  for (const [index, { invoiceId, amount = 0 }] of invoices.entries()) {
    if (age === 0 || invoiceId === undefined) continue;
    await markDelivered(issued, invoiceId, 'paper');
    if (index % 6 === age) owed.push([index, amount]);
    else await changeInvoiceAndPayments(at(scope, paidDate), invoiceId, { status: 'paid', paidDate });
  }
  return owed;
}

/**
 * A bank statement of today: a full payment, a partial one, one with a mistyped reference, and one from an unknown
 * payer.
 */
async function importSampleStatement(
  scope: Scope,
  amountsDue: ReadonlyMap<number, Cents>,
  references: readonly string[],
  words: SampleWords,
): Promise<void> {
  const day = dayIn(timeZone, scope.now).split('-').reverse().join('.');
  const line = (payer: string, amount: number, reference: string, text: string) =>
    [iban, day, payer, 'C', amount.toFixed(2).replace('.', ','), 'EUR', reference, text].join(';');
  const [whole, part, mistyped] = [1, 7, 2];
  const unpaid = (index: number) => amountFromCents(amountsDue.get(index) ?? 0);
  const typo = (reference: string) => reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
  const file = [
    'Kliendi konto;Kuupäev;Saaja/maksja nimi;Deebet/Kreedit (D/C);Summa;Valuuta;Viitenumber;Selgitus',
    line(people[whole] ?? '', unpaid(whole), references[whole] ?? '', words.payment),
    line(people[part] ?? '', 20, references[part] ?? '', words.partialPayment),
    line(people[mistyped] ?? '', unpaid(mistyped), typo(references[mistyped] ?? ''), words.payment),
    line('Peeter Kivi', 14, '', words.otherPayment),
  ].join('\n');
  const sha256 = createHash('sha256').update(file).digest('hex');
  await importStatement(scope, { sha256, source: () => Readable.from([Buffer.from(file)]) }, false);
}
