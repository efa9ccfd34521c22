// The command line: one word selects the process to run. A process that cannot start prints the reason and exits with
// 1.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readConfig } from './platform/config/config.ts';
import { Conflict, Invalid, NotFound, OperatorError } from './platform/errors.ts';

type Commands = Readonly<Record<string, (rest: readonly string[]) => Promise<void>>>;

/** Each loads only what it needs: the operator's commands take half as long to begin without the server. */
const serviceCommands: Commands = {
  start,
  admin: async (rest) => console.log(await (await import('./admin.ts')).admin(rest)),
  version: async () => {},
  openapi,
  schema: async () => (await import('./platform/db/schema-page.ts')).writeSchemaPage(),
};

/** Runs one command: one of the service's own, or one built on it (the demo, the benchmarks). Called by start.mjs. */
export async function main(command: string, rest: readonly string[], more: Commands): Promise<void> {
  ignoreOutputErrors();
  const commands = { ...serviceCommands, ...more };
  const run = commands[command];
  if (run === undefined)
    return exitWithMessage(`There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`);
  try {
    await run(rest);
  } catch (error) {
    if (
      error instanceof OperatorError ||
      error instanceof Invalid ||
      error instanceof Conflict ||
      error instanceof NotFound
    )
      exitWithMessage(error.message);
    else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/** A closed output (`npm start | head`) or a full disk behind it must not end the process. */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

async function openapi(): Promise<void> {
  const { writeSnapshots } = await import('./http/openapi/snapshots.ts');
  const { apiOperations } = await import('./routes/api/routes.ts');
  await writeSnapshots(apiOperations);
}

async function start(): Promise<void> {
  const print = (line: string) => console.log(line);
  const config = readConfig(process.env);
  if (config.webhooks.allowPrivateTargets)
    print(
      'Webhooks may be sent to private addresses and over http (WEBHOOK_ALLOW_PRIVATE_TARGETS): for development only.',
    );
  if (config.sandboxBank)
    print('There is a sandbox bank (SANDBOX_BANK), at which invoices are paid without money: for development only.');
  if (config.mailboxPage)
    print(`E-mails can be read on this machine at ${config.publicUrl}/mailbox (MAILBOX_PAGE): for development only.`);
  if (config.unsafe.length > 0)
    print(`Unsafe where PUBLIC_URL is ${config.publicUrl}, and allowed by ALLOW_UNSAFE: ${config.unsafe.join(', ')}.`);
  if (config.testClock)
    print('The clock can be moved (TEST_CLOCK, `npm run admin -- set-clock`): for development only.');
  const began = performance.now();
  const { openDatabase } = await import('./platform/db/open-database.ts');
  const opening = openDatabase(config, { print });
  opening.catch(() => {}); // Thrown where it is awaited.
  await nextTurn(); // PostgreSQL has been launched, and starts while the service is loaded.
  const { startService } = await import('./service.ts').catch(async (error) => {
    await (await opening).close();
    throw error;
  });
  const service = await startService(config, print, opening);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(
    config.role === 'worker'
      ? `The worker is ready after ${seconds} s${service.url === undefined ? '' : `: metrics ${service.url}/metrics`}.`
      : `Haldur is ready after ${seconds} s: console ${service.url}/console, API ${service.url}${config.basePath}, docs ${service.url}/docs`,
  );
  if (service.firstStart !== undefined)
    print(`There is no organization yet. Create the first one at ${service.firstStart}`);
  stopOnSignal((drainMs) => service.stop(drainMs), config.drainMs, print);
}

const stopWithinMs = 19_000;

/**
 * Stops in order on SIGTERM, or without draining on SIGINT (Ctrl-C). A second signal ends at once, except the duplicate
 * Ctrl-C that npm passes on; so does a stop that times out.
 */
function stopOnSignal(stop: (drainMs: number) => Promise<void>, drainMs: number, print: (line: string) => void): void {
  let since: number | undefined;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > 1000) process.exit(1);
      return;
    }
    since = performance.now();
    print(`${signal}: stopping.`);
    setTimeout(() => {
      print('The stop timed out; some work was cut off.');
      process.exit(1);
    }, stopWithinMs).unref();
    try {
      await stop(signal === 'SIGTERM' ? drainMs : 0);
      print('Stopped.');
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function exitWithMessage(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
