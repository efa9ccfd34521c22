// Latvian explanations of hard terms.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const help: Words['help'] = {
  about: message('Skaidrojums: {term}'),
  topics: {
    allocation: {
      term: 'Maksājuma piesaiste',
      text: 'Piesaiste rāda, kuru rēķinu maksājums apmaksā un kādā apmērā. Ar vienu maksājumu var apmaksāt vairākus rēķinus, un vienu rēķinu – ar vairākiem maksājumiem. Katru piesaisti var atsaukt; tad nauda gaida citu.',
    },
    basis: {
      term: 'Sadales pamats',
      text: 'Pēc kā aprēķina izmaksas: platība, iedzīvotāju skaits, vienādas daļas, skaitītāji un citi. Izmaksām ir vai nu vienības cena, vai piegādātāja rēķins, ko sadala proporcionāli. Rēķina daļu summa sakrīt ar rēķinu līdz centam.',
    },
    closing: {
      term: 'Slēgts periods',
      text: 'Periods tiek slēgts, kad kāds tā rēķins ir nosūtīts vai apmaksāts. Pēc tam tā piegādātāju rēķini vairs nemainās. Vēlāk saņemtos rēķinus pievieno ar labojumu: katrs dzīvoklis par starpību saņem papildu rēķinu vai kredītrēķinu.',
    },
    correctedReading: {
      term: 'Rādījuma labošana',
      text: 'Apstiprinātu rādījumu nepārraksta. Ievadiet jaunu, kas to aizstāj; abi paliek vēsturē. Nosūtītie rēķini nemainās: starpību izlīdzina nākamais rēķins.',
    },
    creditNote: {
      term: 'Kredītrēķins',
      text: 'Kredītrēķins atceļ rēķinu pilnībā vai daļēji; pats rēķins paliek tāds, kāds tika nosūtīts. Tā summa vispirms sedz šī rēķina atlikumu, pēc tam citus neapmaksātos dzīvokļa rēķinus. Pārpalikums paliek nākamajam rēķinam.',
    },
    mainMeter: {
      term: 'Mājas skaitītājs',
      text: 'Mājas skaitītājs mēra visas mājas patēriņu. Tieši pēc tā nevienam rēķinu neizraksta. To, ko tas uzskaitīja vairāk nekā dzīvokļu skaitītāji, var iekļaut rēķinos kā starpību.',
    },
    matching: {
      term: 'Kā piesaista maksājumus',
      text: 'Konta izraksta maksājumus rēķiniem piesaista pēc maksājuma atsauces, rēķina numura un maksātāja, nekad tikai pēc summas. Kas nav droši, gaida jūsu lēmumu. Jau importētās rindas tiek atpazītas, tāpēc izraksti var pārklāties.',
    },
    oneOff: {
      term: 'Vienreizēja maksa',
      text: 'Maksa vai kredīts vienam dzīvoklim vienu reizi, piemēram, par jaunu atslēgu. To iekļauj nākamajā dzīvokļa rēķinā. Ja šo rēķinu atceļ, tad aiznākamajā.',
    },
    payerPeriod: {
      term: 'Kurš maksā par kurām dienām',
      text: 'Ja dzīvoklim perioda laikā mainās īpašnieks vai īrnieks, katra puse saņem rēķinu par savām dienām. Abi rēķini kopā ietver periodu vienu reizi. Patēriņu sadala maiņas dienas rādījumi.',
    },
    prepayment: {
      term: 'Avanss',
      text: 'Nauda, ko dzīvoklis samaksājis uz priekšu, vai kredītrēķina pārpalikums. To izmanto to pašu cilvēku nākamais rēķins. Varat arī atzīmēt, ka esat to atmaksājuši.',
    },
    reference: {
      term: 'Maksājuma atsauce',
      text: 'Numurs, ko iedzīvotāji raksta maksājumā, lai tas atrastu savu dzīvokli. Tas ir pastāvīgs; pēdējais cipars ir kontrolcipars pret rakstīšanas kļūdām. Maksājumus ar pareizu atsauci piesaista automātiski.',
    },
    remainder: {
      term: 'Starpība',
      text: 'Tas, ko mājas skaitītājs uzskaitīja vairāk nekā dzīvokļu skaitītāji: koplietošanas ūdens, noplūdes un dažādās dienās nolasīti rādījumi. To sadala dzīvokļiem tā, kā šeit izvēlaties. Ja dzīvokļi uzskaitīja vairāk, starpību atdod.',
    },
    reminder: {
      term: 'Maksājuma atgādinājums',
      text: 'E-pasts rēķina saņēmējiem, ja rēķins dažas dienas pēc termiņa joprojām nav apmaksāts. Par katru termiņu to nosūta vienu reizi. Bez šī iestatījuma nevienam neatgādina.',
    },
  },
};
