// Importing the meters of a building from a table, all or nothing. Every problem has its line and column; importing the
// same table again changes nothing.

import type { Scope } from '../platform/db/scope.ts';
import { Conflict, Invalid, orNotFound } from '../platform/errors.ts';
import type { FileProblem } from '../platform/files/csv.ts';
import { countOutcomes, reportTable, settleProblems, type TableReport } from '../platform/files/import-report.ts';
import { type ParsedTable, withoutEmptyCells } from '../platform/files/import-table.ts';
import { quoteForMessage } from '../platform/files/table-cells.ts';
import { runInTurns, type Steps } from '../platform/processes/steps.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import { numberKey } from '../properties/apartments.ts';
import type { Apartment } from '../properties/model.ts';
import { listAllApartments, lockBuilding } from '../properties/property-queries.ts';
import { isMainMeter, type MeterTableRow } from './meter-table.ts';
import { insertMeters, listMetersInUse, type MeterInUse } from './metering-queries.ts';
import { findMeterProblems, toMeterRecord } from './meters.ts';
import type { MeterRecord } from './model.ts';

type MeterOutcome = 'created' | 'unchanged' | 'refused';

/**
 * The result of an import. `apartment` is null for a main meter. A rejected row has a problem and none of the other
 * values.
 */
type MeterImportReport = TableReport & {
  readonly created: number;
  readonly unchanged: number;
  readonly outcomes: readonly {
    readonly line: number;
    readonly outcome: MeterOutcome;
    readonly meter?: Omit<MeterRecord, 'id' | 'buildingId' | 'replacesMeterId'> & {
      readonly apartment: string | null;
    };
  }[];
};

type ImportedRow = {
  readonly line: number;
  readonly outcome: MeterOutcome;
  readonly record: MeterRecord;
  readonly apartment: string | null;
};

/**
 * Creates the meters of a table. `installedOn` is for rows without a day. Throws NotFound (the building), Invalid (any
 * problem, unless it is a dry run), Conflict (somebody else is creating a meter with one of the serial numbers).
 */
export async function importMeters(
  scope: Scope,
  buildingId: string,
  file: ParsedTable<string, MeterTableRow>,
  { dryRun, installedOn }: { readonly dryRun: boolean; readonly installedOn?: Day | undefined },
): Promise<MeterImportReport> {
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const today = dayIn(building.billing.timeZone, scope.now);
  if (installedOn !== undefined && installedOn > today) {
    const message = `installedOn must not lie in the future; today is ${today}.`;
    throw new Invalid([{ in: 'query', field: 'installedOn', code: 'out_of_range', message }]);
  }
  const found = {
    apartments: await listAllApartments(scope, buildingId),
    meters: await listMetersInUse(scope, buildingId),
  };
  const compared = await runInTurns(compareRows(file.rows, { ...found, buildingId, installedOn, today }));
  const problems = settleProblems(dryRun, file.problems, compared.problems);
  const created = compared.rows.filter(({ outcome }) => outcome === 'created').map(({ record }) => record);
  if (!dryRun && (await insertMeters(scope, created)) < created.length)
    throw new Conflict('already_exists', 'Somebody else has just created a meter with one of these serial numbers.');
  return toReport(file, compared.rows, problems, dryRun);
}

type ComparedWith = {
  readonly apartments: readonly Apartment[];
  readonly meters: readonly MeterInUse[];
  readonly buildingId: string;
  readonly installedOn: Day | undefined;
  readonly today: Day;
};

/** What comparing a row costs of the budget of a turn. */
const costOfRow = 30;

/** Finds each row's apartment, and what the building has of it already. */
function* compareRows(
  rows: readonly MeterTableRow[],
  { apartments, meters, buildingId, installedOn, today }: ComparedWith,
): Steps<{ readonly rows: readonly ImportedRow[]; readonly problems: FileProblem[] }> {
  const apartmentOf = new Map(apartments.map((apartment) => [numberKey(apartment.number), apartment]));
  const inUse = new Map(meters.map((meter) => [identityOf(meter), meter]));
  const lineOf = new Map<string, number>();
  const compared: ImportedRow[] = [];
  const problems: FileProblem[] = [];
  for (const row of rows) {
    yield costOfRow;
    const { line, apartment: text } = row;
    const apartment = apartmentOf.get(numberKey(text));
    if (apartment === undefined && !isMainMeter(text)) {
      const message = `There is no apartment ${quoteForMessage(text)} in the building. Correct the number, or add the apartment first.`;
      problems.push({ line, column: 'apartment', code: 'not_found', message, value: text });
      continue;
    }
    const written = {
      ...withoutEmptyCells({ installedOn, ...withoutEmptyCells(row) }),
      buildingId,
      apartmentId: apartment?.id ?? null,
    };
    const record = toMeterRecord(written, today);
    const identity = identityOf(record);
    const flaws = findMeterProblems(record, written, today).map(({ field, code, message }) => ({
      line,
      column: field,
      code,
      message,
    }));
    const twin = inUse.get(identity);
    const repeated = findRepetition(record, line, lineOf.get(identity), twin);
    lineOf.set(identity, line);
    problems.push(...flaws, ...repeated);
    const outcome = flaws.length + repeated.length > 0 ? 'refused' : twin === undefined ? 'created' : 'unchanged';
    compared.push({ line, outcome, record, apartment: apartment?.number ?? null });
  }
  return { rows: compared, problems };
}

/** What identifies a meter of a building: type and serial number, or without one type and apartment. */
function identityOf({ type, serialNumber, apartmentId }: MeterInUse): string {
  return serialNumber === null ? `${type} of ${apartmentId}` : `${type} number ${serialNumber.toLowerCase()}`;
}

function findRepetition(
  { apartmentId, serialNumber }: MeterRecord,
  line: number,
  earlierLine: number | undefined,
  twin: MeterInUse | undefined,
): FileProblem[] {
  const problem = { line, column: 'serialNumber' };
  if (earlierLine !== undefined && serialNumber === null) {
    const message = `Line ${earlierLine} has another meter of this type in the same apartment. Write the serial numbers of both.`;
    return [{ ...problem, code: 'required', message }];
  }
  const value = serialNumber ?? '';
  if (earlierLine !== undefined)
    return [{ ...problem, code: 'duplicate', value, message: `Line ${earlierLine} has the same serial number.` }];
  if (twin === undefined || twin.apartmentId === apartmentId) return [];
  const message = `A meter of this type with the serial number ${value} is in use elsewhere in the building.`;
  return [{ ...problem, code: 'not_allowed', value, message }];
}

function toReport(
  { table }: ParsedTable<string, MeterTableRow>,
  rows: readonly ImportedRow[],
  problems: readonly FileProblem[],
  dryRun: boolean,
): MeterImportReport {
  const meters = rows.map(({ line, outcome, record, apartment }) => {
    const { id: _, buildingId: _building, replacesMeterId: _replaced, ...meter } = record;
    return outcome === 'refused' ? { line, outcome } : { line, outcome, meter: { ...meter, apartment } };
  });
  const listed = new Set(rows.map(({ line }) => line));
  const refused = new Set(problems.map(({ line }) => line).filter((line) => !listed.has(line)));
  const outcomes = [...meters, ...[...refused].map((line) => ({ line, outcome: 'refused' as const }))].sort(
    (a, b) => a.line - b.line,
  );
  return { ...reportTable(table, problems, dryRun), ...countOutcomes(outcomes, 'created', 'unchanged'), outcomes };
}
