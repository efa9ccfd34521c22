// Lithuanian explanations of hard terms.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const help: Words['help'] = {
  about: message('Paaiškinimas: {term}'),
  topics: {
    allocation: {
      term: 'Mokėjimo priskyrimas',
      text: 'Priskyrimas rodo, kurią sąskaitą mokėjimas apmoka ir kokią jos dalį. Vienu mokėjimu galima apmokėti kelias sąskaitas, o vieną sąskaitą – keliais mokėjimais. Kiekvieną priskyrimą galima atšaukti; tada pinigai laukia kito.',
    },
    basis: {
      term: 'Paskirstymo pagrindas',
      text: 'Pagal ką skaičiuojamas mokestis: plotas, gyventojų skaičius, lygios dalys, skaitikliai ir kt. Mokestis turi arba vieneto kainą, arba tiekėjo sąskaitą, kuri dalijama proporcingai. Sąskaitos dalių suma sutampa su ja cento tikslumu.',
    },
    closing: {
      term: 'Uždarytas laikotarpis',
      text: 'Laikotarpis uždaromas, kai kuri nors jo sąskaita išsiųsta arba apmokėta. Nuo tada jo tiekėjų sąskaitos nebesikeičia. Vėliau gautos sąskaitos pridedamos taisymu: kiekvienas butas už skirtumą gauna papildomą arba kreditinę sąskaitą.',
    },
    correctedReading: {
      term: 'Rodmens taisymas',
      text: 'Patvirtintas rodmuo neperrašomas. Įveskite naują, kuris jį pakeičia; abu lieka istorijoje. Išsiųstos sąskaitos nesikeičia: skirtumą išlygina kita sąskaita.',
    },
    creditNote: {
      term: 'Kreditinė sąskaita',
      text: 'Kreditinė sąskaita panaikina visą sąskaitą arba jos dalį; pati sąskaita lieka tokia, kokia buvo išsiųsta. Jos suma pirmiausia padengia tos sąskaitos likutį, tada kitas neapmokėtas buto sąskaitas. Likusi dalis lieka kitai sąskaitai.',
    },
    mainMeter: {
      term: 'Įvadinis skaitiklis',
      text: 'Įvadinis skaitiklis matuoja viso namo suvartojimą. Tiesiogiai pagal jį niekam sąskaita neišrašoma. Tai, ką jis užfiksavo daugiau nei butų skaitikliai, galima apmokestinti kaip skirtumą.',
    },
    matching: {
      term: 'Kaip priskiriami mokėjimai',
      text: 'Išrašo mokėjimai sąskaitoms priskiriami pagal įmokos kodą, sąskaitos numerį ir mokėtoją, niekada vien pagal sumą. Kas neaišku, laukia jūsų sprendimo. Jau importuotos eilutės atpažįstamos, todėl išrašai gali persidengti.',
    },
    oneOff: {
      term: 'Vienkartinis mokestis',
      text: 'Mokestis arba kreditas vienam butui vieną kartą, pavyzdžiui, už naują raktą. Jis įtraukiamas į kitą buto sąskaitą. Jei ji anuliuojama – į dar kitą.',
    },
    payerPeriod: {
      term: 'Kas moka už kurias dienas',
      text: 'Jei per laikotarpį keičiasi buto savininkas arba nuomininkas, kiekviena pusė gauna sąskaitą už savo dienas. Abi sąskaitos kartu laikotarpį apmokestina vieną kartą. Suvartojimą padalija pasikeitimo dienos rodmenys.',
    },
    prepayment: {
      term: 'Permoka',
      text: 'Pinigai, kuriuos butas sumokėjo iš anksto, arba kreditinės sąskaitos likutis. Juos panaudoja tų pačių žmonių kita sąskaita. Taip pat galite pažymėti, kad juos grąžinote.',
    },
    reference: {
      term: 'Įmokos kodas',
      text: 'Numeris, kurį gyventojai įrašo mokėdami, kad mokėjimas rastų savo butą. Jis nuolatinis; paskutinis skaitmuo yra kontrolinis ir saugo nuo rašymo klaidų. Mokėjimai su teisingu įmokos kodu priskiriami automatiškai.',
    },
    remainder: {
      term: 'Skirtumas',
      text: 'Tai, ką įvadinis skaitiklis užfiksavo daugiau nei butų skaitikliai: bendras vanduo, nuotėkiai ir skirtingomis dienomis nurašyti rodmenys. Jis padalijamas butams taip, kaip čia pasirenkate. Jei butai užfiksavo daugiau, skirtumas grąžinamas.',
    },
    reminder: {
      term: 'Mokėjimo priminimas',
      text: 'El. laiškas sąskaitos gavėjams, jei sąskaita kelias dienas po termino vis dar neapmokėta. Dėl kiekvieno termino jis siunčiamas vieną kartą. Be šio nustatymo niekam neprimenama.',
    },
  },
};
