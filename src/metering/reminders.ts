// Reminders: residents whose reading is missing get one letter for each reading window, two days before it ends.
import { enqueueMails } from '../mail/outbox.ts';
import { addDays, dayIn } from '../platform/dates.ts';
import type { Scope } from '../platform/scope.ts';
import * as queries from './queries.ts';
import { windowAround } from './windows.ts';

const daysBefore = 2;

/** Sends the reminders that are due today, and answers with how many. Whoever has been reminded of a window is not again. */
export async function remindOfReadings(scope: Scope): Promise<number> {
  let sent = 0;
  for (const { buildingId, name: building, timeZone, ...window } of await queries.listWindows(scope)) {
    const today = dayIn(timeZone, scope.now);
    const open = windowAround(window, today);
    if (open === undefined || today < addDays(open.periodEnd, -daysBefore)) continue;
    const reminded = await queries.noteReminders(scope, buildingId, open.periodStart, today);
    const link = `${scope.config.publicUrl}/console/meters`;
    await enqueueMails(
      scope,
      reminded.map(({ email, name, language, number }) => ({
        kind: 'reading-reminder',
        to: { address: email, name },
        language,
        facts: { building, apartment: number, lastDay: open.periodEnd, link },
        uselessAfter: new Date(`${addDays(open.periodEnd, 1)}T12:00:00Z`),
      })),
    );
    sent += reminded.length;
  }
  return sent;
}
