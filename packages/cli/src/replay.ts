// replay: sends one delivery again, or all failed and skipped deliveries of an endpoint in a range of time.
import type { Haldur } from '../../client/src/client.ts';
import { CommandError } from './command-error.ts';

type Recovery = { readonly since: string; readonly until: string; readonly queued: number; readonly more: boolean };

export type ReplayOptions = {
  /** A delivery: the header webhook-id. */
  readonly delivery?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly print: (line: string) => void;
};

/** Sends again. Throws CommandError if neither a delivery nor a range is named, and HaldurError. */
export async function replay(haldur: Haldur, options: ReplayOptions): Promise<void> {
  const { delivery, endpoint, since, print } = options;
  if (delivery !== undefined && endpoint === undefined && since === undefined) {
    const path = `/deliveries/${encodeURIComponent(delivery)}/redeliver`;
    await haldur.console.object({ method: 'POST', path });
    return print(`${delivery} is sent again.`);
  }
  if (delivery !== undefined || endpoint === undefined || since === undefined)
    throw new CommandError('Name one delivery, or a range: replay --endpoint ID --since TIME [--until TIME].');
  await replayRange(haldur, endpoint, options);
}

async function replayRange(haldur: Haldur, endpoint: string, { since, until, print }: ReplayOptions): Promise<void> {
  const body = { since: toMoment('since', since ?? ''), ...(until ? { until: toMoment('until', until) } : {}) };
  const path = `/webhooks/${encodeURIComponent(endpoint)}/recover`;
  let queued = 0;
  for (;;) {
    const recovery = await haldur.console.object<Recovery>({ method: 'POST', path, body });
    queued += recovery.queued;
    if (recovery.more && recovery.queued > 0) continue;
    return print(
      `Deliveries that are sent again, oldest first: ${queued} (${recovery.since} until ${recovery.until}).`,
    );
  }
}

/** A day or a moment, as a moment in UTC. */
function toMoment(name: string, text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new CommandError(`--${name} is a day or a time, such as 2026-11-20 or 2026-11-20T09:00:00Z.`);
  return moment.toISOString();
}
