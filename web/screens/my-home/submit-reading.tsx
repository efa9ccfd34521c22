// Enters a reading: a photo is read into boxes, one for each digit, which the person checks and corrects; without a
// photo the boxes are filled by hand.
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { asUpload, consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { ApiProblem } from '../../api/problem.ts';
import {
  findReplaced,
  isOwnWaiting,
  type OwnMeterBody,
  type OwnReadingBody,
  useLatestReadings,
  useOwnMeters,
} from '../../api/resident-queries.ts';
import { type Action, ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { useDraft, useHeld } from '../../parts/draft.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { currentMonth } from '../../parts/month.ts';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { FailureState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { ReadingDoubts } from '../meters/enter-reading.tsx';
import { describeMeter, earlierText, lastReadingOf, registerText } from '../meters/meter-words.ts';
import { type ReadingEntry as Entry, findDoubts, isHigh, useReadingEntry } from '../meters/reading-entry.ts';
import { ReadingsTable } from '../meters/readings-table.tsx';
import { AskAboutReading } from './ask-manager.tsx';
import { DigitBoxes } from './digit-boxes.tsx';
import {
  addZeros,
  type DigitPlace,
  type DigitPlaces,
  findOtherPoints,
  lacksLastZeros,
  makePlaces,
  registerValue,
} from './digits.ts';
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
  const next = findNextMeter(all, { sentId: meter.id, latest, month: currentMonth() });
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
  return { draft, latest, change };
}

/** How a reading names the one that it replaces: it was read by itself, now. */
function correctionOf(replaced: OwnReadingBody | undefined): { corrects?: string; readAt?: string } {
  return replaced === undefined ? {} : { corrects: replaced.id, readAt: todayIn() };
}

/** What the month has already: a reading that is replaced, or a confirmed one. */
function MonthNote({
  meter,
  replaced,
}: {
  readonly meter: OwnMeterBody;
  readonly replaced: OwnReadingBody | undefined;
}) {
  const { t, format } = useLanguage();
  const { lastReading } = meter;
  const earlier = replaced ?? (lastReading?.readAt.startsWith(currentMonth()) ? lastReading : undefined);
  if (earlier === undefined) return null;
  const of = { value: registerText(format, earlier.value, meter), day: format.day(earlier.readAt) };
  return (
    <Alert color="yellow" role="status">
      {replaced ? t.enterReading.replaces(of) : t.enterReading.isRead(of)}
    </Alert>
  );
}

function ReadingEntry({ meter, sent }: { readonly meter: OwnMeterBody; readonly sent: () => void }) {
  const { t, format } = useLanguage();
  const replaced = findReplaced(useLatestReadings().data?.get(meter.id), currentMonth());
  const { draft, latest, change } = usePlacesDraft(meter);
  const { places, seen } = draft;
  const [hint, setHint] = useState<Completion>();
  const value = registerValue(places, meter);
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
  const changePlaces = (next: (latest: ReadingDraft) => ReadingDraft, doubts?: string) => {
    setHint(undefined);
    entry.change(registerValue(change(next).places, meter) ?? '', doubts);
  };
  const kept = useDraft({
    name: draftOf(meter),
    values: places,
    changed: seen !== undefined || places.some(isFilled),
    hasPhoto: seen !== undefined,
    restore: (digits) => changePlaces((latest) => ({ ...latest, places: digits, typed: digits.some(isFilled) })),
    discard: () => changePlaces(() => ({ places: makePlaces(meter) })),
  });
  const take = (other: DigitPlaces) => {
    const { places } = change((draft) => ({ ...draft, places: other, typed: true }));
    setHint(undefined);
    entry.saveOther(registerValue(places, meter) ?? 0);
  };
  const fill = (given: DigitPlaces, { places: next, hint, doubts }: Completed) => {
    if (latest().places !== given) return;
    if (hint === undefined) return take(next);
    changePlaces((draft) => (next === given ? draft : { ...draft, places: next, typed: true }), doubts);
    setHint(hint);
  };
  const completion = useMutation({
    mutationFn: (given: DigitPlaces) => complete({ t, format }, given, meter, correctionOf(replaced)),
    onSuccess: (completed, given) => fill(given, completed),
  });
  const save = () => {
    setHint(undefined);
    if (value === undefined) completion.mutate(places);
    else entry.save();
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
          <MonthNote meter={meter} replaced={replaced} />
          {hint === undefined && !isDoubted(entry) && <ReadingNotes seen={seen} places={places} />}
          <DigitBoxes
            places={places}
            decimals={meter.decimals}
            onChange={(next) => changePlaces((latest) => ({ ...latest, places: next, typed: true }))}
          />
          <ValueMessage meter={meter} entry={entry} hint={hint} take={take} />
          <SendReading entry={entry} action={completion.isPending ? completion : entry.action} onClick={save} />
        </Stack>
      </Card>
    </Stack>
  );
}

type SendReadingProps = { readonly entry: Entry; readonly action: Action; readonly onClick: () => void };

function SendReading({ entry: { isRefused, warning }, ...button }: SendReadingProps) {
  const { t } = useLanguage();
  return (
    <Group>
      <ActionButton size="md" disabled={isRefused} {...button}>
        {warning === undefined ? t.enterReading.send : t.enterReading.sendAnyway}
      </ActionButton>
    </Group>
  );
}

/** What is said of digits that were submitted incomplete, until one of them changes. Boxes: what may be meant. */
type Completion = 'incomplete' | 'padded' | DigitPlaces;
/**
 * Digits with the zeros that were missing, and what is unusual about them: sending them again accepts both. Without a
 * hint nothing is to be checked.
 */
type Completed = {
  readonly places: DigitPlaces;
  readonly hint?: Completion | undefined;
  readonly doubts?: string | undefined;
};

/**
 * Where only zeros are missing they are added, and the value is to be checked. If it does not fit the earlier readings,
 * and does with the decimals at its end, that is asked.
 */
async function complete(
  texts: Parameters<typeof findDoubts>[0],
  given: DigitPlaces,
  meter: OwnMeterBody,
  correction: ReturnType<typeof correctionOf>,
): Promise<Completed> {
  const places = addZeros(given, meter);
  const value = registerValue(places, meter);
  if (value === undefined) return { places, hint: 'incomplete' };
  const last = lastReadingOf(meter).value;
  const of = { id: meter.id, meter };
  const doubtsOf = (value: number) => findDoubts(texts, of, { value, ...correction }, isHigh);
  const others = findOtherPoints(given, meter).filter((other) => (registerValue(other, meter) ?? 0) >= last);
  const padded: Completed = { places, hint: 'padded' };
  try {
    const found = value < last ? undefined : await doubtsOf(value);
    if (value >= last && found === undefined) return lacksLastZeros(given, meter) ? { places } : padded;
    for (const other of others)
      if ((await doubtsOf(registerValue(other, meter) ?? 0)) === undefined)
        return { places, hint: other, doubts: found };
    if (value < last) return { places }; // It is refused, which is said.
    const { t, format } = texts;
    const shown = registerText(format, value, meter);
    return { ...padded, doubts: found && `${t.enterReading.paddedTo({ value: shown })} ${found}` };
  } catch {
    return padded; // It is checked again when it is sent.
  }
}

const isDoubted = ({ error, warning }: Entry) => Boolean(error) || warning !== undefined;

type ValueMessageProps = {
  readonly meter: OwnMeterBody;
  readonly entry: Entry;
  readonly hint: Completion | undefined;
  readonly take: (other: DigitPlaces) => void;
};

/** The message about the value. A doubt comes into sight: in large type it stands below the screen. */
function ValueMessage(props: ValueMessageProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isAsked = props.hint !== undefined || isDoubted(props.entry);
  useEffect(() => {
    if (isAsked) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  return (
    <Box ref={ref}>
      <MessageText {...props} />
    </Box>
  );
}

/** What is missing, wrong or unusual, or how the value compares. */
function MessageText({ meter, entry, hint, take }: ValueMessageProps) {
  const { t, format } = useLanguage();
  if (hint === 'incomplete') return <Fault>{t.enterReading.incomplete}</Fault>;
  if (typeof hint === 'object') {
    const value = format.number(registerValue(hint, meter) ?? 0, meter.decimals, meter.decimals);
    return (
      <Alert color="yellow" role="status">
        <Stack gap="xs" align="flex-start">
          {[entry.warning, t.enterReading.meant({ value })].filter(Boolean).join(' ')}
          <Button size="md" h="auto" mih="2.75rem" onClick={() => take(hint)}>
            {t.enterReading.takeMeant({ value })}
          </Button>
        </Stack>
      </Alert>
    );
  }
  const last = lastReadingOf(meter);
  const value = entry.value === '' ? undefined : entry.value;
  const isLess = value !== undefined && value < last.value;
  const before = entry.least === undefined || entry.least === last.value ? last : { value: entry.least };
  const isNext = entry.isRefused && !entry.mayRollOver;
  const ask = value !== undefined && value < before.value && (
    <AskAboutReading {...{ meter, value, isNext }} last={before} />
  );
  if (isDoubted(entry))
    return (
      <>
        {entry.error && <Fault>{entry.error}</Fault>}
        <ReadingDoubts entry={entry} />
        {ask}
      </>
    );
  return (
    <>
      <UsageComparison meter={meter} value={value} />
      {ask}
      {hint === 'padded' && !isLess && <Text role="status">{t.enterReading.padded}</Text>}
    </>
  );
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

/** What the person should check, or do about the photo: the first that applies. */
function ReadingNotes({ seen, places }: { readonly seen: PhotoAnalysis | undefined; readonly places: DigitPlaces }) {
  const { t } = useLanguage();
  if (seen === undefined) return null;
  const { read, result, fault } = seen;
  const advice = fault && t.errors.problems[fault];
  const note = () => {
    if (result === 'not_found') return advice ? `${advice} ${t.enterReading.orByHand}` : t.enterReading.notFound;
    if (result === 'failed') return t.enterReading.readingFailed;
    if (result === 'poor') return `${advice} ${t.enterReading.orByHand}`;
    if (read?.reason === 'other_meter' && read.serialNumber)
      return t.enterReading.otherMeter({ serial: read.serialNumber });
    if (places.some(({ sure }) => !sure)) return t.enterReading.unsure;
    return read && !read.plausible ? t.enterReading.odd : advice;
  };
  const text = note();
  return (
    text && (
      <Alert color="yellow" role="status">
        {text}
      </Alert>
    )
  );
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
