// The types of words, from an English catalogue: `Catalogue`, with the values of each message.
import { IntlMessageFormat } from 'intl-messageformat';
import { isMessage, type Texts } from '../../src/platform/values/messages.ts';

/** The TypeScript of the type `Catalogue`. `messages` is the path of messages.ts from it. Equal texts, equal types. */
export function wordsTypes(english: Texts, messages: string): string {
  return [
    '// Written by `npm run types` from the English words: not by hand.',
    `import type { Message } from '${messages}';`,
    `export interface Catalogue ${typeOf(english)}`,
    '',
  ].join('\n');
}

function typeOf(part: string | Texts): string {
  if (typeof part !== 'string')
    return `{\n${Object.entries(part)
      .map(([name, text]) => `readonly ${JSON.stringify(name)}: ${typeOf(text)};`)
      .join('\n')}\n}`;
  if (!isMessage(part)) return 'string';
  const values = [...valuesOf(elementsOf(part, 'en'))];
  return `Message<{ ${values.map(([name, type]) => `${name}: ${type};`).join(' ')} }>`;
}

export type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** The elements of a message. Throws a SyntaxError for one that is not in ICU MessageFormat. */
export function elementsOf(message: string, locale: string): Element[] {
  return new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst();
}

// Kinds of elements, which intl-messageformat names in its parser alone.
const [literal, number] = [0, 2];

/** The values of a message, and their types: what has plural forms or is written as a number is one. */
export function valuesOf(elements: readonly Element[], found = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const element of elements) {
    const isNumber = 'pluralType' in element || element.type === number;
    if ('value' in element && element.type !== literal && (isNumber || !found.has(element.value)))
      found.set(element.value, isNumber ? 'number' : 'string | number');
    if ('options' in element) for (const { value } of Object.values(element.options)) valuesOf(value, found);
  }
  return found;
}
