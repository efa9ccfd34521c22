// The navigation by role. It only hides: the API decides.
import type { PersonRole } from '../api/person.ts';
import type { IconName } from '../parts/icons.tsx';
import type { Words } from '../words/words.ts';

type NavItem = {
  readonly to: string;
  readonly word: keyof Words['common']['nav'];
  readonly icon: IconName;
  readonly roles: readonly PersonRole[];
  /** Other parts of the console that are reached from there. */
  readonly also?: readonly string[];
};

const allRoles: readonly PersonRole[] = ['owner', 'manager', 'accountant', 'resident'];

const staff: readonly PersonRole[] = ['owner', 'manager', 'accountant'];

const managers: readonly PersonRole[] = ['owner', 'manager'];
const owners: readonly PersonRole[] = ['owner'];
const residents: readonly PersonRole[] = ['resident'];

const navItems: readonly NavItem[] = [
  { to: '/', word: 'home', icon: 'home', roles: allRoles, also: ['/own/meters'] },
  { to: '/buildings', word: 'buildings', icon: 'building', roles: staff },
  { to: '/invoices', word: 'invoices', icon: 'invoice', roles: staff },
  { to: '/readings', word: 'readings', icon: 'meter', roles: staff, also: ['/meters'] },
  { to: '/payments', word: 'payments', icon: 'payment', roles: staff },
  { to: '/receivables', word: 'receivables', icon: 'book', roles: staff },
  { to: '/residents', word: 'residents', icon: 'people', roles: staff },
  { to: '/requests', word: 'requests', icon: 'wrench', roles: managers },
  { to: '/own/account', word: 'myAccount', icon: 'book', roles: residents, also: ['/invoices'] },
  { to: '/own/requests', word: 'myRequests', icon: 'wrench', roles: residents },
  { to: '/settings', word: 'settings', icon: 'settings', roles: owners, also: ['/webhooks'] },
];

/** The links of a role, in their order. */
export function navItemsOf(role: PersonRole): readonly NavItem[] {
  return navItems.filter(({ roles }) => roles.includes(role));
}

/** The link of a role whose part of the console a path is in; undefined: none, as of the person's own account. */
export function currentNavItem(role: PersonRole, path: string): NavItem | undefined {
  const isIn = (part: string) => path === part || (part !== '/' && path.startsWith(`${part}/`));
  return navItemsOf(role).find(({ to, also = [] }) => [to, ...also].some(isIn));
}
