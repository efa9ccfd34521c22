// The PDF files of sent invoices. A file sent by e-mail is stored byte for byte and shown from then on, whatever
// changes later. It is stored gzipped, which takes less than half the space.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type AppContext, type Caller, inTenant, type Scope, serviceCaller } from '../../platform/db/scope.ts';
import { addFile, deleteFiles, getFile, readBytes } from '../../platform/files/stored-files.ts';
import type { Language } from '../../platform/values/languages.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import * as queries from './sending-queries.ts';

/** The bytes that were sent. `sha256` is their hash, in lowercase hex. */
type SentFileContent = { readonly sha256: string; readonly bytes: Buffer };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

type ChooseFile = (files: readonly queries.SentFile[]) => queries.SentFile | undefined;

/**
 * The file for an e-mail: the one stored in its language, or the result of `make`, which is stored before this returns.
 * So a mail server never gets bytes that could be lost. When several e-mails leave at once, all carry the file that was
 * stored first.
 */
export async function fileForLetter(
  app: AppContext,
  letter: { readonly tenantId: string; readonly invoiceId: string; readonly language: Language },
  make: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const { tenantId, invoiceId, language } = letter;
  const caller = serviceCaller(tenantId);
  const readOwn = () =>
    readStoredFile(app, caller, invoiceId, (files) => files.find((file) => file.language === language));
  const stored = await readOwn();
  if (stored !== undefined) return stored.bytes;
  const generated = await make();
  const bytes = Buffer.from(generated.buffer, generated.byteOffset, generated.byteLength);
  const compressed = await compress(bytes);
  const isFirst = await inTenant(app, caller, async (scope) => {
    const file = await addFile(scope, { bytes: compressed, mediaType: 'application/gzip' });
    if (await queries.insertSentFile(scope, { invoiceId, language, fileId: file.id })) return true;
    await deleteFiles(scope, [file.id]);
    return false;
  });
  return isFirst ? bytes : ((await readOwn())?.bytes ?? bytes);
}

/**
 * The sent file of an invoice whose document the caller may see: in the requested language; if undefined, in the
 * document's language or else in that of the first e-mail. Undefined when no file exists in that language, and when the
 * invoice is cancelled: its PDF must show that.
 */
export async function readSentFile(
  app: AppContext,
  caller: Caller,
  { language, invoice }: InvoiceDocument,
  requested?: Language,
): Promise<SentFileContent | undefined> {
  if (invoice.status === 'cancelled') return undefined;
  return readStoredFile(app, caller, invoice.id, (files) => {
    const sent = files.filter(({ sentAt }) => sentAt !== null);
    return (
      sent.find((file) => file.language === (requested ?? language)) ?? (requested === undefined ? sent[0] : undefined)
    );
  });
}

/**
 * Deletes the files of these invoices that no mail server has accepted. Call it only while no e-mail about them is in
 * flight: new e-mails then get new files.
 */
export async function discardUnsentFiles(scope: Scope, invoiceIds: readonly string[]): Promise<void> {
  const unsent = await queries.deleteUnsentFiles(scope, invoiceIds);
  await deleteFiles(
    scope,
    unsent.map(({ fileId }) => fileId),
  );
}

/** Undefined, with a log entry, when the bytes are missing or damaged: a newly rendered PDF is better than none. */
async function readStoredFile(
  app: AppContext,
  caller: Caller,
  invoiceId: string,
  choose: ChooseFile,
): Promise<SentFileContent | undefined> {
  const find = async (scope: Scope) => {
    const chosen = choose(await queries.listSentFiles(scope, invoiceId));
    if (chosen === undefined) return undefined;
    const { fileId } = chosen;
    return { fileId, compressed: await readBytes(scope, await getFile(scope, fileId)) };
  };
  const found = await inTenant(app, caller, find, 'read only');
  if (found === undefined) return undefined;
  if (found.compressed === undefined) {
    const { tenantId } = caller;
    app.log.error(
      { tenantId, fileId: found.fileId },
      'the file of a sent invoice cannot be read; restore it from a backup',
    );
    return undefined;
  }
  const bytes = await decompress(found.compressed);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
