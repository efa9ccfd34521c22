// A resident's maintenance requests with their statuses, and a new one with a photo, or about an invoice.
import { Button, Group, Text } from '@mantine/core';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { usePerson } from '../../api/person.ts';
import { BegunForms } from '../../parts/begun-forms.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { NewRequest, unnamedReport } from './new-request.tsx';
import { RequestLine } from './request-line.tsx';
import { RequestStatus } from './request-status.tsx';

export function MyRequests() {
  const { t, format } = useLanguage();
  const { apartments } = usePerson();
  const search = useSearch({ from: '/own/requests' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  // What the form is about stands in the address: it opens again after a reload or a session that expired.
  const isOpen = search.about !== undefined && apartments.length > 0;
  const about = search.about === unnamedReport ? undefined : search.about;
  const open = (subject: string) => navigate({ to: '/own/requests', search: { about: subject } });
  const finish = () => navigate({ to: '/own/requests', replace: true });
  // A question that is left leads back to what it is about.
  const leave = () => (canGoBack ? history.back() : finish());
  const requests = usePages(['requests', 'own'], (cursor) =>
    unwrap(
      consoleApi.GET('/maintenance-requests', { params: { query: { ...pageQuery(cursor, 20), sort: '-createdAt' } } }),
    ),
  );
  const add = apartments.length > 0 && (
    <Button leftSection={<Icon name="plus" />} onClick={() => open(unnamedReport)}>
      {t.residentRequests.add}
    </Button>
  );
  return (
    <Page title={t.residentRequests.title} lead={<Text c="dimmed">{t.residentRequests.lead}</Text>} actions={add}>
      <Dialog opened={isOpen} onClose={leave} title={about ?? t.residentRequests.add}>
        <NewRequest key={about} about={about} text={search.text} apartmentId={search.apartmentId} made={finish} />
      </Dialog>
      {apartments.length > 0 && (
        <BegunForms
          form="report"
          isOpen={isOpen}
          titleOf={(subject) => (subject === unnamedReport ? t.residentRequests.add : subject)}
          open={open}
        />
      )}
      <Card flush>
        <QueryContent query={requests}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="wrench" title={t.residentRequests.none} next={t.emptyLists.myRequests} />
            ) : (
              all.map((request) => (
                <RequestLine key={request.id} request={request} at={format.day(request.createdAt)}>
                  <Group>
                    <RequestStatus request={request} />
                  </Group>
                </RequestLine>
              ))
            )
          }
        </QueryContent>
        <LoadMore query={requests} />
      </Card>
    </Page>
  );
}
