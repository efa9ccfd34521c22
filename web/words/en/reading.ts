// English words of entering a reading.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const reading = {
  title: message<{ meter: string }>('Reading: {meter}'),
  number: message<{ serial: string }>('Meter {serial}'),
  last: message<{ value: string; day: string }>('Last reading: {value} on {day}'),
  takePhoto: 'Take a photo',
  otherPhoto: 'Take another photo',
  photoLead: 'The digits are read from the photo. You check them.',
  looking: 'Reading the photo',
  lookAgain: 'Read the photo again',
  photo: 'Photo of the meter',
  notFound:
    'No digits could be read from this photo. Enter them by hand, or take another, closer and straight from the front.',
  check: 'Check these digits',
  unsure: 'The marked digits are not certain. Compare them with the meter.',
  odd: 'This does not look like the usual use. Compare it with the meter.',
  otherMeter: message<{ serial: string }>('The number on the photo is {serial}. Is it this meter?'),
  digits: 'Digits of the register',
  digit: message<{ place: number; of: number }>('Digit {place} of {of}'),
  decimal: message<{ place: number }>('Decimal {place}'),
  value: 'Reading',
  used: message<{ amount: string }>('{amount} since the last reading'),
  less: 'This is less than the last reading. Check the digits.',
  incomplete: 'Fill in every digit.',
  send: 'Send the reading',
  sent: 'Thank you. The reading was sent; the manager will confirm it.',
};
