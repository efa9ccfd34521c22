// Who a row of a file is, and what it changes: rows are laid over the residents that are there, each thing said once or the same again, so that the same
// file a second time changes nothing.
import { normalEmail } from '../identity/sessions.ts';
import type { Day } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { normalForm } from '../platform/values/text.ts';
import type { WrittenRow } from './import-columns.ts';
import type { Flaw } from './csv.ts';
import type { Resident, WrittenResidency } from './resident-queries.ts';

/** A row whose apartment is found: what is spoken and what day it is there. */
export type PlacedRow = WrittenRow & {
  readonly spot: {
    readonly apartmentId: string;
    readonly number: string;
    readonly language: Language;
    readonly today: Day;
  };
};

type Person = Pick<Resident, 'id' | 'name' | 'email' | 'phone' | 'language' | 'userId'>;

/** Something as the rows so far have made it: new or not, changed or not, and which line said what of it. */
export type Draft<T> = {
  now: T;
  readonly fresh: boolean;
  changed: boolean;
  line: number;
  readonly said: Map<keyof T, number>;
};
/** `homes` are her residencies, by apartment. */
export type PersonDraft = Draft<Person> & { readonly homes: Map<string, Draft<WrittenResidency>[]> };

/** A resident as far as matching needs her. */
export type KnownPerson = Person & { readonly apartments: readonly WrittenResidency[] };

export type Outcome = 'created' | 'changed' | 'unchanged';
type Row = { readonly outcome: Outcome; readonly person: PersonDraft };

/** What the rows come to: everybody known or new, and what came of each row, by its line. */
export type Matched = {
  readonly people: readonly PersonDraft[];
  readonly rows: ReadonlyMap<number, Row>;
  readonly problems: readonly Flaw[];
};

/**
 * Lays rows over the residents that are known: all with an address or telephone of the file, or a home in one of its apartments, the oldest first. Rows
 * with an address come first, then those with a telephone, then the rest, so that the surest decide. What a row cannot mean is a problem.
 */
export function matchRows(rows: readonly PlacedRow[], known: readonly KnownPerson[]): Matched {
  const register = makeRegister(rows, known);
  const results = new Map<number, Row>();
  const problems: Flaw[] = [];
  const sureness = ({ email, phone }: WrittenRow) => (email !== undefined ? 0 : phone !== undefined ? 1 : 2);
  for (const row of rows.toSorted((a, b) => sureness(a) - sureness(b) || a.line - b.line)) {
    const found = register.find(row);
    if (found.length > 1) {
      problems.push(ambiguous(row));
      continue;
    }
    const person = found[0] ?? register.add(row);
    const step: Step = { line: row.line, outcome: found[0] === undefined ? 'created' : 'unchanged', problems };
    const called = nameKey(person.now.name);
    sayPerson(person, row, step);
    sayHome(person, row, step);
    const renamed = nameKey(person.now.name) !== called;
    register.file(person, renamed ? person.homes.keys() : [row.spot.apartmentId]);
    results.set(row.line, { outcome: step.outcome, person });
  }
  return { people: register.people, rows: results, problems: [...problems, ...register.people.flatMap(wrongDays)] };
}

/** What makes two telephone numbers the same: the digits, with or without the plus or zeros of an international one. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^00/, '');
}

function nameKey(name: string): string {
  return normalForm(name, 'NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Finds people by what rows say of them. Whoever another row names by address, or by name and telephone, is nobody else. */
function makeRegister(rows: readonly PlacedRow[], known: readonly KnownPerson[]) {
  const addresses = new Set(rows.flatMap(({ email }) => (email === undefined ? [] : [normalEmail(email)])));
  const callers = new Set(rows.flatMap(({ name, phone }) => (phone === undefined ? [] : [callerKey(name, phone)])));
  const people = known.map(draftOf);
  const index = new Map<string, Set<PersonDraft>>();
  const file = (person: PersonDraft, apartmentIds: Iterable<string>) => {
    for (const key of keysOf(person, apartmentIds)) put(index, key, person);
  };
  for (const person of people) file(person, person.homes.keys());

  /** Who is filed under a key and has it still: for rows of this apartment. */
  const under = (key: string, apartmentId: string): readonly PersonDraft[] =>
    [...(index.get(key) ?? [])].filter((person) => keysOf(person, homeIn(person, apartmentId)).includes(key));
  const crowded = (key: string) => (index.get(key)?.size ?? 0) > mostAlike;
  const find = (row: PlacedRow): readonly PersonDraft[] => {
    const { name, email, phone, spot } = row;
    const athome = (list: readonly PersonDraft[]) => list.filter((person) => person.homes.has(spot.apartmentId));
    const alike = (list: readonly PersonDraft[]) => list.filter(({ now }) => nameKey(now.name) === nameKey(name));
    const mail = `mail ${normalEmail(email ?? '')}`;
    if (crowded(mail)) return people; // Whoever she is of them.
    const written = email === undefined ? [] : under(mail, spot.apartmentId);
    if (written.length > 0) return one(written, alike, athome);
    const call = `call ${callerKey(name, phone ?? '')}`;
    const home = `home ${spot.apartmentId} ${nameKey(name)}`;
    if (crowded(call) || crowded(home)) return people;
    const free = (list: readonly PersonDraft[]) =>
      email === undefined
        ? list
        : list.filter(({ now }) => now.email === null || !addresses.has(normalEmail(now.email)));
    const reached = phone === undefined ? [] : free(under(call, spot.apartmentId));
    if (reached.length > 0) return one(reached, athome);
    const here = free(under(home, spot.apartmentId));
    if (phone === undefined) return here;
    return here.filter(({ now }) => now.phone === null || !callers.has(callerKey(now.name, now.phone)));
  };
  const add = (row: PlacedRow): PersonDraft => {
    const { name, spot } = row;
    const now = { id: newId(), name, email: null, phone: null, language: spot.language, userId: null };
    const person = { now, fresh: true, changed: false, line: row.line, said: new Map(), homes: new Map() };
    people.push(person);
    return person;
  };
  return { people, find, add, file };
}

/** More people or residencies that are alike than this are not compared: no file of a real house has them, and it would take for ever. */
const mostAlike = 100;

/** What a person is filed under: the address, name and telephone, and the name in each of these apartments. */
function keysOf({ now }: PersonDraft, apartmentIds: Iterable<string>): string[] {
  return [
    ...(now.email === null ? [] : [`mail ${normalEmail(now.email)}`]),
    ...(now.phone === null ? [] : [`call ${callerKey(now.name, now.phone)}`]),
    ...Array.from(apartmentIds, (apartmentId) => `home ${apartmentId} ${nameKey(now.name)}`),
  ];
}

function homeIn({ homes }: PersonDraft, apartmentId: string): readonly string[] {
  return homes.has(apartmentId) ? [apartmentId] : [];
}

/** Narrows a list until one is left; a rule that would leave nobody is passed over. */
function one(
  list: readonly PersonDraft[],
  ...rules: readonly ((list: readonly PersonDraft[]) => readonly PersonDraft[])[]
): readonly PersonDraft[] {
  return rules.reduce((left, rule) => {
    const narrowed = left.length > 1 ? rule(left) : left;
    return narrowed.length > 0 ? narrowed : left;
  }, list);
}

type Step = { readonly line: number; outcome: Outcome; readonly problems: Flaw[] };

function sayPerson(person: PersonDraft, { name, email, phone, language }: PlacedRow, step: Step): void {
  say(person, 'name', name, step, nameKey, (text) => text);
  say(person, 'email', email, step, (text) => text && normalEmail(text));
  say(person, 'phone', phone, step, (text) => text && phoneKey(text));
  say(person, 'language', language, step);
}

/** The row's apartment: the residency that shares days with the row, or a new one. */
function sayHome(person: PersonDraft, row: PlacedRow, step: Step): void {
  const { role, since, until, receivesInvoice, spot } = row;
  const homes = person.homes.get(spot.apartmentId) ?? [];
  const shared = sharedWith(homes, row);
  if (shared.length > 1 || homes.length > mostAlike) {
    step.problems.push(overlapping(step.line, spot.number));
    return;
  }
  const home = shared[0] ?? newHome(row);
  if (shared[0] === undefined) {
    person.homes.set(spot.apartmentId, [...homes, home]);
    step.outcome = 'created';
  }
  say(home, 'role', role, step);
  say(home, 'since', since, step);
  say(home, 'until', until, step);
  say(home, 'receivesInvoice', receivesInvoice, step);
}

function newHome({ spot, since, line }: PlacedRow): Draft<WrittenResidency> {
  const days = { since: since ?? spot.today, until: null };
  const now = { id: newId(), apartmentId: spot.apartmentId, role: 'owner', ...days, receivesInvoice: true } as const;
  return { now, fresh: true, changed: false, line, said: new Map() };
}

/** The residencies that a row can mean. One that begins on the row's very day is it; without a first day it is the one of today, or of the last day. */
function sharedWith(homes: readonly Draft<WrittenResidency>[], { since, until, spot }: PlacedRow) {
  const same = homes.filter(({ now }) => now.since === since);
  if (same.length > 0) return same;
  const from = since ?? (until !== undefined && until < spot.today ? until : spot.today);
  const shared = homes
    .filter(({ now }) => now.since <= (until ?? forever) && (now.until ?? forever) >= from)
    .sort((a, b) => (a.now.since < b.now.since ? -1 : 1));
  return since === undefined ? shared.slice(0, 1) : shared;
}

/** Writes down what a line says. A later line may only say the same; `keyOf` tells what is the same, `spelt` what is worth correcting. */
function say<T, K extends keyof T & string>(
  draft: Draft<T>,
  field: K,
  value: T[K] | undefined,
  step: Step,
  keyOf: (value: T[K]) => unknown = (same) => same,
  spelt: (value: T[K]) => unknown = keyOf,
): void {
  if (value === undefined) return;
  const before = draft.said.get(field);
  if (before !== undefined) {
    if (keyOf(draft.now[field]) !== keyOf(value)) step.problems.push(contradiction(step.line, field, before));
    return;
  }
  draft.said.set(field, step.line);
  draft.line = step.line;
  if (spelt(draft.now[field]) === spelt(value)) return;
  draft.now = { ...draft.now, [field]: value };
  draft.changed = true;
  if (step.outcome === 'unchanged') step.outcome = 'changed';
}

/** What cannot be of a person's days in an apartment, once all rows have spoken. */
function wrongDays({ homes }: PersonDraft): Flaw[] {
  return [...homes.values()].flatMap((all) =>
    all.flatMap((home) => (home.fresh || home.changed ? wrongDay(home, all) : [])),
  );
}

function wrongDay({ now, line }: Draft<WrittenResidency>, all: readonly Draft<WrittenResidency>[]): Flaw[] {
  if (now.until !== null && now.until < now.since) {
    const message = `The last day is before the first, ${now.since}.`;
    return [{ line, column: 'until', code: 'out_of_range', message }];
  }
  const clash = all.some(
    (other) =>
      other.now.id !== now.id && other.now.since <= (now.until ?? forever) && (other.now.until ?? forever) >= now.since,
  );
  return clash ? [overlapping(line)] : [];
}

const forever = '9999-12-31';

function draftOf({ apartments, ...person }: KnownPerson): PersonDraft {
  const old = <T>(now: T): Draft<T> => ({ now, fresh: false, changed: false, line: 0, said: new Map() });
  return { ...old(person), homes: Map.groupBy(apartments.map(old), ({ now }) => now.apartmentId) };
}

function put(index: Map<string, Set<PersonDraft>>, key: string, person: PersonDraft): void {
  const set = index.get(key) ?? new Set();
  index.set(key, set.add(person));
}

function callerKey(name: string, phone: string): string {
  return `${nameKey(name)} ${phoneKey(phone)}`;
}

function ambiguous({ line, email }: PlacedRow): Flaw {
  const column = email === undefined ? 'name' : 'email';
  const message = `Several residents can be meant. Write ${email === undefined ? 'her e-mail address' : 'the name as it stands with one of them'}.`;
  return { line, column, code: 'ambiguous_person', message };
}

function contradiction(line: number, column: string, other: number): Flaw {
  const message = `Line ${other} says otherwise of the same person. An e-mail address stands for one person.`;
  return { line, column, code: 'contradiction', message };
}

function overlapping(line: number, number?: string): Flaw {
  const where = number === undefined ? 'the apartment' : `apartment ${number}`;
  const message = `This person has ${where} on some of these days already. Change that residency, or choose other days.`;
  return { line, column: 'since', code: 'residency_overlaps', message };
}
