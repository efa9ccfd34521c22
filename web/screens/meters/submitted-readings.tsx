// The readings that wait: the value beside its photo, what it makes of consumption, and two answers. After one the next has the focus.
import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAct } from '../../api/use-action.ts';
import { api, door, take } from '../../api/client.ts';
import { after, useAll, usePages } from '../../api/pages.ts';
import { useApartmentNumbers } from '../../api/reads.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { More } from '../../parts/more.tsx';
import { Photo } from '../../parts/photo.tsx';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type Meter, type Reading, withUnit } from './meter-words.ts';

export function ToConfirm() {
  const { t } = useLanguage();
  const readings = usePages(['readings', 'submitted'], (cursor) =>
    take(
      door.GET('/readings', { params: { query: { ...after(cursor, 30), status: 'submitted', sort: 'createdAt' } } }),
    ),
  );
  const meters = useAll(['meters'], (cursor) => take(api.GET('/meters', { params: { query: after(cursor, 500) } })));
  const byId = new Map((meters.data ?? []).map((one) => [one.id, one]));
  const numbers = useApartmentNumbers((meters.data ?? []).map(({ buildingId }) => buildingId));
  return (
    <Loaded query={readings}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon="check" title={t.meters.nothingToConfirm} />
        ) : (
          <Stack>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {rows.map((one, place) => (
                <Waiting
                  key={one.id}
                  reading={one}
                  meter={byId.get(one.meterId)}
                  apartment={numbers.get(one.apartmentId ?? '')}
                  first={place === 0}
                />
              ))}
            </SimpleGrid>
            <More query={readings} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Waiting({
  reading,
  meter,
  apartment,
  first,
}: {
  readonly reading: Reading;
  readonly meter: Meter | undefined;
  readonly apartment: string | undefined;
  readonly first: boolean;
}) {
  const { t, format } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const path = { id: reading.id };
  const confirm = useAct(() => take(door.POST('/readings/{id}/confirm', { params: { path } })), {
    done: t.meters.confirmed,
  });
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" wrap="nowrap">
        {reading.photoId && (
          <Photo path={`/console/api/readings/${reading.id}/photo`} label={t.meters.photo} size={140} />
        )}
        <Stack gap={4} style={{ flex: 1 }} miw={0}>
          <Text c="dimmed" fz="sm">
            {[
              apartment && `${t.invoices.apartment} ${apartment}`,
              meter && t.meters.types[meter.type],
              meter?.serialNumber,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text fz="xl" fw={700} lh={1.2}>
            {withUnit(format, reading.value, meter)}
          </Text>
          <Text fz="sm">
            {t.meters.previous}: {meter?.lastReading ? withUnit(format, meter.lastReading.value, meter) : t.common.none}
          </Text>
          <Text fz="sm">
            {t.meters.consumption}:{' '}
            {reading.consumption === null ? t.common.none : withUnit(format, reading.consumption, meter)}
          </Text>
          <Text fz="sm" c="dimmed">
            {format.instant(reading.readAt)}
          </Text>
          <Group gap="xs" mt="xs">
            <Button autoFocus={first} loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t.meters.confirm}
            </Button>
            <Button variant="default" onClick={open}>
              {t.meters.reject}
            </Button>
          </Group>
        </Stack>
      </Group>
      <Dialog opened={opened} onClose={close} title={t.meters.reject}>
        <Reject id={reading.id} done={close} />
      </Dialog>
    </Paper>
  );
}

function Reject({ id, done }: { readonly id: string; readonly done: () => void }) {
  const { t } = useLanguage();
  const reject = useAct(
    (reason: string) => take(door.POST('/readings/{id}/reject', { params: { path: { id } }, body: { reason } })),
    { done: t.meters.rejected, next: done },
  );
  return <ReasonForm label={t.meters.reject} act={(reason) => reject.mutate(reason)} isPending={reject.isPending} />;
}
