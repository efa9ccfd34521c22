// The recorded changes of owner or tenant of an apartment, each with its undo.
import { useQuery } from '@tanstack/react-query';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { useLanguage } from '../../words/language.tsx';

type ListedHandOver = ConsoleBody<'/buildings/{id}/apartments/{aptId}/hand-overs'>['data'][number];

/** Nothing while there are none. */
export function HandOverHistory({
  apartment: { id: aptId, buildingId: id },
}: {
  readonly apartment: { readonly id: string; readonly buildingId: string };
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const { data = [] } = useQuery({
    queryKey: ['hand-overs', aptId],
    queryFn: async () =>
      (
        await unwrap(
          consoleApi.GET('/buildings/{id}/apartments/{aptId}/hand-overs', { params: { path: { id, aptId } } }),
        )
      ).data,
  });
  const undo: DataColumn<ListedHandOver> = {
    title: t.handOver.undo,
    action: true,
    cell: (item) => <UndoHandOver handOver={item} />,
  };
  if (data.length === 0) return null;
  return (
    <Card title={t.handOver.history} flush>
      <DataTable
        label={t.handOver.history}
        rows={data}
        keyOf={(item) => item.id}
        columns={[
          { title: t.handOver.day, cell: ({ day }) => format.day(day) },
          {
            title: t.apartmentPage.people,
            cell: ({ leaving, newcomer }) =>
              t.handOver.change({
                from: leaving.join(', ') || t.handOver.deleted,
                to: newcomer ?? t.handOver.deleted,
              }),
          },
          ...(mayManage ? [undo] : []),
        ]}
      />
    </Card>
  );
}

function UndoHandOver({ handOver: { id, day } }: { readonly handOver: ListedHandOver }) {
  const { t, format } = useLanguage();
  const undo = useAction(() => unwrap(consoleApi.DELETE('/hand-overs/{id}', { params: { path: { id } } })), {
    done: t.handOver.undone,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.handOver.undo,
      text: t.handOver.undoLead({ day: format.day(day) }),
      yes: t.handOver.undo,
      act: () => undo.mutate(),
    });
  return (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      aria-label={`${t.handOver.undo}: ${format.day(day)}`}
      action={undo}
      onClick={ask}
    >
      {t.handOver.undo}
    </ActionButton>
  );
}
