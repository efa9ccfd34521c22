// trigger: raises an event by making the real change, over HTTP, in a building of its own that states its purpose.
import { setTimeout } from 'node:timers/promises';
import type { Apartment, Building, Haldur, WebhookEvent } from '../../client/src/client.ts';
import { CommandError } from './command-error.ts';

type EventType = WebhookEvent['event'];
type TrialContext = { readonly haldur: Haldur; readonly print: (line: string) => void };
type Trigger = (trial: TrialContext) => Promise<void>;

const trialBuilding = { name: 'Webhook trial', address: 'Made by haldur-webhooks trigger' };
const maxSendingSeconds = 60;
/** Before every billing period of a trial. */
const firstDay = '2020-01-01';
const charges = [{ code: 'trial', name: 'Trial', basis: 'fixed' as const, unitPrice: 12.34 }];

/** How each event is raised, or why an API key cannot. */
const triggerOfEvent: Readonly<Record<EventType, Trigger | string>> = {
  'invoice.created': async (on) => void (await createInvoice(on)),
  'invoice.sent': 'It takes a resident whom the service writes to. Only a test organization has invented ones.',
  'invoice.paid': markPaid,
  'invoice.overdue':
    'The service itself raises it once the due date of a sent invoice is over. Only a test organization has a clock that can be moved there.',
  'payment.received': importPayment,
  'reading.submitted': 'Only a resident submits readings that wait; what an API key notes is confirmed at once.',
  'reading.confirmed': createReading,
  'maintenance.created': async (on) => void (await createRequest(on)),
  'maintenance.updated': startRequest,
};

/** How the others are raised in a test organization. */
const triggerInTest: Readonly<Partial<Record<EventType, Trigger>>> = {
  'invoice.sent': async (on) => void (await sendInvoice(on)),
  'invoice.overdue': passDueDate,
};

/** All types of events. */
export const eventTypes = Object.keys(triggerOfEvent);

/** The types of events that can be raised in every organization. */
export const triggerableEvents = Object.entries(triggerOfEvent)
  .filter(([, way]) => typeof way === 'function')
  .map(([type]) => type);

/** The types of events that can be raised in a test organization besides. */
export const testEvents = Object.keys(triggerInTest);

/** Reports whether a key belongs to a test organization, in which anything may be done. */
export function isTestKey(apiKey: string): boolean {
  return apiKey.startsWith('htk_');
}

/** Prints which types of events can be raised, and why the others cannot. */
export function listTypes(isTest: boolean, print: (line: string) => void): void {
  for (const type of eventTypes) {
    const way = wayOf(type, isTest);
    print(typeof way === 'string' ? `${type.padEnd(20)} cannot be triggered. ${way}` : type);
  }
}

/**
 * Raises an event. A real organization with other buildings is rejected without `yes`: its invoice numbers and
 * reference numbers would have gaps. Throws CommandError.
 */
export async function trigger(
  haldur: Haldur,
  { type, yes, isTest, print }: { type: string; yes: boolean; isTest: boolean; print: (line: string) => void },
): Promise<void> {
  const way = wayOf(type, isTest);
  if (typeof way === 'string') {
    const types = [...triggerableEvents, ...(isTest ? testEvents : [])].join(', ');
    const test = 'Or send a test event of any type to an endpoint: trigger TYPE --endpoint ID.';
    throw new CommandError(`${type} cannot be triggered. ${way} These can: ${types}. ${test}`);
  }
  const buildings = isTest || yes ? [] : await listBuildings(haldur);
  if (buildings.some((building) => building.name !== trialBuilding.name))
    throw new CommandError(
      'This organization has buildings, so it may be a real one. Use a key of a test organization, or add --yes: a building “Webhook trial” is made in it, with all that the event needs.',
    );
  await way({ haldur, print });
}

/** How to raise an event, or why it cannot be done. */
function wayOf(type: string, isTest: boolean): Trigger | string {
  if (!Object.hasOwn(triggerOfEvent, type)) return 'There is no such type.';
  return (isTest ? triggerInTest[type as EventType] : undefined) ?? triggerOfEvent[type as EventType];
}

/** Sends an endpoint a test event about invented objects, of its first type if none is named. Throws HaldurError. */
export async function sendTestEvent(
  haldur: Haldur,
  { endpoint, type, print }: { endpoint: string; type: string; print: (line: string) => void },
): Promise<void> {
  const body = type === '' ? {} : { event: type };
  const path = `/webhooks/${encodeURIComponent(endpoint)}/test`;
  const delivery = await haldur.console.object<{ id: string; event: string }>({ method: 'POST', path, body });
  print(`${delivery.event} is sent as a test: delivery ${delivery.id}`);
}

async function listBuildings(haldur: Haldur): Promise<Building[]> {
  const buildings: Building[] = [];
  for await (const building of haldur.listBuildings()) buildings.push(building);
  return buildings;
}

async function findOrCreateBuilding({ haldur }: TrialContext): Promise<Building> {
  const existing = (await listBuildings(haldur)).find((building) => building.name === trialBuilding.name);
  return existing ?? haldur.createBuilding({ ...trialBuilding, billing: { charges } });
}

/** A new apartment each time, so that nothing is due. */
async function createApartment({ haldur }: TrialContext, { id }: Building): Promise<Apartment> {
  return haldur.createApartment(id, { number: `trial ${Date.now().toString(36)}` });
}

async function createInvoice(on: TrialContext, email?: string): Promise<string> {
  const building = await findOrCreateBuilding(on);
  const apartment = await createApartment(on, building);
  if (email !== undefined) {
    const body = { name: trialBuilding.name, email, apartments: [{ apartmentId: apartment.id, since: firstDay }] };
    await on.haldur.console.object({ method: 'POST', path: '/residents', body });
  }
  const { invoices } = await on.haldur.generateInvoices({ buildingId: building.id });
  const invoiceId = invoices.find((invoice) => invoice.apartmentId === apartment.id)?.invoiceId ?? '';
  on.print(`invoice.created      ${invoiceId}`);
  return invoiceId;
}

/** Sends an invoice to an invented resident, whose e-mails stay in the mailbox of the test organization. */
async function sendInvoice(on: TrialContext): Promise<string> {
  const { mailDomain } = await on.haldur.console.object<{ mailDomain: string }>({
    method: 'GET',
    path: '/test-organization',
  });
  const invoiceId = await createInvoice(on, `trial@${mailDomain}`);
  await on.haldur.sendInvoices({ invoiceIds: [invoiceId] });
  for (let seconds = 0; (await on.haldur.getInvoice(invoiceId)).status !== 'sent'; seconds += 1) {
    if (seconds === maxSendingSeconds)
      throw new CommandError(`The e-mail of the invoice ${invoiceId} waits for longer than a minute.`);
    await setTimeout(1000);
  }
  on.print(`invoice.sent         ${invoiceId}`);
  return invoiceId;
}

/** Sends an invoice, and moves the clock to the day after its due date. Whatever else is due by then happens too. */
async function passDueDate(on: TrialContext): Promise<void> {
  const invoiceId = await sendInvoice(on);
  const { dueDate } = await on.haldur.getInvoice(invoiceId);
  const day = new Date(Date.parse(dueDate) + 86_400_000).toISOString().slice(0, 10);
  await on.haldur.console.object({ method: 'POST', path: '/test-clock', body: { day } });
  on.print(`invoice.overdue      ${invoiceId} (the clock of the test organization was moved to ${day})`);
}

async function markPaid(on: TrialContext): Promise<void> {
  const invoiceId = await createInvoice(on);
  await on.haldur.updateInvoice(invoiceId, { status: 'paid' });
  on.print(`invoice.paid         ${invoiceId}`);
}

/** A bank statement of one line with the payment, which pays the invoice as well. */
async function importPayment(on: TrialContext): Promise<void> {
  const invoiceId = await createInvoice(on);
  const { amount, currency, reference } = await on.haldur.getInvoice(invoiceId);
  const csv = [
    'Date;Payer name;Reference number;Description;Amount;Currency;Archiving code',
    `${new Date().toISOString().slice(0, 10)};Webhook trial;${reference};Webhook trial;${amount.toFixed(2)};${currency};${invoiceId}`,
  ].join('\n');
  await on.haldur.importBankStatement({ file: new TextEncoder().encode(csv), fileName: 'webhook-trial.csv' });
  on.print(`payment.received     ${invoiceId}`);
  on.print(`invoice.paid         ${invoiceId}`);
}

/** A main meter of the building, and its value. */
async function createReading(on: TrialContext): Promise<void> {
  const building = await findOrCreateBuilding(on);
  const meter = await on.haldur.createMeter({ buildingId: building.id, type: 'cold_water', initialValue: 0 });
  const reading = await on.haldur.submitReading(meter.id, { value: 1.5 });
  on.print(`reading.confirmed    ${reading.id}`);
}

async function createRequest(on: TrialContext): Promise<string> {
  const building = await findOrCreateBuilding(on);
  const body = { buildingId: building.id, title: trialBuilding.name, description: trialBuilding.address };
  const { id } = await on.haldur.console.object<{ id: string }>({
    method: 'POST',
    path: '/maintenance-requests',
    body,
  });
  on.print(`maintenance.created  ${id}`);
  return id;
}

async function startRequest(on: TrialContext): Promise<void> {
  const id = await createRequest(on);
  const body = { status: 'in_progress' };
  await on.haldur.console.object({ method: 'PATCH', path: `/maintenance-requests/${id}`, body });
  on.print(`maintenance.updated  ${id}`);
}
