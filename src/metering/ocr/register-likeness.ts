// Scores how much a line looks like the register of a meter, without knowing the meter.
import type { TextRow } from './evidence.ts';

/** Whether a line is the scale printed along the wheels: 10000 1000 100 10 1. */
export function isWheelScale(text: string): boolean {
  return /1000+ ?100|100+ ?10 ?0?1/.test(text.replace(/[^\d\s]/g, '').replace(/\s+/g, ' '));
}

/**
 * A type or a standard: at least three letters before the first digit, not all similar to 0 or 1 and not a unit; or a
 * word and a colon.
 */
const isPrintedLabel = /^(?![ODQI]+\d|[km]wh)[A-Z]{3,}[-\s]?\d|^[a-z]{2,}\s?:/i;
const printScore = -4;

/**
 * A score from about -10 to 12. What the register classifier sees counts as far as it takes the row for a register;
 * otherwise the text does. High for five to eight digits with little else but a unit, for large digits, and for leading
 * zeros.
 */
export function scoreRegisterLikeness(row: Pick<TextRow, 'text' | 'asRegister' | 'size' | 'upright'>): number {
  const { text, asRegister, size, upright } = row;
  if (isWheelScale(text) || isPrintedLabel.test(text) || /\d\s*[/.-]\s*\d{1,9}\s*[/.-]|\/\d|\d[(（]/.test(text))
    return printScore;
  const seen = scoreText(asRegister);
  const printed = scoreText(text);
  return (
    upright * Math.max(seen, printed) + (1 - upright) * printed + 40 * Math.min(size, 0.1) + Math.log(upright + 0.05)
  );
}

function scoreText(text: string): number {
  let end = text.length;
  while (end > 0 && /\W/.test(text.charAt(end - 1))) end -= 1;
  const words = text.slice(0, end);
  const unit = words.search(/(?:kwh?|mwh|gj|m3?)$/i);
  const core = unit === -1 ? words : words.slice(0, unit).trimEnd();
  const digits = core.replace(/[^\dOoDQIlBSZ]/g, '').length;
  const others = core.replace(/[\s.,:|]/g, '').length - digits;
  const looks = Math.min(digits, 5) - 1.5 * Math.max(0, digits - 8) - 1.5 * others;
  return looks + (unit === -1 || digits < 3 ? 0 : 1) + (/^[0Oo]/.test(core) ? 0.7 : 0);
}
