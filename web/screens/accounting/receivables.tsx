// Receivables by age: who owes what since when, with their contacts and payment plans; reminders are sent from here.

import { Anchor, Box, Button, Center, Checkbox, Group, Popover, Select, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { amountCell, namedForBuildings, saveCsv } from '../../parts/save-csv.ts';
import { SearchInput } from '../../parts/search-input.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type AgingSearch, agingShows, agingSorts } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { payersText } from '../payments/payer-text.ts';
import { isOverdue, isRemindable, viewOf } from './aging-view.ts';
import classes from './receivables.module.css';
import { RemindButton } from './remind-button.tsx';
import { useAging } from './use-aging.ts';

type AgedBody = ConsoleBody<'/aging'>['data'][number];
const ageBuckets = ['notDue', 'to30', 'to60', 'to90', 'over90', 'credit', 'balance'] as const;
const rowsAtOnce = 100;
const residentIdOf = ({ residentId }: AgedBody['payers'][number]) => residentId;

export function Receivables() {
  const { t } = useLanguage();
  const search = useSearch({ from: '/receivables' });
  const aging = useAging(search.building);
  return (
    <Page
      title={t.receivables.title}
      help="prepayment"
      lead={<Text c="dimmed">{t.receivables.lead}</Text>}
      actions={<ExportAging rows={viewOf(aging.data ?? [], search)} />}
    >
      <AgingFilters />
      <QueryContent query={aging}>
        {(rows) => <AgingView key={JSON.stringify(search)} rows={viewOf(rows, search)} isEmpty={rows.length === 0} />}
      </QueryContent>
    </Page>
  );
}

function AgingFilters() {
  const { t } = useLanguage();
  const search = useSearch({ from: '/receivables' });
  const navigate = useNavigate({ from: '/receivables' });
  const buildings = useBuildings().data ?? [];
  const change = (next: Partial<AgingSearch>) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <Group gap="sm" align="flex-end">
      <SearchInput label={t.receivables.search} w="16rem" text={search.text} search={(text) => change({ text })} />
      <BuildingFilter
        buildings={buildings}
        chosen={search.building}
        choose={(building) => change({ building })}
        width="14rem"
        labelled
      />
      <Select
        label={t.receivables.show}
        allowDeselect={false}
        w="14rem"
        data={agingShows.map((value) => ({ value, label: t.receivables.shows[value] }))}
        value={search.show ?? 'all'}
        onChange={(value) => change({ show: agingShows.find((show) => show === value && show !== 'all') })}
      />
      <Select
        label={t.receivables.sortBy}
        allowDeselect={false}
        w="14rem"
        data={agingSorts.map((value) => ({ value, label: t.receivables.sorts[value] }))}
        value={search.sort ?? 'apartment'}
        onChange={(value) => change({ sort: agingSorts.find((sort) => sort === value && sort !== 'apartment') })}
      />
    </Group>
  );
}

function AgingView({ rows, isEmpty }: { readonly rows: readonly AgedBody[]; readonly isEmpty: boolean }) {
  const { t } = useLanguage();
  const mayRemind = useIsAllowed('invoice');
  const { building } = useSearch({ from: '/receivables' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shownRows, setShownRows] = useState(rowsAtOnce);
  const apartmentsOf = (all: readonly AgedBody[]) => [...new Set(all.map(({ apartmentId }) => apartmentId))];
  const remindable = apartmentsOf(rows.filter(isRemindable));
  const remindedToday = apartmentsOf(rows.filter((row) => isOverdue(row) && row.remindedToday)).length;
  const hasOverdue = mayRemind && rows.some(isOverdue);
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  if (rows.length === 0)
    return (
      <Card flush>
        <EmptyState icon="check" title={isEmpty ? t.receivables.nothingOpen : t.receivables.noneMatch} />
      </Card>
    );
  const chosenIds = remindable.filter((id) => chosen.has(id));
  return (
    <>
      {hasOverdue && (
        <Group>
          <Checkbox
            label={t.receivables.selectAll}
            disabled={remindable.length === 0}
            checked={chosenIds.length > 0 && chosenIds.length === remindable.length}
            indeterminate={chosenIds.length > 0 && chosenIds.length < remindable.length}
            onChange={(event) => choose(remindable, event.currentTarget.checked)}
          />
          <RemindButton apartmentIds={chosenIds} buildingId={building} done={() => setChosen(new Set())} />
          {remindedToday > 0 && <Text c="dimmed">{t.receivables.remindedToday({ count: remindedToday })}</Text>}
        </Group>
      )}
      <Card flush>
        <AgingTotals rows={rows} />
        <AgingTable rows={rows.slice(0, shownRows)} {...(hasOverdue && { chosen, choose })} />
        {rows.length > shownRows && (
          <Center p="md">
            <Button variant="default" onClick={() => setShownRows((count) => count + rowsAtOnce)}>
              {t.common.more}
            </Button>
          </Center>
        )}
      </Card>
    </>
  );
}

function AgingTable({
  rows,
  chosen,
  choose,
}: {
  readonly rows: readonly AgedBody[];
  readonly chosen?: ReadonlySet<string>;
  readonly choose?: (ids: readonly string[], on: boolean) => void;
}) {
  const { t, format } = useLanguage();
  const money = (of: (typeof ageBuckets)[number]): DataColumn<AgedBody> => ({
    title: t.receivables.columns[of],
    figure: true,
    wide: (row) => of !== 'balance' && row[of] === 0,
    cell: (row) => (row[of] === 0 ? t.common.none : format.money(row[of], row.currency)),
  });
  const selection: DataColumn<AgedBody> = {
    title: t.receivables.selectAll,
    action: true,
    wide: (row) => !isRemindable(row),
    cell: (row) =>
      isRemindable(row) && (
        <Checkbox
          aria-label={t.receivables.select({ apartment: `${row.building}, ${row.number}` })}
          checked={chosen?.has(row.apartmentId) ?? false}
          onChange={(event) => choose?.([row.apartmentId], event.currentTarget.checked)}
        />
      ),
  };
  return (
    <DataTable
      label={t.receivables.title}
      rows={rows}
      keyOf={({ apartmentId, currency, payers }) => [apartmentId, currency, ...payers.map(residentIdOf)].join(' ')}
      columns={[
        ...(choose ? [selection] : []),
        {
          title: t.receivables.apartment,
          cell: ({ buildingId, apartmentId, building, number }) => (
            <div className={classes.oneLine}>
              <ApartmentLink
                buildingId={buildingId}
                apartmentId={apartmentId}
                number={`${building}, ${number}`}
                strong
              />
            </div>
          ),
        },
        { title: t.receivables.payers, cell: (row) => <Payers row={row} /> },
        {
          title: t.receivables.oldestDue,
          cell: ({ oldestDue, remindedAt }) => (
            <>
              {oldestDue === null ? t.common.none : format.day(oldestDue)}
              {remindedAt && (
                <Text fz="sm" c="dimmed">
                  {t.receivables.remindedOn({ day: format.day(remindedAt) })}
                </Text>
              )}
            </>
          ),
          wide: ({ oldestDue }) => oldestDue === null,
        },
        ...ageBuckets.map(money),
      ]}
    />
  );
}

/** Who owes it, in one line; their contacts, since when, the payment plan and the statement are behind it. */
function Payers({ row }: { readonly row: AgedBody }) {
  const { t, format } = useLanguage();
  const { payers, daysLate, total, plan, remindedAt, buildingId, apartmentId } = row;
  return (
    <Popover
      width="min(22rem, calc(100vw - 2rem))"
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          c="inherit"
          underline="always"
          className={classes.oneLine}
        >
          {payersText(t, payers)}
          {plan && ` · ${t.receivables.plan}`}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
          {payers.map((payer) => (
            <Contact key={payer.residentId} payer={payer} />
          ))}
          {total > 0 && daysLate > 0 && <Text fz="sm">{t.receivables.overdueFor({ days: daysLate })}</Text>}
          {remindedAt && <Text fz="sm">{t.receivables.lastReminded({ at: format.instant(remindedAt) })}</Text>}
          {plan && (
            <Text fz="sm" fw={600}>
              {`${t.receivables.planUntil({ day: format.day(plan.until) })}: ${plan.terms}`}
            </Text>
          )}
          <LinkTo to="/receivables/$buildingId/$apartmentId" params={{ buildingId, apartmentId }} fz="sm">
            {t.apartmentPage.statement}
          </LinkTo>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Contact({ payer }: { readonly payer: AgedBody['payers'][number] }) {
  const { t } = useLanguage();
  const { email, phone } = payer;
  return (
    <div>
      <Text fw={600}>{payersText(t, [payer])}</Text>
      {email && (
        <Anchor href={`mailto:${encodeURIComponent(email)}`} underline="always" fz="sm" display="block">
          {email}
        </Anchor>
      )}
      {phone && (
        <Anchor href={`tel:${phone.replace(/[^+\d]/g, '')}`} underline="always" fz="sm" display="block">
          {phone}
        </Anchor>
      )}
    </div>
  );
}

/** The sums of all rows, one line for each currency. */
function AgingTotals({ rows }: { readonly rows: readonly AgedBody[] }) {
  const { t, format } = useLanguage();
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const sum = (currency: string, of: (typeof ageBuckets)[number]) =>
    sumAmounts(rows.filter((row) => row.currency === currency).map((row) => row[of]));
  return currencies.map((currency) => (
    <Box key={currency} p="md" component="section" aria-label={t.receivables.allApartments}>
      <FactList
        cols={{ base: 2, xs: 4, md: ageBuckets.length }}
        facts={ageBuckets.map((of) => [t.receivables.columns[of], format.money(sum(currency, of), currency)] as const)}
      />
    </Box>
  ));
}

function ExportAging({ rows }: { readonly rows: readonly AgedBody[] }) {
  const { t } = useLanguage();
  const save = () =>
    saveCsv(
      namedForBuildings(
        'aging',
        rows.map(({ building }) => building),
      ),
      [
        [
          t.receivables.building,
          t.receivables.apartment,
          t.receivables.payers,
          t.receivables.oldestDue,
          ...ageBuckets.map((of) => t.receivables.columns[of]),
          t.statements.currency,
        ],
        ...rows.map((row) => [
          row.building,
          row.number,
          row.payers.map(({ name }) => name).join(', '),
          row.oldestDue ?? '',
          ...ageBuckets.map((of) => amountCell(row[of])),
          row.currency,
        ]),
      ],
    );
  return (
    <Group gap="xs">
      <ButtonTo to="/receivables/month-end" variant="default">
        {t.monthEnd.title}
      </ButtonTo>
      <Button variant="default" leftSection={<Icon name="download" />} disabled={rows.length === 0} onClick={save}>
        {t.receivables.exportCsv}
      </Button>
    </Group>
  );
}
