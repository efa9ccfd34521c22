// Sends the listed drafts after a confirmation, and reports the result. One request queues all e-mails or none; they are then sent in the
// background, independent of this page.
import { Button } from '@mantine/core';
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, readAll } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmFirst } from '../../parts/confirm.ts';
import { showFailure } from '../../parts/notifications.tsx';
import type { InvoiceSearch } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { invoiceQuery } from './invoice-query.ts';

/** The maximum of one request. More are sent by sending again. */
const maxInvoices = 10_000;

export function SendDrafts({ search }: { readonly search: InvoiceSearch }) {
  const { t } = useLanguage();
  const send = useAction((invoiceIds: string[]) => unwrap(api.POST('/invoices/send-bulk', { body: { invoiceIds } })), {
    done: ({ data: { queued, noRecipient } }) => t.sending.queued({ count: queued, unreachable: noRecipient }),
  });
  const ask = async () => {
    try {
      const drafts = await readAll((cursor) =>
        unwrap(
          api.GET('/invoices', {
            params: { query: { ...pageQuery(cursor, 500), ...invoiceQuery(search), status: 'draft' } },
          }),
        ),
      );
      const unsent = drafts.filter(({ sending }) => sending !== 'queued');
      const ids = unsent.slice(0, maxInvoices).map(({ id }) => id);
      confirmFirst(t, {
        title: t.sending.sendAll({ count: ids.length }),
        text: t.sending.lead,
        yes: t.sending.sendAll({ count: ids.length }),
        routine: true,
        act: () => send.mutate(ids),
      });
    } catch (error) {
      showFailure(t, error);
    }
  };
  return (
    <Button variant="default" loading={send.isPending} onClick={ask}>
      {t.sending.title}
    </Button>
  );
}
