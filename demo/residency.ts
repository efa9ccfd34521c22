// A residency put right: an invitation counts from today, while people have had their apartments for long, and so may see and speak of last month.
import type { ApiClient } from './http-client.ts';

type Resident = {
  readonly id: string;
  readonly name: string;
  readonly apartments: readonly { readonly id: string; readonly apartmentId: string }[];
};

/** Gives somebody's residency its first day. */
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
  await api.ask('PATCH', change, { as, body: { since: '2024-01-01' }, expect: 200, note: 'she has lived there since' });
}
