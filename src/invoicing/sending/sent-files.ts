// The files of sent invoices. What leaves with a letter is kept byte for byte and shown from then on, whatever changes later. On the disk they are gzipped,
// which takes less than half the space.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { messageOf } from '../../platform/errors.ts';
import { forgetFile, getFile, type KeptFile, keepFile, storeFile } from '../../platform/files/stored-files.ts';
import type { Language } from '../../platform/values/languages.ts';
import { type Caller, type House, inTenant, type Scope, serviceIn } from '../../platform/db/scope.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import * as queries from './sending-queries.ts';

/** The bytes that were sent. `sha256` is theirs, in lowercase hex. */
export type SentBytes = { readonly sha256: string; readonly bytes: Buffer };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

type Choose = (files: readonly queries.SentFile[]) => queries.SentFile | undefined;

/**
 * The file for a letter: the one that is kept in its language, or else what `make` makes, which is kept before this returns. So a mail server never gets bytes
 * that could be lost. When several letters leave at once, all of them carry the file that was kept first. Throws Busy when the disk takes no files.
 */
export async function fileForLetter(
  house: House,
  letter: { readonly tenantId: string; readonly invoiceId: string; readonly language: Language },
  make: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const { tenantId, invoiceId, language } = letter;
  const caller = serviceIn(tenantId);
  const readOwn = () => readKept(house, caller, invoiceId, (files) => files.find((file) => file.language === language));
  const kept = await readOwn();
  if (kept !== undefined) return kept.bytes;
  const made = await make();
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  const file = await storeFile(house, tenantId, { bytes: await compress(bytes), mediaType: 'application/gzip' });
  const isFirst = await inTenant(house, caller, async (scope) => {
    await keepFile(scope, file);
    if (await queries.insertSentFile(scope, { invoiceId, language, fileId: file.id })) return true;
    await forgetFile(scope, file.id);
    return false;
  });
  return isFirst ? bytes : ((await readOwn())?.bytes ?? bytes);
}

/**
 * What was sent of an invoice whose document the caller may see: in the language `wanted`; when that is undefined, in the document's language or else in that
 * of the first letter. Undefined when nothing was sent in it, and when the invoice is cancelled: its page has to say so.
 */
export async function readSent(
  house: House,
  caller: Caller,
  { language, invoice }: InvoiceDocument,
  wanted?: Language,
): Promise<SentBytes | undefined> {
  if (invoice.status === 'cancelled') return undefined;
  return readKept(house, caller, invoice.id, (files) => {
    const sent = files.filter(({ sentAt }) => sentAt !== null);
    return sent.find((file) => file.language === (wanted ?? language)) ?? (wanted === undefined ? sent[0] : undefined);
  });
}

/** Forgets the files of these invoices that no mail server has taken. Only while no letter about them is on its way: new letters then carry new files. */
export async function forgetUnsent(scope: Scope, invoiceIds: readonly string[]): Promise<void> {
  for (const { fileId } of await queries.deleteUnsentFiles(scope, invoiceIds)) await forgetFile(scope, fileId);
}

async function readKept(
  house: House,
  caller: Caller,
  invoiceId: string,
  choose: Choose,
): Promise<SentBytes | undefined> {
  const find = async (scope: Scope) => {
    const chosen = choose(await queries.listSentFiles(scope, invoiceId));
    return chosen && getFile(scope, chosen.fileId);
  };
  const file = await inTenant(house, caller, find, 'read only');
  return file && readWhole(house, caller.tenantId, file);
}

/** Undefined, with a line in the log, when the bytes are lost or damaged: then a page that is made now is better than none. */
async function readWhole(house: House, tenantId: string, file: KeptFile): Promise<SentBytes | undefined> {
  let problem = 'Its bytes have changed.';
  try {
    const compressed = await buffer(await file.open());
    if (sha256Of(compressed) === file.sha256) {
      const bytes = await decompress(compressed);
      return { sha256: sha256Of(bytes), bytes };
    }
  } catch (error) {
    problem = messageOf(error);
  }
  house.log.error(
    { tenantId, fileId: file.id, problem },
    'the file of a sent invoice cannot be read; restore it from a backup',
  );
  return undefined;
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
