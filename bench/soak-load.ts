// The load of the soak: reads at a steady pace, and for each hundred of them a month of one building: its invoices, their letters, the statement that pays
// them; and for each thousand a photo of a meter.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { drawFace } from '../demo/meter-faces.ts';
import { endOfMonth } from '../src/platform/values/dates.ts';
import { generateStatement } from './import.ts';
import { apartmentsOfEach, readsOfMonth, type SoakedService } from './soak-service.ts';

/** What was done so far. `busy` counts answers 503 of a machine that has too much to do, `failed` those that were not expected. */
export type LoadCounts = {
  readonly reads: number;
  readonly months: number;
  readonly busy: number;
  readonly failed: number;
};

type Load = { counts(): LoadCounts; stop(): Promise<void> };

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

const readsOfPhoto = 1000;
/** As an integrator would: more requests at once wait in the client. */
const maxConnections = 32;

/** Starts the load: so many reads each second, until `stop`. */
export async function startLoad(service: SoakedService, perSecond: number): Promise<Load> {
  const photo = (await drawFace({ digits: '00409550', decimals: 3 })).toString('base64');
  const counts = { reads: 0, months: 0, busy: 0, failed: 0 };
  let isRunning = true;
  const agent = new Agent({ connections: maxConnections, bodyTimeout: 600_000, headersTimeout: 600_000 });
  const ask = makeAsk(service, agent, counts);
  const invoices: string[] = [];
  const pending = new Set<Promise<unknown>>();
  const begin = (work: Promise<unknown>) => {
    const done = work.finally(() => pending.delete(done));
    pending.add(done);
  };
  const run = async () => {
    for (let due = performance.now(), nth = 0; isRunning; due += 1000 / perSecond, nth += 1) {
      await delay(Math.max(0, due - performance.now()));
      counts.reads += 1;
      begin(readOnce(ask, nth, invoices));
      if (nth % readsOfMonth === 0) begin(playMonth(service, ask, counts.months++, invoices));
      if (nth % readsOfPhoto === 0) begin(ask('POST', '/meters/ocr', { file: photo }));
    }
    await Promise.all(pending);
    await agent.close();
  };
  const ended = run();
  return {
    counts: () => ({ ...counts }),
    stop: () => {
      isRunning = false;
      return ended;
    },
  };
}

function makeAsk({ url, apiKey }: SoakedService, agent: Agent, counts: { busy: number; failed: number }): Ask {
  return async (method, path, body) => {
    const isXml = typeof body === 'string';
    const type = body === undefined ? {} : { 'content-type': isXml ? 'application/xml' : 'application/json' };
    const response = await agent.request({
      origin: url,
      path: `/api${path}`,
      method: method as 'GET',
      headers: { authorization: `Bearer ${apiKey}`, ...type },
      body: isXml ? body : (JSON.stringify(body) ?? null),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode < 300) return path.endsWith('/pdf') ? undefined : JSON.parse(bytes.toString());
    if (response.statusCode === 503) counts.busy += 1;
    else counts.failed += 1;
    console.error(`  ${method} ${path} was answered with ${response.statusCode}: ${bytes.subarray(0, 300)}`);
    return undefined;
  };
}

/** Of a hundred reads one is a PDF file, 40 are lists of several kinds, and the others an invoice. */
async function readOnce(ask: Ask, nth: number, invoices: readonly string[]): Promise<void> {
  const lists = ['/invoices?limit=50', '/payments?limit=50', '/buildings', '/residents?limit=50'];
  const invoice = invoices[nth % Math.max(1, invoices.length)];
  if (nth % 5 < 2 || invoice === undefined) await ask('GET', lists[(nth >> 1) % lists.length] ?? '');
  else await ask('GET', `/invoices/${invoice}${nth % 100 === 3 ? '/pdf' : ''}`);
}

type Generation = { readonly data: { readonly invoices: readonly { readonly invoiceId: string }[] } };

/** The next month of the next building. Its invoices replace those that are read. */
async function playMonth({ buildings }: SoakedService, ask: Ask, month: number, invoices: string[]): Promise<void> {
  const at = month % buildings.length;
  const since = new Date(Date.UTC(2015, Math.floor(month / buildings.length), 1)).toISOString().slice(0, 10);
  const period = { buildingId: buildings[at], periodStart: since, periodEnd: endOfMonth(since) };
  const made = (await ask('POST', '/invoices/generate-bulk', period)) as Generation | undefined;
  if (made === undefined) return;
  invoices.splice(0, invoices.length, ...made.data.invoices.map(({ invoiceId }) => invoiceId));
  await ask('POST', '/invoices/send-bulk', period);
  const day = new Date().toISOString().slice(0, 10);
  const terms = { amount: '25.00', firstReference: at * apartmentsOfEach + 1, day, name: `soak-${month}-` };
  await ask('POST', '/bank-statements/import', [...generateStatement(apartmentsOfEach, terms)].join(''));
}
