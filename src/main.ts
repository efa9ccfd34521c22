// The command line: one word chooses what the process is. Whatever refuses to start says so in a sentence and exits with 1.
import { admin } from './admin.ts';
import { apiOperations } from './routes/api/routes.ts';
import { writeSnapshot } from './http/openapi/openapi-document.ts';
import { readConfig } from './platform/config/config.ts';
import { Conflict, Invalid, NotFound, StartRefused } from './platform/errors.ts';
import { writeSchemaPage } from './platform/db/schema-page.ts';
import { startService } from './service.ts';

type Commands = Readonly<Record<string, (rest: readonly string[]) => Promise<void>>>;

const own: Commands = {
  start,
  admin,
  version: async () => {},
  openapi: () => writeSnapshot(apiOperations),
  schema: writeSchemaPage,
};

/** Runs one command: one of the service's own, or one that stands on it (the demo, the benchmarks). Called by start.mjs. */
export async function main(command: string, rest: readonly string[], more: Commands): Promise<void> {
  outliveReaders();
  const commands = { ...own, ...more };
  const run = commands[command];
  if (run === undefined)
    return refuse(`There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`);
  try {
    await run(rest);
  } catch (error) {
    if (
      error instanceof StartRefused ||
      error instanceof Invalid ||
      error instanceof Conflict ||
      error instanceof NotFound
    )
      refuse(error.message);
    else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/** Output that nobody reads any more (`npm start | head`), or that its disk has no room for, ends nothing. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

async function start(): Promise<void> {
  const say = (line: string) => console.log(line);
  const config = readConfig(process.env);
  if (config.webhooks.allowPrivateTargets)
    say(
      'Webhooks may be sent to private addresses and over http (WEBHOOK_ALLOW_PRIVATE_TARGETS): for development only.',
    );
  if (config.sandboxBank)
    say('There is a sandbox bank (SANDBOX_BANK), at which invoices are paid without money: for development only.');
  if (config.unsafe.length > 0)
    say(`Unsafe where PUBLIC_URL is ${config.publicUrl}, and allowed by ALLOW_UNSAFE: ${config.unsafe.join(', ')}.`);
  if (config.testClock) say('The clock can be moved (TEST_CLOCK, `npm run admin -- set-clock`): for development only.');
  const began = performance.now();
  const service = await startService(config, say);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  say(
    service.url
      ? `Haldur is ready after ${took} s: console ${service.url}/console, API ${service.url}${config.basePath}, reference ${service.url}/docs`
      : `The worker is ready after ${took} s.`,
  );
  stopOnSignal((drainMs) => service.stop(drainMs), config.drainMs, say);
}

const stopWithinMs = 19_000;

/**
 * Stops in order on SIGTERM, or without draining on SIGINT (Ctrl-C). A second signal, but for the echo of a Ctrl-C that also npm passes on, ends at
 * once; so does a stop that hangs, whatever it hangs on.
 */
function stopOnSignal(stop: (drainMs: number) => Promise<void>, drainMs: number, say: (line: string) => void): void {
  let since: number | undefined;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > 1000) process.exit(1);
      return;
    }
    since = performance.now();
    say(`${signal}: stopping.`);
    setTimeout(() => {
      say('Something did not come to its end; stopped without it.');
      process.exit(1);
    }, stopWithinMs).unref();
    try {
      await stop(signal === 'SIGTERM' ? drainMs : 0);
      say('Stopped.');
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
