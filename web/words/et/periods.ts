// Estonian words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const periods: Words['periods'] = {
  title: 'Perioodid',
  lead: 'Periood suletakse, kui mõni selle arve on saadetud või tasutud. Hilisemad muudatused tehakse parandusega.',
  none: 'Selles majas ei ole veel arveid.',
  period: 'Periood',
  previousMonth: 'Eelmine kuu',
  nextMonth: 'Järgmine kuu',
  status: 'Olek',
  open: 'Avatud',
  closed: 'Suletud',
  invoices: 'Arved',
  drafts: message('{count, plural, one {# mustand} other {# mustandit}}'),
  corrections: 'Parandused ja kreeditarved',
  invoiced: 'Arveldatud',
  balanceDue: 'Tasuda',
  bills: 'Ostuarved',
  correct: 'Paranda',
  correctOf: message('Parandus: {period}'),
  correctPeriod: 'Paranda perioodi',
  correctLead:
    'Periood arvutatakse uuesti praeguste kululiikide, korterite ja ostuarvete põhjal. Iga korter saab vahe kohta lisaarve või krediteeringu. Saadetud arved ei muutu.',
  noPeriod: 'Valige loendist periood.',
  lateBills: 'Hilinenud ostuarved',
  lateBillsLead:
    'Perioodist puuduvad ostuarved ja kreeditarved (miinusega). Ilma nendeta parandatakse ainult maja andmete muutused.',
  addBill: 'Lisa ostuarve',
  charge: 'Kululiik',
  net: 'Summa käibemaksuta',
  supplier: 'Tarnija',
  number: 'Ostuarve number',
  date: 'Ostuarve kuupäev',
  removeBill: message('Eemalda ostuarve: {name}'),
  preview: 'Eelvaade',
  result: 'Eelvaade',
  nothing: 'Erinevusi ei leitud.',
  corrected: 'Parandused',
  created: 'Uued arved',
  unchanged: 'Muutuseta',
  failed: 'Ei õnnestunud',
  total: 'Kokku',
  difference: 'Vahe käibemaksuga',
  changes: 'Muutused',
  corrects: 'Parandab',
  newInvoice: 'uus arve',
  create: message('{count, plural, one {Koosta # parandus} other {Koosta # parandust}}'),
  createLead: 'Lisaarved koostatakse mustanditena. Krediteeringud rakendatakse kohe.',
  correctionsCreated: message('{count, plural, one {# parandus on koostatud.} other {# parandust on koostatud.}}'),
};
