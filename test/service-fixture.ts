// Fixture of most tests: a service on a database of its own (cloned from a migrated template), people in it, and short
// ways to send requests.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { bindPerson, findSessionOwner, touchMembership } from '../src/identity/identity-queries.ts';
import { createApiKey, insertMember, type JoiningPerson } from '../src/identity/operator-accounts.ts';
import { insertTenant } from '../src/identity/organization-queries.ts';
import { hashPassword } from '../src/identity/passwords.ts';
import { logSecurityEvent } from '../src/identity/security-log.ts';
import { startSession } from '../src/identity/sessions.ts';
import { signIn } from '../src/identity/sign-in.ts';
import { recordConfirmation } from '../src/identity/sign-in-queries.ts';
import { makeThrottle } from '../src/identity/sign-in-throttle.ts';
import { parseRefreshToken } from '../src/identity/tokens.ts';
import { type Config, readConfig } from '../src/platform/config/config.ts';
import { connect, type DatabasePool } from '../src/platform/db/pool.ts';
import { type AppContext, type CallerRole, inTenant, type Scope, serviceCaller } from '../src/platform/db/scope.ts';
import { makeLog } from '../src/platform/log.ts';
import type { Day } from '../src/platform/values/dates.ts';
import { newId } from '../src/platform/values/ids.ts';
import { updateResident } from '../src/residents/resident-queries.ts';
import { changeResidency, createResident, getResident, type ResidencyInput } from '../src/residents/residents.ts';
import { makeServer } from '../src/server.ts';
import { checkDeclared, recordUndeclared } from './declared-responses.ts';
import { connectionTo, createDatabase } from './postgres-server.ts';
import { checkLocks, checkStatements, recordStatements } from './recorded-statements.ts';

/** An object in an answer: an id, and fields that a test names. */
export type Thing = { readonly id: string; readonly [field: string]: unknown };

/** An answer, and short ways into it: `data` of one object, `items` of a page, `code` and `fields` of a problem. */
export type Answer<T = Thing> = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly data: T;
  readonly items: readonly T[];
  readonly nextCursor: string | null;
  readonly code: string | undefined;
  readonly fields: readonly string[];
};
type RequestOptions = {
  as?: string | undefined;
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
};

export type TestService = {
  readonly app: AppContext;
  readonly server: FastifyInstance;
  /** The superuser's connection, for reading the database directly. */
  readonly owner: DatabasePool;
  /** The name of the database. */
  readonly database: string;
  /** The clock of everything outside the service. */
  readonly clock: { now: Date };
  readonly throttle: ReturnType<typeof makeThrottle>;
  /** Sends a request; paths are below the API's base unless they start with `//`. */
  ask<T = Thing>(method: string, path: string, ask?: RequestOptions): Promise<Answer<T>>;
  /** The same, for a request that a test needs on its way to something else: throws unless it succeeds. */
  succeed<T = Thing>(method: string, path: string, ask?: RequestOptions): Promise<Answer<T>>;
};

/** Of sign-ins outside the service. One for all of a process, as it reserves room for many callers. */
const throttle = makeThrottle();

/**
 * A service on a database of its own, copied from an empty one or from `source`; both are removed when the test file
 * ends, and the service's statements and responses are checked. Call it at the top of a file (`const g = await
 * startTestService()`), not in a hook.
 */
export async function startTestService(changes: Partial<Config> = {}, source?: string): Promise<TestService> {
  const { service, close, check, undeclared } = await openTestService(
    changes,
    source === undefined ? undefined : `template ${source} strategy file_copy`,
  );
  after(async () => {
    await close();
    check();
    checkDeclared(undeclared);
  });
  return service;
}

type OpenService = {
  readonly service: TestService;
  readonly close: () => Promise<void>;
  /** What it responded and does not declare. */
  readonly undeclared: ReadonlySet<string>;
};

/** A service on a new database, which `close` removes. `check` throws for a statement or lock against the rules. */
export async function openTestService(
  changes: Partial<Config> = {},
  how?: string,
): Promise<OpenService & { readonly check: () => void }> {
  const { database, drop } = await createDatabase(how);
  const { pool, statements, misplacedLocks } = recordStatements(
    connect(connectionTo(database, 'haldur_app'), { max: 12 }),
  );
  const owner = connect(connectionTo(database), { max: 2 });
  const { service, close, undeclared } = await serviceOn({ pool, owner, database }, changes);
  return {
    service,
    undeclared,
    close: () => close().then(drop),
    check() {
      checkStatements(statements);
      checkLocks(misplacedLocks);
    },
  };
}

const most = 1e9;
/** Limits that no test reaches. */
export const noRateLimits = { credential: most, tenant: most, address: most, bulk: most, ocr: most };

/** A service on a database that exists. `close` ends it and its connections. */
export async function serviceOn(
  { pool, owner, database }: { pool: DatabasePool; owner: DatabasePool; database: string },
  changes: Partial<Config> = {},
): Promise<OpenService> {
  const clock = { now: new Date('2026-11-20T09:00:00.000Z') };
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-test-data-'));
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      RATE_LIMIT_ADDRESS: '100000',
      RATE_LIMIT_BULK: '100000',
      RATE_LIMIT_OCR: '100000',
      OCR_TIMEOUT: '240',
      ALLOW_WEAK_BANKS: 'true', // Smaller keys are generated sooner.
    }),
    ...changes,
  };
  const app: AppContext = { pool, config, log: makeLog(config.logLevel), clock: () => clock.now };
  const server = makeServer(app);
  const undeclared = recordUndeclared(server, config.basePath);
  const close = async () => {
    await server.close();
    await pool.end({ timeout: 5 });
    await owner.end({ timeout: 5 });
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    close,
    undeclared,
    service: {
      app,
      server,
      owner,
      database,
      clock,
      throttle,
      ...requestsTo((method, path, ask) => request(server, config.basePath, method, path, ask ?? {})),
    },
  };
}

/** Both ways to send a request, from the plain one. */
function requestsTo(ask: TestService['ask']): Pick<TestService, 'ask' | 'succeed'> {
  return {
    ask,
    succeed: async (method, path, options) => {
      const answer = await ask<never>(method, path, options);
      if (answer.status < 200 || answer.status > 299) throw new Error(`${method} ${path} failed: ${answer.text}`);
      return answer;
    },
  };
}

async function request<T>(
  server: FastifyInstance,
  base: string,
  method: string,
  path: string,
  ask: RequestOptions,
): Promise<Answer<T>> {
  const { as, headers } = ask;
  const payload = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  const response = await server.inject({
    method: method as 'GET',
    url: path.startsWith('//') ? path.slice(1) : base + path,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return answerOf(response.statusCode, response.headers as Record<string, string>, response.body);
}

/** An answer in the form of tests. */
export function answerOf<T>(status: number, headers: Readonly<Record<string, string>>, text: string): Answer<T> {
  const isJson = text !== '' && /json\b/.test(String(headers['content-type'] ?? ''));
  const body = isJson ? JSON.parse(text) : {};
  return {
    status,
    headers,
    text,
    data: body.data,
    items: body.data,
    nextCursor: body.pagination?.nextCursor ?? null,
    code: body.code,
    fields: (body.errors ?? []).map((problem: { field: string }) => problem.field),
  };
}

export const password = 'correct horse battery staple';

export type TestOrganization = {
  readonly tenantId: string;
  readonly email: string;
  /** The access token of the owner who created it. */
  readonly owner: string;
  /** An API key with a manager's role. */
  readonly integrator: string;
};

/** One hash for everybody, as hashing is slow on purpose. */
const passwordHash = hashPassword(password);

/** A person without an account yet. */
async function aStranger(role: CallerRole): Promise<JoiningPerson & { email: string }> {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.org`;
  return { known: false, userId: newId(), email, name: email, passwordHash: await passwordHash };
}

/** An organization with a signed-in owner, and an integrator's API key. */
export async function anOrganization(g: TestService, name = 'KÜ Kase'): Promise<TestOrganization> {
  const [tenantId, person] = [newId(), await aStranger('owner')];
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await insertTenant(scope, name);
    await insertMember(scope, person, 'owner');
  });
  const { apiKey } = await createApiKey(g.app, { tenantId, name: 'integration', role: 'manager' });
  await g.owner`delete from mails where tenant_id = ${tenantId}`; // Tests do not look for the letter about the key.
  const { email, userId } = person;
  return { tenantId, email, owner: await openSession(g, tenantId, userId), integrator: apiKey };
}

/** A further person of an organization, signed in. */
export async function aPerson(
  g: TestService,
  tenantId: string,
  role: CallerRole,
): Promise<{ userId: string; email: string; token: string }> {
  const person = await aStranger(role);
  await inTenant(g.app, serviceCaller(tenantId), (scope) => insertMember(scope, person, role));
  // Nor for the letter that somebody joined.
  await g.owner`delete from mails where tenant_id = ${tenantId} and kind = 'security-change'`;
  const { email, userId } = person;
  return { userId, email, token: await openSession(g, tenantId, userId) };
}

/** The device of `ask`. */
const device = { address: '127.0.0.1', userAgent: 'lightMyRequest' };

/** Signs somebody in by their password, and returns the access token. */
export async function tokenOf(g: TestService, email: string): Promise<string> {
  const tokens = await signIn(g.app, g.throttle, { email, password, ...device });
  const { tenantId } = tokens;
  await inTenant(g.app, serviceCaller(tenantId), (scope) => confirmForGood(scope, tokens));
  return tokens.accessToken;
}

/**
 * Confirms for a session that it is the person, until after the test: most tests are about something else than
 * confirmations.
 */
async function confirmForGood(scope: Scope, { refreshToken }: { readonly refreshToken: string }): Promise<void> {
  const owner = await findSessionOwner(scope, parseRefreshToken(refreshToken)?.sessionId ?? '');
  if (owner === undefined) throw new Error('There is no such session.');
  await bindPerson(scope.db, owner.userId);
  await recordConfirmation({ ...scope, realNow: new Date('2199-01-01') }, owner.signInId);
}

/** What signing in does after the password was checked, which is slow on purpose; returns the access token. */
async function openSession(g: TestService, tenantId: string, userId: string): Promise<string> {
  return inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await touchMembership(scope, userId);
    await logSecurityEvent(scope, 'signed_in', { with: 'password' }, { by: { kind: 'user', id: userId }, ...device });
    const begun = { signedInByMail: false, secondFactor: false, confirmed: true, source: device };
    const tokens = await startSession(scope, userId, begun);
    await confirmForGood(scope, tokens);
    return tokens.accessToken;
  });
}

/** The problem of an answer. */
export const refusalOf = ({ status, code, fields }: Answer<unknown>) => [status, code, fields];

/** Waits until a condition holds; otherwise the test's own time limit ends it. */
export async function waitUntil(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A building, created over the API. */
export async function aBuilding(g: TestService, as: string, more: Record<string, unknown> = {}): Promise<Thing> {
  const body = { name: 'Kase 12', address: 'Kase 12, 10612 Tallinn', ...more };
  return (await g.succeed('POST', '/buildings', { as, body })).data;
}

/** An apartment, created over the API. */
export async function anApartment(
  g: TestService,
  as: string,
  buildingId: string,
  more: Record<string, unknown> & { number: string },
): Promise<Thing> {
  return (await g.succeed('POST', `/buildings/${buildingId}/apartments`, { as, body: more })).data;
}

/** Registers a person with an account as a resident of an apartment from a day on. */
export async function aResidency(
  g: TestService,
  tenantId: string,
  userId: string,
  apartmentId: string,
  since: Day = '2026-01-01',
  more: Partial<Omit<ResidencyInput, 'apartmentId' | 'since'>> = {},
): Promise<void> {
  const apartments = [{ apartmentId, since, ...more }];
  const { id } = await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    createResident(scope, { name: 'Mari Tamm', email: 'mari@example.org', apartments }),
  );
  await giveAccount(g, tenantId, id, userId);
}

let recipients = 0;

/** A resident without an account, over the API; by default since January. Addresses sort in the order they are made. */
export async function aRecipient(
  g: TestService,
  as: string,
  apartmentId: string,
  more: Record<string, unknown> = {},
  home: Record<string, unknown> = {},
): Promise<Thing & { readonly email: string }> {
  recipients += 1;
  const word = String(recipients).padStart(4, '0');
  const apartments = [{ apartmentId, since: '2026-01-01', ...home }];
  const body = { name: `Inimene ${word}`, email: `person-${word}@example.org`, language: 'et', ...more, apartments };
  return (await g.succeed<Thing & { email: string }>('POST', '//console/api/residents', { as, body })).data;
}

/** Gives a resident the account of a person, as an accepted invitation does. */
export async function giveAccount(g: TestService, tenantId: string, residentId: string, userId: string): Promise<void> {
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const resident = await getResident(scope, residentId);
    await updateResident(scope, { ...resident, emailKey: resident.email, userId });
  });
}

/** The id of the resident who has a person's account. Throws unless there is exactly one. */
export async function residentOf(g: TestService, userId: string): Promise<string> {
  const [resident, ...more] = await g.owner<{ id: string }[]>`select id from residents where user_id = ${userId}`;
  if (resident === undefined || more.length > 0) throw new Error('The person is not exactly one resident.');
  return resident.id;
}

/**
 * Records other days, another role or another invoice recipient for residencies: those of an apartment, of one person
 * there, or those without an end.
 */
export async function changeResidencies(
  g: TestService,
  tenantId: string,
  of: { apartmentId: string; userId?: string; open?: true },
  changes: Partial<Omit<ResidencyInput, 'apartmentId'>>,
): Promise<void> {
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const residencies = await scope.db<{ id: string; residentId: string }[]>`
      select r.id, r.resident_id from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
       where r.tenant_id = ${tenantId} and r.apartment_id = ${of.apartmentId} and (p.user_id = ${of.userId ?? null}::uuid or ${of.userId === undefined})
         and (r.until is null or ${of.open === undefined})`;
    for (const { id, residentId } of residencies) await changeResidency(scope, residentId, id, changes);
  });
}

/**
 * From now on the service goes by the machine's clock, as what runs beside it does: a worker, a browser, a process; or
 * so many milliseconds ahead of it.
 */
export function useRealClock({ clock }: Pick<TestService, 'clock'>, aheadMs = 0): void {
  Object.defineProperty(clock, 'now', { get: () => new Date(Date.now() + aheadMs), configurable: true });
}

/**
 * Does something on another day, then sets the clock back. Where the clock is the real one, as beside a browser, it
 * happens now.
 */
export async function onDay<T>(g: TestService, day: Day, work: () => Promise<T>): Promise<T> {
  if (Object.getOwnPropertyDescriptor(g.clock, 'now')?.writable !== true) return work();
  const { now } = g.clock;
  g.clock.now = new Date(`${day}T09:00:00.000Z`);
  try {
    return await work();
  } finally {
    g.clock.now = now;
  }
}

/** Everybody who lives in an apartment moves out at the end of a day. */
export async function moveOut(g: TestService, tenantId: string, apartmentId: string, until: Day): Promise<void> {
  await changeResidencies(g, tenantId, { apartmentId, open: true }, { until });
}

/** A seller who owned an apartment from 2020 to the end of October 2026, and the buyer who owns it from November. */
export async function sellAtOctobersEnd(g: TestService, tenantId: string, apartmentId: string): Promise<void> {
  const [seller, buyer] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, seller.userId, apartmentId, '2020-01-01');
  await moveOut(g, tenantId, apartmentId, '2026-10-31');
  await aResidency(g, tenantId, buyer.userId, apartmentId, '2026-11-01');
}
