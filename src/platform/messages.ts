// Messages with values in them, in ICU MessageFormat: every text that people read stands in a catalogue of strings, and each language has the plural forms
// that it needs.
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, locales } from './values/languages.ts';

/** A text with values in it. `text` is what the catalogue says, in ICU MessageFormat. */
export type Message<Values extends MessageValues = MessageValues> = ((values: Values) => string) & {
  readonly text: string;
};
type MessageValues = Readonly<Record<string, string | number>>;

/** A catalogue as the other languages have to fill it: the same places, with the same values. */
export type Catalogue<English> = {
  readonly [K in keyof English]: English[K] extends string
    ? string
    : English[K] extends Message<never>
      ? English[K]
      : Catalogue<English[K]>;
};

/** Makes the messages of a language's catalogue. A message throws an Error when it is not ICU MessageFormat, or lacks a value. */
export function messagesIn(language: Language): <Values extends MessageValues>(text: string) => Message<Values> {
  return (text) => {
    let format: IntlMessageFormat | undefined;
    const write = (values: MessageValues) => {
      format ??= new IntlMessageFormat(text, locales[language], undefined, { ignoreTag: true });
      return String(format.format({ ...values }));
    };
    return Object.assign(write, { text });
  };
}
