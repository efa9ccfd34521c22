// The language of a file for bookkeeping, as a parameter of its operation.
import { OneOf, Type } from '../../http/schemas.ts';
import { languages } from '../../platform/values/languages.ts';

export const ExportLanguage = Type.Optional(
  OneOf(languages, {
    description:
      'Headings, kinds, statuses, sources and units in this language, for people. Default: fixed English words for programs, such as invoice_number.',
    examples: ['et'],
  }),
);
