// Which receivables are shown, and in which order. Pure.
import type { AgingSearch } from '../../shell/screen-parameters.ts';

/** What the view looks at; a row of the API has more. */
export type AgedRow = {
  readonly building: string;
  readonly number: string;
  readonly total: number;
  readonly credit: number;
  readonly daysLate: number;
  readonly payers: readonly { readonly name: string; readonly email: string | null; readonly phone: string | null }[];
  readonly plan: object | null;
  readonly remindedToday: boolean;
};

/** Whether the apartment has an overdue invoice that no payment plan is about. */
export function isOverdue({ daysLate, total, plan }: AgedRow): boolean {
  return total > 0 && daysLate > 0 && plan === null;
}

/** Whether a reminder can be sent today. */
export function isRemindable(row: AgedRow): boolean {
  return isOverdue(row) && !row.remindedToday;
}

/** The rows that match the search, in its order; without one, as they came: by building and apartment. */
export function viewOf<Row extends AgedRow>(
  rows: readonly Row[],
  { text = '', show, sort }: AgingSearch,
): readonly Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => isShown(row, show) && words.every((word) => textOf(row).includes(word)));
  if (sort === undefined || sort === 'apartment') return found;
  return found.toSorted((a, b) => b[sort] - a[sort]);
}

function isShown({ daysLate, total, credit, plan }: AgedRow, show: AgingSearch['show']): boolean {
  if (show === 'credit') return credit > 0;
  if (show === 'plan') return plan !== null;
  if (show === undefined || show === 'all') return true;
  const least = { overdue: 0, over30: 30, over60: 60, over90: 90 }[show];
  return total > 0 && daysLate > least;
}

function textOf({ building, number, payers }: AgedRow): string {
  return [building, number, ...payers.flatMap(({ name, email, phone }) => [name, email, phone])]
    .join(' ')
    .toLowerCase();
}
