// The world outside a simulated service: the clock with its scheduled tasks, the mail server, and a receiver of
// webhooks that fails now and then.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { inTenant, serviceCaller } from '../../src/platform/db/scope.ts';
import { eventTypes } from '../../src/platform/values/event-types.ts';
import { startDelivering } from '../../src/webhooks/deliver.ts';
import { organizationTasks } from '../../src/worker.ts';
import { dayAfter, lastDayOf } from '../meter-model.ts';
import { portOf } from '../receivers.ts';
import { becomeOverdue } from './accountant.ts';
import { failOnDifference } from './compare.ts';
import { type Life, note, todayOf, Violation } from './life.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';

export type OutsideWorld = {
  readonly postOffice: PostOffice;
  /** Subscribes the receiver to everything that happens in a life. */
  readonly begin: (life: Life, owner: string) => Promise<void>;
  /** Lets the service deliver, and holds what arrived against what happened. */
  readonly deliver: (life: Life) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts the receiver of webhooks and the mail server on this machine. */
export async function startOutsideWorld(): Promise<OutsideWorld> {
  const accepted = new Map<string, string>();
  const state = { secret: '', fails: false };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const signature = `sha256=${createHmac('sha256', state.secret).update(body).digest('hex')}`;
    if (state.fails) return void response.writeHead(503).end();
    const isGenuine = request.headers['x-service-signature'] === signature;
    accepted.set(String(request.headers['webhook-id']), isGenuine ? body : `forged: ${body}`);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const postOffice = await openPostOffice();
  return {
    postOffice,
    async begin({ g }, owner) {
      const body = { url: `http://127.0.0.1:${portOf(server)}/hook`, events: eventTypes };
      const answer = await g.ask<{ secret: string }>('POST', '/webhooks', { as: owner, body });
      state.secret = answer.data.secret;
      accepted.clear();
    },
    async deliver(life) {
      state.fails = life.dice.chance(30);
      if (state.fails) {
        await deliverAll(life, 'attempted');
        state.fails = false;
        life.g.clock.now = new Date(life.g.clock.now.getTime() + 60_000);
      }
      await deliverAll(life, 'delivered');
      await compareDeliveries(life, accepted);
    },
    async stop() {
      postOffice.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs a worker until every delivery of the organization was attempted, or delivered. */
async function deliverAll({ g, tenantId }: Life, until: 'attempted' | 'delivered'): Promise<void> {
  const count = async () => {
    const [row] = await g.owner<{ count: number }[]>`
      select count(*)::integer as count from deliveries
       where tenant_id = ${tenantId} and status = 'pending' and (${until === 'delivered'} or attempts = 0)`;
    return row?.count ?? 0;
  };
  if ((await count()) === 0) return;
  const worker = await startDelivering(g.app, { leaseSeconds: 10, attemptMs: 15_000, pollMs: 20 });
  try {
    const end = Date.now() + 300_000;
    while ((await count()) > 0) {
      if (Date.now() > end) throw new Violation('deliveries', `${await count()} deliveries are still pending`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await worker.stop();
  }
}

/** Each event that is kept was accepted, with the bytes that were signed, and nothing else was. */
async function compareDeliveries({ g, tenantId }: Life, accepted: Map<string, string>): Promise<void> {
  const rows = await g.owner<{ id: string; body: string }[]>`
    select d.id, e.body from deliveries d join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
     where d.tenant_id = ${tenantId}`;
  const events = await g.owner<{ id: string }[]>`select id from events where tenant_id = ${tenantId}`;
  if (events.length !== rows.length)
    throw new Violation('deliveries', `${events.length} events have ${rows.length} deliveries`);
  const kept = new Set(rows.map(({ id }) => id));
  // Old events were deleted, and with them what was accepted of them.
  const found = [...accepted].filter(([id]) => kept.has(id)).map(([id, body]) => `${id} ${body}`);
  failOnDifference(
    'deliveries',
    rows.map(({ id, body }) => `${id} ${body}`),
    found,
  );
}

/** Events are kept for thirty days, and are read before that. */
const maxDays = 28;

/**
 * Time passes: some days, or until the next month, to the morning or to the first hour of a day in Tallinn. Everything
 * that is due on its own happens.
 */
export async function passTime(life: Life): Promise<void> {
  const { g, dice, tenantId, outside } = life;
  await outside.deliver(life);
  const today = todayOf(life);
  const later = dayAfter(today, 1 + dice.number(dice.pick([4, 12, maxDays])));
  const nextFirst = dayAfter(lastDayOf(today));
  // The first day of a month is when prices change.
  const day = dice.chance(20) && nextFirst <= dayAfter(today, maxDays) ? nextFirst : later;
  g.clock.now = new Date(`${day}T${dice.chance(25) ? '22:30' : '09:00'}:00Z`);
  note(life, `— ${todayOf(life)}`);
  for (const { run } of organizationTasks) await inTenant(g.app, serviceCaller(tenantId), run);
  becomeOverdue(life);
}
