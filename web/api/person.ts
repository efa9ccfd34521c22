// The person who is signed in: her name, role and organization.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type ConsoleBody, consoleApi, unwrap } from './client.ts';

export type SignedInPerson = ConsoleBody<'/me'>['data'];
export type PersonRole = SignedInPerson['role'];

export const personQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await unwrap(consoleApi.GET('/me'))).data,
  staleTime: 5 * 60_000,
});

/** Who is signed in. Only below the shell, which has her already. */
export function usePerson(): SignedInPerson {
  return useSuspenseQuery(personQuery).data;
}

/** What a role's screens offer. It only hides; the API decides. */
const rolesByTask = {
  manage: ['owner', 'manager'],
  invoice: ['owner', 'manager', 'accountant'],
  money: ['owner', 'accountant'],
  own: ['owner'],
} as const satisfies Record<string, readonly PersonRole[]>;

/** Whether the person is offered something: to manage houses, to invoice, to handle money, what is the owner's alone. */
export function useIsAllowed(task: keyof typeof rolesByTask): boolean {
  return (rolesByTask[task] as readonly PersonRole[]).includes(usePerson().role);
}
