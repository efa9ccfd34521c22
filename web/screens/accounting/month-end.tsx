// Month-end: the sums of a building's month, and beside them the files that an accountant takes.

import { Alert, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { sumAmounts, sumByCurrency } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, saveFile, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { currentMonth } from '../../parts/month.ts';
import { Page } from '../../parts/page.tsx';
import { PeriodPicker, usePeriod } from '../../parts/period-picker.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { daysOf } from '../invoices/months.ts';
import { BuildingPicker } from '../meters/building-picker.tsx';
import { BankAccountMonth, type Days } from './bank-account-month.tsx';
import { LedgerAccounts } from './ledger-accounts.tsx';

type MonthEndBody = ConsoleBody<'/buildings/{id}/month-end'>['data'];
type MonthEndTotal = MonthEndBody['totals'][number];

/** A file in one format: the end of its address, its format as people call it, and the end of its name. */
type FileFormat = {
  readonly path: string;
  readonly format: string;
  readonly ending: string;
  readonly unassigned?: true;
};
const csv = (path: string): readonly FileFormat[] => [{ path, format: 'CSV', ending: 'csv' }];

/** The unassigned money whose lines are in a file: what the bank returned has none. */
const inFile = ({ unassigned }: MonthEndBody) =>
  unassigned.filter(({ kind }) => kind !== 'returned' && kind !== 'return_waiting');
const counted = (lines: (total: MonthEndTotal) => number) => (body: MonthEndBody) =>
  body.totals.reduce((sum, total) => sum + lines(total), 0);
const summed = (amount: (total: MonthEndTotal) => number) => (body: MonthEndBody) =>
  body.totals.map((total) => ({ amount: amount(total), currency: total.currency }));

const files = [
  {
    name: 'ledger',
    formats: csv('ledger'),
    lines: counted(({ ledger }) => ledger.invoices),
    sums: summed(({ invoiced }) => invoiced),
  },
  {
    name: 'eInvoices',
    formats: [
      { path: 'e-arve', format: 'e-arve', ending: 'xml' },
      { path: 'ubl', format: 'UBL', ending: 'zip' },
    ],
    lines: counted(({ ledger }) => ledger.eInvoices),
    sums: summed(({ ledger }) => ledger.eInvoiceAmount),
  },
  {
    name: 'payments',
    formats: csv('payments'),
    lines: counted(({ payments }) => payments),
    sums: summed(({ received, refunded }) => sumAmounts([received, -refunded])),
  },
  {
    name: 'unassigned',
    formats: [{ path: 'payments', format: 'CSV', ending: 'csv', unassigned: true }],
    lines: (body: MonthEndBody) => inFile(body).reduce((sum, { payments }) => sum + payments, 0),
    sums: (body: MonthEndBody) =>
      sumByCurrency(inFile(body), ({ kind, amount }) => (kind === 'refund' ? -amount : amount)),
  },
  {
    name: 'balances',
    formats: csv('balances'),
    lines: counted(({ debtors }) => debtors),
    sums: summed(({ closing }) => closing),
  },
  {
    name: 'bankEntries',
    formats: csv('bank-entries'),
    lines: ({ bankAccount }: MonthEndBody) => (bankAccount?.creditEntries ?? 0) + (bankAccount?.debitEntries ?? 0),
    sums: ({ bankAccount }: MonthEndBody) =>
      bankAccount === null
        ? []
        : [{ amount: sumAmounts([bankAccount.credits, -bankAccount.debits]), currency: bankAccount.currency }],
  },
] as const;

/** What became of money of no apartment, in the order in which it is shown. */
const unassignedKinds = ['unmatched', 'set_aside', 'refunded', 'refund', 'returned', 'return_waiting'] as const;
const figures = ['opening', 'invoiced', 'received', 'refunded', 'closing'] as const;

export function MonthEnd() {
  const { t } = useLanguage();
  const [month, setMonth] = usePeriod();
  return (
    <Page title={t.monthEnd.title} lead={<Text c="dimmed">{t.monthEnd.lead}</Text>}>
      <BuildingPicker
        oneByOne
        period={<PeriodPicker month={month} choose={setMonth} last={currentMonth()} label={t.monthEnd.month} />}
      >
        {(building) => <BuildingMonth building={building} month={month} />}
      </BuildingPicker>
    </Page>
  );
}

function BuildingMonth({ building, month }: { readonly building: Schemas['Building']; readonly month: string }) {
  const { t, format } = useLanguage();
  const { id } = building;
  const days = daysOf(month);
  const sums = useQuery({
    queryKey: ['month-end', id, month],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/month-end', { params: { path: { id }, query: days } }))).data,
  });
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t.monthEnd.meaning({ from: format.day(days.dateFrom), to: format.day(days.dateTo) })}</Text>
      <QueryContent query={sums}>
        {(body) => (
          <>
            <MonthNotes body={body} buildingId={id} />
            {body.totals.map((total) => (
              <Card key={total.currency}>
                <FactList
                  cols={{ base: 2, sm: 5 }}
                  large
                  facts={figures.map((figure) => [
                    t.monthEnd.figures[figure],
                    format.money(total[figure], total.currency),
                  ])}
                />
              </Card>
            ))}
            <UnassignedMoney body={body} />
            {body.bankAccount && <BankAccountMonth account={body.bankAccount} buildingId={id} days={days} />}
            <MonthFiles body={body} building={building} days={days} />
          </>
        )}
      </QueryContent>
    </Stack>
  );
}

/** What the figures leave out, or may still change. */
function MonthNotes({
  body: { ended, totals, drafts: uncounted },
  buildingId,
}: {
  readonly body: MonthEndBody;
  readonly buildingId: string;
}) {
  const { t, format } = useLanguage();
  const drafts = totals.reduce((sum, { ledger }) => sum + ledger.invoices - ledger.eInvoices, 0);
  if (ended && uncounted.length === 0 && drafts === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />}>
      {!ended && <Text>{t.monthEnd.notEnded}</Text>}
      {uncounted.map(({ currency, invoices, amount }) => (
        <Text key={currency}>
          {t.monthEnd.uncounted({ count: invoices, amount: format.money(amount, currency) })}{' '}
          <LinkTo to="/invoices" search={{ status: 'unsent', buildingId }} c="inherit" underline="always">
            {t.invoices.title}
          </LinkTo>
        </Text>
      ))}
      {drafts > 0 && <Text>{t.monthEnd.drafts({ count: drafts })}</Text>}
    </Alert>
  );
}

/** Whether money left the account; what was returned had come in before, and is counted as that. */
const isPaidOut = (kind: (typeof unassignedKinds)[number]) => kind === 'refund' || kind === 'return_waiting';

/** The money of the month that is of no apartment, so that every payment of the bank has a name here. */
function UnassignedMoney({ body: { unassigned } }: { readonly body: MonthEndBody }) {
  const { t, format } = useLanguage();
  const mayMatch = useIsAllowed('money');
  if (unassigned.length === 0) return null;
  const kinds = unassignedKinds.filter((kind) => unassigned.some((money) => money.kind === kind));
  return (
    <Card
      title={t.monthEnd.names.unassigned}
      actions={
        mayMatch && (
          <Group>
            {kinds.includes('unmatched') && (
              <LinkTo to="/payments" search={{ tab: 'waiting' }} fz="sm">
                {t.payments.tabs.waiting}
              </LinkTo>
            )}
            {(kinds.includes('set_aside') || kinds.includes('refunded')) && (
              <LinkTo to="/payments" search={{ tab: 'waiting', dismissed: true }} fz="sm">
                {t.payments.showDismissed}
              </LinkTo>
            )}
          </Group>
        )
      }
    >
      <FactList
        cols={{ base: 2, sm: 4 }}
        facts={kinds.map((kind) => {
          const ofKind = unassigned.filter((money) => money.kind === kind);
          return [
            t.monthEnd.unassigned[kind]({ count: ofKind.reduce((sum, { payments }) => sum + payments, 0) }),
            ofKind
              .map(({ amount, currency }) => format.money(isPaidOut(kind) ? -amount : amount, currency))
              .join(' · '),
          ];
        })}
      />
      <Text fz="sm" c="dimmed" mt="sm">
        {t.monthEnd.unassignedLead}
      </Text>
    </Card>
  );
}

function MonthFiles({
  body,
  building,
  days,
}: {
  readonly body: MonthEndBody;
  readonly building: Schemas['Building'];
  readonly days: Days;
}) {
  const { t, format, language } = useLanguage();
  const save = useMutation({
    mutationFn: ({ path, ending, unassigned }: FileFormat) => {
      const query = new URLSearchParams({
        ...days,
        ...(ending === 'csv' && { language }),
        ...(unassigned && { unassigned: 'true' }),
      });
      return saveFile(`/console/api/buildings/${building.id}/${path}?${query}`);
    },
  });
  return (
    <Card title={t.monthEnd.files} flush>
      <DataTable
        label={t.monthEnd.files}
        rows={files}
        keyOf={({ name }) => name}
        columns={[
          {
            title: t.monthEnd.file,
            cell: ({ name }) => (
              <>
                <Text fw={600}>{t.monthEnd.names[name]}</Text>
                <Text fz="sm" c="dimmed">
                  {t.monthEnd.leads[name]}
                </Text>
                {name === 'ledger' && <LedgerAccounts building={building} />}
              </>
            ),
          },
          { title: t.monthEnd.lines, figure: true, cell: ({ lines }) => format.number(lines(body)) },
          {
            title: t.monthEnd.total,
            figure: true,
            cell: ({ sums }) =>
              sums(body)
                .map(({ amount, currency }) => format.money(amount, currency))
                .join(' · ') || t.common.none,
          },
          {
            title: t.monthEnd.download,
            action: true,
            cell: ({ name, formats, lines }) => (
              <Group gap="xs" justify="flex-end">
                {formats.map((file) => (
                  <ActionButton
                    key={file.path}
                    size="xs"
                    variant="default"
                    leftSection={<Icon name="download" size={16} />}
                    disabled={lines(body) === 0}
                    action={save}
                    of={file}
                    onClick={() => save.mutate(file)}
                    aria-label={t.monthEnd.save({ name: t.monthEnd.names[name], format: file.format })}
                  >
                    {file.format}
                  </ActionButton>
                ))}
              </Group>
            ),
          },
        ]}
      />
    </Card>
  );
}
