// Queries that several screens share: the buildings, what belongs to one of them, and the residents.
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from './bodies.ts';
import { api, consoleApi, unwrap, unwrapTagged } from './client.ts';
import { pageQuery, pollIntervalMs, readAll, useAll } from './pages.ts';

/** All buildings, by name, in which numbers count as such: Kase 2 before Kase 10. */
export function useBuildings() {
  const fetchPage = (cursor: string | undefined) =>
    unwrap(api.GET('/buildings', { params: { query: { ...pageQuery(cursor, 500), sort: 'name' } } }));
  return useAll(['buildings'], fetchPage, true, sortedByName);
}

const byNumbers = new Intl.Collator(undefined, { numeric: true });

/** Rows as people sort their names. */
export function sortedByName<Row extends { readonly name: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => byNumbers.compare(a.name, b.name));
}

export type BuildingState = ConsoleBody<'/overview/buildings'>['data'][number];

/**
 * How far each building's month ('YYYY-MM') is, by default the one that it is at: those with something to do first.
 * Read again while invoices are being sent.
 */
export function useBuildingStates(month?: string) {
  return useQuery({
    queryKey: ['overview', 'buildings', month],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/overview/buildings', { params: { query: month ? { month } : {} } }))).data,
    refetchInterval: ({ state: { data } }) => (data?.some(({ sending }) => sending > 0) ? pollIntervalMs : false),
  });
}

export function useBuilding(id: string) {
  return useQuery({
    queryKey: ['buildings', id],
    queryFn: () => fetchBuilding(id),
  });
}

/** A building with its version. */
export const fetchBuilding = (id: string) => unwrapTagged(api.GET('/buildings/{id}', { params: { path: { id } } }));

export type TaggedBuilding = Awaited<ReturnType<typeof fetchBuilding>>;

/** All apartments of a building, by number. */
export function useApartments(buildingId: string | undefined) {
  const id = buildingId ?? '';
  return useAll(['apartments', id], apartmentsOf(id), id !== '');
}

/** The numbers of the apartments of these buildings, by id. */
export function useApartmentNumbers(buildingIds: readonly string[]): ReadonlyMap<string, string> {
  const ids = [...new Set(buildingIds)];
  return useQueries({
    queries: ids.map((id) => ({ queryKey: ['apartments', id, 'all'], queryFn: () => readAll(apartmentsOf(id)) })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ?? []).map((item): [string, string] => [item.id, item.number]))),
  });
}

const apartmentsOf = (id: string) => (cursor: string | undefined) =>
  unwrap(
    api.GET('/buildings/{id}/apartments', {
      params: { path: { id }, query: { ...pageQuery(cursor, 500), sort: 'number' } },
    }),
  );

/** All meters of a building: those of its apartments and its main meters. */
export function useMeters(buildingId: string) {
  return useAll(['meters', buildingId], (cursor) =>
    unwrap(api.GET('/meters', { params: { query: { ...pageQuery(cursor, 500), buildingId } } })),
  );
}

/** All meters that an apartment has or had. */
export function useApartmentMeters(apartmentId: string) {
  return useAll(['meters', { apartmentId }], (cursor) =>
    unwrap(api.GET('/meters', { params: { query: { ...pageQuery(cursor, 500), apartmentId } } })),
  );
}

/** All residents, by name. */
export function useAllResidents() {
  return useAll(['residents', 'by-name'], (cursor) =>
    unwrap(api.GET('/residents', { params: { query: { ...pageQuery(cursor, 500), sort: 'name' } } })),
  );
}

/** Everybody who has or had an apartment, with all their residencies. */
export function useApartmentResidents(apartmentId: string) {
  return useAll(['residents', { apartmentId }], (cursor) =>
    unwrap(api.GET('/residents', { params: { query: { ...pageQuery(cursor, 500), apartmentId } } })),
  );
}

/** The first steps of the organization, and whether the person sees them. */
export function useFirstSteps(enabled: boolean) {
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: async () => (await unwrap(consoleApi.GET('/first-steps'))).data,
    enabled,
  });
}

/** What needs attention, and money by month. */
export function useOverview() {
  return useQuery({ queryKey: ['overview'], queryFn: async () => (await unwrap(consoleApi.GET('/overview'))).data });
}
