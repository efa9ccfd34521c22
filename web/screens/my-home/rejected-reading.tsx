// That a reading was rejected, and why.
import { Text } from '@mantine/core';
import type { OwnMeterBody, OwnReadingBody } from '../../api/resident-queries.ts';
import { useLanguage } from '../../words/language.tsx';
import { registerText } from '../meters/meter-words.ts';

export function RejectedReading({
  meter,
  reading: { value, reason },
}: {
  readonly meter: OwnMeterBody;
  readonly reading: OwnReadingBody;
}) {
  const { t, format } = useLanguage();
  return (
    <Text fz="sm" c="red">
      {t.residentHome.rejected({ value: registerText(format, value, meter), why: reason ?? '' })}
    </Text>
  );
}
