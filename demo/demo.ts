// The demo: starts the service on an empty database and plays a month of an apartment building on it, over HTTP only.
import { join, resolve } from 'node:path';
import { createTenant } from '../src/identity/operator-accounts.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import { connect } from '../src/platform/db/pool.ts';
import { messageOf, OperatorError } from '../src/platform/errors.ts';
import { isLoopback } from '../src/platform/network.ts';
import { type Service, startService } from '../src/service.ts';
import { showEvent } from './chapters/events.ts';
import { sampleResident } from './chapters/residents.ts';
import { allChapters, playChapters } from './chapters.ts';
import { type Chapter, type DemoState, type DemoUser, getFact } from './demo-state.ts';
import { makeFolder, removeFolder } from './folder.ts';
import { type ApiClient, makeApiClient, UnexpectedAnswer } from './http-client.ts';
import { freePort } from './port.ts';
import { highlight, paint, prose, title } from './print.ts';
import { type LetterBox, openLetterBox } from './read-emails.ts';
import { startReceiver, type WebhookReceiver } from './receiver.ts';

const password = 'blue-train-7-windows';
const organizations = {
  manager: { organization: 'KÜ Kase 12', email: 'manager@kase12.example' },
  stranger: { organization: 'KÜ Tamme 3', email: 'owner@tamme3.example' },
};

/**
 * Plays the demo. With `--once` it ends after the story, otherwise the service stays up until Ctrl-C. Exit code 1 after
 * an unexpected answer. Throws OperatorError.
 */
export async function demo(rest: readonly string[], chapters: readonly Chapter[] = allChapters): Promise<void> {
  const unknown = rest.find((word) => word !== '--once');
  if (unknown !== undefined) throw new OperatorError(`The demo knows --once and nothing else, not ${unknown}.`);
  const stopped = stopSignal();
  printIntroduction();
  const dataDir = resolve(process.env.DATA_DIR?.trim() || './data', 'demo');
  await makeFolder(dataDir);
  try {
    await run(dataDir, chapters, rest.includes('--once'), stopped);
  } finally {
    removeFolder(dataDir);
  }
  printLine(
    process.env.DATABASE_URL || process.env.DATABASE_URL_FILE
      ? 'Stopped. What was played stays in the database of DATABASE_URL.'
      : 'Stopped, and the demo’s data removed.',
  );
}

async function run(
  dataDir: string,
  chapters: readonly Chapter[],
  once: boolean,
  stopped: Promise<NodeJS.Signals>,
): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const began = performance.now();
  const stopping = new AbortController();
  const receiver = await startReceiver(stopping.signal);
  cleanup.defer(receiver.close);
  const config = await readDemoConfig(dataDir);
  if (config.databaseUrl !== undefined) await requireEmptyDatabase(config.databaseUrl);
  const service = await startService(config, printLine);
  cleanup.defer(service.stop);
  const url = service.url ?? '';
  printLine(
    `The service is ready after ${seconds(began)} s: ${url}, its data in ${config.databaseUrl === undefined ? `${dataDir} until the demo ends` : 'the database of DATABASE_URL, where it stays'}.`,
  );
  const letters = openLetterBox(join(dataDir, 'mail'), stopping.signal);
  const stage = await prepareDemo(
    service,
    makeApiClient(`${url}${config.basePath}`, stopping.signal),
    receiver,
    letters,
  );
  try {
    const played = playChapters(chapters, stage);
    if ((await Promise.race([played, stopped])) !== undefined) {
      stopping.abort();
      await played.catch(() => {}); // Cut short on purpose: what is missing now is expected.
      process.exitCode = 130;
      return;
    }
    printConclusion(stage, seconds(began));
    if (once) return;
    printNextSteps(stage, url, config);
    receiver.onEvent(showEvent);
    printLine(`${await stopped}: stopping.`);
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    printUnexpectedAnswer(error);
    process.exitCode = 1;
  }
}

/** From the environment only the address, log level and database: the demo sets everything else. */
async function readDemoConfig(dataDir: string): Promise<Config> {
  const { PORT, HOST, BASE_PATH, LOG_LEVEL, DATABASE_URL } = process.env;
  const ownSettings = {
    HOST,
    BASE_PATH,
    LOG_LEVEL: LOG_LEVEL ?? 'error', // What is rejected in the story is told there.
    DATABASE_URL,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    SANDBOX_BANK: 'true',
    MAILBOX_PAGE: String(isLoopback(HOST?.trim() || '127.0.0.1')),
    OCR_TIMEOUT: '60', // A machine that is busy still gets to the end of the story.
  };
  const { host, port: wanted } = readConfig({ ...ownSettings, PORT });
  const port = await freePort(host, wanted);
  if (wanted !== 0 && port !== wanted)
    printLine(`Port ${wanted} is taken by another process, so the demo listens on ${port}.`);
  return readConfig({ ...ownSettings, PORT: String(port) });
}

/**
 * With an external database the demo's data would stay there, so it never uses one with real data. Throws
 * OperatorError.
 */
async function requireEmptyDatabase(url: string): Promise<void> {
  const database = connect({ url }, { max: 1 });
  try {
    const [state] = await database<{ tables: number }[]>`
      select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    if (state?.tables === 0) return;
    const [migrated] = await database<
      { isMigrated: boolean }[]
    >`select to_regprocedure('public.has_no_tenants()') is not null as is_migrated`;
    const [found] = migrated?.isMigrated ? await database<{ none: boolean }[]>`select has_no_tenants() as none` : [];
    if (found?.none) return; // Migrated already, and nobody uses it yet.
  } catch (error) {
    throw new OperatorError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}.`);
  } finally {
    await database.end({ timeout: 5 });
  }
  throw new OperatorError(
    'The database of DATABASE_URL has tables already, and the demo plays on an empty one only. ' +
      'Create a new database and name that, or unset DATABASE_URL: then the demo starts a database of its own.',
  );
}

/**
 * Organizations are created by the operator, so the demo creates its two as the admin command does. Everything else is
 * over HTTP.
 */
async function prepareDemo(
  { app }: Service,
  api: ApiClient,
  receiver: WebhookReceiver,
  letters: LetterBox,
): Promise<DemoState> {
  const person = async ({ organization, email }: { organization: string; email: string }): Promise<DemoUser> => {
    const { tenantId } = await createTenant(app, { name: organization, email, password });
    return { email, password, tenantId };
  };
  const manager = await person(organizations.manager);
  const stranger = await person(organizations.stranger);
  return { api, receiver, letters, manager, stranger, facts: {} };
}

function printIntroduction(): void {
  title('Haldur: a month of an apartment building');
  prose(
    'Haldur manages apartment buildings: it splits supplier bills among the apartments to the cent, generates invoices, explains each ' +
      'amount, and notifies other systems by webhook. This demo starts it on an empty database and plays a month over HTTP, as any other ' +
      'program could. Each line below is a real request. At the first unexpected answer it stops and shows what it expected.',
  );
  console.log();
}

function printConclusion({ api, receiver }: DemoState, took: string): void {
  console.log();
  highlight(
    `The month is played: ${api.count()} requests, ${receiver.received.length} signed events, no unexpected answer, in ${took} s.`,
  );
}

function printNextSteps(stage: DemoState, url: string, { mailboxPage }: Config): void {
  const { base } = stage.api;
  const { email } = stage.manager;
  const invoice = (index: number) => `${base}/invoices/${getFact(stage, 'invoices')[index]?.id}`;
  const authorized = `-H "Authorization: Bearer $TOKEN"`;
  title('Try it yourself, until Ctrl-C');
  printLine(`Read      ${url}/docs, as JSON ${url}/openapi.json`);
  printLine(`Look      ${url}/console`);
  if (mailboxPage) printLine(`Letters   ${url}/mailbox`);
  printLine(`Sign in   ${email}, password ${password}`);
  printLine('~~~~~~~~~~the property manager; two payments need review');
  printLine(`Or as     ${sampleResident.email}, password ${sampleResident.password}`);
  printLine('~~~~~~~~~~a resident, with an invoice to pay and a meter to read, in Estonian; best on a phone');
  printLine('Ask       from another terminal; paste:');
  console.log(`
TOKEN=$(curl -s ${base}/auth/login -H 'Content-Type: application/json' \\
  -d '{"email":"${email}","password":"${password}"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
curl -sw '\\n' "${base}/invoices?status=sent&limit=2" ${authorized}
curl -sw '\\n' ${invoice(0)} ${authorized}
`);
  printLine('And mark one as paid; the signed event appears here:');
  console.log(`
curl -sw '\\n' -X PATCH ${invoice(0)} ${authorized} \\
  -H 'Content-Type: application/json' -d '{"status":"paid"}'
`);
}

function printUnexpectedAnswer({ expected, came }: UnexpectedAnswer): void {
  console.log(`\n   ${paint(['bold', 'red'], 'Unexpected answer: the demo stops.')}`);
  console.log(`   expected  ${expected}`);
  console.log(`   received  ${came}`);
}

function printLine(line: string): void {
  prose(line, 'dim');
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

/**
 * Resolves at the first signal to stop, or when the output is no longer read (`npm run demo | head`); another signal
 * ends the process at once. Signals within a second count as one: npm passes Ctrl-C on to a process that already has it
 * from the terminal.
 */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    process.stdout.once('error', () => resolve('SIGPIPE'));
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        if (askedAt !== undefined && performance.now() - askedAt > 1000) process.exit(1);
        askedAt ??= performance.now();
        resolve(name);
      });
    }
  });
}
