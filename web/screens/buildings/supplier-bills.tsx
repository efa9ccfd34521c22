// The supplier bills of a building, month by month, which are split by charges.
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed, useVatWords } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BillAmountFields, type BillAmounts, type EnteredBills } from '../../parts/bill-amount-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Form } from '../../parts/form.tsx';
import { useUnsavedWarning } from '../../parts/leave-warning.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import { MonthToBill, PeriodPicker } from '../../parts/period-picker.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { periodOf } from '../invoices/months.ts';
import { useRecordedBills } from '../invoices/recorded-bills.ts';
import { Periods } from './periods.tsx';

type BillsBuilding = Schemas['Building'];
type BillPeriod = ConsoleBody<'/buildings/{id}/supplier-bills'>['data'][number];

export function SupplierBills({ building }: { readonly building: BillsBuilding }) {
  return (
    <Stack>
      <MonthToBill buildingId={building.id}>
        {(month, setMonth) => (
          <>
            <PeriodPicker month={month} choose={setMonth} />
            <BillsOfMonth building={building} month={month} />
          </>
        )}
      </MonthToBill>
      <Periods building={building} />
    </Stack>
  );
}

function BillsOfMonth({ building, month }: { readonly building: BillsBuilding; readonly month: string }) {
  return (
    <QueryContent query={useRecordedBills(building.id, month)}>
      {({ found }) => (
        <MonthBills key={`${month} ${found?.updatedAt}`} building={building} month={month} period={found} />
      )}
    </QueryContent>
  );
}

function MonthBills({
  building,
  month,
  period,
}: {
  readonly building: BillsBuilding;
  readonly month: string;
  readonly period: BillPeriod | undefined;
}) {
  const { t, format } = useLanguage();
  const vat = useVatWords(building.id);
  const mayInvoice = useIsAllowed('invoice');
  const { currency, charges } = building.billing;
  const split = charges.filter(({ costFrom }) => costFrom === 'supplier_bill');
  const { recorded, bills: entered, setBills, changed, note, forget } = useEnteredBills(building, month, period);
  const fixed = !mayInvoice || period?.closed === true;
  const save = useAction(
    () => {
      const bills = withEntered(period?.bills ?? [], entered);
      const body = { ...periodOf(month), bills };
      return unwrap(consoleApi.PUT('/buildings/{id}/supplier-bills', { params: { path: { id: building.id } }, body }));
    },
    { done: t.buildings.saved, next: forget },
  );
  useUnsavedWarning(!save.isPending && changed, forget);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  if (split.length === 0) return <EmptyState icon="invoice" title={t.invoiceHistory.noBills} />;
  return (
    <Card title={t.invoiceHistory.bills({ month: format.month(`${month}-01`) })}>
      <Form onSubmit={submit}>
        {note}
        {period?.closed && (
          <Group mb="sm">
            <Text c="dimmed">{t.invoiceHistory.closed}</Text>
            {mayInvoice && (
              <LinkTo
                to="/buildings/$buildingId/correction"
                params={{ buildingId: building.id }}
                search={{ from: period.periodStart, to: period.periodEnd }}
              >
                {t.periods.correctPeriod}
              </LinkTo>
            )}
          </Group>
        )}
        {fixed ? (
          <RecordedBills charges={split} currency={currency} bills={recorded} />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <BillAmountFields
              currency={currency}
              charges={split}
              bills={entered}
              change={setBills}
              hintOf={() => vat.bill}
              mayLack
            />
          </SimpleGrid>
        )}
        <FurtherBills bills={period?.furtherBills ?? []} charges={charges} currency={currency} />
        {!fixed && (
          <Group mt="md">
            <ActionButton type="submit" action={save}>
              {t.common.save}
            </ActionButton>
          </Group>
        )}
      </Form>
    </Card>
  );
}

/** The bills of a month that is closed, or for those who may not change them. */
function RecordedBills({
  charges,
  currency,
  bills: { amounts, quantities },
}: Pick<BillsBuilding['billing'], 'charges' | 'currency'> & { readonly bills: EnteredBills }) {
  const { t, format } = useLanguage();
  const textOf = ({ code, billUnit }: BillsBuilding['billing']['charges'][number]) => {
    const [amount, quantity] = [amounts[code], quantities[code]];
    if (amount === undefined) return t.common.none;
    const money = format.money(amount, currency);
    return quantity === undefined || !billUnit
      ? money
      : `${money} · ${format.quantity(quantity, billUnit)} ${billUnit}`;
  };
  return <FactList cols={{ base: 2, sm: 4 }} facts={charges.map((charge) => [charge.name, textOf(charge)])} />;
}

/** What corrections added to the bills of the month. */
function FurtherBills({
  bills,
  charges,
  currency,
}: Pick<BillsBuilding['billing'], 'charges' | 'currency'> & { readonly bills: BillPeriod['furtherBills'] }) {
  const { format } = useLanguage();
  const nameOf = (code: string) => charges.find((charge) => charge.code === code)?.name ?? code;
  return bills.map(({ id, charge, amount, reason }) => (
    <Text key={id} fz="sm" mt="xs">
      {`${nameOf(charge)}: ${format.signedMoney(amount, currency)} · ${reason}`}
    </Text>
  ));
}

/** The bills as they are entered, kept as a draft until they are saved. */
function useEnteredBills({ id, billing }: BillsBuilding, month: string, period: BillPeriod | undefined) {
  const saved = period?.bills ?? [];
  const recorded: EnteredBills = {
    amounts: Object.fromEntries(saved.map(({ charge, amount }) => [charge, amount])),
    quantities: Object.fromEntries(
      saved.flatMap(({ charge, quantity }) => (quantity === null ? [] : [[charge, Number(quantity)]])),
    ),
  };
  const [bills, setBills] = useState(recorded);
  const differs = (code: string, of: (entered: EnteredBills) => BillAmounts) => of(bills)[code] !== of(recorded)[code];
  const changed = billing.charges.some(
    ({ code }) => differs(code, ({ amounts }) => amounts) || differs(code, ({ quantities }) => quantities),
  );
  const discard = () => setBills(recorded);
  const { note, remove } = useDraft({
    name: `bills ${id} ${month}`,
    values: bills,
    changed,
    restore: setBills,
    discard,
  });
  return { recorded, bills, setBills, changed, note, forget: remove };
}

/** The bills to record: what is entered, with what else was recorded of each bill before. */
function withEntered(recorded: BillPeriod['bills'], { amounts, quantities }: EnteredBills) {
  const byCharge = new Map(recorded.map((bill) => [bill.charge, bill]));
  return Object.entries(amounts).map(([charge, amount]) => {
    const bill = byCharge.get(charge);
    return {
      charge,
      amount,
      quantity: quantities[charge],
      supplier: bill?.supplier ?? undefined,
      number: bill?.number ?? undefined,
      date: bill?.date ?? undefined,
    };
  });
}
