// Labels in the cells of CSV exports: the direction of a payment, whether it is booked, and whether a row is a balance
// or a sum instead of a payment.
import { plainLetter, withoutAccents } from '../../../platform/values/text.ts';

/**
 * The direction that a cell names, in the languages of the headings; undefined for any other word. Words such as
 * payment or transfer beside it say nothing.
 */
export function directionOf(text: string): Direction | undefined {
  if (text.length > maxLabelLength) return undefined;
  const word = foldText(text).replace(/[łøæđ]/g, plainLetter);
  if (marks.credit.has(word)) return 'credit';
  if (marks.debit.has(word)) return 'debit';
  const words = word.split(/[^\p{L}]+/u).filter((item) => item !== '' && !neutralWords.has(item));
  const rest = words.join(' ');
  return incomingWords.has(rest) ? 'credit' : outgoingWords.has(rest) ? 'debit' : undefined;
}

export type Direction = 'credit' | 'debit';

/** A longer cell is no label. */
const maxLabelLength = 60;
const wordSet = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/[|\n]/)
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** Marks that stand alone, besides the words below. */
const marks = {
  credit: wordSet('c | k | cr | kr | crdt | h | + | к'),
  debit: wordSet('d | dr | db | dbit | s | - | д'),
} as const;

/** Words beside a direction: money, payments and transfers. */
const neutralWords = wordSet(`
  payment | payments | transfer | transfers | transaction | money | funds | amount | bank | sepa | wire | instant | the | of | from | to
  makse | maksed | ulekanne | raha | maksajums | maksajumi | parskaitijums | mokejimas | mokejimai | pavedimas | lesos
  платеж | платежи | перевод | переводы | средства | средств | деньги | zahlung | zahlungen | uberweisung | buchung | betrag
  paiement | virement | operation | operazione | pagamento | bonifico | movimento | betaling | overboeking | betalning | overforing | overforsel
  maksu | maksut | tilisiirto | przelew | platnosc | kwota | platba | uhrada | prevod | pago | transferencia`);

/** In lower case, without diacritics, and without the words above. */
const incomingWords = wordSet(`
  credit | credited | income | incomes | inflow | incoming | in | inbound | received | receipt | receipts | deposit | deposits | deposited | paid in
  pay in | payin | topup | top up | inward
  kreedit | laekumine | laekumised | laekunud | laekuv | sissetulek | sissetulekud | sissetulev | sissemakse | sissemaksed | sisse | sissetulnud | saabuv | saabunud
  tulu | tulud
  kredits | kredit | ienakums | ienakumi | ienemumi | ienakosais | ienakosie | iemaksa | iemaksas | ieskaitits | sanemts | sanemtais
  kreditas | pajamos | iplauka | iplaukos | imoka | imokos | gauta | gautas | gautos | gautasis | ieinantis | ieinanti | ieinancios | iskaityta
  кредит | приход | приходы | поступление | поступления | зачисление | зачислено | пополнение | доход | доходы | получено | входящии | входящее | входящие
  haben | eingang | eingange | eingehend | gutschrift | gutschriften | einnahme | einnahmen | einzahlung | einzahlungen | zugang | erhalten
  zahlungseingang | geldeingang
  recu | recue | recette | recettes | revenu | revenus | encaissement | encaissements | entree | entrees | entrant | depot | versement
  entrata | entrate | in entrata | accredito | accrediti | incasso | incassi | avere | ricevuto | versamento | introito
  bij | ontvangen | ontvangst | ontvangsten | inkomst | inkomsten | inkomend | inkomende | storting | bijschrijving | bijgeschreven
  insattning | insattningar | inbetalning | inbetalningar | inkomster | inkommande | mottagen | mottaget | insatt
  ind | indbetaling | indbetalinger | indsat | indtaegt | indtaegter | indgaende | modtaget
  inn | innbetaling | innbetalinger | innskudd | inntekt | inntekter | inngaende | innkommende | mottatt
  pano | panot | tulo | tulot | saapuva | saapuneet | hyvitys | talletus | saatu | saadut
  uznanie | uznania | wplyw | wplywy | wplata | wplaty | przychod | przychody | przychodzacy | przychodzace | przychodzaca | otrzymany | otrzymano
  prichozi | prijem | prijmy | prijata | pripsani | vklad | prichadzajuca | prichadzajuce | pripisanie
  ingreso | ingresos | abono | abonos | haber | entrada | recibido | recibida`);
const outgoingWords = wordSet(`
  debit | debited | expense | expenses | outflow | outgoing | outgo | out | outbound | sent | withdraw | withdrawal | withdrawals | withdrawn | paid out
  pay out | payout | spent | spending | outward | expenditure
  deebet | valjaminek | valjaminekud | valjaminev | valjamakse | valjamaksed | valja | valjunud | valjuv | kulu | kulud | kulutus
  debets | debet | izdevums | izdevumi | izejosais | izejosie | izmaksa | izmaksas | nosutits | norakstits
  debetas | islaidos | islaida | ismoka | ismokos | issiusta | issiustas | issiustos | iseinantis | iseinanti | iseinancios | nurasyta
  дебет | дебит | расход | расходы | списание | списания | списано | отправлено | исходящии | исходящее | исходящие
  soll | ausgang | ausgange | ausgehend | lastschrift | lastschriften | belastung | belastungen | ausgabe | ausgaben | auszahlung | auszahlungen
  abgang | abbuchung | gesendet | zahlungsausgang | geldausgang
  envoye | envoyee | depense | depenses | decaissement | decaissements | sortie | sorties | sortant | retrait | retraits | prelevement
  uscita | uscite | in uscita | addebito | addebiti | spesa | spese | dare | inviato | prelievo | esborso
  af | uitgave | uitgaven | uitgaand | uitgaande | verzonden | opname | afschrijving | afgeschreven
  uttag | utbetalning | utbetalningar | utgift | utgifter | utgaende | skickad | skickat
  ud | udbetaling | udbetalinger | haevet | udgift | udgifter | udgaende | sendt
  ut | utbetaling | utbetalinger | uttak | utgift | utgifter | utgaende
  otto | otot | meno | menot | lahteva | lahtevat | veloitus | nosto | lahetetty
  obciazenie | obciazenia | wydatek | wydatki | wyplata | wyplaty | wychodzacy | wychodzace | wychodzaca | rozchod | rozchody | wyslany | wyslano
  odchozi | vydaj | vydaje | vydaj | odeslana | odepsani | vyber | vyplata | odchadzajuca | odchadzajuce | odpisanie
  gasto | gastos | cargo | cargos | debe | salida | enviado | enviada | retiro`);

/** Whether a state says that a row is booked; false for pending, failed or cancelled. Undefined for an unknown word. */
export function isBooked(text: string): boolean | undefined {
  const word = foldText(text);
  if (
    /^(completed?|booked|posted|settled|executed|processed|done|success(ful)?|approved|confirmed|cleared|ok|ок|umsatz gebucht|udført|utført|comptabilise)$/.test(
      word,
    )
  )
    return true;
  if (/^(teostatud|taidetud|lopetatud|kinnitatud|tehtud|izpildits|pabeigts|veikts|ivykdyta?s?|baigta?s?)$/.test(word))
    return true;
  if (/^(gebucht|ausgefuhrt|abgeschlossen|исполнено?|выполнено?|завершено?|проведено?)$/.test(word)) return true;
  return /^(umsatz )?(pending|processing|in progress|on hold|void|reserved|authori[sz]ed|rever(ted|sed)|declined|failed|rejected|cancell?ed|expired|scheduled|deleted|created|draft|ootel|broneeritud|tuhistatud|tagasi lukatud|ebaonnestunud|gaida|rezervets|atcelts|noraidits|laukiama|rezervuota|atsaukta|atmesta|vorgemerkt|offen|varaus|reserver(at|ad|t|et)|venter|slettet|en attente|in sospeso|storniert|abgelehnt|ausstehend|ожидани[ея]|в обработке|отменено?|отклонено?)$/.test(
    word,
  )
    ? false
    : undefined;
}

export type BalanceKind = 'opening' | 'closing' | 'other';

/**
 * The meaning of a whole label: a balance, a turnover ('other'), or a word that a payer may write too, such as "total"
 * alone ('sum').
 */
export function balanceIn(text: string): BalanceKind | 'sum' | undefined {
  if (text.length > 100 || !balanceStems.test(text)) return undefined;
  const words = foldText(text)
    .replace(/[\d.,:;/()+-]|(?<!\p{L})(eur|usd|gbp|kuni|until|to|from|as of|on|uz|vom|per|am|на|по)(?!\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (openings.test(words)) return 'opening';
  if (closings.test(words)) return 'closing';
  if (turnovers.test(words)) return 'other';
  return sums.test(words) ? 'sum' : undefined;
}

/** Every label contains one of these: a quick test that excludes most cells. */
const balanceStems =
  /sald|j[aä][aä]k|balanc|atlik|likut|остат|сальд|stand|bestand|k[aä]i[vb]e|turnover|total|apgroz|apyvart|оборот|kokku|kop[aā]|pavisam|viso|итог|всего|sum|umsätze/i;
const openings =
  /^(algsaldo|algjaak|(saldo|jaak) perioodi alguses|(opening|starting|beginning|initial) balance|balance brought forward|sakuma (atlikums|saldo)|(atlikums|saldo) perioda sakuma|likutis (laikotarpio )?pradzi(ai|oje)|pradinis likutis|(входящии|начальныи) остаток|(начальное|входящее) сальдо|остаток начало( периода)?|anfangssaldo|anfangsbestand|alter (kontostand|saldo)|saldovortrag)$/;
const closings =
  /^(loppsaldo|loppjaak|(saldo|jaak) perioodi lopus|(closing|ending|final) balance|balance carried forward|beigu (atlikums|saldo)|(atlikums|saldo) perioda beig(as|u)|likutis (laikotarpio )?pabaig(ai|oje)|galutinis likutis|(исходящии|конечныи) остаток|(конечное|исходящее) сальдо|остаток конец( периода)?|endsaldo|endbestand|(neuer|letzter)? ?kontostand)$/;
const turnovers =
  /^((deebet|kreedit)?(kaive|kaibed)( kokku)?|(total )?(debit|credit)? ?turnovers?|total (debits?|credits?)|((debeta|kredita) )?apgrozijums|((debeto|kredito) )?apyvarta|обороты?|оборот (дебету|кредиту|дебет|кредит)|umsatze gesamt)$/;
const sums =
  /^(kokku|summa kokku|saldo|jaak|totals?|grand total|sum|balance|kopa|pavisam|atlikums|(is )?viso|likutis|итого|всего|остаток|сальдо|summe|gesamt(summe)?|zwischensumme)$/;

const sumWords =
  /(?<!\p{L})(kokku|summa|kaive|kaibed|saldo|algsaldo|loppsaldo|jaak|totals?|sum|turnover|balance|kopa|pavisam|apgrozijums|atlikums|viso|apyvarta|likutis|итого|всего|оборот|обороты|остаток|сальдо|summe|gesamt|kontostand)(?!\p{L})/u;

/**
 * Whether a label contains a word for a sum or a balance. A payer may write one too, so it decides only where nothing
 * else in the row belongs to a payment.
 */
export function namesSum(text: string): boolean {
  return text.length <= 100 && sumWords.test(foldText(text));
}

/** Text in lower case without diacritics, so that exports that lost them are read too. */
export function foldText(text: string): string {
  return withoutAccents(text).toLowerCase().trim();
}
