// trigger: raises an event by making the real change, over HTTP, in a building of its own that states its purpose.

import type { Apartment, Building, Haldur, WebhookEvent } from '../../client/src/client.ts';
import { CommandError } from './command-error.ts';

type EventType = WebhookEvent['event'];
type TrialContext = { readonly haldur: Haldur; readonly print: (line: string) => void };

const trialBuilding = { name: 'Webhook trial', address: 'Made by haldur-webhooks trigger' };
const charges = [{ code: 'trial', name: 'Trial', basis: 'fixed' as const, unitPrice: 12.34 }];

/** How each event is raised, or why an API key cannot. */
const triggerOfEvent: Readonly<Record<EventType, ((trial: TrialContext) => Promise<void>) | string>> = {
  'invoice.created': async (on) => void (await createInvoice(on)),
  'invoice.sent': 'It takes a resident whom the service writes to, and none is invented for a trial.',
  'invoice.paid': markPaid,
  'invoice.overdue': 'The service itself raises it once the due date of a sent invoice is over.',
  'payment.received': importPayment,
  'reading.submitted': 'Only a resident submits readings that wait; what an API key notes is confirmed at once.',
  'reading.confirmed': createReading,
  'maintenance.created': async (on) => void (await createRequest(on)),
  'maintenance.updated': startRequest,
};

/** All types of events. */
export const eventTypes = Object.keys(triggerOfEvent);

/** The types of events that can be raised. */
export const triggerableEvents = Object.entries(triggerOfEvent)
  .filter(([, way]) => typeof way === 'function')
  .map(([type]) => type);

/**
 * Raises an event. An organization with other buildings is rejected without `yes`: its invoice numbers and reference numbers would
 * have gaps. Throws CommandError.
 */
export async function trigger(
  haldur: Haldur,
  { type, yes, print }: { type: string; yes: boolean; print: (line: string) => void },
): Promise<void> {
  const way = Object.hasOwn(triggerOfEvent, type) ? triggerOfEvent[type as EventType] : 'There is no such type.';
  if (typeof way === 'string') {
    const test = 'Or send a test event of any type to an endpoint: trigger TYPE --endpoint ID.';
    throw new CommandError(`${type} cannot be triggered. ${way} These can: ${triggerableEvents.join(', ')}. ${test}`);
  }
  const buildings = await listBuildings(haldur);
  if (!yes && buildings.some((building) => building.name !== trialBuilding.name))
    throw new CommandError(
      'This organization has buildings, so it may be a real one. Use one of its own for trials, or add --yes: a building “Webhook trial” is made in it, with all that the event needs.',
    );
  await way({ haldur, print });
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

async function createInvoice(on: TrialContext): Promise<string> {
  const building = await findOrCreateBuilding(on);
  const apartment = await createApartment(on, building);
  const { invoices } = await on.haldur.generateInvoices({ buildingId: building.id });
  const invoiceId = invoices.find((invoice) => invoice.apartmentId === apartment.id)?.invoiceId ?? '';
  on.print(`invoice.created      ${invoiceId}`);
  return invoiceId;
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
