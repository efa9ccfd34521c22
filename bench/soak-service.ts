// The service of the soak: started as in production, with an organization of small buildings, a mail server and a receiver in processes of their own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, createTenant } from '../src/identity/operator-accounts.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/db/open-database.ts';
import { type AppContext, inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { makeLog } from '../src/platform/log.ts';
import { createBuilding } from '../src/properties/buildings.ts';
import { createEndpoint } from '../src/webhooks/endpoints.ts';
import { insertApartments } from './bench-data.ts';
import { insertResidents, startSmtpSink } from './send.ts';
import { startProcess } from './service-process.ts';
import { startReceiver } from './webhooks.ts';

export const apartmentsOfEach = 10;
/** One month of a building for so many reads. */
export const readsOfMonth = 100;
/** From January 2015 on. */
const monthsOfEach = 120;
const charges = [{ code: 'fee', name: 'Fee', basis: 'fixed', unitPrice: 25, vatRate: 0 }] as const;

export type SoakedService = {
  readonly url: string;
  readonly apiKey: string;
  readonly pid: number;
  readonly database: Database;
  /** In the order of their apartments' references. */
  readonly buildings: readonly string[];
  /** Forgets what the receiver has noted, so that it does not grow. */
  readonly emptyReceiver: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts everything, with as many buildings as so many reads need. */
export async function startSoakedService(reads: number): Promise<SoakedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-soak-'));
  const mail = await startSmtpSink();
  const { receiver, url: hook } = await startReceiver();
  const settings = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Haldur <no-reply@haldur.example>',
    RATE_LIMIT_CREDENTIAL: '1000000',
    RATE_LIMIT_TENANT: '1000000',
    RATE_LIMIT_BULK: '100000',
    OCR_TIMEOUT: '120', // Slower where others use the machine.
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  };
  const { url, pid, stop: end } = await startProcess(settings);
  const database = await openDatabase(readConfig(settings), { print: () => {}, joinRunning: true, max: 1 });
  const stop = async () => {
    await database.close();
    await end();
    mail.stop();
    receiver.kill();
    await rm(dataDir, { recursive: true, force: true });
  };
  const made = await createOrganization(database, settings, hook, Math.ceil(reads / readsOfMonth / monthsOfEach) + 1);
  const emptyReceiver = async () => void (await (await fetch(hook)).text());
  return { url, pid, database, ...made, emptyReceiver, stop };
}

async function createOrganization(
  database: Database,
  settings: Record<string, string>,
  hook: string,
  count: number,
): Promise<{ apiKey: string; buildings: readonly string[] }> {
  const config = readConfig(settings);
  const app: AppContext = { pool: database.pool, config, log: makeLog('error'), clock: () => new Date() };
  const person = { email: 'soak@example.org', password: 'correct horse battery staple' };
  const { tenantId } = await createTenant(app, { name: 'Soak', ...person });
  const { apiKey } = await createApiKey(app, { tenantId, name: 'soak', role: 'owner' });
  const caller = serviceCaller(tenantId);
  const events = ['invoice.created', 'invoice.sent', 'invoice.paid', 'payment.received'] as const;
  await inTenant(app, caller, (scope) => createEndpoint(scope, { url: hook, events }));
  const buildings: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const input = { name: `Soak ${nth + 1}`, address: 'Soak', billing: { charges, iban: 'EE382200221020145685' } };
    const { id } = await inTenant(app, caller, (scope) => createBuilding(scope, input));
    await insertApartments(database, tenantId, id, apartmentsOfEach, nth * apartmentsOfEach);
    buildings.push(id);
  }
  await insertResidents({ database, tenantId });
  return { apiKey, buildings };
}
