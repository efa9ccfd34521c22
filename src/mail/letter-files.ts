// The e-mails that the service wrote to files, because it has no mail server: read back as their readers would see
// them.
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { codeOf } from '../platform/errors.ts';

/** The head of an e-mail: what a list of e-mails shows. */
export type LetterHead = {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
};
export type LetterFile = LetterHead & {
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly fileName: string; readonly content: Buffer }[];
};

/** Headers are a few lines; everything after them is left out. */
const maxHeadBytes = 16_384;

/** The names of the files, the latest first: they begin with the time. */
export async function listLetterFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return []; // There is no folder before the first e-mail.
  });
  return names.filter((name) => name.endsWith('.eml')).sort((a, b) => (a < b ? 1 : -1));
}

/** Reads the head of an e-mail. `name` is one of listLetterFiles. */
export async function readLetterHead(folder: string, name: string): Promise<LetterHead> {
  const file = await open(join(folder, name));
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
    return headOf(name, await PostalMime.parse(Buffer.from(`${head}\r\n\r\n`, 'latin1')));
  } finally {
    await file.close();
  }
}

/** Reads an e-mail. `name` is one of listLetterFiles. */
export async function readLetterFile(folder: string, name: string): Promise<LetterFile> {
  const email = await PostalMime.parse(await readFile(join(folder, name)), { attachmentEncoding: 'arraybuffer' });
  return {
    ...headOf(name, email),
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map(({ filename, content }, index) => ({
      fileName: filename ?? `attachment-${index + 1}`,
      content: Buffer.from(content as ArrayBuffer),
    })),
  };
}

function headOf(name: string, { to, subject, date }: Email): LetterHead {
  return { name, to: to?.[0]?.address ?? '', subject: subject ?? '', date: date ?? '' };
}
