// Plays a scenario in one order of its transactions, and says what broke: a rule of the books, an event, a message, or
// that the result is not that of any order one after the other.
import type { DatabasePool } from '../../src/platform/db/pool.ts';
import { allInvariants, findBroken } from '../invariants.ts';
import { billNovember, countedUntilDecember, type PreparedBuilding, prepareBuilding } from './building.ts';
import { begin, type Choose, runInTurns } from './gate.ts';
import { finishWaitingWork, type ServiceProcess, type World } from './processes.ts';
import { type Command, run, type Scenario } from './scenarios.ts';

export type Played = {
  /** Which command went on at each boundary, and which ones could have. */
  readonly order: readonly { readonly of: readonly number[]; readonly next: number }[];
  /** What it came to, for people and for comparison. */
  readonly outcome: string;
  /** The statuses of the requests. */
  readonly answers: readonly (number | undefined)[];
  /** A sentence for each rule that is broken. */
  readonly problems: readonly string[];
};

/** Plays a scenario in a building of its own, each command in a process of its own. */
export async function play(world: World, scenario: Scenario, choose: Choose): Promise<Played> {
  const first = await world.process(0);
  const building = await prepareBuilding(first.g, world.hookUrl);
  const commands = await scenario.prepare(first.g, building);
  const processes = await Promise.all(commands.map((_, place) => world.process(place)));
  const begun = processes.map((process, place) => {
    const command = commands[place] as Command;
    return begin(command.name, () => run(process, command, scenario.key));
  });
  const order = await runInTurns(
    world.owner,
    begun.map(({ actor }) => actor),
    choose,
  );
  const results = await Promise.allSettled(begun.map(({ result }) => result));
  const answers = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  const faults = [
    ...results.flatMap((result) => (result.status === 'rejected' ? [`a worker failed: ${result.reason}`] : [])),
    ...answers.flatMap((answer) => (answer !== undefined && answer.status >= 500 ? [answer.text] : [])),
  ];
  const { problems, outcome } = await judge(world, first, building, { ...scenario, isUndisturbed: true });
  const statuses = answers.map((answer) => answer?.status);
  // Which of a request and its repeat is told to wait is of no interest.
  const answered = scenario.key === undefined ? `answers ${statuses.map(effectOf).join(' ')}\n${outcome}` : outcome;
  return { order, outcome: answered, problems: [...faults, ...problems], answers: statuses };
}

/** What an answer says about the effect; for what reason a request is rejected may depend on the order. */
const effectOf = (status: number | undefined) => (status !== undefined && status >= 400 ? 'rejected' : status);

/** Lets workers finish, bills November where the scenario says so, and looks for what is wrong. */
export async function judge(
  world: World,
  process: ServiceProcess,
  building: PreparedBuilding,
  { billsAfterwards, isUndisturbed }: Pick<Scenario, 'billsAfterwards'> & { readonly isUndisturbed: boolean },
): Promise<{ problems: readonly string[]; outcome: string }> {
  const { tenantId } = building;
  if (billsAfterwards) await billNovember(process.g, building);
  await finishWaitingWork(process, tenantId);
  const problems = [
    ...(await findBroken(world.owner, allInvariants, tenantId)).map(({ what, id }) => `broken: ${what} (${id})`),
    ...(await findWrongMessages(world, tenantId, isUndisturbed)),
    ...(billsAfterwards ? await findUnbilled(world.owner, building) : []),
  ];
  return { problems, outcome: await describeOutcome(world.owner, tenantId) };
}

/**
 * Deliveries and e-mails of which the log says another thing than whoever received them; and e-mails that came twice
 * although no process died.
 */
async function findWrongMessages(
  { owner, ...world }: World,
  tenantId: string,
  isUndisturbed: boolean,
): Promise<string[]> {
  const deliveries = await owner<{ id: string; status: string }[]>`
    select id, status from deliveries where tenant_id = ${tenantId}`;
  const lost = deliveries.filter(({ id, status }) => status !== 'delivered' || !world.acceptedDeliveries.has(id));
  const mails = await owner<
    { id: string; status: string }[]
  >`select id, status from mails where tenant_id = ${tenantId}`;
  const received = world.acceptedMails();
  const accepted = new Set(received);
  const isRepeated = (id: string) => received.indexOf(id) !== received.lastIndexOf(id);
  const wrong = mails.filter(({ id, status }) => (status === 'sent') !== accepted.has(id));
  return [
    ...lost.map(
      ({ id, status }) =>
        `the delivery ${id} is ${status}, and the receiver ${world.acceptedDeliveries.has(id) ? 'has' : 'lacks'} it`,
    ),
    ...(isUndisturbed ? mails.filter(({ id }) => isRepeated(id)).map(({ id }) => `the e-mail ${id} came twice`) : []),
    ...wrong.map(
      ({ id, status }) => `the e-mail ${id} is ${status}, and the mail server ${accepted.has(id) ? 'has' : 'lacks'} it`,
    ),
  ];
}

/** After November all that the meter has counted is billed, once. */
async function findUnbilled(owner: DatabasePool, { tenantId, meterId }: PreparedBuilding): Promise<string[]> {
  const [billed] = await owner<{ quantity: number }[]>`
    select coalesce(sum(quantity), 0)::float8 as quantity from charge_ledger where tenant_id = ${tenantId} and meter_id = ${meterId}`;
  return billed?.quantity === countedUntilDecember
    ? []
    : [`${billed?.quantity} of ${countedUntilDecember} m³ are billed`];
}

/** The state of an organization, without ids and times. */
async function describeOutcome(owner: DatabasePool, tenantId: string): Promise<string> {
  const rows = await owner<{ line: string }[]>`
    with labelled as (
      select i.*, a.number || ' ' || period_start || ' ' || coalesce(cause, 'invoice') as label
        from invoices i join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id where i.tenant_id = ${tenantId})
    select concat_ws(' ', 'invoice', label, right(number, 6), status, amount, amount_paid, sent_by, sending) as line from labelled
    union all
    select concat_ws(' ', 'payment', source, p.status, p.amount, allocated, refunded, a.number)
      from payments p left join apartments a on a.tenant_id = p.tenant_id and a.id = p.apartment_id where p.tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'pays', p.source, p.amount, 'for', i.label, l.amount)
      from allocations l join payments p on p.tenant_id = l.tenant_id and p.id = l.payment_id join labelled i on i.id = l.invoice_id
     where l.tenant_id = ${tenantId} and l.undone_at is null
    union all
    select concat_ws(' ', 'event', e.type, i.label) from events e left join labelled i on i.id::text = e.body::json #>> '{data,invoiceId}' where e.tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'e-mail', kind, status, regexp_replace(recipient, '-[0-9a-f]{8}@', '@')) from mails where tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'resident', a.number, p.name, r.role, r.since, r.until)
      from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id join apartments a on a.tenant_id = r.tenant_id and a.id = r.apartment_id
     where r.tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'reading', value::float8, read_on, status) from readings where tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'billed', i.label, sum(b.quantity)::float8, sum(b.amount))
      from charge_ledger b join labelled i on i.id = b.invoice_id where b.tenant_id = ${tenantId} group by i.label, i.id
    union all
    select concat_ws(' ', 'once', o.description, i.label) from one_off_charges o left join labelled i on i.id = o.invoice_id where o.tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'endpoint', status) from webhook_endpoints where tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'member', role) from memberships where tenant_id = ${tenantId}
    union all
    select concat_ws(' ', 'invitation', email, status) from invitations where tenant_id = ${tenantId}
     order by 1`;
  return rows.map(({ line }) => line).join('\n');
}
