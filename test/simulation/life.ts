// A simulated life: an organization of a real service, the model of what it must be, and how the actors send requests
// to it.
import { createApiKey } from '../../src/identity/operator-accounts.ts';
import type { Dice } from '../dice.ts';
import { dayAfter, type ModelMeter } from '../meter-model.ts';
import {
  type Answer,
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  giveAccount,
  type TestService,
  type Thing,
} from '../service-fixture.ts';
import {
  emptyModel,
  type Model,
  type ModelApartment,
  type ModelBuilding,
  type ModelCharge,
  type ModelOwner,
  type ModelPayment,
} from './model.ts';
import type { BankLine } from './model-money.ts';
import type { OutsideWorld } from './outside.ts';

/** What differs from the model, or what the service must not do. `check` names the kind of difference. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly check: string;
  constructor(check: string, detail: string) {
    super(`${check}: ${detail}`);
    this.check = check;
  }
}

/** A line that a bank has booked, and the payment it became. */
export type BookedLine = BankLine & {
  /** The bank's id of the line. */
  readonly id: string;
  /** The reference in its own field. */
  readonly reference: string | undefined;
  /** The format of the file that had it first. */
  readonly format: 'camt' | 'csv' | 'mt940';
  payment?: ModelPayment | undefined;
};

export type Life = {
  readonly g: TestService;
  readonly model: Model;
  readonly tenantId: string;
  /** Two managers who may do everything, each with a key of their own. */
  readonly managers: readonly string[];
  readonly outside: OutsideWorld;
  /** The lines of each account so far. */
  readonly booked: Map<ModelBuilding, BookedLine[]>;
  /** What happened, for people. */
  readonly history: string[];
  /** Where the event feed was read up to. */
  feed: string | undefined;
  /** Of the current step. */
  dice: Dice;
  /** Counts keys, people and bank lines, so that all differ. */
  count: number;
  /** Numbers of invoices that are made while another manager makes some too: in which order is not known. */
  readonly numbersAtOnce?: string[];
};

/** What paths of the console's API begin with. */
export const consolePath = '//console/api';

const prices = (price: number, vat: number) => [{ from: '2026-01-01', price, vat }];
const newCharges = (): ModelCharge[] => [
  { code: 'fund', basis: 'area', prices: prices(8_537, 0) },
  { code: 'admin', basis: 'fixed', prices: prices(434_200, 22) },
  { code: 'heat', basis: 'bill', prices: prices(0, 22) },
  { code: 'water', basis: 'meter', prices: prices(23_100, 22) },
];

/** The charges of a building as the service takes them. */
export const chargesBody = (charges: readonly ModelCharge[]) =>
  charges.map(({ code, basis, prices: [first, ...later] }) => ({
    ...{ code, name: code, vatRate: first?.vat },
    basis: basis === 'bill' ? 'area' : basis,
    ...(basis === 'bill' ? { costFrom: 'supplier_bill' } : { unitPrice: (first?.price ?? 0) / 10_000 }),
    ...(basis === 'meter' && { meterType: 'cold_water' }),
    tariffs: later.map(({ from, price, vat }) => ({
      ...{ from, vatRate: vat },
      ...(basis !== 'bill' && { unitPrice: price / 10_000 }),
    })),
  }));

/** How many meters an apartment has at once. */
export const maxMeters = 3;

/** Starts a life on 2 February 2026: two buildings with three apartments each, their owners and meters. */
export async function beginLife(g: TestService, outside: OutsideWorld, dice: Dice): Promise<Life> {
  g.clock.now = new Date('2026-01-05T09:00:00Z');
  const { tenantId, owner } = await anOrganization(g);
  const managers = await Promise.all(
    ['esimene', 'teine'].map(async (name) => (await createApiKey(g.app, { tenantId, name, role: 'owner' })).apiKey),
  );
  const life: Life = {
    ...{ g, tenantId, managers, outside, dice, model: emptyModel(), booked: new Map() },
    ...{ history: [], feed: undefined, count: 0 },
  };
  await outside.begin(life, owner);
  for (const [prefix, account] of [
    ['A-', 'EE382200221020145685'],
    ['B-', 'EE471000001020145685'],
  ] as const)
    await addBuilding(life, owner, prefix, account);
  g.clock.now = new Date('2026-02-02T09:00:00Z');
  for (const apartment of apartmentsOf(life))
    for (let left = 1 + dice.number(maxMeters); left > 0; left -= 1)
      await addMeter(life, apartment, dayAfter('2026-01-01', dice.number(26)));
  return life;
}

async function addBuilding(life: Life, as: string, prefix: string, account: string): Promise<void> {
  const { g, model, dice } = life;
  const charges = newCharges();
  const billing = { iban: account, invoiceNumberPrefix: prefix, charges: chargesBody(charges) };
  const { id } = await aBuilding(g, as, { billing });
  const building: ModelBuilding = {
    ...{
      id,
      prefix,
      account,
      charges,
      apartments: [],
      bills: new Map(),
      creditedMonths: new Set(),
      correctedMonths: new Set(),
    },
  };
  model.buildings.push(building);
  life.booked.set(building, []);
  for (const number of ['1', '2', '3']) {
    const area = 2000 + dice.number(8000);
    const made = await anApartment(g, as, id, { number, area: area / 100 });
    const apartment: ModelApartment = {
      ...{ id: made.id, number, building, area, owners: [], meters: [] },
      reference: String(made.referenceNumber),
    };
    building.apartments.push(apartment);
    apartment.owners.push(await addOwner(life, apartment, '2020-01-01', dice.chance(50)));
  }
}

async function addOwner(
  life: Life,
  apartment: ModelApartment,
  since: string,
  hasAccount: boolean,
): Promise<ModelOwner> {
  const { g, tenantId } = life;
  const person = hasAccount ? await aPerson(g, tenantId, 'resident') : undefined;
  const email = person?.email ?? `omanik-${apartment.building.prefix}${apartment.number}@example.org`;
  const apartments = [{ apartmentId: apartment.id, role: 'owner', since }];
  const answer = await ask(life, 'POST', `${consolePath}/residents`, { name: 'Mari Tamm', email, apartments });
  expectStatus(answer, 201, 'an owner is added');
  if (person !== undefined) await giveAccount(g, tenantId, answer.data.id, person.userId);
  return { residentId: answer.data.id, email, hasAccount, since };
}

/** Adds a meter to an apartment from a day on; its register may show anything. */
export async function addMeter(life: Life, apartment: ModelApartment, installedOn: string): Promise<void> {
  const register = { installedOn, initialValue: life.dice.number(1000), digits: 3, decimals: 3 };
  const body = { buildingId: apartment.building.id, apartmentId: apartment.id, type: 'cold_water', ...register };
  const answer = await ask(life, 'POST', '/meters', body);
  note(
    life,
    `a meter of apartment ${apartment.building.prefix}${apartment.number} from ${installedOn}: ${answer.status}`,
  );
  expectStatus(answer, 201, 'a meter is added');
  apartment.meters.push(newMeter(answer.data.id, register));
}

/** A meter as the model knows it; `initialValue` in its own unit. */
export function newMeter(
  id: string,
  { installedOn, initialValue, digits }: { installedOn: string; initialValue: number; digits: number },
): ModelMeter {
  const range = 1000 * 10 ** digits;
  return {
    ...{ id, apartment: undefined, installedOn, billedFrom: installedOn, range, initial: initialValue * 1000 },
    ...{ readings: [], counted: 0, countedAtEnd: new Map() },
  };
}

const dayInTallinn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' });

/** The current day in Tallinn. */
export const todayOf = ({ g }: Life): string => dayInTallinn.format(g.clock.now);

/** All apartments of the organization. */
export const apartmentsOf = ({ model }: Life): ModelApartment[] =>
  model.buildings.flatMap((building) => building.apartments);

/** Notes what happens, for people. */
export function note({ history }: Life, what: string): void {
  history.push(what);
}

/** Sends a request as one of the managers. */
export function ask<T = Thing>(life: Life, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  return life.g.ask<T>(method, path, { as: life.dice.pick(life.managers), body });
}

/**
 * Sends a write as managers do: mostly once; sometimes again with the same Idempotency-Key, one after the other or at
 * once; and where a repeat changes nothing by itself (`isRepeatable`), also as two managers at once. In every case it
 * must have its effect once.
 */
export async function write<T = Thing>(
  life: Life,
  method: string,
  path: string,
  body: unknown,
  isRepeatable = false,
): Promise<Answer<T>> {
  const { g, dice, managers } = life;
  const [first = '', second = ''] = dice.chance(50) ? managers : managers.toReversed();
  life.count += 1;
  const headers = { 'idempotency-key': `key-${life.count}` };
  const send = (options: Parameters<TestService['ask']>[2]) => askPatiently<T>(g, method, path, options);
  const drawn = dice.number(100);
  if (drawn < 76) return send({ as: first, body });
  if (drawn < 84) {
    const answer = await send({ as: first, body, headers });
    const again = await send({ as: first, body, headers });
    const isReplay = again.headers['idempotency-replayed'] === 'true' && again.text === answer.text;
    if (answer.status < 300 && !isReplay) throw new Violation('repeat', `${method} ${path}: ${again.text}`);
    return answer;
  }
  if (drawn < 92 || !isRepeatable) {
    const options = { as: first, body, headers };
    const both = await Promise.all([send(options), send(options)]);
    return effectOf(both);
  }
  return effectOf(await Promise.all([first, second].map((as) => send({ as, body }))));
}

/**
 * Two statements of an organization may be uploaded at once; a third is told to try later, which a client does. Any
 * other 503 (a deadlock, a lost connection) is a fault.
 */
async function askPatiently<T>(
  g: TestService,
  method: string,
  path: string,
  options: Parameters<TestService['ask']>[2],
): Promise<Answer<T>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await g.ask<T>(method, path, options);
    if (answer.status !== 503) return answer;
    const isLimit = answer.text.includes('Too many uploads at once.');
    if (!isLimit || tries === maxUploadTries) throw new Violation('busy', `${method} ${path}: ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const maxUploadTries = 600;

/**
 * Of two answers the one with the effect: the other found it, or was rejected or told to wait while the first was
 * running.
 */
function effectOf<T>(answers: readonly Answer<T>[]): Answer<T> {
  const finished = answers.filter(({ code }) => code !== 'idempotency_in_progress');
  return (finished.find(({ status }) => status === 201) ?? finished[0] ?? answers[0]) as Answer<T>;
}

/** Fails unless an answer has the status that the model expects. */
export function expectStatus(
  { status, text }: Answer<unknown>,
  expected: number | readonly number[],
  what: string,
): void {
  const allowed = typeof expected === 'number' ? [expected] : expected;
  if (!allowed.includes(status))
    throw new Violation('status', `${what}: ${status} instead of ${allowed.join(' or ')}: ${text.slice(0, 600)}`);
}
