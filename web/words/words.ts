// The words of the console. Each language is one catalogue, `et.json`, with texts in ICU MessageFormat. The types come
// from the English one, by `npm run types`.
import type { Language } from '../../src/platform/values/languages.ts';
import { type Texts, wordsFrom } from '../../src/platform/values/messages.ts';
import type { Catalogue } from '../api/generated/words.ts';

/** The words of one language, and which it is. */
export type Words = Catalogue & { readonly language: Language };

/** The words of a language from its texts. */
export function consoleWords(language: Language, texts: Texts): Words {
  return { language, ...wordsFrom<Catalogue>(language, texts) };
}
