// Queries of a resident's pages: their invoices and payments, meters, monthly usage, and the ways to pay.
import { useQuery } from '@tanstack/react-query';
import type { ApiBody, ConsoleBody } from './bodies.ts';
import { api, consoleApi, unwrap } from './client.ts';
import { pageQuery, useAll, usePages } from './pages.ts';
import type { SignedInPerson } from './person.ts';

export type OwnInvoiceBody = ApiBody<'/invoices'>['data'][number];
export type OwnMeterBody = ApiBody<'/meters'>['data'][number];
export type OwnPaymentBody = ApiBody<'/payments'>['data'][number];
export type OwnReadingBody = ConsoleBody<'/readings'>['data'][number];
export type OwnApartment = SignedInPerson['apartments'][number];
export type PaymentOptions = ConsoleBody<'/invoices/{id}/ways-to-pay'>['data'];

/** All invoices of the person, the latest first: what is open and what was paid are read with them. */
export function useOwnInvoices() {
  return useAll(['invoices', 'own'], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), sort: '-issueDate' } } })),
  );
}

/** The meters of the person's apartments that are in use today. */
export function useOwnMeters() {
  return useAll(['meters', 'own'], (cursor) =>
    unwrap(api.GET('/meters', { params: { query: pageQuery(cursor, 500) } })),
  );
}

/** The latest reading of each of the person's meters, by meter. */
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

/** Whether a person may still correct a reading: their own, which waits for confirmation. */
export const isOwnWaiting = ({ status, submittedBy }: OwnReadingBody) => status === 'submitted' && submittedBy !== null;

/** The reading that a further one of the month replaces: the latest of a meter, if it is of that month. 'YYYY-MM' */
export function findReplaced(latest: OwnReadingBody | undefined, month: string): OwnReadingBody | undefined {
  return latest?.readOn.slice(0, 7) === month && isOwnWaiting(latest) ? latest : undefined;
}

/** Payments for the person's invoices, the latest first. */
export function useOwnPayments() {
  return usePages(['payments', 'own'], (cursor) =>
    unwrap(api.GET('/payments', { params: { query: { ...pageQuery(cursor, 6), sort: '-paidOn' } } })),
  );
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
