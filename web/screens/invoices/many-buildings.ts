// The invoices of many buildings: what each preview says, which buildings are ready, and how they are created and sent.
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import { inBatches } from '../../api/batches.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { BuildingState } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import type { PreviewBody } from './check-words.ts';
import { readUnsent } from './invoice-query.ts';
import { sendInvoices } from './send-invoices.ts';

/** The preview of a building, or why it has none. */
export type BuildingPreview = { readonly body: PreviewBody } | { readonly problem: ApiProblem };
export type Previews = ReadonlyMap<string, BuildingPreview>;

/** One request generates the invoices of so many buildings, or queues the e-mails of so many invoices. */
const [buildingsAtOnce, invoicesAtOnce] = [20, 500];

/** What a building’s preview came to. Throws what says nothing about the building. */
export async function toPreview(request: Promise<{ readonly data: PreviewBody }>): Promise<BuildingPreview> {
  try {
    return { body: (await request).data };
  } catch (error) {
    if (error instanceof ApiProblem && [404, 409, 422].includes(error.status)) return { problem: error };
    throw error;
  }
}

/**
 * What was billed in the month before, but for the apartments that have their invoice already. Deleted apartments count
 * until the first has.
 */
export function previousOf({ invoices, deletedApartments }: PreviewBody): number {
  const compared = invoices.filter(({ invoiceId }) => invoiceId === undefined);
  const deleted = compared.length === invoices.length ? deletedApartments : [];
  return sumAmounts([...compared, ...deleted].map(({ previous = 0 }) => previous));
}

/** How many invoices of the month are still to be sent and are not being sent already. */
export function unsentOf({ invoices, invoicesSent, invoicesSending }: BuildingState): number {
  return invoices - invoicesSent - invoicesSending;
}

/**
 * Whether nothing keeps a building’s invoices back, nor should be looked at first: it has something to create or to
 * send.
 */
export function isReady(state: BuildingState, previews: Previews): boolean {
  const preview = previews.get(state.buildingId);
  if (preview === undefined || 'problem' in preview) return false;
  const { created, checks } = preview.body;
  if (checks.some(({ gravity }) => gravity !== 'review')) return false;
  return created > 0 || unsentOf(state) > 0;
}

/** How many drafts would be created, 0 where something prevents it. */
export function createdBy(preview: BuildingPreview | undefined): number {
  if (preview === undefined || 'problem' in preview) return 0;
  const { created, checks } = preview.body;
  return checks.some(({ gravity }) => gravity === 'blocks') ? 0 : created;
}

/** How many drafts the chosen buildings would get, and how many they would then have to send. */
export function countToSend(chosen: readonly BuildingState[], previews: Previews) {
  const created = chosen.reduce((sum, { buildingId }) => sum + createdBy(previews.get(buildingId)), 0);
  return { created, count: created + chosen.reduce((sum, state) => sum + unsentOf(state), 0) };
}

/** The sum of what a building would get; 0 where something prevents it. */
export function amountOf(preview: BuildingPreview | undefined): number {
  return preview === undefined || 'problem' in preview || createdBy(preview) === 0 ? 0 : preview.body.amount;
}

type Period = { readonly periodStart: string; readonly periodEnd: string; readonly issueDate?: string };
type BillRequest = {
  readonly chosen: readonly BuildingState[];
  readonly previews: Previews;
  readonly send: boolean;
};

/**
 * The action: drafts for what the previews would create; with `send`, all that is unsent of the month is then sent.
 * What fails is in the result.
 */
export function useBillBuildings(period: Period, progress: (done: number) => void, done: () => void) {
  return useAction(
    async ({ chosen, previews, send }: BillRequest) => {
      const creating = chosen.filter(({ buildingId }) => createdBy(previews.get(buildingId)) > 0);
      const made = await inBatches(creating, buildingsAtOnce, (part) => generate(part, period), progress);
      const items = made.results.flat();
      const failed = items.filter(({ problem }) => problem !== undefined);
      const notCreated = new Set([...failed, ...made.left].map(({ buildingId }) => buildingId));
      const sending = send ? chosen.filter(({ buildingId }) => !notCreated.has(buildingId)) : [];
      const unsent = (await Promise.all(sending.map(({ buildingId }) => findUnsent(buildingId, period)))).flat();
      const sent = await inBatches(unsent, invoicesAtOnce, sendInvoices, progress);
      return {
        created: items.reduce((sum, { invoices = 0 }) => sum + invoices, 0),
        queued: sent.results.reduce((sum, { queued }) => sum + queued, 0),
        unreachable: sent.results.reduce((sum, { noRecipient }) => sum + noRecipient, 0),
        failed,
        left: made.left,
        unsent: sent.left.length,
        failure: made.failure ?? sent.failure,
      };
    },
    { next: done },
  );
}

export type BillResult = NonNullable<ReturnType<typeof useBillBuildings>['data']>;

async function generate(buildings: readonly BuildingState[], period: Period) {
  const body = { items: buildings.map(({ buildingId }) => ({ buildingId, ...period })) };
  const { data } = await unwrap(consoleApi.POST('/invoices/generations/bulk', { body }));
  return data.items.map((item) => ({ ...item, buildingId: buildings[item.index]?.buildingId ?? '' }));
}

/** What is still to be sent of the period and is not being sent already. */
async function findUnsent(buildingId: string, { periodStart, periodEnd }: Period): Promise<string[]> {
  const unsent = await readUnsent({ buildingId });
  return unsent
    .filter((invoice) => invoice.periodStart >= periodStart && invoice.periodStart <= periodEnd)
    .map(({ id }) => id);
}
