// Latvian words of the checklist before invoices are generated.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const checks: Words['checks'] = {
  none: 'Nav nekā, ko pārbaudīt.',
  gravities: {
    blocks: 'Vispirms jāizlabo',
    leaves_out: 'Šie dzīvokļi rēķinu nesaņems',
    money: 'Summas, kas var būt nepareizas',
    review: 'Vērts apskatīt',
  },
  titles: {
    negative_remainder: 'Atlikums kļūtu negatīvs',
    negative_invoice: 'Negatīvs rēķins',
    amount_changed: 'Lielas izmaiņas pret iepriekšējo mēnesi',
    account_missing: 'Nav norēķinu konta: iedzīvotāji nevar apmaksāt šos rēķinus',
    name_not_printable: 'Vārds ar burtiem, ko PDF nevar attēlot: rakstiet to ar latīņu burtiem',
  },
  fixes: {
    apartments: 'Atvērt dzīvokļus',
    bill: 'Ievadīt piegādātāju rēķinus',
    charges: 'Atvērt pakalpojumus',
    earlier: 'Sagatavot agrāko mēnesi',
    invoices: 'Atvērt rēķinus',
    meters: 'Atvērt skaitītājus',
    readings: 'Ievadīt rādījumus',
    usage: 'Salīdzināt patēriņu',
  },
  showAll: message('Rādīt visus ({count})'),
  usually: message('{quantity}, parasti {usual}'),
  otherApartments: message('{quantity}, citos dzīvokļos {usual}'),
  remainder: message('mājas skaitītājs {main}, dzīvokļi {explained}, starpība {difference}'),
  estimated: message('{quantity}, aplēsts'),
  between: message('{quantity}, aprēķināts pa dienām starp {from} un {to} rādījumiem'),
  recipientsFrom: message('saņēmēji tikai no {day}'),
  verifiedUntil: message('verificēts līdz {day}'),
  since: message('kopš {day}'),
  laterInvoice: message('ir rēķinā no {day}'),
  firstReading: message('pirmais rādījums {value}, {day}'),
  countedFrom: message('skaita no {value}'),
  handedOver: message('dzīvokļa īpašnieks vai iedzīvotājs mainījās {day}'),
  changed: message('{amount}, iepriekš {previous}'),
  split: message('no {bill} rēķinos jau ir {invoiced}, trūkstošajos būtu {missing}'),
};
