// The account statement of an apartment: invoices and payments line by line, with the balance after each.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { daysInName, fileNameOf } from '../../../src/platform/values/file-name.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, openFile, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { amountCell, saveCsv } from '../../parts/save-csv.ts';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { FileButton } from '../invoices/page-button.tsx';
import { EnterPayment } from '../payments/enter-payment.tsx';
import { PaymentPlan } from './payment-plan.tsx';

type StatementBody = ConsoleBody<'/buildings/{id}/apartments/{aptId}/account'>['data'];
const route = '/receivables/$buildingId/$apartmentId';

export function Statement() {
  const { buildingId: id, apartmentId: aptId } = useParams({ from: route });
  const query = useSearch({ from: route });
  const given = { ...(query.from && { from: query.from }), ...(query.to && { to: query.to }) };
  const account = useQuery({
    queryKey: ['account', aptId, query],
    queryFn: async () =>
      (
        await unwrap(
          consoleApi.GET('/buildings/{id}/apartments/{aptId}/account', {
            params: { path: { id, aptId }, query: given },
          }),
        )
      ).data,
  });
  return <QueryContent query={account}>{(found) => <StatementView account={found} />}</QueryContent>;
}

function StatementView({ account }: { readonly account: StatementBody }) {
  const { t, format } = useLanguage();
  const mayHandle = useIsAllowed('money');
  const { number, currency, opening, closing, entries } = account;
  const figures = [
    [t.receivables.opening, format.money(opening, currency)],
    [t.receivables.closing, format.money(closing, currency)],
  ] as const;
  return (
    <Page
      title={t.receivables.statement({ number })}
      lead={
        <Text c="dimmed">
          <ApartmentLink
            buildingId={account.buildingId}
            apartmentId={account.apartmentId}
            number={t.apartmentPage.title({ number })}
            inText
          />
          {` · ${t.receivables.balanceHint}`}
        </Text>
      }
      actions={
        <>
          {mayHandle && <EnterPayment apartmentId={account.apartmentId} />}
          <ExportStatement account={account} />
        </>
      }
    >
      <StatementDays account={account} />
      <FactList cols={{ base: 2, sm: 4 }} facts={figures} large />
      <PaymentPlan path={{ id: account.buildingId, aptId: account.apartmentId }} />
      <Card flush>
        {entries.length === 0 ? (
          <EmptyState icon="book" title={t.receivables.noEntries} />
        ) : (
          <StatementEntries account={account} />
        )}
      </Card>
    </Page>
  );
}

/** The entries line by line, with the balance after each. */
export function StatementEntries({
  account: { entries, currency },
}: {
  readonly account: Pick<StatementBody, 'entries' | 'currency'>;
}) {
  const { t, format } = useLanguage();
  return (
    <DataTable
      label={t.receivables.title}
      rows={entries}
      keyOf={({ id, kind }) => kind + id}
      columns={[
        { title: t.receivables.date, cell: ({ on }) => format.day(on) },
        {
          title: t.receivables.transaction,
          cell: ({ kind, id, text }) =>
            kind === 'invoice' ? (
              <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: id }}>
                {t.receivables.invoice({ number: text ?? '' })}
              </LinkTo>
            ) : (
              nameOf(t, kind, text)
            ),
        },
        {
          title: t.receivables.invoiced,
          figure: true,
          cell: ({ kind, amount }) => (kind === 'invoice' ? format.money(amount, currency) : ''),
        },
        {
          title: t.receivables.received,
          figure: true,
          cell: ({ kind, amount }) => (kind === 'invoice' ? '' : format.money(-amount, currency)),
        },
        { title: t.receivables.balance, figure: true, cell: ({ balance }) => format.money(balance, currency) },
      ]}
    />
  );
}

function nameOf({ receivables }: Words, kind: StatementBody['entries'][number]['kind'], text: string | null): string {
  if (kind === 'invoice') return receivables.invoice({ number: text ?? '' });
  if (kind === 'refund') return text ? receivables.refund({ note: text }) : receivables.refundWithoutNote;
  return text ? receivables.payment({ payer: text }) : receivables.paymentWithoutPayer;
}

function StatementDays({ account: { from, to, buildingId, apartmentId } }: { readonly account: StatementBody }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const go = (search: { from?: string; to?: string }) =>
    navigate({ to: route, params: { buildingId, apartmentId }, search: { from, to, ...search }, replace: true });
  /** While a year is being typed, the field has days such as 0002-11-01. */
  const isWhole = (day: string) => day >= '1900-01-01';
  return (
    <Group align="flex-end">
      <TextInput
        type="date"
        label={t.receivables.from}
        key={`from ${from}`}
        defaultValue={from}
        max={to}
        onChange={({ currentTarget: { value } }) => isWhole(value) && go({ from: value })}
      />
      <TextInput
        type="date"
        label={t.receivables.to}
        key={`to ${to}`}
        defaultValue={to}
        min={from}
        onChange={({ currentTarget: { value } }) => isWhole(value) && go({ to: value })}
      />
    </Group>
  );
}

function ExportStatement({ account }: { readonly account: StatementBody }) {
  const { t } = useLanguage();
  const { buildingId, apartmentId, number, from, to, opening, entries } = account;
  const building = (useBuildings().data ?? []).find(({ id }) => id === buildingId)?.name ?? '';
  const pdf = `/buildings/${buildingId}/apartments/${apartmentId}/account/pdf?from=${from}&to=${to}`;
  const save = () =>
    saveCsv(fileNameOf(['account', building, number, daysInName(account)], 'csv'), [
      [
        t.receivables.date,
        t.receivables.transaction,
        t.receivables.invoiced,
        t.receivables.received,
        t.receivables.balance,
      ],
      [from, t.receivables.opening, '', '', amountCell(opening)],
      ...entries.map(({ on, kind, text, amount, balance }) => [
        on,
        nameOf(t, kind, text),
        kind === 'invoice' ? amountCell(amount) : '',
        kind === 'invoice' ? '' : amountCell(-amount),
        amountCell(balance),
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
