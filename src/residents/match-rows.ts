// Matches the rows of a file with existing residents, and determines their changes. Repeated values must agree, so that
// importing the same file again changes nothing.
import { normaliseEmail } from '../identity/sessions.ts';
import type { FileProblem } from '../platform/files/csv.ts';
import { mapInSteps, runAtOnce, type Steps } from '../platform/processes/steps.ts';
import type { Day } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import type { ResidentRow } from './import-columns.ts';
import type { Resident, WrittenResidency } from './resident-queries.ts';

/** A row with its apartment, the language and current day there, and the first day where it names none. */
export type ResolvedRow = ResidentRow & {
  readonly spot: {
    readonly apartmentId: string;
    readonly number: string;
    readonly language: Language;
    readonly today: Day;
    /** Of a new residency, where the row names none. */
    readonly firstDay: Day;
  };
};

type PersonFields = Pick<Resident, 'id' | 'name' | 'email' | 'phone' | 'language' | 'userId'>;

/** An object as changed by the rows so far: new or not, changed or not, and which line set which value. */
type ImportDraft<T> = {
  now: T;
  readonly fresh: boolean;
  changed: boolean;
  line: number;
  readonly statedOn: Map<keyof T, number>;
};
/** A residency; `openOn` is the line without days that says it has not ended. */
type HomeDraft = ImportDraft<WrittenResidency> & { openOn?: number };
/** `homes` are the person's residencies, by apartment. */
export type PersonDraft = ImportDraft<PersonFields> & { readonly homes: Map<string, HomeDraft[]> };

/** The data of a resident that matching needs. */
export type ExistingPerson = PersonFields & { readonly apartments: readonly WrittenResidency[] };

export type RowOutcome = 'created' | 'changed' | 'unchanged';
type MatchedRow = { readonly outcome: RowOutcome; readonly person: PersonDraft };

/** The result of all rows: existing and new people, and the outcome of each row, by its line. */
export type MatchResult = {
  readonly people: readonly PersonDraft[];
  readonly rows: ReadonlyMap<number, MatchedRow>;
  readonly problems: readonly FileProblem[];
};

/**
 * Matches rows with known residents: all with an address or telephone of the file, or a home in one of its apartments,
 * oldest first. Rows with an address come first, then those with a telephone, then the rest, so that the most certain
 * ones decide. An ambiguous row is a problem.
 */
export function matchRows(rows: readonly ResolvedRow[], existing: readonly ExistingPerson[]): MatchResult {
  return runAtOnce(matchInSteps(rows, existing));
}

/** What matching a row costs of the budget of a turn. */
const costOfMatching = 50;

/** The same in steps: one for each row, and one for each person. */
export function* matchInSteps(rows: readonly ResolvedRow[], existing: readonly ExistingPerson[]): Steps<MatchResult> {
  const personIndex = yield* makePersonIndex(rows, existing);
  const results = new Map<number, MatchedRow>();
  const problems: FileProblem[] = [];
  const certainty = ({ email, phone }: ResidentRow) => (email !== undefined ? 0 : phone !== undefined ? 1 : 2);
  for (const row of rows.toSorted((a, b) => certainty(a) - certainty(b) || a.line - b.line)) {
    yield costOfMatching;
    const match = personIndex.find(row);
    if (match.length > 1) {
      problems.push(ambiguousPerson(row));
      continue;
    }
    const person = match[0] ?? personIndex.add(row);
    const step: RowStep = { line: row.line, outcome: match[0] === undefined ? 'created' : 'unchanged', problems };
    const nameBefore = nameKey(person.now.name);
    applyPerson(person, row, step);
    applyResidency(person, row, step);
    const renamed = nameKey(person.now.name) !== nameBefore;
    personIndex.file(person, renamed ? person.homes.keys() : [row.spot.apartmentId]);
    results.set(row.line, { outcome: step.outcome, person });
  }
  const { people } = personIndex;
  const dayProblems = yield* mapInSteps(people, ({ homes }) => 1 + homes.size, findDayProblems);
  return { people, rows: results, problems: [...problems, ...dayProblems.flat()] };
}

/** Normalises a telephone number for comparison: the digits, without the plus or zeros of an international one. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^00/, '');
}

function nameKey(name: string): string {
  return normaliseUnicode(name, 'NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The addresses of rows, and their names with telephones. */
function* collectContacts(
  rows: readonly ResolvedRow[],
): Steps<{ readonly addresses: ReadonlySet<string>; readonly callers: ReadonlySet<string> }> {
  const addresses = new Set<string>();
  const callers = new Set<string>();
  for (const { name, email, phone } of rows) {
    if (email !== undefined) addresses.add(normaliseEmail(email));
    if (phone !== undefined) callers.add(namePhoneKey(name, phone));
    yield 5;
  }
  return { addresses, callers };
}

/**
 * Finds people by the values of rows. A person whom another row names by address, or by name and telephone, is
 * excluded.
 */
function* makePersonIndex(rows: readonly ResolvedRow[], existing: readonly ExistingPerson[]) {
  const { addresses, callers } = yield* collectContacts(rows);
  const people = existing.map(draftOf);
  const index = new Map<string, Set<PersonDraft>>();
  const file = (person: PersonDraft, apartmentIds: Iterable<string>) => {
    for (const key of keysOf(person, apartmentIds)) addToIndex(index, key, person);
  };
  for (const person of people) {
    file(person, person.homes.keys());
    yield 5 + 5 * person.homes.size;
  }

  /** The people indexed under a key who still match it: for rows of this apartment. */
  const filedUnder = (key: string, apartmentId: string): readonly PersonDraft[] =>
    [...(index.get(key) ?? [])].filter((person) => keysOf(person, homeIn(person, apartmentId)).includes(key));
  const isCrowded = (key: string) => (index.get(key)?.size ?? 0) > maxCandidates;
  const find = (row: ResolvedRow): readonly PersonDraft[] => {
    const { name, email, phone, spot } = row;
    const inApartment = (list: readonly PersonDraft[]) => list.filter((person) => person.homes.has(spot.apartmentId));
    const withSameName = (list: readonly PersonDraft[]) =>
      list.filter(({ now }) => nameKey(now.name) === nameKey(name));
    const mail = `mail ${normaliseEmail(email ?? '')}`;
    if (isCrowded(mail)) return people; // Too many to compare.
    const sameEmail = email === undefined ? [] : filedUnder(mail, spot.apartmentId);
    if (sameEmail.length > 0) return narrowDown(sameEmail, withSameName, inApartment);
    const call = `call ${namePhoneKey(name, phone ?? '')}`;
    const home = `home ${spot.apartmentId} ${nameKey(name)}`;
    if (isCrowded(call) || isCrowded(home)) return people;
    const free = (list: readonly PersonDraft[]) =>
      email === undefined
        ? list
        : list.filter(({ now }) => now.email === null || !addresses.has(normaliseEmail(now.email)));
    const reached = phone === undefined ? [] : free(filedUnder(call, spot.apartmentId));
    if (reached.length > 0) return narrowDown(reached, inApartment);
    const sameHome = free(filedUnder(home, spot.apartmentId));
    if (phone === undefined) return sameHome;
    return sameHome.filter(({ now }) => now.phone === null || !callers.has(namePhoneKey(now.name, now.phone)));
  };
  const add = (row: ResolvedRow): PersonDraft => {
    const { name, spot } = row;
    const now = { id: newId(), name, email: null, phone: null, language: spot.language, userId: null };
    const person = { now, fresh: true, changed: false, line: row.line, statedOn: new Map(), homes: new Map() };
    people.push(person);
    return person;
  };
  return { people, find, add, file };
}

/**
 * More similar people or residencies than this are not compared: no file of a real building has them, and it would take
 * too long.
 */
const maxCandidates = 100;

/** The index keys of a person: the address, name and telephone, and the name in each of these apartments. */
function keysOf({ now }: PersonDraft, apartmentIds: Iterable<string>): string[] {
  return [
    ...(now.email === null ? [] : [`mail ${normaliseEmail(now.email)}`]),
    ...(now.phone === null ? [] : [`call ${namePhoneKey(now.name, now.phone)}`]),
    ...Array.from(apartmentIds, (apartmentId) => `home ${apartmentId} ${nameKey(now.name)}`),
  ];
}

function homeIn({ homes }: PersonDraft, apartmentId: string): readonly string[] {
  return homes.has(apartmentId) ? [apartmentId] : [];
}

/** Narrows a list until one is left; a rule that would leave nobody is skipped. */
function narrowDown(
  list: readonly PersonDraft[],
  ...rules: readonly ((list: readonly PersonDraft[]) => readonly PersonDraft[])[]
): readonly PersonDraft[] {
  return rules.reduce((remaining, rule) => {
    const narrowed = remaining.length > 1 ? rule(remaining) : remaining;
    return narrowed.length > 0 ? narrowed : remaining;
  }, list);
}

type RowStep = { readonly line: number; outcome: RowOutcome; readonly problems: FileProblem[] };

function applyPerson(person: PersonDraft, { name, email, phone, language }: ResolvedRow, step: RowStep): void {
  applyField(person, 'name', name, step, nameKey, (text) => text);
  applyField(person, 'email', email, step, (text) => text && normaliseEmail(text));
  applyField(person, 'phone', phone, step, (text) => text && phoneKey(text));
  applyField(person, 'language', language, step);
}

/** The row's residency: an existing one that overlaps the row, or a new one. */
function applyResidency(person: PersonDraft, row: ResolvedRow, step: RowStep): void {
  const { role, since, until, receivesInvoice, spot } = row;
  const homes = person.homes.get(spot.apartmentId) ?? [];
  const shared = overlappingResidencies(homes, row);
  if (shared.length > 1 || homes.length > maxCandidates) {
    step.problems.push(overlapProblem(step.line, spot.number));
    return;
  }
  const home = shared[0] ?? newResidency(row);
  if (shared[0] === undefined) {
    person.homes.set(spot.apartmentId, [...homes, home]);
    step.outcome = 'created';
  }
  if (since === undefined && until === undefined) home.openOn ??= step.line;
  if (home.openOn !== undefined && until !== undefined && until < spot.today)
    step.problems.push(contradiction(step.line, 'until', home.openOn));
  applyField(home, 'role', role, step);
  applyField(home, 'since', since, step);
  applyField(home, 'until', until, step);
  applyField(home, 'receivesInvoice', receivesInvoice, step);
}

function newResidency({ spot, since, line }: ResolvedRow): HomeDraft {
  const days = { since: since ?? spot.firstDay, until: null };
  const now = { id: newId(), apartmentId: spot.apartmentId, role: 'owner', ...days, receivesInvoice: true } as const;
  return { now, fresh: true, changed: false, line, statedOn: new Map() };
}

/**
 * The residencies that a row can match. One that begins on the row's first day matches; without a first day, the one of
 * today or of the last day.
 */
function overlappingResidencies(homes: readonly HomeDraft[], { since, until, spot }: ResolvedRow) {
  const same = homes.filter(({ now }) => now.since === since);
  if (same.length > 0) return same;
  const from = since ?? (until !== undefined && until < spot.today ? until : spot.today);
  const shared = homes
    .filter(({ now }) => now.since <= (until ?? maxDay) && (now.until ?? maxDay) >= from)
    .sort((a, b) => (a.now.since < b.now.since ? -1 : 1));
  return since === undefined ? shared.slice(0, 1) : shared;
}

/**
 * Records the values of a line. A later line may only repeat them; `keyOf` defines equality, `spelt` differences worth
 * correcting.
 */
function applyField<T, K extends keyof T & string>(
  draft: ImportDraft<T>,
  field: K,
  value: T[K] | undefined,
  step: RowStep,
  keyOf: (value: T[K]) => unknown = (same) => same,
  spelt: (value: T[K]) => unknown = keyOf,
): void {
  if (value === undefined) return;
  const before = draft.statedOn.get(field);
  if (before !== undefined) {
    if (keyOf(draft.now[field]) !== keyOf(value)) step.problems.push(contradiction(step.line, field, before));
    return;
  }
  draft.statedOn.set(field, step.line);
  draft.line = step.line;
  if (spelt(draft.now[field]) === spelt(value)) return;
  draft.now = { ...draft.now, [field]: value };
  draft.changed = true;
  if (step.outcome === 'unchanged') step.outcome = 'changed';
}

/** Validates a person's days in an apartment after all rows. */
function findDayProblems({ homes }: PersonDraft): FileProblem[] {
  return [...homes.values()].flatMap((all) =>
    all.flatMap((home) => (home.fresh || home.changed ? dayProblems(home, all) : [])),
  );
}

function dayProblems({ now, line }: HomeDraft, all: readonly HomeDraft[]): FileProblem[] {
  if (now.until !== null && now.until < now.since) {
    const message = `The last day is before the first, ${now.since}.`;
    return [{ line, column: 'until', code: 'out_of_range', message }];
  }
  const clash = all.some(
    (other) =>
      other.now.id !== now.id && other.now.since <= (now.until ?? maxDay) && (other.now.until ?? maxDay) >= now.since,
  );
  return clash ? [overlapProblem(line)] : [];
}

const maxDay = '9999-12-31';

function draftOf({ apartments, ...person }: ExistingPerson): PersonDraft {
  const previous = <T>(now: T): ImportDraft<T> => ({ now, fresh: false, changed: false, line: 0, statedOn: new Map() });
  return { ...previous(person), homes: Map.groupBy(apartments.map(previous), ({ now }) => now.apartmentId) };
}

function addToIndex(index: Map<string, Set<PersonDraft>>, key: string, person: PersonDraft): void {
  const set = index.get(key) ?? new Set();
  index.set(key, set.add(person));
}

function namePhoneKey(name: string, phone: string): string {
  return `${nameKey(name)} ${phoneKey(phone)}`;
}

function ambiguousPerson({ line, email }: ResolvedRow): FileProblem {
  const column = email === undefined ? 'name' : 'email';
  const message = `Several residents match. ${email === undefined ? 'Add an e-mail address' : 'Use the exact name of one of them'}.`;
  return { line, column, code: 'ambiguous_person', message };
}

function contradiction(line: number, column: string, other: number): FileProblem {
  const message = `Line ${other} contradicts this line about the same person. One e-mail address belongs to one person.`;
  return { line, column, code: 'contradiction', message, otherLine: other };
}

function overlapProblem(line: number, number?: string): FileProblem {
  const where = number === undefined ? 'the apartment' : `apartment ${number}`;
  const message = `This person has ${where} on some of these days already. Change that residency, or choose other days.`;
  return { line, column: 'since', code: 'residency_overlaps', message };
}
