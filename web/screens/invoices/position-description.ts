// A position's description with its days in the format of the page's language.
import type { Format } from '../../words/format.ts';

/** Where a description ends with days, as in `Vesi (2026-09-01 – 2026-09-30)`, these in the person's format. */
export function positionDescription({ day }: Pick<Format, 'day'>, description: string): string {
  const at = description.length - '(2026-09-01 – 2026-09-30)'.length;
  const [from = '', to = '', ...rest] = description.slice(at + 1, -1).split(' – ');
  const isDay = (text: string) => text.length === 10 && !Number.isNaN(Date.parse(text));
  const hasDays = description[at] === '(' && description.endsWith(')') && isDay(from) && isDay(to) && rest.length === 0;
  return hasDays ? `${description.slice(0, at)}(${day(from)} – ${day(to)})` : description;
}
