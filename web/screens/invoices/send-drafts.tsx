// Sending the drafts that are looked at: asked first, and told what became of them. All letters are queued by one request, or none is; then they leave by
// themselves, whatever becomes of this page.
import { Button } from '@mantine/core';
import { api, unwrap } from '../../api/client.ts';
import { pageQuery, readAll } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { confirmFirst } from '../../parts/confirm.ts';
import { showFailure } from '../../parts/notifications.tsx';
import type { InvoiceSearch } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { invoiceQuery } from './invoice-query.ts';

/** What one request takes. More are sent by sending again. */
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
      const unsent = drafts.filter(({ sending }) => sending === null);
      const ids = unsent.slice(0, maxInvoices).map(({ id }) => id);
      confirmFirst(t, {
        title: t.sending.sendAll({ count: ids.length }),
        text: t.sending.lead,
        yes: t.sending.sendAll({ count: ids.length }),
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
