// Actions on the selected invoices: send the drafts among them, remind of the overdue ones, print them, or save them as
// a table. Each says first how many it is about.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type BatchOutcome, inBatches } from '../../api/batches.ts';
import type { InvoiceBody } from '../../api/bodies.ts';
import { useIsAllowed, useVatWords } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorMessage } from '../../parts/error-message.tsx';
import { amountCell, namedForBuildings, saveCsv } from '../../parts/save-csv.ts';
import type { Selection } from '../../parts/selection.ts';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import type { InvoiceSearch } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { RemindButton } from '../accounting/remind-button.tsx';
import { readInvoices } from './invoice-query.ts';
import { isUnsent } from './invoice-status.tsx';
import { invoiceNumberColumn } from './name-columns.tsx';
import { PrintButtons, printedAtOnce } from './page-button.tsx';
import { sendInvoices } from './send-invoices.ts';

type SelectedProps = { readonly invoices: readonly InvoiceBody[]; readonly close: () => void };
type SelectedAction = 'send' | 'remind' | 'print';
type OpenAction = { readonly action: SelectedAction; readonly invoices: readonly InvoiceBody[] };

/** One request queues the e-mails of so many invoices, or of none of them. */
const sentAtOnce = 500;
/** The maximum number of files that are offered at once. */
const maxFiles = 20;
/** So many invoices that were not sent are listed in the dialog; the file has all. */
const maxListed = 100;

export function SelectedInvoices({
  selection,
  search,
  loaded,
  total,
  onSent,
}: {
  readonly selection: Selection;
  readonly search: InvoiceSearch;
  readonly loaded: readonly InvoiceBody[];
  readonly total: number | undefined;
  readonly onSent: (count: number) => void;
}) {
  const { t } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const [open, setOpen] = useState<OpenAction>();
  const close = () => setOpen(undefined);
  const exportTable = useSaveTable();
  /** Reads what is selected, loaded or not, before anything is done with it. */
  const read = useMutation({
    mutationFn: async (_: SelectedAction | 'export') =>
      selection.all ? readInvoices(search) : loaded.filter(({ id }) => selection.has(id)),
    onSuccess: (invoices, action) => (action === 'export' ? exportTable(invoices) : setOpen({ action, invoices })),
  });
  const button = (action: SelectedAction | 'export') => (
    <ActionButton
      size="xs"
      variant="default"
      disabled={read.isPending}
      action={read}
      of={action}
      onClick={() => read.mutate(action)}
    >
      {t.lists.actions[action]}
    </ActionButton>
  );
  return (
    <>
      <Dialog opened={open !== undefined} onClose={close} title={open && t.lists.actions[open.action]} size="lg">
        {open?.action === 'send' && <SendSelected invoices={open.invoices} close={close} onSent={onSent} />}
        {open?.action === 'remind' && <RemindSelected invoices={open.invoices} close={close} />}
        {open?.action === 'print' && <PrintSelected invoices={open.invoices} close={close} />}
      </Dialog>
      <SelectionBar selection={selection} total={total}>
        {mayInvoice && button('send')}
        {mayInvoice && button('remind')}
        {mayInvoice && button('print')}
        {button('export')}
      </SelectionBar>
    </>
  );
}

function useSaveTable() {
  const { t } = useLanguage();
  const vat = useVatWords();
  return (invoices: readonly InvoiceBody[]) =>
    saveCsv(
      namedForBuildings(
        'invoices',
        invoices.map(({ buildingName }) => buildingName ?? ''),
      ),
      [
        [
          t.invoices.number,
          t.invoices.building,
          t.invoices.apartment,
          t.invoices.recipients,
          t.lists.periodStart,
          t.lists.periodEnd,
          t.invoices.issued,
          t.invoices.due,
          t.invoices.status,
          t.invoices.reference,
          t.statements.currency,
          vat.total,
          t.invoices.balance,
        ],
        ...invoices.map((invoice) => [
          invoice.number,
          invoice.buildingName ?? '',
          invoice.apartmentNumber ?? '',
          invoice.recipients.map(({ name }) => name).join(', '),
          invoice.periodStart,
          invoice.periodEnd,
          invoice.issueDate,
          invoice.dueDate,
          t.invoices.statuses[invoice.overdue ? 'overdue' : invoice.status],
          invoice.reference,
          invoice.currency,
          amountCell(invoice.amount),
          amountCell(invoice.balance),
        ]),
      ],
    );
}

/** Those that nobody has got and that are not being sent already. */
function SendSelected({ invoices, close, onSent }: SelectedProps & { readonly onSent: (count: number) => void }) {
  const { t } = useLanguage();
  const [tried, setTried] = useState(() =>
    invoices.filter((invoice) => isUnsent(invoice) && invoice.sending !== 'queued'),
  );
  const [sent, setSent] = useState(0);
  const send = useAction(
    (drafts: readonly InvoiceBody[]) =>
      inBatches(drafts, sentAtOnce, (part) => sendInvoices(part.map(({ id }) => id)), setSent),
    {
      next: ({ left, results }) => {
        setTried([...left]);
        onSent(results.reduce((all, { queued }) => all + queued, 0));
      },
    },
  );
  if (send.data !== undefined)
    return <SendResult {...send.data} action={send} retry={() => send.mutate(tried)} close={close} />;
  const count = tried.length;
  return (
    <Stack>
      {count > 0 && <Text>{t.sending.lead}</Text>}
      {count < invoices.length && <Text>{t.invoiceEmails.notDrafts({ count: invoices.length - count })}</Text>}
      {send.isPending && <Progress value={(100 * sent) / count} aria-label={t.sending.sending} />}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={close}>
          {t.common.cancel}
        </Button>
        {count > 0 && (
          <ActionButton action={send} onClick={() => send.mutate(tried)}>
            {t.sending.sendAll({ count })}
          </ActionButton>
        )}
      </Group>
    </Stack>
  );
}

type SendBatch = Awaited<ReturnType<typeof sendInvoices>>;

/** How many are being sent, which ones e-mail cannot reach and why, and what was not tried after a failure. */
function SendResult({
  results,
  left,
  failure,
  action,
  retry,
  close,
}: BatchOutcome<InvoiceBody, SendBatch> & {
  readonly action: Action;
  readonly retry: () => void;
  readonly close: () => void;
}) {
  const { t } = useLanguage();
  const sum = (of: (batch: SendBatch) => number) => results.reduce((all, batch) => all + of(batch), 0);
  const unsent = results.flatMap((batch) =>
    batch.invoices.flatMap(({ invoiceId, number, code }) =>
      code === undefined ? [] : [{ id: invoiceId, number, reason: t.errors.warnings[code] }],
    ),
  );
  return (
    <Stack>
      <Text role="status">
        {t.sending.queued({ count: sum(({ queued }) => queued), unreachable: sum(({ noRecipient }) => noRecipient) })}
      </Text>
      {unsent.length > 0 && (
        <DataTable
          label={t.lists.unsent}
          rows={unsent.slice(0, maxListed)}
          keyOf={({ id }) => id}
          columns={[invoiceNumberColumn(t), { title: t.paperInvoices.reason, cell: ({ reason }) => reason }]}
        />
      )}
      {left.length > 0 && (
        <Alert color="red" role="alert" title={t.lists.notTried({ count: left.length })}>
          <ErrorMessage t={t} error={failure} />
          <ActionButton mt="xs" size="xs" variant="default" action={action} onClick={retry}>
            {t.common.retry}
          </ActionButton>
        </Alert>
      )}
      <Group justify="flex-end">
        {unsent.length > 0 && (
          <Button
            variant="default"
            onClick={() =>
              saveCsv(namedForBuildings('not-sent', []), [
                [t.invoices.number, t.paperInvoices.reason],
                ...unsent.map(({ number, reason }) => [number, reason]),
              ])
            }
          >
            {t.lists.actions.export}
          </Button>
        )}
        <Button onClick={close}>{t.common.close}</Button>
      </Group>
    </Stack>
  );
}

/** Reminders go to the apartments whose invoices are overdue, about each of their overdue invoices. */
function RemindSelected({ invoices, close }: SelectedProps) {
  const { t } = useLanguage();
  const apartmentIds = [...new Set(invoices.filter(({ overdue }) => overdue).map(({ apartmentId }) => apartmentId))];
  return (
    <Stack>
      <Text>{apartmentIds.length === 0 ? t.receivables.noneOverdue : t.receivables.remindLead}</Text>
      {apartmentIds.length > 0 && <RemindButton apartmentIds={apartmentIds} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t.common.close}
        </Button>
      </Group>
    </Stack>
  );
}

/** Files of at most 50 invoices each, as many as fit; cancelled invoices are not printed. */
function PrintSelected({ invoices, close }: SelectedProps) {
  const { t } = useLanguage();
  const printed = invoices.filter(({ status }) => status !== 'cancelled');
  const offered = printed.slice(0, printedAtOnce * maxFiles);
  const files = Math.ceil(offered.length / printedAtOnce);
  return (
    <Stack>
      <Text>{t.paperInvoices.printLead({ count: offered.length, files })}</Text>
      {printed.length > offered.length && <Text>{t.paperInvoices.printMax({ count: offered.length })}</Text>}
      <Group>
        <PrintButtons ids={offered.map(({ id }) => id)} />
      </Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t.common.close}
        </Button>
      </Group>
    </Stack>
  );
}
