// The e-mails that the service has sent. Without a mail server it writes them to files, and the demo reads them there like a mailbox.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UnexpectedAnswer } from './http-client.ts';

/** An e-mail as its reader sees it. */
export type SentLetter = { readonly subject: string; readonly text: string; readonly attachments: readonly string[] };

export type LetterBox = {
  /** The latest e-mail to an address whose text contains some words. Waits for it, for a while. Throws UnexpectedAnswer. */
  find(address: string, words: string): Promise<SentLetter>;
};

const timeoutMs = 30_000;

/** The e-mails in a folder of .eml files. `stopping` ends its waits. */
export function openLetterBox(folder: string, stopping: AbortSignal): LetterBox {
  return {
    async find(address, words) {
      for (let waited = 0; waited < timeoutMs; waited += 50) {
        const found = (await readLetters(folder)).find(
          (letter) => letter.to === address && letter.text.includes(words),
        );
        if (found !== undefined) return found;
        stopping.throwIfAborted();
        await delay(50);
      }
      throw new UnexpectedAnswer(`a letter to ${address} that says “${words}”`, 'none');
    },
  };
}

/** The one link of an e-mail. Throws UnexpectedAnswer. */
export function findLink({ subject, text }: SentLetter): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new UnexpectedAnswer(`a link in the letter “${subject}”`, 'none');
  return new URL(link);
}

/** All e-mails, the latest first: their names begin with the time. */
async function readLetters(folder: string): Promise<(SentLetter & { readonly to: string })[]> {
  const names = await readdir(folder).catch((error: Error & { code?: string }) => {
    if (error.code !== 'ENOENT') throw error;
    return []; // There is no folder before the first letter.
  });
  const whole = names.filter((name) => name.endsWith('.eml')).sort((a, b) => (a < b ? 1 : -1));
  return Promise.all(whole.map(async (name) => parseLetter(await readFile(join(folder, name), 'latin1'))));
}

/** Parses what the service's own e-mails need: the headers, and the plain-text part. */
function parseLetter(message: string): SentLetter & { readonly to: string } {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
  const part = /^Content-Type: text\/plain.*?\r\n\r\n(.*?)\r\n--/ims.exec(message);
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(part?.[0] ?? '');
  const text = isBase64 ? Buffer.from(part?.[1] ?? '', 'base64') : fromQuotedPrintable(part?.[1] ?? '');
  return {
    to: /[^\s<>"]+@[^\s<>"]+/.exec(header('To'))?.[0] ?? '',
    subject: header('Subject'),
    text: text.toString('utf8'),
    attachments: [...message.matchAll(/filename="?([^"\r\n;]+)/g)].map((match) => match[1] ?? ''),
  };
}

function fromQuotedPrintable(text: string): Buffer {
  const whole = text.replace(/=\r\n/g, '');
  return Buffer.from(
    whole.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
