// Apartments: the parts of a building that get invoices. A number is unique in its building, ignoring spaces and case.
import { isDeepStrictEqual } from 'node:util';
import { logSecurityEvent } from '../identity/security-log.ts';
import { reserveNumbers } from '../platform/db/counters.ts';
import type { Scope } from '../platform/db/scope.ts';
import { Conflict, NotFound, orNotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { normaliseUnicode } from '../platform/values/text.ts';
import { requireFewPositions, requireNothingUnpaid } from './buildings.ts';
import type { Apartment, ApartmentMeasures } from './model.ts';
import { makeReference } from './payment-reference.ts';
import * as queries from './property-queries.ts';

type WrittenApartment = { readonly number?: string } & Partial<ApartmentMeasures>;

const noMeasures: ApartmentMeasures = { floor: null, area: null, heatedArea: null, shares: null, residentCount: null };

/**
 * Creates an apartment with its own reference number. Throws NotFound (the building), Conflict (the number), Invalid
 * (too many positions).
 */
export async function createApartment(
  scope: Scope,
  buildingId: string,
  written: WrittenApartment & { number: string },
): Promise<Apartment> {
  if (!(await queries.shareLockBuilding(scope, buildingId))) throw new NotFound();
  const apartment = await addApartment(scope, buildingId, written);
  const { billing } = orNotFound(await queries.findBuilding(scope, buildingId));
  await requireFewPositions(scope, buildingId, billing.charges, ['number']);
  return apartment;
}

/** The same for a caller that has locked the building and counted the positions. Throws Conflict (the number). */
export async function addApartment(
  scope: Scope,
  buildingId: string,
  written: WrittenApartment & { number: string },
): Promise<Apartment> {
  const apartment: Apartment = {
    ...noMeasures,
    ...measuresOf(written),
    id: newId(),
    buildingId,
    number: written.number.trim(),
    referenceNumber: makeReference(await reserveNumbers(scope, 'reference')),
    createdAt: scope.now,
    updatedAt: scope.now,
  };
  if (!(await queries.insertApartment(scope, apartment, numberKey(apartment.number))))
    throw numberTakenConflict(apartment.number);
  return apartment;
}

/** Changes only the given fields. Throws NotFound, Conflict (the number). */
export async function updateApartment(
  scope: Scope,
  buildingId: string,
  id: string,
  written: WrittenApartment,
): Promise<Apartment> {
  const before = orNotFound(await queries.lockApartment(scope, buildingId, id));
  const number = written.number?.trim() ?? before.number;
  const changed = { ...applyChanges(before, written), number };
  if (isDeepStrictEqual(changed, before)) return before;
  const apartment = { ...changed, updatedAt: scope.now };
  if (await queries.isNumberInUse(scope, buildingId, numberKey(number), id)) throw numberTakenConflict(number);
  await queries.updateApartment(scope, apartment, numberKey(number));
  if (number !== before.number) await queries.touchResidents(scope, { apartmentId: id });
  return apartment;
}

/**
 * Archives an apartment: removed from all responses, its number available again; invoices stay. Throws NotFound,
 * Conflict (unpaid invoices).
 */
export async function archiveApartment(scope: Scope, buildingId: string, id: string): Promise<void> {
  // Waits for a running invoice generation.
  if (!(await queries.shareLockBuilding(scope, buildingId))) throw new NotFound();
  if ((await queries.lockApartment(scope, buildingId, id)) === undefined) throw new NotFound();
  await requireNothingUnpaid(scope, 'apartment', { apartmentId: id });
  await queries.archiveApartment(scope, id);
  await queries.touchResidents(scope, { apartmentId: id });
  await logSecurityEvent(scope, 'apartment_deleted', { apartmentId: id });
}

/** Returns one apartment of a building. Throws NotFound, also if it belongs to another building. */
export async function getApartment(
  scope: Scope,
  buildingId: string,
  id: string,
  time?: queries.ResidencyTime,
): Promise<Apartment> {
  return orNotFound(await queries.findApartment(scope, buildingId, id, time));
}

/** Names every field, so that the compiler reports one that a command forgets. */
function applyChanges(before: Apartment, written: WrittenApartment): Apartment {
  const { id, buildingId, number, referenceNumber, createdAt, updatedAt } = before;
  const measures = { ...noMeasures, ...measuresOf(before), ...measuresOf(written) };
  return { id, buildingId, number, referenceNumber, createdAt, updatedAt, ...measures };
}

/** Picks only the known fields: the input may contain an id, a reference or anything. */
function measuresOf(written: WrittenApartment): Partial<ApartmentMeasures> {
  const names = Object.keys(noMeasures) as (keyof ApartmentMeasures)[];
  return Object.fromEntries(names.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]])));
}

/** Normalises a number for comparison. By way of capitals, so that ß and SS are equal (full case folding). */
export function numberKey(number: string): string {
  const fold = (text: string) =>
    normaliseUnicode(normaliseUnicode(text, 'NFKC').toUpperCase().toLowerCase(), 'NFKC').replace(/\s+/g, ' ').trim();
  return fold(fold(number)); // Folding can produce characters that must be folded again: a space, a capital with a dot.
}

function numberTakenConflict(number: string): Conflict {
  return new Conflict('already_exists', `The building has an apartment ${number} already.`);
}
