// The choice of a month, the same on every screen: a list with the months before and after it one click away. It is
// kept in the address.
import { ActionIcon, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useBuildingStates } from '../api/shared-queries.ts';
import { useLanguage } from '../words/language.tsx';
import { Icon } from './icons.tsx';
import { currentMonth, defaultMonth, monthsUntil, monthToBillOf, shiftMonth } from './month.ts';
import classes from './period-picker.module.css';
import { LoadingState } from './states.tsx';

/**
 * The month in the address (`period=YYYY-MM`, by default the last one), and how to choose another. The route must have
 * `period` in its search.
 */
export function usePeriod(opening = defaultMonth()): readonly [string, (month: string) => void] {
  const { period = opening } = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    period,
    (month) => void navigate({ to: '.', search: (search) => ({ ...search, period: month }), replace: true }),
  ];
}

/** Begins with the month that a building, or all of them, bill next, and stays at it when that is billed. */
export function MonthToBill({
  buildingId,
  last,
  children,
}: {
  readonly buildingId: string | undefined;
  /** The last month that can be chosen, where it is not the next one. */
  readonly last?: string;
  readonly children: (month: string, choose: (month: string) => void) => ReactNode;
}) {
  const { data: states, isError } = useBuildingStates();
  const [opened, open] = useState<{ readonly of: string | undefined; readonly month: string | undefined }>();
  const { period } = useSearch({ strict: false });
  const [month, choose] = usePeriod(opened?.month);
  const isOpened = opened !== undefined && opened.of === buildingId;
  if (!isOpened && (states || isError)) {
    const asked = buildingId === undefined ? states : states?.filter((state) => state.buildingId === buildingId);
    const toBill = asked && monthToBillOf(asked);
    open({ of: buildingId, month: last !== undefined && toBill !== undefined && toBill > last ? last : toBill });
  }
  return isOpened || period !== undefined ? children(month, choose) : <LoadingState />;
}

export function PeriodPicker({
  month,
  choose,
  last = shiftMonth(currentMonth(), 1),
  label,
}: {
  /** 'YYYY-MM' */
  readonly month: string;
  readonly choose: (month: string) => void;
  /** The last month that can be chosen; by default the next one. */
  readonly last?: string;
  /** By default *Period*. */
  readonly label?: string;
}) {
  const { t, format } = useLanguage();
  const nameOf = (value: string) => format.month(`${value}-01`);
  const step = (by: 1 | -1) => {
    const name = by === 1 ? t.periods.nextMonth : t.periods.previousMonth;
    return (
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={name}
        disabled={by === 1 && month >= last}
        onClick={() => choose(shiftMonth(month, by))}
      >
        <Icon name={by === 1 ? 'right' : 'left'} />
      </ActionIcon>
    );
  };
  return (
    <div className={classes.box}>
      <div className={classes.row}>
        {step(-1)}
        <Select
          label={label ?? t.periods.period}
          allowDeselect={false}
          searchable
          data={monthsUntil(last, month).map((value) => ({ value, label: nameOf(value) }))}
          value={month}
          onChange={(value) => value && choose(value)}
        />
        {step(1)}
      </div>
    </div>
  );
}
