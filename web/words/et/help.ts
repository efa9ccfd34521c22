// Estonian explanations of hard terms.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const help: Words['help'] = {
  about: message('Selgitus: {term}'),
  topics: {
    allocation: {
      term: 'Laekumise sidumine',
      text: 'Sidumine näitab, millise arve laekumine tasub ja kui suures osas. Ühe laekumisega saab tasuda mitu arvet ja ühte arvet mitme laekumisega. Iga sidumise saab tagasi võtta; raha ootab siis uut sidumist.',
    },
    basis: {
      term: 'Jaotusalus',
      text: 'Mille järgi kulu arvutatakse: pindala, elanike arv, võrdsed osad, arvestid jne. Kulul on kas ühikuhind või tarnija arve, mis jagatakse võrdeliselt. Arve osad annavad kokku täpselt arve summa, sendi täpsusega.',
    },
    closing: {
      term: 'Suletud periood',
      text: 'Periood suletakse, kui mõni selle arve on saadetud või tasutud. Pärast seda perioodi ostuarved enam ei muutu. Hiljem saabunud arved lisatakse parandusega: iga korter saab vahe kohta lisaarve või kreeditarve.',
    },
    correctedReading: {
      term: 'Näidu parandamine',
      text: 'Kinnitatud näitu üle ei kirjutata. Sisestage uus näit, mis seda asendab; mõlemad jäävad ajalukku. Saadetud arved ei muutu: vahe tasaarveldatakse järgmisel arvel.',
    },
    creditNote: {
      term: 'Kreeditarve',
      text: 'Kreeditarve tühistab arve täielikult või osaliselt; arve ise jääb selliseks, nagu see saadeti. Kreeditarve summaga kaetakse kõigepealt sama arve jääk, seejärel korteri teised tasumata arved. Ülejääk jääb järgmise arve jaoks ettemaksuks.',
    },
    mainMeter: {
      term: 'Peaarvesti',
      text: 'Peaarvesti mõõdab kogu maja tarbimist. Otse selle järgi kellelegi arvet ei esitata. Seda, mida peaarvesti mõõtis rohkem kui korterite arvestid kokku, saab arvestada üldkuluna.',
    },
    matching: {
      term: 'Kuidas laekumised seotakse',
      text: 'Väljavõtte laekumised seotakse arvetega viitenumbri, arve numbri ja maksja järgi, mitte kunagi ainult summa järgi. Mis ei ole kindel, ootab Teie otsust. Varem imporditud read tuntakse ära, seega võivad väljavõtted kattuda.',
    },
    oneOff: {
      term: 'Ühekordne tasu',
      text: 'Ühele korterile üks kord lisatav tasu või krediit, näiteks uus võti. See lisatakse korteri järgmisele arvele. Kui see arve tühistatakse, siis sellele järgnevale.',
    },
    payerPeriod: {
      term: 'Kes milliste päevade eest maksab',
      text: 'Kui korter vahetab perioodi sees omanikku või üürnikku, saab kumbki pool arve oma päevade eest. Kokku arvestatakse periood arvetele üks kord. Tarbimise jagavad üleandmise päeva näidud.',
    },
    prepayment: {
      term: 'Ettemaks',
      text: 'Raha, mille korter on ette maksnud, või kreeditarve ülejääk. See kasutatakse ära samade inimeste järgmisel arvel. Võite ka märkida, et olete selle tagasi maksnud.',
    },
    reference: {
      term: 'Viitenumber',
      text: 'Number, mille elanik maksele lisab, et makse leiaks õige korteri. Viitenumber on püsiv; selle viimane number on kontrollnumber, mis aitab vältida kirjavigu. Õige viitenumbriga laekumised seotakse automaatselt.',
    },
    remainder: {
      term: 'Üldkulu',
      text: 'See, mida peaarvesti mõõtis rohkem kui korterite arvestid kokku: üldvesi, lekked ja eri päevadel loetud näidud. See jagatakse korterite vahel siin valitud viisil. Kui korterid mõõtsid peaarvestist rohkem, antakse vahe tagasi.',
    },
    reminder: {
      term: 'Meeldetuletus',
      text: 'E-kiri arve saajatele, kui arve on mõni päev pärast maksetähtaega endiselt tasumata. Iga maksetähtaja kohta saadetakse üks kiri. Ilma selle seadeta kellelegi meelde ei tuletata.',
    },
  },
};
