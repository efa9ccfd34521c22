// The preview of a correction: for each apartment the difference, and the charges that it comes from.

import { Group, Stack, Text } from '@mantine/core';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsolePostBody, Schemas } from '../../api/bodies.ts';
import { useVatWords } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';

export type CorrectionBody = ConsolePostBody<'/buildings/{id}/corrections'>['data'];

export function CorrectionResult({
  building,
  correction,
  make,
}: {
  readonly building: Schemas['Building'];
  readonly correction: CorrectionBody;
  readonly make: Action & { readonly act: () => void };
}) {
  const { t, format } = useLanguage();
  const { created, corrected, unchanged, failed, invoices } = correction;
  const money = (amount: number) => format.money(amount, building.billing.currency);
  const rows = invoices.filter(({ status }) => status !== 'unchanged').map((invoice, index) => ({ ...invoice, index }));
  const sum = sumAmounts(rows.map(({ amount = 0 }) => amount));
  const count = created + corrected;
  const confirmCorrection = () =>
    confirmFirst(t, {
      title: t.periods.create({ count }),
      text: t.periods.createLead,
      yes: t.periods.create({ count }),
      routine: true,
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
            <ActionButton onClick={confirmCorrection} action={make}>
              {t.periods.create({ count })}
            </ActionButton>
          </Group>
        )}
      </Card>
      {correction.bills.length > 0 && (
        <Card flush>
          <BillDifferences building={building} correction={correction} />
        </Card>
      )}
      {rows.length > 0 && (
        <Card flush>
          <InvoiceDifferences building={building} rows={rows} />
        </Card>
      )}
    </Stack>
  );
}

/** The totals of bills before and after, and what the apartments get of the difference: the same, to the cent. */
function BillDifferences({
  building: { billing },
  correction: { bills, invoices },
}: {
  readonly building: Schemas['Building'];
  readonly correction: CorrectionBody;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  const money = (amount: number) => format.money(amount, billing.currency);
  const names = new Map(billing.charges.map(({ code, name }) => [code, name]));
  const shared = (charge: string) =>
    sumAmounts(
      invoices.flatMap(({ changes = [] }) => changes.filter(({ code }) => code === charge).map(({ net }) => net)),
    );
  return (
    <DataTable
      label={t.periods.bills}
      rows={bills}
      keyOf={({ charge }) => charge}
      columns={[
        { title: t.periods.charge, cell: ({ charge }) => names.get(charge) ?? charge },
        { title: t.periods.before, figure: true, cell: ({ before }) => money(before) },
        { title: t.periods.after, figure: true, cell: ({ after }) => money(after) },
        {
          title: vat.change,
          figure: true,
          cell: ({ before, after }) => format.signedMoney(sumAmounts([after, -before]), billing.currency),
        },
        {
          title: vat.shared,
          figure: true,
          cell: ({ charge }) => format.signedMoney(shared(charge), billing.currency),
        },
      ]}
    />
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
  const { currency } = building.billing;
  const beforeAfter = ({ before, amount }: { readonly before: number; readonly amount: number }) => {
    const after = sumAmounts([before, amount]);
    return `${format.money(before, currency)} → ${format.money(after, currency)}`;
  };
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
                    {`${format.position(change.description)}: ${beforeAfter(change)}`}
                  </Text>
                )),
        },
        {
          title: t.periods.difference,
          cell: ({ amount }) => (amount === undefined ? t.common.none : format.signedMoney(amount, currency)),
          figure: true,
        },
      ]}
    />
  );
}
