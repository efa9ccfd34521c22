// What single apartments of a building are charged or credited once: what waits for an invoice, and what an invoice has taken.
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAct } from '../../api/use-action.ts';
import { type DoorGot, door, type Schemas, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { useMay } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/reads.ts';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { askFirst } from '../../parts/confirm.ts';
import { Card } from '../../parts/card.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { Listed } from '../../parts/query-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { NewOneOff } from './new-one-off.tsx';

type Building = Schemas['Building'];
type OneOff = DoorGot<'/buildings/{id}/one-offs'>['data'][number];

export function OneOffs({ building }: { readonly building: Building }) {
  const { t } = useLanguage();
  const mayInvoice = useMay('invoice');
  const add = mayInvoice && (
    <AddInDialog label={t.oneOffs.add} form={(done) => <NewOneOff building={building} done={done} />} />
  );
  return (
    <Stack>
      <Text c="dimmed">{t.oneOffs.lead}</Text>
      <List
        building={building}
        billed={false}
        title={t.oneOffs.pending}
        empty={t.oneOffs.nothingPending}
        actions={add}
        last={
          mayInvoice ? { title: t.oneOffs.remove, cell: (one) => <TakeBack oneOff={one} />, action: true } : undefined
        }
      />
      <List
        building={building}
        billed
        title={t.oneOffs.invoiced}
        empty={t.oneOffs.nothingInvoiced}
        last={{
          title: t.oneOffs.invoice,
          cell: ({ invoiceId }) => (
            <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: invoiceId ?? '' }}>
              {t.oneOffs.openInvoice}
            </LinkTo>
          ),
        }}
      />
    </Stack>
  );
}

function List({
  building,
  billed,
  title,
  empty,
  actions,
  last,
}: {
  readonly building: Building;
  readonly billed: boolean;
  readonly title: string;
  readonly empty: string;
  readonly actions?: ReactNode;
  readonly last: Column<OneOff> | undefined;
}) {
  const { t, format } = useLanguage();
  const { id } = building;
  const numbers = useApartmentNumbers([id]);
  const oneOffs = usePages(['one-offs', id, billed], (cursor) =>
    take(
      door.GET('/buildings/{id}/one-offs', {
        params: { path: { id }, query: { ...after(cursor, 50), billed, sort: '-createdAt' } },
      }),
    ),
  );
  return (
    <Card title={title} flush actions={actions}>
      <Listed
        query={oneOffs}
        none={<Empty icon="invoice" title={empty} />}
        label={title}
        keyOf={(one) => one.id}
        columns={[
          { title: t.invoices.apartment, cell: ({ apartmentId }) => numbers.get(apartmentId) ?? t.common.none },
          { title: t.oneOffs.description, cell: ({ description }) => description },
          { title: t.oneOffs.dueFrom, cell: ({ dueFrom }) => format.day(dueFrom) },
          {
            title: t.oneOffs.amount,
            cell: ({ amount }) => format.money(amount, building.billing.currency),
            figure: true,
          },
          { title: t.oneOffs.vatRate, cell: ({ vatRate }) => format.number(vatRate), figure: true, wide: true },
          ...(last ? [last] : []),
        ]}
      />
    </Card>
  );
}

function TakeBack({ oneOff: { id, description } }: { readonly oneOff: OneOff }) {
  const { t } = useLanguage();
  const remove = useAct(() => take(door.DELETE('/one-offs/{id}', { params: { path: { id } } })), {
    done: t.oneOffs.removed,
  });
  const ask = () =>
    askFirst(t, {
      title: t.oneOffs.remove,
      text: t.oneOffs.removeLead({ what: description }),
      yes: t.oneOffs.remove,
      act: () => remove.mutate(),
    });
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={remove.isPending}
      aria-label={`${t.oneOffs.remove}: ${description}`}
      onClick={ask}
    >
      {t.oneOffs.remove}
    </Button>
  );
}
