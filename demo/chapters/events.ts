// Chapter: the events that the other system received, each with a verified signature.

import { type Chapter, centsOf, type DemoState, getFact } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { detail, highlight, money, paint, prose, shortenPath } from '../print.ts';
import type { ReceivedEvent } from '../receiver.ts';
import { meters } from '../sample-building.ts';

const timeoutMs = 60_000;
const maxShownOfEach = 3;

export const events: Chapter = {
  title: 'What the other system received',
  async play(stage) {
    const { receiver } = stage;
    const invoices = getFact(stage, 'invoices');
    const [allSent, allPaid, allReceived] = [
      getFact(stage, 'sent'),
      getFact(stage, 'paid'),
      getFact(stage, 'received'),
    ];
    const count = meters.length + 1 + invoices.length + allSent.length + allPaid.length + allReceived.length;
    await receiver.waitFor(count, timeoutMs);
    const [first, ...more] = receiver.refused;
    if (first !== undefined)
      throw new UnexpectedAnswer('events that are signed rightly', `${first}, and ${more.length} more`);
    const kinds = [...Map.groupBy(receiver.received, (receivedEvent) => receivedEvent.event)];
    for (const [kind, all] of kinds) {
      for (const receivedEvent of all.slice(0, maxShownOfEach)) showEvent(receivedEvent);
      if (all.length > maxShownOfEach)
        prose(`… and ${all.length - maxShownOfEach} more ${kind}, each with signature ✓`, 'dim');
    }
    expectSame('events received', count, receiver.received.length);
    for (const event of receiver.received) checkEvent(stage, event);
    const created = receiver.received.filter((receivedEvent) => receivedEvent.event === 'invoice.created');
    expectSame(
      'invoices created, by event',
      invoices.length,
      new Set(created.map((receivedEvent) => receivedEvent.data.invoiceId)).size,
    );
    for (const [type, expected] of [
      ['invoice.sent', allSent],
      ['invoice.paid', allPaid],
      ['payment.received', allReceived],
    ] as const) {
      const reported = receiver.received
        .filter((receivedEvent) => receivedEvent.event === type)
        .map((receivedEvent) => receivedEvent.data.invoiceId ?? '');
      expectSame(
        `the invoices of ${type}`,
        describeIds(expected.map((demoInvoice) => demoInvoice.id)),
        describeIds(reported),
      );
    }
    highlight(
      `${count} events, for readings submitted and confirmed, invoices created and sent, and payments; all ${count} signatures verified ${receiver.verifiers()}.`,
    );
  },
};

function describeIds(ids: readonly string[]): string {
  return ids.toSorted().join();
}

/** An event in a line; what does not fit is below. */
export function showEvent({ event, data }: ReceivedEvent): void {
  const fields = Object.entries(data).map(([name, value]) =>
    name === 'amount' && typeof value === 'number'
      ? `${name} ${money(centsOf(value))}`
      : `${name} ${shortenPath(String(value))}`,
  );
  const [onLine, below] = [fields.slice(0, 2), fields.slice(2)].map((some) => some.join('  ')) as [string, string];
  console.log(`   ${paint('magenta', '←')} ${event.padEnd(19)} ${onLine.padEnd(34)} ${paint('green', 'signature ✓')}`);
  if (below !== '') detail(below);
}

function checkEvent(stage: DemoState, { event, tenantId, data }: ReceivedEvent): void {
  expectSame('the organization of an event', stage.manager.tenantId, tenantId);
  if (event.startsWith('reading.')) return;
  const invoice = getFact(stage, 'invoices').find((demoInvoice) => demoInvoice.id === data.invoiceId);
  expectSame('the amount in an event', invoice?.amount ?? 'one of an invoice of Kase 12', data.amount);
}
