// The person who is signed in: her name, role and organization.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type DoorGot, door, take } from './client.ts';

export type Person = DoorGot<'/me'>['data'];
export type Role = Person['role'];

export const personQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await take(door.GET('/me'))).data,
  staleTime: 5 * 60_000,
});

/** Who is signed in. Only below the shell, which has her already. */
export function usePerson(): Person {
  return useSuspenseQuery(personQuery).data;
}

/** What a role's screens offer. It only hides; the API decides. */
const offered = {
  manage: ['owner', 'manager'],
  invoice: ['owner', 'manager', 'accountant'],
  money: ['owner', 'accountant'],
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

/** Whether the person is offered something: to manage houses, to invoice, to handle money, what is the owner's alone. */
export function useMay(what: keyof typeof offered): boolean {
  return (offered[what] as readonly Role[]).includes(usePerson().role);
}
