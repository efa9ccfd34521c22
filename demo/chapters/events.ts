// Chapter: what the other system received meanwhile, each event with its signature checked.
import { expectSame, Surprise } from '../http-client.ts';
import { meters } from '../sample-building.ts';
import { detail, held, money, paint, prose, shortened } from '../print.ts';
import type { Received } from '../receiver.ts';
import { type Chapter, centsOf, known, type Stage } from '../demo-state.ts';

const patienceMs = 60_000;
const shownOfEach = 3;

export const events: Chapter = {
  title: 'What the other system received meanwhile',
  async play(stage) {
    const { receiver } = stage;
    const invoices = known(stage, 'invoices');
    const [allSent, allPaid, allReceived] = [known(stage, 'sent'), known(stage, 'paid'), known(stage, 'received')];
    const count = meters.length + 1 + invoices.length + allSent.length + allPaid.length + allReceived.length;
    await receiver.wait(count, patienceMs);
    const [first, ...more] = receiver.refused;
    if (first !== undefined) throw new Surprise('events that are signed rightly', `${first}, and ${more.length} more`);
    const kinds = [...Map.groupBy(receiver.received, (one) => one.event)];
    for (const [kind, all] of kinds) {
      for (const one of all.slice(0, shownOfEach)) showEvent(one);
      if (all.length > shownOfEach)
        prose(`… and ${all.length - shownOfEach} more ${kind}, each with signature ✓`, 'dim');
    }
    expectSame('events received', count, receiver.received.length);
    for (const event of receiver.received) checkEvent(stage, event);
    const created = receiver.received.filter((one) => one.event === 'invoice.created');
    expectSame('invoices created, by event', invoices.length, new Set(created.map((one) => one.data.invoiceId)).size);
    for (const [type, expected] of [
      ['invoice.sent', allSent],
      ['invoice.paid', allPaid],
      ['payment.received', allReceived],
    ] as const) {
      const told = receiver.received.filter((one) => one.event === type).map((one) => one.data.invoiceId ?? '');
      expectSame(`the invoices of ${type}`, idsOf(expected.map((one) => one.id)), idsOf(told));
    }
    held(
      `${count} events, one for each reading and one for Liis’s before it was confirmed, for each invoice made and sent and each payment; all ${count} signatures verified ${receiver.verifiers()}.`,
    );
  },
};

function idsOf(ids: readonly string[]): string {
  return ids.toSorted().join();
}

/** An event in a line; what does not fit stands below. */
export function showEvent({ event, data }: Received): void {
  const what = Object.entries(data).map(([name, value]) =>
    name === 'amount' && typeof value === 'number'
      ? `${name} ${money(centsOf(value))}`
      : `${name} ${shortened(String(value))}`,
  );
  const [beside, below] = [what.slice(0, 2), what.slice(2)].map((some) => some.join('  ')) as [string, string];
  console.log(`   ${paint('magenta', '←')} ${event.padEnd(19)} ${beside.padEnd(34)} ${paint('green', 'signature ✓')}`);
  if (below !== '') detail(below);
}

function checkEvent(stage: Stage, { event, tenantId, data }: Received): void {
  expectSame('the organization of an event', stage.manager.tenantId, tenantId);
  if (event.startsWith('reading.')) return;
  const invoice = known(stage, 'invoices').find((one) => one.id === data.invoiceId);
  expectSame('the amount in an event', invoice?.amount ?? 'one of an invoice of Kase 12', data.amount);
}
