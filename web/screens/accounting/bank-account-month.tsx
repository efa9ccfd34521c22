// A building's bank account in a month: its balances, what was received and paid out, and whether they agree.
import { Alert, Stack, Text } from '@mantine/core';
import { useBuildings } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { ibanText } from '../../parts/iban-text.ts';
import { Icon } from '../../parts/icons.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type AccountMonth, ReceivedSteps } from './received-steps.tsx';

/** A range of days. */
export type Days = { readonly dateFrom: string; readonly dateTo: string };

export function BankAccountMonth({
  account,
  buildingId,
  days,
}: {
  readonly account: AccountMonth;
  readonly buildingId: string;
  readonly days: Days;
}) {
  const { t, format } = useLanguage();
  const { currency, debitEntries, debitList, covered, unshownRefunds } = account;
  const words = t.monthEnd.bank;
  const others = (useBuildings().data ?? []).filter(
    ({ id, billing }) => id !== buildingId && billing.iban === account.iban,
  );
  const { opening, closing } = t.monthEnd.figures;
  const balance = (amount: number | null) => (amount === null ? t.common.none : format.money(amount, currency));
  const onDay = (name: string, day: string | undefined) => (day === undefined ? name : `${name}, ${format.day(day)}`);
  return (
    <Card title={words.title({ iban: ibanText(account.iban) })} flush>
      <Stack px="md" pb="md">
        <FactList
          cols={{ base: 2, sm: 4 }}
          facts={[
            [onDay(opening, covered?.from), balance(account.opening)],
            [words.credits({ count: account.creditEntries }), format.money(account.credits, currency)],
            [words.debits({ count: debitEntries }), format.money(0 - account.debits, currency)],
            [onDay(closing, covered?.to), balance(account.closing)],
          ]}
        />
        {account.dismissed.length > 0 && (
          <Text>
            {`${words.dismissed}: ${account.dismissed
              .map(({ reason, amount }) => `${t.payments.dismissedAs[reason]} ${format.money(amount, currency)}`)
              .join(' · ')}`}
          </Text>
        )}
        {unshownRefunds.refunds > 0 && (
          <Text>
            {`${words.unshownRefunds({ count: unshownRefunds.refunds })} · ${format.money(unshownRefunds.amount, currency)}`}
          </Text>
        )}
        <Agreement account={account} days={days} />
        {others.length > 0 && (
          <Text fz="sm" c="dimmed">
            {words.shared({ buildings: others.map(({ name }) => name).join(', ') })}
          </Text>
        )}
      </Stack>
      <ReceivedSteps account={account} />
      <DebitTable debits={debitList} currency={currency} />
      {debitList.length < debitEntries && (
        <Text fz="sm" c="dimmed" p="md">
          {words.more({ shown: format.number(debitList.length), count: format.number(debitEntries) })}
        </Text>
      )}
    </Card>
  );
}

function DebitTable({ debits, currency }: { readonly debits: AccountMonth['debitList']; readonly currency: string }) {
  const { t, format } = useLanguage();
  const words = t.monthEnd.bank;
  if (debits.length === 0)
    return (
      <Text c="dimmed" px="md" pb="md">
        {words.noDebits}
      </Text>
    );
  return (
    <DataTable
      label={words.debitList}
      rows={debits.map((entry, index) => ({ ...entry, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        { title: words.date, cell: ({ on }) => format.day(on) },
        { title: words.counterparty, cell: ({ counterparty }) => counterparty ?? t.common.none },
        {
          title: words.explanation,
          cell: ({ description, category }) => (
            <>
              {description || t.common.none}
              {category !== null && (
                <Text fz="sm" c="dimmed">
                  {category === 'refunded' ? t.payments.statuses.refunded : t.payments.returnedPayment}
                </Text>
              )}
            </>
          ),
        },
        { title: t.payments.amount, cell: ({ amount }) => format.money(-amount, currency), figure: true },
      ]}
    />
  );
}

/** Whether opening balance, entries and closing balance agree, on which days, and what is left out. */
function Agreement({ account, days }: { readonly account: AccountMonth; readonly days: Days }) {
  const { t, format } = useLanguage();
  const { difference, currency, uncounted, covered } = account;
  const words = t.monthEnd.bank;
  const isPart = covered !== null && (covered.from > days.dateFrom || covered.to < days.dateTo);
  return (
    <>
      {covered === null && <Text fw={600}>{words.noStatement}</Text>}
      {covered !== null && difference === null && <Text c="dimmed">{words.unproved}</Text>}
      {difference === 0 && (
        <Text>
          <Icon name="check" size={16} /> {words.agrees}
        </Text>
      )}
      {difference !== null && difference !== 0 && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {words.differs({ amount: format.money(Math.abs(difference), currency) })}
        </Alert>
      )}
      {isPart && <Text>{words.coversPart({ from: format.day(covered.from), to: format.day(covered.to) })}</Text>}
      {uncounted > 0 && (
        <Text fz="sm" c="dimmed">
          {words.uncounted({ count: uncounted })}
        </Text>
      )}
    </>
  );
}
