// Permissions: one table of what each role may do (open point P-25). Every route names one of these; queries decide
// which rows.
import { buildingLimit, type Caller, type CallerRole } from '../platform/db/scope.ts';

const allowedRoles = {
  'session:end': ['owner', 'manager', 'accountant', 'resident'],
  'buildings:read': ['owner', 'manager', 'accountant', 'resident'],
  'buildings:write': ['owner', 'manager'],
  'buildings:delete': ['owner'],
  'accounts:change': ['owner', 'manager'],
  'apartments:read': ['owner', 'manager', 'accountant', 'resident'],
  'apartments:write': ['owner', 'manager'],
  'invoices:read': ['owner', 'manager', 'accountant', 'resident'],
  'invoices:generate': ['owner', 'manager', 'accountant'],
  'invoices:change': ['owner', 'manager', 'accountant'],
  'invoices:send': ['owner', 'manager', 'accountant'],
  'payments:read': ['owner', 'manager', 'accountant', 'resident'],
  'payments:initiate': ['owner', 'manager', 'accountant', 'resident'],
  'payments:import': ['owner', 'accountant'],
  'payments:match': ['owner', 'accountant'],
  'books:read': ['owner', 'manager', 'accountant'],
  'people:read': ['owner', 'manager', 'accountant'],
  'people:write': ['owner', 'manager'],
  'maintenance:read': ['owner', 'manager', 'resident'],
  'maintenance:submit': ['owner', 'manager', 'resident'],
  'maintenance:manage': ['owner', 'manager'],
  'meters:read': ['owner', 'manager', 'accountant', 'resident'],
  'meters:write': ['owner', 'manager'],
  'readings:read': ['owner', 'manager', 'accountant', 'resident'],
  'readings:submit': ['owner', 'manager', 'resident'],
  'readings:confirm': ['owner', 'manager'],
  'overview:read': ['owner', 'manager', 'accountant'],
  'webhooks:manage': ['owner', 'manager'],
  'events:read': ['owner', 'manager'],
  'own:account': ['owner', 'manager', 'accountant', 'resident'],
  'organization:manage': ['owner'],
  'test-organization:use': ['owner'],
  'members:manage': ['owner'],
  'keys:manage': ['owner'],
  'banks:manage': ['owner'],
  'security-log:read': ['owner'],
  'request-log:read': ['owner'],
  'audit-log:read': ['owner'],
  'audit-log:set': ['owner'],
  'privacy:manage': ['owner'],
} as const satisfies Record<string, readonly CallerRole[]>;

export type Permission = keyof typeof allowedRoles;

/**
 * Permissions that need a person: an API key never acts as a user, so it has no session to end and no password to
 * confirm, and cannot admit people.
 */
const peopleOnly: ReadonlySet<Permission> = new Set([
  'session:end',
  'buildings:delete',
  'accounts:change',
  'own:account',
  'organization:manage',
  'members:manage',
  'keys:manage',
  'security-log:read',
  'request-log:read',
  'audit-log:read',
  'audit-log:set',
  'banks:manage',
  'privacy:manage',
]);

/**
 * Permissions of a key that is limited to buildings, if its role has them: what is about one building. Everything else
 * is about the whole organization: people may live in several buildings, bank statements and webhooks are not divided
 * by them. A new permission is not here, so such a key does not have it.
 */
const aboutBuildings: ReadonlySet<Permission> = new Set([
  'buildings:read',
  'buildings:write',
  'apartments:read',
  'apartments:write',
  'invoices:read',
  'invoices:generate',
  'invoices:change',
  'invoices:send',
  'payments:read',
  'payments:initiate',
  'books:read',
  'people:read',
  'maintenance:read',
  'maintenance:submit',
  'maintenance:manage',
  'meters:read',
  'meters:write',
  'readings:read',
  'readings:submit',
  'readings:confirm',
  'overview:read',
  'events:read',
]);

/** The message for a key of some buildings that asks for more. */
export const limitedToBuildings =
  'This API key is limited to buildings, and this concerns the whole organization. Use a key without that limit.';

/**
 * Reports whether a permission is about the person's own account and session: what a person may do before they have set
 * up a required second factor.
 */
export function isAboutOneself(permission: Permission): boolean {
  return permission === 'own:account' || permission === 'session:end';
}

export const permissions = Object.keys(allowedRoles) as Permission[];

/**
 * The reason of a denial other than the role: the user of an owner's API key would otherwise look for the fault in its
 * role.
 */
export function explainDenial(caller: Caller, permission: Permission): string | undefined {
  const forRole = (allowedRoles[permission] as readonly CallerRole[]).includes(caller.role);
  if (!forRole || isAllowed(caller, permission)) return undefined;
  return peopleOnly.has(permission)
    ? 'An API key cannot do this, whatever its role: it needs a person who is signed in.'
    : limitedToBuildings;
}

/** Reports whether a caller has a permission. Queries also limit residents to their own apartments. */
export function isAllowed(caller: Caller, permission: Permission): boolean {
  if (caller.kind === 'key' && peopleOnly.has(permission)) return false;
  if (buildingLimit(caller) !== null && !aboutBuildings.has(permission)) return false;
  return (allowedRoles[permission] as readonly CallerRole[]).includes(caller.role);
}
