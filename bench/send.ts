// send: the invoices of 2,000 apartments go to a mail server on this machine, each with a file of 60 KB. The floor is a plain nodemailer loop over as many
// connections that sends e-mails of the same bytes to the same server. Then some with PDF files that are rendered for them.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { pdfRenderer } from '../src/invoicing/documents/render-pdf.ts';
import { makeInvoiceLetterHandler } from '../src/invoicing/sending/invoice-letter-handler.ts';
import { sendInvoices } from '../src/invoicing/sending/send-invoices.ts';
import { composeLetter } from '../src/mail/letter-kinds.ts';
import { startSending } from '../src/mail/send-mail.ts';
import { generateInvoicesAndApplyCredit } from '../src/payments/generate-and-apply-credit.ts';
import { type AppContext, inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { type BenchContext, costs, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds, watchMemory } from './measure.ts';

const apartments = 2_000;
const invoicesWithPdf = 200;
/** The sending slots of one organization. */
const connections = 4;
const attachedFile = { filename: 'invoice.pdf', contentType: 'application/pdf', content: randomBytes(60_000) };
const months = ['2025-01', '2025-02'] as const;

export const aboutSend: About = {
  does: '2,000 invoices of one organization go to a mail server in a process of its own, each letter with a file of 60 KB: claimed, its document gathered, its file kept in the database, handed over, recorded with its invoice and `invoice.sent`.',
  floor:
    'A bare nodemailer loop over as many connections (four, what one organization gets) that sends the same bytes; it keeps nothing.',
  note: 'Memory is the most above the start.',
};

/** Measures letters per second. */
export async function send(): Promise<readonly Figure[]> {
  return withBenchData(apartments, async (ground) => {
    await insertResidents(ground);
    const sink = await startSmtpSink();
    try {
      const app = withMail(ground.app, sink.port);
      for (const month of months) await generateMonth(ground, month);
      const queued = await measureSeconds(() => queueLetters(ground, months[0], apartments));
      const memory = watchMemory();
      const handler = makeInvoiceLetterHandler(async () => attachedFile.content);
      const sent = await measureSeconds(() => sendAll(app, ground, handler));
      const floor = await measureSeconds(() => sendInBareLoop(sink.port));
      const peak = memory();
      await queueLetters(ground, months[1], invoicesWithPdf);
      const drawn = await measureSeconds(() => sendAll(app, ground, makeInvoiceLetterHandler()));
      const wanted = apartments * 2 + invoicesWithPdf;
      if ((await sink.taken()) !== wanted)
        throw new Error(`The server took ${await sink.taken()} letters, not ${wanted}.`);
      return [
        { what: 'letters, file ready', figure: apartments / sent, unit: '/s', floor: apartments / floor },
        { what: 'letters, PDF made for them', figure: invoicesWithPdf / drawn, unit: '/s' },
        { what: 'memory', figure: peak, unit: 'MB', aim: { of: 'figure', max: 150 } },
        { what: 'queueing 2,000 letters', figure: queued, unit: 's' },
      ];
    } finally {
      sink.stop();
      await pdfRenderer.stop();
    }
  });
}

function withMail(app: AppContext, port: number): AppContext {
  const smtp = { host: '127.0.0.1', port, secure: false, user: undefined, password: undefined };
  return {
    ...app,
    config: { ...app.config, mail: { smtp, from: { name: 'Haldur', address: 'no-reply@haldur.example' } } },
  };
}

/** A resident with an address in each apartment. */
export async function insertResidents({
  database,
  tenantId,
}: Pick<BenchContext, 'database' | 'tenantId'>): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner`
      insert into residents (tenant_id, id, name, email, email_key, language, created_at, updated_at)
      select tenant_id, id, 'Resident ' || number, 'resident-' || number || '@example.org', 'resident-' || number || '@example.org', 'et', now(), now()
        from apartments where tenant_id = ${tenantId}`;
    await owner`
      insert into residencies (tenant_id, id, resident_id, apartment_id, role, since)
      select tenant_id, gen_random_uuid(), id, id, 'owner', '2010-01-01' from apartments where tenant_id = ${tenantId}`;
    await owner`analyze`;
  });
}

const periodOf = (month: string) => ({ periodStart: `${month}-01`, periodEnd: `${month}-28` });

async function generateMonth({ app, tenantId, buildingId }: BenchContext, month: string): Promise<void> {
  const request = { buildingId, ...periodOf(month), costs };
  await inTenant(app, serviceCaller(tenantId), (scope) => generateInvoicesAndApplyCredit(scope, request));
}

/** Queues the e-mails of so many invoices of a month. */
async function queueLetters(
  { app, tenantId, buildingId, database }: BenchContext,
  month: string,
  count: number,
): Promise<void> {
  const ids = await database.asOwner(
    (owner) => owner<{ id: string }[]>`
      select id from invoices where tenant_id = ${tenantId} and period_start = ${`${month}-01`} order by id limit ${count}`,
  );
  const which = count === apartments ? { buildingId, ...periodOf(month) } : { invoiceIds: ids.map(({ id }) => id) };
  const made = await inTenant(app, serviceCaller(tenantId), (scope) => sendInvoices(scope, which));
  if (made.length !== count) throw new Error(`${made.length} invoices were queued, not ${count}.`);
}

/** Sends until nothing is queued. */
async function sendAll(
  app: AppContext,
  { database, tenantId }: BenchContext,
  handler: ReturnType<typeof makeInvoiceLetterHandler>,
): Promise<void> {
  const sender = await startSending(app, { invoice: handler });
  const waiting = () =>
    database.asOwner((owner) => owner`select from mails where tenant_id = ${tenantId} and status = 'pending' limit 1`);
  while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  await sender.stop();
}

/** The same e-mails without a database: composed once, sent repeatedly. */
async function sendInBareLoop(port: number): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    ignoreTLS: true,
  });
  const facts = { building: 'Bench', apartment: '1', number: '2025-000001', toPay: 9_876, currency: 'EUR' };
  const more = { dueDate: '2025-02-14', payee: 'Bench', iban: null, reference: '1000012', period: periodOf(months[0]) };
  const letter = composeLetter('invoice', 'et', { ...facts, ...more });
  let left = apartments;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1;
        const to = { name: 'Resident', address: `resident-${left}@example.org` };
        await transport.sendMail({ from: 'no-reply@haldur.example', to, ...letter, attachments: [attachedFile] });
      }
    }),
  );
  transport.close();
}

/** Starts the mail server in a process of its own. */
export async function startSmtpSink(): Promise<{ port: number; taken(): Promise<number>; stop(): void }> {
  const program = fileURLToPath(new URL('./smtp-sink.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = lineReaderOf(createInterface({ input: child.stdout as NodeJS.ReadableStream }));
  const port = Number(await lines());
  const taken = async () => {
    child.stdin?.write('\n');
    return Number(await lines());
  };
  return { port, taken, stop: () => void child.kill() };
}

/** The lines of a process, one at a time. */
function lineReaderOf(output: Interface): () => Promise<string> {
  const lines = output[Symbol.asyncIterator]();
  return async () => (await lines.next()).value ?? '';
}
