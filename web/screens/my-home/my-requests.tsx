// A resident's maintenance requests with their statuses, and a new one with a photo.
import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { usePerson } from '../../api/person.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useKeptDrafts } from '../../parts/draft.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './my-home.module.css';
import { NewRequest } from './new-request.tsx';

export function MyRequests() {
  const { t, format } = useLanguage();
  const { apartments } = usePerson();
  const [open, { open: show, close }] = useDisclosure(useKeptDrafts('report').length > 0 && apartments.length > 0);
  const requests = usePages(['requests', 'own'], (cursor) =>
    unwrap(
      consoleApi.GET('/maintenance-requests', { params: { query: { ...pageQuery(cursor, 20), sort: '-createdAt' } } }),
    ),
  );
  const add = apartments.length > 0 && (
    <Button leftSection={<Icon name="plus" />} onClick={show}>
      {t.residentRequests.add}
    </Button>
  );
  return (
    <Page title={t.residentRequests.title} lead={<Text c="dimmed">{t.residentRequests.lead}</Text>} actions={add}>
      <Dialog opened={open} onClose={close} title={t.residentRequests.add}>
        <NewRequest made={close} />
      </Dialog>
      <Card flush>
        <QueryContent query={requests}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="wrench" title={t.residentRequests.none} next={t.emptyLists.myRequests} />
            ) : (
              all.map(({ id, title, status, createdAt }) => (
                <Link key={id} to="/own/requests/$requestId" params={{ requestId: id }} className={classes.line}>
                  <div>
                    <Text fw={600}>{title}</Text>
                    <Text fz="sm" c="dimmed">
                      {format.day(createdAt)}
                    </Text>
                  </div>
                  <Group>
                    <Badge variant="light" color={status === 'resolved' || status === 'closed' ? 'pine' : 'gray'}>
                      {t.residentRequests.statuses[status]}
                    </Badge>
                  </Group>
                </Link>
              ))
            )
          }
        </QueryContent>
        <LoadMore query={requests} />
      </Card>
    </Page>
  );
}
