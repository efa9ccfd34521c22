// The regular expressions of a source text, and why one of them takes more than linear time. Found by scslre, which
// also handles lookarounds, and by two rules for what it leaves out: repeated alternatives with a common beginning,
// such as /^(a|aa)*$/, and a search that restarts within text it has already read, such as /<a[^>]*>/ in <a<a<a<a.
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { getConsumedChars, getFirstConsumedChar, isPotentiallyEmpty, type ReadonlyFlags } from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import { parseAst } from 'vite';

/** A regular expression and its position; `built` is the code of one that is built at run time. */
type FoundRegex = { readonly line: number; readonly regex: string } | { readonly line: number; readonly built: string };

const parser = new RegExpParser();

/** The regular expressions in a TypeScript source. */
export function regexesIn(source: string): FoundRegex[] {
  const found: FoundRegex[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end, regex, callee } = node as Record<string, unknown> & { start: number; end: number };
    const line = () => source.slice(0, start).split('\n').length;
    if (type === 'Literal' && regex) found.push({ line: line(), regex: source.slice(start, end) });
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (isCall && (callee as { name?: string }).name === 'RegExp')
      found.push({ line: line(), built: source.slice(start, end) });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return found;
}

/** Why a regular expression takes more than linear time; undefined when it does not. */
export function superLinear(regex: string): string | undefined {
  const literal = parser.parseLiteral(regex);
  const [report] = analyse(literal).reports;
  if (report?.type === 'Move') return `searches again from every place inside of ${report.quant.raw}`;
  if (report !== undefined) return `divides the same text among two parts in many ways (${report.type})`;
  const similar = ambiguous(literal.pattern, literal.flags);
  if (similar !== undefined) return `repeats ${similar}, which can read the same text in several ways`;
  const again = restarting(literal.pattern, literal.flags);
  return again && `begins again inside of what ${again} has read`;
}

/** A group that is repeated without bound and can be empty, or has alternatives with the same first character. */
function ambiguous(pattern: AST.Pattern, flags: ReadonlyFlags): string | undefined {
  let found: string | undefined;
  visitRegExpAST(pattern, {
    onQuantifierEnter({ max, element }) {
      if (max !== Number.POSITIVE_INFINITY) return;
      if (isPotentiallyEmpty(element, flags)) found ??= element.raw;
      visitRegExpAST(element, {
        onAlternativeEnter(alternative) {
          const others = alternative.parent.alternatives.filter((other) => other.start > alternative.start);
          const first = (alternative: AST.Alternative) => getFirstConsumedChar(alternative, 'ltr', flags).char;
          if (others.some((other) => !first(other).isDisjointWith(first(alternative)))) found ??= element.raw;
        },
      });
    },
  });
  return found;
}

/** An unbounded quantifier that matches the beginning of the expression, where something after it can fail. */
function restarting({ alternatives }: AST.Pattern, flags: ReadonlyFlags & { multiline: boolean }): string | undefined {
  let found: string | undefined;
  for (const alternative of alternatives) {
    const [first] = alternative.elements;
    if (first?.type === 'Assertion' && first.kind === 'start' && !flags.multiline) continue;
    const { char } = getFirstConsumedChar(alternative, 'ltr', flags);
    visitRegExpAST(alternative, {
      onQuantifierEnter(quantifier) {
        if (quantifier.max !== Number.POSITIVE_INFINITY || !canFailAfter(quantifier, alternative, flags)) return;
        if (!getConsumedChars(quantifier.element, flags).chars.isDisjointWith(char)) found ??= quantifier.raw;
      },
    });
  }
  return found;
}

function canFailAfter(node: AST.Node, top: AST.Alternative, flags: ReadonlyFlags): boolean {
  const parent = node.parent;
  if (node === top || parent === null) return false;
  const behind =
    parent.type === 'Alternative' ? parent.elements.slice(parent.elements.indexOf(node as AST.Element) + 1) : [];
  const fails = behind.some((element) => element.type === 'Assertion' || !isPotentiallyEmpty(element, flags));
  return fails || canFailAfter(parent, top, flags);
}
