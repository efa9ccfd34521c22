// What a resident's pages read: own apartments, open and all invoices, meters, use by month, and the ways to pay.
import { useQuery } from '@tanstack/react-query';
import { type ApiBody, api, type ConsoleBody, consoleApi, unwrap } from './client.ts';
import { pageQuery, readAll, useAll, usePages } from './pages.ts';

export type OwnInvoiceBody = ApiBody<'/invoices'>['data'][number];
export type OwnMeterBody = ApiBody<'/meters'>['data'][number];
export type OwnPaymentBody = ApiBody<'/payments'>['data'][number];
export type OwnReadingBody = ConsoleBody<'/readings'>['data'][number];
export type OwnApartment = ApiBody<'/buildings/{id}/apartments'>['data'][number] & { readonly address: string };
export type PaymentOptions = ConsoleBody<'/invoices/{id}/ways-to-pay'>['data'];

/** The apartments that the person has today, with their buildings' addresses. */
export function useOwnApartments() {
  return useQuery({
    queryKey: ['homes'],
    queryFn: async (): Promise<OwnApartment[]> => {
      const { data: buildings } = await unwrap(api.GET('/buildings'));
      const homes = await Promise.all(
        buildings.map(async ({ id, address }) => {
          const own = await readAll((cursor) =>
            unwrap(api.GET('/buildings/{id}/apartments', { params: { path: { id }, query: pageQuery(cursor) } })),
          );
          return own.map((item) => ({ ...item, address }));
        }),
      );
      return homes.flat();
    },
  });
}

/** The invoices that wait to be paid, the oldest debt first. */
export function useOpenInvoices() {
  return useAll(['invoices', 'owed'], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), status: 'sent', sort: 'dueDate' } } })),
  );
}

/** All own invoices, the newest first. */
export function useOwnInvoices() {
  return usePages(['invoices', 'own'], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 12), sort: '-issueDate' } } })),
  );
}

/** The meters of own apartments that count today. */
export function useOwnMeters() {
  return useAll(['meters', 'own'], (cursor) =>
    unwrap(api.GET('/meters', { params: { query: pageQuery(cursor, 500) } })),
  );
}

/** The reading of each own meter that came in last, by the meter. */
export function useLatestReadings() {
  return useQuery({
    queryKey: ['readings', 'latest'],
    queryFn: async () => {
      const query = { limit: 500, sort: '-createdAt' } as const;
      const { data } = await unwrap(consoleApi.GET('/readings', { params: { query } }));
      return new Map(data.toReversed().map((item): [string, OwnReadingBody] => [item.meterId, item]));
    },
  });
}

/** What was paid for own invoices, the newest first. */
export function useOwnPayments() {
  return usePages(['payments', 'own'], (cursor) =>
    unwrap(api.GET('/payments', { params: { query: { ...pageQuery(cursor, 6), sort: '-paidOn' } } })),
  );
}

/** The first day of what each own invoice is for, by the invoice. */
export function useOwnInvoiceMonths(): ReadonlyMap<string, string> {
  const invoices = useAll(['invoices', 'own'], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), sort: '-issueDate' } } })),
  );
  return new Map(invoices.data?.map(({ id, periodStart }) => [id, periodStart]));
}

export function useUsage({ id: aptId, buildingId: id }: { readonly id: string; readonly buildingId: string }) {
  return useQuery({
    queryKey: ['usage', aptId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/apartments/{aptId}/usage', { params: { path: { id, aptId } } })))
        .data,
  });
}

export function usePaymentOptions(id: string) {
  return useQuery({
    queryKey: ['ways-to-pay', id],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/invoices/{id}/ways-to-pay', { params: { path: { id } } }))).data,
  });
}
