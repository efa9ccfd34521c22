// Latvian words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const periods: Words['periods'] = {
  title: 'Periodi',
  lead: 'Periods tiek slēgts, kad kāds tā rēķins ir nosūtīts vai apmaksāts. Vēlākas izmaiņas veic ar labojumu.',
  none: 'Šajā mājā vēl nav izrakstīts neviens rēķins.',
  period: 'Periods',
  previousMonth: 'Iepriekšējais mēnesis',
  nextMonth: 'Nākamais mēnesis',
  status: 'Statuss',
  open: 'Atvērts',
  closed: 'Slēgts',
  invoices: 'Rēķini',
  drafts: message('{count, plural, zero {# melnrakstu} one {# melnraksts} other {# melnraksti}}'),
  corrections: 'Labojumi un kredītrēķini',
  invoiced: 'Rēķinu summa',
  balanceDue: 'Maksājams',
  bills: 'Piegādātāju rēķini',
  correct: 'Labot',
  correctOf: message('Labojums: {period}'),
  correctPeriod: 'Labot periodu',
  correctLead:
    'Periodu aprēķina no jauna ar pašreizējiem pakalpojumiem, dzīvokļiem un piegādātāju rēķiniem. Par starpību katrs dzīvoklis saņem papildu rēķinu vai kredītrēķinu; jau nosūtītais nemainās.',
  noPeriod: 'Izvēlieties periodu sarakstā.',
  lateBills: 'Vēlāk saņemtie rēķini',
  lateBillsLead:
    'Piegādātāju rēķini un kredītrēķini (ar mīnusu), kuru periodā trūkst. Bez tiem labo tikai mājas datu izmaiņas.',
  addBill: 'Pievienot rēķinu',
  charge: 'Pakalpojums',
  net: 'Summa bez PVN',
  supplier: 'Piegādātājs',
  number: 'Rēķina numurs',
  date: 'Rēķina datums',
  removeBill: message('Dzēst rēķinu: {name}'),
  preview: 'Priekšskatīt',
  result: 'Priekšskatījums',
  nothing: 'Atšķirību nav.',
  corrected: 'Labojumi',
  created: 'Jauni rēķini',
  unchanged: 'Bez izmaiņām',
  failed: 'Neizdevās',
  total: 'Kopā',
  difference: 'Starpība ar PVN',
  changes: 'Izmaiņas',
  corrects: 'Labo',
  newInvoice: 'jauns rēķins',
  create: message('{count, plural, zero {Izveidot # labojumu} one {Izveidot # labojumu} other {Izveidot # labojumus}}'),
  createLead: 'Papildu rēķinus izveido kā melnrakstus. Kredītu piemēro uzreiz.',
  correctionsCreated: message(
    '{count, plural, zero {Izveidoti # labojumi.} one {Izveidots # labojums.} other {Izveidoti # labojumi.}}',
  ),
};
