// The sample building: twelve apartments with people and meters, three months of invoices and a bank statement, all invented. It is created by the same
// commands as real buildings, so that everything in it can be inspected and changed.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { markDelivered } from '../../invoicing/sending/send-invoices.ts';
import { submitRequest } from '../../maintenance/maintenance-requests.ts';
import { createMeter } from '../../metering/meters.ts';
import { submitReading } from '../../metering/readings.ts';
import { generateInvoicesAndApplyCredit } from '../../payments/generate-and-apply-credit.ts';
import { changeInvoiceAndPayments } from '../../payments/manual-decisions.ts';
import { importStatement } from '../../payments/statements/import/import-statement.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { addDays, type Day, dayIn, type Period, previousMonth } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { amountFromCents, type Cents } from '../../platform/values/money.ts';
import { createApartment } from '../../properties/apartments.ts';
import { createBuilding } from '../../properties/buildings.ts';
import type { WrittenCharge } from '../../properties/model.ts';
import { createResident } from '../../residents/residents.ts';

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
const charges: readonly WrittenCharge[] = [
  { code: 'heating', name: 'Küte', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 24 },
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1.84, vatRate: 24 },
  {
    code: 'common-water',
    name: 'Üldvesi',
    basis: 'meter_remainder',
    meterType: 'cold_water',
    unitPrice: 1.84,
    vatRate: 24,
  },
  { code: 'administration', name: 'Haldus', basis: 'area', unitPrice: 0.2539 },
  { code: 'repairs', name: 'Remondifond', basis: 'area', unitPrice: 0.5432 },
];
const monthlyHeating = [612.4, 1043.75, 1488.2];

/** A meter of the sample: its value, and the increase per month, both in thousandths of a cubic metre. */
type SampleMeter = { readonly id: string; value: number; readonly monthly: number };

/** Fills an empty organization with the sample building, covering the three months before this one. */
export async function fillSampleBuilding(scope: Scope, language: Language): Promise<void> {
  const months = lastMonths(dayIn(timeZone, scope.now), monthlyHeating.length);
  const [first] = months;
  if (first === undefined) return;
  const building = await createBuilding(scope, {
    name: 'Kase 12',
    address: 'Kase 12, 10612 Tallinn',
    billing: {
      language,
      timeZone,
      beneficiary: 'KÜ Kase 12',
      iban,
      invoiceNumberPrefix: 'K12-',
      charges,
    },
  });
  const { meters, references } = await addApartments(scope, building.id, first.periodStart);
  const amountsDue = new Map<number, Cents>();
  for (const [index, period] of months.entries()) {
    await submitReadings(scope, meters, period);
    const month = { heat: monthlyHeating[index] ?? 0, age: months.length - 1 - index };
    for (const [at, amount] of await billMonth(scope, building.id, period, month)) amountsDue.set(at, amount);
  }
  await importSampleStatement(scope, amountsDue, references);
  await submitRequest(scope, {
    buildingId: building.id,
    title: 'Trepikoja tuli ei põle',
    description: 'Teise korruse lamp on läbi.',
  });
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
  since: Day,
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
    await createResident(scope, { name, apartments: [{ apartmentId: apartment.id, role: 'owner', since }] });
    await meter(apartment.id, `S-${1001 + index}`, 40_000 + index * 7919, 2400 + ((index * 367) % 2900));
  }
  const mainMeter = meters.reduce((sum, sampleMeter) => sum + sampleMeter.monthly, 0);
  await meter(null, 'S-1000', 812_345, Math.round(mainMeter * 1.04));
  return { meters, references };
}

async function submitReadings(scope: Scope, meters: readonly SampleMeter[], { periodEnd }: Period): Promise<void> {
  for (const meter of meters) {
    meter.value += meter.monthly;
    await submitReading(scope, meter.id, { value: meter.value / 1000, readAt: `${periodEnd}T18:00:00Z` });
  }
}

/**
 * Generates a month's invoices. Those of older months are delivered on paper, and most are paid; the latest stay as generated. Returns the open amounts of
 * the delivered ones, by the apartment's index.
 */
async function billMonth(
  scope: Scope,
  buildingId: string,
  period: Period,
  { heat, age }: { readonly heat: number; readonly age: number },
): Promise<[index: number, amount: Cents][]> {
  const owed: [number, Cents][] = [];
  const issueDate = addDays(period.periodEnd, 1);
  const costs = [{ charge: 'heating', amount: heat }];
  const { invoices } = await generateInvoicesAndApplyCredit(scope, { buildingId, ...period, issueDate, costs });
  for (const [index, { invoiceId, amount = 0 }] of invoices.entries()) {
    if (age === 0 || invoiceId === undefined) continue;
    await markDelivered(scope, invoiceId, 'paper');
    if (index % 6 === age) owed.push([index, amount]);
    else await changeInvoiceAndPayments(scope, invoiceId, { status: 'paid', paidDate: addDays(issueDate, 9) });
  }
  return owed;
}

/** A bank statement of today: a full payment, a partial one, one with a mistyped reference, and one from an unknown payer. */
async function importSampleStatement(
  scope: Scope,
  amountsDue: ReadonlyMap<number, Cents>,
  references: readonly string[],
): Promise<void> {
  const day = dayIn(timeZone, scope.now).split('-').reverse().join('.');
  const line = (payer: string, amount: number, reference: string, text: string) =>
    [iban, day, payer, 'C', amount.toFixed(2).replace('.', ','), 'EUR', reference, text].join(';');
  const [whole, part, mistyped] = [1, 7, 2];
  const unpaid = (index: number) => amountFromCents(amountsDue.get(index) ?? 0);
  const typo = (reference: string) => reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
  const file = [
    'Kliendi konto;Kuupäev;Saaja/maksja nimi;Deebet/Kreedit (D/C);Summa;Valuuta;Viitenumber;Selgitus',
    line(people[whole] ?? '', unpaid(whole), references[whole] ?? '', 'korteri arve'),
    line(people[part] ?? '', 20, references[part] ?? '', 'osa arvest'),
    line(people[mistyped] ?? '', unpaid(mistyped), typo(references[mistyped] ?? ''), 'korteri arve'),
    line('Peeter Kivi', 14, '', 'kinopiletid'),
  ].join('\n');
  const sha256 = createHash('sha256').update(file).digest('hex');
  await importStatement(scope, { sha256, source: () => Readable.from([Buffer.from(file)]) }, false);
}
