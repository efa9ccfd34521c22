// Lithuanian words of second factors and confirmations.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const secondFactors: Words['secondFactors'] = {
  title: 'Dviejų žingsnių prisijungimas',
  lead: 'Prieigos raktas arba programėlės kodas kartu su slaptažodžiu saugo jūsų paskyrą nuo kitų.',
  none: 'Dar neturite nei prieigos rakto, nei autentifikavimo programėlės.',
  addPasskey: 'Pridėti prieigos raktą',
  addApp: 'Pridėti autentifikavimo programėlę',
  passkey: 'Prieigos raktas',
  app: 'Autentifikavimo programėlė',
  name: 'Pavadinimas',
  nameHint: 'Kaip jį vadinate, pavyzdžiui, pagal įrenginį.',
  kind: 'Rūšis',
  added: 'Pridėta',
  rename: 'Pervadinti',
  renamed: 'Pervadinta.',
  removed: 'Pašalinta.',
  remove: 'Pašalinti tapatybės patvirtinimo priemonę',
  removeLead: message('„{name}“ nebegalios prisijungiant.'),
  passkeyLead: 'Įrenginys paprašys PIN kodo, piršto atspaudo arba veido. Tada galėsite prisijungti be slaptažodžio.',
  passkeyUnavailable:
    'Šiuo adresu prieigos raktai neveikia: naršyklei reikia adreso su vardu ir https. Naudokite autentifikavimo programėlę.',
  passkeyElsewhere: message('Prieigos raktai veikia adresu {origin}. Norėdami pridėti, atverkite „Haldur“ ten.'),
  passkeyExists: 'Šiame įrenginyje „Haldur“ prieigos raktas jau yra.',
  appLead: 'Nuskaitykite šį kodą autentifikavimo programėle telefone.',
  qrCode: 'QR kodas autentifikavimo programėlei',
  secret: 'Arba įveskite programėlėje šį raktą',
  code: 'Programėlės kodas',
  done: 'Pridėta.',
  recoveryCodes: 'Atkūrimo kodai',
  codesLeft: message('Liko atkūrimo kodų: {count}'),
  codesLead:
    'Laikykite šiuos kodus saugioje vietoje. Praradę įrenginį, su kiekvienu iš jų galėsite prisijungti vieną kartą. Jie rodomi tik dabar.',
  renewCodes: 'Nauji atkūrimo kodai',
  renewLead: 'Ankstesni atkūrimo kodai nebegalios.',
  saveCodes: 'Išsaugoti faile',
  codesStored: 'Juos išsaugojau',
  stepTitle: 'Antras žingsnis',
  usePasskey: 'Naudoti prieigos raktą',
  stepCode: 'Kodas',
  codeHint:
    'Šeši skaitmenys iš autentifikavimo programėlės arba atkūrimo kodas. Jei kodas tuoj pasikeis, palaukite kito.',
  recoveryHint: 'Vienas iš jūsų atkūrimo kodų.',
  next: 'Tęsti',
  startOver: 'Pradėti iš naujo',
  signInByPasskey: 'Prisijungti prieigos raktu',
  confirmTitle: 'Patvirtinkite, kad tai jūs',
  confirmLead: 'Šiam pakeitimui to reikia dar kartą. Galioja penkias minutes.',
  password: 'Jūsų slaptažodis',
  confirm: 'Patvirtinti',
  rule: 'Darbuotojų dviejų žingsnių prisijungimas',
  ruleLead:
    'Įjungus, pagrindiniams naudotojams, valdytojams ir buhalteriams reikia prieigos rakto arba autentifikavimo programėlės. Kas jų neturi, gali tik juos nustatyti.',
  ruleSwitch: 'Reikalauti dviejų žingsnių prisijungimo',
  ruleRequired: 'privalomas',
  ruleOptional: 'savanoriškas',
  yes: 'Taip',
  no: 'Ne',
  gateTitle: 'Nustatykite dviejų žingsnių prisijungimą',
  gateLead:
    'Jūsų organizacija to reikalauja. Norėdami tęsti, pridėkite prieigos raktą arba autentifikavimo programėlę.',
  gateGive:
    'Jūsų organizacija reikalauja dviejų žingsnių prisijungimo. Norėdami tęsti, patvirtinkite antrąja priemone.',
  signOut: 'Atsijungti',
};
