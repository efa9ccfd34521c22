// The mailbox of a test organization: its e-mails, which were not sent, as HTML, as text, and with their PDF.
import { Anchor, Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, openFile, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { QueryTable } from '../../parts/query-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { FileButton } from '../invoices/page-button.tsx';

type TestMailBody = ConsoleBody<'/test-mailbox/{id}'>['data'];

export function TestMailbox() {
  const { t, format } = useLanguage();
  const [shown, show] = useState<string>();
  const mails = usePages(['test-mailbox'], (cursor) =>
    unwrap(consoleApi.GET('/test-mailbox', { params: { query: { ...pageQuery(cursor, 50), sort: '-sentAt' } } })),
  );
  return (
    <Card title={t.testOrganizations.mailbox} flush>
      <Text px="md" pb="md" c="dimmed">
        {t.testOrganizations.mailboxLead}
      </Text>
      <Dialog
        opened={shown !== undefined}
        onClose={() => show(undefined)}
        title={t.testOrganizations.mailbox}
        size="xl"
      >
        {shown && <TestMail id={shown} />}
      </Dialog>
      <QueryTable
        query={mails}
        none={<EmptyState icon="invoice" title={t.testOrganizations.noMails} />}
        label={t.testOrganizations.mailbox}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.testOrganizations.subject,
            cell: ({ id, subject }) => (
              <Anchor component="button" type="button" fw={600} ta="left" onClick={() => show(id)}>
                {subject}
              </Anchor>
            ),
          },
          { title: t.testOrganizations.recipient, cell: ({ recipient }) => recipient },
          { title: t.testOrganizations.sentAt, cell: ({ sentAt }) => format.instant(sentAt) },
          {
            title: t.testOrganizations.attachment,
            cell: ({ attachmentName }) => attachmentName ?? t.common.none,
            wide: true,
          },
        ]}
      />
    </Card>
  );
}

function TestMail({ id }: { readonly id: string }) {
  const mail = useQuery({
    queryKey: ['test-mailbox', id],
    queryFn: async () => (await unwrap(consoleApi.GET('/test-mailbox/{id}', { params: { path: { id } } }))).data,
  });
  return <QueryContent query={mail}>{(data) => <Letter mail={data} />}</QueryContent>;
}

function Letter({ mail }: { readonly mail: TestMailBody }) {
  const { t, format } = useLanguage();
  const [as, setAs] = useState<'html' | 'text'>('html');
  const { recipient, recipientName, sentAt, subject, attachmentName, html, text } = mail;
  return (
    <Stack>
      <FactList
        cols={{ base: 1, sm: 3 }}
        facts={[
          [t.testOrganizations.subject, subject],
          [t.testOrganizations.recipient, recipientName === null ? recipient : `${recipientName} <${recipient}>`],
          [t.testOrganizations.sentAt, format.instant(sentAt)],
        ]}
      />
      {attachmentName !== null && (
        <div>
          <FileButton
            size="xs"
            label={t.testOrganizations.openAttachment({ name: attachmentName })}
            open={() => openFile(`/test-mailbox/${mail.id}/attachment`, 'console')}
          />
        </div>
      )}
      <SegmentedControl
        value={as}
        onChange={(value) => setAs(value === 'html' ? 'html' : 'text')}
        data={[
          { value: 'html', label: t.testOrganizations.asHtml },
          { value: 'text', label: t.testOrganizations.asText },
        ]}
      />
      {as === 'html' ? <HtmlLetter html={html} title={subject} /> : <TextLetter text={text} />}
    </Stack>
  );
}

/** The HTML in a frame without scripts. Links open beside the console. */
function HtmlLetter({ html, title }: { readonly html: string; readonly title: string }) {
  return (
    <Box
      component="iframe"
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={withoutStyles(html)}
      onLoad={prepareFrame}
      w="100%"
      h="32rem"
      bd="1px solid var(--mantine-color-default-border)"
    />
  );
}

/** The console's content policy allows no styles in HTML. They become data, and the frame applies them. */
function withoutStyles(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/, '').replaceAll(' style="', ' data-style="');
}

function prepareFrame({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const letter = currentTarget.contentDocument;
  if (letter === null) return;
  for (const element of letter.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  for (const link of letter.querySelectorAll('a')) Object.assign(link, { target: '_blank', rel: 'noreferrer' });
}

/** The plain text, with its links. */
function TextLetter({ text }: { readonly text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <Text component="pre" ff="monospace" fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts.map((part, index) =>
        /^https?:/.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not change.
          <Anchor key={index} href={part} target="_blank" rel="noreferrer" inherit>
            {part}
          </Anchor>
        ) : (
          part
        ),
      )}
    </Text>
  );
}
