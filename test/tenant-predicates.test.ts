// Tests that the rules for SQL statements notice each tenant predicate that is dropped from a statement of the service.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isTenants } from './recorded-statements.ts';
import { problemsOf } from './tenant-statements.ts';

const root = join(import.meta.dirname, '..');
/** A predicate with the tenant as a parameter, or tied to that of another table. */
const predicate = /(?:\b\w+\.)?\b(?:tenant_id)\s*=\s*(?:\$\d+|\w+\.tenant_id)|\$\d+\s*=\s*(?:\w+\.)?tenant_id/g;

/** The template literals of a source file, also those inside others, with parameters for what is inserted. */
function templatesOf(source: string): string[] {
  const found: string[] = [];
  /** Reads a template that begins at an index; returns where it ends. */
  const readTemplate = (from: number): number => {
    let [text, parameters, at] = ['', 0, from];
    while (source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at = readCode(at + 2);
        parameters += 1;
        text += `$${parameters}`;
      } else {
        text += source[at];
        at += 1;
      }
    }
    found.push(text);
    return at + 1;
  };
  /** Reads code up to the bracket that closes it, or to the end of the file. */
  const readCode = (from: number): number => {
    let [depth, at] = [0, from];
    while (at < source.length) {
      const character = source[at];
      if (character === '`') at = readTemplate(at + 1);
      else if (source.startsWith('//', at)) at = source.indexOf('\n', at);
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 2;
      else if (character === "'") at = source.indexOf("'", at + 1) + 1;
      else {
        if (character === '}' && depth === 0 && from > 0) return at + 1;
        if (character === '{') depth += 1;
        if (character === '}') depth -= 1;
        at += 1;
      }
    }
    return at;
  };
  readCode(0);
  return found;
}

/**
 * Whether a statement takes a table, or what it is tied by, from another template: then its text alone says too little.
 */
const isComposed = (text: string) =>
  /\b(?:from|join|using)\s+\(?\$\d/i.test(text) || problemsOf(text, isTenants).length > 0;

const statements = globSync('src/**/*-queries.ts', { cwd: root }).flatMap((path) =>
  templatesOf(readFileSync(join(root, path), 'utf8'))
    .filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
    .map((text) => ({ path, text })),
);

/** The two sides of a predicate; a parameter is `$`, whichever it is. */
const sidesOf = (found: string) =>
  found.split('=').map((side) => (side.includes('$') ? '$' : side.trim().replace(/\.?tenant_id$/, '')));

/**
 * Whether two other predicates of a statement say together what this one says: that is allowed, and dropping one
 * changes nothing.
 */
function isSaidTwice(found: string, text: string): boolean {
  const [a, b] = sidesOf(found);
  const ties = (text.match(predicate) ?? []).map(sidesOf);
  const isTied = (one: string | undefined, other: string | undefined) =>
    ties.some((sides) => one !== other && sides.includes(one ?? '') && sides.includes(other ?? ''));
  return ties.flat().some((between) => isTied(a, between) && isTied(between, b));
}

test('a statement of the service without one of its tenant predicates is rejected', () => {
  let dropped = 0;
  for (const { path, text } of statements.filter((statement) => !isComposed(statement.text)))
    for (const { 0: found, index } of text.matchAll(predicate)) {
      dropped += 1;
      const without = `${text.slice(0, index)}true${text.slice(index + found.length)}`;
      const isNoticed = problemsOf(without, isTenants).length > 0;
      assert.ok(
        isNoticed || isSaidTwice(found, text),
        `${path}: nothing notices that this is missing: ${found}\n${text}`,
      );
    }
  assert.ok(dropped > 600, `${dropped} predicates were found`);
});
