// Chapter: an invoice is paid, once; and the list shows what is open.

import { type Chapter, type DemoInvoice, type DemoState, getFact } from '../demo-state.ts';
import { expectSame } from '../http-client.ts';
import { highlight } from '../print.ts';
import { apartments } from '../sample-building.ts';

export const payment: Chapter = {
  title: 'The resident pays',
  async play(stage) {
    const { api } = stage;
    const as = getFact(stage, 'accessToken');
    const { id, issueDate } = getFact(stage, 'shown');
    const pay = (paidDate: string) => ({ as, body: { status: 'paid', paidDate } });
    const future = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await api.ask('PATCH', `/invoices/${id}`, { ...pay(future), expect: 422, note: 'paid in two days?' });
    const paid = await api.ask<DemoInvoice>('PATCH', `/invoices/${id}`, {
      ...pay(issueDate),
      expect: 200,
      note: `paid on ${issueDate}`,
    });
    expectSame('the status of the invoice', 'paid', paid.data.status);
    expectSame('the day it was paid', issueDate, paid.data.paidDate ?? 'none');
    await api.ask('PATCH', `/invoices/${id}`, { ...pay(issueDate), expect: 200, note: 'again: no second event' });
    const done = await listInvoices(stage, `status=paid&buildingId=${getFact(stage, 'buildingId')}`);
    const open = await listInvoices(stage, 'status=draft&limit=40');
    expectSame('paid invoices in the list', id, done.map((demoInvoice) => demoInvoice.id).join());
    expectSame(
      'open invoices in the list',
      apartments.length - 1,
      new Set(open.map((demoInvoice) => demoInvoice.id)).size,
    );
    stage.facts.paid = [getFact(stage, 'shown')];
    highlight(`One is paid and ${open.length} are open; every invoice is in exactly one of the two lists.`);
  },
};

/** All invoices of a filter, page by page. */
async function listInvoices(stage: DemoState, filter: string): Promise<DemoInvoice[]> {
  const all: DemoInvoice[] = [];
  let path: string | undefined = `/invoices?${filter}`;
  while (path !== undefined) {
    const page: { data: DemoInvoice[]; next: string | undefined } = await stage.api.ask<DemoInvoice[]>('GET', path, {
      as: getFact(stage, 'accessToken'),
      expect: 200,
    });
    all.push(...page.data);
    path = page.next;
  }
  return all;
}
