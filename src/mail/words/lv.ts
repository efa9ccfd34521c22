// Latvian words of e-mails.
import { messagesIn } from '../../platform/values/messages.ts';
import type { MailWords } from './en.ts';

const message = messagesIn('lv');

export const lv: MailWords = {
  frame: {
    greeting: 'Labdien!',
    footer: 'Šo vēstuli automātiski nosūtīja Haldur. Atbildes uz to neviens nelasa.',
    linkHint: 'Ja poga nedarbojas, iekopējiet šo adresi pārlūkprogrammā:',
  },
  apartment: message('{building}, dzīvoklis\u00a0{number}'),
  magicLink: {
    subject: 'Pieteikšanās sistēmā Haldur',
    lead: 'Kāds, visticamāk, jūs pats, vēlējās pieteikties sistēmā Haldur ar jūsu e-pasta adresi.',
    button: 'Pieteikties',
    validity: message(
      '{minutes, plural, zero {Saite ir izmantojama vienu reizi un ir derīga #\u00a0minūtes.} one {Saite ir izmantojama vienu reizi un ir derīga #\u00a0minūti.} other {Saite ir izmantojama vienu reizi un ir derīga #\u00a0minūtes.}}',
    ),
    ignore: 'Ja jūs to nelūdzāt, neņemiet šo vēstuli vērā: bez saites neviens nevar pieteikties.',
  },
  invitation: {
    subject: message('{organization} aicina jūs lietot sistēmu Haldur'),
    lead: message('{organization} aicina jūs lietot sistēmu Haldur.'),
    purposes: {
      owner: 'Jūsu loma ir galvenais lietotājs: varat pārvaldīt visu, arī lietotājus un viņu tiesības.',
      manager: 'Jūsu loma ir pārvaldnieks: varat pārvaldīt ēkas, dzīvokļus, iedzīvotājus un rēķinus.',
      accountant: 'Jūsu loma ir grāmatvedis: varat sagatavot rēķinus un apstrādāt maksājumus.',
      resident: 'Sistēmā Haldur redzēsiet savus rēķinus, varēsiet nodot skaitītāju rādījumus un ziņot par bojājumiem.',
    },
    button: 'Pieņemt uzaicinājumu',
    lastDay: message('Uzaicinājuma pēdējā derīguma diena ir {day}.'),
    ignore: 'Ja nezināt, kāpēc saņēmāt šo vēstuli, neņemiet to vērā.',
  },
  sessionEnded: {
    subject: 'Drošības dēļ sesija ir izbeigta',
    lead: message(
      'Atslēga, kas uztur jūs pieteiktu sistēmā Haldur, tika izmantota otrreiz ({moment}). Iespējams, kāds to ir nokopējis.',
    ),
    ended: 'Tāpēc mēs šo sesiju beidzām. Pārējās jūsu sesijas turpinās.',
    advice:
      'Vienkārši piesakieties vēlreiz. Ja tas atkārtojas vai tobrīd nelietojāt sistēmu Haldur, nomainiet paroli un ziņojiet savam pārvaldniekam.',
  },
  passwordChanged: {
    subject: 'Jūsu Haldur parole ir mainīta',
    lead: message('Jūsu Haldur konta parole tika mainīta ({moment}). Pārējās sesijas ir beigtas.'),
    advice:
      'Ja to nedarījāt jūs, tūlīt piesakieties ar saiti uz savu e-pastu, iestatiet jaunu paroli un ziņojiet savas organizācijas galvenajam lietotājam.',
  },
  confirmAddress: {
    subject: 'Apstipriniet jauno e-pasta adresi',
    lead: 'Kāds, visticamāk, jūs pats, vēlas izmantot šo e-pasta adresi savam Haldur kontam.',
    button: 'Apstiprināt adresi',
    validity: message(
      '{hours, plural, zero {Saite ir izmantojama vienu reizi un ir derīga #\u00a0stundas.} one {Saite ir izmantojama vienu reizi un ir derīga #\u00a0stundu.} other {Saite ir izmantojama vienu reizi un ir derīga #\u00a0stundas.}}',
    ),
    ignore: 'Ja jūs to nelūdzāt, neņemiet šo vēstuli vērā: bez saites nekas nemainīsies.',
  },
  addressChanged: {
    subject: 'Jūsu konta e-pasta adrese ir mainīta',
    lead: message(
      'Jūsu Haldur konta e-pasta adrese tagad ir {address} ({moment}). Šī ir pēdējā vēstule par kontu uz iepriekšējo adresi.',
    ),
    advice: 'Ja to nedarījāt jūs, tūlīt ziņojiet savas organizācijas galvenajam lietotājam.',
  },
  secondFactorChanged: {
    subject: 'Jūsu Haldur pieteikšanās ir mainīta',
    changes: {
      second_factor_added: message(
        'Jūsu Haldur kontam pievienots otrais autentifikācijas līdzeklis “{name}” ({moment}).',
      ),
      second_factor_removed: message(
        'No jūsu Haldur konta noņemts “{name}” ({moment}). Tas vairs nav otrais autentifikācijas līdzeklis.',
      ),
      recovery_codes_made: message('Jums ir jauni Haldur atkopšanas kodi ({moment}). Iepriekšējie vairs nedarbojas.'),
      recovery_code_used: message('Izmantots jūsu Haldur konta atkopšanas kods ({moment}). Tas vairs nedarbojas.'),
      all_removed: message(
        'Pakalpojuma uzturētājs noņēma visus jūsu Haldur konta otros autentifikācijas līdzekļus ({moment}). Piesakieties ar paroli un iestatiet jaunu.',
      ),
    },
    advice:
      'Ja to nedarījāt jūs, nomainiet paroli, noņemiet nezināmos autentifikācijas līdzekļus un ziņojiet savas organizācijas galvenajam lietotājam.',
  },
  linkedAccount: {
    linked: {
      subject: message('Pievienots pieteikšanās veids: {provider}'),
      lead: message('Jūsu Haldur kontā tagad var pieteikties ar {provider} ({moment}).'),
    },
    unlinked: {
      subject: message('Noņemts pieteikšanās veids: {provider}'),
      lead: message('Jūsu Haldur kontā vairs nevar pieteikties ar {provider} ({moment}).'),
    },
    advice:
      'Ja to nedarījāt jūs, piesakieties ar saiti uz savu e-pastu, pārbaudiet savu kontu, iestatiet jaunu paroli un ziņojiet savas organizācijas galvenajam lietotājam.',
  },
  newDevice: {
    subject: 'Jūsu kontā pieteicās no jaunas ierīces',
    lead: 'Jūsu Haldur kontā pieteicās no ierīces, kas iepriekš nav izmantota.',
    device: message('Ierīce: {device}'),
    unknownDevice: 'nav zināma',
    address: message('Tīkla adrese: {address}'),
    time: message('Laiks: {moment}'),
    wasYou: 'Ja tas bijāt jūs, nekas nav jādara.',
    wasNotYou: 'Ja tas nebijāt jūs, beidziet šo sesiju un nomainiet paroli.',
    button: 'Skatīt sesijas',
  },
  endpointDisabled: {
    subject: message('Tīmekļa aizķere apturēta: {host}'),
    lead: message('Haldur vairs nesūta paziņojumus (webhook) serverim {host}.'),
    reasons: {
      gone: message('Saņēmējs paziņoja, ka šīs adreses vairs nav (410 Gone; {moment}).'),
      failing: message('Piecas dienas nav izdevusies neviena piegāde. Pirmā kļūme: {moment}.'),
    },
    advice:
      'Lūdziet šī servera uzturētājam novērst kļūmi un pēc tam ieslēdziet galapunktu no jauna. Nepiegādātie paziņojumi tiek glabāti 30 dienas.',
  },
  maintenanceUpdated: {
    subject: message('Jūsu bojājuma pieteikums: {title}'),
    lead: message('Jūsu bojājuma pieteikums: “{title}”.'),
    statuses: {
      new: 'Pieteikums ir saņemts.',
      in_progress: 'Pie pieteikuma strādā.',
      resolved: 'Darbs ir padarīts. Ja bojājums nav novērsts, lūdzu, dodiet ziņu.',
      closed: 'Pieteikums ir slēgts.',
      cancelled: 'Pieteikums ir atcelts.',
    },
    button: 'Skatīt pieteikumu',
  },
  readingReminder: {
    subject: message('Lūdzu, nododiet skaitītāju rādījumus: {apartment}'),
    lead: message('Vēl gaidām šī dzīvokļa skaitītāju rādījumus: {apartment}.'),
    lastDay: message('Pēdējā diena ir {day}.'),
    button: 'Nodot rādījumus',
    estimate: 'Ja rādījumu nebūs, patēriņu aprēķinās pēc iepriekšējiem mēnešiem.',
  },
  invoice: {
    subject: message('Rēķins {number}: {about}'),
    lead: message('Vēstulei pievienots rēķins {number}. {about}'),
    nothingDue: 'Šis rēķins nav jāmaksā.',
  },
  paymentReminder: {
    subject: message('Atgādinājums: rēķins {number} nav apmaksāts'),
    lead: message('Rēķina {number} apmaksas termiņš ir pagājis: {apartment}.'),
    paid: 'Ja jau esat samaksājis, nekas nav jādara.',
  },
  payment: {
    balanceDue: 'Apmaksai',
    dueDate: 'Apmaksas termiņš',
    payee: 'Saņēmējs',
    iban: 'Konts',
    reference: 'Atsauce',
    pay: 'Apmaksāt rēķinu',
    viewInvoice: 'Skatīt rēķinu',
  },
  securityChange: {
    changes: {
      account_changed: 'Mainīts konts, uz kuru maksā rēķinus',
      account_undone: 'Konta maiņa atsaukta',
      bank_added: 'Pievienota banka maksājumiem',
      bank_changed: 'Mainīta vienošanās ar banku',
      bank_removed: 'Noņemta banka maksājumiem',
      key_made: 'Izveidota API atslēga',
      key_changed: 'Mainīti API atslēgas atļautie tīkli',
      key_replaced: 'Nomainīta API atslēga',
      key_revoked: 'Atsaukta API atslēga',
      password_changed: 'Mainīta parole',
      member_joined: 'Organizācijai pievienojies jauns dalībnieks',
      role_changed: 'Mainīta dalībnieka loma',
      member_removed: 'Noņemts dalībnieks',
      invitation_made: 'Organizācijā strādāt uzaicināts jauns cilvēks',
    },
    fields: {
      iban: 'Konts (IBAN)',
      beneficiary: 'Saņēmējs',
      role: 'Loma',
      keyHint: 'Atslēga',
      expiresAt: 'Derīga līdz',
      access: 'Piekļuve',
      buildings: 'Tikai mājas',
      networks: 'Tikai tīkli',
      previousUntil: 'Vecā atslēga darbojas līdz',
      title: 'Nosaukums',
      provider: 'Veids',
      url: 'Adrese',
      merchant: 'Tirgotājs',
      bankId: 'Bankas identifikators',
      version: 'Versija',
      service: 'Pakalpojums',
      key: 'Mūsu atslēga',
      bankKey: 'Bankas atslēga',
    },
    readOnly: 'tikai lasīšanai',
    roles: {
      owner: 'galvenais lietotājs',
      manager: 'pārvaldnieks',
      accountant: 'grāmatvedis',
      resident: 'iedzīvotājs',
    },
    none: 'nav',
    by: 'Darīja',
    key: 'API atslēga',
    operator: 'pakalpojuma uzturētājs',
    unexpected: 'Ja to negaidījāt, apskatiet drošības žurnālu sistēmas Haldur iestatījumos un tūlīt to tur izlabojiet.',
    undoLead:
      'Ja to negaidījāt, tūlīt atsauciet maiņu: tiks atjaunots iepriekšējais konts. Sistēmā Haldur jaunais konts ir atzīmēts kā neapstiprināts, līdz to apstiprina galvenais lietotājs.',
    undo: 'Atsaukt maiņu',
    undoUntil: 'Saite ir izmantojama vienu reizi. Tās pēdējā diena',
  },
};
