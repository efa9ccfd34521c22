// Backdates a residency: an invitation counts from today, while the people of the demo have had their apartments for
// long, and so may see last month.
import type { ApiClient } from './http-client.ts';

type Resident = {
  readonly id: string;
  readonly name: string;
  readonly apartments: readonly { readonly id: string; readonly apartmentId: string }[];
};

/** Sets the first day of a residency. */
export async function backdateResidency(
  api: ApiClient,
  as: string,
  { name, apartmentId }: { readonly name: string; readonly apartmentId: string | undefined },
): Promise<void> {
  const path = `/residents?apartmentId=${apartmentId}`;
  const { data: people } = await api.ask<Resident[]>('GET', path, { as, expect: 200 });
  const found = people.find((person) => person.name === name);
  const residency = found?.apartments.find((apartment) => apartment.apartmentId === apartmentId);
  const change = `/console/api/residents/${found?.id}/residencies/${residency?.id}`;
  await api.ask('PATCH', change, { as, body: { since: '2024-01-01' }, expect: 200, note: 'living there since' });
}
