// What the service writes to people: e-mails, PDFs, payment pages, files of personal data. Each language is one
// catalogue, `et.json`, with texts in ICU MessageFormat. The types come from the English one, by `npm run types`.
import type { Language } from '../platform/values/languages.ts';
import { wordsFrom } from '../platform/values/messages.ts';
import en from './en.json' with { type: 'json' };
import et from './et.json' with { type: 'json' };
import type { Catalogue } from './generated/catalogue.ts';
import lt from './lt.json' with { type: 'json' };
import lv from './lv.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

/** The texts in one language. */
export type ServiceWords = Catalogue;

/** The texts in each language. */
export const serviceWords: Readonly<Record<Language, ServiceWords>> = {
  en: wordsFrom('en', en),
  et: wordsFrom('et', et),
  lv: wordsFrom('lv', lv),
  lt: wordsFrom('lt', lt),
  ru: wordsFrom('ru', ru),
};
