// An inline field for a missing reading, as from a sheet of paper: Enter saves it and moves to the next.
import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { showSuccess } from '../../parts/notifications.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type MeterBody, withUnit } from './meter-words.ts';

const field = 'input[data-reading]';

type ReadMeter = Pick<MeterBody, 'id' | 'unit' | 'decimals'>;

export function EnterReading({
  meter,
  previous,
  day,
  label,
}: {
  readonly meter: ReadMeter;
  /** The value before it. */
  readonly previous: number;
  /** The reading date, 'YYYY-MM-DD'; undefined while none is chosen. */
  readonly day: string | undefined;
  readonly label: string;
}) {
  const { t } = useLanguage();
  const [value, setValue] = useState<number | ''>('');
  const [wrong, setWrong] = useState(false);
  const add = useAction(
    (shown: number) =>
      unwrap(
        api.POST('/meters/{id}/readings', {
          params: { path: { id: meter.id } },
          body: { value: shown, readAt: day ?? '' },
        }),
      ),
    {
      next: ({ data: { warnings } }) => {
        if (warnings.length > 0)
          showSuccess(t, [label, ...warnings.map(({ code }) => `${t.errors.warnings[code]}.`)].join(' '));
      },
      onFields: () => setWrong(true),
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (value === '' || day === undefined || add.isPending) return;
    nextField(event.currentTarget.querySelector<HTMLInputElement>(field))?.focus();
    add.mutate(value);
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <NumberField
          size="xs"
          w="8rem"
          data-reading={meter.id}
          enterKeyHint="next"
          aria-label={label}
          min={0}
          decimals={meter.decimals}
          readOnly={add.isPending}
          value={value}
          onChange={(next) => {
            setWrong(false);
            setValue(next);
          }}
          error={wrong}
        />
        {value !== '' && day !== undefined && (
          <Button
            type="submit"
            size="xs"
            variant="light"
            loading={add.isPending}
            aria-label={`${t.common.save}: ${label}`}
          >
            {t.common.save}
          </Button>
        )}
      </Group>
      {value !== '' && <UsagePreview meter={meter} previous={previous} value={value} />}
    </form>
  );
}

/** The advance of the register since the last reading, which reveals typing errors. */
function UsagePreview({
  meter,
  previous,
  value,
}: {
  readonly meter: ReadMeter;
  readonly previous: number;
  readonly value: number;
}) {
  const { t, format } = useLanguage();
  const scale = 10 ** meter.decimals;
  const used = (Math.round(value * scale) - Math.round(previous * scale)) / scale;
  return (
    <Text fz="xs" c={used < 0 ? 'red' : 'dimmed'}>
      {used < 0 ? t.enterReading.less : t.enterReading.used({ amount: withUnit(format, used, meter) })}
    </Text>
  );
}

/** The next visible field: the list is on the page twice, for wide windows and for phones. */
function nextField(own: HTMLInputElement | null): HTMLInputElement | undefined {
  const seen = [...document.querySelectorAll<HTMLInputElement>(field)].filter(
    (hTMLInputElement) => hTMLInputElement.offsetParent !== null,
  );
  return own === null ? undefined : seen[seen.indexOf(own) + 1];
}
