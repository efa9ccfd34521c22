// Latvian words of residents and invitations.
import { plural, type Words } from '../words.ts';

export const people: Words['people'] = {
  title: 'Iedzīvotāji',
  tabs: { residents: 'Iedzīvotāji', invitations: 'Uzaicinājumi', import: 'No faila' },
  add: 'Pievienot iedzīvotāju',
  change: 'Mainīt iedzīvotāja datus',
  none: 'Šeit iedzīvotāju nav.',
  search: 'Meklēt pēc vārda vai adreses',
  name: 'Vārds',
  apartments: 'Dzīvokļi',
  email: 'E-pasta adrese',
  phone: 'Tālrunis',
  account: 'Konts',
  hasAccount: 'Ir konts',
  as: 'Loma',
  since: 'Kopš',
  roles: { owner: 'īpašnieks', tenant: 'īrnieks' },
  saved: 'Iedzīvotāja dati ir saglabāti.',
  remove: 'Dzēst iedzīvotāju',
  removeLead: (name) => `${name} pazudīs no visiem sarakstiem un vairs nevarēs pieteikties.`,
  removed: 'Iedzīvotājs ir dzēsts.',
  invite: 'Uzaicināt',
  invited: 'Uzaicinājums ir ceļā.',
  noInvitations: 'Neviens ielūgums negaida, kad to pieņems.',
  invitationStatuses: { pending: 'Gaida', accepted: 'Pieņemts', cancelled: 'Atsaukts', expired: 'Beidzies' },
  expires: 'Derīguma termiņš',
  withdraw: 'Atsaukt',
  invitationCancelled: 'Uzaicinājums ir atsaukts.',
  importLead:
    'CSV fails ar kolonnām “dzīvoklis”, “vārds un uzvārds”, “e-pasta adrese”, “tālrunis”, “loma” un “sākuma datums” jebkurā secībā. Vispirms redzēsiet paredzamo rezultātu; līdz tam nekas netiks ierakstīts.',
  importFound: (rows, created, changed) => {
    const lines = plural('lv', rows, { zero: 'rindu', one: 'rinda', other: 'rindas' });
    const added = plural('lv', created, {
      zero: 'jaunu iedzīvotāju',
      one: 'jauns iedzīvotājs',
      other: 'jauni iedzīvotāji',
    });
    const others = plural('lv', changed, { one: 'mainīts', other: 'mainīti' });
    return `${rows} ${lines}: ${created} ${added}, ${changed} ${others}.`;
  },
  imported: (created, changed) => {
    const added = plural('lv', created, {
      one: `Pievienots ${created} iedzīvotājs`,
      other: `Pievienoti ${created} iedzīvotāji`,
    });
    const others = plural('lv', changed, { one: 'mainīts', other: 'mainīti' });
    return `${added}, ${others} ${changed}.`;
  },
  line: (line) => `${line}. rinda`,
  bring: 'Importēt',
};
