// One maintenance request: its description, photos and comments, with changes of status and replies.
import { Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleSchemas } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartmentNumbers } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionFailure } from '../../parts/action-button.tsx';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { Photo } from '../../parts/photo.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useShownBuilding } from '../../parts/shown-building.ts';
import { useLanguage } from '../../words/language.tsx';
import { CommentForm } from './comment-form.tsx';
import { allowedTransitions, requestStatuses } from './request-type.ts';

type MaintenanceRequestDetails = ConsoleSchemas['MaintenanceRequestWithAll'];

export function RequestDialog({ id }: { readonly id: string }) {
  const request = useQuery({
    queryKey: ['maintenance', id],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/maintenance-requests/{id}', { params: { path: { id } } }))).data,
  });
  return <QueryContent query={request}>{(data) => <RequestView request={data} />}</QueryContent>;
}

function RequestView({ request }: { readonly request: MaintenanceRequestDetails }) {
  const { t, format } = useLanguage();
  const { buildingId, apartmentId } = request;
  useShownBuilding(buildingId);
  const number = useApartmentNumbers([buildingId]).get(apartmentId ?? '');
  return (
    <Stack>
      <div>
        <Title order={2}>{request.title}</Title>
        <Text c="dimmed" fz="sm">
          {[request.createdBy.name, format.instant(request.createdAt)].filter(Boolean).join(' · ')}
          {apartmentId !== null && number !== undefined && (
            <>
              {' · '}
              <ApartmentLink
                buildingId={buildingId}
                apartmentId={apartmentId}
                number={t.apartmentPage.title({ number })}
                inText
              />
            </>
          )}
        </Text>
      </div>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{request.description}</Text>
      {request.photos.length > 0 && (
        <Group>
          {request.photos.map((photo) => (
            <Photo
              key={photo.id}
              path={`/console/api/maintenance-requests/${request.id}/photos/${photo.id}`}
              label={t.requests.photo}
              size={96}
            />
          ))}
        </Group>
      )}
      <StatusButtons request={request} />
      <Title order={3} fz="md">
        {t.requests.comments}
      </Title>
      {request.comments.map((comment) => (
        <div key={comment.id}>
          <Text fz="sm" c="dimmed">
            {[comment.createdBy.name, format.instant(comment.createdAt), comment.internal && t.requests.internal]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{comment.text}</Text>
        </div>
      ))}
      <CommentForm id={request.id} label={t.requests.comment} send={t.requests.send} />
    </Stack>
  );
}

function StatusButtons({ request }: { readonly request: MaintenanceRequestDetails }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const move = useAction(
    (status: MaintenanceRequestDetails['status']) =>
      unwrap(
        consoleApi.PATCH('/maintenance-requests/{id}', { params: { path: { id: request.id } }, body: { status } }),
      ),
    { done: t.requests.statusChanged },
  );
  return (
    <div>
      <Select
        label={t.invoices.status}
        w="14rem"
        allowDeselect={false}
        disabled={!mayManage || move.isPending || allowedTransitions[request.status].length === 0}
        data={[request.status, ...allowedTransitions[request.status]].map((value) => ({
          value,
          label: t.requests.statuses[value],
        }))}
        value={request.status}
        onChange={(value) => {
          const status = requestStatuses.find((requestStatus) => requestStatus === value);
          if (status && status !== request.status) move.mutate(status);
        }}
      />
      <ActionFailure action={move} />
    </div>
  );
}
