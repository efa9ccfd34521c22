// Importing readings of a building from a table, all or nothing, each as if submitted alone and confirmed at once.
// Importing the same table again changes nothing.
import { withDryRun } from '../platform/db/savepoint.ts';
import type { Scope } from '../platform/db/scope.ts';
import { Conflict, Invalid, NotFound } from '../platform/errors.ts';
import type { FileProblem } from '../platform/files/csv.ts';
import { countOutcomes, reportTable, settleProblems, type TableReport } from '../platform/files/import-report.ts';
import type { ParsedTable } from '../platform/files/import-table.ts';
import { quoteForMessage } from '../platform/files/table-cells.ts';
import type { Day } from '../platform/values/dates.ts';
import { numberKey } from '../properties/apartments.ts';
import { listAllApartments, lockBuilding } from '../properties/property-queries.ts';
import { isMainMeter } from './meter-table.ts';
import { listMetersInUse, listReadingsOn, type MeterInUse } from './metering-queries.ts';
import type { ReadingTableRow } from './reading-table.ts';
import { type ReadingWarning, submitReading } from './readings.ts';

type ReadingOutcome = 'created' | 'unchanged' | 'refused';

/** A reading as understood. `apartment` is null for a main meter. */
type ImportedReading = Pick<MeterInUse, 'type' | 'unit' | 'decimals' | 'serialNumber'> & {
  readonly apartment: string | null;
  readonly value: number;
  readonly readOn: Day;
  readonly consumption: number | null;
  readonly warnings: readonly ReadingWarning[];
};

/** The result of an import. A rejected reading has a problem and no values. */
type ReadingImportReport = TableReport & {
  readonly created: number;
  readonly unchanged: number;
  readonly outcomes: readonly {
    readonly line: number;
    readonly outcome: ReadingOutcome;
    readonly reading?: ImportedReading;
  }[];
};

/** A reading with its meter. */
type FoundReading = Omit<ReadingTableRow, 'readOn' | 'apartment'> & {
  readonly readOn: Day;
  readonly apartment: string | null;
  readonly meter: MeterInUse;
};

/**
 * Submits the readings of a table; `readOn` is for rows without a day. Throws NotFound (the building), Invalid (any
 * problem, unless it is a dry run).
 */
export async function importReadings(
  scope: Scope,
  buildingId: string,
  { table, rows, problems: flaws }: ParsedTable<string, ReadingTableRow>,
  { dryRun, readOn }: { readonly dryRun: boolean; readonly readOn?: Day | undefined },
): Promise<ReadingImportReport> {
  // Alone, so that the same table twice at once is imported once.
  if ((await lockBuilding(scope, buildingId)) === undefined) throw new NotFound();
  const { found, problems: unfound } = await findMeters(scope, buildingId, rows, readOn);
  const results = await withDryRun(scope, dryRun, () => submitAll(scope, buildingId, found));
  const rejected = results.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const problems = settleProblems(dryRun, flaws, unfound, rejected);
  const refused = new Set([...flaws, ...unfound].map(({ line }) => line));
  const outcomes = [
    ...results.map(({ problem: _, ...result }) => result),
    ...[...refused].map((line) => ({ line, outcome: 'refused' as const })),
  ].sort((a, b) => a.line - b.line);
  return { ...reportTable(table, problems, dryRun), ...countOutcomes(outcomes, 'created', 'unchanged'), outcomes };
}

/** What a building has, to find the meter of a reading. */
async function findBuildingMeters(scope: Scope, buildingId: string) {
  const apartments = await listAllApartments(scope, buildingId);
  const meters = await listMetersInUse(scope, buildingId);
  return {
    apartmentIds: new Map(apartments.map(({ id, number }) => [numberKey(number), id])),
    numbers: new Map(apartments.map(({ id, number }) => [id, number])),
    ofApartment: Map.groupBy(meters, ({ apartmentId }) => apartmentId),
    ofSerial: Map.groupBy(meters, ({ serialNumber }) => serialNumber?.toLowerCase()),
  };
}
type BuildingMeters = Awaited<ReturnType<typeof findBuildingMeters>>;

/** Finds the meter and the day of each reading. */
async function findMeters(
  scope: Scope,
  buildingId: string,
  readings: readonly ReadingTableRow[],
  defaultDay: Day | undefined,
): Promise<{ readonly found: readonly FoundReading[]; readonly problems: readonly FileProblem[] }> {
  const meters = await findBuildingMeters(scope, buildingId);
  const found: FoundReading[] = [];
  const problems: FileProblem[] = [];
  for (const reading of readings) {
    const result = findMeterOf(reading, meters);
    const readOn = reading.readOn ?? defaultDay;
    if ('code' in result) problems.push({ line: reading.line, ...result });
    else if (readOn === undefined)
      problems.push({ line: reading.line, column: 'readOn', code: 'required', message: 'The day is missing.' });
    else {
      const apartment = meters.numbers.get(result.apartmentId ?? '') ?? null;
      found.push({ ...reading, meter: result, readOn, apartment });
    }
  }
  return { found, problems };
}

/** The meter with the serial number, or the only one of the apartment and the type; or why there is none. */
function findMeterOf(
  { apartment, serialNumber, type, column }: ReadingTableRow,
  { apartmentIds, ofApartment, ofSerial }: BuildingMeters,
): MeterInUse | Omit<FileProblem, 'line'> {
  if (apartment === undefined && serialNumber === undefined) {
    const message = 'The apartment is missing. For a main meter write “main”.';
    return { column: 'apartment', code: 'required', message };
  }
  const isMain = apartment === undefined || isMainMeter(apartment);
  const apartmentId = isMain ? null : apartmentIds.get(numberKey(apartment));
  if (apartmentId === undefined) {
    const message = `There is no apartment ${quoteForMessage(apartment ?? '')} in the building.`;
    return { column: 'apartment', code: 'not_found', message, ...(apartment !== undefined && { value: apartment }) };
  }
  const named = serialNumber === undefined ? ofApartment.get(apartmentId) : ofSerial.get(serialNumber.toLowerCase());
  const possible = (named ?? []).filter(
    (meter) =>
      (type === undefined || meter.type === type) && (apartment === undefined || meter.apartmentId === apartmentId),
  );
  const [meter, other] = possible;
  if (meter === undefined) {
    const message = 'There is no such meter in use. Check the apartment, the type and the serial number.';
    return { column, code: 'not_found', message, value: serialNumber ?? apartment ?? '' };
  }
  if (other === undefined) return meter;
  const message = 'Several meters are meant. Write the serial number, or the type of the meter.';
  return { column: 'serialNumber', code: 'required', message };
}

type SubmittedReading = {
  readonly line: number;
  readonly outcome: ReadingOutcome;
  readonly reading?: ImportedReading;
  readonly problem?: FileProblem;
};

/** Submits in the order of the meters, as all commands lock them, and of the days. */
async function submitAll(
  scope: Scope,
  buildingId: string,
  found: readonly FoundReading[],
): Promise<readonly SubmittedReading[]> {
  const ordered = found.toSorted((a, b) => (`${a.meter.id} ${a.readOn}` < `${b.meter.id} ${b.readOn}` ? -1 : 1));
  const days = [...new Set(found.map(({ readOn }) => readOn))];
  const stored = await listReadingsOn(scope, buildingId, days);
  const storedKeys = new Set(stored.map(({ meterId, readOn, value }) => `${meterId} ${readOn} ${value}`));
  const results: SubmittedReading[] = [];
  for (const item of ordered) {
    const { line, meter, value, readOn, apartment } = item;
    const { type, unit, decimals, serialNumber } = meter;
    const shown = { type, unit, decimals, serialNumber, apartment, value, readOn };
    if (storedKeys.has(`${meter.id} ${readOn} ${value}`)) {
      results.push({ line, outcome: 'unchanged', reading: { ...shown, consumption: null, warnings: [] } });
      continue;
    }
    try {
      const { consumption, warnings } = await submitReading(scope, meter.id, { value, readAt: readOn });
      results.push({ line, outcome: 'created', reading: { ...shown, consumption, warnings } });
    } catch (error) {
      results.push({ line, outcome: 'refused', problem: problemOf(error, item) });
    }
  }
  return results;
}

/** Why a reading was rejected, with its line. What is wrong is found before anything is written. */
function problemOf(error: unknown, { line, column, value }: FoundReading): FileProblem {
  if (!(error instanceof Invalid || error instanceof Conflict)) throw error;
  const [problem] = error instanceof Invalid ? error.problems : [];
  const problemColumn = problem?.field === 'readAt' ? 'readOn' : column;
  const code = problem?.code ?? 'not_allowed';
  return { line, column: problemColumn, code, message: problem?.message ?? error.message, value: String(value) };
}
