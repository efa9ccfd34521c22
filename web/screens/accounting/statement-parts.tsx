// The parts of account statements: the account itself, its sums, its entries line by line, and its files.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { daysInName, fileNameOf } from '../../../src/platform/values/file-name.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, openFile, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { amountCell, saveCsv } from '../../parts/save-csv.ts';
import { EmptyState } from '../../parts/states.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { FileButton } from '../invoices/page-button.tsx';

export type StatementBody = ConsoleBody<'/buildings/{id}/apartments/{aptId}/account'>['data'];
type EntryOfAccount = StatementBody['entries'][number];

/** The account of an apartment in a range of days, as the person may see it; by default this year. */
export function useApartmentAccount(
  { buildingId: id, apartmentId: aptId }: Pick<StatementBody, 'buildingId' | 'apartmentId'>,
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
) {
  const query = { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) };
  return useQuery({
    queryKey: ['account', aptId, query],
    queryFn: async () =>
      (
        await unwrap(
          consoleApi.GET('/buildings/{id}/apartments/{aptId}/account', { params: { path: { id, aptId }, query } }),
        )
      ).data,
  });
}

/** What the account is of, on paper alone: a screen names the apartment in its heading or fields. */
function StatementSubject({ account: { buildingId, number, from, to } }: { readonly account: StatementBody }) {
  const { t, format } = useLanguage();
  const address = useBuildings().data?.find(({ id }) => id === buildingId)?.address;
  const apartment = [t.apartmentPage.title({ number }), address].filter(Boolean).join(', ');
  return <Text className="haldur-on-paper">{`${apartment} · ${format.day(from)} – ${format.day(to)}`}</Text>;
}

/** How a balance is written: to residents, who know no signs of accounts, a prepayment in words. */
export function useBalanceText() {
  const { t, format } = useLanguage();
  const isStaff = useIsAllowed('invoice');
  return (amount: number, currency: string) =>
    amount < 0 && !isStaff
      ? `${t.invoices.prepaid} ${format.money(-amount, currency)}`
      : format.money(amount, currency);
}

/** The apartment and the days, and the balance at their beginning and end. */
export function StatementSums({ account }: { readonly account: StatementBody }) {
  const { t } = useLanguage();
  const balanceText = useBalanceText();
  const { opening, closing, currency } = account;
  const figures = [
    [t.receivables.opening, balanceText(opening, currency)],
    [t.receivables.closing, balanceText(closing, currency)],
  ] as const;
  return (
    <>
      <StatementSubject account={account} />
      <FactList cols={{ base: 2, sm: 4 }} facts={figures} large />
    </>
  );
}

/** The entries line by line, with the balance after each; where the payers changed, each names its own. */
export function StatementEntries({
  account: { entries, currency, severalPayers },
}: {
  readonly account: Pick<StatementBody, 'entries' | 'currency' | 'severalPayers'>;
}) {
  const { t, format } = useLanguage();
  const balanceText = useBalanceText();
  if (entries.length === 0) return <EmptyState icon="book" title={t.receivables.noEntries} />;
  return (
    <DataTable
      label={t.receivables.title}
      rows={entries}
      keyOf={({ id, kind }) => kind + id}
      columns={[
        { title: t.receivables.date, cell: ({ on }) => format.day(on) },
        {
          title: t.receivables.transaction,
          cell: (entry) =>
            entry.kind === 'invoice' && entry.text !== null ? (
              <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: entry.id }}>
                {nameOf({ t, format }, entry)}
              </LinkTo>
            ) : (
              nameOf({ t, format }, entry)
            ),
        },
        ...(severalPayers
          ? [{ title: t.payments.payer, cell: ({ payers }: EntryOfAccount) => payers.join(', ') || t.common.none }]
          : []),
        {
          title: t.receivables.invoiced,
          figure: true,
          wide: ({ kind }) => kind !== 'invoice',
          cell: ({ kind, amount }) => (kind === 'invoice' ? format.money(amount, currency) : ''),
        },
        {
          title: t.receivables.received,
          figure: true,
          wide: ({ kind }) => kind === 'invoice',
          cell: ({ kind, amount }) => (kind === 'invoice' ? '' : format.money(-amount, currency)),
        },
        { title: t.receivables.balance, figure: true, cell: ({ balance }) => balanceText(balance, currency) },
      ]}
    />
  );
}

function nameOf(
  { t: { receivables }, format }: { readonly t: Words; readonly format: Format },
  { kind, text, period, amount }: EntryOfAccount,
): string {
  const { creditNote, invoice } = receivables;
  const month = period === null ? '' : format.month(period.periodStart);
  if (kind === 'invoice')
    return [(amount < 0 ? creditNote : invoice)({ number: text ?? '' }).trimEnd(), month].filter(Boolean).join(' · ');
  if (kind === 'returned') return text ? receivables.returned({ payer: text }) : receivables.returnedWithoutPayer;
  if (kind === 'refund') return text ? receivables.refund({ note: text }) : receivables.refundWithoutNote;
  return text ? receivables.payment({ payer: text }) : receivables.paymentWithoutPayer;
}

/** The statement as a PDF, which can be printed, and as CSV. */
export function ExportStatement({ account }: { readonly account: StatementBody }) {
  const { t, format, language } = useLanguage();
  // For a resident in the language that they read, otherwise in that of the building.
  const inLanguage = useIsAllowed('invoice') ? '' : `&language=${language}`;
  const { buildingId, apartmentId, number, from, to, opening, severalPayers, entries } = account;
  const building = (useBuildings().data ?? []).find(({ id }) => id === buildingId)?.name ?? '';
  const pdf = `/buildings/${buildingId}/apartments/${apartmentId}/account/pdf?from=${from}&to=${to}${inLanguage}`;
  const save = () =>
    saveCsv(fileNameOf(['account', building, number, daysInName(account)], 'csv'), [
      [
        t.receivables.date,
        t.receivables.transaction,
        ...(severalPayers ? [t.payments.payer] : []),
        t.receivables.invoiced,
        t.receivables.received,
        t.receivables.balance,
      ],
      [from, t.receivables.opening, ...(severalPayers ? [''] : []), '', '', amountCell(opening)],
      ...entries.map((entry) => [
        entry.on,
        nameOf({ t, format }, entry),
        ...(severalPayers ? [entry.payers.join(', ')] : []),
        entry.kind === 'invoice' ? amountCell(entry.amount) : '',
        entry.kind === 'invoice' ? '' : amountCell(-entry.amount),
        amountCell(entry.balance),
      ]),
    ]);
  return (
    <>
      <FileButton open={() => openFile(pdf, 'console')} label={t.invoices.pdf} />
      <Button variant="default" leftSection={<Icon name="download" />} onClick={save}>
        {t.receivables.exportCsv}
      </Button>
    </>
  );
}
