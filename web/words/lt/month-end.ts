// Lithuanian words of month-end, for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const monthEnd: Words['monthEnd'] = {
  title: 'Mėnesio suvestinė',
  lead: 'Viskas, ko namo apskaitai reikia už mėnesį.',
  meaning: message(
    'Dokumentas priklauso savo datai: nuo {from} iki {to} išrašytos sąskaitos ir atlikti mokėjimai bei likučiai {to} pabaigoje.',
  ),
  month: 'Mėnuo',
  notEnded: 'Mėnuo dar nesibaigė. Sumos gali keistis.',
  unmatched: message(
    '{count, plural, one {# šio mėnesio mokėjimas ({amount}) dar nepriskirtas ir neįtrauktas} few {# šio mėnesio mokėjimai ({amount}) dar nepriskirti ir neįtraukti} other {# šio mėnesio mokėjimų ({amount}) dar nepriskirta ir neįtraukta}} į jokio namo sumas.',
  ),
  figures: {
    opening: 'Pradinis likutis',
    invoiced: 'Priskaičiuota',
    received: 'Gauta',
    refunded: 'Grąžinta',
    closing: 'Galutinis likutis',
  },
  unassigned: {
    unmatched: message(
      '{count, plural, one {Nepriskirta: # mokėjimas} few {Nepriskirta: # mokėjimai} other {Nepriskirta: # mokėjimų}}',
    ),
    set_aside: message(
      '{count, plural, one {Atidėta, ne jūsų: # mokėjimas} few {Atidėta, ne jūsų: # mokėjimai} other {Atidėta, ne jūsų: # mokėjimų}}',
    ),
    refund: message(
      '{count, plural, one {Iš to grąžinta: # mokėjimas} few {Iš to grąžinta: # mokėjimai} other {Iš to grąžinta: # mokėjimų}}',
    ),
    returned: message(
      '{count, plural, one {Banko grąžinta: # mokėjimas} few {Banko grąžinta: # mokėjimai} other {Banko grąžinta: # mokėjimų}}',
    ),
  },
  unassignedLead: 'Visos organizacijos: taip čia įvardyta viskas, ką gavo bankas.',
  files: 'Failai',
  file: 'Failas',
  lines: 'Dokumentai',
  total: 'Iš viso',
  download: 'Atsisiųsti',
  save: message('Atsisiųsti: {name}, {format}'),
  names: {
    ledger: 'Sąskaitų įrašai',
    eInvoices: 'E. sąskaitos',
    payments: 'Mokėjimai',
    unassigned: 'Pinigai be buto',
    balances: 'Skolos',
  },
  leads: {
    ledger: 'Sąskaitos eilutėmis, su buhalterine sąskaita ir PVM.',
    eInvoices: 'Išsiųstos ir apmokėtos sąskaitos apskaitos programai arba e. sąskaitų operatoriui.',
    payments: 'Mokėjimai ir grąžinimai, kiekvienas su mokėtoju ir butu.',
    unassigned: 'Visos organizacijos nepriskirti ir atidėti pinigai bei jų grąžinimai.',
    balances: 'Kiekvieno buto pradinis likutis, apyvarta ir galutinis likutis.',
  },
  uncounted: message(
    '{count, plural, one {# šio mėnesio juodraštis, {amount}, kol neišsiųstas, neįtrauktas} few {# šio mėnesio juodraščiai, {amount}, kol neišsiųsti, neįtraukti} other {# šio mėnesio juodraščių, {amount}, kol neišsiųsti, neįtraukta}} į jokią sumą.',
  ),
  drafts: message(
    '{count, plural, one {# kreditinės sąskaitos juodraštis yra} few {# kreditinių sąskaitų juodraščiai yra} other {# kreditinių sąskaitų juodraščių yra}} tarp įrašų, bet ne tarp e. sąskaitų.',
  ),
};
