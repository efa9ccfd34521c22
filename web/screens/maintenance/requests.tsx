// Maintenance requests as a board: a column for each status; on a phone below each other.
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useApartmentNumbers, useBuildings } from '../../api/shared-queries.ts';
import { BegunForms } from '../../parts/begun-forms.tsx';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './maintenance.module.css';
import { NewRequest } from './new-request.tsx';
import { RequestDialog } from './request.tsx';
import { type MaintenanceRequestSummary, requestStatuses } from './request-type.ts';

/** So many requests of a column appear at once; a button adds as many. */
const shownAtOnce = 50;

export function Requests() {
  const { t } = useLanguage();
  const { request, buildingId } = useSearch({ from: '/requests' });
  const navigate = useNavigate();
  const buildings = useBuildings().data ?? [];
  const [adding, { open, close }] = useDisclosure();
  const requests = useAll(['maintenance', buildingId], (cursor) =>
    unwrap(
      consoleApi.GET('/maintenance-requests', {
        params: { query: { ...pageQuery(cursor, 500), ...(buildingId && { buildingId }), sort: '-updatedAt' } },
      }),
    ),
  );
  const show = (id: string | undefined) => navigate({ to: '/requests', search: { request: id, buildingId } });
  return (
    <Page
      title={t.requests.title}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={open}>
          {t.requests.add}
        </Button>
      }
    >
      <Dialog opened={adding} onClose={close} title={t.requests.add}>
        <NewRequest done={close} />
      </Dialog>
      <Dialog opened={request !== undefined} onClose={() => show(undefined)} title={t.requests.request} size="lg">
        {request && <RequestDialog id={request} />}
      </Dialog>
      <BegunForms form="request" isOpen={adding} titleOf={() => t.requests.add} open={open} />
      {buildings.length > 1 && (
        <Group>
          <BuildingFilter
            buildings={buildings}
            chosen={buildingId}
            choose={(id) => navigate({ to: '/requests', search: { buildingId: id } })}
            width="14rem"
          />
        </Group>
      )}
      <QueryContent query={requests}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="wrench" title={t.requests.none} next={t.emptyLists.requests} />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
              {requestStatuses.slice(0, 4).map((status) => (
                <StatusColumn
                  key={status}
                  status={status}
                  requests={all.filter((item) => item.status === status)}
                  show={show}
                />
              ))}
            </SimpleGrid>
          )
        }
      </QueryContent>
    </Page>
  );
}

function StatusColumn({
  status,
  requests,
  show,
}: {
  readonly status: MaintenanceRequestSummary['status'];
  readonly requests: readonly MaintenanceRequestSummary[];
  readonly show: (id: string) => void;
}) {
  const { t, format } = useLanguage();
  const buildings = new Map((useBuildings().data ?? []).map(({ id, name }) => [id, name]));
  const [shown, setShown] = useState(shownAtOnce);
  const listed = requests.slice(0, shown);
  const numbers = useApartmentNumbers(listed.map(({ buildingId }) => buildingId));
  return (
    <Stack gap="sm" component="section" aria-label={t.requests.statuses[status]}>
      <Group gap="xs">
        <Title order={2}>{t.requests.statuses[status]}</Title>
        <Badge variant="light" color="gray">
          {format.number(requests.length)}
        </Badge>
      </Group>
      {listed.map(({ id, title, buildingId, apartmentId, updatedAt }) => (
        <Paper
          key={id}
          withBorder
          p="sm"
          component="button"
          type="button"
          className={classes.request}
          onClick={() => show(id)}
        >
          <Text fw={600}>{title}</Text>
          <Text fz="sm" c="dimmed">
            {[buildings.get(buildingId), apartmentId && `${t.invoices.apartment} ${numbers.get(apartmentId) ?? ''}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text fz="sm" c="dimmed">
            {format.instant(updatedAt)}
          </Text>
        </Paper>
      ))}
      <LoadMore
        query={{ hasNextPage: requests.length > shown, fetchNextPage: () => setShown((count) => count + shownAtOnce) }}
      />
    </Stack>
  );
}
