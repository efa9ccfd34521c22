// A command for integrators: forwards an organization's events to a receiver under development, and raises real events. It has no special access:
// everything goes over HTTP, with an API key.
import { parseArgs } from 'node:util';
import { eventTypes } from '../src/platform/db/events.ts';
import { messageOf, OperatorError } from '../src/platform/errors.ts';
import { listen } from './forward-events.ts';
import { makeServiceClient } from './service.ts';
import { trigger, triggerableEvents } from './trigger-event.ts';

const usage = `npm run webhooks -- listen --forward URL [--events invoice.created,invoice.paid] [--name NAME]
npm run webhooks -- trigger TYPE [--yes]    TYPE: ${triggerableEvents.join(', ')}

HALDUR_API_KEY  an API key of an owner (a manager’s, except for payment.received)
HALDUR_URL      where the service is, http://127.0.0.1:3000 when not set; HALDUR_BASE_PATH when its API is not under /api`;

/** Runs `listen` until it is interrupted, or `trigger`. Throws OperatorError with the problem and its solution. */
export async function webhooks(rest: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(rest);
  const key = process.env.HALDUR_API_KEY?.trim();
  if (!key) throw new OperatorError(`HALDUR_API_KEY is not set.\n${usage}`);
  const origin = process.env.HALDUR_URL?.trim() || 'http://127.0.0.1:3000';
  const service = makeServiceClient(origin, process.env.HALDUR_BASE_PATH?.trim() ?? '/api', key);
  const [command, type = ''] = positionals;
  if (command === 'listen') {
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
    const forward = values.forward ?? '';
    if (!URL.canParse(forward)) throw new OperatorError(`--forward needs the URL of your receiver.\n${usage}`);
    const events = values.events?.split(',') ?? [...eventTypes];
    await listen(service, { forward, events, name: values.name, say: printLine, stopping: stopping.signal });
  } else if (command === 'trigger') await trigger(service, { type, yes: values.yes === true, say: printLine });
  else throw new OperatorError(usage);
}

function parseArguments(words: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { forward: text, events: text, name: text, yes: { type: 'boolean' } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${messageOf(error)}\n${usage}`);
  }
}

function printLine(line: string): void {
  console.log(line);
}
