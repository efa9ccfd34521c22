// Sends the listed invoices that nobody got yet, after a confirmation, and reports the result. One request queues all
// e-mails or none; they are then sent in the background, independent of this page.
import { Alert, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton, ActionFailure } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import { SenderQuestion } from '../../parts/sender-answers.tsx';
import type { InvoiceSearch } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { readUnsent } from './invoice-query.ts';
import { PrintButtons } from './page-button.tsx';
import { sendInvoices } from './send-invoices.ts';

type SendingPreview = ConsolePostBody<'/invoices/sending-preview'>['data'];

/** The maximum of one request. More are sent by sending again. */
const maxInvoices = 10_000;

export function SendUnsent({
  search,
  onSent,
}: {
  readonly search: InvoiceSearch;
  readonly onSent: (count: number) => void;
}) {
  const { t } = useLanguage();
  const preview = useSendingPreview(search);
  const send = useAction(sendInvoices, {
    done: ({ queued, noRecipient }) => t.sending.queued({ count: queued, unreachable: noRecipient }),
    next: ({ queued }) => onSent(queued),
  });
  const look = useMutation({
    mutationFn: async () => {
      const ids = (await readUnsent(search)).slice(0, maxInvoices).map(({ id }) => id);
      return { ids, preview: await previewSending(ids) };
    },
    onSuccess: ({ ids, preview }) => {
      if (ids.length === 0) return;
      confirmFirst(t, {
        title: t.sending.sendAll({ count: ids.length }),
        text: [preview && whoGetsThem(t, preview), preview && whoseTheyAre(t, preview), t.sending.lead]
          .filter(Boolean)
          .join(' '),
        yes: t.sending.sendAll({ count: ids.length }),
        routine: true,
        act: () => send.mutate(ids),
      });
    },
  });
  return (
    <>
      <ActionButton
        variant="default"
        action={send}
        loading={look.isPending || send.isPending}
        disabled={preview === null}
        onClick={() => look.mutate()}
      >
        {t.sending.title}
      </ActionButton>
      <ActionFailure action={look} />
      {look.data?.ids.length === 0 && (
        <Text role="status" className="haldur-failure" fz="sm" c="dimmed">
          {t.invoices.none}
        </Text>
      )}
    </>
  );
}

/** How the listed invoices would go out, read once for the whole list; nothing without one, or for another filter. */
export function useSendingPreview(search: InvoiceSearch) {
  const mayInvoice = useIsAllowed('invoice');
  return useQuery({
    queryKey: ['invoices', 'sending-preview', search],
    queryFn: async () => previewSending((await readUnsent(search)).map(({ id }) => id)),
    enabled: mayInvoice && search.status === 'unsent',
  }).data;
}

/** Who would get the listed unsent invoices, above their list; nothing while there are none. */
export function UnsentRecipients({ search }: { readonly search: InvoiceSearch }) {
  const { t } = useLanguage();
  const preview = useSendingPreview(search);
  if (!preview) return null;
  return (
    <>
      <OpenSenders preview={preview} />
      <Group px="md" pt="sm" gap="xs">
        <Text role="status">{whoGetsThem(t, preview)}</Text>
        {preview.onPaper.length > 0 && (
          <>
            <PrintButtons size="xs" ids={preview.onPaper.map(({ invoiceId }) => invoiceId)} />
            <LinkTo to="/invoices/paper" search={{ buildingId: search.buildingId }}>
              {t.paperInvoices.pageTitle}
            </LinkTo>
          </>
        )}
      </Group>
    </>
  );
}

/** How the first of these would go out; null without one. */
async function previewSending(ids: readonly string[]) {
  if (ids.length === 0) return null;
  const body = { invoiceIds: ids.slice(0, maxInvoices) };
  return (await unwrap(consoleApi.POST('/invoices/sending-preview', { body }))).data;
}

/** Whether it is known whose invoices they are. */
function whoseTheyAre({ sender }: Words, { openSenders }: SendingPreview): string | undefined {
  if (openSenders.length === 0) return undefined;
  return sender.openOf({ buildings: openSenders.map(({ building }) => building).join(', ') });
}

/** Whose invoices they are is asked for each building where it is not known. */
function OpenSenders({ preview: { openSenders } }: { readonly preview: SendingPreview }) {
  const { t } = useLanguage();
  return openSenders.slice(0, maxNamed).map(({ buildingId }) => (
    <Alert key={buildingId} color="yellow" role="status" mx="md" mt="sm" title={t.sender.open}>
      <SenderQuestion buildingId={buildingId} />
    </Alert>
  ));
}

/** More are only counted. */
const maxNamed = 10;

/** How many go by e-mail, and the apartments that e-mail does not reach. */
function whoGetsThem({ sending }: Words, preview: SendingPreview): string {
  const named = (all: typeof preview.onPaper) => ({
    count: all.length,
    apartments:
      all
        .slice(0, maxNamed)
        .map(({ apartment }) => apartment)
        .join(', ') + (all.length > maxNamed ? ', …' : ''),
  });
  return [
    sending.byEmail({ count: preview.byEmail }),
    preview.onPaper.length > 0 && sending.onPaper(named(preview.onPaper)),
    preview.toNobody.length > 0 && sending.toNobody(named(preview.toNobody)),
  ]
    .filter(Boolean)
    .join(' ');
}
