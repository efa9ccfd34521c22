// The meters of a resident's apartments, each with its last reading and a link to enter one.
import { Group, Text } from '@mantine/core';
import {
  findReplaced,
  type OwnApartment,
  type OwnMeterBody,
  type OwnReadingBody,
  useLatestReadings,
  useOwnMeters,
} from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { currentMonth } from '../../parts/month.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { registerText } from '../meters/meter-words.ts';
import classes from './my-home.module.css';
import { RejectedReading } from './rejected-reading.tsx';

export function MyMeters({ homes }: { readonly homes: readonly OwnApartment[] }) {
  const { t } = useLanguage();
  const meters = useOwnMeters();
  const latest = useLatestReadings();
  return (
    <Card title={t.residentHome.meters} flush>
      <QueryContent query={meters}>
        {(all) => {
          const counting = all.filter(({ removedOn, apartmentId }) => !removedOn && apartmentId !== null);
          return counting.length === 0 ? (
            <EmptyState icon="meter" title={t.residentHome.noMeters} next={t.emptyLists.myMeters} />
          ) : (
            counting.map((item) => (
              <MeterLine key={item.id} meter={item} latest={latest.data?.get(item.id)} home={addressOf(homes, item)} />
            ))
          );
        }}
      </QueryContent>
    </Card>
  );
}

/** The apartment, where there is more than one. */
function addressOf(homes: readonly OwnApartment[], { apartmentId }: OwnMeterBody): string | undefined {
  return homes.length < 2 ? undefined : homes.find(({ id }) => id === apartmentId)?.number;
}

function MeterLine({
  meter,
  latest,
  home,
}: {
  readonly meter: OwnMeterBody;
  /** The latest reading, if there is one. */
  readonly latest: OwnReadingBody | undefined;
  readonly home: string | undefined;
}) {
  const { t, format } = useLanguage();
  const { id, type, serialNumber, lastReading } = meter;
  return (
    <Group className={classes.line}>
      <div>
        <Text fw={600}>{t.meters.types[type]}</Text>
        <Text fz="sm" c="dimmed">
          {[home && t.residentHome.apartment({ number: home }), serialNumber].filter(Boolean).join(' · ')}
        </Text>
        <Text fz="sm" c="dimmed">
          {latest?.status === 'submitted'
            ? t.residentHome.awaitingConfirmation({ value: registerText(format, latest.value, meter) })
            : lastReading
              ? t.residentHome.lastRead({
                  value: registerText(format, lastReading.value, meter),
                  day: format.day(lastReading.readAt),
                })
              : t.residentHome.neverRead}
        </Text>
        {latest?.status === 'rejected' && <RejectedReading meter={meter} reading={latest} />}
      </div>
      <ButtonTo to="/own/meters/$meterId" params={{ meterId: id }} variant="default">
        {findReplaced(latest, currentMonth()) ? t.residentHome.correctReading : t.residentHome.submitReading}
      </ButtonTo>
    </Group>
  );
}
