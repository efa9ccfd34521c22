// Proves that reading external text takes time that grows linearly with its length, from 8,000 to 64,000 characters;
// and that many short texts are not dear, which a length limit would hide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJson, parseJson } from '../../src/http/json-body.ts';
import { preferredLanguage } from '../../src/http/preferred-language.ts';
import { makeValidator, Type, WordList } from '../../src/http/schemas.ts';
import { parseIdempotencyKey } from '../../src/http/validate-request.ts';
import { isInNetworks, parseNetwork } from '../../src/identity/key-networks.ts';
import { readPersonalCode } from '../../src/identity/providers/personal-codes.ts';
import { normaliseEmail } from '../../src/identity/sessions.ts';
import { networkOf, siteOf } from '../../src/identity/sign-in-throttle.ts';
import { isMagicToken, parseBearer, parseOneTimeToken, parseRefreshToken } from '../../src/identity/tokens.ts';
import { isPrintable, withLettersOf } from '../../src/invoicing/documents/font-letters.ts';
import { readPayLink } from '../../src/invoicing/sending/pay-link.ts';
import { oneLine } from '../../src/mail/letters/letter-words.ts';
import { isMainMeter } from '../../src/metering/meter-table.ts';
import { isWheelScale, scoreRegisterLikeness } from '../../src/metering/ocr/register-likeness.ts';
import { readOrderKey } from '../../src/payments/banklink/initiate-payment.ts';
import { macText, parseAmount, parseMoment } from '../../src/payments/banklink/ipizza.ts';
import { readToken } from '../../src/payments/banklink/montonio.ts';
import { readSearchTerms } from '../../src/payments/search-payments.ts';
import {
  canonicalReference,
  extractReferences,
  findApartmentNumbers,
  findReferencesInText,
  nameWords,
  swappedReferences,
  wordsIn,
} from '../../src/payments/statements/extract-references.ts';
import { plainText } from '../../src/payments/statements/import/same-booking.ts';
import { findOwnAccount } from '../../src/payments/statements/own-accounts.ts';
import {
  detectDecimalMark,
  detectMonthFirst,
  parseAmountText,
  parseDayText,
} from '../../src/payments/statements/parse/amounts-and-days.ts';
import { headingsKey, layoutByProfile } from '../../src/payments/statements/parse/bank-profile.ts';
import { bankProfiles } from '../../src/payments/statements/parse/bank-profiles.ts';
import * as labels from '../../src/payments/statements/parse/csv-labels.ts';
import {
  accountAbove,
  columnsInQuotes,
  describeHeadings,
  detectLayout,
  knownColumns,
} from '../../src/payments/statements/parse/csv-layout.ts';
import { currenciesNamed, currencyAbove } from '../../src/payments/statements/parse/heading-currency.ts';
import { isMt940 } from '../../src/payments/statements/parse/mt940.ts';
import { parseDetails } from '../../src/payments/statements/parse/mt940-details.ts';
import {
  bankIdOrNull,
  normaliseAccount,
  parseStatementAmount,
  tidyText,
} from '../../src/payments/statements/parse/statement-entry.ts';
import { nameWithInstitution, payerKeyOf, payerWordsOf, personIn } from '../../src/payments/statements/payer-names.ts';
import { possibleTypos } from '../../src/payments/suggest-matches.ts';
import { foreignFile } from '../../src/platform/files/foreign-files.ts';
import { detectPictureType } from '../../src/platform/files/pictures.ts';
import { foldText, quoteForMessage, readDay } from '../../src/platform/files/table-cells.ts';
import { decode } from '../../src/platform/files/text-encodings.ts';
import { chargeCode } from '../../src/platform/values/charge-code.ts';
import { isConsolePage } from '../../src/platform/values/console-page.ts';
import { csvLine } from '../../src/platform/values/csv.ts';
import { isDay, isInstant, isTimeZone } from '../../src/platform/values/dates.ts';
import { parseDecimal } from '../../src/platform/values/decimal.ts';
import { escapeHtml } from '../../src/platform/values/html.ts';
import { formatIban, normaliseIban } from '../../src/platform/values/iban.ts';
import { isId } from '../../src/platform/values/ids.ts';
import { isMailDomain, mailAddressProblem } from '../../src/platform/values/mail-address.ts';
import { normaliseUnicode, trimBothEndsOf } from '../../src/platform/values/text.ts';
import { numberKey } from '../../src/properties/apartments.ts';
import { isValidReference, isValidRf } from '../../src/properties/payment-reference.ts';
import { phoneKey } from '../../src/residents/match-rows.ts';
import { readSearch } from '../../src/search/read-search.ts';
import { checkTargetUrl } from '../../src/webhooks/targets.ts';
import { measureSlope, threadMs } from './measure-slope.ts';

const knownWord = makeValidator(Type.Object({ include: WordList(['positions', 'deleted']) }), 'query');

const notice = (orderToken: string) => ({ method: 'POST', encoding: 'UTF-8', fields: { orderToken } });

/** Every exported function that reads external text. A new one belongs here. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  accountAbove: (text) => accountAbove([text]),
  currencyAbove: (text) => currencyAbove([text]),
  columnsInQuotes: (text) => columnsInQuotes([`;${text}`], { separator: ';', width: 2 }),
  currenciesNamed: (text) => currenciesNamed([text, `${text} EUR`], { amount: 0 }, []),
  detailsOf: (text) => parseDetails([[text]]),
  detailsOfNumbered: (text) => parseDetails([['166?20', text]]),
  detailsOfSlashed: (text) => parseDetails([['/REMI/', text]]),
  headingsKey: (text) => headingsKey([text]),
  isMt940,
  knownColumns: (text) => knownColumns([text]),
  layoutByProfile: (text) => layoutByProfile(text, [], bankProfiles),
  ownAccountIn: (text) => findOwnAccount(text, new Map([['EE382200221020145685', 'EUR']])),
  amountOfText: parseAmountText,
  balanceIn: labels.balanceIn,
  canonical: canonicalReference,
  centsOfXml: parseStatementAmount,
  chargeCode: (text) => chargeCode(text, new Set()),
  personalCode: (text) => readPersonalCode(text, 'EE'),
  checkTargetUrl: (text) => checkTargetUrl(`https://${text}`, { allowPrivate: false, allowedPorts: [443] }),
  cluesOfReference: (text) => extractReferences({ references: [text], text: '' }),
  cluesOfText: (text) => extractReferences({ references: [], text }),
  csvLine: (text) => csvLine([text]),
  dayOfText: parseDayText,
  decode: (text) => decode(Buffer.from(text)),
  decodeOld: (text) => decode(Buffer.from(`${text}õ`, 'latin1')),
  directionOf: labels.directionOf,
  escaped: escapeHtml,
  fold: foldText,
  foldLabel: labels.foldText,
  foreignFile: (text) => foreignFile(Buffer.from(text)),
  headingsSeen: describeHeadings,
  idOf: bankIdOrNull,
  includedWord: (text) => knownWord({ include: `deleted,${text}` }),
  interestOf: (text) => scoreRegisterLikeness({ text, asRegister: text, size: 1, upright: 0.5 }),
  isBooked: labels.isBooked,
  isConsolePage: (text) => isConsolePage(`/console/${text}`),
  isDay,
  isId,
  isInstant,
  isJson,
  isMagicToken,
  isMailDomain,
  isMainMeter,
  isScale: isWheelScale,
  isTimeZone,
  isValidReference,
  isValidRf,
  kindOfPicture: (text) => detectPictureType(Buffer.from(text)),
  layoutOf: detectLayout,
  macText: (text) => macText({ VK_MSG: text }, ['VK_MSG']),
  mailAddressProblem,
  mailAddressOfDomain: (text) => mailAddressProblem(`a@${text}`),
  markOf: detectDecimalMark,
  monthFirstIn: detectMonthFirst,
  namesSum: labels.namesSum,
  nameWords,
  networkOf,
  siteOf,
  parseNetwork,
  isInNetworks: (text) => isInNetworks(text, ['192.0.2.0/24']),
  normalAccount: normaliseAccount,
  normalEmail: normaliseEmail,
  normalForm: (text) => normaliseUnicode(text, 'NFKD'),
  normalIban: normaliseIban,
  numberKey,
  oneLine,
  parseDecimal: (text) => parseDecimal(text, { decimals: 6, min: 0, max: 1 }),
  payerKey: payerKeyOf,
  isPrintable,
  payerWords: (text) => payerWordsOf(text, [text], 4500),
  payerName: (text) => nameWithInstitution(text, `${text}1`),
  personIn: (text) => personIn(`${text})`),
  phoneKey,
  plain: plainText,
  preferred: preferredLanguage,
  printedIban: formatIban,
  readAmount: parseAmount,
  readBearer: parseBearer,
  readDay: (text) => readDay(text, undefined),
  readMoment: parseMoment,
  readOneTime: (text) => parseOneTimeToken('hin_', `hin_${text}`),
  readOrderKey,
  readPayLink: (text) => readPayLink({ secretKey: Buffer.alloc(32) }, text),
  readRefreshToken: parseRefreshToken,
  readRepeatKey: parseIdempotencyKey,
  readSearch,
  readToken: (text) => readToken(notice(text), { url: 'https://example.org', merchant: 'm' }, 'secret', new Date()),
  referencesIn: findReferencesInText,
  apartmentsIn: findApartmentNumbers,
  shown: quoteForMessage,
  slips: possibleTypos,
  swapped: swappedReferences,
  search: readSearchTerms,
  tidy: tidyText,
  understandJson: (text) => parseJson(Buffer.from(text)),
  understandJsonText: (text) => parseJson(Buffer.from(JSON.stringify({ [text]: [text] }))),
  withoutEnds: (text) => trimBothEndsOf(text, ' 0'),
  wordsIn,
  withLettersOf: (text) => withLettersOf((codePoint) => codePoint < 0x250, text),
};

/** Called once for a file, so that its constant cost does not count. */
const oncePerFile: ReadonlySet<string> = new Set(['layoutOf', 'headingsSeen']);

const units = [
  ...[
    'a',
    ' ',
    '0',
    '1',
    'T',
    '.',
    ',',
    '*',
    '"',
    '(',
    '[',
    '{',
    '<',
    '-',
    '/',
    '\n',
    '\t',
    '%',
    ';',
    '@',
    'é',
    '\u0301',
  ],
  ...[
    '1 ',
    '1 234 ',
    '1,',
    '0\n',
    'a.',
    'a-',
    'a20aa-',
    'A2026-1',
    'RF12',
    'RF12 ',
    'EE12',
    'AB12 ',
    'TEL. ',
    'ARVE',
    'bbb ',
    'aa. ',
  ],
  ...[
    'saldo ',
    'kokku;',
    'T1:11',
    '10:00 ',
    '"a;',
    '"";',
    ';q=0',
    'charset="',
    '; q=',
    'kWh ',
    '1000 ',
    '€ ',
    '+372 ',
    '[[',
    '{"a":',
  ],
];
const attacks: readonly ((length: number) => string)[] = [
  ...units.flatMap((unit) => [
    (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
    (length: number) => `a ${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 4)}!x`,
  ]),
  (length) => `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`,
  (length) => `€${' '.repeat(length / 2 - 1)}1${' '.repeat(length / 2 - 1)}x`,
];

/** The maximum cost of a kilobyte, in milliseconds of a shared processor: on an idle one it is a tenth of that. */
const maxMsPerKilobyte = 6;
/** A call that is as quick as this has no time to hide a fault in, however the clock ticks. */
const quickMs = 30;
/** Linear is 1, the square 2; the rest is what a larger memory costs. */
const maxSlope = 1.5;
const [short, part, long] = [60, 8_000, 64_000];

/**
 * The problem with a reader’s cost under an attack; undefined when there is none. Only what looks slow at first is
 * measured exactly, as that takes seconds.
 */
async function fault(
  name: string,
  read: (text: string) => unknown,
  attack: (length: number) => string,
): Promise<string | undefined> {
  const [small, large] = [attack(short), attack(long)];
  const once = (text: string, times: number) => {
    const before = threadMs();
    for (let time = 0; time < times; time += 1) read(text);
    return threadMs() - before;
  };
  if (!oncePerFile.has(name)) {
    const times = 500;
    const each = once(small, 50) <= quickMs / 2 ? 0 : once(small, times) / times / (short / 1024);
    if (each > maxMsPerKilobyte) return `${each.toFixed(1)} ms for each kilobyte of ${short} characters`;
  }
  const whole = once(large, 1);
  const isLinear = () => whole <= (long / part) * once(attack(part), long / part);
  if (whole <= quickMs || (whole <= maxMsPerKilobyte * (long / 1024) && isLinear())) return undefined;
  const { slope, costs } = await measureSlope({ make: attack, run: read, from: part, ticks: 25 });
  const each = (costs.at(-1) ?? 0) / (long / 1024);
  if (each > maxMsPerKilobyte) return `${each.toFixed(1)} ms for each kilobyte of ${long} characters`;
  return slope > maxSlope ? `the cost grows with the length to the power of ${slope.toFixed(2)}` : undefined;
}

for (const [name, read] of Object.entries(readers)) {
  test(`${name} takes time that grows linearly with the text`, async () => {
    for (const attack of attacks) {
      let found = await fault(name, read, attack);
      for (let again = 0; again < 2 && found !== undefined; again += 1) found = await fault(name, read, attack);
      assert.equal(found, undefined, JSON.stringify(attack(20)));
    }
  });
}
