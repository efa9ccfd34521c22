// The import of a bank statement: dropped here, previewed with the decisions and reasons, and only then imported.

import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { StatementImportBody } from '../../api/bodies.ts';
import { api, asForm, requireUnchanged, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { type Action, ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorTextList, ProblemsAlert } from '../../parts/error-message.tsx';
import { type ErrorText, explainWarning } from '../../parts/explain.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { ibanText } from '../../parts/iban-text.ts';
import { Icon } from '../../parts/icons.tsx';
import { useLeaveWarning } from '../../parts/leave-warning.ts';
import type { Format } from '../../words/format.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { CurrencySelect } from './currency-select.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MapColumns } from './map-columns.tsx';
import { apartmentsText } from './payer-text.ts';
import { PaymentStatus } from './payment-status.tsx';
import { StatementFormats } from './statement-formats.tsx';

/** Problems of a table that a person solves by saying what its columns mean. */
const mappable: ReadonlySet<string> = new Set(['unknown_format', 'direction_unclear', 'direction_invalid']);

/** A file, and the currency that a person chose; empty where nobody did. */
type ImportInput = { readonly file: File; readonly currency: string };

/** Why a file cannot be imported, in words and by codes. */
function useImportProblems() {
  const [problems, setProblems] = useState<readonly ErrorText[]>([]);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const onProblems = (all: readonly ErrorText[], _fields: readonly string[], found: readonly string[]) => {
    setProblems(all);
    setCodes(found);
  };
  return { problems, codes, onProblems, clear: () => onProblems([], [], []) };
}

export function ImportStatement() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [currency, setCurrency] = useState('');
  const { problems, codes, clear, onProblems } = useImportProblems();
  const [mapping, { open: openMapping, close: closeMapping }] = useDisclosure();
  const options = { expectedCode: 'import_cancelled', onProblems };
  const preview = useAction((given: ImportInput) => sendStatement(given, true), options);
  const runImport = useAction((given: ImportInput) => sendStatement(given, false), {
    ...options,
    done: ({ imported, waiting }) => t.payments.imported({ imported, unmatched: waiting }),
    next: ({ waiting }) => navigate({ to: '/payments', search: { tab: waiting > 0 ? 'waiting' : 'all' } }),
  });
  useLeaveWarning(runImport.isPending);
  const choose = (chosen: File | null | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setCurrency('');
    read({ file: chosen, currency: '' });
  };
  const read = (given: ImportInput) => {
    clear();
    preview.mutate(given);
  };
  const readMapped = () => {
    closeMapping();
    if (file) read({ file, currency: '' });
  };
  return (
    <Stack>
      <FileDrop choose={choose} pending={preview.isPending} file={file} />
      <ActionFailure action={preview} />
      {(preview.isPending || runImport.isPending) && <ImportProgress />}
      {file && codes.includes('currency_missing') ? (
        <CurrencyPrompt
          currency={currency}
          choose={setCurrency}
          pending={preview.isPending}
          read={() => read({ file, currency })}
        />
      ) : (
        <ProblemsAlert problems={problems} title={t.payments.unreadable}>
          {codes.some((code) => mappable.has(code)) && (
            <Button mt="sm" size="xs" onClick={openMapping}>
              {t.statements.open}
            </Button>
          )}
        </ProblemsAlert>
      )}
      {file && (
        <MapColumns
          key={`${file.name} ${file.lastModified}`}
          file={file}
          opened={mapping}
          close={closeMapping}
          kept={readMapped}
        />
      )}
      {preview.data && file && (
        <ImportPreview
          decided={preview.data}
          bring={() => runImport.mutate({ file, currency })}
          action={runImport}
          leave={() => {
            preview.reset();
            setFile(undefined);
          }}
        />
      )}
      {!preview.data && <StatementFormats />}
    </Stack>
  );
}

async function sendStatement({ file, currency }: ImportInput, dryRun: boolean): Promise<StatementImportBody> {
  await requireUnchanged(file);
  const query = { dryRun, ...(currency !== '' && { currency }) };
  const request = api.POST('/bank-statements/import', { params: { query }, ...asForm(file) });
  return (await unwrap(request)).data;
}

/** Asks for the currency that the file does not state. */
function CurrencyPrompt({
  currency,
  choose,
  pending,
  read,
}: {
  readonly currency: string;
  readonly choose: (currency: string) => void;
  readonly pending: boolean;
  readonly read: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Alert color="yellow" role="alert" title={t.statements.currencyMissing} icon={<Icon name="warning" />}>
      <Stack gap="sm" align="flex-start">
        <Text fz="sm">{t.statements.currencyLead}</Text>
        <CurrencySelect label={t.statements.currency} none={t.common.none} value={currency} choose={choose} />
        {currency !== '' && (
          <Button size="xs" loading={pending} onClick={read}>
            {t.statements.readIn({ currency })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function FileDrop({
  choose,
  pending,
  file,
}: {
  readonly choose: (file: File | null | undefined) => void;
  readonly pending: boolean;
  readonly file: File | undefined;
}) {
  const { t } = useLanguage();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <Paper
      withBorder
      p="xl"
      ta="center"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{ borderStyle: 'dashed', ...(over && { borderColor: 'var(--mantine-primary-color-filled)' }) }}
    >
      <Stack align="center" gap="xs">
        <Text c="dimmed" lh={1}>
          <Icon name="upload" size={32} />
        </Text>
        <Text fw={600}>{file ? file.name : t.payments.drop}</Text>
        <Text c="dimmed">{t.payments.formats}</Text>
        <ChooseFile accept=".xml,.csv,.txt,.xlsx,.sta,.940,.mt940" pending={pending} choose={choose}>
          {t.payments.choose}
        </ChooseFile>
      </Stack>
    </Paper>
  );
}

function ImportPreview({
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
  // Of entries that another file brought, the balances may still be new.
  const hasBalances = decided.statements.some(({ closingBalance }) => closingBalance !== null);
  const sums = (by: Readonly<Record<string, number>>) =>
    Object.entries(by)
      .map(([currency, amount]) => format.money(amount, currency))
      .join(' + ') || t.common.none;
  const facts = [
    [t.payments.entries, format.number(decided.entries)],
    [t.payments.incoming, sums(decided.credits)],
    [t.payments.outgoing, sums(decided.debits)],
    ...balanceFacts(t, format, decided),
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
      {decided.warnings.length > 0 && (
        <Alert color="yellow" mx="md" mb="md" icon={<Icon name="warning" />}>
          <ErrorTextList all={warningTexts(t, format, decided)} />
        </Alert>
      )}
      <Group px="md" pb="md">
        <ActionButton onClick={bring} action={action} disabled={decided.imported === 0 && !hasBalances}>
          {decided.imported === 0 && hasBalances
            ? t.payments.keepBalances
            : t.payments.importEntries({ count: decided.imported })}
        </ActionButton>
        <Button variant="subtle" onClick={leave}>
          {t.common.cancel}
        </Button>
      </Group>
      {decided.payments.length > 0 && <OutcomeTable payments={decided.payments} />}
      {decided.payments.length === 0 && decided.imported > 0 && (
        <Text px="md" pb="md">
          {t.payments.onlyDebits({ count: decided.imported })}
        </Text>
      )}
    </Card>
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
        { title: t.payments.payer, cell: ({ payerName }) => payerName ?? t.payments.unknownPayer },
        { title: t.invoices.paidOn, cell: ({ paidOn }) => format.day(paidOn) },
        { title: t.payments.amount, cell: (item) => format.money(item.amount, item.currency), figure: true },
        {
          title: t.invoices.apartment,
          cell: ({ invoices, prepaidBy }) => apartmentsText(invoices, prepaidBy) || t.common.none,
        },
        { title: t.payments.invoicesPaid, cell: (item) => <PaidInvoices payment={item} /> },
        {
          title: t.invoices.status,
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

/** The balances of a file with one statement that has both. */
function balanceFacts(t: Words, format: Format, { statements: [statement, ...more] }: StatementImportBody) {
  if (statement === undefined || more.length > 0) return [];
  const { openingBalance, closingBalance, currency } = statement;
  if (openingBalance === null || closingBalance === null) return [];
  return [
    [t.monthEnd.figures.opening, format.money(openingBalance, currency)],
    [t.monthEnd.figures.closing, format.money(closingBalance, currency)],
  ] as const;
}

/** The warnings of an import; that of balances with the figures of each statement. */
function warningTexts(t: Words, format: Format, { warnings, statements }: StatementImportBody): ErrorText[] {
  const others = warnings.filter(({ code }) => code !== 'balance_does_not_close');
  const gaps = statements.flatMap((statement) => {
    const { iban, from, to, openingBalance, closingBalance, entriesTotal, currency } = statement;
    const money = (amount: number) => format.money(amount, currency);
    if (openingBalance === null || closingBalance === null) return [];
    const expected = sumAmounts([openingBalance, entriesTotal]);
    const gap = sumAmounts([closingBalance, -expected]);
    if (gap === 0) return [];
    const text = t.payments.balanceGap({
      account: iban === '' ? t.bankAccounts.title : ibanText(iban),
      days: [from, to].map((day) => (day === null ? '?' : format.day(day))).join(' – '),
      opening: money(openingBalance),
      entries: money(entriesTotal),
      expected: money(expected),
      closing: money(closingBalance),
      gap: money(gap),
    });
    return [{ text }];
  });
  return [...gaps, ...others.map((warning) => explainWarning(t, warning))];
}
