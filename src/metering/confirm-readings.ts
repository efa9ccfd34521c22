// Confirming many readings at once: what is usual is confirmed, and the rest is left for a person to look at.
import { inSavepoint } from '../platform/db/savepoint.ts';
import type { Scope } from '../platform/db/scope.ts';
import { Conflict, Invalid } from '../platform/errors.ts';
import { findSubmitted } from './metering-queries.ts';
import { confirmReading, type ReadingWarning } from './readings.ts';

/** The warning that a value is probably wrong. */
const unusual: ReadingWarning['code'] = 'high_consumption';
class Unusual extends Error {}

/** The result: how many are confirmed, and why the others still wait. */
type ConfirmedReadings = {
  readonly confirmed: number;
  readonly left: readonly { readonly readingId: string; readonly code: string }[];
};

/**
 * Confirms those of the readings that nobody has decided on, unless one is unusual or no longer possible. The readings
 * of a meter are confirmed in the order of their moments.
 */
export async function confirmReadings(scope: Scope, readingIds: readonly string[]): Promise<ConfirmedReadings> {
  const left: { readingId: string; code: string }[] = [];
  const submitted = await findSubmitted(scope, readingIds);
  for (const { id: readingId } of submitted)
    await inSavepoint(scope, () => confirmUsual(scope, readingId)).catch((error) =>
      left.push({ readingId, code: refusalCodeOf(error) }),
    );
  return { confirmed: submitted.length - left.length, left };
}

/** Throws Unusual, and what confirmReading throws. */
async function confirmUsual(scope: Scope, id: string): Promise<void> {
  const { warnings } = await confirmReading(scope, id);
  if (warnings.some(({ code }) => code === unusual)) throw new Unusual();
}

function refusalCodeOf(error: unknown): string {
  if (error instanceof Unusual) return unusual;
  if (error instanceof Conflict || error instanceof Invalid) return error.code;
  throw error;
}
