// Month-end: the sums of a building's month, and beside them the files that an accountant takes.
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
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
import { lastDayOf } from '../invoices/months.ts';
import { BuildingPicker } from '../meters/building-picker.tsx';

type MonthEndBody = ConsoleBody<'/buildings/{id}/month-end'>['data'];
type MonthEndTotal = MonthEndBody['totals'][number];

/** A file in one format: the end of its address, its format as people call it, and the end of its name. */
type FileFormat = { readonly path: string; readonly format: string; readonly ending: string };
type Days = { readonly dateFrom: string; readonly dateTo: string };
const csv = (path: string): readonly FileFormat[] => [{ path, format: 'CSV', ending: 'csv' }];

const files = [
  {
    name: 'ledger',
    formats: csv('ledger'),
    lines: ({ ledger }: MonthEndTotal) => ledger.invoices,
    total: ({ invoiced }: MonthEndTotal) => invoiced,
  },
  {
    name: 'eInvoices',
    formats: [
      { path: 'e-arve', format: 'e-arve', ending: 'xml' },
      { path: 'ubl', format: 'UBL', ending: 'zip' },
    ],
    lines: ({ ledger }: MonthEndTotal) => ledger.eInvoices,
    total: ({ ledger }: MonthEndTotal) => ledger.eInvoiceAmount,
  },
  {
    name: 'payments',
    formats: csv('payments'),
    lines: ({ payments }: MonthEndTotal) => payments,
    total: ({ received, refunded }: MonthEndTotal) => Math.round((received - refunded) * 100) / 100,
  },
  {
    name: 'balances',
    formats: csv('balances'),
    lines: ({ apartments }: MonthEndTotal) => apartments,
    total: ({ closing }: MonthEndTotal) => closing,
  },
] as const;

const figures = ['opening', 'invoiced', 'received', 'refunded', 'closing'] as const;

export function MonthEnd() {
  const { t } = useLanguage();
  const [month, setMonth] = usePeriod();
  return (
    <Page title={t.monthEnd.title} lead={<Text c="dimmed">{t.monthEnd.lead}</Text>}>
      <BuildingPicker
        period={<PeriodPicker month={month} choose={setMonth} last={currentMonth()} label={t.monthEnd.month} />}
      >
        {(building) => <BuildingMonth building={building} month={month} />}
      </BuildingPicker>
    </Page>
  );
}

function BuildingMonth({
  building: {
    id,
    billing: { language },
  },
  month,
}: {
  readonly building: Schemas['Building'];
  readonly month: string;
}) {
  const { t, format } = useLanguage();
  const days = { dateFrom: `${month}-01`, dateTo: lastDayOf(month) };
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
            <MonthFiles totals={body.totals} save={{ buildingId: id, month, days, language }} />
          </>
        )}
      </QueryContent>
    </Stack>
  );
}

/** What the figures leave out, or may still change. */
function MonthNotes({
  body: { ended, unmatched, totals, drafts: uncounted },
  buildingId,
}: {
  readonly body: MonthEndBody;
  readonly buildingId: string;
}) {
  const { t, format } = useLanguage();
  const mayMatch = useIsAllowed('money');
  const drafts = totals.reduce((sum, { ledger }) => sum + ledger.invoices - ledger.eInvoices, 0);
  if (ended && unmatched.length === 0 && uncounted.length === 0 && drafts === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />}>
      {!ended && <Text>{t.monthEnd.notEnded}</Text>}
      {unmatched.map(({ currency, payments, amount }) => (
        <Text key={currency}>
          {t.monthEnd.unmatched({ count: payments, amount: format.money(amount, currency) })}{' '}
          {mayMatch && (
            <LinkTo to="/payments" search={{ tab: 'waiting' }} c="inherit" underline="always">
              {t.payments.tabs.waiting}
            </LinkTo>
          )}
        </Text>
      ))}
      {uncounted.map(({ currency, invoices, amount }) => (
        <Text key={currency}>
          {t.monthEnd.uncounted({ count: invoices, amount: format.money(amount, currency) })}{' '}
          <LinkTo to="/invoices" search={{ status: 'draft', buildingId }} c="inherit" underline="always">
            {t.invoices.title}
          </LinkTo>
        </Text>
      ))}
      {drafts > 0 && <Text>{t.monthEnd.drafts({ count: drafts })}</Text>}
    </Alert>
  );
}

function MonthFiles({
  totals,
  save: { buildingId, month, days, language },
}: {
  readonly totals: readonly MonthEndTotal[];
  readonly save: {
    readonly buildingId: string;
    readonly month: string;
    readonly days: Days;
    /** That of the building's invoices, for the files that people open. */
    readonly language: string;
  };
}) {
  const { t, format } = useLanguage();
  const save = useMutation({
    mutationFn: ({ path, ending }: FileFormat) => {
      const query = new URLSearchParams({ ...days, ...(ending === 'csv' && { language }) });
      return saveFile(`/console/api/buildings/${buildingId}/${path}?${query}`, `${path}-${month}.${ending}`);
    },
  });
  const count = (lines: (total: MonthEndTotal) => number) => totals.reduce((sum, total) => sum + lines(total), 0);
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
              </>
            ),
          },
          { title: t.monthEnd.lines, figure: true, cell: ({ lines }) => format.number(count(lines)) },
          {
            title: t.monthEnd.total,
            figure: true,
            cell: ({ total }) => totals.map((sums) => format.money(total(sums), sums.currency)).join(' · '),
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
                    disabled={count(lines) === 0}
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
