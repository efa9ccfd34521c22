// One row for each building: how far its last full month is, and what to do next as a button. Those with something to
// do come first.
import { Button, Center, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useIsAllowed } from '../../api/person.ts';
import { type BuildingState, useBuildingStates } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { NoBuilding } from '../../parts/no-building.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { lazyPart } from '../../shell/lazy.ts';
import { useLanguage } from '../../words/language.tsx';

/** Only for a new organization. */
const TrySample = lazyPart(async () => (await import('../account/organizations.tsx')).TrySample);

const rowsAtOnce = 100;

export function BuildingStates() {
  const { t, format } = useLanguage();
  const owner = useIsAllowed('own');
  const mayInvoice = useIsAllowed('invoice');
  const [shown, setShown] = useState(rowsAtOnce);
  const states = useBuildingStates();
  const months = [...new Set(states.data?.filter(isAtWork).map(({ month }) => month))].sort();
  return (
    <Card title={t.home.buildings} flush>
      <QueryContent query={states}>
        {(rows) =>
          rows.length === 0 ? (
            <NoBuilding>
              <Suspense fallback={null}>{owner && <TrySample />}</Suspense>
            </NoBuilding>
          ) : (
            <>
              <Group px="md" pb="sm" justify="space-between">
                {months.length > 0 && (
                  <Text fz="sm" c="dimmed">
                    {t.home.monthOf({ month: months.map((month) => format.month(`${month}-01`)).join(', ') })}
                  </Text>
                )}
                {mayInvoice && rows.length > 1 && (
                  <ButtonTo to="/invoices/buildings" size="xs" variant="default">
                    {t.billBuildings.title}
                  </ButtonTo>
                )}
              </Group>
              <StateTable rows={rows.slice(0, shown)} severalMonths={months.length > 1} />
              {rows.length > shown && (
                <Center p="md">
                  <Button variant="default" onClick={() => setShown((count) => count + rowsAtOnce)}>
                    {t.common.more}
                  </Button>
                </Center>
              )}
            </>
          )
        }
      </QueryContent>
    </Card>
  );
}

/** A building without apartments or charges is at no month yet. */
const isAtWork = ({ next }: BuildingState) => next !== 'set_up';

type TableProps = { readonly rows: readonly BuildingState[]; readonly severalMonths: boolean };

function StateTable({ rows, severalMonths }: TableProps) {
  const { t, format } = useLanguage();
  const none = t.common.none;
  const ofAll = (done: number, all: number) => (all === 0 ? none : t.home.ofAll({ done, all }));
  const columns: readonly DataColumn<BuildingState>[] = [
    {
      title: t.home.building,
      cell: (row) => (
        <>
          <LinkTo to="/buildings/$buildingId" params={{ buildingId: row.buildingId }} fw={600}>
            {row.name}
          </LinkTo>
          {severalMonths && isAtWork(row) && (
            <Text fz="sm" c="dimmed">
              {format.month(`${row.month}-01`)}
            </Text>
          )}
        </>
      ),
    },
    {
      title: t.home.readingsIn,
      cell: ({ metersRead, meters }) => ofAll(metersRead, meters),
      wide: ({ meters }) => meters === 0,
    },
    {
      title: t.home.bills,
      cell: ({ billsRecorded, bills }) => ofAll(billsRecorded, bills),
      wide: ({ bills }) => bills === 0,
    },
    {
      title: t.home.sent,
      cell: ({ invoicesSent, invoices, unsent, sending }) => (
        <>
          {ofAll(invoicesSent, invoices)}
          {unsent > sending && (
            <Text fz="sm" c="dimmed">
              {t.home.toSend({ count: unsent - sending })}
            </Text>
          )}
          {sending > 0 && (
            <Text fz="sm" c="dimmed">
              {t.home.sending({ count: sending })}
            </Text>
          )}
        </>
      ),
    },
    {
      title: t.home.paidShare,
      figure: true,
      cell: (row) => <PaidShare row={row} />,
      wide: ({ invoiced }) => invoiced === 0,
    },
    {
      title: t.home.overdueAmount,
      figure: true,
      cell: ({ overdue, overdueAmount, currency }) => (overdue === 0 ? none : format.money(overdueAmount, currency)),
      wide: ({ overdue }) => overdue === 0,
    },
    {
      title: t.home.unmatched,
      figure: true,
      cell: (row) => <WaitingMoney row={row} />,
      wide: ({ waiting, waitingAt }) => waiting.length === 0 && waitingAt === null,
    },
    { title: t.home.next, cell: (row) => <NextStep row={row} /> },
  ];
  return <DataTable label={t.home.buildings} rows={rows} keyOf={({ buildingId }) => buildingId} columns={columns} />;
}

/** How many invoices of the month are paid, and which part of what they come to; with what is not counted yet. */
function PaidShare({ row }: { readonly row: BuildingState }) {
  const { t, format } = useLanguage();
  const { invoiced, paid, invoicesPaid, invoicesIssued, waiting, waitingAt, currency } = row;
  if (invoiced === 0) return t.common.none;
  const small = { fz: 'sm', c: 'dimmed', style: { whiteSpace: 'nowrap' } } as const;
  return (
    <>
      {`${format.number(paidPercent(paid, invoiced))} %`}
      <Text {...small}>{t.home.ofAmount({ amount: format.money(invoiced, currency) })}</Text>
      <Text {...small}>{t.home.invoicesPaid({ done: invoicesPaid, all: invoicesIssued })}</Text>
      {(waiting.some(({ payments }) => payments > 0) || waitingAt !== null) && (
        <LinkTo to="/payments" search={{ tab: 'waiting' }} fz="sm">
          {t.home.withoutUnmatched}
        </LinkTo>
      )}
    </>
  );
}

/** Unmatched payments and returns; of an account that buildings share, at the first of them. */
function WaitingMoney({ row: { waiting, waitingAt } }: { readonly row: BuildingState }) {
  const { t, format } = useLanguage();
  const buildings = [...new Set(waiting.flatMap(({ sharedWith }) => sharedWith))];
  if (waiting.length === 0 && waitingAt !== null)
    return (
      <Text fz="sm" c="dimmed">
        {t.home.waitingAt({ building: waitingAt })}
      </Text>
    );
  if (waiting.length === 0) return t.common.none;
  const sums = waiting
    .filter(({ payments }) => payments > 0)
    .map(({ currency, amount }) => format.money(amount, currency));
  const returns = waiting.reduce((sum, { returns: count }) => sum + count, 0);
  return (
    <>
      {sums.join(' + ')}
      {returns > 0 && (
        <Text fz="sm" c="dimmed">
          {t.home.returns({ count: returns })}
        </Text>
      )}
      {buildings.length > 0 && (
        <Text fz="sm" c="dimmed">
          {t.home.sharedWith({ buildings: buildings.join(', ') })}
        </Text>
      )}
    </>
  );
}

/** Whole percent, rounded down: 100 only if everything is paid. */
function paidPercent(paid: number, invoiced: number): number {
  return Math.floor((Math.round(paid * 100) * 100) / Math.round(invoiced * 100));
}

/** The next step, as a button to where it is done, or as text for those who may not do it. */
function NextStep({ row: { buildingId, name, month, next } }: { readonly row: BuildingState }) {
  const { t } = useLanguage();
  const mayMatch = useIsAllowed('money');
  const mayManage = useIsAllowed('manage');
  const step = t.home.nextSteps[next];
  const looks = { size: 'xs', variant: 'default', 'aria-label': t.home.stepOf({ step, building: name }) } as const;
  const needsManager = next === 'set_up' || next === 'enter_readings';
  const needsMoney = next === 'match' || next === 'import_statement';
  if (next === 'done' || (needsMoney && !mayMatch) || (needsManager && !mayManage))
    return (
      <>
        <Text c="dimmed">{step}</Text>
        {needsMoney && <ReservedNote task="money" />}
        {needsManager && <ReservedNote task="manage" />}
      </>
    );
  if (next === 'set_up' || next === 'record_bills')
    return (
      <ButtonTo
        to="/buildings/$buildingId"
        params={{ buildingId }}
        {...(next === 'record_bills' && { search: { tab: 'bills' as const, period: month } })}
        {...looks}
      >
        {step}
      </ButtonTo>
    );
  if (next === 'enter_readings')
    return (
      <ButtonTo to="/readings" search={{ tab: 'missing', buildingId, period: month }} {...looks}>
        {step}
      </ButtonTo>
    );
  if (next === 'generate')
    return (
      <ButtonTo to="/invoices/generate" search={{ buildingId, period: month }} {...looks}>
        {step}
      </ButtonTo>
    );
  if (next === 'send')
    return (
      <ButtonTo to="/invoices" search={{ status: 'unsent', buildingId }} {...looks}>
        {step}
      </ButtonTo>
    );
  if (next === 'remind')
    return (
      <ButtonTo to="/receivables" search={{ building: buildingId, show: 'overdue' }} {...looks}>
        {step}
      </ButtonTo>
    );
  return (
    <ButtonTo to="/payments" search={{ tab: next === 'match' ? 'waiting' : 'import' }} {...looks}>
      {step}
    </ButtonTo>
  );
}
