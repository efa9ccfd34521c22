// Latvian words of residents and invitations.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const residents: Words['residents'] = {
  title: 'Iedzīvotāji',
  tabs: { residents: 'Iedzīvotāji', invitations: 'Uzaicinājumi', import: 'Imports' },
  add: 'Pievienot iedzīvotāju',
  edit: 'Mainīt iedzīvotāja datus',
  none: 'Iedzīvotāji nav atrasti.',
  search: 'Meklēt pēc vārda vai e-pasta',
  name: 'Vārds',
  apartments: 'Dzīvokļi',
  email: 'E-pasta adrese',
  phone: 'Tālrunis',
  account: 'Piekļuve',
  hasAccount: 'Ir',
  role: 'Loma',
  since: 'Kopš',
  personalCode: 'Personas kods (nav obligāts)',
  personalCodeLead:
    'Kopā ar valsti, piemēram, LV01018012345. Tad uzaicinājumu var pieņemt tikai šī persona ar savu e-ID. Pats kods netiek glabāts.',
  roles: { owner: 'īpašnieks', tenant: 'īrnieks' },
  saved: 'Iedzīvotāja dati ir saglabāti.',
  remove: 'Dzēst iedzīvotāju',
  removeLead: message('{name} tiks noņemts no visiem sarakstiem un vairs nevarēs pieteikties.'),
  removed: 'Iedzīvotājs ir dzēsts.',
  invite: 'Uzaicināt',
  invited: 'Uzaicinājums ir nosūtīts.',
  noInvitations: 'Gaidošu uzaicinājumu nav.',
  invitationStatuses: { pending: 'Gaida', accepted: 'Pieņemts', cancelled: 'Atsaukts', expired: 'Beidzies' },
  expires: 'Derīguma termiņš',
  revoke: 'Atsaukt',
  invitationRevoked: 'Uzaicinājums ir atsaukts.',
  importSince: 'Iedzīvotāji kopš',
  importSinceHint:
    'Rindām bez datuma. Izvēlieties pirmo dienu, par kuru izrakstāt rēķinu: vēlāki iedzīvotāji par to rēķinu nesaņem.',
  line: message('{line}. rinda'),
};
