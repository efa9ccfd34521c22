// One maintenance request of a resident: comments and photos, and a new comment.
import { Badge, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { Page } from '../../parts/page.tsx';
import { usePhoto } from '../../parts/photo.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';

type OwnRequestDetails = ConsoleBody<'/maintenance-requests/{id}'>['data'];

export function MyRequest() {
  const { requestId: id } = useParams({ from: '/own/requests/$requestId' });
  const request = useQuery({
    queryKey: ['requests', id],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/maintenance-requests/{id}', { params: { path: { id } } }))).data,
  });
  return <QueryContent query={request}>{(found) => <OwnRequestView request={found} />}</QueryContent>;
}

function OwnRequestView({ request }: { readonly request: OwnRequestDetails }) {
  const { t, format } = useLanguage();
  const { id, title, description, status, createdAt, comments, photos } = request;
  const lead = (
    <Group gap="xs" mt={4}>
      <Badge variant="light">{t.residentRequests.statuses[status]}</Badge>
      <Text c="dimmed">{format.instant(createdAt)}</Text>
    </Group>
  );
  return (
    <Page title={title} lead={lead}>
      <Stack maw="40rem">
        <Card>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{description}</Text>
          {photos.map((photo) => (
            <RequestPhoto key={photo.id} path={`/console/api/maintenance-requests/${id}/photos/${photo.id}`} />
          ))}
        </Card>
        {comments.map((item) => (
          <RequestComment key={item.id} comment={item} />
        ))}
        <ReplyForm id={id} />
      </Stack>
    </Page>
  );
}

function RequestComment({
  comment: { text, createdAt, createdBy },
}: {
  readonly comment: OwnRequestDetails['comments'][number];
}) {
  const { t, format } = useLanguage();
  return (
    <Card>
      <Text fz="sm" c="dimmed">
        {createdBy.name ?? t.residentRequests.manager}, {format.instant(createdAt)}
      </Text>
      <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
    </Card>
  );
}

function RequestPhoto({ path }: { readonly path: string }) {
  const { t } = useLanguage();
  const { data: address } = usePhoto(path); // The text is shown without it.
  return address === undefined ? null : <img className={classes.photo} src={address} alt={t.residentRequests.photo} />;
}

function ReplyForm({ id }: { readonly id: string }) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const draft = useDraft({
    name: `reply ${id}`,
    values: text,
    changed: text !== '',
    restore: setText,
    discard: () => setText(''),
  });
  const send = useAction(
    () => unwrap(consoleApi.POST('/maintenance-requests/{id}/comments', { params: { path: { id } }, body: { text } })),
    {
      next: () => {
        draft.remove();
        setText('');
      },
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined);
      }}
    >
      <Stack gap="xs" align="flex-start">
        {draft.note}
        <Textarea
          w="100%"
          label={t.residentRequests.reply}
          required
          autosize
          minRows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionButton type="submit" variant="default" action={send}>
          {t.residentRequests.replySend}
        </ActionButton>
      </Stack>
    </form>
  );
}
