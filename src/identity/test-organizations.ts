// Test organizations: an owner makes one to try the service in. It has invented data and a clock that can be moved
// ahead, and it can be reset and deleted. It belongs to the organization in which it was made: that one's owners see
// and enter it, and who is no longer one of them leaves it.
import { testMailDomain } from '../mail/test-mailbox.ts';
import { addDueWork } from '../platform/db/due-work.ts';
import {
  type AppContext,
  type Caller,
  inOtherTenant,
  inTenant,
  type Scope,
  serviceCaller,
} from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { joinOrganization } from './operator-accounts.ts';
import * as queries from './organization-queries.ts';
import { isOwnerOf } from './organizations.ts';
import { logSecurityEvent } from './security-log.ts';

const maxTestOrganizations = 3;
/** How far ahead of real time a clock may be. */
const maxAheadDays = 3653;
const dayMs = 24 * 3_600_000;

/** What is shown of a test organization. */
type TestOrganization = {
  readonly id: string;
  readonly name: string;
  /** The time of its clock. */
  readonly now: Date;
  readonly clockAheadSeconds: number;
  /** The domain of its invented people's addresses. */
  readonly mailDomain: string;
};

/** Writes the invented data of an organization. */
type FillOrganization = (scope: Scope) => Promise<void>;

/**
 * Makes a test organization of the caller's organization, owned by the caller, and fills it in the same transaction.
 * Throws NotFound for an API key, and Conflict (too_many_test_organizations, made_in_test_organization).
 */
export async function createTestOrganization(
  app: AppContext,
  caller: Caller,
  baseName: string,
  fill: FillOrganization,
): Promise<{ id: string; name: string }> {
  if (caller.kind !== 'user') throw new NotFound();
  const { userId, tenantId: madeIn } = caller;
  return inTenant(app, serviceCaller(newId()), async (scope) => {
    const name = await inOtherTenant(scope, madeIn, (real) => reserveName(real, baseName));
    await queries.insertTenant(scope, name, madeIn);
    await fill({ ...scope, isTest: true });
    await joinOrganization(scope, { known: true, userId }, 'owner'); // At the end, as it locks the person's account.
    if (!(await isOwnerOf(scope, madeIn, userId))) throw new Forbidden(); // No longer an owner.
    return { id: scope.caller.tenantId, name };
  });
}

/**
 * Returns a free name for another test organization, and lets no other be made until the transaction ends. Throws
 * Conflict.
 */
async function reserveName(real: Scope, baseName: string): Promise<string> {
  if (real.isTest)
    throw new Conflict('made_in_test_organization', 'Test organizations are made in a real organization.');
  await queries.lockMadeTestOrganizations(real);
  const names = (await queries.listMadeTestOrganizations(real)).map(({ name }) => name);
  if (names.length >= maxTestOrganizations) {
    const message = `An organization may have ${maxTestOrganizations} test organizations. Delete one first.`;
    throw new Conflict('too_many_test_organizations', message);
  }
  return freeName(baseName, names);
}

/** Returns the test organizations that were made in the caller's organization. */
export async function listTestOrganizations(scope: Scope): Promise<queries.CreatedTestOrganization[]> {
  return queries.listMadeTestOrganizations(scope);
}

/** Returns the state of the caller's test organization. Throws Conflict (not_a_test_organization). */
export async function getTestOrganization(scope: Scope): Promise<TestOrganization> {
  requireTestOrganization(scope);
  const { id, name } = requireExisting(await queries.findOrganization(scope));
  const clockAheadSeconds = Math.round((scope.now.getTime() - scope.realNow.getTime()) / 1000);
  return { id, name, now: scope.now, clockAheadSeconds, mailDomain: testMailDomain(id) };
}

/** Where a clock is moved to: a day, at the time of day that the clock has, or a time. */
type ClockTarget = { readonly day?: string; readonly time?: string };

/**
 * Moves the clock of the caller's test organization ahead; its scheduled tasks then run at once. Throws Conflict
 * (not_a_test_organization, clock_backwards), Invalid.
 */
export async function moveClock(scope: Scope, target: ClockTarget): Promise<TestOrganization> {
  requireTestOrganization(scope);
  const to = readTarget(scope, target);
  const aheadMs = to.getTime() - scope.realNow.getTime();
  if (aheadMs > maxAheadDays * dayMs) {
    const message = 'The clock may be at most ten years ahead of real time.';
    throw new Invalid([bodyProblem([target.day === undefined ? 'time' : 'day'], 'out_of_range', message)]);
  }
  if (!(await queries.moveTenantClock(scope, aheadMs)))
    throw new Conflict(
      'clock_backwards',
      `The clock only moves forwards. It is ${scope.now.toISOString()} there; a reset returns it to real time.`,
    );
  return getTestOrganization({ ...scope, now: to });
}

/**
 * Empties the caller's test organization and fills it again, at real time. Its members who are no residents, API keys,
 * webhook endpoints and security log stay. Throws Conflict (not_a_test_organization).
 */
export async function resetTestOrganization(scope: Scope, fill: FillOrganization): Promise<void> {
  const { name } = await closeTestOrganization(scope);
  await queries.emptyOrganization(scope);
  await addDueWork(scope, 'timed', scope.now);
  await logSecurityEvent(scope, 'organization_reset', { about: name, before: {}, after: {} });
  await fill({ ...scope, now: scope.realNow });
}

/** Deletes the caller's test organization with all its data. Throws Conflict (not_a_test_organization). */
export async function deleteTestOrganization(scope: Scope): Promise<void> {
  await closeTestOrganization(scope);
  await queries.removeOrganization(scope);
}

/** Locks everybody else out of the caller's test organization. Throws Conflict (not_a_test_organization). */
async function closeTestOrganization(scope: Scope): Promise<queries.Organization> {
  requireTestOrganization(scope);
  await queries.lockOutOthers(scope);
  return requireExisting(await queries.findOrganization(scope));
}

/** Throws Unauthenticated if the caller's organization was just deleted, with all sessions and keys. */
function requireExisting(organization: queries.Organization | undefined): queries.Organization {
  if (organization === undefined) throw new Unauthenticated('invalid_token');
  return organization;
}

/** Rejects what is possible in a test organization only. Throws Conflict (not_a_test_organization). */
export function requireTestOrganization({ isTest }: Pick<Scope, 'isTest'>): void {
  if (!isTest)
    throw new Conflict('not_a_test_organization', 'This is a real organization. Do this in a test organization.');
}

function readTarget({ now }: Scope, { day, time }: ClockTarget): Date {
  if ((day === undefined) === (time === undefined)) {
    const message = 'Name either day or time: where to move the clock to.';
    throw new Invalid([
      bodyProblem([day === undefined ? 'day' : 'time'], day === undefined ? 'required' : 'not_allowed', message),
    ]);
  }
  return new Date(time ?? `${day}${now.toISOString().slice(10)}`);
}

function freeName(base: string, taken: readonly string[]): string {
  const names = [base, ...taken.map((_, index) => `${base} (${index + 2})`)];
  return names.find((name) => !taken.includes(name)) ?? base;
}
