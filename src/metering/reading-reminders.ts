// Reading reminders: residents with a missing reading get one e-mail for each reading window, two days before it ends,
// and one when the manager sends reminders manually, at most one a day.
import { enqueueMails, type NewMail } from '../mail/outbox.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, orNotFound } from '../platform/errors.ts';
import { addDays, type Day, dayIn, endOfMonth } from '../platform/values/dates.ts';
import type { Building } from '../properties/model.ts';
import { findBuilding } from '../properties/property-queries.ts';
import { getSender } from '../properties/sender-details.ts';
import * as queries from './metering-queries.ts';
import * as reminding from './reading-reminder-queries.ts';
import { windowAround } from './reading-windows.ts';

const reminderDaysBefore = 2;

/** Sends the reminders that are due today. Returns how many. Each person is reminded once for each window. */
export async function remindOfReadings(scope: Scope): Promise<number> {
  let sent = 0;
  for (const { buildingId, name: building, timeZone, ...window } of await queries.listWindows(scope)) {
    const today = dayIn(timeZone, scope.now);
    const open = windowAround(window, today);
    if (open === undefined || today < addDays(open.periodEnd, -reminderDaysBefore)) continue;
    const reminded = await reminding.recordReminders(scope, buildingId, open.periodStart, today);
    if (reminded.length === 0) continue;
    const about = { building, lastDay: open.periodEnd, sender: (await getSender(scope, buildingId)).name };
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

/**
 * The days of the readings that a reminder asks for today: those of the open reading window, else those of the month.
 */
type ReadingRequest = { readonly since: Day; readonly lastDay: Day };

/** How far in the future the last day may be. */
const maxDaysAhead = 31;

/** The days of the readings that a reminder sent now would ask for. Throws NotFound. */
export async function getReadingRequest(scope: Scope, buildingId: string): Promise<ReadingRequest> {
  const building = orNotFound(await findBuilding(scope, buildingId));
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
 * Reminds every resident of a building with a missing reading, by one e-mail for all of their apartments there. A
 * resident who was already reminded today, manually or automatically, gets no second e-mail. Throws NotFound (the
 * building), Invalid.
 */
export async function remindOfReadingsNow(
  scope: Scope,
  buildingId: string,
  written: { readonly lastDay?: Day } = {},
): Promise<{ readonly reminded: number; readonly alreadyReminded: number }> {
  const building = orNotFound(await findBuilding(scope, buildingId));
  const { today, asks } = await findReadingRequest(scope, building);
  const { lastDay = asks.lastDay } = written;
  if (lastDay < today || lastDay > addDays(today, maxDaysAhead)) {
    const message = `lastDay must lie between today and ${maxDaysAhead} days from now.`;
    throw new Invalid([bodyProblem(['lastDay'], 'out_of_range', message)]);
  }
  const { timeZone } = building.billing;
  const all = await reminding.recordManualReminders(scope, buildingId, { since: asks.since, today, timeZone });
  const recipients = all.filter((manualReminderRecipient) => manualReminderRecipient.asked);
  const about = { building: building.name, lastDay, sender: (await getSender(scope, buildingId)).name };
  await enqueueMails(
    scope,
    recipients.map((manualReminderRecipient) =>
      letterTo(scope, { ...manualReminderRecipient, apartment: manualReminderRecipient.numbers }, about),
    ),
  );
  return { reminded: recipients.length, alreadyReminded: all.length - recipients.length };
}

function letterTo(
  { config }: Scope,
  {
    email,
    name,
    language,
    apartment,
  }: Pick<reminding.ReminderRecipient, 'email' | 'name' | 'language'> & { apartment: string },
  about: { readonly building: string; readonly lastDay: Day; readonly sender: string },
): NewMail<'reading-reminder'> {
  return {
    kind: 'reading-reminder',
    to: { address: email, name },
    language,
    facts: { ...about, apartment, link: `${config.publicUrl}/console` },
    sendBefore: new Date(`${addDays(about.lastDay, 1)}T12:00:00Z`),
  };
}
