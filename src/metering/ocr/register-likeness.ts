// Scores how much a line of text looks like the register of a meter, without knowing the meter.
import type { TextRow } from './evidence.ts';

/** Whether a line is the scale printed along the wheels: 10000 1000 100 10 1. */
export function isWheelScale(text: string): boolean {
  return /1000+ ?100|100+ ?10 ?0?1/.test(text.replace(/[^\d\s]/g, '').replace(/\s+/g, ' '));
}

/** A type or a standard: at least three letters before the first digit, not all similar to 0 or 1 and not a unit; or a word and a colon. */
const isPrintedLabel = /^(?![ODQI]+\d|[km]wh)[A-Z]{3,}[-\s]?\d|^[a-z]{2,}\s?:/i;

/**
 * A score from about -10 to 12: high for five to eight digits with little else but a unit, for large digits, for leading zeros, and for a line where a
 * register is expected.
 */
export function scoreRegisterLikeness({ text, size, expected }: Pick<TextRow, 'text' | 'size' | 'expected'>): number {
  if (isWheelScale(text) || isPrintedLabel.test(text) || /\d\s*[/.-]\s*\d{1,9}\s*[/.-]|\/\d|\d[(（]/.test(text))
    return 0;
  let end = text.length;
  while (end > 0 && /\W/.test(text.charAt(end - 1))) end -= 1;
  const words = text.slice(0, end);
  const unit = words.search(/(?:kwh?|mwh|gj|m3?)$/i);
  const core = unit === -1 ? words : words.slice(0, unit).trimEnd();
  const digits = core.replace(/[^\dOoDQIlBSZ]/g, '').length;
  const others = core.replace(/[\s.,:|]/g, '').length - digits;
  const looks = Math.min(digits, 5) - 1.5 * Math.max(0, digits - 8) - 1.5 * others + 40 * Math.min(size, 0.1);
  return looks + (unit === -1 || digits < 3 ? 0 : 1) + (/^[0Oo]/.test(core) ? 0.7 : 0) + (expected ? 1.5 : 0);
}
