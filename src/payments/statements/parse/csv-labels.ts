// Labels in the cells of CSV exports: the direction of a payment, whether it is booked, and whether a row is a balance or a sum instead of a payment.
import { normaliseUnicode } from '../../../platform/values/text.ts';

/** The direction that a cell names, in any supported language; undefined for any other word. */
export function directionOf(text: string): 'credit' | 'debit' | undefined {
  const word = foldText(text);
  if (/^(c|k|cr|kr|crdt|credit|kreedit|kredits?|kreditas|кредит|к|haben|h|in|bij|\+|eingang|incoming)$/.test(word))
    return 'credit';
  if (/^(d|dr|db|dbit|debit|deebet|debets?|debetas|дебет|дебит|д|soll|s|out|af|-|ausgang|outgoing)$/.test(word))
    return 'debit';
  return incoming.test(word) ? 'credit' : outgoing.test(word) ? 'debit' : undefined;
}

const incoming =
  /^(laekumine|laekuv( makse)?|sissetulek|sissetulev( makse)?|sissemakse|money in|paid in|received|incoming (payment|transfer)|deposit|ienakums|ienakosais( maksajums)?|iplaukos|pajamos|gauta|gautas( mokejimas)?|приход|поступление|зачисление|входящии( платеж)?|gutschrift|zugang)$/;
const outgoing =
  /^(valjaminek|valjamakse|valjaminev( makse)?|money out|paid out|sent|outgoing (payment|transfer)|withdrawal|izdevums|izejosais( maksajums)?|islaidos|issiusta|issiustas( mokejimas)?|расход|списание|исходящии( платеж)?|lastschrift|belastung|abgang)$/;

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

/** The meaning of a whole label: a balance, a turnover ('other'), or a word that a payer may write too, such as "total" alone ('sum'). */
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

/** Whether a label contains a word for a sum or a balance. A payer may write one too, so it decides only where nothing else in the row belongs to a payment. */
export function namesSum(text: string): boolean {
  return text.length <= 100 && sumWords.test(foldText(text));
}

/** Text in lower case without diacritics, so that exports that lost them are read too. */
export function foldText(text: string): string {
  return normaliseUnicode(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
