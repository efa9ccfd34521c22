// Streaming parser of camt.052, .053 and .054 (ISO 20022), every version. Elements are recognised by local name and
// path, whatever the namespace or prefix. A document type, more than 64 levels or a single piece of more than 1 MiB is
// rejected at once.

import { SaxesParser } from 'saxes';
import { unreadableError } from '../../../platform/files/readable-files.ts';
import type { ProblemCode } from '../../../platform/problem-codes.ts';
import { splitIntoTurns } from '../../../platform/processes/steps.ts';
import { type CamtNode, type CamtState, camtDocument, type XmlAttributes } from './camt-tree.ts';
import {
  costOfEntry,
  formatKindOf,
  type ReadingContext,
  type StatementEntry,
  type StatementFindings,
} from './statement-entry.ts';

const maxDepth = 64;
const maxTextLength = 1024 * 1024;
/** The most elements that a wrapper may have before the document. */
const maxPreambleNodes = 200;
const messages: Readonly<Record<string, string>> = {
  BkToCstmrStmt: 'camt.053',
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
};

/**
 * Reads the entries of a camt file in batches; problems with single entries go into the findings. Throws Invalid when
 * the file is not a camt file.
 */
export async function* readCamt(
  text: AsyncIterable<string>,
  findings: StatementFindings,
  reading: ReadingContext,
): AsyncGenerator<readonly StatementEntry[]> {
  const state: CamtState = {
    findings,
    reading,
    ready: [],
    created: undefined,
    statement: undefined,
    entry: undefined,
    part: undefined,
    balance: undefined,
  };
  const parser = makeParser(state);
  let begun = false;
  for await (const piece of text) {
    // Some exports begin with an empty line, which XML does not allow.
    const more: string = begun ? piece : piece.trimStart();
    if (!begun) parser.skip(piece.slice(0, piece.length - more.length));
    begun ||= more !== '';
    // In small chunks, so that the length limit is checked before the parser's buffer grows.
    for (let at = 0; at < more.length; at += 65_536) parser.write(more.slice(at, at + 65_536));
    yield* splitIntoTurns(concatenate(state.ready.splice(0)), costOfEntry);
  }
  parser.close();
  if (findings.statements.length === 0)
    throw unreadableError('unknown_format', 'This XML file has no statement (<Stmt>, <Rpt> or <Ntfctn>).');
  yield* splitIntoTurns(concatenate(state.ready.splice(0)), costOfEntry);
}

function* concatenate<T>(lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list;
}

function makeParser(state: CamtState): { skip(blank: string): void; write(text: string): void; close(): void } {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  const stack: (CamtNode | undefined)[] = [];
  const path = makePathTracker(state.findings);
  let text = '';
  let sinceTag = 0;
  let skipped = 0; // Blank lines before the first line given to the parser.
  const line = () => skipped + parser.line;
  const wrong = (code: ProblemCode, what: string) => unreadableError(code, `Line ${line()}: ${what}.`);
  let attributes: XmlAttributes = {};
  rejectDamage(parser, wrong);
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    if (stack.length >= maxDepth) throw wrong('too_deep', `elements are nested deeper than ${maxDepth}`);
    const node = path.enter(name, tag.attributes, stack);
    stack.push(node);
    node?.open?.(state, line());
    text = '';
    sinceTag = 0;
    attributes = tag.attributes;
  });
  const gather = (more: string) => {
    if (stack.at(-1)?.close !== undefined) text += more;
  };
  parser.on('text', gather);
  parser.on('cdata', gather);
  parser.on('closetag', () => {
    stack.pop()?.close?.(state, text.trim(), attributes);
    path.leave(stack.length);
    text = '';
    sinceTag = 0;
  });
  return {
    skip(blank) {
      skipped += blank.split('\n').length - 1;
    },
    write(piece) {
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > maxTextLength) throw wrong('too_long', 'one piece of the file is longer than 1 MiB');
    },
    close() {
      parser.close();
      path.end();
    },
  };
}

function rejectDamage(parser: SaxesParser<{ xmlns: false }>, wrong: (code: ProblemCode, what: string) => Error): void {
  parser.on('error', (error) => {
    throw wrong('malformed_xml', `the XML is damaged (${error.message.replace(/^[\d:]+ /, '')})`);
  });
  parser.on('doctype', () => {
    throw wrong('doctype', 'a document type (DOCTYPE) is not allowed in a bank statement');
  });
}

/** Tracks where the document is: usually it is the whole file, but some banks wrap it in a message of their own. */
function makePathTracker(findings: StatementFindings) {
  let top: number | undefined;
  let first = '';
  let around = 0;
  let seen = false;
  let kind: string | undefined;
  const none = () =>
    unreadableError(
      'unknown_format',
      `This XML file begins with <${first.slice(0, 50)}>; a bank statement (camt.052, .053 or .054) begins with <Document>.`,
    );
  return {
    enter(name: string, attributes: XmlAttributes, above: readonly (CamtNode | undefined)[]): CamtNode | undefined {
      first ||= name;
      if (top !== undefined && above.length > top + 1) return above.at(-1)?.children.get(name);
      if (top !== undefined) {
        const message = name.replace(/V\d\d$/, '');
        findings.format = messageOf(message, findings.format);
        const found = formatKindOf(findings.format);
        kind ??= found;
        if (found !== kind) throw mixedFormatsError(kind, found);
        return camtDocument.children.get(message);
      }
      if (name === 'Document') {
        top = above.length;
        seen = true;
        findings.format = versionIn(attributes);
        return camtDocument;
      }
      around += 1;
      if (around > maxPreambleNodes || /^html$/i.test(first)) throw none();
      return undefined;
    },
    leave(depth: number): void {
      if (depth === top) top = undefined;
    },
    end(): void {
      if (!seen) throw none();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The version that the namespace names, as camt.053.001.02; empty when it names none. */
function versionIn(attributes: XmlAttributes): string {
  const spaces = Object.entries(attributes).flatMap(([name, value]) => (name.startsWith('xmlns') ? [value] : []));
  return spaces.map((space) => /\b(camt\.05[234]\.\d{3}\.\d{2})\b/.exec(space)?.[1]).find(Boolean) ?? '';
}

/** The entries of an account report are repeated in the statement of that day: in one file both would count. */
function mixedFormatsError(text: string, other: string): Error {
  return unreadableError(
    'unknown_format',
    `This file contains both ${text} and ${other}, which may contain the same payments. Import each as a separate file.`,
  );
}

function messageOf(name: string, version: string): string {
  const message = messages[name];
  if (message !== undefined) return version.startsWith(message) ? version : message;
  if (/^(CstmrCdtTrfInitn|CstmrDrctDbtInitn|pain\.)/.test(name))
    throw unreadableError('payment_order', 'This is a payment order (pain.001 or pain.008), not a bank statement.');
  throw unreadableError(
    'unknown_format',
    `This XML file has <${name.slice(0, 50)}>, which is not a bank statement (camt.052, .053 or .054).`,
  );
}
