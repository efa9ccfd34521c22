// The e-mail about a sign-in from a new device.
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';

/**
 * `device` is null if the client did not send it; `address` is the network address; `link` leads to the list of
 * sessions.
 */
export type NewDevice = {
  readonly at: Date;
  readonly device: string | null;
  readonly address: string;
  readonly link: string;
};

/** Calls the device unknown if the client did not name it. */
export function newDevice(
  language: Language,
  { at, device, address, link }: NewDevice,
  moment: (at: Date) => string,
): LetterContent {
  const { newDevice: words } = serviceWords[language].mail;
  return {
    subject: words.subject,
    paragraphs: [
      words.lead,
      words.device({ device: device ?? words.unknownDevice }),
      words.address({ address }),
      words.time({ moment: moment(at) }),
      words.wasYou,
      words.wasNotYou,
    ],
    button: { label: words.button, link },
  };
}
