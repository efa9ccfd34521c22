// Recording: what came of attempts is written together, one transaction for each organization; an organization whose rows are held waits alone.
import { listOwners } from '../identity/queries.ts';
import { enqueueMails } from '../mail/outbox.ts';
import { codeOf } from '../platform/errors.ts';
import { type House, inTenant, type Scope, serviceIn } from '../platform/scope.ts';
import * as queries from './queries.ts';

/** Of the pool's ten connections. */
const recordersAtOnce = 4;
/** How long the first of a batch waits for others: a batch costs much the same for one as for fifty. */
const gatherMs = 25;
/** How long a batch rests that was refused as somebody else changes the organization's deliveries. */
const restMs = 250;
const givesUpAfterMs = 5 * 24 * 3_600_000;
const disabledReasons = {
  gone: 'The receiver answered 410 Gone.',
  failing: 'No delivery has succeeded for five days.',
} as const;

/** An attempt to record, and whom to tell how that went. */
export type ToRecord = {
  readonly tenantId: string;
  readonly attempt: queries.Attempt;
  recorded(): void;
  /** Somebody holds the organization's rows; it is tried again. */
  waits(): void;
  failed(error: unknown): void;
};

/**
 * Records attempts together: what an organization's attempts came to is gathered for a moment, and longer while its batch before is being written.
 * Several organizations are written at once, and one whose rows are held rests and is tried again, so that it does not hold up the others.
 */
export function makeRecorder(house: House): (one: ToRecord) => void {
  const gathering = new Map<string, ToRecord[]>();
  const due = new Set<string>();
  const busy = new Set<string>();
  const resting = new Set<string>();
  const write = (): void => {
    for (const tenantId of due) {
      if (busy.size >= recordersAtOnce) return;
      if (busy.has(tenantId)) continue;
      due.delete(tenantId);
      const ones = gathering.get(tenantId) ?? [];
      gathering.delete(tenantId);
      busy.add(tenantId);
      void writeBatch(house, tenantId, ones).then((written) => {
        busy.delete(tenantId);
        if (!written) rest(tenantId, ones);
        write();
      });
    }
  };
  const ready = (tenantId: string) => {
    if (resting.has(tenantId)) return;
    due.add(tenantId);
    write();
  };
  const rest = (tenantId: string, ones: readonly ToRecord[]) => {
    for (const one of ones) one.waits();
    gathering.set(tenantId, [...ones, ...(gathering.get(tenantId) ?? [])]);
    due.delete(tenantId);
    resting.add(tenantId);
    setTimeout(() => {
      resting.delete(tenantId);
      ready(tenantId);
    }, restMs).unref();
  };
  return (one) => {
    const { tenantId } = one;
    const ones = gathering.get(tenantId);
    if (ones !== undefined) return void ones.push(one);
    gathering.set(tenantId, [one]);
    setTimeout(() => ready(tenantId), gatherMs);
  };
}

/** False when somebody else holds the organization's rows: nothing is written, and nothing lost. */
async function writeBatch(house: House, tenantId: string, ones: readonly ToRecord[]): Promise<boolean> {
  const attempts = ones.map((one) => one.attempt);
  try {
    await inTenant(house, serviceIn(tenantId), (scope) => recordAll(scope, attempts));
    for (const one of ones) one.recorded();
  } catch (error) {
    if (isHeld(error)) return false;
    for (const one of ones) one.failed(error);
  }
  return true;
}

/** Whether a transaction failed only as another one held what it needed (lock_not_available, deadlock_detected). */
function isHeld(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(codeOf(error) ?? '');
}

async function recordAll(scope: Scope, attempts: readonly queries.Attempt[]): Promise<void> {
  const working = new Set<string>();
  const failing = new Set<string>();
  for (const { outcome, endpointId } of attempts) if (outcome === 'delivered') working.add(endpointId);
  for (const { outcome, endpointId, extra } of attempts)
    if (outcome !== 'delivered' && !extra && !working.has(endpointId)) failing.add(endpointId);
  const still = await queries.recordAttempts(scope, attempts, { working, failing });
  for (const endpointId of new Set(attempts.filter((one) => one.status === 410).map((one) => one.endpointId)))
    await disable(scope, endpointId, 'gone', scope.now);
  for (const { id, failingSince } of still) {
    if (scope.now.getTime() - failingSince.getTime() >= givesUpAfterMs)
      await disable(scope, id, 'failing', failingSince);
  }
}

/** Stops an endpoint and tells the owners, once. */
async function disable(scope: Scope, endpointId: string, reason: 'gone' | 'failing', since: Date): Promise<void> {
  const disabled = await queries.disableEndpoint(scope, endpointId, disabledReasons[reason]);
  if (disabled === undefined) return;
  const facts = { host: new URL(disabled.url).host, reason, since };
  const owners = await listOwners(scope);
  await enqueueMails(
    scope,
    owners.map(({ email: address, name, language }) => ({
      kind: 'endpoint-disabled',
      to: { address, name },
      language,
      facts,
      aboutId: endpointId,
    })),
  );
}
