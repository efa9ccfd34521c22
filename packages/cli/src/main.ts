#!/usr/bin/env node
// haldur-webhooks, a command for integrators: forwards events to a receiver under development, raises real events, and
// sends deliveries again. It has no special access: everything goes over HTTP, with an API key.
import { parseArgs } from 'node:util';
import { createClient, HaldurError } from '../../client/src/client.ts';
import { CommandError } from './command-error.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';
import { eventTypes, isTestKey, listTypes, sendTestEvent, testEvents, trigger, triggerableEvents } from './trigger.ts';

const usage = `haldur-webhooks listen --forward URL [--events invoice.created,invoice.paid] [--name NAME] [--check]
haldur-webhooks trigger                       lists the types of events
haldur-webhooks trigger TYPE [--yes]          TYPE: ${triggerableEvents.join(', ')};
                                              in a test organization also ${testEvents.join(', ')}
haldur-webhooks trigger [TYPE] --endpoint ID  a test event about invented objects
haldur-webhooks replay DELIVERY
haldur-webhooks replay --endpoint ID --since TIME [--until TIME]

HALDUR_API_KEY  an API key of an owner (a manager’s, except for payment.received)
HALDUR_URL      where the service is, http://127.0.0.1:3000 when not set; HALDUR_BASE_PATH when its API is not under /api`;

type Values = ReturnType<typeof parseArguments>['values'];

const print = (line: string) => console.log(line);

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandError || error instanceof HaldurError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(words);
  const [command, name, ...more] = positionals;
  if (values.help === true) return print(usage);
  if (more.length > 0 || !['listen', 'trigger', 'replay'].includes(command ?? '')) throw new CommandError(usage);
  const apiKey = process.env.HALDUR_API_KEY?.trim();
  if (!apiKey) throw new CommandError(`HALDUR_API_KEY is not set.\n${usage}`);
  const url = process.env.HALDUR_URL?.trim() || 'http://127.0.0.1:3000';
  const haldur = createClient({ url, apiKey, basePath: process.env.HALDUR_BASE_PATH?.trim() ?? '/api' });
  if (command === 'listen') await runListen(haldur, values);
  else if (command === 'replay') await replay(haldur, { ...values, delivery: name, print });
  else if (values.endpoint === undefined) await runTrigger(haldur, name, { yes: values.yes === true, apiKey });
  else await sendTestEvent(haldur, { endpoint: values.endpoint, type: name ?? '', print });
}

async function runTrigger(
  haldur: ReturnType<typeof createClient>,
  type: string | undefined,
  { yes, apiKey }: { readonly yes: boolean; readonly apiKey: string },
): Promise<void> {
  const isTest = isTestKey(apiKey);
  if (type === undefined) listTypes(isTest, print);
  else await trigger(haldur, { type, yes, isTest, print });
}

async function runListen(haldur: ReturnType<typeof createClient>, values: Values): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const forward = values.forward ?? '';
  if (!URL.canParse(forward)) throw new CommandError(`--forward needs the URL of your receiver.\n${usage}`);
  const events = values.events?.split(',') ?? eventTypes;
  const check = values.check === true;
  await listen(haldur, { forward, events, name: values.name, check, print, stopping: stopping.signal });
}

function parseArguments(words: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const ofListen = { forward: text, events: text, name: text, check: flag } as const;
    const options = { ...ofListen, yes: flag, endpoint: text, since: text, until: text, help: flag } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
