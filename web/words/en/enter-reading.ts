// English words of entering a reading.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const enterReading = {
  title: message<{ meter: string }>('Reading: {meter}'),
  number: message<{ serial: string }>('Meter {serial}'),
  last: message<{ value: string; day: string }>('Last reading: {value} on {day}'),
  takePhoto: 'Take photo',
  otherPhoto: 'Retake photo',
  photoLead: 'The digits are read from the photo for you to check.',
  looking: 'Reading photo',
  lookAgain: 'Read photo again',
  lookAnyway: 'Read it anyway',
  photo: 'Meter photo',
  notFound:
    'No digits could be read. Your photo is kept: enter the digits manually and it is sent with them. Or take another, closer and straight on.',
  readingFailed:
    'The photo couldn’t be read right now. It is kept: enter the digits manually and it is sent with them.',
  removePhoto: 'Remove photo',
  check: 'Check these digits',
  unsure: 'The highlighted digits are uncertain. Compare them with the meter.',
  odd: 'This differs from your usual consumption. Compare it with the meter.',
  otherMeter: message<{ serial: string }>('The photo shows number {serial}. Is this the right meter?'),
  digits: 'Meter digits',
  digit: message<{ place: number; of: number }>('Digit {place} of {of}'),
  decimal: message<{ place: number }>('Decimal {place}'),
  value: 'Reading',
  used: message<{ amount: string }>('{amount} since the last reading'),
  less: 'This is less than the last reading. Check the digits.',
  checkIt: 'Check it and save again, or correct it.',
  saveAnyway: 'Save anyway',
  correct: 'Correct',
  correctOf: message<{ value: string }>('Correct the reading {value}'),
  correctLead:
    'The wrong value stays in the list as rejected. Invoices that used it do not change: the next one settles the difference.',
  corrected: 'Reading corrected.',
  justEntered: 'Just entered',
  incomplete: 'Enter all digits.',
  send: 'Submit reading',
  sent: 'Reading submitted. The manager will confirm it.',
};
