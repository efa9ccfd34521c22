// What a search found, as options: a title, a line that distinguishes similar ones, and the page where it leads.
import type { ConsoleBody } from '../api/bodies.ts';
import type { Format } from '../words/format.ts';
import type { Words } from '../words/words.ts';

type SearchBody = ConsoleBody<'/search'>['data'];
type SearchKind = Exclude<keyof SearchBody, 'payersSince'>;
type Found<Kind extends SearchKind> = SearchBody[Kind]['items'][number];

export type SearchOption = {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
};
export type SearchOptionGroup = {
  readonly kind: SearchKind;
  readonly options: readonly SearchOption[];
  readonly more: boolean;
};

type OptionContext = { readonly t: Words; readonly format: Format; readonly mayHandlePayments: boolean };

const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** The kinds in the order in which they are shown. */
const kinds: { readonly [Kind in SearchKind]: (item: Found<Kind>, show: OptionContext) => SearchOption } = {
  apartments: ({ id, number, buildingId, building, address, referenceNumber }, { t }) => ({
    id,
    title: `${building}, ${t.apartmentPage.title({ number })}`,
    line: joined(address, `${t.apartments.reference} ${referenceNumber}`),
    to: `/buildings/${buildingId}/apartments/${id}`,
  }),
  buildings: ({ id, name, address }) => ({
    id,
    title: name,
    line: address,
    to: `/buildings/${id}`,
  }),
  residents: ({ id, name, email, phone, apartments }, { t, format }) => {
    const [home] = apartments;
    const homes = apartments.slice(0, 2).map(({ building, number, until }) => {
      const lastDay = until === null ? '' : ` (${t.apartmentPage.untilDay({ day: format.day(until) })})`;
      return `${building}, ${t.apartmentPage.title({ number })}${lastDay}`;
    });
    return {
      id,
      title: name,
      line: joined(...homes, email, phone),
      ...(home
        ? { to: `/buildings/${home.buildingId}/apartments/${home.apartmentId}` }
        : { to: '/residents', search: { find: name } }),
    };
  },
  invoices: (invoice, { t, format }) => ({
    id: invoice.id,
    title: invoice.number,
    line: joined(
      `${invoice.building}, ${t.apartmentPage.title({ number: invoice.apartment })}`,
      format.month(invoice.periodStart),
      format.money(invoice.amount, invoice.currency),
      t.invoices.statuses[invoice.status],
    ),
    to: `/invoices/${invoice.id}`,
  }),
  payments: (payment, { t, format, mayHandlePayments }) => ({
    id: payment.id,
    title: payment.payerName ?? t.payments.unknownPayer,
    line: joined(
      format.day(payment.paidOn),
      format.money(payment.amount, payment.currency),
      t.payments.statuses[payment.status],
      payment.building && `${payment.building}, ${t.apartmentPage.title({ number: payment.apartment ?? '' })}`,
      payment.reference && `${t.invoices.reference} ${payment.reference}`,
    ),
    ...paymentLink(payment, mayHandlePayments),
  }),
  meters: (meter, { t, format }) => ({
    id: meter.id,
    title: `${t.meters.types[meter.type]} ${meter.serialNumber}`,
    line: joined(
      meter.apartment === null
        ? `${meter.building}, ${t.meters.main}`
        : `${meter.building}, ${t.apartmentPage.title({ number: meter.apartment })}`,
      meter.removedOn && t.apartmentPage.untilDay({ day: format.day(meter.removedOn) }),
    ),
    to: `/meters/${meter.id}`,
    search: { buildingId: meter.buildingId },
  }),
};

/** A payment has no page of its own: its invoice, or the list where it waits. */
function paymentLink(
  { id, invoiceId, status, dismissed, reference, payerName }: Found<'payments'>,
  mayHandle: boolean,
): Pick<SearchOption, 'to' | 'search'> {
  if (invoiceId !== null) return { to: `/invoices/${invoiceId}` };
  const waits = mayHandle && !dismissed && status !== 'matched' && status !== 'reversed' && status !== 'returned';
  return {
    to: '/payments',
    search: waits ? { tab: 'waiting', payment: id } : { tab: 'all', text: reference ?? payerName ?? '' },
  };
}

/** The groups with results. */
export function optionsOf(found: SearchBody, show: OptionContext): readonly SearchOptionGroup[] {
  const group = <Kind extends SearchKind>(kind: Kind): SearchOptionGroup => {
    const toOption = kinds[kind];
    const items: readonly Found<Kind>[] = found[kind].items;
    return { kind, options: items.map((item) => toOption(item, show)), more: found[kind].more };
  };
  return (Object.keys(kinds) as SearchKind[]).map(group).filter(({ options }) => options.length > 0);
}
