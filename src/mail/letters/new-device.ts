// The letter that tells a person that somebody has signed in with the account on a device that was not used before.
import type { Language } from '../../platform/values/languages.ts';
import { mailWords } from '../words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatMoment } from './letter-words.ts';

/** `device` is null when the client did not say what it is; `address` is the network's; `link` leads to the list of sessions. */
export type NewDevice = {
  readonly at: Date;
  readonly device: string | null;
  readonly address: string;
  readonly link: string;
};

/** Says that a device is unknown where the client did not name it. */
export function newDevice(language: Language, { at, device, address, link }: NewDevice): LetterContent {
  const { newDevice: words } = mailWords[language];
  return {
    subject: words.subject,
    paragraphs: [
      words.lead,
      words.device({ device: device ?? words.unknownDevice }),
      words.address({ address }),
      words.time({ moment: formatMoment(language, at) }),
      words.wasYou,
      words.wasNotYou,
    ],
    button: { label: words.button, link },
  };
}
