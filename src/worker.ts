// The worker: delivers webhooks, and keeps the timetable: what is done for every organization, and how often.
import { setTimeout } from 'node:timers/promises';
import { raiseOverdue } from './billing/overdue.ts';
import { deleteExpired } from './identity/queries.ts';
import { forgetAnswers } from './platform/answers.ts';
import { type House, inTenant, type Scope, serviceIn } from './platform/scope.ts';
import { allTenants } from './platform/tenants.ts';
import { startDelivering } from './webhooks/deliver.ts';
import { deleteOldEvents } from './webhooks/queries.ts';

const minute = 60_000;
const eventsKeptMs = 30 * 24 * 60 * minute;

/** Every task is safe to run twice, and at the same moment in two processes. */
const timetable: readonly {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (scope: Scope) => Promise<unknown>;
}[] = [
  { name: 'raise invoice.overdue', everyMs: 10 * minute, run: raiseOverdue },
  { name: 'forget expired sessions and tokens', everyMs: 60 * minute, run: deleteExpired },
  { name: 'forget answers kept for repeated requests', everyMs: 60 * minute, run: forgetAnswers },
  {
    name: 'forget events after 30 days',
    everyMs: 60 * minute,
    run: (scope) => deleteOldEvents(scope, new Date(scope.now.getTime() - eventsKeptMs)),
  },
];

export type Worker = { stop(): Promise<void> };

/** Starts the worker of a house. `stop` finishes what is under way. */
export async function startWorker(house: House): Promise<Worker> {
  const deliverer = await startDelivering(house);
  const stopping = new AbortController();
  const tasks = timetable.map((task) => keep(house, task, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([deliverer.stop(), ...tasks]);
    },
  };
}

async function keep(house: House, task: (typeof timetable)[number], stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      for (const tenantId of await allTenants(house.pool)) {
        if (stopping.aborted) return;
        await inTenant(house, serviceIn(tenantId), task.run);
      }
    } catch (error) {
      house.log.warn({ err: error, task: task.name }, 'a task of the timetable failed; it will run again');
    }
    await pause(task.everyMs, stopping);
  }
}

/** Waits; rejects only when it is time to stop, which ends the waiting and is no failure. */
async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stopping }).catch((reason: Error) => {
    if (reason.name !== 'AbortError') throw reason;
  });
}
