// Who may what (contract P-24, P-25), written out once more by the roles' initials, so that a slip in the table of the code is noticed.
import type { Permission } from '../src/identity/permissions.ts';

export const agreed: Readonly<Record<Permission, string>> = {
  'session:end': 'omar',
  'buildings:read': 'omar',
  'buildings:write': 'om',
  'buildings:delete': 'o',
  'apartments:read': 'omar',
  'apartments:write': 'om',
  'invoices:read': 'omar',
  'invoices:generate': 'oma',
  'invoices:change': 'oma',
  'payments:read': 'omar',
  'payments:initiate': 'omar',
  'payments:import': 'oa',
  'payments:match': 'oa',
  'books:read': 'oma',
  'people:read': 'oma',
  'people:write': 'om',
  'maintenance:read': 'omr',
  'maintenance:submit': 'omr',
  'maintenance:manage': 'om',
  'meters:read': 'omar',
  'meters:write': 'om',
  'readings:read': 'omar',
  'readings:submit': 'omr',
  'readings:confirm': 'om',
  'overview:read': 'oma',
  'webhooks:manage': 'om',
  'own:account': 'omar',
  'organization:manage': 'o',
  'members:manage': 'o',
  'keys:manage': 'o',
  'banks:manage': 'o',
  'security-log:read': 'o',
};

/** What an API key never may, whatever its role. */
export const needsPerson: ReadonlySet<Permission> = new Set<Permission>([
  'session:end',
  'buildings:delete',
  'own:account',
  'organization:manage',
  'members:manage',
  'keys:manage',
  'security-log:read',
  'banks:manage',
]);
