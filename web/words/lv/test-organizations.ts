// Latvian words of test organizations.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('lv');

export const testOrganizations = {
  badge: 'Tests',
  title: 'Testa organizācijas',
  lead: 'Testa organizācija ir nošķirta no īstajiem datiem. Tajā ir izdomāta māja, pulkstenis, ko var pagriezt uz priekšu, banka bez naudas un pastkaste: e-pasta vēstules netiek nosūtītas. Webhook tiek nosūtīti.',
  none: 'Testa organizāciju vēl nav',
  made: 'Izveidota',
  create: 'Izveidot testa organizāciju',
  banner: message('Testa organizācija. Tās pulkstenis rāda {time}.'),
  manage: 'Pulkstenis un pastkaste',
  clock: 'Pulkstenis',
  clockLead: 'Termiņi, atgādinājumi un atkārtojumi notiek pēc šī pulksteņa. Tas iet tikai uz priekšu.',
  dayAhead: 'Vienu dienu uz priekšu',
  monthAhead: 'Vienu mēnesi uz priekšu',
  moveTo: 'Pagriezt līdz',
  move: 'Pagriezt pulksteni',
  moved: message('Pulkstenis rāda {time}.'),
  people: message(
    'Lai izmēģinātu uzaicinājumu, uzaiciniet adresi, kuras beigās ir @{domain}. Vēstule nonāk šajā pastkastē.',
  ),
  mailbox: 'Pastkaste',
  mailboxLead: 'Šīs organizācijas e-pasta vēstules paliek šeit. Tiek glabātas pēdējās 500.',
  noMails: 'Vēstuļu vēl nav',
  subject: 'Temats',
  recipient: 'Kam',
  sentAt: 'Nosūtīts',
  asHtml: 'HTML',
  asText: 'Teksts',
  openAttachment: message('Atvērt {name}'),
  attachment: 'Pielikums',
  reset: 'Atiestatīt',
  resetLead:
    'Viss šajā testa organizācijā tiks dzēsts, un parauga dati tiks izveidoti no jauna. Pulkstenis atgriezīsies īstajā laikā. Lietotāji, API atslēgas un webhook paliks.',
  resetDone: 'Testa organizācija ir atiestatīta.',
  remove: 'Dzēst testa organizāciju',
  removeLead: 'Testa organizācija un viss, kas tajā ir, tiks dzēsts. Īstos datus tas neskar.',
  typeName: message<{ name: string }>('Lai apstiprinātu, ierakstiet {name}'),
};
