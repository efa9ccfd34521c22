// An inline field for a missing reading, as from a sheet of paper: Enter moves to the next, and leaving it saves it.
import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import type { FocusEvent, FormEvent, KeyboardEvent } from 'react';
import { ActionFailure } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type EarlierReading, earlierText, type MeterBody, registerText } from './meter-words.ts';
import { type ReadingEntry, useReadingEntry } from './reading-entry.ts';

const field = 'input[data-reading]';

type ReadMeter = Pick<MeterBody, 'id' | 'unit' | 'digits' | 'decimals'>;

export function EnterReading({
  meter,
  previous,
  day,
  label,
  entered,
}: {
  readonly meter: ReadMeter;
  /** The reading before it. */
  readonly previous: EarlierReading;
  /** The reading date, 'YYYY-MM-DD'; undefined while none is chosen. */
  readonly day: string | undefined;
  readonly label: string;
  readonly entered: (reading: { readonly id: string; readonly value: number }) => void;
}) {
  const entry = useReadingEntry({ meter, last: previous, readAt: day, saved: entered });
  const { value, action, saveLabel } = entry;
  const maySave = value !== '' && day !== undefined && !action.isPending;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!maySave) return;
    const input = event.currentTarget.querySelector<HTMLInputElement>(field);
    const next = input === document.activeElement && entry.warning === undefined ? nextField(input) : undefined;
    if (next === undefined) entry.save();
    else next.focus(); // Leaving the field saves it.
  };
  /** Tab goes to the next field, as Enter does, unless something is asked here; Shift+Tab to the link of the row. */
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    const isAsked = entry.warning !== undefined || entry.mayRollOver;
    const next = event.key === 'Tab' && !event.shiftKey && !isAsked ? nextField(event.currentTarget) : undefined;
    if (next === undefined) return;
    event.preventDefault();
    next.focus(); // Leaving the field saves it.
  };
  /**
   * Not another time what was rejected, nor what the person is asked about; not while the window alone is left, nor on
   * the way to another day.
   */
  const saveLeft = ({ relatedTarget }: FocusEvent<HTMLInputElement>) => {
    const isLeft = document.hasFocus() && !relatedTarget?.matches('[type=date]');
    if (isLeft && maySave && entry.warning === undefined && !entry.error) entry.save();
  };
  return (
    <Form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <NumberField
          size="xs"
          w="8rem"
          data-reading={meter.id}
          enterKeyHint="next"
          aria-label={label}
          min={0}
          decimals={meter.decimals}
          readOnly={action.isPending}
          value={value}
          onChange={entry.change}
          onBlur={saveLeft}
          onKeyDown={goOn}
          error={entry.error}
        />
        {value !== '' && day !== undefined && (
          <Button
            type="submit"
            tabIndex={entry.warning === undefined ? -1 : 0}
            onMouseDown={(event) => event.preventDefault()} // So that the field is not left on the way to it.
            size="xs"
            variant="light"
            loading={action.isPending}
            aria-label={`${saveLabel}: ${label}`}
          >
            {saveLabel}
          </Button>
        )}
      </Group>
      <ActionFailure action={action} />
      {value !== '' && !entry.error && <UsagePreview meter={meter} previous={previous} value={value} />}
      <ReadingDoubts entry={entry} />
    </Form>
  );
}

/** The fields of a reading with its day. */
export function DatedReadingFields({
  entry,
  decimals,
  day,
  setDay,
  ...field
}: {
  readonly entry: ReadingEntry;
  readonly decimals: number;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** Absent: the day is not asked for. */
  readonly setDay?: (day: string) => void;
  readonly w?: string;
  readonly 'data-autofocus'?: boolean;
}) {
  const { t } = useLanguage();
  return (
    <>
      <NumberField
        label={t.meters.value}
        required
        min={0}
        decimals={decimals}
        value={entry.value}
        onChange={entry.change}
        error={entry.error}
        {...field}
      />
      {setDay && (
        <TextInput
          type="date"
          label={t.meters.readAt}
          required
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** What is unusual about a reading, and the question about the register, below its field. */
export function ReadingDoubts({ entry }: { readonly entry: ReadingEntry }) {
  const { t } = useLanguage();
  return (
    <>
      {entry.warning !== undefined && (
        <Alert color="yellow" role="alert" maw="24rem" p="xs" mt={4}>
          {entry.warning} {t.enterReading.checkIt}
        </Alert>
      )}
      {entry.mayRollOver && (
        <Checkbox
          size="xs"
          mt={4}
          label={t.meters.rollover}
          checked={entry.rollover}
          onChange={(event) => entry.setRollover(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

/** The advance of the register since the last reading, which reveals typing errors. */
function UsagePreview({
  meter,
  previous,
  value,
}: {
  readonly meter: ReadMeter;
  readonly previous: EarlierReading;
  readonly value: number;
}) {
  const { t, format } = useLanguage();
  const scale = 10 ** meter.decimals;
  const used = (Math.round(value * scale) - Math.round(previous.value * scale)) / scale;
  return (
    <Text fz="xs" c={used < 0 ? 'red' : 'dimmed'}>
      {used < 0
        ? t.enterReading.less({ last: earlierText({ t, format }, previous, meter) })
        : t.enterReading.used({ amount: registerText(format, used, meter) })}
    </Text>
  );
}

/** The next visible field: the list is on the page twice, for wide windows and for phones. */
function nextField(own: HTMLInputElement | null): HTMLInputElement | undefined {
  const seen = [...document.querySelectorAll<HTMLInputElement>(field)].filter(
    ({ offsetParent }) => offsetParent !== null,
  );
  return own === null ? undefined : seen[seen.indexOf(own) + 1];
}
