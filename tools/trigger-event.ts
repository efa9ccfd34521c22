// trigger: makes an event happen by making the real change, over HTTP, in a building of its own that says what it is for.
import { StartRefused } from '../src/platform/errors.ts';
import type { EventType } from '../src/platform/db/events.ts';
import type { Service } from './service.ts';

type Thing = { readonly id: string; readonly name: string };
type Invoice = { readonly amount: number; readonly currency: string; readonly reference: string };
type Generated = { readonly invoices: readonly { readonly apartmentId: string; readonly invoiceId?: string }[] };
type Trial = { readonly service: Service; readonly say: (line: string) => void };

const trial = { name: 'Webhook trial', address: 'Made by `npm run webhooks -- trigger`' };
const charges = [{ code: 'trial', name: 'Trial', basis: 'fixed', unitPrice: 12.34 }];

/** How each event is made to happen, or why an API key cannot. */
const ways: Readonly<Record<EventType, ((trial: Trial) => Promise<void>) | string>> = {
  'invoice.created': async (on) => void (await anInvoice(on)),
  'invoice.sent': 'It takes a resident whom the service writes to, and none is invented for a trial.',
  'invoice.paid': markPaid,
  'invoice.overdue': 'The service itself raises it once the due date of a sent invoice is over.',
  'payment.received': receive,
  'reading.submitted': 'Only a resident submits readings that wait; what an API key notes is confirmed at once.',
  'reading.confirmed': read,
  'maintenance.created': async (on) => void (await submit(on)),
  'maintenance.updated': move,
};

/** The types of event that can be made to happen. */
export const triggers = Object.entries(ways)
  .filter(([, way]) => typeof way === 'function')
  .map(([type]) => type);

/**
 * Makes an event happen. An organization that has buildings of its own is refused without `yes`: its numbers of invoices and its reference numbers would
 * have gaps in them. Throws StartRefused.
 */
export async function trigger(
  service: Service,
  { type, yes, say }: { type: string; yes: boolean; say: (line: string) => void },
): Promise<void> {
  const way = Object.hasOwn(ways, type) ? ways[type as EventType] : 'There is no such type.';
  if (typeof way === 'string') {
    const test = 'A test event of any type: POST /console/api/webhooks/:id/test.';
    throw new StartRefused(`${type} cannot be triggered. ${way} These can: ${triggers.join(', ')}. ${test}`);
  }
  const { data: buildings } = await service.ask<Thing[]>('GET', '/buildings');
  if (!yes && buildings.some((one) => one.name !== trial.name))
    throw new StartRefused(
      'This organization has buildings, so it may be a real one. Take one of its own for trials, or say --yes: a building “Webhook trial” is made in it, with all that the event needs.',
    );
  await way({ service, say });
}

async function aBuilding({ service }: Trial): Promise<Thing> {
  const { data: buildings } = await service.ask<Thing[]>('GET', '/buildings');
  const there = buildings.find((one) => one.name === trial.name);
  return there ?? (await service.ask<Thing>('POST', '/buildings', { ...trial, billing: { charges } })).data;
}

/** A new one each time, so that it owes nothing. */
async function anApartment({ service }: Trial, { id }: Thing): Promise<Thing> {
  const number = `trial ${Date.now().toString(36)}`;
  return (await service.ask<Thing>('POST', `/buildings/${id}/apartments`, { number })).data;
}

async function anInvoice(on: Trial): Promise<string> {
  const building = await aBuilding(on);
  const apartment = await anApartment(on, building);
  const { data } = await on.service.ask<Generated>('POST', '/invoices/generate-bulk', { buildingId: building.id });
  const invoiceId = data.invoices.find((one) => one.apartmentId === apartment.id)?.invoiceId ?? '';
  on.say(`invoice.created      ${invoiceId}`);
  return invoiceId;
}

async function markPaid(on: Trial): Promise<void> {
  const invoiceId = await anInvoice(on);
  await on.service.ask('PATCH', `/invoices/${invoiceId}`, { status: 'paid' });
  on.say(`invoice.paid         ${invoiceId}`);
}

/** A bank statement of one line shows the money; that pays the invoice as well. */
async function receive(on: Trial): Promise<void> {
  const invoiceId = await anInvoice(on);
  const { amount, currency, reference } = (await on.service.ask<Invoice>('GET', `/invoices/${invoiceId}`)).data;
  const csv = [
    'Date;Payer name;Reference number;Description;Amount;Currency;Archiving code',
    `${new Date().toISOString().slice(0, 10)};Webhook trial;${reference};Webhook trial;${amount.toFixed(2)};${currency};${invoiceId}`,
  ].join('\n');
  const file = Buffer.from(csv).toString('base64');
  await on.service.ask('POST', '/bank-statements/import', { file, fileName: 'webhook-trial.csv' });
  on.say(`payment.received     ${invoiceId}`);
  on.say(`invoice.paid         ${invoiceId}`);
}

/** A main meter of the building, and what it shows. */
async function read(on: Trial): Promise<void> {
  const building = await aBuilding(on);
  const meter = { buildingId: building.id, type: 'cold_water', initialValue: 0 };
  const { id } = (await on.service.ask<Thing>('POST', '/meters', meter)).data;
  const reading = (await on.service.ask<Thing>('POST', `/meters/${id}/readings`, { value: 1.5 })).data;
  on.say(`reading.confirmed    ${reading.id}`);
}

async function submit(on: Trial): Promise<string> {
  const building = await aBuilding(on);
  const request = { buildingId: building.id, title: trial.name, description: trial.address };
  const { id } = (await on.service.ask<Thing>('POST', '//maintenance-requests', request)).data;
  on.say(`maintenance.created  ${id}`);
  return id;
}

async function move(on: Trial): Promise<void> {
  const id = await submit(on);
  await on.service.ask('PATCH', `//maintenance-requests/${id}`, { status: 'in_progress' });
  on.say(`maintenance.updated  ${id}`);
}
