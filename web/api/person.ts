// The signed-in person: their name, role and organization.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { setClockAhead } from '../parts/today.ts';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';
import type { ConsoleBody } from './bodies.ts';
import { consoleApi, unwrap } from './client.ts';

export type SignedInPerson = ConsoleBody<'/me'>['data'];
export type PersonRole = SignedInPerson['role'];

export const personQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const { data } = await unwrap(consoleApi.GET('/me'));
    setClockAhead(data.organization.clockAheadSeconds);
    return data;
  },
  staleTime: 5 * 60_000,
});

/** The signed-in person. Only below the shell, which has loaded them. */
export function usePerson(): SignedInPerson {
  return useSuspenseQuery(personQuery).data;
}

/** The apartments of a resident, and those that they have left. */
export function useHomes(): SignedInPerson['apartments'] {
  const { apartments, formerApartments } = usePerson();
  return [...apartments, ...formerApartments];
}

/** Whether the sender of a building has a VAT number, by its id. */
export function useChargesVat(): (buildingId: string) => boolean {
  const { chargesVat, vatExceptions } = usePerson().organization;
  return (buildingId) => chargesVat !== vatExceptions.includes(buildingId);
}

/** The words of amounts of a building, by default of the one in the address: with VAT where its sender charges none. */
export function useVatWords(ofBuilding?: string): Words['vat']['charged'] {
  const { t } = useLanguage();
  const { buildingId = '' } = useParams({ strict: false });
  return useChargesVat()(ofBuilding ?? buildingId) ? t.vat.charged : t.vat.uncharged;
}

/** What a role's screens offer. This only hides; the API decides. */
const rolesByTask = {
  manage: ['owner', 'manager'],
  invoice: ['owner', 'manager', 'accountant'],
  money: ['owner', 'accountant'],
  own: ['owner'],
} as const satisfies Record<string, readonly PersonRole[]>;

export type PersonTask = keyof typeof rolesByTask;

/** Whether the person is offered a task: managing buildings, invoicing, payments, or what is reserved for owners. */
export function useIsAllowed(task: PersonTask): boolean {
  return (rolesByTask[task] as readonly PersonRole[]).includes(usePerson().role);
}
