// The one-off charges and credits of a building: those waiting for an invoice, and those invoiced.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed, useVatWords } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { AddInDialog } from '../../parts/add-in-dialog.tsx';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import type { DataColumn } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { NewOneOffCharge } from './new-one-off.tsx';

type OneOffBuilding = Schemas['Building'];
type OneOffBody = ConsoleBody<'/buildings/{id}/one-offs'>['data'][number];

export function OneOffCharges({ building }: { readonly building: OneOffBuilding }) {
  const { t } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const add = mayInvoice && (
    <AddInDialog label={t.oneOffs.add} form={(done) => <NewOneOffCharge building={building} done={done} />} />
  );
  return (
    <Stack>
      <Text c="dimmed">{t.oneOffs.lead}</Text>
      <OneOffList
        building={building}
        billed={false}
        title={t.oneOffs.pending}
        empty={t.oneOffs.nothingPending}
        actions={add}
        last={
          mayInvoice
            ? { title: t.oneOffs.remove, cell: (item) => <RemoveOneOff oneOff={item} />, action: true }
            : undefined
        }
      />
      <OneOffList
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

function OneOffList({
  building,
  billed,
  title,
  empty,
  actions,
  last,
}: {
  readonly building: OneOffBuilding;
  readonly billed: boolean;
  readonly title: string;
  readonly empty: string;
  readonly actions?: ReactNode;
  readonly last: DataColumn<OneOffBody> | undefined;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  const { id } = building;
  const numbers = useApartmentNumbers([id]);
  const oneOffs = usePages(['one-offs', id, billed], (cursor) =>
    unwrap(
      consoleApi.GET('/buildings/{id}/one-offs', {
        params: { path: { id }, query: { ...pageQuery(cursor, 50), billed, sort: '-createdAt' } },
      }),
    ),
  );
  return (
    <Card title={title} {...(!billed && { help: 'oneOff' })} flush actions={actions}>
      <QueryTable
        query={oneOffs}
        none={<EmptyState icon="invoice" title={empty} />}
        label={title}
        keyOf={(item) => item.id}
        columns={[
          {
            title: t.invoices.apartment,
            cell: ({ apartmentId }) => (
              <ApartmentLink buildingId={building.id} apartmentId={apartmentId} number={numbers.get(apartmentId)} />
            ),
          },
          { title: t.oneOffs.description, cell: ({ description }) => description },
          { title: t.oneOffs.dueFrom, cell: ({ dueFrom }) => format.day(dueFrom) },
          {
            title: vat.amount,
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

function RemoveOneOff({ oneOff: { id, description } }: { readonly oneOff: OneOffBody }) {
  const { t } = useLanguage();
  const remove = useAction(() => unwrap(consoleApi.DELETE('/one-offs/{id}', { params: { path: { id } } })), {
    done: t.oneOffs.removed,
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.oneOffs.remove,
      text: t.oneOffs.removeLead({ what: description }),
      yes: t.oneOffs.remove,
      act: () => remove.mutate(),
    });
  return (
    <ActionButton
      size="xs"
      variant="subtle"
      action={remove}
      aria-label={`${t.oneOffs.remove}: ${description}`}
      onClick={ask}
    >
      {t.oneOffs.remove}
    </ActionButton>
  );
}
