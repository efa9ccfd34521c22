// Lithuanian words of test organizations.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('lt');

export const testOrganizations = {
  badge: 'Bandymas',
  title: 'Bandomosios organizacijos',
  lead: 'Bandomoji organizacija atskirta nuo tikrų duomenų. Joje yra išgalvotas namas, laikrodis, kurį galima pasukti į priekį, bankas be pinigų ir pašto dėžutė: el. laiškai neišsiunčiami. „Webhook“ siunčiami.',
  none: 'Bandomųjų organizacijų dar nėra',
  made: 'Sukurta',
  create: 'Sukurti bandomąją organizaciją',
  banner: message('Bandomoji organizacija. Jos laikrodis rodo {time}.'),
  manage: 'Laikrodis ir pašto dėžutė',
  clock: 'Laikrodis',
  clockLead: 'Terminai, priminimai ir pakartojimai vyksta pagal šį laikrodį. Jis eina tik į priekį.',
  dayAhead: 'Viena diena į priekį',
  monthAhead: 'Vienas mėnuo į priekį',
  moveTo: 'Pasukti iki',
  move: 'Pasukti laikrodį',
  moved: message('Laikrodis rodo {time}.'),
  people: message(
    'Norėdami išbandyti kvietimą, pakvieskite adresą, kuris baigiasi @{domain}. Laiškas ateis į šią pašto dėžutę.',
  ),
  mailbox: 'Pašto dėžutė',
  mailboxLead: 'Šios organizacijos el. laiškai lieka čia. Saugoma 500 paskutinių.',
  noMails: 'Laiškų dar nėra',
  subject: 'Tema',
  recipient: 'Kam',
  sentAt: 'Išsiųsta',
  asHtml: 'HTML',
  asText: 'Tekstas',
  openAttachment: message('Atidaryti {name}'),
  attachment: 'Priedas',
  reset: 'Nustatyti iš naujo',
  resetLead:
    'Viskas šioje bandomojoje organizacijoje bus ištrinta, o pavyzdiniai duomenys sukurti iš naujo. Laikrodis grįš į tikrą laiką. Naudotojai, API raktai ir „Webhook“ liks.',
  resetDone: 'Bandomoji organizacija nustatyta iš naujo.',
  remove: 'Pašalinti bandomąją organizaciją',
  removeLead: 'Bandomoji organizacija ir visa, kas joje yra, bus ištrinta. Tikri duomenys nesikeis.',
  typeName: message<{ name: string }>('Patvirtinkite įrašydami {name}'),
};
