// Maps the elements of a camt file, by their path below the statement, to fields; statements and entries are built when
// their elements end. Messages of the first version (2007) have the details of a batch beside it, and other elements
// for accounts and references.
import { unreadableError } from '../../../platform/files/readable-files.ts';
import { addDays, type Day, dayIn, isDay } from '../../../platform/values/dates.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { addText, buildEntries, type CamtDraft, type CamtPart } from './camt-entry.ts';
import {
  findStatementDays,
  includeDay,
  maxReferences,
  normaliseAccount,
  parseStatementAmount,
  type ReadingContext,
  reportProblem,
  requireStatementCapacity,
  type StatementEntry,
  type StatementFindings,
} from './statement-entry.ts';

// Limits: short elements could be so many that they would not fit into memory.
const maxBalances = 1000;
const maxParts = 100_000;

type CamtBalance = {
  readonly line: number;
  code: string;
  amount: Cents | undefined;
  /** The amount as written, where it is none. */
  wrongAmount: string | undefined;
  direction: string;
  day: Day | undefined;
};
/** The statement that is being read. */
type OpenCamtStatement = {
  readonly line: number;
  account: string;
  /** Whether an entry came before the account. */
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
/** The state of the parser. */
export type CamtState = {
  readonly findings: StatementFindings;
  readonly reading: ReadingContext;
  /** The entries that were read, each element's built when they are asked for. */
  readonly ready: Iterable<StatementEntry>[];
  /** The day on which the message was created. */
  created: Day | undefined;
  statement: OpenCamtStatement | undefined;
  entry: CamtDraft | undefined;
  part: CamtPart | undefined;
  balance: CamtBalance | undefined;
};
export type XmlAttributes = Readonly<Record<string, string>>;
type CamtAction = (state: CamtState, text: string, attributes: XmlAttributes) => void;
/** An element with its actions and its child elements. */
export type CamtNode = {
  readonly children: Map<string, CamtNode>;
  open?: (state: CamtState, line: number) => void;
  close?: CamtAction;
};

/** The root of the tree: the element Document. */
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

/**
 * Registers actions for a path below the statement: at the start tag, and at the end tag with the text. Some banks mix
 * one message with another's statement.
 */
function defineNode(
  path: string,
  close: CamtAction | undefined,
  open?: (state: CamtState, line: number) => void,
): void {
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

function onEntry(
  path: string,
  set: (entry: CamtDraft, text: string, state: CamtState, attributes: XmlAttributes) => void,
): void {
  defineNode(`Ntry/${path}`, (state, text, attributes) => state.entry && set(state.entry, text, state, attributes));
}

const details = ['Ntry/NtryDtls/TxDtls', 'Ntry/TxDtls'];

function onPart(path: string, set: (part: CamtPart, text: string, attributes: XmlAttributes) => void): void {
  for (const detail of details)
    defineNode(`${detail}/${path}`, (state, text, attributes) => state.part && set(state.part, text, attributes));
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
onStatement('CreDtTm', (openCamtStatement, text, { reading }) => {
  openCamtStatement.created = dayOf(text, reading);
});
onStatement('FrToDt/FrDtTm', (openCamtStatement, text, { reading }) => {
  openCamtStatement.from = periodDayOf(text, reading);
});
onStatement('FrToDt/ToDtTm', (openCamtStatement, text, { reading }) => {
  openCamtStatement.to = periodDayOf(text, reading);
});
onStatement('Acct/Id/IBAN', (openCamtStatement, text) => {
  openCamtStatement.account = normaliseAccount(text);
});
for (const path of ['Othr/Id', 'PrtryAcct/Id', 'BBAN']) {
  onStatement(`Acct/Id/${path}`, (openCamtStatement, text) => {
    openCamtStatement.account ||= normaliseAccount(text);
  });
}
onStatement('Acct/Ccy', (openCamtStatement, text) => {
  openCamtStatement.currency = text;
});
defineNode('Bal', closeBalance, (state, line) => {
  if ((state.statement?.balances.length ?? 0) >= maxBalances)
    throw unreadableError('too_many', `Line ${line}: a statement has more than ${maxBalances} balances.`);
  state.balance = { line, code: '', amount: undefined, wrongAmount: undefined, direction: '', day: undefined };
});
for (const path of ['Tp/CdOrPrtry/Cd', 'Tp/Cd']) {
  onBalance(path, (camtBalance, text) => {
    camtBalance.code = text;
  });
}
onBalance('Amt', (camtBalance, text) => {
  camtBalance.amount = parseStatementAmount(text);
  if (camtBalance.amount === undefined) camtBalance.wrongAmount = text.slice(0, 40);
});
onBalance('CdtDbtInd', (camtBalance, text) => {
  camtBalance.direction = text;
});
for (const path of ['Dt/Dt', 'Dt/DtTm']) {
  onBalance(path, (camtBalance, text) => {
    camtBalance.day = isDay(text.slice(0, 10)) ? text.slice(0, 10) : undefined;
  });
}

defineNode('Ntry', closeEntry, (state, line) => {
  state.entry = { line, parts: [] };
});
onEntry('Amt', (camtDraft, text, _, { Ccy }) => {
  camtDraft.amount = addRepeated(camtDraft.amount, text);
  camtDraft.currency = Ccy ?? '';
});
onEntry('CdtDbtInd', (camtDraft, text) => {
  camtDraft.direction = addRepeated(camtDraft.direction, text);
});
onEntry('RvslInd', (camtDraft, text) => {
  camtDraft.reversal = text === 'true' || text === '1';
});
onEntry('Sts', (camtDraft, text) => {
  camtDraft.status ||= text;
});
for (const path of ['Sts/Cd', 'Sts/Prtry']) {
  onEntry(path, (camtDraft, text) => {
    camtDraft.status = text;
  });
}
for (const [path, field] of [
  ['BookgDt', 'bookedOn'],
  ['ValDt', 'valueOn'],
] as const) {
  for (const form of ['Dt', 'DtTm']) {
    onEntry(`${path}/${form}`, (camtDraft, text, { reading }) => {
      camtDraft[field] = dayOf(text, reading);
      if (camtDraft[field] === undefined && text !== '') camtDraft.wrongDate ??= text;
    });
  }
}
onEntry('AcctSvcrRef', (camtDraft, text) => {
  camtDraft.bankId = text;
});
onEntry('AddtlNtryInf', (camtDraft, text) => {
  camtDraft.additional = text;
});
for (const path of ['NtryDtls/Btch/NbOfTxs', 'Btch/NbOfTxs']) {
  onEntry(path, (camtDraft, text) => {
    camtDraft.transactions = Number(text) || 0;
  });
}

for (const detail of details) {
  defineNode(
    detail,
    (state) => {
      if (state.part !== undefined) state.entry?.parts.push(state.part);
      state.part = undefined;
    },
    (state, line) => {
      if ((state.entry?.parts.length ?? 0) >= maxParts)
        throw unreadableError('too_many', `Line ${line}: an entry has more than ${maxParts} details.`);
      state.part = { references: [], text: '' };
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
  ['RltdPties/UltmtDbtr/Id/PrvtId/Othr/Id', 'ultimateDebtorId'],
  ['RltdPties/UltmtDbtr/Id/OrgId/Othr/Id', 'ultimateDebtorId'],
  ['RltdPties/UltmtDbtr/Pty/Id/PrvtId/Othr/Id', 'ultimateDebtorId'],
  ['RltdPties/UltmtDbtr/Pty/Id/OrgId/Othr/Id', 'ultimateDebtorId'],
  ['RltdPties/Cdtr/Nm', 'creditor'],
  ['RltdPties/Cdtr/Pty/Nm', 'creditor'],
  ['RltdPties/CdtrAcct/Id/IBAN', 'creditorIban'],
  ['RtrInf/Rsn/Cd', 'returned'],
  ['RtrInf/Rsn/Prtry', 'returned'],
  ['RtrInf/RtrRsn/Cd', 'returned'],
  ['AddtlTxInf', 'additional'],
] as const) {
  onPart(path, (camtPart, text) => {
    camtPart[field] ||= text;
  });
}
onPart('RtrInf', (camtPart) => {
  camtPart.returned ||= 'returned';
});
for (const path of ['Amt', 'AmtDtls/TxAmt/Amt']) {
  onPart(path, (camtPart, text, { Ccy }) => {
    camtPart.amount ??= text;
    camtPart.currency ??= Ccy ?? '';
  });
}
onPart('AmtDtls/InstdAmt/Amt', (camtPart, text, { Ccy }) => {
  camtPart.instructed ??= text;
  camtPart.instructedCurrency ??= Ccy ?? '';
});
for (const path of ['Ref', 'CdtrRef']) {
  onPart(`RmtInf/Strd/CdtrRefInf/${path}`, (camtPart, text) => {
    if (text !== '' && camtPart.references.length < maxReferences) camtPart.references.push(text);
  });
}
// Includes the number of the paid invoice (RfrdDocInf).
for (const path of ['Ustrd', 'Strd/RfrdDocInf/Nb', 'Strd/AddtlRmtInf']) {
  onPart(`RmtInf/${path}`, (camtPart, text) => {
    addText(camtPart, text);
  });
}

/** A repeated value is kept as “a and b”, which is not valid and is reported; further ones add nothing. */
function addRepeated(before: string | undefined, text: string): string {
  if (before === undefined) return text;
  return before.endsWith(repeatedEnd) ? before : `${before.slice(0, 20)} and ${text.slice(0, 20)}${repeatedEnd}`;
}

/** Marks a value that was repeated. */
const repeatedEnd = ' …';

/**
 * The day of a date or time. A time with a zone is converted to the reading's time zone; one without is the bank's
 * local time.
 */
function dayOf(text: string, { timeZone }: ReadingContext): Day | undefined {
  const day = text.slice(0, 10);
  if (!isDay(day)) return undefined;
  const zoned =
    text.length <= 40 && text[10] === 'T' && /(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  return zoned ? dayIn(timeZone, new Date(text)) : day;
}

/**
 * The first or last day of a statement. Banks write whole days as 00:00:00 to 23:59:59, often with a Z that does not
 * mean UTC.
 */
function periodDayOf(text: string, reading: ReadingContext): Day | undefined {
  const day = text.slice(0, 10);
  return /^T(?:00:00|23:59)/.test(text.slice(10, 16)) && isDay(day) ? day : dayOf(text, reading);
}

function closeBalance(state: CamtState): void {
  if (state.balance !== undefined) {
    rejectUnclearBalance(state.balance, state.findings);
    state.statement?.balances.push(state.balance);
  }
  state.balance = undefined;
}

/** A balance that counts and is not understood would hide that the statement does not add up. */
function rejectUnclearBalance(balance: CamtBalance, findings: StatementFindings): void {
  const { line, code, amount, wrongAmount, direction } = balance;
  if (!countedBalances.has(code)) return;
  if (wrongAmount !== undefined)
    reportProblem(findings, line, 'amount_invalid', `"${wrongAmount}" is not an amount in cents.`);
  else if (amount !== undefined && amount > 0 && direction !== 'CRDT' && direction !== 'DBIT')
    reportProblem(findings, line, 'direction_missing', 'the balance does not say whether it is a credit or a debit.');
}

const countedBalances: ReadonlySet<string> = new Set(['OPBD', 'PRCD', 'ITBD', 'OPAV', 'CLBD', 'CLAV']);

function closeEntry(state: CamtState): void {
  const { entry, statement, findings } = state;
  state.entry = undefined;
  if (entry === undefined || statement === undefined) return;
  statement.early ||= statement.account === '';
  const position = {
    account: statement.account,
    statement: findings.statements.length,
    day: dayOfStatement(statement, state.created),
  };
  const built = buildEntries(entry, position, findings);
  if (built === undefined) return;
  const { currency, bookedOn, net, reversed } = built;
  statement.net += net;
  statement.reversed += reversed;
  statement.currency ||= currency;
  includeDay(statement, bookedOn);
  state.ready.push(built.entries);
}

/**
 * The day for an entry without one: the last day of the statement, else the day of its closing balance, else the day on
 * which it was created, else the day of its opening balance. Never later than the day of creation. Settlement
 * statements of CENTROlink have no day in their entries.
 */
function dayOfStatement(
  { to, created, balances }: OpenCamtStatement,
  messageCreated: Day | undefined,
): Day | undefined {
  const last = to ?? pickBalance(balances, ['CLBD', 'CLAV', 'ITBD'])?.day;
  const made = created ?? messageCreated;
  if (last !== undefined && made !== undefined) return last < made ? last : made;
  return last ?? made ?? pickBalance(balances, ['OPBD', 'OPAV'])?.day;
}

function closeStatement(state: CamtState): void {
  const { statement, findings } = state;
  state.statement = undefined;
  if (statement === undefined) return;
  if (statement.account === '')
    reportProblem(findings, statement.line, 'account_missing', 'the statement names no account.');
  else if (statement.early)
    reportProblem(findings, statement.line, 'account_missing', 'the statement names its account after its entries.');
  const { balances, net, reversed, from, first, last } = statement;
  const interim = balances.filter((balance) => balance.code === 'ITBD');
  const opening =
    pickBalance(balances, ['OPBD', 'PRCD']) ??
    (interim.length > 1 ? interim[0] : undefined) ??
    pickBalance(balances, ['OPAV']);
  const closing =
    pickBalance(balances, ['CLBD']) ??
    (interim.length > 1 ? interim.at(-1) : undefined) ??
    pickBalance(balances, ['CLAV']);
  const before = signedAmount(opening);
  const after = signedAmount(closing);
  const open = before !== null && after !== null && before + net !== after;
  requireStatementCapacity(findings.statements.length);
  findings.statements.push({
    account: statement.account,
    currency: statement.currency,
    ...findStatementDays({
      from,
      to: endOf(statement, state.created),
      openingOn: opening?.code === 'PRCD' ? opening.day && addDays(opening.day, 1) : opening?.day,
      closingOn: closing?.day,
      first,
      last,
    }),
    opening: before,
    closing: after,
    net,
    closesFlipped: open && reversed !== 0 && before + net - 2 * reversed === after,
  });
}

/** The last day that a statement names; of one that was made before, the day on which it was. */
function endOf({ to, created, last }: OpenCamtStatement, messageCreated: Day | undefined): Day | undefined {
  const made = created ?? messageCreated;
  if (to === undefined || made === undefined || to <= made) return to;
  return last !== undefined && last > made ? last : made;
}

function pickBalance(balances: readonly CamtBalance[], codes: readonly string[]): CamtBalance | undefined {
  return codes.map((code) => balances.find((balance) => balance.code === code)).find((item) => item !== undefined);
}

function signedAmount(balance: CamtBalance | undefined): Cents | null {
  if (balance?.amount === undefined) return null;
  return balance.direction === 'DBIT' ? 0 - balance.amount : balance.amount;
}
