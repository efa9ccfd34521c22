// What is taken from where in a camt file: elements by their path below the statement, and the statement and its entries when they end. Messages of the
// first version (2007) have the details of a batch beside it, and accounts and references in elements of their own.
import { type Day, dayIn, isDay } from '../../../platform/values/dates.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { type CamtDraft, buildEntries, type CamtPart } from './camt-entry.ts';
import {
  parseXmlAmount,
  type StatementEntry,
  type StatementFindings,
  maxTextLength,
  requireStatementCapacity,
  normaliseAccount,
  type ReadingContext,
  reportProblem,
  tidyText,
  unreadableError,
} from './statement-entry.ts';

// What a file holds may be written in so few letters that all of it would not fit into memory.
const maxBalances = 1000;
const maxParts = 100_000;
const maxReferences = 100;
/** More pieces of text than this are longer than what is kept. */
const maxTextPieces = maxTextLength / 2;

type CamtBalance = { code: string; amount: Cents | undefined; debit: boolean; day: Day | undefined };
/** What is gathered of the statement that is being read. */
type OpenCamtStatement = {
  readonly line: number;
  account: string;
  /** Whether an entry came before the account that it is of. */
  early: boolean;
  currency: string;
  created: Day | undefined;
  from: Day | undefined;
  to: Day | undefined;
  balances: CamtBalance[];
  net: Cents;
  reversed: Cents;
  first: Day | undefined;
  last: Day | undefined;
};
/** What is known at a place in the file. */
export type CamtState = {
  readonly findings: StatementFindings;
  readonly reading: ReadingContext;
  readonly ready: StatementEntry[];
  /** The day on which the message was made. */
  created: Day | undefined;
  statement: OpenCamtStatement | undefined;
  entry: CamtDraft | undefined;
  part: CamtPart | undefined;
  balance: CamtBalance | undefined;
};
export type XmlAttributes = Readonly<Record<string, string>>;
type CamtAction = (state: CamtState, text: string, attributes: XmlAttributes) => void;
/** An element that something is taken from, and those below it. */
export type CamtNode = {
  readonly children: Map<string, CamtNode>;
  open?: (state: CamtState, line: number) => void;
  close?: CamtAction;
};

/** The top of what is read: the element Document. */
export const camtDocument: CamtNode = { children: new Map() };

const messages = ['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn'];
const statements = ['Stmt', 'Rpt', 'Ntfctn'];
const tops = messages.flatMap((message) => statements.map((statement) => `${message}/${statement}`));

function nodeAt(path: string): CamtNode {
  let node = camtDocument;
  for (const step of path.split('/').filter(Boolean)) {
    const next: CamtNode = node.children.get(step) ?? { children: new Map() };
    node.children.set(step, next);
    node = next;
  }
  return node;
}

/** Says what to do at a path below the statement: at its beginning, and at its end with its text. Some banks put one message's statement into another. */
function defineNode(path: string, close: CamtAction | undefined, open?: (state: CamtState, line: number) => void): void {
  for (const top of tops) {
    const node = nodeAt(`${top}/${path}`);
    if (open !== undefined) node.open = open;
    if (close !== undefined) node.close = close;
  }
}

function onStatement(path: string, set: (statement: OpenCamtStatement, text: string, state: CamtState) => void): void {
  defineNode(path, (state, text) => state.statement && set(state.statement, text, state));
}

function onBalance(path: string, set: (balance: CamtBalance, text: string) => void): void {
  defineNode(`Bal/${path}`, (state, text) => state.balance && set(state.balance, text));
}

function onEntry(path: string, set: (entry: CamtDraft, text: string, state: CamtState, attributes: XmlAttributes) => void): void {
  defineNode(`Ntry/${path}`, (state, text, attributes) => state.entry && set(state.entry, text, state, attributes));
}

const details = ['Ntry/NtryDtls/TxDtls', 'Ntry/TxDtls'];

function onPart(path: string, set: (part: CamtPart, text: string, attributes: XmlAttributes) => void): void {
  for (const one of details)
    defineNode(`${one}/${path}`, (state, text, attributes) => state.part && set(state.part, text, attributes));
}

for (const message of messages) {
  nodeAt(`${message}/GrpHdr/CreDtTm`).close = (state, text) => {
    state.created = dayOf(text, state.reading);
  };
}
defineNode('', closeStatement, (state, line) => {
  state.statement = {
    line,
    account: '',
    early: false,
    currency: '',
    created: undefined,
    from: undefined,
    to: undefined,
    balances: [],
    net: 0,
    reversed: 0,
    first: undefined,
    last: undefined,
  };
});
onStatement('CreDtTm', (one, text, { reading }) => {
  one.created = dayOf(text, reading);
});
onStatement('FrToDt/FrDtTm', (one, text, { reading }) => {
  one.from = periodDayOf(text, reading);
});
onStatement('FrToDt/ToDtTm', (one, text, { reading }) => {
  one.to = periodDayOf(text, reading);
});
onStatement('Acct/Id/IBAN', (one, text) => {
  one.account = normaliseAccount(text);
});
for (const path of ['Othr/Id', 'PrtryAcct/Id', 'BBAN']) {
  onStatement(`Acct/Id/${path}`, (one, text) => {
    one.account ||= normaliseAccount(text);
  });
}
onStatement('Acct/Ccy', (one, text) => {
  one.currency = text;
});
defineNode('Bal', closeBalance, (state, line) => {
  if ((state.statement?.balances.length ?? 0) >= maxBalances)
    throw unreadableError('too_many', `Line ${line}: a statement has more than ${maxBalances} balances.`);
  state.balance = { code: '', amount: undefined, debit: false, day: undefined };
});
for (const path of ['Tp/CdOrPrtry/Cd', 'Tp/Cd']) {
  onBalance(path, (one, text) => {
    one.code = text;
  });
}
onBalance('Amt', (one, text) => {
  one.amount = parseXmlAmount(text);
});
onBalance('CdtDbtInd', (one, text) => {
  one.debit = text === 'DBIT';
});
for (const path of ['Dt/Dt', 'Dt/DtTm']) {
  onBalance(path, (one, text) => {
    one.day = isDay(text.slice(0, 10)) ? text.slice(0, 10) : undefined;
  });
}

defineNode('Ntry', closeEntry, (state, line) => {
  state.entry = { line, parts: [], references: [], text: [] };
});
// What is said twice is told as both, which is neither.
onEntry('Amt', (one, text, _, { Ccy }) => {
  one.amount = one.amount === undefined ? text : `${one.amount} and ${text}`;
  one.currency = Ccy ?? '';
});
onEntry('CdtDbtInd', (one, text) => {
  one.direction = one.direction === undefined ? text : `${one.direction} and ${text}`;
});
onEntry('RvslInd', (one, text) => {
  one.reversal = text === 'true' || text === '1';
});
onEntry('Sts', (one, text) => {
  one.status ||= text;
});
for (const path of ['Sts/Cd', 'Sts/Prtry']) {
  onEntry(path, (one, text) => {
    one.status = text;
  });
}
for (const [path, field] of [
  ['BookgDt', 'bookedOn'],
  ['ValDt', 'valueOn'],
] as const) {
  for (const form of ['Dt', 'DtTm']) {
    onEntry(`${path}/${form}`, (one, text, { reading }) => {
      one[field] = dayOf(text, reading);
      if (one[field] === undefined && text !== '') one.wrongDate ??= text;
    });
  }
}
onEntry('AcctSvcrRef', (one, text) => {
  one.bankId = text;
});
onEntry('AddtlNtryInf', (one, text) => {
  one.additional = text;
});
for (const path of ['NtryDtls/Btch/NbOfTxs', 'Btch/NbOfTxs']) {
  onEntry(path, (one, text) => {
    one.transactions = Number(text) || 0;
  });
}

for (const one of details) {
  defineNode(
    one,
    (state) => {
      if (state.part !== undefined) state.entry?.parts.push(state.part);
      state.part = undefined;
    },
    (state, line) => {
      if ((state.entry?.parts.length ?? 0) >= maxParts)
        throw unreadableError('too_many', `Line ${line}: an entry has more than ${maxParts} details.`);
      state.part = { references: [], text: [] };
    },
  );
}
for (const [path, field] of [
  ['Refs/AcctSvcrRef', 'bankId'],
  ['Refs/EndToEndId', 'endToEndId'],
  ['Refs/TxId', 'transactionId'],
  ['Refs/InstrId', 'orderNumber'],
  ['CdtDbtInd', 'direction'],
  ['RltdPties/Dbtr/Nm', 'debtor'],
  ['RltdPties/Dbtr/Pty/Nm', 'debtor'],
  ['RltdPties/DbtrAcct/Id/IBAN', 'debtorIban'],
  ['RltdPties/UltmtDbtr/Nm', 'ultimateDebtor'],
  ['RltdPties/UltmtDbtr/Pty/Nm', 'ultimateDebtor'],
  ['RltdPties/Cdtr/Nm', 'creditor'],
  ['RltdPties/Cdtr/Pty/Nm', 'creditor'],
  ['RltdPties/CdtrAcct/Id/IBAN', 'creditorIban'],
  ['RtrInf/Rsn/Cd', 'returned'],
  ['RtrInf/Rsn/Prtry', 'returned'],
  ['RtrInf/RtrRsn/Cd', 'returned'],
  ['AddtlTxInf', 'additional'],
] as const) {
  onPart(path, (one, text) => {
    one[field] ||= text;
  });
}
onPart('RtrInf', (one) => {
  one.returned ||= 'returned';
});
for (const path of ['Amt', 'AmtDtls/TxAmt/Amt']) {
  onPart(path, (one, text, { Ccy }) => {
    one.amount ??= text;
    one.currency ??= Ccy ?? '';
  });
}
onPart('AmtDtls/InstdAmt/Amt', (one, text, { Ccy }) => {
  one.instructed ??= text;
  one.instructedCurrency ??= Ccy ?? '';
});
for (const path of ['Ref', 'CdtrRef']) {
  onPart(`RmtInf/Strd/CdtrRefInf/${path}`, (one, text) => {
    if (text !== '' && one.references.length < maxReferences) one.references.push(text);
  });
}
// Also the number of the invoice that is paid.
for (const path of ['Ustrd', 'Strd/RfrdDocInf/Nb', 'Strd/AddtlRmtInf']) {
  onPart(`RmtInf/${path}`, (one, text) => {
    if (text !== '' && one.text.length < maxTextPieces) one.text.push(text.length > maxTextLength ? tidyText(text) : text);
  });
}

/** Many banks write instants, which fall on a day only somewhere; a time without a zone is the bank's own. */
function dayOf(text: string, { timeZone }: ReadingContext): Day | undefined {
  const day = text.slice(0, 10);
  if (!isDay(day)) return undefined;
  const zoned =
    text.length <= 40 && text[10] === 'T' && /(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  return zoned ? dayIn(timeZone, new Date(text)) : day;
}

/** The first or last day of a statement. Banks write whole days as 00:00:00 to 23:59:59, often with a Z that is not meant as a time zone. */
function periodDayOf(text: string, reading: ReadingContext): Day | undefined {
  const day = text.slice(0, 10);
  return /^T(?:00:00|23:59)/.test(text.slice(10, 16)) && isDay(day) ? day : dayOf(text, reading);
}

function closeBalance(state: CamtState): void {
  if (state.balance !== undefined) state.statement?.balances.push(state.balance);
  state.balance = undefined;
}

function closeEntry(state: CamtState): void {
  const { entry, statement, findings } = state;
  state.entry = undefined;
  if (entry === undefined || statement === undefined) return;
  statement.early ||= statement.account === '';
  const place = {
    account: statement.account,
    statement: findings.statements.length,
    day: dayOfStatement(statement, state.created),
  };
  const entries = buildEntries(entry, place, findings);
  for (const one of entries) {
    const signed = one.credit ? one.amount : -one.amount;
    statement.net += signed;
    if (one.reversal) statement.reversed += signed;
    statement.currency ||= one.currency;
    if (statement.first === undefined || one.bookedOn < statement.first) statement.first = one.bookedOn;
    if (statement.last === undefined || one.bookedOn > statement.last) statement.last = one.bookedOn;
    state.ready.push(one);
  }
}

/**
 * The day of an entry that has none: the last day of the statement, or else the day of its closing balance, or else the day on which it was made, or else
 * the day of its opening balance. Never a day after it was made. Settlement statements of CENTROlink have no day in their entries.
 */
function dayOfStatement({ to, created, balances }: OpenCamtStatement, messageCreated: Day | undefined): Day | undefined {
  const last = to ?? pickBalance(balances, ['CLBD', 'CLAV', 'ITBD'])?.day;
  const made = created ?? messageCreated;
  if (last !== undefined && made !== undefined) return last < made ? last : made;
  return last ?? made ?? pickBalance(balances, ['OPBD', 'OPAV'])?.day;
}

function closeStatement(state: CamtState): void {
  const { statement, findings } = state;
  state.statement = undefined;
  if (statement === undefined) return;
  if (statement.account === '') reportProblem(findings, statement.line, 'account_missing', 'the statement names no account.');
  else if (statement.early)
    reportProblem(findings, statement.line, 'account_missing', 'the statement names its account after its entries.');
  const { balances, net, reversed, from, to, first, last } = statement;
  const interim = balances.filter((one) => one.code === 'ITBD');
  const opening =
    pickBalance(balances, ['OPBD', 'PRCD']) ?? (interim.length > 1 ? interim[0] : undefined) ?? pickBalance(balances, ['OPAV']);
  const closing =
    pickBalance(balances, ['CLBD']) ?? (interim.length > 1 ? interim.at(-1) : undefined) ?? pickBalance(balances, ['CLAV']);
  const before = signedAmount(opening);
  const after = signedAmount(closing);
  const open = before !== null && after !== null && before + net !== after;
  requireStatementCapacity(findings.statements.length);
  findings.statements.push({
    account: statement.account,
    currency: statement.currency,
    from: from ?? first ?? opening?.day ?? null,
    to: to ?? last ?? closing?.day ?? null,
    opening: before,
    closing: after,
    net,
    closesFlipped: open && reversed !== 0 && before + net - 2 * reversed === after,
  });
}

function pickBalance(balances: readonly CamtBalance[], codes: readonly string[]): CamtBalance | undefined {
  return codes.map((code) => balances.find((one) => one.code === code)).find((one) => one !== undefined);
}

function signedAmount(balance: CamtBalance | undefined): Cents | null {
  if (balance?.amount === undefined) return null;
  return balance.debit ? 0 - balance.amount : balance.amount;
}
