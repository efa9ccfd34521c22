// The file of personal data (GDPR, art. 15 and 20): a ZIP file with a page to read, the same as JSON, and the person's
// invoices and photos. It is made while it is sent, one file at a time.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findTenant } from '../identity/identity-queries.ts';
import { listOrganizationsOf } from '../identity/organization-queries.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { withoutTenant } from '../identity/sessions.ts';
import { loadInvoiceDocuments } from '../invoicing/documents/invoice-document.ts';
import { pdfRenderer } from '../invoicing/documents/render-pdf.ts';
import { readSentFile } from '../invoicing/sending/sent-files.ts';
import { type AppContext, type Caller, inTenant, serviceCaller } from '../platform/db/scope.ts';
import { Forbidden, NotFound, orNotFound, TooManyRequests, Unavailable } from '../platform/errors.ts';
import { getFile } from '../platform/files/stored-files.ts';
import { type ZipEntry, zipParts } from '../platform/files/zip.ts';
import { mapInSteps, runInTurns, type Steps } from '../platform/processes/steps.ts';
import type { Language } from '../platform/values/languages.ts';
import { serviceWords } from '../words/service-words.ts';
import {
  findMemberSubject,
  findResidentSubject,
  type PersonFile,
  type PersonPart,
  readAccountPart,
  readOrganizationPart,
} from './person-data.ts';
import { type PersonPage, writePersonPage } from './person-page.ts';

/** A ZIP file that is made while it is read. `open` throws TooManyRequests. */
export type PersonArchive = { readonly fileName: string; readonly open: (app: AppContext) => Promise<Readable> };

/** Files that this process makes at once: each renders invoices and reads photos. */
const maxAtOnce = 2;
let running = 0;

/** A part of an archive, with the organization that its files are read from. */
type StoredPart = PersonPart & { readonly tenantId: string };
type Content = { readonly page: Omit<PersonPage, 'missing'>; readonly parts: readonly StoredPart[] };

/**
 * Everything about the signed-in person, in every organization. Throws Forbidden (a key). Runs outside a transaction.
 */
export async function exportOwnData(app: AppContext, caller: Caller): Promise<PersonArchive> {
  if (caller.kind !== 'user') throw new Forbidden();
  const { userId, tenantId } = caller;
  const organizations = await withoutTenant(app, (db) => listOrganizationsOf(db, userId));
  const account = await inTenant(app, caller, (scope) => readAccountPart(scope, userId), 'read only');
  const subject = await inTenant(app, caller, (scope) => findMemberSubject(scope, userId), 'read only');
  const parts: StoredPart[] = [{ ...account, tenantId }];
  for (const { id, name } of organizations) {
    const part = await inTenant(
      app,
      serviceCaller(id),
      async (scope) => readOrganizationPart(scope, await findMemberSubject(scope, userId), name),
      'read only',
    );
    parts.push({ ...part, tenantId: id });
  }
  await inTenant(app, caller, (scope) => logSecurityEvent(scope, 'data_exported', {}));
  return makeArchive(app, { page: { ...subject, at: app.clock(), ofResident: false, parts }, parts });
}

/** Everything that the organization stores about a resident. Throws NotFound. Runs outside a transaction. */
export async function exportResidentData(app: AppContext, caller: Caller, residentId: string): Promise<PersonArchive> {
  const { subject, part } = await inTenant(
    app,
    caller,
    async (scope) => {
      const subject = await findResidentSubject(scope, residentId);
      const organization = orNotFound(await findTenant(scope));
      return { subject, part: await readOrganizationPart(scope, subject, organization.name) };
    },
    'read only',
  );
  await inTenant(app, caller, (scope) => logSecurityEvent(scope, 'data_exported', { residentId }));
  const parts = [{ ...part, tenantId: caller.tenantId }];
  return makeArchive(app, { page: { ...subject, at: app.clock(), ofResident: true, parts }, parts });
}

/**
 * Rejects more at once than this process makes; such a request has been answered with an error, not with half a file.
 */
function makeArchive(app: AppContext, content: Content): PersonArchive {
  const { language, at } = content.page;
  const fileName = `${serviceWords[language].personalData.fileName}-${at.toISOString().slice(0, 10)}.zip`;
  const open = async () => {
    if (running >= maxAtOnce)
      throw new TooManyRequests(
        30,
        'rate_limited',
        'Other files of personal data are being made. Try again in a moment.',
      );
    running += 1;
    const stream = Readable.from(zipParts(entriesOf(app, content)), { objectMode: false });
    return stream.once('close', () => {
      running -= 1;
    });
  };
  return { fileName, open };
}

/** The files one by one; the page comes last, as it names those that could not be made. */
async function* entriesOf(app: AppContext, { page, parts }: Content): AsyncGenerator<ZipEntry, void> {
  const missing = new Set<string>();
  for (const { tenantId, files } of parts) {
    for (const file of files) {
      const bytes = await readFile(app, tenantId, file, page.language);
      if (bytes === undefined) missing.add(file.name);
      else yield { name: file.name, bytes };
    }
  }
  yield { name: 'data.json', bytes: Buffer.from(await runInTurns(writeData(page.at, parts))) };
  yield { name: 'index.html', bytes: Buffer.from(await runInTurns(writePersonPage({ ...page, missing }))) };
}

/** What writing a row as JSON costs of the budget of a turn. */
const costOfRow = 10;

/** The same as JSON, a row a line, in steps. */
function* writeData(at: Date, parts: readonly PersonPart[]): Steps<string> {
  const texts: string[] = [];
  for (const { organization, sections } of parts) {
    const fields = [`"organization":${JSON.stringify(organization)}`];
    for (const { name, rows } of sections) {
      const lines = yield* mapInSteps(
        rows,
        () => costOfRow,
        (row) => JSON.stringify(row),
      );
      fields.push(`"${name}":[\n${lines.join(',\n')}]`);
    }
    texts.push(`{${fields.join(',\n')}}`);
  }
  return `{"madeAt":${JSON.stringify(at)},"data":[${texts.join(',\n')}]}\n`;
}

/** The bytes of a file; undefined if they were deleted meanwhile or cannot be made now, which the page says. */
async function readFile(
  app: AppContext,
  tenantId: string,
  { id, kind }: PersonFile,
  language: Language,
): Promise<Buffer | undefined> {
  const caller = serviceCaller(tenantId);
  try {
    if (kind === 'invoice') return await readInvoice(app, caller, id, language);
    const photo = await inTenant(app, caller, (scope) => getFile(scope, id), 'read only');
    return await buffer(await photo.open(app));
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Unavailable)) throw error;
    app.log.warn({ err: error, tenantId, kind, id }, 'a file is missing in an export of personal data');
    return undefined;
  }
}

/** The PDF as it was sent; of an invoice that was sent another way, as it looks now. */
async function readInvoice(app: AppContext, caller: Caller, id: string, language: Language): Promise<Buffer> {
  const [document] = await loadInvoiceDocuments(app, caller, [id], language);
  if (document === undefined) throw new NotFound();
  const sent = await readSentFile(app, caller, document);
  return sent?.bytes ?? Buffer.from(await pdfRenderer.render(document));
}
