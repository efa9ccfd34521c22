// English words of a change of owner or tenant.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const handOver = {
  title: 'Change of owner / tenant',
  titleOf: message<{ number: string }>('Change of owner / tenant: apartment {number}'),
  lead: 'One person moves out and another moves in. Nothing is recorded until you confirm at the end.',
  who: 'Day and people',
  day: 'Hand-over day',
  dayHint: 'The new resident’s first day. Former residents have the apartment until the day before.',
  leaving: 'Moving out',
  nobodyLeaves: 'Choose who moves out.',
  tooEarly: message<{ name: string; day: string }>('{name} has the apartment only since {day}. Choose a later day.'),
  nobodyHere: 'Nobody has this apartment. Record the new resident with “Move in” on the apartment’s page.',
  coming: 'Moving in',
  readings: 'Readings on the hand-over day',
  readingsHint:
    'A reading divides consumption exactly. For a meter without one, the period’s consumption is divided by days.',
  lastReading: message<{ value: string; day: string }>('Last: {value}, {day}'),
  neverRead: 'Not read yet',
  future: 'The hand-over is in the future: enter the readings on that day, on each meter’s page.',
  noMeters: 'This apartment has no meters.',
  invite: 'Invite the new resident by e-mail',
  inviteHint: 'They get a link that opens this apartment’s invoices and meters from the hand-over day on.',
  hasAccess: 'This person has access already.',
  noAddress: 'This person has no e-mail address, so no invitation is sent.',
  otherApartments: 'This person has other apartments, and an invitation opens only one. None is sent.',
  check: 'Check',
  payers: 'Who pays',
  payersLead: 'The next invoices are divided by these days:',
  pays: message<{ from: string; to: string; people: string }>('{from} – {to}: {people}'),
  unknownPayer: 'unknown',
  unread: message<{ count: number }>(
    '{count, plural, one {# meter has no reading of this day: its consumption is divided by days.} other {# meters have no reading of this day: their consumption is divided by days.}}',
  ),
  invoiced: message<{ numbers: string }>(
    '{numbers} already covers days from the hand-over on, and stays as it is. To divide it, cancel it and generate the invoices of the period again. A paid invoice can’t be cancelled: credit the new resident’s share of it, and charge them a one-off item.',
  ),
  balance: 'Balance',
  owed: message<{ amount: string }>(
    'Former residents owe {amount} from sent invoices. It remains their debt: the new resident’s invoices do not include it. The apartment’s payment reference stays the same: a payment of exactly one open balance pays that invoice, any other pays the oldest first.',
  ),
  owesNothing: 'Former residents owe nothing from sent invoices.',
  credit: message<{ amount: string }>(
    'They have {amount} prepaid. It pays none of the new resident’s invoices by itself: record a refund, or match it by hand, under Payments.',
  ),
  summary: 'Summary',
  leaves: message<{ people: string; day: string }>('{people}: until {day}'),
  comes: message<{ name: string; role: string; day: string }>('{name}, {role}: from {day}'),
  recordedReadings: message<{ count: number }>(
    '{count, plural, =0 {No readings are recorded} one {# reading is recorded and confirmed} other {# readings are recorded and confirmed}}',
  ),
  invited: message<{ address: string }>('The invitation goes to {address}'),
  notInvited: 'No invitation is sent',
  confirm: 'Record the change',
  done: 'The change is recorded.',
  history: 'Changes of owner / tenant',
  change: message<{ from: string; to: string }>('{from} → {to}'),
  deleted: 'deleted person',
  undo: 'Undo',
  undoLead: message<{ day: string }>(
    'The days become as before {day}, the readings of that day are rejected, and the invitation is revoked. A person who was entered with the change is deleted.',
  ),
  undone: 'The change is undone.',
};
