// Residents: the people who live in or own apartments, with or without an account, and their days.

import { isDeepStrictEqual } from 'node:util';
import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail } from '../identity/sessions.ts';
import { noteChanges } from '../platform/audit/note-changes.ts';
import { recordDeleted } from '../platform/db/deleted-objects.ts';
import { removeOwnFields } from '../platform/db/own-fields.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, type Problem } from '../platform/errors.ts';
import type { Day } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { mailAddressProblem } from '../platform/values/mail-address.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import { placesExist } from '../properties/property-queries.ts';
import { requireFewResidencies } from './residency-limit.ts';
import * as queries from './resident-queries.ts';

type PersonInput = {
  readonly name?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly language?: Language;
  /** Null removes the account from the resident, who then has no access. */
  readonly userId?: null;
};

export type ResidencyInput = {
  readonly apartmentId: string;
  readonly role?: queries.ResidencyRole;
  readonly since: Day;
  readonly until?: Day | null;
  /** Whether this person receives the apartment's invoices; default true. */
  readonly receivesInvoice?: boolean;
};

/** Returns one resident, who must have this residency if one is given. Throws NotFound. */
export async function getResident(scope: Scope, id: string, residencyId?: string): Promise<queries.Resident> {
  const resident = orNotFound(await queries.findResident(scope, id));
  if (residencyId !== undefined) residencyOf(resident, residencyId);
  return resident;
}

/** Returns residents by place, day and name. Throws NotFound (an unknown building or apartment). */
export async function listResidents(
  scope: Scope,
  filter: queries.ResidentFilter,
  page: Parameters<typeof queries.listResidents>[2],
): ReturnType<typeof queries.listResidents> {
  if (!(await placesExist(scope, filter))) throw new NotFound();
  return queries.listResidents(
    scope,
    { ...filter, search: filter.search && normaliseUnicode(filter.search, 'NFC') },
    page,
  );
}

/**
 * Creates a resident with any number of residencies. Throws Invalid, NotFound (an apartment), Conflict (overlapping
 * days).
 */
export async function createResident(
  scope: Scope,
  written: PersonInput & { readonly name: string; readonly apartments?: readonly ResidencyInput[] },
): Promise<queries.Resident> {
  const problems = personProblems(written);
  const residencies = written.apartments ?? [];
  for (const [index, residency] of residencies.entries())
    problems.push(...dayProblems(residency, ['apartments', index]));
  if (problems.length > 0) throw new Invalid(problems);
  const blank = { id: newId(), name: '', email: null, phone: null, language: 'et', userId: null } as const;
  await queries.insertResidents(scope, [{ ...blank, ...normalisePerson({ ...blank, ...written }) }]);
  for (const [index, residency] of residencies.entries())
    await addResidency(scope, blank.id, residency, ['apartments', index]);
  return getResident(scope, blank.id);
}

/** Changes only the given fields; null removes an address or a telephone. Throws NotFound, Invalid. */
export async function updateResident(scope: Scope, id: string, written: PersonInput): Promise<queries.Resident> {
  const before = await lockResident(scope, id);
  const problems = personProblems(written);
  if (problems.length > 0) throw new Invalid(problems);
  const userId = written.userId === null ? null : before.userId;
  const after = { userId, ...normalisePerson({ ...before, ...written }) };
  noteChanges(scope, before, after);
  if (isDeepStrictEqual({ ...before, ...after }, { ...before, emailKey: after.emailKey })) return before;
  await queries.updateResident(scope, { id, ...after });
  return getResident(scope, id);
}

/** Deletes a resident, who must have moved out everywhere. Throws NotFound, Conflict. */
export async function deleteResident(scope: Scope, id: string): Promise<void> {
  await lockResident(scope, id);
  const home = await queries.findCurrentApartment(scope, id);
  if (home !== undefined)
    throw new Conflict(
      'resident_in_use',
      `The resident still has apartment ${home}. Enter the resident’s move-out date first.`,
    );
  await Promise.all([queries.deleteResident(scope, id), removeOwnFields(scope, 'resident', [id])]);
  await recordDeleted(scope, 'resident', [id]);
  await logSecurityEvent(scope, 'resident_deleted', { residentId: id });
}

/**
 * Adds a residency (a move-in or an ownership) from a day on. Throws NotFound, Invalid, Conflict (they already have the
 * apartment on these days).
 */
export async function moveIn(scope: Scope, id: string, written: ResidencyInput): Promise<queries.Resident> {
  await lockResident(scope, id);
  const problems = dayProblems(written, []);
  if (problems.length > 0) throw new Invalid(problems);
  await addResidency(scope, id, written);
  await queries.touchResident(scope, id);
  return getResident(scope, id);
}

/** Changes a residency; with `until` the person moves out on that day. Throws NotFound, Invalid, Conflict. */
export async function changeResidency(
  scope: Scope,
  id: string,
  residencyId: string,
  written: Partial<Omit<ResidencyInput, 'apartmentId'>>,
): Promise<queries.Resident> {
  const before = residencyOf(await lockResident(scope, id), residencyId);
  const changes = Object.fromEntries(
    (['role', 'since', 'until', 'receivesInvoice'] as const).flatMap((name) =>
      written[name] === undefined ? [] : [[name, written[name]]],
    ),
  );
  const after = { ...before, ...changes };
  const problems = dayProblems(after, []);
  if (problems.length > 0) throw new Invalid(problems);
  await queries.updateResidency(scope, after);
  await queries.touchResident(scope, id);
  return getResident(scope, id);
}

/** Deletes a residency recorded by mistake. Throws NotFound. */
export async function removeResidency(scope: Scope, id: string, residencyId: string): Promise<void> {
  residencyOf(await lockResident(scope, id), residencyId);
  await queries.deleteResidency(scope, residencyId);
  await queries.touchResident(scope, id);
}

/** Validates a person's address. */
export function personProblems({ email }: Pick<PersonInput, 'email'>): Problem[] {
  if (email === undefined || email === null) return [];
  const why = mailAddressProblem(email.trim());
  return why === undefined ? [] : [bodyProblem(['email'], 'invalid_email', why)];
}

async function lockResident(scope: Scope, id: string): Promise<queries.Resident> {
  return orNotFound(await queries.lockResident(scope, id));
}

function residencyOf(resident: queries.Resident, id: string): queries.Residency {
  return orNotFound(resident.apartments.find((apartment) => apartment.id === id));
}

async function addResidency(
  scope: Scope,
  residentId: string,
  request: ResidencyInput,
  path: (string | number)[] = [],
): Promise<void> {
  if ((await queries.shareLockApartment(scope, request.apartmentId)) === undefined)
    throw new NotFound(...path, 'apartmentId');
  const { apartmentId, role = 'owner', since, until = null, receivesInvoice = true } = request;
  await requireFewResidencies(scope, [{ apartmentId }], ['apartments']);
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
