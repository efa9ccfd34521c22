// The preview of a correction: for each apartment the difference, and the charges that it comes from.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ConsolePostBody, Schemas } from '../../api/client.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';
import { positionDescription } from '../invoices/position-description.ts';

export type CorrectionBody = ConsolePostBody<'/buildings/{id}/corrections'>['data'];

export function CorrectionResult({
  building,
  correction,
  make,
}: {
  readonly building: Schemas['Building'];
  readonly correction: CorrectionBody;
  readonly make: { readonly act: () => void; readonly isPending: boolean };
}) {
  const { t, format } = useLanguage();
  const { created, corrected, unchanged, failed, invoices } = correction;
  const money = (amount: number) => format.money(amount, building.billing.currency);
  const rows = invoices.filter(({ status }) => status !== 'unchanged').map((invoice, index) => ({ ...invoice, index }));
  const sum = rows.reduce((all, { amount = 0 }) => all + Math.round(amount * 100), 0) / 100;
  const count = created + corrected;
  const confirmCorrection = () =>
    confirmFirst(t, {
      title: t.periods.create({ count }),
      text: t.periods.createLead,
      yes: t.periods.create({ count }),
      act: make.act,
    });
  return (
    <Stack gap="lg">
      <Card title={t.periods.result}>
        <FactList
          cols={{ base: 2, sm: 5 }}
          facts={[
            [t.periods.corrected, format.number(corrected)],
            [t.periods.created, format.number(created)],
            [t.periods.unchanged, format.number(unchanged)],
            [t.periods.failed, format.number(failed)],
            [t.periods.total, money(sum)],
          ]}
        />
        {count === 0 && failed === 0 && <Text mt="md">{t.periods.nothing}</Text>}
        {count > 0 && (
          <Group mt="md">
            <Button onClick={confirmCorrection} loading={make.isPending}>
              {t.periods.create({ count })}
            </Button>
          </Group>
        )}
      </Card>
      {rows.length > 0 && (
        <Card flush>
          <InvoiceDifferences building={building} rows={rows} />
        </Card>
      )}
    </Stack>
  );
}

type InvoiceDifference = CorrectionBody['invoices'][number] & { readonly index: number };

function InvoiceDifferences({
  building,
  rows,
}: {
  readonly building: Schemas['Building'];
  readonly rows: readonly InvoiceDifference[];
}) {
  const { t, format } = useLanguage();
  const numbers = useApartmentNumbers([building.id]);
  const signed = (amount: number) => `${amount > 0 ? '+' : ''}${format.money(amount, building.billing.currency)}`;
  return (
    <DataTable
      label={t.periods.result}
      rows={rows}
      keyOf={({ index }) => String(index)}
      columns={[
        { title: t.invoices.apartment, cell: ({ apartmentId }) => numbers.get(apartmentId) ?? t.common.none },
        {
          title: t.periods.corrects,
          cell: ({ correctsInvoiceId }) =>
            correctsInvoiceId ? (
              <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: correctsInvoiceId }}>
                {t.invoices.invoice}
              </LinkTo>
            ) : (
              t.periods.newInvoice
            ),
        },
        {
          title: t.periods.changes,
          cell: ({ code, changes = [] }) =>
            code
              ? t.generate.codes[code]
              : changes.map((change) => (
                  <Text key={JSON.stringify(change)} fz="sm">
                    {`${positionDescription(format, change.description)} ${signed(change.amount)}`}
                  </Text>
                )),
        },
        {
          title: t.periods.difference,
          cell: ({ amount }) => (amount === undefined ? t.common.none : signed(amount)),
          figure: true,
        },
      ]}
    />
  );
}
