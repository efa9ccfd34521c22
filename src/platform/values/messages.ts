// Messages with values, in ICU MessageFormat: every text for people is in a catalogue, and each language has its own
// plural forms.
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, locales } from './languages.ts';

/** A text with values. `text` is in ICU MessageFormat. */
export type Message<Values extends MessageValues = MessageValues> = ((values: Values) => string) & {
  readonly text: string;
};
type MessageValues = Readonly<Record<string, string | number>>;

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

/** A catalogue of texts, or a part of it, as its file has it. */
export type Texts = { readonly [name: string]: string | Texts };

/** Whether a text of a catalogue is a message: its values stand in braces. */
export function isMessage(text: string): boolean {
  return text.includes('{');
}

/**
 * The words of a language from its texts: one with values in braces becomes a message. `Words` is the type of the
 * English catalogue; tests hold the others against it.
 */
export function wordsFrom<Words>(language: Language, texts: Texts): Words {
  const message = messagesIn(language);
  const wordsIn = (part: Texts): object =>
    Object.fromEntries(
      Object.entries(part).map(([name, text]) => {
        if (typeof text !== 'string') return [name, wordsIn(text)];
        return [name, isMessage(text) ? message(text) : text];
      }),
    );
  return wordsIn(texts) as Words;
}
