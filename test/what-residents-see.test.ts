// Tests of what residents see and receive when an apartment changes hands, at any time of a month: one apartment for
// each case, checked for everybody in every list.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { getInvoiceDocument } from '../src/invoicing/documents/invoice-document.ts';
import { fingerprint } from '../src/invoicing/documents/render-pdf.ts';
import { remindOfPayments } from '../src/invoicing/sending/payment-reminders.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { addDays } from '../src/platform/values/dates.ts';
import { generate, markSent } from './billing-fixture.ts';
import { mailsIn } from './mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  giveAccount,
  startTestService,
  type Thing,
} from './service-fixture.ts';
import { camt, importStatementFile } from './statement-samples.ts';

/** Mari and Kaja sell, Jaan and Rein buy; any of them may be a tenant or get no invoices. */
const names = ['mari', 'kaja', 'jaan', 'rein'] as const;
type Name = (typeof names)[number];
type Stay = { who: Name; since: string; until?: string; role?: 'tenant'; silent?: true };
/** All `invoices`: days, amount where it is not 31.00, and who sees it. People in `silent` get no e-mails. */
type Case = { name: string; stays: readonly Stay[]; invoices: readonly string[] };

const sold = (until: string): Stay => ({ who: 'mari', since: '2020-01-01', until });
const bought = (since: string): Stay => ({ who: 'jaan', since });
const september = '09-01 09-30 31 mari';
const november = '11-01 11-30 31 jaan';
const sale = (name: string, until: string, since: string, ...october: string[]): Case => ({
  name,
  stays: [sold(`2026-${until}`), bought(`2026-${since}`)],
  invoices: [september, ...october, november],
});

const cases: readonly Case[] = [
  sale('first day of the month, left the day before', '09-30', '10-01', '10-01 10-31 31 jaan'),
  sale('first day of the month, left the same day', '10-01', '10-01', '10-01 10-31 31 jaan'),
  sale('first day of the month, left the day after', '10-02', '10-01', '10-01 10-02 2 mari', '10-03 10-31 29 jaan'),
  sale('second day of the month, left the same day', '10-02', '10-02', '10-01 10-01 1 mari', '10-02 10-31 30 jaan'),
  sale('middle of the month, left the day before', '10-14', '10-15', '10-01 10-14 14 mari', '10-15 10-31 17 jaan'),
  sale('middle of the month, left the same day', '10-15', '10-15', '10-01 10-14 14 mari', '10-15 10-31 17 jaan'),
  sale('middle of the month, left the day after', '10-16', '10-15', '10-01 10-16 16 mari', '10-17 10-31 15 jaan'),
  sale('last day of the month, left the day before', '10-30', '10-31', '10-01 10-30 30 mari', '10-31 10-31 1 jaan'),
  sale('last day of the month, left the same day', '10-31', '10-31', '10-01 10-30 30 mari', '10-31 10-31 1 jaan'),
  {
    name: 'last day of the month, left the day after: two days together, one in each month',
    stays: [sold('2026-11-01'), bought('2026-10-31')],
    invoices: [september, '10-01 10-31 31 mari,jaan', '11-01 11-30 31 mari,jaan'],
  },
  sale('a gap inside the month', '10-09', '10-20', '10-01 10-19 19 mari', '10-20 10-31 12 jaan'),
  sale('a gap over the beginning of the month', '09-20', '10-05', '10-01 10-31 31 jaan'),
  {
    name: 'nobody comes',
    stays: [sold('2026-10-10')],
    invoices: [september, '10-01 10-31 31 mari', '11-01 11-30 31'],
  },
  {
    name: 'two sell to two on the first day of the month',
    stays: [
      sold('2026-10-01'),
      { who: 'kaja', since: '2021-01-01', until: '2026-10-01' },
      bought('2026-10-01'),
      { who: 'rein', since: '2026-10-01' },
    ],
    invoices: ['09-01 09-30 31 mari,kaja', '10-01 10-31 31 jaan,rein', '11-01 11-30 31 jaan,rein'],
  },
  {
    name: 'two sell to two inside the month',
    stays: [
      sold('2026-10-15'),
      { who: 'kaja', since: '2021-01-01', until: '2026-10-15' },
      bought('2026-10-15'),
      { who: 'rein', since: '2026-10-15' },
    ],
    invoices: [
      '09-01 09-30 31 mari,kaja',
      '10-01 10-14 14 mari,kaja',
      '10-15 10-31 17 jaan,rein',
      '11-01 11-30 31 jaan,rein',
    ],
  },
  {
    name: 'one of two owners sells on the first day of the month',
    stays: [{ who: 'kaja', since: '2020-01-01' }, sold('2026-10-01'), bought('2026-10-01')],
    invoices: ['09-01 09-30 31 mari,kaja', '10-01 10-31 31 kaja,jaan', '11-01 11-30 31 kaja,jaan'],
  },
  {
    name: 'one of two owners sells inside the month, which divides nothing',
    stays: [{ who: 'kaja', since: '2020-01-01' }, sold('2026-10-15'), bought('2026-10-15')],
    invoices: ['09-01 09-30 31 mari,kaja', '10-01 10-31 31 mari,kaja,jaan', '11-01 11-30 31 kaja,jaan'],
  },
  {
    name: 'three owners in one month, on shared days',
    stays: [sold('2026-10-11'), { who: 'kaja', since: '2026-10-11', until: '2026-10-21' }, bought('2026-10-21')],
    invoices: [september, '10-01 10-10 10 mari', '10-11 10-20 10 kaja', '10-21 10-31 11 jaan', november],
  },
  {
    name: 'bought and sold on, on one day',
    stays: [sold('2026-10-15'), { who: 'kaja', since: '2026-10-15', until: '2026-10-15' }, bought('2026-10-15')],
    invoices: [september, '10-01 10-14 14 mari', '10-15 10-31 17 jaan', november],
  },
  {
    name: 'a tenant comes to an owner who gets no invoices',
    stays: [
      { who: 'mari', since: '2020-01-01', silent: true },
      { who: 'jaan', since: '2026-10-15', role: 'tenant' },
    ],
    invoices: [september, '10-01 10-14 14 mari', '10-15 10-31 17 jaan', '11-01 11-30 31 mari,jaan'],
  },
  {
    name: 'a tenant leaves an owner who gets no invoices',
    stays: [
      { who: 'jaan', since: '2020-01-01', silent: true },
      { ...sold('2026-10-14'), role: 'tenant' },
    ],
    invoices: ['09-01 09-30 31 mari,jaan', '10-01 10-14 14 mari', '10-15 10-31 17 jaan', november],
  },
  {
    name: 'a tenant follows another on a shared day',
    stays: [
      { who: 'kaja', since: '2020-01-01', silent: true },
      { ...sold('2026-10-01'), role: 'tenant' },
      { ...bought('2026-10-01'), role: 'tenant' },
    ],
    invoices: ['09-01 09-30 31 mari,kaja', '10-01 10-31 31 kaja,jaan', '11-01 11-30 31 kaja,jaan'],
  },
];

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);
type Person = { userId: string; email: string; token: string };
const people = new Map<Name, Person>();
const personOf = (name: Name): Person => people.get(name) ?? assert.fail(name);

type Invoice = Thing & { number: string; apartmentId: string; periodStart: string; periodEnd: string; amount: number };
type Payment = Thing & {
  amount: number;
  payerName: string | null;
  payerIban: string | null;
  description: string | null;
  reference: string | null;
  allocations: { invoiceId: string; number: string; amount: number }[];
};
type Reading = Thing & { readOn: string; value: number; consumption: number | null; submittedBy: string | null };
type Home = Case & { apartment: Thing; meter: Thing; made: readonly (Invoice & { viewers: readonly Name[] })[] };
const homes: Home[] = [];
let building: Thing;

/** The readings of each apartment's meter: one on each day that matters to a case. */
const readings: readonly (readonly [day: string, value: number])[] = [
  ['2026-08-31', 10],
  ['2026-09-30', 20],
  ['2026-10-01', 21],
  ['2026-10-14', 31],
  ['2026-10-15', 32],
  ['2026-10-31', 50],
  ['2026-11-15', 60],
];

before(async () => {
  for (const name of names) people.set(name, await aPerson(g, tenantId, 'resident'));
  const charges = [{ code: 'fee', name: 'Haldustasu', basis: 'fixed', unitPrice: 31, vatRate: 0 }];
  building = await aBuilding(g, as, { billing: { charges } });
  const residents = new Map<Name, string>();
  for (const name of names) {
    const { userId, email } = personOf(name);
    const { data } = await g.ask('POST', '//console/api/residents', { as, body: { name, email } });
    await giveAccount(g, tenantId, data.id, userId);
    residents.set(name, data.id);
  }
  const apartments: Thing[] = [];
  const meters: Thing[] = [];
  for (const [place, { stays }] of cases.entries()) {
    const apartment = await anApartment(g, as, building.id, { number: String(place + 1) });
    apartments.push(apartment);
    meters.push(await aMeter(apartment.id));
    for (const { who, since, until = null, role = 'owner', silent = false } of stays)
      await g.ask('POST', `//console/api/residents/${residents.get(who)}/residencies`, {
        as,
        body: { apartmentId: apartment.id, role, since, until, receivesInvoice: !silent },
      });
  }
  // Mari would have had to read the meters of all apartments.
  await g.owner`update readings set submitted_by = ${personOf('mari').userId} where tenant_id = ${tenantId} and read_on < '2026-10-01'`;
  for (const [month, last] of [
    ['2026-09', 30],
    ['2026-10', 31],
    ['2026-11', 30],
  ] as const) {
    const body = { periodStart: `${month}-01`, periodEnd: `${month}-${last}`, costs: [] };
    const { status, text } = await generate(g, as, building.id, body);
    assert.equal(status, 201, text);
  }
  const all = (await g.ask<Invoice>('GET', '/invoices?limit=500&sort=createdAt', { as })).items;
  for (const [place, known] of cases.entries()) {
    const apartment = apartments[place] as Thing;
    const mine = all.filter((invoice) => invoice.apartmentId === apartment.id);
    mine.sort((a, b) => (a.periodStart < b.periodStart ? -1 : 1));
    const made = mine.map((invoice, index) => {
      const viewers = known.invoices[index]?.split(' ')[3]?.split(',') ?? [];
      return { ...invoice, viewers: viewers as Name[] };
    });
    homes.push({ ...known, apartment, meter: meters[place] as Thing, made });
  }
});

async function aMeter(apartmentId: string): Promise<Thing> {
  const body = { buildingId: building.id, apartmentId, type: 'cold_water', installedOn: '2026-08-01' };
  const meter = (await g.ask('POST', '/meters', { as, body })).data;
  const items = readings.map(([readAt, value]) => ({ meterId: meter.id, readAt, value }));
  const { status, text } = await g.ask('POST', '//console/api/readings/bulk', { as, body: { items } });
  assert.equal(status, 201, text);
  return meter;
}

/** The ids of an apartment's invoices that a person should see. */
const seenBy = ({ made }: Home, name: Name) =>
  made.filter((item) => item.viewers.includes(name)).map((item) => item.id);
/** The people of an apartment, and their own days: that of a change belongs to who comes. */
const peopleOf = ({ stays }: Case) =>
  stays.map((stay) => {
    const { who, since, until = '9999-12-31', silent = false } = stay;
    const isOfNext = stays.some((other) => other !== stay && other.since === until);
    return { who, silent, from: since, to: isOfNext ? dayBefore(until) : until };
  });
const dayBefore = (day: string) => addDays(day, -1);

test('every apartment has the invoices of its case, and those of October add up to 31.00', () => {
  for (const { name, made, invoices } of homes) {
    const shown = made.map(({ periodStart, periodEnd, amount }) =>
      [periodStart.slice(5), periodEnd.slice(5), amount].join(' '),
    );
    assert.deepEqual(
      shown,
      invoices.map((line) => line.split(' ').slice(0, 3).join(' ')),
      name,
    );
  }
});

test('e-mails go to the payers of an invoice, and to nobody else', async () => {
  const body = { invoiceIds: homes.flatMap(({ made }) => made.map(({ id }) => id)) };
  const { status, text } = await g.ask('POST', '/invoices/send-bulk', { as, body });
  assert.equal(status, 202, text);
  await assertWrittenTo('invoice');
  for (const { made } of homes) for (const { id } of made) await markSent(g, id);
});

test('payment reminders go to the payers of an invoice, and to nobody else', async (context) => {
  const today = g.clock.now;
  context.after(() => {
    g.clock.now = today;
  });
  const path = `//console/api/buildings/${building.id}/payment-reminder`;
  assert.equal((await g.ask('PATCH', path, { as, body: { daysAfterDue: 1 } })).status, 200);
  g.clock.now = new Date('2026-12-20T09:00:00.000Z');
  assert.ok((await inTenant(g.app, serviceCaller(tenantId), remindOfPayments)) > 0);
  await assertWrittenTo('payment-reminder');
});

async function assertWrittenTo(kind: string): Promise<void> {
  for (const name of names) {
    const letters = (await mailsIn(g, personOf(name).email)).filter((letter) => letter.kind === kind);
    const listed = await g.owner<{ invoiceId: string }[]>`
      select invoice_id from reminded_invoices where mail_id = any (${letters.map(({ id }) => id)}::uuid[])`;
    const about = new Set([...letters.map(({ aboutId }) => aboutId), ...listed.map(({ invoiceId }) => invoiceId)]);
    for (const home of homes) {
      const isWrittenTo = peopleOf(home).some((item) => item.who === name && !item.silent);
      const got = home.made.filter(({ id }) => about.has(id)).map(({ id }) => id);
      assert.deepEqual(got, isWrittenTo ? seenBy(home, name) : [], `${home.name}: ${kind} to ${name}`);
    }
  }
}

test('lists, details, histories, explanations, PDF files and ways to pay show their own invoices, and all others are not found', async () => {
  let [triedOfSeen, triedOfHidden] = [0, 0];
  for (const name of names) {
    const { token } = personOf(name);
    const listed = new Set((await g.ask('GET', '/invoices?limit=500', { as: token })).items.map((item) => item.id));
    for (const home of homes) {
      const seen = seenBy(home, name);
      const where = `${home.name}: ${name}`;
      const inList = home.made.filter(({ id }) => listed.has(id)).map(({ id }) => id);
      assert.deepEqual(inList, seen, where);
      for (const { id } of home.made) {
        const isSeen = seen.includes(id);
        // One of them for each invoice and person: the list has all.
        const ways = [
          ...[`/invoices/${id}?account=true`, `//console/api/invoices/${id}/history`],
          ...[`//console/api/invoices/${id}/explained`, `//console/api/invoices/${id}/ways-to-pay`],
          ...(isSeen ? [] : [`/invoices/${id}/pdf`, '/payments/banklink']),
        ];
        const tried = isSeen ? triedOfSeen++ : triedOfHidden++;
        const way = ways[tried % ways.length] ?? '';
        const request = way === '/payments/banklink' ? { method: 'POST', body: { invoiceId: id } } : { method: 'GET' };
        const { status } = await g.ask(request.method, way, { as: token, body: request.body });
        assert.equal(status, isSeen ? 200 : 404, `${where} ${way}`);
      }
    }
  }
  assert.ok(triedOfSeen > 50 && triedOfHidden > 100, 'each way was tried often');
});

test('a PDF names the payers of the invoice, and nothing that was used on days of others', async () => {
  for (const home of homes) {
    for (const { id, viewers, periodEnd } of home.made) {
      for (const name of viewers) {
        const { userId, token } = personOf(name);
        const caller = { kind: 'user', tenantId, userId, sessionId: '', role: 'resident' } as const;
        const document = await inTenant(
          g.app,
          caller,
          (scope) => getInvoiceDocument(scope, id, { isPdf: true }),
          'read only',
        );
        // The document's fingerprint is the ETag of the PDF: with If-None-Match it need not be rendered.
        const headers = { 'if-none-match': `"${fingerprint(document)}"` };
        assert.equal((await g.ask('GET', `/invoices/${id}/pdf`, { as: token, headers })).status, 304, home.name);
        const mine = peopleOf(home).filter(({ who }) => viewers.includes(who));
        const receiving = mine.filter(({ silent }) => !silent);
        const named = receiving.length > 0 ? receiving : mine;
        assert.deepEqual(document.recipients, named.map(({ who }) => who).sort(), home.name);
        const [from = ''] = named.map((item) => item.from).toSorted();
        const to =
          named
            .map((item) => item.to)
            .toSorted()
            .at(-1) ?? '';
        const months = usedIn(from, to).filter((month) => month <= periodEnd.slice(0, 7));
        assert.deepEqual(knownIn(document.usage), months, `${home.name}: ${id}`);
      }
    }
  }
});

/**
 * The months whose consumption a person with these days should see: all of it is from their days. September, October
 * and November were read.
 */
function usedIn(from: string, to: string): string[] {
  const counted = [
    ['2026-08', '2026-08-01', '2026-08-31'],
    ['2026-09', '2026-08-31', '2026-09-30'],
    ['2026-10', '2026-09-30', '2026-10-31'],
    ['2026-11', '2026-10-31', '2026-11-15'],
  ] as const;
  return counted.flatMap(([month, start, end]) =>
    from <= `${month}-01` && start >= dayBefore(from) && end <= to ? [month] : [],
  );
}

function knownIn(usage: readonly { months: readonly { month: string; quantity: unknown }[] }[]): string[] {
  return usage.flatMap(({ months }) => months.flatMap(({ month, quantity }) => (quantity === null ? [] : [month])));
}

test('usage pages show current residents what was used on their own days', async () => {
  const today = g.clock.now.toISOString().slice(0, 10);
  for (const home of homes) {
    for (const { who, from, to } of peopleOf(home)) {
      const path = `//console/api/buildings/${building.id}/apartments/${home.apartment.id}/usage`;
      const { status, data } = await g.ask(`GET`, path, { as: personOf(who).token });
      assert.equal(status, to >= today ? 200 : 404, home.name);
      if (status !== 200) continue;
      const usage = data as unknown as { months: { month: string; quantity: number | null }[] }[];
      assert.deepEqual(knownIn(usage), usedIn(from, to), `${home.name}: ${who}`);
    }
  }
});

test('readings show those of own days, and only the own name among those who submitted them', async () => {
  for (const home of homes) {
    for (const { who, from, to } of peopleOf(home)) {
      const { token, userId } = personOf(who);
      const { items } = await g.ask<Reading>('GET', `//console/api/readings?meterId=${home.meter.id}&sort=readAt`, {
        as: token,
      });
      const shown = items.map(({ readOn, value, consumption, submittedBy }) => [
        readOn,
        value,
        consumption,
        submittedBy,
      ]);
      const expected = readings.flatMap(([day, value], place) => {
        const [dayOfLast, last] = readings[place - 1] ?? ['2026-08-01', 0];
        const [next = '9999-12-31'] = readings[place + 1] ?? [];
        const submitted = who === 'mari' && day < '2026-10-01' ? userId : null;
        const isOwn = from <= day && day <= to;
        const isBeginning = day < from && next >= from;
        if (!isOwn && !isBeginning && submitted === null) return [];
        const used = isOwn && dayOfLast >= dayBefore(from) ? value - last : null;
        return [[day, value, used, submitted]];
      });
      assert.deepEqual(shown, expected, `${home.name}: ${who}`);
    }
  }
});

test('payments show what they pay of own invoices, and nothing of payers for others', async () => {
  await pay();
  for (const name of names) {
    const all = (await g.ask<Payment>('GET', '/payments?limit=500', { as: personOf(name).token })).items;
    const known = all.map(({ amount, payerName, payerIban, description, reference, allocations }) =>
      [
        allocations
          .map((allocation) => allocation.number)
          .sort()
          .join(),
        amount,
        payerName,
        payerIban,
        description,
        reference,
      ].join(' | '),
    );
    const expected = homes.flatMap((home) => {
      const seen = home.made.filter(({ id }) => seenBy(home, name).includes(id)).map(({ number }) => number);
      const single = seen.map((number) => [number, 0.1, `Payer of ${number}`, null, `For ${number}`, null].join(' | '));
      const isWhole = seen.length === home.made.length;
      const payer = isWhole ? [`Payer ${home.apartment.id}`, null, `Joint ${home.apartment.id}`] : [null, null, null];
      const joint = [seen.toSorted().join(), Number((0.05 * seen.length).toFixed(2)), ...payer, null].join(' | ');
      return seen.length === 0 ? [] : [...single, joint];
    });
    assert.deepEqual(known.toSorted(), expected.toSorted(), name);
  }
});

test('an account has a present or former resident’s invoices and what was paid for these, and ends with what they owe', async () => {
  type Entry = { kind: string; id: string; text: string | null; amount: number };
  for (const home of homes) {
    for (const { who } of peopleOf(home)) {
      const { token } = personOf(who);
      const path = `//console/api/buildings/${building.id}/apartments/${home.apartment.id}/account`;
      const { status, data } = await g.ask<Thing & { entries: Entry[] }>('GET', path, { as: token });
      assert.equal(status, 200, home.name);
      const seen = seenBy(home, who);
      const invoiced = data.entries.filter(({ kind }) => kind === 'invoice');
      const paid = data.entries.filter(({ kind }) => kind !== 'invoice');
      const where = `${home.name}: ${who}`;
      assert.deepEqual(invoiced.map(({ id }) => id).sort(), seen.toSorted(), where);
      const isWhole = seen.length === home.made.length;
      const joint = [isWhole ? `Payer ${home.apartment.id}` : null, -Number((0.05 * seen.length).toFixed(2))];
      const single = home.made.filter(({ id }) => seen.includes(id)).map(({ number }) => [`Payer of ${number}`, -0.1]);
      const expected = seen.length === 0 ? [] : [...single, joint];
      assert.deepEqual(
        paid.map(({ text, amount }) => [text, amount].join()).sort(),
        expected.map(String).sort(),
        where,
      );
      const { items } = await g.ask<Invoice & { balance: number }>('GET', '/invoices?limit=500', { as: token });
      const owed = items.filter(({ id }) => seen.includes(id)).reduce((sum, { balance }) => sum + balance, 0);
      assert.equal(data.closing, Number(owed.toFixed(2)), where);
    }
  }
});

/**
 * Pays 0.10 of every invoice by a payment of its own, and 0.05 of each of an apartment's invoices together by another.
 */
async function pay(): Promise<void> {
  const ways = homes.flatMap(({ apartment, made }) => [
    ...made.map(({ id, number }) => ({ payer: `Payer of ${number}`, text: `For ${number}`, each: 0.1, ids: [id] })),
    { payer: `Payer ${apartment.id}`, text: `Joint ${apartment.id}`, each: 0.05, ids: made.map(({ id }) => id) },
  ]);
  const lines = ways.map(({ payer, text, each, ids }) => {
    return { payer, text, amount: (each * ids.length).toFixed(2), iban: 'FI2112345600000785' };
  });
  await importStatementFile(g, tenantId, camt(lines));
  const waiting = (await g.ask<Payment>('GET', '/payments?limit=500', { as })).items;
  for (const { payer, each, ids } of ways) {
    const payment = waiting.find((payment) => payment.payerName === payer);
    for (const invoiceId of ids) {
      const body = { invoiceId, amount: each };
      const { status, text } = await g.ask('POST', `//console/api/payments/${payment?.id}/match`, { as, body });
      assert.equal(status, 200, text);
    }
  }
}
