// The month of many buildings: one preview with a row for each, and then what is ready is created and sent at once. The
// rest says why.

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sumByCurrency } from '../../../src/platform/values/amounts.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { type BuildingState, sortedByName, useBuildingStates } from '../../api/shared-queries.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { useLeaveWarning } from '../../parts/leave-warning.ts';
import { NoBuilding } from '../../parts/no-building.tsx';
import { Page } from '../../parts/page.tsx';
import { MonthToBill, PeriodPicker } from '../../parts/period-picker.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { SearchInput } from '../../parts/search-input.tsx';
import { useSelection } from '../../parts/selection.ts';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { useLanguage } from '../../words/language.tsx';
import { BilledBuildingsResult } from './billed-buildings-result.tsx';
import { BuildingsPreview } from './buildings-preview.tsx';
import { IssueDate } from './issue-date.tsx';
import { amountOf, countToSend, isReady, type Previews, toPreview, useBillBuildings } from './many-buildings.ts';
import { periodOf } from './months.ts';

export function BillBuildings() {
  const { t } = useLanguage();
  return (
    <Page title={t.billBuildings.title} lead={<Text c="dimmed">{t.billBuildings.lead}</Text>}>
      <MonthToBill buildingId={undefined}>
        {(month, setMonth) => <MonthOfBuildings month={month} setMonth={setMonth} />}
      </MonthToBill>
    </Page>
  );
}

type MonthProps = { readonly month: string; readonly setMonth: (month: string) => void };

function MonthOfBuildings({ month, setMonth }: MonthProps) {
  const [issueDate, setIssueDate] = useState('');
  const states = useBuildingStates(month);
  return (
    <>
      <Group align="flex-end" mb="md">
        <PeriodPicker month={month} choose={setMonth} />
        <IssueDate date={issueDate} change={setIssueDate} />
      </Group>
      <QueryContent query={states}>
        {(all) =>
          all.length === 0 ? (
            <NoBuilding />
          ) : (
            <BuildingsOfMonth key={`${month} ${issueDate}`} all={all} month={month} issueDate={issueDate} />
          )
        }
      </QueryContent>
    </>
  );
}

type BuildingsProps = {
  readonly all: readonly BuildingState[];
  /** 'YYYY-MM' */
  readonly month: string;
  readonly issueDate: string;
};

function BuildingsOfMonth({ all, month, issueDate }: BuildingsProps) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const isFound = ({ name }: BuildingState) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase());
  const rows = sortedByName(all.filter(isFound));
  const selection = useSelection(
    rows.map(({ buildingId }) => buildingId),
    month,
  );
  const chosen = rows.filter(({ buildingId }) => selection.has(buildingId));
  const period = { ...periodOf(month), ...(issueDate !== '' && { issueDate }) };
  const [previews, setPreviews] = useState<Previews>(new Map());
  const [done, setDone] = useState(0);
  const preview = useMutation({
    mutationFn: async (buildings: readonly BuildingState[]) => {
      const found = new Map(previews);
      for (const [index, { buildingId }] of buildings.entries()) {
        setDone(index);
        const params = { path: { id: buildingId } };
        const request = unwrap(consoleApi.POST('/buildings/{id}/generation-preview', { params, body: period }));
        found.set(buildingId, await toPreview(request));
      }
      return found;
    },
    onSuccess: (found) => {
      setPreviews(found);
      selection.choose(all.filter((state) => isReady(state, found)).map(({ buildingId }) => buildingId));
    },
  });
  const bill = useBillBuildings(period, setDone, () => {
    setPreviews(new Map());
    selection.clear();
  });
  const isBusy = preview.isPending || bill.isPending;
  useLeaveWarning(bill.isPending);
  const previewed = chosen.length > 0 && previews.size === 0 ? chosen : rows;
  return (
    <Stack>
      {bill.data && <BilledBuildingsResult result={bill.data} all={all} month={month} />}
      <Card flush>
        <Group p="md" align="flex-end">
          <SearchInput
            aria-label={t.billBuildings.find}
            placeholder={t.billBuildings.find}
            text={text}
            search={(next) => setText(next ?? '')}
          />
          <ActionButton
            action={preview}
            variant={previews.size === 0 ? 'filled' : 'default'}
            disabled={isBusy || rows.length === 0}
            onClick={() => preview.mutate(previewed)}
          >
            {t.billBuildings.preview({ count: previewed.length })}
          </ActionButton>
        </Group>
        {isBusy && (
          <Stack px="md" pb="md" gap={4}>
            <Text fz="sm" role="status">
              {preview.isPending
                ? t.billBuildings.progress({ done, all: preview.variables.length })
                : t.billBuildings.working}
            </Text>
            {preview.isPending && (
              <Progress value={(100 * done) / preview.variables.length} aria-label={t.generate.preview} />
            )}
          </Stack>
        )}
        <BuildingsPreview rows={rows} previews={previews} selection={selection} month={month} />
      </Card>
      {previews.size > 0 && (
        <SelectionBar selection={selection} total={undefined}>
          <BillButtons chosen={chosen} previews={previews} isBusy={isBusy} bill={bill} />
        </SelectionBar>
      )}
      {previews.size > 0 && selection.count === 0 && <Alert color="yellow">{t.billBuildings.noneReady}</Alert>}
    </Stack>
  );
}

/** Creates the drafts of the chosen buildings, or creates and sends them. */
function BillButtons({
  chosen,
  previews,
  isBusy,
  bill,
}: {
  readonly chosen: readonly BuildingState[];
  readonly previews: Previews;
  readonly isBusy: boolean;
  readonly bill: ReturnType<typeof useBillBuildings>;
}) {
  const { t, format } = useLanguage();
  const { created, count } = countToSend(chosen, previews);
  const sums = sumByCurrency(chosen, ({ buildingId }) => amountOf(previews.get(buildingId)))
    .filter(({ amount }) => amount !== 0)
    .map(({ currency, amount }) => format.money(amount, currency))
    .join(' + ');
  const label = { send: t.billBuildings.createAndSend({ count }), keep: t.generate.create({ count: created }) };
  const lead = { send: t.sending.lead, keep: t.generate.createLead };
  const ask = (then: keyof typeof label) =>
    confirmFirst(t, {
      title: label[then],
      text: `${t.billBuildings.sumOf({ buildings: chosen.length, sum: sums })} ${lead[then]}`,
      yes: label[then],
      routine: true,
      act: () => bill.mutate({ chosen, previews, send: then === 'send' }),
    });
  return (
    <>
      <Button size="xs" disabled={count === 0 || isBusy} onClick={() => ask('send')}>
        {label.send}
      </Button>
      <Button size="xs" variant="default" disabled={created === 0 || isBusy} onClick={() => ask('keep')}>
        {label.keep}
      </Button>
      <ActionFailure action={bill} />
    </>
  );
}
