// Estonian words of the first page.
import type { Words } from '../words.ts';

export const home: Words['home'] = {
  title: 'Avaleht',
  greeting: (name) => `Tere, ${name}`,
  buildings: 'Majad',
  noBuildings: 'Siin ei ole veel ühtegi maja.',
  readings: 'näitu kinnitada',
  payments: 'makset ilma arveta',
  drafts: 'arvet saata',
  overdue: 'arvet tähtaja ületanud',
  requests: 'uut hooldussoovi',
  webhooks: 'veebihaagi aadressi ei tööta',
  nothingWaits: 'Midagi ei oota sind.',
  money: 'Raha sel kuul',
  noMoney: 'Midagi ei ole veel arvele võetud ega makstud.',
  received: 'Laekunud',
  invoiced: 'Arveid väljastatud',
  spent: 'Tarnijate arved',
};
