// Lithuanian words of what single apartments are charged or credited once.
import { plural, type Words } from '../words.ts';

export const oneOffs: Words['oneOffs'] = {
  title: 'Vienkartiniai mokesčiai ir grąžinimai',
  lead: 'Kiekvienas vieną kartą įtraukiamas į artimiausią buto sąskaitą. Grąžinimas, dėl kurio sąskaita taptų neigiama, lieka laukti.',
  add: 'Pridėti vienkartinį',
  waiting: 'Laukia artimiausios sąskaitos',
  nothingWaits: 'Sąskaitos laukiančių vienkartinių nėra.',
  billed: 'Sąskaitose',
  nothingBilled: 'Į sąskaitas vienkartinių dar neįtraukta.',
  apartments: 'Butai',
  apartmentsHint: 'Kiekvienam tenka visa suma.',
  kind: 'Kas tai',
  charge: 'Mokestis',
  credit: 'Grąžinimas',
  description: 'Aprašymas',
  descriptionHint: 'Jį sąskaitoje perskaitys gyventojas.',
  amount: 'Suma be PVM',
  vatRate: 'PVM %',
  dueFrom: 'Taikoma nuo',
  dueFromHint: 'Į ankstesnio laikotarpio sąskaitą neįtraukiama. Moka tas, kas tą dieną turėjo butą.',
  invoice: 'Sąskaita',
  open: 'Atidaryti sąskaitą',
  save: (count) =>
    count > 1 ? `Pridėti ${count} ${plural('lt', count, { one: 'butui', few: 'butams', other: 'butų' })}` : 'Pridėti',
  saved: (count) =>
    count === 1
      ? 'Laukia artimiausios sąskaitos.'
      : `${count} ${plural('lt', count, { one: 'vienkartinis', few: 'vienkartiniai', other: 'vienkartinių' })} laukia artimiausių sąskaitų.`,
  remove: 'Atšaukti',
  removeLead: (what) => `„${what}“ nebus įtraukta į jokią sąskaitą.`,
  removed: 'Atšaukta.',
};
