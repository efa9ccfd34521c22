// A filter of a list by the month of a day, or by none.
import { Select } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import { monthsUntil } from './month.ts';

export function MonthFilter({
  label,
  last,
  chosen,
  choose,
}: {
  /** What the day is. */
  readonly label: string;
  /** The latest month to choose. */
  readonly last: string;
  readonly chosen: string | undefined;
  readonly choose: (month: string | undefined) => void;
}) {
  const { format } = useLanguage();
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      w="11rem"
      data={monthsUntil(last, chosen ?? last).map((month) => ({ value: month, label: format.month(`${month}-01`) }))}
      value={chosen ?? null}
      onChange={(month) => choose(month ?? undefined)}
    />
  );
}
