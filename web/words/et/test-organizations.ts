// Estonian words of test organizations.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('et');

export const testOrganizations = {
  badge: 'Test',
  title: 'Testorganisatsioonid',
  lead: 'Testorganisatsioon on päris andmetest eraldi. Selles on väljamõeldud maja, kell, mida saab edasi keerata, pank ilma rahata ja postkast: e-kirju välja ei saadeta. Webhook’id saadetakse.',
  none: 'Testorganisatsioone veel ei ole',
  made: 'Loodud',
  create: 'Loo testorganisatsioon',
  banner: message('Testorganisatsioon. Siinne kell näitab {time}.'),
  manage: 'Kell ja postkast',
  clock: 'Kell',
  clockLead: 'Tähtajad, meeldetuletused ja korduskatsed käivad selle kella järgi. Kell liigub ainult edasi.',
  dayAhead: 'Üks päev edasi',
  monthAhead: 'Üks kuu edasi',
  moveTo: 'Keera päevani',
  move: 'Keera kella',
  moved: message('Kell näitab {time}.'),
  people: message('Kutse proovimiseks kutsuge aadress, mille lõpus on @{domain}. E-kiri jõuab siinsesse postkasti.'),
  mailbox: 'Postkast',
  mailboxLead: 'Selle organisatsiooni e-kirjad jäävad siia. Alles hoitakse viimased 500.',
  noMails: 'E-kirju veel ei ole',
  subject: 'Teema',
  recipient: 'Kellele',
  sentAt: 'Saadetud',
  asHtml: 'HTML',
  asText: 'Tekst',
  openAttachment: message('Ava {name}'),
  attachment: 'Manus',
  reset: 'Lähtesta',
  resetLead:
    'Kõik selles testorganisatsioonis kustutatakse ja näidisandmed luuakse uuesti. Kell läheb tagasi päris aega. Kasutajad, API võtmed ja webhook’id jäävad alles.',
  resetDone: 'Testorganisatsioon on lähtestatud.',
  remove: 'Kustuta testorganisatsioon',
  removeLead: 'Testorganisatsioon ja kõik selles kustutatakse. Teie päris andmeid ei muudeta.',
  typeName: message<{ name: string }>('Kinnitamiseks kirjutage {name}'),
};
