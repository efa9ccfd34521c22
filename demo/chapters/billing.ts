// Chapter: last month's supplier bills become invoices: first as a dry run, then for real, and then again, which
// creates nothing.

import { type Chapter, centsOf, type DemoState, getFact, sumBy } from '../demo-state.ts';
import { expectSame } from '../http-client.ts';
import { highlight, money, prose } from '../print.ts';
import { apartments, bills } from '../sample-building.ts';

type GenerationSummary = {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly invoices: readonly { readonly apartmentId: string; readonly invoiceId?: string; readonly amount: number }[];
};

export const billing: Chapter = {
  title: 'Last month’s bills become sixty invoices',
  async play(stage) {
    const count = apartments.length;
    const trial = await generate(stage, { dryRun: true }, 200, 'a dry run: writes nothing');
    showPreview(stage, trial);
    const run = await generate(stage, {}, 201, `${count} invoices, ${count} events`);
    expectSame('invoices created', count, run.created);
    const again = await generate(stage, {}, 200, 'again: nothing new');
    expectSame('invoices created by the repeat', 0, again.created);
    expectSame('invoices that the repeat found', count, again.skipped);
    for (const [index, { apartmentId, amount }] of run.invoices.entries()) {
      expectSame('the apartment at this place of the trial', apartmentId, trial.invoices[index]?.apartmentId);
      expectSame('the amount that the trial foresaw', trial.invoices[index]?.amount ?? 0, amount);
    }
    highlight(
      `Dry run and generation agree on ${money(totalAmount(run))} EUR; the repeat found all ${again.skipped} invoices and created none.`,
    );
    stage.facts.run = run.invoices;
  },
};

async function generate(stage: DemoState, more: object, expect: number, note: string): Promise<GenerationSummary> {
  const body = { buildingId: getFact(stage, 'buildingId'), costs: bills, ...more };
  const as = getFact(stage, 'accessToken');
  const response = await stage.api.ask<GenerationSummary>('POST', '/invoices/generate-bulk', {
    as,
    body,
    expect,
    note,
  });
  return response.data;
}

function showPreview(stage: DemoState, trial: GenerationSummary): void {
  const numbers = getFact(stage, 'numbers');
  const sorted = trial.invoices.toSorted((a, b) => a.amount - b.amount);
  const shown = (item: GenerationSummary['invoices'][number] | undefined) =>
    `${money(centsOf(item?.amount ?? 0))} (apartment ${numbers.get(item?.apartmentId ?? '')})`;
  prose(
    `For ${trial.periodStart} to ${trial.periodEnd} there would be ${sorted.length} invoices, from ${shown(sorted[0])} to ${shown(sorted.at(-1))}, ${money(totalAmount(trial))} EUR in all.`,
  );
}

function totalAmount({ invoices }: GenerationSummary): number {
  return sumBy(invoices, (invoice) => centsOf(invoice.amount));
}
