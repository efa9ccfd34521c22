// Messages with values, in ICU MessageFormat: every text for people is in a catalogue, and each language has its own
// plural forms.
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, locales } from './languages.ts';

/** A text with values. `text` is in ICU MessageFormat. */
export type Message<Values extends MessageValues = MessageValues> = ((values: Values) => string) & {
  readonly text: string;
};
type MessageValues = Readonly<Record<string, string | number>>;

/** The type that a catalogue in another language must fill: the same keys, with the same values. */
export type Catalogue<English> = {
  readonly [K in keyof English]: English[K] extends string
    ? string
    : English[K] extends Message<never>
      ? English[K]
      : Catalogue<English[K]>;
};

/**
 * Compiles the messages of a language's catalogue. A message throws an Error if it is not ICU MessageFormat or lacks a
 * value.
 */
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
