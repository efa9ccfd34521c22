// Estonian words of e-mails.
import { messagesIn } from '../../platform/values/messages.ts';
import type { MailWords } from './en.ts';

const message = messagesIn('et');

export const et: MailWords = {
  frame: {
    greeting: 'Tere!',
    footer: 'Selle kirja saatis Haldur automaatselt. Vastuseid siia ei loeta.',
    linkHint: 'Kui nupp ei tööta, kopeerige see aadress brauserisse:',
  },
  apartment: message('{building}, korter\u00a0{number}'),
  magicLink: {
    subject: 'Haldurisse sisselogimine',
    lead: 'Keegi, ilmselt teie ise, soovis teie e-posti aadressiga Haldurisse sisse logida.',
    button: 'Logi sisse',
    validity: message(
      '{minutes, plural, one {Link toimib ühe korra ja kehtib #\u00a0minuti.} other {Link toimib ühe korra ja kehtib #\u00a0minutit.}}',
    ),
    ignore: 'Kui te seda ei soovinud, ei pea te midagi tegema: ilma lingita ei saa keegi sisse logida.',
  },
  invitation: {
    subject: message('{organization} kutsub teid Haldurisse'),
    lead: message('{organization} kutsub teid kasutama Haldurit.'),
    purposes: {
      owner: 'Teie roll on peakasutaja: saate hallata kõike, ka kasutajaid ja nende õigusi.',
      manager: 'Teie roll on haldaja: saate hallata maju, kortereid, elanikke ja arveid.',
      accountant: 'Teie roll on raamatupidaja: saate koostada arveid ja hallata makseid.',
      resident: 'Halduris näete oma arveid, saate teatada arvestinäidud ja anda märku riketest.',
    },
    button: 'Võta kutse vastu',
    lastDay: message('Kutse kehtib kuni {day}.'),
    ignore: 'Kui te ei tea, miks selle kirja saite, ei pea te midagi tegema.',
  },
  sessionEnded: {
    subject: 'Teid logiti turvalisuse huvides välja',
    lead: message(
      'Üht võtit, mis hoiab teid Halduris sisse logituna, kasutati teist korda ({moment}). Võib-olla on keegi selle kopeerinud.',
    ),
    ended: 'Seepärast lõpetasime selle seansi. Teie teised seansid jätkuvad.',
    advice:
      'Logige uuesti sisse. Kui see kordub või te ei kasutanud sel ajal Haldurit, vahetage parool ja teatage oma haldajale.',
  },
  passwordChanged: {
    subject: 'Teie Halduri parool on muudetud',
    lead: message('Teie Halduri konto parooli muudeti ({moment}). Teised seansid lõpetati.'),
    advice:
      'Kui te seda ei teinud, logige kohe sisse e-postile saadetud lingiga, määrake uus parool ja teatage oma organisatsiooni peakasutajale.',
  },
  confirmAddress: {
    subject: 'Kinnitage oma uus e-posti aadress',
    lead: 'Keegi, ilmselt teie ise, soovib kasutada seda e-posti aadressi oma Halduri kontol.',
    button: 'Kinnita aadress',
    validity: message(
      '{hours, plural, one {Link toimib ühe korra ja kehtib #\u00a0tunni.} other {Link toimib ühe korra ja kehtib #\u00a0tundi.}}',
    ),
    ignore: 'Kui te seda ei soovinud, ei pea te midagi tegema: ilma lingita ei muutu midagi.',
  },
  addressChanged: {
    subject: 'Teie konto e-posti aadress on muudetud',
    lead: message(
      'Teie Halduri konto e-posti aadress on nüüd {address} ({moment}). See on viimane kontot puudutav kiri endisele aadressile.',
    ),
    advice: 'Kui te seda ei teinud, teatage kohe oma organisatsiooni peakasutajale.',
  },
  secondFactorChanged: {
    subject: 'Teie Halduri sisselogimist muudeti',
    changes: {
      second_factor_added: message('Teie Halduri kontole lisati teine autentimisvahend „{name}“ ({moment}).'),
      second_factor_removed: message(
        'Teie Halduri kontolt eemaldati „{name}“ ({moment}). See ei ole enam teine autentimisvahend.',
      ),
      recovery_codes_made: message('Teil on Halduri jaoks uued taastekoodid ({moment}). Varasemad enam ei toimi.'),
      recovery_code_used: message('Teie Halduri konto taastekoodi kasutati ({moment}). See enam ei toimi.'),
      all_removed: message(
        'Teenuse käitaja eemaldas teie Halduri kontolt kõik teised autentimisvahendid ({moment}). Logige sisse parooliga ja seadistage uus.',
      ),
    },
    advice:
      'Kui te seda ei teinud, muutke oma parooli, eemaldage tundmatud autentimisvahendid ja teatage oma organisatsiooni peakasutajale.',
  },
  linkedAccount: {
    linked: {
      subject: message('Lisatud sisselogimisviis: {provider}'),
      lead: message('Teie Halduri kontole saab nüüd sisse logida teenusega {provider} ({moment}).'),
    },
    unlinked: {
      subject: message('Eemaldatud sisselogimisviis: {provider}'),
      lead: message('Teie Halduri kontole ei saa enam sisse logida teenusega {provider} ({moment}).'),
    },
    advice:
      'Kui te seda ei teinud, logige sisse e-postile saadetud lingiga, vaadake üle oma konto, määrake uus parool ja teatage oma organisatsiooni peakasutajale.',
  },
  newDevice: {
    subject: 'Teie kontoga logiti sisse uuest seadmest',
    lead: 'Teie Halduri kontoga logiti sisse seadmest, mida varem ei ole kasutatud.',
    device: message('Seade: {device}'),
    unknownDevice: 'teadmata',
    address: message('IP-aadress: {address}'),
    time: message('Aeg: {moment}'),
    wasYou: 'Kui see olite teie, ei ole vaja midagi teha.',
    wasNotYou: 'Kui see ei olnud teie, lõpetage see seanss ja vahetage parool.',
    button: 'Vaata seansse',
  },
  endpointDisabled: {
    subject: message('Webhook’i otspunkt on välja lülitatud: {host}'),
    lead: message('Haldur ei saada enam webhook’e serverile {host}.'),
    reasons: {
      gone: message('Vastuvõtja teatas, et seda aadressi enam ei ole (410 Gone; {moment}).'),
      failing: message('Viie päeva jooksul ei ole ükski saatmine õnnestunud. Esimene tõrge: {moment}.'),
    },
    advice:
      'Paluge serveri haldajal viga parandada ja lülitage otspunkt siis uuesti sisse. Saatmata sündmused säilivad 30 päeva.',
  },
  maintenanceUpdated: {
    subject: message('Teie pöördumine: {title}'),
    lead: message('Teie pöördumine: „{title}“.'),
    statuses: {
      new: 'Pöördumine on vastu võetud.',
      in_progress: 'Pöördumine on töös.',
      resolved: 'Pöördumine on lahendatud. Kui viga ei ole kõrvaldatud, andke palun teada.',
      closed: 'Pöördumine on suletud.',
      cancelled: 'Pöördumine on tühistatud.',
    },
    button: 'Vaata pöördumist',
  },
  readingReminder: {
    subject: message('Palun esitage arvestinäidud: {apartment}'),
    lead: message('Ootame veel selle korteri arvestinäite: {apartment}.'),
    lastDay: message('Viimane päev on {day}.'),
    button: 'Esita näidud',
    estimate: 'Näitude puudumisel hinnatakse tarbimist varasemate kuude järgi.',
  },
  invoice: {
    subject: message('Arve {number}: {about}'),
    lead: message('Kirjaga on kaasas arve {number}. {about}'),
    nothingDue: 'Seda arvet ei ole vaja tasuda.',
  },
  paymentReminder: {
    subject: message('Meeldetuletus: arve {number} on tasumata'),
    lead: message('Arve {number} maksetähtpäev on möödas: {apartment}.'),
    paid: 'Kui olete juba tasunud, ei pea te midagi tegema.',
  },
  payment: {
    balanceDue: 'Tasuda',
    dueDate: 'Maksetähtpäev',
    payee: 'Saaja',
    iban: 'Konto',
    reference: 'Viitenumber',
    pay: 'Tasu arve',
    viewInvoice: 'Vaata arvet',
  },
  securityChange: {
    changes: {
      account_changed: 'Muudeti kontot, kuhu arveid makstakse',
      account_undone: 'Konto muudatus võeti tagasi',
      bank_added: 'Lisati pank maksete jaoks',
      bank_changed: 'Muudeti maksete panka',
      bank_removed: 'Eemaldati pank maksete jaoks',
      key_made: 'Loodi API võti',
      key_changed: 'Muudeti API võtme lubatud võrke',
      key_replaced: 'API võti vahetati välja',
      key_revoked: 'Tühistati API võti',
      password_changed: 'Muudeti parooli',
      member_joined: 'Organisatsiooniga liitus uus kasutaja',
      role_changed: 'Muudeti kasutaja rolli',
      member_removed: 'Eemaldati kasutaja',
      invitation_made: 'Organisatsiooni kutsuti uus kasutaja',
    },
    fields: {
      iban: 'Konto (IBAN)',
      beneficiary: 'Saaja',
      role: 'Roll',
      keyHint: 'Võti',
      expiresAt: 'Kehtib kuni',
      access: 'Juurdepääs',
      buildings: 'Ainult majad',
      networks: 'Ainult võrgud',
      previousUntil: 'Vana võti kehtib kuni',
      title: 'Nimi',
      provider: 'Liik',
      url: 'Aadress',
      merchant: 'Kaupmees',
      bankId: 'Panga tunnus',
      version: 'Versioon',
      service: 'Teenus',
      key: 'Meie võti',
      bankKey: 'Panga võti',
    },
    readOnly: 'ainult lugemiseks',
    roles: { owner: 'peakasutaja', manager: 'haldaja', accountant: 'raamatupidaja', resident: 'elanik' },
    none: 'puudub',
    by: 'Muutja',
    key: 'API võti',
    operator: 'teenuse käitaja',
    unexpected: 'Kui te seda ei oodanud, vaadake Halduri seadetes turvalogi ja parandage see seal kohe.',
    undoLead:
      'Kui te seda ei oodanud, võtke muudatus kohe tagasi: endine konto taastatakse. Halduris on uus konto kinnitamata, kuni peakasutaja selle kinnitab.',
    undo: 'Võta muudatus tagasi',
    undoUntil: 'Link toimib ühe korra. Selle viimane päev on',
  },
};
