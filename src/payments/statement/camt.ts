// camt.052, .053 and .054 (ISO 20022) of every version, streamed: elements are known by their local names and their place, whatever namespace or prefix.
// A document type, depth beyond 64 or a single piece beyond 1 MiB ends the reading at once.
import { SaxesParser } from 'saxes';
import { type Day, dayIn, isDay } from '../../platform/dates.ts';
import type { Cents } from '../../platform/money.ts';
import { type Draft, entriesOf, type Part } from './camt-entry.ts';
import { centsOfXml, type Entry, type Findings, normalAccount, type Reading, report, unreadable } from './entry.ts';

type Balance = { code: string; amount: Cents | undefined; debit: boolean; day: Day | undefined };
/** What is gathered of the statement that is being read. */
type Open = {
  account: string;
  currency: string;
  created: Day | undefined;
  from: Day | undefined;
  to: Day | undefined;
  balances: Balance[];
  net: Cents;
  reversed: Cents;
  first: Day | undefined;
  last: Day | undefined;
};
type State = {
  readonly findings: Findings;
  readonly reading: Reading;
  readonly ready: Entry[];
  statement: Open | undefined;
  entry: Draft | undefined;
  part: Part | undefined;
  balance: Balance | undefined;
};
type Attributes = Readonly<Record<string, string>>;
type Action = (state: State, text: string, attributes: Attributes) => void;
type Node = { readonly children: Map<string, Node>; open?: (state: State, line: number) => void; close?: Action };

const deepest = 64;
const longestPiece = 1024 * 1024;
const messages: Readonly<Record<string, string>> = {
  BkToCstmrStmt: 'camt.053',
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
};

/** Reads the entries of a camt file, in batches as they come; problems with single entries go into the findings. Throws Invalid for a file that is none. */
export async function* readCamt(
  text: AsyncIterable<string>,
  findings: Findings,
  reading: Reading,
): AsyncGenerator<Entry[]> {
  const state: State = {
    findings,
    reading,
    ready: [],
    statement: undefined,
    entry: undefined,
    part: undefined,
    balance: undefined,
  };
  const parser = makeParser(state);
  for await (const piece of text) {
    // In small bites, so that no piece of the file can grow unseen in the parser.
    for (let at = 0; at < piece.length; at += 65_536) parser.write(piece.slice(at, at + 65_536));
    if (state.ready.length > 0) yield state.ready.splice(0);
  }
  parser.close();
  if (state.ready.length > 0) yield state.ready.splice(0);
}

function makeParser(state: State): { write(text: string): void; close(): void } {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  const stack: (Node | undefined)[] = [];
  let text = '';
  let sinceTag = 0;
  let attributes: Attributes = {};
  parser.on('error', (error) => {
    throw unreadable(
      'malformed_xml',
      `Line ${parser.line}: the XML is damaged (${error.message.replace(/^[\d:]+ /, '')}).`,
    );
  });
  parser.on('doctype', () => {
    throw unreadable('doctype', `Line ${parser.line}: a document type (DOCTYPE) has no place in a bank statement.`);
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    if (stack.length >= deepest)
      throw unreadable('too_deep', `Line ${parser.line}: elements are nested deeper than ${deepest}.`);
    const node = stack.length === 0 ? rootNode(name) : stack.at(-1)?.children.get(name);
    if (stack.length === 0) state.findings.format = versionIn(tag.attributes);
    if (stack.length === 1) state.findings.format = messageOf(name, state.findings.format);
    stack.push(node);
    node?.open?.(state, parser.line);
    text = '';
    sinceTag = 0;
    attributes = tag.attributes;
  });
  parser.on('text', (more) => {
    if (stack.at(-1)?.close !== undefined) text += more;
  });
  parser.on('cdata', (more) => {
    if (stack.at(-1)?.close !== undefined) text += more;
  });
  parser.on('closetag', () => {
    stack.pop()?.close?.(state, text.trim(), attributes);
    text = '';
    sinceTag = 0;
  });
  return {
    write(piece) {
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > longestPiece)
        throw unreadable('too_long', `Line ${parser.line}: one piece of the file is longer than 1 MiB.`);
    },
    close: () => void parser.close(),
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function rootNode(name: string): Node {
  if (name !== 'Document')
    throw unreadable(
      'unknown_format',
      `This XML file begins with ${name.slice(0, 50)}; a bank statement begins with Document.`,
    );
  return document;
}

/** The version that the namespace names, as camt.053.001.02; empty when it names none. */
function versionIn(attributes: Attributes): string {
  const spaces = Object.entries(attributes).flatMap(([name, value]) => (name.startsWith('xmlns') ? [value] : []));
  return spaces.map((space) => /\b(camt\.05[234]\.\d{3}\.\d{2})\b/.exec(space)?.[1]).find(Boolean) ?? '';
}

function messageOf(name: string, version: string): string {
  const message = messages[name];
  if (message !== undefined) return version.startsWith(message) ? version : message;
  if (/^(CstmrCdtTrfInitn|CstmrDrctDbtInitn|pain\.)/.test(name))
    throw unreadable('payment_order', 'This is a payment order (pain.001 or pain.008), not a bank statement.');
  throw unreadable(
    'unknown_format',
    `This XML file holds ${name.slice(0, 50)}, which is no bank statement (camt.052, .053 or .054).`,
  );
}

const document: Node = { children: new Map() };

/** Says what to do at a path below the statement: at its beginning, and at its end with its text. */
function at(path: string, close: Action | undefined, open?: (state: State, line: number) => void): void {
  for (const [message, statement] of [
    ['BkToCstmrStmt', 'Stmt'],
    ['BkToCstmrAcctRpt', 'Rpt'],
    ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  ] as const) {
    let node = document;
    for (const step of [message, statement, ...path.split('/').filter(Boolean)]) {
      const next: Node = node.children.get(step) ?? { children: new Map() };
      node.children.set(step, next);
      node = next;
    }
    if (open !== undefined) node.open = open;
    if (close !== undefined) node.close = close;
  }
}

function onStatement(path: string, set: (statement: Open, text: string, state: State) => void): void {
  at(path, (state, text) => state.statement && set(state.statement, text, state));
}

function onBalance(path: string, set: (balance: Balance, text: string) => void): void {
  at(`Bal/${path}`, (state, text) => state.balance && set(state.balance, text));
}

function onEntry(path: string, set: (entry: Draft, text: string, state: State, attributes: Attributes) => void): void {
  at(`Ntry/${path}`, (state, text, attributes) => state.entry && set(state.entry, text, state, attributes));
}

function onPart(path: string, set: (part: Part, text: string, attributes: Attributes) => void): void {
  at(`Ntry/NtryDtls/TxDtls/${path}`, (state, text, attributes) => state.part && set(state.part, text, attributes));
}

at('', closeStatement, (state) => {
  state.statement = {
    account: '',
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
  one.from = dayOf(text, reading);
});
onStatement('FrToDt/ToDtTm', (one, text, { reading }) => {
  one.to = dayOf(text, reading);
});
onStatement('Acct/Id/IBAN', (one, text) => {
  one.account = normalAccount(text);
});
onStatement('Acct/Id/Othr/Id', (one, text) => {
  one.account ||= normalAccount(text);
});
onStatement('Acct/Ccy', (one, text) => {
  one.currency = text;
});
at('Bal', closeBalance, (state) => {
  state.balance = { code: '', amount: undefined, debit: false, day: undefined };
});
onBalance('Tp/CdOrPrtry/Cd', (one, text) => {
  one.code = text;
});
onBalance('Amt', (one, text) => {
  one.amount = centsOfXml(text);
});
onBalance('CdtDbtInd', (one, text) => {
  one.debit = text === 'DBIT';
});
onBalance('Dt/Dt', (one, text) => {
  one.day = isDay(text.slice(0, 10)) ? text.slice(0, 10) : undefined;
});

at('Ntry', closeEntry, (state, line) => {
  state.entry = { line, parts: [], references: [], text: [] };
});
onEntry('Amt', (one, text, _, { Ccy }) => {
  one.amount = text;
  one.currency = Ccy ?? '';
});
onEntry('CdtDbtInd', (one, text) => {
  one.direction = text;
});
onEntry('RvslInd', (one, text) => {
  one.reversal = text === 'true' || text === '1';
});
onEntry('Sts', (one, text) => {
  one.status ||= text;
});
onEntry('Sts/Cd', (one, text) => {
  one.status = text;
});
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
onEntry('NtryDtls/Btch/NbOfTxs', (one, text) => {
  one.transactions = Number(text) || 0;
});

at(
  'Ntry/NtryDtls/TxDtls',
  (state) => {
    if (state.part !== undefined) state.entry?.parts.push(state.part);
    state.part = undefined;
  },
  (state) => {
    state.part = { references: [], text: [] };
  },
);
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
onPart('RmtInf/Ustrd', (one, text) => void (text && one.text.push(text)));
onPart('RmtInf/Strd/CdtrRefInf/Ref', (one, text) => void (text && one.references.push(text)));
onPart('RmtInf/Strd/AddtlRmtInf', (one, text) => void (text && one.text.push(text)));

/** Many banks write instants, which fall on a day only somewhere; a time without a zone is the bank's own. */
function dayOf(text: string, { timeZone }: Reading): Day | undefined {
  const day = text.slice(0, 10);
  if (!isDay(day)) return undefined;
  const zoned = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  return zoned ? dayIn(timeZone, new Date(text)) : day;
}

function closeBalance(state: State): void {
  if (state.balance !== undefined) state.statement?.balances.push(state.balance);
  state.balance = undefined;
}

function closeEntry(state: State): void {
  const { entry, statement, findings } = state;
  state.entry = undefined;
  if (entry === undefined || statement === undefined) return;
  const place = { account: statement.account, statement: findings.statements.length, day: statement.created };
  const entries = entriesOf(entry, place, findings);
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

function closeStatement(state: State): void {
  const { statement, findings } = state;
  state.statement = undefined;
  if (statement === undefined) return;
  if (statement.account === '') report(findings, 1, 'account_missing', 'a statement names no account.');
  const { balances, net, reversed, from, to, first, last } = statement;
  const interim = balances.filter((one) => one.code === 'ITBD');
  const opening =
    pick(balances, ['OPBD', 'PRCD']) ?? (interim.length > 1 ? interim[0] : undefined) ?? pick(balances, ['OPAV']);
  const closing =
    pick(balances, ['CLBD']) ?? (interim.length > 1 ? interim.at(-1) : undefined) ?? pick(balances, ['CLAV']);
  const before = signed(opening);
  const after = signed(closing);
  const open = before !== null && after !== null && before + net !== after;
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

function pick(balances: readonly Balance[], codes: readonly string[]): Balance | undefined {
  return codes.map((code) => balances.find((one) => one.code === code)).find((one) => one !== undefined);
}

function signed(balance: Balance | undefined): Cents | null {
  if (balance?.amount === undefined) return null;
  return balance.debit ? 0 - balance.amount : balance.amount;
}
