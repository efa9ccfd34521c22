// One row for each building: what is there for the month, what would be created beside the month before, and what to
// look at first.
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { BuildingState } from '../../api/shared-queries.ts';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { ErrorMessage } from '../../parts/error-message.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import type { Selection } from '../../parts/selection.ts';
import { useLanguage } from '../../words/language.tsx';
import { checkTitle, gravityColors } from './check-words.ts';
import { type BuildingPreview, createdBy, type Previews, previousOf, unsentOf } from './many-buildings.ts';

type BuildingRows = {
  readonly rows: readonly BuildingState[];
  readonly previews: Previews;
  readonly selection: Selection;
  /** 'YYYY-MM' */
  readonly month: string;
};

export function BuildingsPreview({ rows, previews, selection, month }: BuildingRows) {
  const { t, format } = useLanguage();
  const none = t.common.none;
  const ofAll = (done: number, all: number) => (all === 0 ? none : t.home.ofAll({ done, all }));
  const bodyOf = ({ buildingId }: BuildingState) => {
    const preview = previews.get(buildingId);
    return preview !== undefined && 'body' in preview && createdBy(preview) > 0 ? preview.body : undefined;
  };
  const figures: readonly DataColumn<BuildingState>[] = [
    {
      title: t.billBuildings.newInvoices,
      figure: true,
      cell: (row) => format.number(bodyOf(row)?.created ?? 0),
    },
    {
      title: t.generate.total,
      figure: true,
      cell: (row) => {
        const body = bodyOf(row);
        return body ? format.money(body.amount, row.currency) : none;
      },
    },
    {
      title: t.generate.previous,
      figure: true,
      cell: (row) => {
        const body = bodyOf(row);
        const previous = body && previousOf(body);
        return previous ? format.money(previous, row.currency) : none;
      },
    },
  ];
  return (
    <DataTable
      label={t.billBuildings.title}
      rows={rows}
      keyOf={({ buildingId }) => buildingId}
      selection={{ ...selection, nameOf: ({ name }) => name }}
      columns={[
        {
          title: t.invoices.building,
          cell: ({ buildingId, name }) => (
            <LinkTo to="/invoices/generate" search={{ buildingId, period: month, preview: month }} fw={600}>
              {name}
            </LinkTo>
          ),
        },
        { title: t.home.readingsIn, cell: ({ metersRead, meters }) => ofAll(metersRead, meters) },
        { title: t.home.bills, cell: ({ billsRecorded, bills }) => ofAll(billsRecorded, bills) },
        ...(previews.size > 0 ? figures : []),
        { title: t.invoices.status, cell: (row) => <Status row={row} preview={previews.get(row.buildingId)} /> },
      ]}
    />
  );
}

/** What was found, the gravest first; and what the month has already. */
function Status({ row, preview }: { readonly row: BuildingState; readonly preview: BuildingPreview | undefined }) {
  const { t } = useLanguage();
  const [unsent, { invoices, invoicesSent: sent, invoicesSending: sending }] = [unsentOf(row), row];
  if (preview !== undefined && 'problem' in preview) return <ErrorMessage t={t} error={preview.problem} />;
  const checks = preview?.body.checks ?? [];
  const created = preview?.body.created ?? 0;
  const isReady = created > 0 && checks.length === 0;
  const isDone = invoices > 0 && sent === invoices && created === 0 && checks.length === 0;
  return (
    <Stack gap={2}>
      {(isReady || isDone) && (
        <Badge variant="light" color="pine">
          {isReady ? t.billBuildings.ready : t.billBuildings.done}
        </Badge>
      )}
      {checks.map(({ code, gravity, items }) => (
        <Group key={`${gravity} ${code}`} gap={6} wrap="nowrap">
          <Badge variant="light" color={gravityColors[gravity]}>
            {items.length}
          </Badge>
          <Text fz="sm">{checkTitle(t, code)}</Text>
        </Group>
      ))}
      {unsent > 0 && <Text fz="sm">{t.home.toSend({ count: unsent })}</Text>}
      {sending > 0 && <Text fz="sm">{t.home.sending({ count: sending })}</Text>}
      {sent > 0 && (
        <Text fz="sm" c="dimmed">
          {t.billBuildings.sent({ count: sent })}
        </Text>
      )}
    </Stack>
  );
}
