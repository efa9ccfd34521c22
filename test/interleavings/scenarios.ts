// The conflicts that are played: two to four commands that want the same invoice, payment, apartment, meter, e-mail or
// endpoint.
import { raiseOverdueEvents } from '../../src/invoicing/overdue.ts';
import { remindOfPayments } from '../../src/invoicing/sending/payment-reminders.ts';
import { inTenant, type Scope, serviceCaller } from '../../src/platform/db/scope.ts';
import { type Answer, aPerson, type TestService } from '../service-fixture.ts';
import { camt, importStatementFile } from '../statement-samples.ts';
import { charges, consolePath, type Home, must, october, type PreparedBuilding, september } from './building.ts';
import { deliverDue, type ServiceProcess, sendDue } from './processes.ts';

type Body = Readonly<Record<string, unknown>>;

/** A request of a client, or the work of a worker: data, so that another process can do it too. */
export type Command = { readonly name: string } & (
  | { readonly as: string; readonly method: string; readonly path: string; readonly body?: Body | undefined }
  | { readonly work: keyof typeof works; readonly tenantId: string }
);

/** Runs a command in a process. Returns the answer of a request; with a key, a repeat gets the same one. */
export async function run(process: ServiceProcess, command: Command, key?: string): Promise<Answer | undefined> {
  if ('work' in command) {
    await works[command.work](process, command.tenantId);
    return undefined;
  }
  const { as, method, path, body } = command;
  return process.g.ask(method, path, { as, body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });
}

const task =
  (run: (scope: Scope) => Promise<unknown>) =>
  ({ g }: ServiceProcess, tenantId: string) =>
    inTenant(g.app, serviceCaller(tenantId), run);

/** What workers do. */
const works = {
  deliver: deliverDue,
  'send mails': sendDue,
  'raise overdue': task(raiseOverdueEvents),
  remind: task(remindOfPayments),
} as const satisfies Record<string, (process: ServiceProcess, tenantId: string) => Promise<unknown>>;

export type Scenario = {
  /** The commands, joined by ×. */
  readonly name: string;
  /** Prepares a building, and returns the commands that then run at once. */
  readonly prepare: (g: TestService, building: PreparedBuilding) => Promise<readonly Command[]>;
  /** Whether November is billed afterwards: whatever happened, all that the meter has counted is billed then. */
  readonly billsAfterwards?: true;
  /** The commands are one request and its repeat, with this Idempotency-Key. */
  readonly key?: string;
  /** Why the outcome may be one that no order one after the other has. */
  readonly mayDiffer?: string;
};

/** A request as the owner of the organization. */
const request =
  (name: string, method: string, path: string, body?: Body) =>
  ({ owner }: Pick<PreparedBuilding, 'owner'>): Command => ({ name, as: owner, method, path, body });
const work =
  (name: keyof typeof works) =>
  ({ tenantId }: PreparedBuilding): Command => ({ name, work: name, tenantId });

const generate = (building: PreparedBuilding) =>
  request('generate', 'POST', '/invoices/generate-bulk', { buildingId: building.buildingId, ...october })(building);
const change = (name: string, building: PreparedBuilding, { invoiceId }: Home, body: Body) =>
  request(name, 'PATCH', `/invoices/${invoiceId}`, body)(building);
const cancel = (building: PreparedBuilding, home = building.homes[0]) =>
  change('cancel', building, home, { status: 'cancelled' });
const markPaid = (building: PreparedBuilding, home = building.homes[0]) =>
  change('mark paid', building, home, { status: 'paid' });
const send = (building: PreparedBuilding, home = building.homes[0]) =>
  request('send', 'POST', '/invoices/send-bulk', { invoiceIds: [home.invoiceId] })(building);
const onPaper = (building: PreparedBuilding, home = building.homes[0]) =>
  request('on paper', 'POST', `${consolePath}/invoices/${home.invoiceId}/delivered`, { by: 'paper' })(building);
const credit = (building: PreparedBuilding, home = building.homes[0]) =>
  request('credit', 'POST', `${consolePath}/invoices/${home.invoiceId}/credit`, { reason: 'Katkestus' })(building);
const importFile = (building: PreparedBuilding, file: string) =>
  request('import', 'POST', '/bank-statements/import', { file: Buffer.from(file).toString('base64') })(building);
const enterCash = (building: PreparedBuilding, amount: number) =>
  request('enter cash', 'POST', `${consolePath}/payments`, {
    ...{ apartmentId: building.homes[0].id, invoiceId: building.homes[0].invoiceId },
    ...{ amount, paidOn: '2026-11-18', method: 'cash' },
  })(building);
const decide = (name: string, building: PreparedBuilding, paymentId: string, what: string, body?: Body) =>
  request(name, 'POST', `${consolePath}/payments/${paymentId}/${what}`, body)(building);
const match = (building: PreparedBuilding, paymentId: string, home = building.homes[0]) =>
  decide('match', building, paymentId, 'match', { invoiceId: home.invoiceId });
const refund = (building: PreparedBuilding, paymentId: string) =>
  decide('refund', building, paymentId, 'refunds', { refundedOn: '2026-11-19' });
const reverse = (building: PreparedBuilding, paymentId: string) => decide('reverse', building, paymentId, 'reverse');
const unmatch = (building: PreparedBuilding, paymentId: string) => decide('unmatch', building, paymentId, 'unmatch');
const handOver = (building: PreparedBuilding, name: string) =>
  request(
    'hand over',
    'POST',
    `${consolePath}/buildings/${building.buildingId}/apartments/${building.homes[0].id}/hand-overs`,
    {
      ...{ day: '2026-10-16', leaving: [building.homes[0].residencyId], newcomer: { name }, role: 'owner' },
    },
  )(building);
const correctReading = (building: PreparedBuilding) =>
  request('correct reading', 'POST', `/meters/${building.meterId}/readings`, {
    value: 20,
    corrects: building.readingId,
  })(building);
const rejectReading = (building: PreparedBuilding) =>
  request('reject reading', 'POST', `${consolePath}/readings/${building.readingId}/reject`, { reason: 'Vale' })(
    building,
  );
const resize = (building: PreparedBuilding) =>
  request('resize', 'PATCH', `/buildings/${building.buildingId}/apartments/${building.homes[0].id}`, { area: 70 })(
    building,
  );
const changePrice = (building: PreparedBuilding) =>
  request('change price', 'PATCH', `/buildings/${building.buildingId}`, {
    billing: { charges: [{ code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 1, vatRate: 24 }] },
  })(building);
const addOneOff = (building: PreparedBuilding) =>
  request('charge once', 'POST', `${consolePath}/buildings/${building.buildingId}/one-offs`, {
    ...{ apartmentId: building.homes[0].id, description: 'Võti', amount: 5, dueFrom: '2026-10-01' },
  })(building);
const correctPeriod = (building: PreparedBuilding) =>
  request('correct', 'POST', `${consolePath}/buildings/${building.buildingId}/corrections`, {
    ...{ periodStart: september.periodStart, periodEnd: september.periodEnd, reason: 'Näit' },
  })(building);
const correctBill =
  (amount: number) =>
  ({ owner, buildingId }: PreparedBuilding) => {
    const { periodStart, periodEnd } = september;
    const body = { periodStart, periodEnd, reason: 'Arve', bills: [{ charge: 'heat', amount }] };
    const path = `${consolePath}/buildings/${buildingId}/corrections`;
    return { name: 'correct a bill', as: owner, method: 'POST', path, body } as const;
  };
const deleteEndpoint = (building: PreparedBuilding) =>
  request('delete endpoint', 'DELETE', `/webhooks/${building.endpointId}`)(building);
const deliver = work('deliver');
const sendMails = work('send mails');
const raiseOverdue = work('raise overdue');
const remind = work('remind');

/** Money from nobody known: it waits. Returns the payment's id. */
async function receiveMoney(g: TestService, { tenantId }: PreparedBuilding, amount: string): Promise<string> {
  const { payments } = await importStatementFile(
    g,
    tenantId,
    camt([{ amount, iban: null, payer: 'Tundmatu', id: `raha-${amount}` }]),
  );
  return payments[0]?.paymentId ?? '';
}

/** A statement on which the first home pays its invoice by its reference. */
const statement = (building: PreparedBuilding, id = 'maksab', amount = '89.90') =>
  camt([{ amount, reference: building.homes[0].reference, id }]);

const scenario = (
  name: string,
  prepare: Scenario['prepare'],
  more: Omit<Scenario, 'name' | 'prepare'> = {},
): Scenario => ({ name, prepare, ...more });
/** Commands that need nothing prepared. */
const at = (...commands: readonly ((building: PreparedBuilding) => Command)[]): Scenario['prepare'] => {
  return async (_g, building) => commands.map((command) => command(building));
};
const billsAfterwards = { billsAfterwards: true } as const;
const deliverOnPaper = async (g: TestService, building: PreparedBuilding) => {
  for (const { invoiceId } of building.homes) {
    await must(g, building.owner, 'POST', `${consolePath}/invoices/${invoiceId}/delivered`, { by: 'paper' });
  }
};
const queueMail = (g: TestService, { owner, homes }: PreparedBuilding) =>
  must(g, owner, 'POST', '/invoices/send-bulk', { invoiceIds: [homes[0].invoiceId] });
/** The money is matched to the invoice of the first home. */
const receiveMatched = async (g: TestService, building: PreparedBuilding, amount = '89.90') => {
  const paymentId = await receiveMoney(g, building, amount);
  const [{ invoiceId }] = building.homes;
  await must(g, building.owner, 'POST', `${consolePath}/payments/${paymentId}/match`, { invoiceId, amount: 50 });
  return paymentId;
};

/** Two commands at once. */
export const pairs: readonly Scenario[] = [
  scenario('generate × generate', at(generate, generate), billsAfterwards),
  scenario('generate × cancel', at(generate, cancel), billsAfterwards),
  scenario('generate × correct reading', at(generate, correctReading), billsAfterwards),
  scenario('generate × delete endpoint', at(generate, deleteEndpoint)),
  scenario('cancel × cancel', at(cancel, cancel), billsAfterwards),
  scenario('send × send', at(send, send)),
  scenario('send mails × send mails', async (g, building) => {
    await queueMail(g, building);
    return [sendMails(building), sendMails(building)];
  }),
  scenario('import × match', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [importFile(building, statement(building)), match(building, paymentId)];
  }),
  scenario('match × mark paid', async (g, building) => [
    match(building, await receiveMoney(g, building, '60.00')),
    markPaid(building),
  ]),
  scenario('match × refund', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [match(building, paymentId), refund(building, paymentId)];
  }),
  scenario('credit × credit', async (g, building) => {
    await deliverOnPaper(g, building);
    return [credit(building), credit(building)];
  }),
  scenario(
    'enter cash × the same again',
    at(...[0, 1].map(() => (building: PreparedBuilding) => enterCash(building, 40))),
    {
      key: 'kassa-1',
    },
  ),
  scenario('raise overdue × raise overdue', async (g, building) => {
    await deliverOnPaper(g, building);
    return [raiseOverdue(building), raiseOverdue(building)];
  }),
  scenario('deliver × deliver', at(deliver, deliver)),
  scenario('remove member × remove member', async (g, building) => {
    const other = await aPerson(g, building.tenantId, 'owner');
    const [own] = await g.owner<{ id: string }[]>`
      select user_id as id from memberships where tenant_id = ${building.tenantId} and user_id <> ${other.userId}`;
    const remove = (as: string, id: string) =>
      request('remove member', 'DELETE', `${consolePath}/members/${id}`)({ owner: as });
    return [remove(building.owner, other.userId), remove(other.token, own?.id ?? '')];
  }),
  scenario('remove member × invite', async (g, building) => {
    const other = await aPerson(g, building.tenantId, 'owner');
    const body = { email: 'uus@example.org', role: 'manager' };
    return [
      request('remove member', 'DELETE', `${consolePath}/members/${other.userId}`)(building),
      request('invite', 'POST', '/invitations', body)({ owner: other.token }),
    ];
  }),
];

/** Commands about the same invoice, its month and its money. */
const moneyCommands: Readonly<Record<string, (building: PreparedBuilding) => Command>> = {
  generate,
  correct: correctPeriod,
  credit: (building) => credit(building),
  cancel: (building) => cancel(building),
  import: (building) => importFile(building, statement(building)),
  'mark paid': (building) => markPaid(building),
  'hand over': (building) => handOver(building, 'Kaja Kuusk'),
};

/** September is delivered, closed by the other home's payment, and its reading is corrected. */
const closeSeptember = async (g: TestService, building: PreparedBuilding) => {
  const { owner, homes, meterId } = building;
  await deliverOnPaper(g, building);
  await must(g, owner, 'PATCH', `/invoices/${homes[1].invoiceId}`, { status: 'paid' });
  const [reading] = await g.owner<{ id: string }[]>`
    select id from readings where meter_id = ${meterId} and read_on = '2026-09-30' and status = 'confirmed'`;
  await must(g, owner, 'POST', `/meters/${meterId}/readings`, { value: 8, corrects: reading?.id });
};

/** Commands at once, after September is closed. */
const inSeptember = (name: string, ...commands: readonly ((building: PreparedBuilding) => Command)[]): Scenario =>
  scenario(name, async (g, building) => {
    await closeSeptember(g, building);
    return commands.map((command) => command(building));
  });

/** Each two of these commands. */
const commandPairs = Object.entries(moneyCommands).flatMap(([name, command], index, all) =>
  all.slice(index + 1).map(([other, further]) => inSeptember(`${name} × ${other}`, command, further)),
);

/** September has a bill of 48.00 more, delivered to the first home as 30.00. Returns the invoice of that. */
const addBill = async (g: TestService, building: PreparedBuilding): Promise<Home> => {
  const { owner, buildingId, homes } = building;
  await closeSeptember(g, building);
  const heat = { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill', vatRate: 0 };
  await must(g, owner, 'PATCH', `/buildings/${buildingId}`, { billing: { charges: [...charges, heat] } });
  const { path, body } = correctBill(48)(building);
  const { invoices } = await must<{ invoices: { apartmentId: string; invoiceId: string }[] }>(
    ...([g, owner, 'POST', path, body] as const),
  );
  const invoiceId = invoices.find(({ apartmentId }) => apartmentId === homes[0].id)?.invoiceId ?? '';
  await must(g, owner, 'POST', `${consolePath}/invoices/${invoiceId}/delivered`, { by: 'paper' });
  return { ...homes[0], invoiceId };
};

/** A correction gives back a part of what a credit note gives back as a whole. */
const billPair = scenario('correct a bill × credit', async (g, building) => {
  const home = await addBill(g, building);
  return [correctBill(-16)(building), credit(building, home)];
});

/** What is played about the same invoice, its month and its money. */
export const moneyPairs: readonly Scenario[] = [
  ...commandPairs,
  inSeptember('correct × correct', correctPeriod, correctPeriod),
  inSeptember(
    'mark paid × mark paid',
    (building) => markPaid(building),
    (building) => markPaid(building),
  ),
  billPair,
];

/** More of them, which are only played by the long form. */
export const furtherPairs: readonly Scenario[] = [
  scenario(
    'generate × hand over',
    at(generate, (building) => handOver(building, 'Kaja Kuusk')),
  ),
  scenario('cancel × mark paid', at(cancel, markPaid)),
  scenario(
    'cancel × send mails',
    async (g, building) => {
      await queueMail(g, building);
      return [cancel(building), sendMails(building)];
    },
    { mayDiffer: 'An e-mail that has left cannot be called back.' },
  ),
  scenario('send mails × erase resident', async (g, building) => {
    const [{ residencyId, residentId }] = building.homes;
    await must(
      g,
      building.owner,
      'POST',
      `${consolePath}/buildings/${building.buildingId}/apartments/${building.homes[0].id}/hand-overs`,
      {
        ...{ day: '2026-11-10', leaving: [residencyId], newcomer: { name: 'Kaja Kuusk' }, role: 'owner' },
      },
    );
    await must(g, building.owner, 'PATCH', `/invoices/${building.homes[0].invoiceId}`, { status: 'paid' });
    await queueMail(g, building);
    return [sendMails(building), request('erase', 'POST', `${consolePath}/residents/${residentId}/erasure`)(building)];
  }),
  scenario(
    'import × import',
    at(...[0, 1].map(() => (building: PreparedBuilding) => importFile(building, statement(building)))),
  ),
  scenario('refund × refund', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [refund(building, paymentId), refund(building, paymentId)];
  }),
  scenario('remind × remind', async (g, building) => {
    await deliverOnPaper(g, building);
    await must(g, building.owner, 'PATCH', `${consolePath}/buildings/${building.buildingId}/payment-reminder`, {
      daysAfterDue: 3,
    });
    return [remind(building), remind(building)];
  }),
  scenario('deliver × delete endpoint', at(deliver, deleteEndpoint)),
  scenario('generate × reject reading', at(generate, rejectReading), billsAfterwards),
  scenario('generate × resize', at(generate, resize)),
  scenario('generate × change price', at(generate, changePrice)),
  scenario('generate × charge once', at(generate, addOneOff)),
  scenario('generate × enter cash', async (_g, building) => [generate(building), enterCash(building, 120)]),
  scenario('cancel × correct', async (g, building) => {
    await deliverOnPaper(g, building);
    await must(g, building.owner, 'PATCH', `/invoices/${building.homes[1].invoiceId}`, { status: 'paid' });
    await must(g, building.owner, 'POST', `/meters/${building.meterId}/readings`, { readAt: '2026-09-15', value: 9 });
    return [cancel(building), correctPeriod(building)];
  }),
  scenario('cancel × send', at(cancel, send)),
  scenario(
    'send mails × on paper',
    async (g, building) => {
      await queueMail(g, building);
      return [sendMails(building), onPaper(building)];
    },
    { mayDiffer: 'An e-mail that has left cannot be called back.' },
  ),
  scenario(
    'import × mark paid',
    at((building) => importFile(building, statement(building)), markPaid),
  ),
  scenario('import × credit', async (g, building) => {
    await deliverOnPaper(g, building);
    return [importFile(building, statement(building)), credit(building)];
  }),
  scenario('match × match', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [match(building, paymentId), match(building, paymentId, building.homes[1])];
  }),
  scenario('match × reverse', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [match(building, paymentId), reverse(building, paymentId)];
  }),
  scenario('refund × unmatch', async (g, building) => {
    const paymentId = await receiveMatched(g, building);
    return [refund(building, paymentId), unmatch(building, paymentId)];
  }),
  scenario('cancel × reverse', async (g, building) => [
    cancel(building),
    reverse(building, await receiveMatched(g, building)),
  ]),
  scenario('credit × mark paid', async (g, building) => {
    await deliverOnPaper(g, building);
    return [credit(building), markPaid(building)];
  }),
  scenario('enter cash × enter cash', at(...[0, 1].map(() => (building: PreparedBuilding) => enterCash(building, 60)))),
  scenario(
    'hand over × hand over',
    at(
      (building) => handOver(building, 'Kaja Kuusk'),
      (building) => handOver(building, 'Jaan Kask'),
    ),
  ),
  scenario('raise overdue × mark paid', async (g, building) => {
    await deliverOnPaper(g, building);
    return [raiseOverdue(building), markPaid(building)];
  }),
];

/** Three and four commands at once. */
export const crowds: readonly Scenario[] = [
  scenario('import × match × mark paid', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [importFile(building, statement(building)), match(building, paymentId), markPaid(building)];
  }),
  scenario('generate × cancel × correct reading', at(generate, cancel, correctReading), billsAfterwards),
  scenario('match × refund × reverse', async (g, building) => {
    const paymentId = await receiveMoney(g, building, '60.00');
    return [match(building, paymentId), refund(building, paymentId), reverse(building, paymentId)];
  }),
  scenario(
    'send mails × cancel × on paper',
    async (g, building) => {
      await queueMail(g, building);
      return [sendMails(building), cancel(building), onPaper(building)];
    },
    { mayDiffer: 'An e-mail that has left cannot be called back.' },
  ),
  scenario('generate × generate × cancel × deliver', at(generate, generate, cancel, deliver), billsAfterwards),
];

/** Single commands, of which each is killed at every point. */
export const singles: readonly Scenario[] = [
  scenario('generate', at(generate), billsAfterwards),
  scenario('cancel', at(cancel), billsAfterwards),
  scenario('correct reading', at(correctReading), billsAfterwards),
  scenario(
    'import',
    at((building) => importFile(building, statement(building))),
  ),
  scenario('match', async (g, building) => [match(building, await receiveMoney(g, building, '60.00'))]),
  scenario('refund', async (g, building) => [refund(building, await receiveMoney(g, building, '60.00'))]),
  scenario('credit', async (g, building) => {
    await deliverOnPaper(g, building);
    return [credit(building)];
  }),
  scenario(
    'enter cash',
    at((building) => enterCash(building, 120)),
  ),
  scenario(
    'hand over',
    at((building) => handOver(building, 'Kaja Kuusk')),
  ),
  scenario('send', at(send)),
  scenario('raise overdue', async (g, building) => {
    await deliverOnPaper(g, building);
    return [raiseOverdue(building)];
  }),
  scenario('send mails', async (g, building) => {
    await queueMail(g, building);
    return [sendMails(building)];
  }),
  scenario('deliver', at(deliver)),
];
