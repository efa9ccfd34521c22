// Lithuanian words of e-mails.
import { messagesIn } from '../../platform/values/messages.ts';
import type { MailWords } from './en.ts';

const message = messagesIn('lt');

export const lt: MailWords = {
  frame: {
    greeting: 'Laba diena,',
    footer: 'Šį laišką automatiškai išsiuntė „Haldur“. Atsakymų į jį niekas neskaito.',
    linkHint: 'Jei mygtukas neveikia, nukopijuokite šį adresą į naršyklę:',
  },
  apartment: message('{building}, butas\u00a0{number}'),
  magicLink: {
    subject: 'Prisijungimas prie „Haldur“',
    lead: 'Kažkas, greičiausiai jūs, paprašė prisijungti prie „Haldur“ jūsų el. pašto adresu.',
    button: 'Prisijungti',
    validity: message(
      '{minutes, plural, one {Nuoroda veikia vieną kartą ir galioja #\u00a0minutę.} few {Nuoroda veikia vieną kartą ir galioja #\u00a0minutes.} other {Nuoroda veikia vieną kartą ir galioja #\u00a0minučių.}}',
    ),
    ignore: 'Jei to neprašėte, nekreipkite dėmesio į šį laišką: be nuorodos niekas neprisijungs.',
  },
  invitation: {
    subject: message('{organization} kviečia jus į „Haldur“'),
    lead: message('{organization} kviečia jus naudotis sistema „Haldur“.'),
    purposes: {
      owner: 'Jūsų vaidmuo – pagrindinis naudotojas: galite valdyti viską, taip pat naudotojus ir jų teises.',
      manager: 'Jūsų vaidmuo – administratorius: galite tvarkyti namus, butus, gyventojus ir sąskaitas.',
      accountant: 'Jūsų vaidmuo – buhalteris: galite rengti sąskaitas ir tvarkyti mokėjimus.',
      resident:
        'Sistemoje „Haldur“ matysite savo sąskaitas, galėsite pateikti skaitiklių rodmenis ir pranešti apie gedimus.',
    },
    button: 'Priimti kvietimą',
    lastDay: message('Kvietimas galioja iki {day} imtinai.'),
    ignore: 'Jei nežinote, kodėl gavote šį laišką, nekreipkite į jį dėmesio.',
  },
  sessionEnded: {
    subject: 'Saugumo sumetimais seansas nutrauktas',
    lead: message(
      'Raktas, kuriuo išliekate prisijungę prie „Haldur“, buvo panaudotas antrą kartą ({moment}). Galbūt kas nors jį nukopijavo.',
    ),
    ended: 'Todėl tą seansą nutraukėme. Kiti jūsų seansai tęsiasi.',
    advice:
      'Tiesiog prisijunkite iš naujo. Jei tai kartojasi arba tuo metu „Haldur“ nesinaudojote, pakeiskite slaptažodį ir praneškite savo administratoriui.',
  },
  passwordChanged: {
    subject: 'Jūsų „Haldur“ slaptažodis pakeistas',
    lead: message('Jūsų „Haldur“ paskyros slaptažodis buvo pakeistas ({moment}). Kiti seansai nutraukti.'),
    advice:
      'Jei tai padarėte ne jūs, iš karto prisijunkite nuoroda, siunčiama į jūsų pašto dėžutę, nustatykite naują slaptažodį ir praneškite savo organizacijos pagrindiniam naudotojui.',
  },
  confirmAddress: {
    subject: 'Patvirtinkite naują el. pašto adresą',
    lead: 'Kažkas, greičiausiai jūs, nori naudoti šį el. pašto adresą savo „Haldur“ paskyrai.',
    button: 'Patvirtinti adresą',
    validity: message(
      '{hours, plural, one {Nuoroda veikia vieną kartą ir galioja #\u00a0valandą.} few {Nuoroda veikia vieną kartą ir galioja #\u00a0valandas.} other {Nuoroda veikia vieną kartą ir galioja #\u00a0valandų.}}',
    ),
    ignore: 'Jei to neprašėte, nekreipkite dėmesio į šį laišką: be nuorodos niekas nepasikeis.',
  },
  addressChanged: {
    subject: 'Jūsų paskyros el. pašto adresas pakeistas',
    lead: message(
      'Jūsų „Haldur“ paskyros el. pašto adresas dabar yra {address} ({moment}). Tai paskutinis laiškas apie paskyrą ankstesniu adresu.',
    ),
    advice: 'Jei tai padarėte ne jūs, iš karto praneškite savo organizacijos pagrindiniam naudotojui.',
  },
  secondFactorChanged: {
    subject: 'Jūsų „Haldur“ prisijungimas pakeistas',
    changes: {
      second_factor_added: message(
        'Prie jūsų „Haldur“ paskyros pridėta antroji tapatybės patvirtinimo priemonė „{name}“ ({moment}).',
      ),
      second_factor_removed: message(
        'Iš jūsų „Haldur“ paskyros pašalinta „{name}“ ({moment}). Ji nebėra antroji tapatybės patvirtinimo priemonė.',
      ),
      recovery_codes_made: message('Turite naujus „Haldur“ atkūrimo kodus ({moment}). Ankstesnieji nebeveikia.'),
      recovery_code_used: message('Panaudotas jūsų „Haldur“ paskyros atkūrimo kodas ({moment}). Jis nebeveikia.'),
      all_removed: message(
        'Paslaugos valdytojas pašalino visas jūsų „Haldur“ paskyros antrąsias tapatybės patvirtinimo priemones ({moment}). Prisijunkite slaptažodžiu ir nustatykite naują.',
      ),
    },
    advice:
      'Jei tai padarėte ne jūs, pakeiskite slaptažodį, pašalinkite nežinomas priemones ir praneškite savo organizacijos pagrindiniam naudotojui.',
  },
  linkedAccount: {
    linked: {
      subject: message('Pridėtas prisijungimo būdas: {provider}'),
      lead: message('Prie jūsų „Haldur“ paskyros dabar galima prisijungti per {provider} ({moment}).'),
    },
    unlinked: {
      subject: message('Pašalintas prisijungimo būdas: {provider}'),
      lead: message('Prie jūsų „Haldur“ paskyros per {provider} prisijungti nebegalima ({moment}).'),
    },
    advice:
      'Jei tai padarėte ne jūs, prisijunkite nuoroda, siunčiama į jūsų pašto dėžutę, peržiūrėkite savo paskyrą, nustatykite naują slaptažodį ir praneškite savo organizacijos pagrindiniam naudotojui.',
  },
  newDevice: {
    subject: 'Prie jūsų paskyros prisijungta iš naujo įrenginio',
    lead: 'Prie jūsų „Haldur“ paskyros prisijungta iš įrenginio, kuris anksčiau nebuvo naudotas.',
    device: message('Įrenginys: {device}'),
    unknownDevice: 'nežinomas',
    address: message('Tinklo adresas: {address}'),
    time: message('Laikas: {moment}'),
    wasYou: 'Jei tai buvote jūs, nieko daryti nereikia.',
    wasNotYou: 'Jei tai buvote ne jūs, nutraukite tą seansą ir pakeiskite slaptažodį.',
    button: 'Rodyti seansus',
  },
  endpointDisabled: {
    subject: message('„Webhook“ pranešimai sustabdyti: {host}'),
    lead: message('„Haldur“ nebesiunčia pranešimų („webhook“) serveriui {host}.'),
    reasons: {
      gone: message('Gavėjas pranešė, kad šio adreso nebėra (410 Gone; {moment}).'),
      failing: message('Penkias dienas nepavyko nė vienas pristatymas. Pirmoji klaida: {moment}.'),
    },
    advice:
      'Paprašykite šį serverį prižiūrinčio asmens pašalinti gedimą ir vėl įjunkite galinį tašką. Nepristatyti pranešimai saugomi 30 dienų.',
  },
  maintenanceUpdated: {
    subject: message('Jūsų pranešimas apie gedimą: {title}'),
    lead: message('Jūsų pranešimas apie gedimą: „{title}“.'),
    statuses: {
      new: 'Pranešimas gautas.',
      in_progress: 'Gedimas tvarkomas.',
      resolved: 'Darbas atliktas. Jei gedimas nepašalintas, prašome pranešti.',
      closed: 'Pranešimas uždarytas.',
      cancelled: 'Pranešimas atšauktas.',
    },
    button: 'Peržiūrėti pranešimą',
  },
  readingReminder: {
    subject: message('Prašome pateikti skaitiklių rodmenis: {apartment}'),
    lead: message('Dar laukiame šio buto skaitiklių rodmenų: {apartment}.'),
    lastDay: message('Paskutinė diena – {day}.'),
    button: 'Pateikti rodmenis',
    estimate: 'Jei rodmenų nebus, suvartojimas bus apskaičiuotas pagal ankstesnius mėnesius.',
  },
  invoice: {
    subject: message('Sąskaita {number}: {about}'),
    lead: message('Prie laiško pridėta sąskaita {number}. {about}'),
    nothingDue: 'Šios sąskaitos apmokėti nereikia.',
  },
  paymentReminder: {
    subject: message('Priminimas: sąskaita {number} neapmokėta'),
    lead: message('Sąskaitos {number} apmokėjimo terminas praėjo: {apartment}.'),
    paid: 'Jei jau sumokėjote, nieko daryti nereikia.',
  },
  payment: {
    balanceDue: 'Mokėti',
    dueDate: 'Apmokėti iki',
    payee: 'Gavėjas',
    iban: 'Sąskaitos Nr.',
    reference: 'Įmokos kodas',
    pay: 'Apmokėti sąskaitą',
    viewInvoice: 'Peržiūrėti sąskaitą',
  },
  securityChange: {
    changes: {
      account_changed: 'Pakeista sąskaita, į kurią mokama',
      account_undone: 'Sąskaitos pakeitimas atšauktas',
      bank_added: 'Pridėtas bankas mokėjimams',
      bank_changed: 'Pakeistas susitarimas su banku',
      bank_removed: 'Pašalintas bankas mokėjimams',
      key_made: 'Sukurtas API raktas',
      key_changed: 'Pakeisti API rakto leidžiami tinklai',
      key_replaced: 'API raktas pakeistas nauju',
      key_revoked: 'Atšauktas API raktas',
      password_changed: 'Pakeistas slaptažodis',
      member_joined: 'Prie organizacijos prisijungė naujas narys',
      role_changed: 'Pakeistas nario vaidmuo',
      member_removed: 'Pašalintas narys',
      invitation_made: 'Dirbti organizacijoje pakviestas naujas žmogus',
    },
    fields: {
      iban: 'Banko sąskaita (IBAN)',
      beneficiary: 'Gavėjas',
      role: 'Vaidmuo',
      keyHint: 'Raktas',
      expiresAt: 'Galioja iki',
      access: 'Prieiga',
      buildings: 'Tik namai',
      networks: 'Tik tinklai',
      previousUntil: 'Senas raktas veikia iki',
      title: 'Pavadinimas',
      provider: 'Rūšis',
      url: 'Adresas',
      merchant: 'Prekybininkas',
      bankId: 'Banko kodas',
      version: 'Versija',
      service: 'Paslauga',
      key: 'Mūsų raktas',
      bankKey: 'Banko raktas',
    },
    readOnly: 'tik skaityti',
    roles: {
      owner: 'pagrindinis naudotojas',
      manager: 'administratorius',
      accountant: 'buhalteris',
      resident: 'gyventojas',
    },
    none: 'nėra',
    by: 'Atliko',
    key: 'API raktas',
    operator: 'paslaugos valdytojas',
    unexpected: 'Jei to nesitikėjote, peržiūrėkite saugumo žurnalą „Haldur“ nustatymuose ir iš karto ten pataisykite.',
    undoLead:
      'Jei to nesitikėjote, iš karto atšaukite pakeitimą: bus grąžinta ankstesnė sąskaita. Sistemoje „Haldur“ naujoji sąskaita pažymėta kaip nepatvirtinta, kol ją patvirtins pagrindinis naudotojas.',
    undo: 'Atšaukti pakeitimą',
    undoUntil: 'Nuoroda veikia vieną kartą. Paskutinė jos diena',
  },
};
