// What a bank statement would change: its sums and balances, what goes out, and what becomes of each payment.
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { StatementImportBody } from '../../api/bodies.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorTextList } from '../../parts/error-message.tsx';
import { type ErrorText, explainWarning } from '../../parts/explain.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { ibanText } from '../../parts/iban-text.ts';
import { Icon } from '../../parts/icons.tsx';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { apartmentsText, payerOrText } from './payer-text.ts';
import { PaymentStatus } from './payment-status.tsx';

/** So many payments and returns that need a person are named. */
const maxWaiting = 10;

export function ImportPreview({
  decided,
  bring,
  action,
  leave,
}: {
  readonly decided: StatementImportBody;
  readonly bring: () => void;
  readonly action: Action;
  readonly leave: () => void;
}) {
  const { t, format } = useLanguage();
  const hasBalances = decided.statements.some(({ closingBalance }) => closingBalance !== null);
  // Of entries that another file brought, the balances may still be new.
  const onlyBalances = decided.imported === 0 && decided.newBalances > 0;
  const sums = (by: Readonly<Record<string, number>>) =>
    Object.entries(by)
      .map(([currency, amount]) => format.money(amount, currency))
      .join(' + ') || t.common.none;
  const balances = findBalances(decided);
  const facts = [
    [t.payments.entries, format.number(decided.entries)],
    ...(balances ? [[t.monthEnd.figures.opening, format.money(balances.opening, balances.currency)] as const] : []),
    [t.payments.incoming, sums(decided.credits)],
    [t.payments.outgoing, sums(decided.debits)],
    ...(balances ? [[t.monthEnd.figures.closing, format.money(balances.closing, balances.currency)] as const] : []),
    [t.payments.matched, format.number(decided.matched)],
    [t.payments.statuses.prepaid, format.number(decided.prepaid)],
    [t.payments.needsReview, format.number(decided.waiting)],
    [t.payments.newEntries, format.number(decided.imported)],
    [t.payments.duplicates, format.number(decided.duplicates)],
  ] as const;
  return (
    <Card title={t.payments.preview} flush>
      <FactList cols={{ base: 2, sm: 3, md: 5 }} p="md" pt={0} facts={facts} />
      {decided.duplicates > 0 && (
        <Alert color="blue" mx="md" mb="md" role="status">
          {decided.imported === 0
            ? t.payments.nothingNew({ count: decided.duplicates })
            : t.payments.recognized({ known: decided.duplicates, fresh: decided.imported })}
        </Alert>
      )}
      <WaitingEntries decided={decided} />
      {decided.warnings.length > 0 && (
        <Alert color="yellow" mx="md" mb="md" icon={<Icon name="warning" />}>
          <ErrorTextList all={warningTexts(t, format, decided)} />
        </Alert>
      )}
      <Group px="md" pb="md">
        <ActionButton onClick={bring} action={action} disabled={decided.imported === 0 && !onlyBalances}>
          {onlyBalances ? t.payments.keepBalances : t.payments.importEntries({ count: decided.imported })}
        </ActionButton>
        <Button variant="subtle" onClick={leave}>
          {t.common.cancel}
        </Button>
      </Group>
      {hasBalances && decided.statements.length > 1 && <StatementBalances statements={decided.statements} />}
      {decided.debitEntries > 0 && <OutgoingEntries {...decided} />}
      {decided.payments.length > 0 && <OutcomeTable payments={decided.payments} />}
      {decided.payments.length === 0 && decided.imported > 0 && decided.waiting === 0 && (
        <Text px="md" pb="md">
          {t.payments.onlyDebits({ count: decided.imported })}
        </Text>
      )}
    </Card>
  );
}

/** What needs a person, the first of each kind: payer or explanation, amount and why. */
function WaitingEntries({ decided }: { readonly decided: StatementImportBody }) {
  const { t, format } = useLanguage();
  if (decided.waiting === 0) return null;
  const payments = decided.payments
    .filter(({ status, prepaidBy }) => prepaidBy === null && (status === 'unmatched' || status === 'partially_matched'))
    .map((item) => ({ ...item, on: item.paidOn, name: item.payerName, why: t.payments.reasons[item.reason] }));
  const returns = decided.outgoing
    .filter(({ waiting }) => waiting)
    .map((item) => ({ ...item, on: item.bookedOn, name: item.payeeName, why: t.payments.returnedPayment }));
  const shown = [...payments.slice(0, maxWaiting), ...returns.slice(0, maxWaiting)];
  return (
    <Alert color="blue" mx="md" mb="md" title={t.payments.needsReview}>
      {shown.map(({ name, description, amount, currency, on, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a file are in its order.
        <Text key={index} fz="sm">
          {[payerOrText(t, name, description), format.money(amount, currency), format.day(on), why].join(' · ')}
        </Text>
      ))}
      {decided.waiting > shown.length && (
        <Text fz="sm">{t.payments.moreToReview({ count: decided.waiting - shown.length })}</Text>
      )}
    </Alert>
  );
}

/** What becomes of each payment: apartment, invoice or prepayment, and why. */
function OutcomeTable({ payments }: Pick<StatementImportBody, 'payments'>) {
  const { t, format } = useLanguage();
  return (
    <DataTable
      label={t.payments.preview}
      rows={payments}
      keyOf={({ paymentId }) => paymentId}
      columns={[
        { title: t.payments.payer, cell: ({ payerName, description }) => payerOrText(t, payerName, description) },
        { title: t.invoices.paidOn, cell: ({ paidOn }) => format.day(paidOn) },
        { title: t.payments.amount, cell: (item) => format.money(item.amount, item.currency), figure: true },
        {
          title: t.invoices.apartment,
          cell: ({ invoices, prepaidBy }) => apartmentsText(invoices, prepaidBy) || t.common.none,
        },
        { title: t.payments.invoicesPaid, cell: (item) => <PaidInvoices payment={item} /> },
        {
          title: t.invoices.status,
          badge: true,
          cell: ({ status, prepaidBy }) => <PaymentStatus state={prepaidBy === null ? status : 'prepaid'} />,
        },
        { title: t.payments.reason, cell: ({ reason }) => t.payments.reasons[reason] },
      ]}
    />
  );
}

/** The invoices that a payment pays, and its prepayment. */
function PaidInvoices({ payment }: { readonly payment: StatementImportBody['payments'][number] }) {
  const { t, format } = useLanguage();
  const { amount, currency, invoices, prepaidBy } = payment;
  const prepaid = sumAmounts([amount, ...invoices.map((invoice) => -invoice.amount)]);
  const lines = [
    ...invoices.map((invoice) => `${invoice.number} · ${format.money(invoice.amount, currency)}`),
    ...(prepaidBy === null ? [] : [`${t.payments.statuses.prepaid} · ${format.money(prepaid, currency)}`]),
  ];
  if (lines.length === 0) return t.common.none;
  return lines.map((line) => <div key={line}>{line}</div>);
}

/** The balances of a file with one statement that has both: opening + incoming − paid out = closing. */
function findBalances({ statements: [statement, ...more] }: StatementImportBody) {
  if (statement === undefined || more.length > 0) return undefined;
  const { openingBalance: opening, closingBalance: closing, currency } = statement;
  return opening === null || closing === null ? undefined : { opening, closing, currency };
}

/** The balances of each statement of a file with several, with the sum of its entries between them. */
function StatementBalances({ statements }: Pick<StatementImportBody, 'statements'>) {
  const { t, format } = useLanguage();
  type Statement = (typeof statements)[number];
  const balance = (amount: number | null, { currency }: Statement) =>
    amount === null ? t.common.none : format.money(amount, currency);
  return (
    <DataTable
      label={t.payments.balances}
      rows={statements.map((statement, index) => ({ ...statement, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        { title: t.residentHome.account, cell: ({ iban }) => ibanText(iban) || t.common.none },
        { title: t.periods.period, cell: (statement) => daysText(format, statement) },
        { title: t.monthEnd.figures.opening, figure: true, cell: (item) => balance(item.openingBalance, item) },
        { title: t.payments.incomingLessOutgoing, figure: true, cell: (item) => balance(item.entriesTotal, item) },
        { title: t.monthEnd.figures.closing, figure: true, cell: (item) => balance(item.closingBalance, item) },
      ]}
    />
  );
}

const daysText = (format: Format, { from, to }: StatementImportBody['statements'][number]) =>
  [from, to].map((day) => (day === null ? '?' : format.day(day))).join(' – ');

/** What leaves the account, shown when a person asks. */
function OutgoingEntries({ outgoing, debitEntries }: Pick<StatementImportBody, 'outgoing' | 'debitEntries'>) {
  const { t, format } = useLanguage();
  const [isShown, { toggle }] = useDisclosure();
  return (
    <Box mb="md">
      <Button variant="subtle" mx="xs" mb="xs" aria-expanded={isShown} onClick={toggle}>
        {t.payments.outgoingEntries({ count: debitEntries })}
      </Button>
      {isShown && (
        <DataTable
          label={t.payments.outgoing}
          rows={outgoing.map((entry, index) => ({ ...entry, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            { title: t.payments.payee, cell: ({ payeeName }) => payeeName ?? t.common.none },
            { title: t.invoices.paidOn, cell: ({ bookedOn }) => format.day(bookedOn) },
            { title: t.payments.amount, figure: true, cell: (item) => format.money(item.amount, item.currency) },
            { title: t.payments.description, cell: ({ description }) => description || t.common.none },
          ]}
        />
      )}
    </Box>
  );
}

/** The warnings of an import; those of balances with the figures of each statement. */
function warningTexts(t: Words, format: Format, decided: StatementImportBody): ErrorText[] {
  const inWords = ['balance_does_not_close', 'opening_balance_differs'];
  const others = decided.warnings.filter(({ code }) => !inWords.includes(code));
  const gaps = decided.statements.flatMap((statement) => {
    const { openingBalance, closingBalance, entriesTotal, currency } = statement;
    const money = (amount: number) => format.money(amount, currency);
    if (openingBalance === null || closingBalance === null) return [];
    const expected = sumAmounts([openingBalance, entriesTotal]);
    const gap = sumAmounts([closingBalance, -expected]);
    if (gap === 0) return [];
    const text = t.payments.balanceGap({
      account: accountText(t, statement),
      days: daysText(format, statement),
      opening: money(openingBalance),
      entries: money(entriesTotal),
      expected: money(expected),
      closing: money(closingBalance),
      gap: money(gap),
    });
    return [{ text }];
  });
  const openings = openingGaps(t, format, decided).map((text) => ({ text }));
  return [...openings, ...gaps, ...others.map((warning) => explainWarning(t, warning))];
}

/** The statements that do not go on where the known ones ended: both figures, the days and the difference. */
export function openingGaps(t: Words, format: Format, { statements }: StatementImportBody): string[] {
  return statements.flatMap((statement) => {
    const { openingBalance, expectedOpening, currency } = statement;
    if (openingBalance === null || expectedOpening === null) return [];
    const money = (amount: number) => format.money(amount, currency);
    return t.payments.openingGap({
      account: accountText(t, statement),
      days: daysText(format, statement),
      opening: money(openingBalance),
      day: format.day(expectedOpening.since),
      expected: money(expectedOpening.balance),
      gap: money(sumAmounts([openingBalance, -expectedOpening.balance])),
    });
  });
}

const accountText = (t: Words, { iban }: StatementImportBody['statements'][number]) =>
  iban === '' ? t.bankAccounts.title : ibanText(iban);
