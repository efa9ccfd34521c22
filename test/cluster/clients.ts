// The people and programs of a cluster test: one bills a building month after month, one signs in and out, one reports
// faults with photos.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { GenerationAnswer } from '../billing-fixture.ts';
import { password } from '../service-fixture.ts';
import { account, camt } from '../statement-samples.ts';
import type { Client, Load } from './load.ts';

const apartmentsEach = 5;
const consoleApi = '//console/api';

export type BilledBuilding = {
  readonly id: string;
  /** The apartments' ids and payment references. */
  readonly apartments: readonly { readonly id: string; readonly reference: string }[];
};

/** What clients were promised, counted by themselves. */
export type Promised = {
  oneOffs: Set<string>;
  /** Sent without a repeat: they may be there or not. */
  uncertainOneOffs: Set<string>;
  requests: Set<string>;
  invoices: Set<string>;
  statementLines: Set<string>;
  sentInvoices: Set<string>;
};

export const nothingPromised = (): Promised => ({
  oneOffs: new Set(),
  uncertainOneOffs: new Set(),
  requests: new Set(),
  invoices: new Set(),
  statementLines: new Set(),
  sentInvoices: new Set(),
});

/**
 * A building whose apartments have a resident with an e-mail address each; everything is billed to them, and they are
 * reminded.
 */
export async function makeBilledBuilding({ ask }: Client, owner: string, name: string): Promise<BilledBuilding> {
  const charges = [
    { code: 'care', name: 'Hooldus', basis: 'fixed', unitPrice: 10 },
    { code: 'heat', name: 'Küte', basis: 'equal', costFrom: 'supplier_bill' },
  ];
  const billing = { charges, iban: account, beneficiary: 'KÜ Kase 12' };
  const building = await ask('POST', '/buildings', {
    as: owner,
    body: { name, address: `${name} 12, Tallinn`, billing },
  });
  assert.equal(building.status, 201, building.text);
  const { id } = building.data;
  const apartments: { id: string; reference: string }[] = [];
  for (let number = 1; number <= apartmentsEach; number += 1) {
    const { data } = await ask('POST', `/buildings/${id}/apartments`, { as: owner, body: { number: String(number) } });
    const person = { name: `${name} ${number}`, email: `${name}-${number}@example.org`.toLowerCase(), language: 'et' };
    const resident = await ask('POST', `${consoleApi}/residents`, {
      as: owner,
      body: { ...person, apartments: [{ apartmentId: data.id, since: '2020-01-01' }] },
    });
    assert.equal(resident.status, 201, resident.text);
    apartments.push({ id: data.id, reference: String(data.referenceNumber) });
  }
  const reminder = await ask('PATCH', `${consoleApi}/buildings/${id}/payment-reminder`, {
    as: owner,
    body: { daysAfterDue: 3 },
  });
  assert.equal(reminder.status, 200, reminder.text);
  return { id, apartments };
}

/**
 * Bills month after month until the time is over: one-off charges, invoices, e-mails, payments, corrections and credit
 * notes.
 */
export async function billMonths(
  load: Load,
  as: string,
  building: BilledBuilding,
  promised: Promised,
  over: () => boolean,
): Promise<void> {
  for (let month = 0; !over(); month += 1) {
    const periodStart = new Date(Date.UTC(2021, month, 1)).toISOString().slice(0, 10);
    const periodEnd = new Date(Date.UTC(2021, month + 1, 0)).toISOString().slice(0, 10);
    const period = { periodStart, periodEnd };
    await chargeOnce(load, as, building, promised, periodStart);
    const generated = await load.write<GenerationAnswer>('POST', '/invoices/generate-bulk', {
      as,
      body: { buildingId: building.id, ...period, costs: [{ charge: 'heat', amount: 77.77 }] },
    });
    assert.equal(generated.data.created, apartmentsEach, generated.text);
    const invoices = generated.data.invoices.map(({ invoiceId = '' }) => invoiceId);
    for (const id of invoices) promised.invoices.add(id);
    await load.write('POST', '/invoices/send-bulk', { as, body: { invoiceIds: invoices.slice(0, 2) } });
    for (const id of invoices.slice(0, 2)) promised.sentInvoices.add(id);
    await payPart(load, as, building, promised, periodStart);
    if (month % 2 === 0) await correct(load, as, building.id, period, invoices[2] ?? '', promised);
    const listed = await load.read(`/invoices?buildingId=${building.id}&limit=100&sort=-number`, as);
    assert.equal(listed.status, 200, listed.text);
    const shown = new Set(listed.items.map(({ id }) => id));
    for (const id of invoices) assert.ok(shown.has(id), 'an acknowledged invoice is not in the list');
  }
}

/** Some one-off charges; one of them is never repeated. */
async function chargeOnce(load: Load, as: string, building: BilledBuilding, promised: Promised, dueFrom: string) {
  for (const [nth, { id }] of building.apartments.entries()) {
    const description = `${building.id} ${dueFrom} ${nth}`;
    const options = { as, body: { apartmentId: id, description, amount: 1.5, dueFrom } };
    const path = `${consoleApi}/buildings/${building.id}/one-offs`;
    if (nth === 0) {
      promised.uncertainOneOffs.add(description);
      await load.writeOnce('POST', path, options);
    } else {
      await load.write('POST', path, options);
      promised.oneOffs.add(description);
    }
  }
}

/** Imports a bank statement that pays some of what is owed. */
async function payPart(load: Load, as: string, building: BilledBuilding, promised: Promised, day: string) {
  const lines = building.apartments.slice(1).map(({ reference }, nth) => ({
    amount: (5 + nth * 10.11).toFixed(2),
    reference,
    id: `${building.id} ${day} ${nth}`,
    day,
  }));
  await load.write('POST', '/bank-statements/import', {
    as,
    raw: camt(lines),
    headers: { 'content-type': 'application/xml' },
  });
  for (const { id } of lines) promised.statementLines.add(id);
}

/**
 * An invoice that is delivered on paper; a late bill of its period, now that an invoice of it was sent; and a credit of
 * a part.
 */
async function correct(
  load: Load,
  as: string,
  buildingId: string,
  period: { periodStart: string; periodEnd: string },
  invoiceId: string,
  promised: Promised,
) {
  await load.write('POST', `${consoleApi}/invoices/${invoiceId}/delivered`, { as, body: { by: 'paper' } });
  const corrected = await load.write<{ invoices?: readonly { invoiceId?: string }[] }>(
    'POST',
    `${consoleApi}/buildings/${buildingId}/corrections`,
    { as, body: { ...period, reason: 'Hiline arve', bills: [{ charge: 'heat', amount: 12.34 }] } },
  );
  for (const { invoiceId: id } of corrected.data.invoices ?? []) if (id !== undefined) promised.invoices.add(id);
  const credit = { reason: 'Katkestus', positions: [{ position: 1, amount: 0.5 }] };
  const credited = await load.write('POST', `${consoleApi}/invoices/${invoiceId}/credit`, { as, body: credit });
  promised.invoices.add(credited.data.id);
}

/** Signs in, works, refreshes and signs out until the time is over. After a sign-out no process accepts the token. */
export async function comeAndGo(load: Load, email: string, everyProcess: readonly Client[], over: () => boolean) {
  while (!over()) {
    const { data } = await load.write<Tokens>('POST', '/auth/login', { body: { email, password } });
    for (let look = 0; look < 3; look += 1) {
      const { status, text } = await load.read('/buildings', data.accessToken);
      assert.equal(status, 200, `a session begun in one process is not known in another: ${text}`);
    }
    const body = { refreshToken: data.refreshToken };
    const { accessToken: as } = (await load.write<Tokens>('POST', '/auth/refresh', { body })).data;
    while (!(await load.writeOnce('POST', '/auth/logout', { as })));
    for (const { ask } of everyProcess) {
      const answer = await ask('GET', '/buildings', { as }).catch(() => undefined); // It may be down.
      assert.ok(answer === undefined || [401, 503].includes(answer.status), 'a signed-out session is accepted');
    }
  }
}

/** A counter that several clients count up, and what they know of it. */
export type SharedCounter = { readonly buildingId: string; acknowledged: number; increments: number };

/**
 * Counts a number in a building's metadata up until the time is over, together with others. Each increment is for the
 * version that was read, so none may be lost; and whoever reads sees every increment that was acknowledged before.
 */
export async function countTogether(load: Load, as: string, counter: SharedCounter, over: () => boolean) {
  while (!over()) {
    const atLeast = counter.acknowledged;
    const { count, etag } = await readCounter(load, as, counter);
    assert.ok(count >= atLeast, `a read shows ${count} after ${atLeast} was acknowledged`);
    const body = { metadata: { count: String(count + 1) } };
    const options = { as, body, headers: { 'if-match': etag } };
    const answer = await load.write('PATCH', `/buildings/${counter.buildingId}`, options, [412]);
    if (answer.status === 412) continue; // Somebody else was first.
    counter.increments += 1;
    counter.acknowledged = Math.max(counter.acknowledged, count + 1);
  }
}

/** What the counter shows, and its version. */
export async function readCounter(load: Load, as: string, { buildingId }: SharedCounter) {
  type Counted = { readonly metadata: { readonly count?: string } };
  const { status, text, data, headers } = await load.read<Counted>(`/buildings/${buildingId}`, as);
  assert.equal(status, 200, text);
  return { count: Number(data.metadata.count ?? 0), etag: String(headers.etag) };
}

type Tokens = { readonly accessToken: string; readonly refreshToken: string };

const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#6b4' } })
  .jpeg()
  .toBuffer();

/** Reports faults with a photo until the time is over, and looks at the photo, wherever it was sent. */
export async function reportFaults(
  load: Load,
  as: string,
  building: BilledBuilding,
  promised: Promised,
  over: () => boolean,
) {
  for (let nth = 0; !over(); nth += 1) {
    const title = `${building.id} fault ${nth}`;
    const path = `${consoleApi}/maintenance-requests`;
    const request = { buildingId: building.id, title, description: 'Katus tilgub.' };
    const { data } = await load.write('POST', path, { as, body: request });
    promised.requests.add(title);
    const file = photo.toString('base64');
    const added = await load.write('POST', `${path}/${data.id}/photos`, { as, body: { file } });
    const shown = await load.read(`${path}/${data.id}/photos/${added.data.id}`, as);
    assert.equal(shown.status, 200, 'a photo sent to one process cannot be seen at another');
  }
}
