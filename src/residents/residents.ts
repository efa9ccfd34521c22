// Residents: the people who live in or own apartments, with or without an account, and from when to when.

import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail } from '../identity/sessions.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, type Problem } from '../platform/errors.ts';
import type { Day } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { mailAddressProblem } from '../platform/values/mail-address.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import * as queries from './resident-queries.ts';

export type PersonInput = {
  readonly name?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly language?: Language;
  /** Null takes the account from the resident, who so reaches nothing any more. */
  readonly userId?: null;
};

export type ResidencyInput = {
  readonly apartmentId: string;
  readonly role?: queries.ResidencyRole;
  readonly since: Day;
  readonly until?: Day | null;
  /** Whether invoices of the apartment go to this person too; they do unless this says otherwise. */
  readonly receivesInvoice?: boolean;
};

/** One resident, who has this residency where one is named. Throws NotFound. */
export async function getResident(scope: Scope, id: string, residencyId?: string): Promise<queries.Resident> {
  const resident = await queries.findResident(scope, id);
  if (resident === undefined) throw new NotFound();
  if (residencyId !== undefined) residencyOf(resident, residencyId);
  return resident;
}

/** Residents by where they live, when, and what they are called. Throws NotFound (a building or apartment that is not there). */
export async function listResidents(
  scope: Scope,
  filter: queries.ResidentFilter,
  page: Parameters<typeof queries.listResidents>[2],
): ReturnType<typeof queries.listResidents> {
  if (!(await queries.locationExists(scope, filter))) throw new NotFound();
  return queries.listResidents(
    scope,
    { ...filter, search: filter.search && normaliseUnicode(filter.search, 'NFC') },
    page,
  );
}

/** Writes a resident down, in as many apartments as are given. Throws Invalid, NotFound (an apartment), Conflict (the same days twice). */
export async function createResident(
  scope: Scope,
  written: PersonInput & { readonly name: string; readonly apartments?: readonly ResidencyInput[] },
): Promise<queries.Resident> {
  const problems = personProblems(written);
  const wanted = written.apartments ?? [];
  for (const [index, one] of wanted.entries()) problems.push(...dayProblems(one, ['apartments', index]));
  if (problems.length > 0) throw new Invalid(problems);
  const blank = { id: newId(), name: '', email: null, phone: null, language: 'et', userId: null } as const;
  await queries.insertResidents(scope, [{ ...blank, ...normalisePerson({ ...blank, ...written }) }]);
  for (const residencyInput of wanted) await addResidency(scope, blank.id, residencyInput);
  return getResident(scope, blank.id);
}

/** Changes what is given and leaves the rest; null takes an address or a telephone away. Throws NotFound, Invalid. */
export async function updateResident(scope: Scope, id: string, written: PersonInput): Promise<queries.Resident> {
  const before = await lockResident(scope, id);
  const problems = personProblems(written);
  if (problems.length > 0) throw new Invalid(problems);
  const userId = written.userId === null ? null : before.userId;
  await queries.updateResident(scope, { id, userId, ...normalisePerson({ ...before, ...written }) });
  return getResident(scope, id);
}

/** Takes a resident out of the books, who must have moved out of everywhere. Throws NotFound, Conflict. */
export async function deleteResident(scope: Scope, id: string): Promise<void> {
  await lockResident(scope, id);
  const home = await queries.findCurrentApartment(scope, id);
  if (home !== undefined)
    throw new Conflict('resident_in_use', `The resident still has apartment ${home}. Give her last day there first.`);
  await queries.deleteResident(scope, id);
  await logSecurityEvent(scope, 'resident_deleted', { residentId: id });
}

/** Somebody moves in, or becomes an owner, on a day. Throws NotFound, Invalid, Conflict (she has the apartment on these days already). */
export async function moveIn(scope: Scope, id: string, written: ResidencyInput): Promise<queries.Resident> {
  await lockResident(scope, id);
  const problems = dayProblems(written, []);
  if (problems.length > 0) throw new Invalid(problems);
  await addResidency(scope, id, written);
  await queries.touchResident(scope, id);
  return getResident(scope, id);
}

/** Changes a residency; with `until` she moves out on that day. Throws NotFound, Invalid, Conflict. */
export async function changeResidency(
  scope: Scope,
  id: string,
  residencyId: string,
  written: Partial<Omit<ResidencyInput, 'apartmentId'>>,
): Promise<queries.Resident> {
  const before = residencyOf(await lockResident(scope, id), residencyId);
  const given = Object.fromEntries(
    (['role', 'since', 'until', 'receivesInvoice'] as const).flatMap((name) =>
      written[name] === undefined ? [] : [[name, written[name]]],
    ),
  );
  const after = { ...before, ...given };
  const problems = dayProblems(after, []);
  if (problems.length > 0) throw new Invalid(problems);
  await queries.updateResidency(scope, after);
  await queries.touchResident(scope, id);
  return getResident(scope, id);
}

/** Takes back a residency that was written by mistake. Throws NotFound. */
export async function removeResidency(scope: Scope, id: string, residencyId: string): Promise<void> {
  residencyOf(await lockResident(scope, id), residencyId);
  await queries.deleteResidency(scope, residencyId);
  await queries.touchResident(scope, id);
}

/** What is wrong with a person's address. */
export function personProblems({ email }: Pick<PersonInput, 'email'>): Problem[] {
  if (email === undefined || email === null) return [];
  const why = mailAddressProblem(email.trim());
  return why === undefined ? [] : [bodyProblem(['email'], 'invalid_email', why)];
}

async function lockResident(scope: Scope, id: string): Promise<queries.Resident> {
  const resident = await queries.lockResident(scope, id);
  if (resident === undefined) throw new NotFound();
  return resident;
}

function residencyOf(resident: queries.Resident, id: string): queries.Residency {
  const residency = resident.apartments.find((apartment) => apartment.id === id);
  if (residency === undefined) throw new NotFound();
  return residency;
}

async function addResidency(scope: Scope, residentId: string, written: ResidencyInput): Promise<void> {
  if ((await queries.shareLockApartment(scope, written.apartmentId)) === undefined) throw new NotFound();
  const { apartmentId, role = 'owner', since, until = null, receivesInvoice = true } = written;
  await queries.insertResidencies(scope, [
    { id: newId(), residentId, apartmentId, role, since, until, receivesInvoice },
  ]);
}

function dayProblems({ since, until }: Pick<ResidencyInput, 'since' | 'until'>, path: readonly (string | number)[]) {
  if (until === undefined || until === null || until >= since) return [];
  return [bodyProblem([...path, 'until'], 'out_of_range', 'until must not be before since.')];
}

function normalisePerson({ name, email, phone, language }: Required<Omit<PersonInput, 'userId'>>) {
  const address = email?.trim() || null;
  return {
    name: normaliseUnicode(name.trim(), 'NFC'),
    email: address,
    emailKey: address === null ? null : normaliseEmail(address),
    phone: phone?.trim() || null,
    language,
  };
}
