// The e-mails that the service has sent. Without a mail server it writes them to files, and the demo reads them there
// like a mailbox.
import { setTimeout as delay } from 'node:timers/promises';
import { listLetterFiles, readLetterFile, readLetterHead } from '../src/mail/letter-files.ts';
import { UnexpectedAnswer } from './http-client.ts';

/** An e-mail as its reader sees it. */
type SentLetter = { readonly subject: string; readonly text: string; readonly attachments: readonly string[] };

export type LetterBox = {
  /**
   * The latest e-mail to an address whose text contains some words. Waits for it, for a while. Throws UnexpectedAnswer.
   */
  find(address: string, words: string): Promise<SentLetter>;
};

const timeoutMs = 30_000;

/** The e-mails in a folder of .eml files. `stopping` ends its waits. */
export function openLetterBox(folder: string, stopping: AbortSignal): LetterBox {
  return {
    async find(address, words) {
      for (let waited = 0; waited < timeoutMs; waited += 50) {
        const found = await findLetter(folder, address, words);
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

/** The latest e-mail to an address that contains some words. */
async function findLetter(folder: string, address: string, words: string): Promise<SentLetter | undefined> {
  for (const name of await listLetterFiles(folder)) {
    if ((await readLetterHead(folder, name)).to !== address) continue;
    const { subject, text, attachments } = await readLetterFile(folder, name);
    if (text.includes(words)) return { subject, text, attachments: attachments.map(({ fileName }) => fileName) };
  }
  return undefined;
}
