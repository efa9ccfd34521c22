// A resident's requests for repairs: what became of each, and a new one with a photo.
import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { NewRequest } from './new-request.tsx';
import classes from './own.module.css';

export function OwnRequests() {
  const { t, format } = useLanguage();
  const [open, { open: show, close }] = useDisclosure();
  const requests = usePages(['requests', 'own'], (cursor) =>
    take(door.GET('/maintenance-requests', { params: { query: { ...after(cursor, 20), sort: '-createdAt' } } })),
  );
  const add = (
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
        <Loaded query={requests}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon="wrench" title={t.residentRequests.none} />
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
        </Loaded>
        <More query={requests} />
      </Card>
    </Page>
  );
}
