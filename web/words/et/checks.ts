// Estonian words of the checklist before invoices are generated.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const checks: Words['checks'] = {
  none: 'Kontrollida ei ole midagi.',
  gravities: {
    blocks: 'Need tuleb enne parandada',
    leaves_out: 'Need korterid jäävad arveta',
    money: 'Summad, mis võivad olla valed',
    review: 'Vaadake üle',
  },
  titles: {
    negative_remainder: 'Jääk läheks miinusesse',
    negative_invoice: 'Negatiivne arve',
    amount_changed: 'Suur muutus võrreldes eelmise kuuga',
    account_missing: 'Arvelduskonto puudub: elanikud ei saa neid arveid maksta',
    name_not_printable: 'Nimi tähtedega, mida PDF ei näita: kirjuta see ladina tähtedega',
  },
  fixes: {
    apartments: 'Ava korterid',
    bill: 'Sisesta ostuarved',
    charges: 'Ava kululiigid',
    earlier: 'Koosta varasem kuu',
    invoices: 'Ava arved',
    meters: 'Ava arvestid',
    readings: 'Sisesta näidud',
    usage: 'Võrdle tarbimist',
  },
  showAll: message('Näita kõiki ({count})'),
  usually: message('{quantity}, tavaliselt {usual}'),
  otherApartments: message('{quantity}, teistes korterites {usual}'),
  remainder: message('peaarvesti {main}, korterid {explained}, vahe {difference}'),
  estimated: message('{quantity}, hinnanguline'),
  between: message('{quantity}, arvutatud päevade järgi näitude {from} ja {to} vahel'),
  recipientsFrom: message('saajad alles alates {day}'),
  verifiedUntil: message('taadeldud kuni {day}'),
  since: message('alates {day}'),
  laterInvoice: message('on arvel alates {day}'),
  firstReading: message('esimene näit {value}, {day}'),
  countedFrom: message('arvestatakse näidust {value}'),
  handedOver: message('korteri omanik või elanik vahetus {day}'),
  changed: message('{amount}, varem {previous}'),
  split: message('summast {bill} on arvetel {invoiced}, puuduvatele jääks {missing}'),
};
