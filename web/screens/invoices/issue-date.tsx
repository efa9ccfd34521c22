// The field of the day on which invoices are issued.
import { TextInput } from '@mantine/core';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';

/** `date`: 'YYYY-MM-DD', or '' for today in the time zone. */
export function IssueDate({
  date,
  change,
  timeZone,
}: {
  readonly date: string;
  readonly change: (date: string) => void;
  readonly timeZone?: string;
}) {
  const { t } = useLanguage();
  return (
    <TextInput
      type="date"
      label={t.invoices.issued}
      value={date || todayIn(timeZone)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
