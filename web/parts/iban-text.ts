// IBANs: in groups of four, and whether one can be right.
import { normaliseIban } from '../../src/platform/values/iban.ts';
import type { Words } from '../words/words.ts';

export function ibanText(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** What is wrong with an IBAN that was typed; null for none, or for one whose check digits fit. */
export function ibanProblem({ errors }: Words, iban: string): string | null {
  return iban.trim() === '' || normaliseIban(iban) !== undefined ? null : errors.problems.invalid_iban;
}
