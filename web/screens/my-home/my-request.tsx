// One maintenance request of a resident: comments and photos, and a new comment.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { usePhoto } from '../../parts/photo.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { CommentForm } from '../maintenance/comment-form.tsx';
import classes from './my-home.module.css';
import { rememberAnswer } from './new-answers.tsx';
import { RequestStatus } from './request-status.tsx';

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
  const { id, title, description, answeredAt, createdAt, comments, photos } = request;
  useEffect(() => rememberAnswer({ id, answeredAt }), [id, answeredAt]);
  const lead = (
    <Group gap="xs" mt={4}>
      <RequestStatus request={request} />
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
        <CommentForm id={id} label={t.residentRequests.reply} send={t.residentRequests.replySend} />
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
