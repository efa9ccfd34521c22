// Which receivables are shown, and in which order. Pure.
import type { AgingSearch } from '../../shell/screen-parameters.ts';

/** What the view looks at; a row of the API has more. */
export type AgedRow = {
  readonly apartmentId: string;
  readonly building: string;
  readonly number: string;
  readonly total: number;
  readonly credit: number;
  readonly daysLate: number;
  readonly payers: readonly { readonly name: string; readonly email: string | null; readonly phone: string | null }[];
  readonly plan: object | null;
  readonly remindedAt: string | null;
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

/**
 * Which of these apartments a reminder goes to, how many had theirs today, and when the last went to one of the others.
 */
export function whomToRemind(rows: readonly AgedRow[], apartmentIds: readonly string[]) {
  const chosen = new Set(apartmentIds);
  const overdue = rows.filter((row) => chosen.has(row.apartmentId) && isOverdue(row));
  const open = new Set(overdue.filter(isRemindable).map(({ apartmentId }) => apartmentId));
  const served = new Set(overdue.map(({ apartmentId }) => apartmentId).filter((id) => !open.has(id)));
  const lastAt = overdue
    .flatMap(({ remindedAt, apartmentId }) => (remindedAt !== null && !served.has(apartmentId) ? [remindedAt] : []))
    .sort()
    .at(-1);
  return { toRemind: apartmentIds.filter((id) => !served.has(id)), remindedToday: served.size, lastAt };
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
