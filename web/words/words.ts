// The words of the console. Each language is one catalogue, `et.json`, with texts in ICU MessageFormat. The types come
// from the English one, by `npm run types`.
import type { Language } from '../../src/platform/values/languages.ts';
import { messagesIn } from '../../src/platform/values/messages.ts';
import type { Catalogue } from '../api/generated/words.ts';

/** The words of one language, and which it is. */
export type Words = Catalogue & { readonly language: Language };

/** A catalogue, or a part of it, as its file has it. */
export type Texts = { readonly [name: string]: string | Texts };

/** The words of a language from its texts: a text with values in braces becomes a message. */
export function wordsFrom(language: Language, texts: Texts): Words {
  const message = messagesIn(language);
  const wordsIn = (part: Texts): object =>
    Object.fromEntries(
      Object.entries(part).map(([name, text]) => {
        if (typeof text !== 'string') return [name, wordsIn(text)];
        return [name, text.includes('{') ? message(text) : text];
      }),
    );
  return { language, ...(wordsIn(texts) as Catalogue) };
}
