// What a resident's pages read: own apartments, open and all invoices, meters, use by month, and the ways to pay.
import { useQuery } from '@tanstack/react-query';
import { api, type DoorGot, door, type Got, take } from './client.ts';
import { after, readAll, useAll, usePages } from './pages.ts';

export type Invoice = Got<'/invoices'>['data'][number];
export type Meter = Got<'/meters'>['data'][number];
export type Payment = Got<'/payments'>['data'][number];
export type Reading = DoorGot<'/readings'>['data'][number];
export type Home = Got<'/buildings/{id}/apartments'>['data'][number] & { readonly address: string };
export type Ways = DoorGot<'/invoices/{id}/ways-to-pay'>['data'];

/** The apartments that the person has today, with their buildings' addresses. */
export function useHomes() {
  return useQuery({
    queryKey: ['homes'],
    queryFn: async (): Promise<Home[]> => {
      const { data: buildings } = await take(api.GET('/buildings'));
      const homes = await Promise.all(
        buildings.map(async ({ id, address }) => {
          const own = await readAll((cursor) =>
            take(api.GET('/buildings/{id}/apartments', { params: { path: { id }, query: after(cursor) } })),
          );
          return own.map((one) => ({ ...one, address }));
        }),
      );
      return homes.flat();
    },
  });
}

/** The invoices that wait to be paid, the oldest debt first. */
export function useOwed() {
  return useAll(['invoices', 'owed'], (cursor) =>
    take(api.GET('/invoices', { params: { query: { ...after(cursor, 500), status: 'sent', sort: 'dueDate' } } })),
  );
}

/** All own invoices, the newest first. */
export function useInvoices() {
  return usePages(['invoices', 'own'], (cursor) =>
    take(api.GET('/invoices', { params: { query: { ...after(cursor, 12), sort: '-issueDate' } } })),
  );
}

/** The meters of own apartments that count today. */
export function useOwnMeters() {
  return useAll(['meters', 'own'], (cursor) => take(api.GET('/meters', { params: { query: after(cursor, 500) } })));
}

/** The reading of each own meter that came in last, by the meter. */
export function useLatestReadings() {
  return useQuery({
    queryKey: ['readings', 'latest'],
    queryFn: async () => {
      const query = { limit: 500, sort: '-createdAt' } as const;
      const { data } = await take(door.GET('/readings', { params: { query } }));
      return new Map(data.toReversed().map((one): [string, Reading] => [one.meterId, one]));
    },
  });
}

/** What was paid for own invoices, the newest first. */
export function useOwnPayments() {
  return usePages(['payments', 'own'], (cursor) =>
    take(api.GET('/payments', { params: { query: { ...after(cursor, 6), sort: '-paidOn' } } })),
  );
}

/** The first day of what each own invoice is for, by the invoice. */
export function useOwnInvoiceMonths(): ReadonlyMap<string, string> {
  const invoices = useAll(['invoices', 'own'], (cursor) =>
    take(api.GET('/invoices', { params: { query: { ...after(cursor, 500), sort: '-issueDate' } } })),
  );
  return new Map(invoices.data?.map(({ id, periodStart }) => [id, periodStart]));
}

export function useUsage({ id: aptId, buildingId: id }: { readonly id: string; readonly buildingId: string }) {
  return useQuery({
    queryKey: ['usage', aptId],
    queryFn: async () =>
      (await take(door.GET('/buildings/{id}/apartments/{aptId}/usage', { params: { path: { id, aptId } } }))).data,
  });
}

export function useWaysToPay(id: string) {
  return useQuery({
    queryKey: ['ways-to-pay', id],
    queryFn: async () => (await take(door.GET('/invoices/{id}/ways-to-pay', { params: { path: { id } } }))).data,
  });
}
