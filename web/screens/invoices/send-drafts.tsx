// Sending the drafts that are looked at: asked first, sent in parts with the progress shown, and told what became of them. A part that was sent already is
// not sent twice, so it can be begun again after anything.
import { Button, Group, Progress } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { api, take } from '../../api/client.ts';
import { after, readAll } from '../../api/pages.ts';
import { askFirst } from '../../parts/ask.ts';
import { sayFailure } from '../../parts/said.tsx';
import { useStay } from '../../parts/stay.ts';
import type { InvoiceSearch } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';

const atOnce = 50;

export function SendDrafts({ search }: { readonly search: InvoiceSearch }) {
  const { t } = useLanguage();
  const [part, setPart] = useState<number>();
  const send = useAct(
    async (ids: readonly string[]) => {
      const sum = { queued: 0, alreadySent: 0, noRecipient: 0, notSendable: 0 };
      for (let from = 0; from < ids.length; from += atOnce) {
        setPart(from / ids.length);
        const body = { invoiceIds: ids.slice(from, from + atOnce) };
        const { data } = await take(api.POST('/invoices/send-bulk', { body }));
        for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += data[key];
      }
      return sum;
    },
    { done: ({ queued, noRecipient }) => t.sending.queued(queued, noRecipient) },
  );
  useStay(send.isPending);
  const ask = async () => {
    try {
      const drafts = await readAll((cursor) =>
        take(api.GET('/invoices', { params: { query: { ...after(cursor, 500), ...search, status: 'draft' } } })),
      );
      const ids = drafts.filter(({ sending }) => sending === null).map(({ id }) => id);
      askFirst(t, {
        title: t.sending.sendAll(ids.length),
        text: t.sending.lead,
        yes: t.sending.sendAll(ids.length),
        act: () => send.mutate(ids, { onSettled: () => setPart(undefined) }),
      });
    } catch (error) {
      sayFailure(t, error);
    }
  };
  return (
    <Group gap="xs">
      {part !== undefined && <Progress w="8rem" value={part * 100} aria-label={t.sending.title} />}
      <Button variant="default" loading={send.isPending} onClick={ask}>
        {t.sending.title}
      </Button>
    </Group>
  );
}
