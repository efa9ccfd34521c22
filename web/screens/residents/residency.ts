// A residency as the console reads and names it.
import type { Schemas } from '../../api/bodies.ts';
import { todayIn } from '../../parts/today.ts';
import type { Format } from '../../words/format.ts';
import type { Words } from '../../words/words.ts';

export type ResidencyBody = Schemas['Resident']['apartments'][number];

/** Whether the apartment is this person's today or later. */
export function isCurrent({ until }: Pick<ResidencyBody, 'until'>): boolean {
  return until === null || until >= todayIn();
}

/** Its days: since the first one, or from the first to the last. */
export function residencyDays(
  { apartmentPage }: Words,
  format: Format,
  { since, until }: Pick<ResidencyBody, 'since' | 'until'>,
): string {
  return until === null
    ? apartmentPage.sinceDay({ day: format.day(since) })
    : `${format.day(since)} – ${format.day(until)}`;
}

/** The label of the button that edits it: its days, and moving out while no last day is known. */
export function editLabel({ moves, common }: Words, { until }: Pick<ResidencyBody, 'until'>): string {
  return until === null ? moves.moveOut : common.edit;
}
