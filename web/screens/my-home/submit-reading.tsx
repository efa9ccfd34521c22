// Enters a reading: a photo is read into boxes, one for each digit, which the person checks and corrects; without a
// photo the boxes are filled by hand.
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { asUpload, consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { ApiProblem } from '../../api/problem.ts';
import { type OwnMeterBody, type OwnReadingBody, useLatestReadings, useOwnMeters } from '../../api/resident-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { useDraft, useHeld } from '../../parts/draft.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { FailureState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { ReadingDoubts } from '../meters/enter-reading.tsx';
import { describeMeter, earlierText, lastReadingOf, registerText } from '../meters/meter-words.ts';
import { isHigh, useReadingEntry } from '../meters/reading-entry.ts';
import { ReadingsTable } from '../meters/readings-table.tsx';
import { DigitBoxes } from './digit-boxes.tsx';
import { addZeros, type DigitPlace, type DigitPlaces, makePlaces, registerValue } from './digits.ts';
import { MeterPhoto, type PhotoAnalysis } from './meter-photo.tsx';
import { findNextMeter } from './next-meter.ts';
import { RejectedReading } from './rejected-reading.tsx';
import { shrinkPhoto } from './shrink-photo.ts';

export function SubmitReading() {
  const { t } = useLanguage();
  const { meterId } = useParams({ from: '/own/meters/$meterId' });
  const meters = useOwnMeters();
  return (
    <QueryContent query={meters}>
      {(all) => {
        const meter = all.find(({ id }) => id === meterId);
        const missing = new ApiProblem({ status: 404, code: 'not_found', detail: '' });
        return meter === undefined ? (
          <FailureState error={missing} />
        ) : (
          <Page
            title={t.enterReading.title({ meter: t.meters.types[meter.type] })}
            lead={<MeterSummary meter={meter} />}
          >
            <ReadingOrNext key={meter.id} meter={meter} all={all} />
            <MyReadings meter={meter} />
          </Page>
        );
      }}
    </QueryContent>
  );
}

/** The form of a reading; once that is sent, the next meter that has none. */
function ReadingOrNext({ meter, all }: { readonly meter: OwnMeterBody; readonly all: readonly OwnMeterBody[] }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [isSent, setSent] = useState(false);
  const latest = useLatestReadings().data;
  const next = findNextMeter(all, { sentId: meter.id, latest, month: todayIn().slice(0, 7) });
  if (!isSent || next === undefined)
    return (
      <ReadingEntry
        meter={meter}
        sent={() => {
          if (next === undefined) navigate({ to: '/' });
          else setSent(true);
        }}
      />
    );
  return (
    <Card title={t.enterReading.nextTitle}>
      <Group>
        <ButtonTo size="md" to="/own/meters/$meterId" params={{ meterId: next.id }}>
          {describeMeter(t, next)}
        </ButtonTo>
        <ButtonTo size="md" variant="default" to="/">
          {t.residentHome.title}
        </ButtonTo>
      </Group>
    </Card>
  );
}

function MeterSummary({ meter }: { readonly meter: OwnMeterBody }) {
  const { serialNumber, lastReading, initialValue } = meter;
  const { t, format } = useLanguage();
  const latest = useLatestReadings().data?.get(meter.id);
  return (
    <>
      {latest?.status === 'rejected' && <RejectedReading meter={meter} reading={latest} />}
      <Text c="dimmed">
        {serialNumber && t.enterReading.number({ serial: serialNumber })}
        {serialNumber && <br />}
        {lastReading
          ? t.enterReading.last({
              value: registerText(format, lastReading.value, meter),
              day: format.day(lastReading.readAt),
            })
          : `${t.meters.initial}: ${registerText(format, initialValue, meter)}`}
      </Text>
    </>
  );
}

const isFilled = ({ char }: DigitPlace) => char !== '';

type ReadingDraft = {
  readonly places: DigitPlaces;
  readonly seen?: PhotoAnalysis | undefined;
  /** Whether digits were typed since the photo was taken: those stay when it has been read. */
  readonly typed?: boolean;
};

const draftOf = (meter: OwnMeterBody) => `own reading ${meter.id}`;

/**
 * Input that is not sent yet. It stays, with its photo, while the person visits another screen, for example without a
 * connection, or signs in again. A change is made to the latest draft, as digits are typed while a photo is read.
 */
function usePlacesDraft(meter: OwnMeterBody) {
  const { held, hold } = useHeld<ReadingDraft>(draftOf(meter));
  const latest = () => held() ?? { places: makePlaces(meter) };
  const [draft, setDraft] = useState(latest);
  const change = (next: (draft: ReadingDraft) => ReadingDraft) => {
    const changed = next(latest());
    hold(changed);
    setDraft(changed);
    return changed;
  };
  return { draft, change };
}

/** Whether a person may still correct a reading: their own, which waits for confirmation. */
const isOwnWaiting = ({ status, submittedBy }: OwnReadingBody) => status === 'submitted' && submittedBy !== null;

/** The reading of this month that a further one replaces. */
function useReplaced({ id }: OwnMeterBody): OwnReadingBody | undefined {
  const latest = useLatestReadings().data?.get(id);
  const isOfMonth = latest?.readOn.slice(0, 7) === todayIn().slice(0, 7);
  return latest !== undefined && isOfMonth && isOwnWaiting(latest) ? latest : undefined;
}

/** How a reading names the one that it replaces: it was read by itself, now. */
function correctionOf(replaced: OwnReadingBody | undefined): { corrects?: string; readAt?: string } {
  return replaced === undefined ? {} : { corrects: replaced.id, readAt: todayIn() };
}

function ReplacedNote({ meter, replaced }: { readonly meter: OwnMeterBody; readonly replaced: OwnReadingBody }) {
  const { t, format } = useLanguage();
  const value = registerText(format, replaced.value, meter);
  return (
    <Alert color="yellow" role="status">
      {t.enterReading.replaces({ value, day: format.day(replaced.readAt) })}
    </Alert>
  );
}

function ReadingEntry({ meter, sent }: { readonly meter: OwnMeterBody; readonly sent: () => void }) {
  const { t } = useLanguage();
  const replaced = useReplaced(meter);
  const { draft, change } = usePlacesDraft(meter);
  const { places, seen } = draft;
  const [hint, setHint] = useState<Completion>();
  const value = registerValue(places, meter);
  const isLess = value !== undefined && value < lastReadingOf(meter).value;
  const entry = useReadingEntry({
    meter,
    last: lastReadingOf(meter),
    ...correctionOf(replaced),
    start: value ?? '',
    asksAbout: isHigh,
    isKept: false,
    more: async () => (seen === undefined ? {} : { photoId: await uploadPhoto(seen.file), source: 'photo' }),
    done: t.enterReading.sent,
    saved: () => {
      kept.remove();
      sent();
    },
  });
  const changePlaces = (next: (latest: ReadingDraft) => ReadingDraft) => {
    setHint(undefined);
    entry.change(registerValue(change(next).places, meter) ?? '');
  };
  const kept = useDraft({
    name: draftOf(meter),
    values: places,
    changed: seen !== undefined || places.some(isFilled),
    hasPhoto: seen !== undefined,
    restore: (digits) => changePlaces((latest) => ({ ...latest, places: digits, typed: digits.some(isFilled) })),
    discard: () => changePlaces(() => ({ places: makePlaces(meter) })),
  });
  const complete = () => {
    const { padded, hint } = completed(places, meter);
    changePlaces((latest) => (padded === places ? latest : { ...latest, places: padded, typed: true }));
    setHint(hint);
  };
  return (
    <Stack maw="34rem" gap="lg">
      <MeterPhoto
        meterId={meter.id}
        seen={seen}
        onSeen={(next) => changePlaces((latest) => withPhoto(latest, next, meter))}
      />
      <Card title={value === undefined ? t.enterReading.enter : t.enterReading.check}>
        <Stack>
          {kept.note}
          {replaced && <ReplacedNote meter={meter} replaced={replaced} />}
          <ReadingNotes seen={seen} places={places} />
          <DigitBoxes
            places={places}
            decimals={meter.decimals}
            onChange={(next) => changePlaces((latest) => ({ ...latest, places: next, typed: true }))}
          />
          {entry.error ? <Fault>{entry.error}</Fault> : <UsageComparison meter={meter} value={value} />}
          <ReadingDoubts entry={entry} />
          {hint === 'padded' && !isLess && <Text role="status">{t.enterReading.padded}</Text>}
          {hint && hint !== 'padded' && <Fault>{t.enterReading[hint]}</Fault>}
          <Group>
            <ActionButton
              size="md"
              action={entry.action}
              onClick={() => (value === undefined ? complete() : entry.save())}
            >
              {entry.warning === undefined ? t.enterReading.send : t.enterReading.sendAnyway}
            </ActionButton>
          </Group>
        </Stack>
      </Card>
    </Stack>
  );
}

/** What is said of digits that were submitted incomplete, until one of them changes. */
type Completion = 'incomplete' | 'decimals' | 'padded';

/** Where only zeros are missing they are added, and the value is to be checked; anything else is asked for. */
function completed(places: DigitPlaces, meter: OwnMeterBody): { padded: DigitPlaces; hint: Completion } {
  const padded = addZeros(places, meter);
  if (registerValue(padded, meter) !== undefined) return { padded, hint: 'padded' };
  return { padded, hint: padded.slice(0, meter.digits).every(isFilled) ? 'decimals' : 'incomplete' };
}

function Fault({ children }: { readonly children: ReactNode }) {
  return (
    <Text c="red" role="alert">
      {children}
    </Text>
  );
}

/** The draft with a photo that was taken, read or removed. A photo that was sent meanwhile is not brought back. */
function withPhoto(draft: ReadingDraft, seen: PhotoAnalysis | undefined, meter: OwnMeterBody): ReadingDraft {
  const { places, typed = false } = draft;
  if (seen?.result === undefined) return { places, seen };
  if (draft.seen?.file !== seen.file) return draft;
  return { places: seen.read && !typed ? makePlaces(meter, seen.read.digits) : places, seen, typed };
}

async function uploadPhoto(file: File): Promise<string> {
  const photo = await unwrap(
    consoleApi.POST('/reading-photos', {
      ...asUpload(await shrinkPhoto(file)),
    }),
  );
  return photo.data.id;
}

/** What the person should check. */
function ReadingNotes({ seen, places }: { readonly seen: PhotoAnalysis | undefined; readonly places: DigitPlaces }) {
  const { t } = useLanguage();
  if (seen === undefined) return null;
  const { read, result, fault } = seen;
  const notes: string[] = fault === undefined ? [] : [t.errors.problems[fault]];
  if (result === 'not_found') notes.push(t.enterReading.notFound);
  if (result === 'failed') notes.push(t.enterReading.readingFailed);
  if (places.some(({ sure }) => !sure)) notes.push(t.enterReading.unsure);
  if (read?.reason === 'other_meter' && read.serialNumber)
    notes.push(t.enterReading.otherMeter({ serial: read.serialNumber }));
  else if (read && !read.plausible) notes.push(t.enterReading.odd);
  return notes.map((note) => (
    <Alert key={note} color="yellow" role="status">
      {note}
    </Alert>
  ));
}

function UsageComparison({ meter, value }: { readonly meter: OwnMeterBody; readonly value: number | undefined }) {
  const { t, format } = useLanguage();
  if (value === undefined) return null;
  const last = lastReadingOf(meter);
  const scale = 10 ** meter.decimals;
  const used = (Math.round(value * scale) - Math.round(last.value * scale)) / scale;
  if (used < 0) return <Fault>{t.enterReading.less({ last: earlierText({ t, format }, last, meter) })}</Fault>;
  if (!meter.lastReading) return null;
  return <Text c="dimmed">{t.enterReading.used({ amount: registerText(format, used, meter) })}</Text>;
}

export function MyReadings({ meter }: { readonly meter: OwnMeterBody }) {
  const { t } = useLanguage();
  const readings = usePages(['readings', { meterId: meter.id }], (cursor) =>
    unwrap(
      consoleApi.GET('/readings', {
        params: { query: { ...pageQuery(cursor, 12), meterId: meter.id, sort: '-readAt' } },
      }),
    ),
  );
  if (readings.data === undefined || readings.data.length === 0) return null;
  return (
    <Card title={t.meters.readings} flush>
      <ReadingsTable
        meter={meter}
        meterName={describeMeter(t, meter)}
        readings={readings.data}
        isCorrectable={isOwnWaiting}
      />
      <LoadMore query={readings} />
    </Card>
  );
}
