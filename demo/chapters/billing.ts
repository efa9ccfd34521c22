// Chapter: last month's supplier bills become invoices: first as a trial, then for good, and then again, which makes nothing.
import { expectSame } from '../http-client.ts';
import { apartments, bills } from '../sample-building.ts';
import { held, money, prose } from '../print.ts';
import { type Chapter, centsOf, known, type Stage, sumOf } from '../demo-state.ts';

type Run = {
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
    const trial = await generate(stage, { dryRun: true }, 200, 'a trial: writes nothing');
    preview(stage, trial);
    const run = await generate(stage, {}, 201, `${count} invoices, ${count} events`);
    expectSame('invoices created', count, run.created);
    const again = await generate(stage, {}, 200, 'again: nothing new');
    expectSame('invoices created by the repeat', 0, again.created);
    expectSame('invoices that the repeat found', count, again.skipped);
    for (const [place, { apartmentId, amount }] of run.invoices.entries()) {
      expectSame('the apartment at this place of the trial', apartmentId, trial.invoices[place]?.apartmentId);
      expectSame('the amount that the trial foresaw', trial.invoices[place]?.amount ?? 0, amount);
    }
    held(
      `Trial and run agree on ${money(total(run))} EUR; the repeat found all ${again.skipped} invoices there and made none.`,
    );
    stage.facts.run = run.invoices;
  },
};

async function generate(stage: Stage, more: object, expect: number, note: string): Promise<Run> {
  const body = { buildingId: known(stage, 'buildingId'), costs: bills, ...more };
  const as = known(stage, 'accessToken');
  const answer = await stage.api.ask<Run>('POST', '/invoices/generate-bulk', { as, body, expect, note });
  return answer.data;
}

function preview(stage: Stage, trial: Run): void {
  const numbers = known(stage, 'numbers');
  const sorted = trial.invoices.toSorted((a, b) => a.amount - b.amount);
  const shown = (one: Run['invoices'][number] | undefined) =>
    `${money(centsOf(one?.amount ?? 0))} (apartment ${numbers.get(one?.apartmentId ?? '')})`;
  prose(
    `For ${trial.periodStart} to ${trial.periodEnd} there would be ${sorted.length} invoices, from ${shown(sorted[0])} to ${shown(sorted.at(-1))}, ${money(total(trial))} EUR in all.`,
  );
}

function total({ invoices }: Run): number {
  return sumOf(invoices, (one) => centsOf(one.amount));
}
