// trigger: raises an event by making the real change, over HTTP, in a building of its own that states its purpose.

import type { EventType } from '../src/platform/db/events.ts';
import { OperatorError } from '../src/platform/errors.ts';
import type { ServiceClient } from './service.ts';

type NamedResource = { readonly id: string; readonly name: string };
type InvoiceSummary = { readonly amount: number; readonly currency: string; readonly reference: string };
type GeneratedInvoices = {
  readonly invoices: readonly { readonly apartmentId: string; readonly invoiceId?: string }[];
};
type TrialContext = { readonly service: ServiceClient; readonly say: (line: string) => void };

const trialBuilding = { name: 'Webhook trial', address: 'Made by `npm run webhooks -- trigger`' };
const charges = [{ code: 'trial', name: 'Trial', basis: 'fixed', unitPrice: 12.34 }];

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

/** The types of events that can be raised. */
export const triggerableEvents = Object.entries(triggerOfEvent)
  .filter(([, way]) => typeof way === 'function')
  .map(([type]) => type);

/**
 * Raises an event. An organization with other buildings is rejected without `yes`: its invoice numbers and reference numbers would
 * have gaps. Throws OperatorError.
 */
export async function trigger(
  service: ServiceClient,
  { type, yes, say }: { type: string; yes: boolean; say: (line: string) => void },
): Promise<void> {
  const way = Object.hasOwn(triggerOfEvent, type) ? triggerOfEvent[type as EventType] : 'There is no such type.';
  if (typeof way === 'string') {
    const test = 'A test event of any type: POST /console/api/webhooks/:id/test.';
    throw new OperatorError(`${type} cannot be triggered. ${way} These can: ${triggerableEvents.join(', ')}. ${test}`);
  }
  const { data: buildings } = await service.ask<NamedResource[]>('GET', '/buildings');
  if (!yes && buildings.some((building) => building.name !== trialBuilding.name))
    throw new OperatorError(
      'This organization has buildings, so it may be a real one. Take one of its own for trials, or say --yes: a building “Webhook trial” is made in it, with all that the event needs.',
    );
  await way({ service, say });
}

async function findOrCreateBuilding({ service }: TrialContext): Promise<NamedResource> {
  const { data: buildings } = await service.ask<NamedResource[]>('GET', '/buildings');
  const there = buildings.find((building) => building.name === trialBuilding.name);
  return (
    there ?? (await service.ask<NamedResource>('POST', '/buildings', { ...trialBuilding, billing: { charges } })).data
  );
}

/** A new apartment each time, so that nothing is due. */
async function createApartment({ service }: TrialContext, { id }: NamedResource): Promise<NamedResource> {
  const number = `trial ${Date.now().toString(36)}`;
  return (await service.ask<NamedResource>('POST', `/buildings/${id}/apartments`, { number })).data;
}

async function createInvoice(on: TrialContext): Promise<string> {
  const building = await findOrCreateBuilding(on);
  const apartment = await createApartment(on, building);
  const { data } = await on.service.ask<GeneratedInvoices>('POST', '/invoices/generate-bulk', {
    buildingId: building.id,
  });
  const invoiceId = data.invoices.find((invoice) => invoice.apartmentId === apartment.id)?.invoiceId ?? '';
  on.say(`invoice.created      ${invoiceId}`);
  return invoiceId;
}

async function markPaid(on: TrialContext): Promise<void> {
  const invoiceId = await createInvoice(on);
  await on.service.ask('PATCH', `/invoices/${invoiceId}`, { status: 'paid' });
  on.say(`invoice.paid         ${invoiceId}`);
}

/** A bank statement of one line with the payment, which pays the invoice as well. */
async function importPayment(on: TrialContext): Promise<void> {
  const invoiceId = await createInvoice(on);
  const { amount, currency, reference } = (await on.service.ask<InvoiceSummary>('GET', `/invoices/${invoiceId}`)).data;
  const csv = [
    'Date;Payer name;Reference number;Description;Amount;Currency;Archiving code',
    `${new Date().toISOString().slice(0, 10)};Webhook trial;${reference};Webhook trial;${amount.toFixed(2)};${currency};${invoiceId}`,
  ].join('\n');
  const file = Buffer.from(csv).toString('base64');
  await on.service.ask('POST', '/bank-statements/import', { file, fileName: 'webhook-trial.csv' });
  on.say(`payment.received     ${invoiceId}`);
  on.say(`invoice.paid         ${invoiceId}`);
}

/** A main meter of the building, and its value. */
async function createReading(on: TrialContext): Promise<void> {
  const building = await findOrCreateBuilding(on);
  const meter = { buildingId: building.id, type: 'cold_water', initialValue: 0 };
  const { id } = (await on.service.ask<NamedResource>('POST', '/meters', meter)).data;
  const reading = (await on.service.ask<NamedResource>('POST', `/meters/${id}/readings`, { value: 1.5 })).data;
  on.say(`reading.confirmed    ${reading.id}`);
}

async function createRequest(on: TrialContext): Promise<string> {
  const building = await findOrCreateBuilding(on);
  const request = { buildingId: building.id, title: trialBuilding.name, description: trialBuilding.address };
  const { id } = (await on.service.ask<NamedResource>('POST', '//maintenance-requests', request)).data;
  on.say(`maintenance.created  ${id}`);
  return id;
}

async function startRequest(on: TrialContext): Promise<void> {
  const id = await createRequest(on);
  await on.service.ask('PATCH', `//maintenance-requests/${id}`, { status: 'in_progress' });
  on.say(`maintenance.updated  ${id}`);
}
