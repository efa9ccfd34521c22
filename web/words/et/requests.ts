// Estonian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Hooldussoovid',
  request: 'Hooldussoov',
  add: 'Uus soov',
  none: 'Keegi ei ole millestki katkisest teatanud.',
  statuses: { new: 'Uus', in_progress: 'Töös', resolved: 'Lahendatud', closed: 'Suletud', cancelled: 'Tühistatud' },
  photo: 'Hooldussoovi foto',
  comments: 'Vestlus',
  comment: 'Vastus',
  internal: 'sisemine',
  internalHint: 'Ainult neile, kes maja haldavad',
  send: 'Saada',
  moved: 'Soovi olek on muudetud.',
  added: 'Soov on kirja pandud.',
  shared: 'Maja ühised osad',
  what: 'Millest on jutt',
  description: 'Kirjeldus',
};
