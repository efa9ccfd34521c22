// trigger: makes an event happen by making the real change, over the API, in a building of its own that says what it is for.
import { StartRefused } from '../src/platform/errors.ts';
import type { Service } from './service.ts';

type Thing = { readonly id: string; readonly name: string };
type Generated = { readonly invoices: readonly { readonly apartmentId: string; readonly invoiceId?: string }[] };

const trial = { name: 'Webhook trial', address: 'Made by `npm run webhooks -- trigger`' };
const charges = [{ code: 'trial', name: 'Trial', basis: 'fixed', unitPrice: 12.34 }];
const known = ['invoice.created', 'invoice.paid'];

/**
 * Makes an invoice, and marks it paid for `invoice.paid`. An organization that has buildings of its own is refused without `yes`: its invoice numbers
 * and reference numbers would have gaps in them. Throws StartRefused.
 */
export async function trigger(
  service: Service,
  { type, yes, say }: { type: string; yes: boolean; say: (line: string) => void },
): Promise<void> {
  if (!known.includes(type)) {
    const test = 'For others send a test event: POST /console/api/webhooks/:id/test.';
    throw new StartRefused(`trigger can make these happen: ${known.join(', ')}. ${test}`);
  }
  const { data: buildings } = await service.ask<Thing[]>('GET', '/buildings');
  if (!yes && buildings.some((one) => one.name !== trial.name))
    throw new StartRefused(
      'This organization has buildings, so it may be a real one. Take one of its own for trials, or say --yes: a building “Webhook trial” with an invoice is made in it.',
    );
  const building =
    buildings.find((one) => one.name === trial.name) ??
    (await service.ask<Thing>('POST', '/buildings', { ...trial, billing: { charges } })).data;
  const number = `trial ${Date.now().toString(36)}`;
  const { data: apartment } = await service.ask<Thing>('POST', `/buildings/${building.id}/apartments`, { number });
  const { data } = await service.ask<Generated>('POST', '/invoices/generate-bulk', { buildingId: building.id });
  const invoiceId = data.invoices.find((one) => one.apartmentId === apartment.id)?.invoiceId;
  say(`invoice.created  ${invoiceId}`);
  if (type === 'invoice.created') return;
  await service.ask('PATCH', `/invoices/${invoiceId}`, { status: 'paid' });
  say(`invoice.paid     ${invoiceId}`);
}
