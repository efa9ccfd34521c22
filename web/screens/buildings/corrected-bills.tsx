// The right totals of bills that were recorded wrong, and their quantities: beside each field what is recorded, and
// what the change is.

import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useVatWords } from '../../api/person.ts';
import { BillAmountFields, type BillAmounts, type EnteredBills } from '../../parts/bill-amount-fields.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { BillingPeriod } from '../invoices/months.ts';

type RecordedPeriod = ConsoleBody<'/buildings/{id}/supplier-bills'>['data'][number];

/** The totals of a period's bills by charge, with those that corrections added. */
export function useBillTotals(buildingId: string, period: BillingPeriod) {
  return useQuery({
    queryKey: ['bills', buildingId, period],
    queryFn: async () => {
      const params = { path: { id: buildingId }, query: period };
      const { data } = await unwrap(consoleApi.GET('/buildings/{id}/supplier-bills', { params }));
      return billTotals(data[0]);
    },
  });
}

function billTotals(recorded: RecordedPeriod | undefined): BillAmounts {
  const totals: Record<string, number> = {};
  for (const { charge, amount } of [...(recorded?.bills ?? []), ...(recorded?.furtherBills ?? [])])
    totals[charge] = sumAmounts([totals[charge] ?? 0, amount]);
  return totals;
}

export function CorrectedBills({
  building,
  totals,
  bills,
  change,
}: {
  readonly building: Schemas['Building'];
  /** What is recorded. */
  readonly totals: BillAmounts;
  /** The right totals; a charge without one stays as it is. */
  readonly bills: EnteredBills;
  readonly change: (bills: EnteredBills) => void;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords();
  const { currency, charges } = building.billing;
  const split = charges.filter(({ costFrom }) => costFrom === 'supplier_bill');
  const money = (amount: number) => format.money(amount, currency);
  const hintOf = (code: string) => {
    const [before, after] = [totals[code], bills.amounts[code]];
    if (after === undefined)
      return before === undefined ? t.periods.nothingRecorded : t.periods.recordedAmount({ amount: money(before) });
    const difference = format.signedMoney(sumAmounts([after, -(before ?? 0)]), currency);
    return t.periods.beforeAfter({ before: money(before ?? 0), after: money(after), difference });
  };
  return (
    <Stack>
      <Text c="dimmed" fz="sm">
        {split.length === 0 ? t.invoiceHistory.noBills : `${t.periods.correctBillsLead} ${vat.bill}`}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        <BillAmountFields
          currency={currency}
          charges={split}
          bills={bills}
          change={change}
          labelOf={t.periods.correctTo}
          hintOf={hintOf}
        />
      </SimpleGrid>
    </Stack>
  );
}
