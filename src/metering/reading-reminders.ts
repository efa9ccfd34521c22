// Reminders: residents whose reading is missing get one letter for each reading window, two days before it ends; and one when somebody asks for it, at most
// one a day.
import { enqueueMails, type NewLetter } from '../mail/outbox.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, NotFound } from '../platform/errors.ts';
import { addDays, type Day, dayIn, endOfMonth } from '../platform/values/dates.ts';
import type { Building } from '../properties/model.ts';
import { findBuilding } from '../properties/property-queries.ts';
import * as queries from './metering-queries.ts';
import * as reminding from './reading-reminder-queries.ts';
import { windowAround } from './reading-windows.ts';

const reminderDaysBefore = 2;

/** Sends the reminders that are due today, and answers with how many. Whoever has been reminded of a window is not again. */
export async function remindOfReadings(scope: Scope): Promise<number> {
  let sent = 0;
  for (const { buildingId, name: building, timeZone, ...window } of await queries.listWindows(scope)) {
    const today = dayIn(timeZone, scope.now);
    const open = windowAround(window, today);
    if (open === undefined || today < addDays(open.periodEnd, -reminderDaysBefore)) continue;
    const reminded = await reminding.recordReminders(scope, buildingId, open.periodStart, today);
    const about = { building, lastDay: open.periodEnd };
    await enqueueMails(
      scope,
      reminded.map((reminderRecipient) =>
        letterTo(scope, { ...reminderRecipient, apartment: reminderRecipient.number }, about),
      ),
    );
    sent += reminded.length;
  }
  return sent;
}

/** What a reminder asks for today: readings since the first day, until the last. Within the reading window its days, else those of the month. */
export type ReadingRequest = { readonly since: Day; readonly lastDay: Day };

/** How far ahead the last day may lie. */
const maxDaysAhead = 31;

/** What reminding now would ask the residents of a building for. Throws NotFound. */
export async function getReadingRequest(scope: Scope, buildingId: string): Promise<ReadingRequest> {
  const building = await findBuilding(scope, buildingId);
  if (building === undefined) throw new NotFound();
  return (await findReadingRequest(scope, building)).asks;
}

async function findReadingRequest(
  scope: Scope,
  { id, billing: { timeZone } }: Building,
): Promise<{ today: Day; asks: ReadingRequest }> {
  const today = dayIn(timeZone, scope.now);
  const window = await queries.findWindow(scope, id);
  const open = window && windowAround(window, today);
  const month = { since: `${today.slice(0, 8)}01`, lastDay: endOfMonth(today) };
  return { today, asks: open ? { since: open.periodStart, lastDay: open.periodEnd } : month };
}

/**
 * Reminds everybody in a building who owes a reading, by one letter for all of the person's apartments there. Whoever was reminded today, by hand or by the
 * window, is not again. Throws NotFound (the building), Invalid.
 */
export async function remindOfReadingsNow(
  scope: Scope,
  buildingId: string,
  written: { readonly lastDay?: Day } = {},
): Promise<{ readonly reminded: number; readonly alreadyReminded: number }> {
  const building = await findBuilding(scope, buildingId);
  if (building === undefined) throw new NotFound();
  const { today, asks } = await findReadingRequest(scope, building);
  const { lastDay = asks.lastDay } = written;
  if (lastDay < today || lastDay > addDays(today, maxDaysAhead)) {
    const message = `lastDay must lie between today and ${maxDaysAhead} days from now.`;
    throw new Invalid([bodyProblem(['lastDay'], 'out_of_range', message)]);
  }
  const { timeZone } = building.billing;
  const all = await reminding.recordManualReminders(scope, buildingId, { since: asks.since, today, timeZone });
  const asked = all.filter((manualReminderRecipient) => manualReminderRecipient.asked);
  const about = { building: building.name, lastDay };
  await enqueueMails(
    scope,
    asked.map((manualReminderRecipient) =>
      letterTo(scope, { ...manualReminderRecipient, apartment: manualReminderRecipient.numbers }, about),
    ),
  );
  return { reminded: asked.length, alreadyReminded: all.length - asked.length };
}

function letterTo(
  { config }: Scope,
  {
    email,
    name,
    language,
    apartment,
  }: Pick<reminding.ReminderRecipient, 'email' | 'name' | 'language'> & { apartment: string },
  { building, lastDay }: { readonly building: string; readonly lastDay: Day },
): NewLetter<'reading-reminder'> {
  return {
    kind: 'reading-reminder',
    to: { address: email, name },
    language,
    facts: { building, apartment, lastDay, link: `${config.publicUrl}/console/meters` },
    sendBefore: new Date(`${addDays(lastDay, 1)}T12:00:00Z`),
  };
}
