// Lithuanian words of the checklist before invoices are generated.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const checks: Words['checks'] = {
  none: 'Nėra ko tikrinti.',
  gravities: {
    blocks: 'Pirmiausia ištaisykite',
    leaves_out: 'Šie butai sąskaitos negaus',
    money: 'Sumos, kurios gali būti neteisingos',
    review: 'Verta peržiūrėti',
  },
  titles: {
    negative_remainder: 'Likutis taptų neigiamas',
    negative_invoice: 'Neigiama sąskaita',
    amount_changed: 'Didelis pokytis, palyginti su ankstesniu mėnesiu',
    account_missing: 'Nėra banko sąskaitos: gyventojai negalės apmokėti šių sąskaitų',
    name_not_printable: 'Vardas raidėmis, kurių PDF negali parodyti: parašykite jį lotyniškomis raidėmis',
  },
  fixes: {
    apartments: 'Atidaryti butus',
    bill: 'Įvesti tiekėjų sąskaitas',
    charges: 'Atidaryti mokesčius',
    earlier: 'Parengti ankstesnį mėnesį',
    invoices: 'Atidaryti sąskaitas',
    meters: 'Atidaryti skaitiklius',
    readings: 'Įvesti rodmenis',
    usage: 'Palyginti suvartojimą',
  },
  showAll: message('Rodyti visus ({count})'),
  usually: message('{quantity}, paprastai {usual}'),
  otherApartments: message('{quantity}, kituose butuose {usual}'),
  remainder: message('namo įvadinis skaitiklis {main}, butai {explained}, skirtumas {difference}'),
  estimated: message('{quantity}, apskaičiuota apytiksliai'),
  between: message('{quantity}, apskaičiuota dienomis tarp {from} ir {to} rodmenų'),
  recipientsFrom: message('gavėjai tik nuo {day}'),
  verifiedUntil: message('patikra galioja iki {day}'),
  since: message('nuo {day}'),
  laterInvoice: message('yra sąskaitoje nuo {day}'),
  firstReading: message('pirmieji rodmenys {value}, {day}'),
  countedFrom: message('skaičiuojama nuo {value}'),
  handedOver: message('buto savininkas arba gyventojas pasikeitė {day}'),
  changed: message('{amount}, anksčiau {previous}'),
  split: message('iš {bill} sąskaitose jau yra {invoiced}, trūkstamose būtų {missing}'),
};
