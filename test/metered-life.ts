// Random lives of a metered building over HTTP: what happens to its meters, invoices and owners, month by month, for
// the property test of metered billing.
import fc from 'fast-check';
import { markSent } from './billing-fixture.ts';
import { dayAfter, hasRolledOver, lastDayOf, type ModelMeter, showing } from './meter-model.ts';
import { createMeteredBuilding, type MeteredGeneration } from './metering-fixture.ts';
import { anApartment, type TestService } from './service-fixture.ts';

const apartments = 3;
const firstBilledDay = '2026-05-01';
/** The day on which the meters were put in that are entered only months later. */
export const enteredLate = '2026-05-10';
const months = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'] as const;
/** A meter by its place: those of the apartments, and last the main meter. */
const meterPlace = fc.nat(apartments);
const month = fc.nat(months.length - 2);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const step = fc.record({
  used: fc.array(fc.nat(40), { minLength: apartments, maxLength: apartments }),
  lost: fc.nat(20),
  /**
   * When each meter is read: at the end of the month, on the 8th or the 16th, on the 16th and at the end, or not at
   * all.
   */
  reads: fc.array(fc.constantFrom('end', 'end', '08', '16', 'both', 'none'), {
    minLength: apartments + 1,
    maxLength: apartments + 1,
  }),
  /** A reading that is too high; it is corrected in this month after the invoices, or in a later one. */
  wrong: sometimes(meterPlace),
  corrected: fc.boolean(),
  /** A reading of a past month that comes only now. */
  late: sometimes(fc.record({ place: meterPlace, month })),
  replaced: sometimes(fc.record({ place: fc.nat(apartments - 1), finalIsWrong: fc.boolean() })),
  finalCorrected: fc.boolean(),
  /** A meter that was put in on May 10 and is entered only now. */
  entered: sometimes(fc.nat(apartments - 1)),
  generated: fc.boolean(),
  before: sometimes(month),
  /** `ofOwner`: preferably an invoice of one of two owners of a month. */
  cancelled: sometimes(fc.record({ invoice: fc.nat(99), again: fc.boolean(), ofOwner: fc.boolean() })),
  sent: fc.boolean(),
  correction: sometimes(fc.record({ month, bill: fc.integer({ min: -3000, max: 3000 }) })),
  credit: sometimes(fc.record({ invoice: fc.nat(99), position: fc.integer({ min: 1, max: 4 }), half: fc.boolean() })),
});

/** Everything that happens to a building from May to November. */
export const metered = fc.record({
  initial: fc.nat(999),
  /** How many more meters the second apartment has from the beginning. */
  further: fc.nat(2),
  /** Whether credit notes are made, in one life of four. */
  credits: fc.nat(3).map((figure) => figure === 0),
  /** The first apartment is sold in July; this is entered in one of the months. */
  sold: sometimes(fc.record({ day: fc.constantFrom('05', '12', '22', '27'), entered: fc.nat(4) })),
  steps: fc.array(step, { minLength: months.length - 1, maxLength: months.length - 1 }),
});
type MeteredLife = typeof metered extends fc.Arbitrary<infer T> ? T : never;
type Step = MeteredLife['steps'][number];

/** What a life did to a building, and what is true of it afterwards. */
export type LivedBuilding = {
  readonly buildingId: string;
  readonly apartmentIds: readonly string[];
  readonly meters: readonly ModelMeter[];
  /** The supplier bill of each generated month with those added by corrections, in cents. */
  readonly bills: ReadonlyMap<string, number>;
  /** The months of which a correction was cancelled: they need another one. */
  readonly uncorrected: ReadonlySet<string>;
};

/** What must be true after each month, and of the invoices of a period that were cancelled and made again. */
type LifeChecks = {
  readonly month: (building: LivedBuilding) => Promise<void>;
  readonly remade: (building: LivedBuilding, invoiceIds: readonly string[]) => Promise<void>;
};

/** A building while it is lived in. */
type Life = LivedBuilding & {
  readonly g: TestService;
  readonly as: string;
  readonly fixture: Awaited<ReturnType<typeof createMeteredBuilding>>;
  readonly checks: LifeChecks;
  readonly history: string[];
  readonly meters: ModelMeter[];
  readonly bills: Map<string, number>;
  readonly uncorrected: Set<string>;
  /** What is to be corrected: readings that are too high, and final values with the right ones. */
  readonly wrongReadings: { meter: ModelMeter; id: string; day: string }[];
  readonly wrongFinals: { meter: ModelMeter; counted: number }[];
};

const billOfMonth = 10_001;
const isRejected = (status: number) => status >= 400;

/** Lives through everything that happens to a building, and notes it in `history` with the service's answers. */
export async function live(
  g: TestService,
  as: string,
  {
    charges,
    life: { initial, further, credits, sold, steps },
    history,
  }: { readonly charges: readonly unknown[]; readonly life: MeteredLife; readonly history: string[] },
  checks: LifeChecks,
): Promise<LivedBuilding> {
  const life = await moveIn(g, as, { charges, initial, further, history, checks });
  for (const [nth, happening] of steps.entries()) {
    history.push(`— ${months[nth]}`);
    if (sold?.entered === nth) await sell(life, sold.day);
    await meterMonth(life, nth, happening);
    await invoiceMonth(life, nth, happening, credits);
    await checks.month(life);
  }
  history.push('— 2026-11: everything is read, and billed');
  await correctReadings(life);
  await correctFinals(life);
  for (let place = 0; place < apartments; place += 1) currentMeter(life, place).counted += 1000 * (place + 1);
  currentMeter(life, apartments).counted += 9000;
  for (const meter of life.meters)
    if (meter.removed === undefined && (await read(life, meter, '2026-11-30', meter.counted)) === undefined)
      throw new Error('A meter could not be read in November.');
  if ((await generate(life, '2026-11')) === undefined) throw new Error('November was not generated.');
  await checks.month(life);
  return life;
}

/** The building with its meters, all read at the end of April. */
async function moveIn(
  g: TestService,
  as: string,
  {
    charges,
    initial,
    further,
    ...given
  }: { readonly charges: readonly unknown[]; readonly initial: number; readonly further: number } & Pick<
    Life,
    'history' | 'checks'
  >,
): Promise<Life> {
  const fixture = await createMeteredBuilding(g, as, charges, { digits: 3, decimals: 3, initialValue: initial });
  const third = await anApartment(g, as, fixture.building.id, { number: '3' });
  const life: Life = {
    ...{ ...given, g, as, fixture, buildingId: fixture.building.id, meters: [] },
    ...{ bills: new Map(), uncorrected: new Set(), wrongReadings: [], wrongFinals: [] },
    apartmentIds: [...fixture.meters.map((meter) => String(meter.apartmentId)), third.id],
  };
  const installed = { installedOn: '2026-01-01', initial };
  for (let nth = 0; nth < further; nth += 1) {
    const body = { apartmentId: life.apartmentIds[1], serialNumber: `F${nth}` };
    const meter = addMeter(life, { ...installed, id: (await fixture.aMeter(body)).id, apartment: 1 });
    meter.counted = 1000;
    await read(life, meter, '2026-04-30', meter.counted);
  }
  for (const [place, { id }] of fixture.meters.entries()) addMeter(life, { ...installed, id, apartment: place });
  addMeter(life, { ...installed, id: (await fixture.aMeter({ apartmentId: third.id })).id, apartment: 2 });
  const main = { digits: 6, serialNumber: 'K1', initialValue: 0 };
  const { id } = await fixture.aMeter(main);
  addMeter(life, { ...installed, id, apartment: undefined, initial: 0, digits: main.digits });
  for (let place = 0; place <= apartments; place += 1) {
    const meter = currentMeter(life, place);
    meter.counted = place === apartments ? 25_000 + 1000 * further : 7000;
    await read(life, meter, '2026-04-30', meter.counted);
  }
  return life;
}

function addMeter(
  life: Life,
  {
    digits = 3,
    initial,
    ...meter
  }: Pick<ModelMeter, 'id' | 'apartment' | 'installedOn' | 'initial'> & { digits?: number },
): ModelMeter {
  const added: ModelMeter = {
    ...{ ...meter, range: 1000 * 10 ** digits, initial: initial * 1000, readings: [], counted: 0 },
    billedFrom: meter.installedOn < firstBilledDay ? firstBilledDay : meter.installedOn,
    countedAtEnd: new Map(),
  };
  life.meters.push(added);
  return added;
}

function currentMeter({ meters }: Life, place: number): ModelMeter {
  return meters.findLast(
    (meter) => meter.apartment === (place === apartments ? undefined : place) && meter.removed === undefined,
  ) as ModelMeter;
}

function note({ history }: Life, what: string, { status, text }: { status: number; text: string }): void {
  history.push(`${what} → ${status}${isRejected(status) ? ` ${text.slice(0, 200)}` : ''}`);
}

/** What happens to the meters in a month. */
async function meterMonth(life: Life, nth: number, happening: Step): Promise<void> {
  const name = months[nth] ?? '';
  if (happening.entered !== undefined) await enterLate(life, happening.entered, nth);
  const used = new Map(happening.used.map((figure, place) => [currentMeter(life, place), figure * 333]));
  for (const meter of life.meters)
    if (meter.apartment === 1 && meter.removed === undefined && !used.has(meter) && meter.installedOn !== enteredLate)
      used.set(meter, (happening.used[0] ?? 0) * 111);
  const ofMain = [...used.values()].reduce((sum, figure) => sum + figure, 0) + happening.lost * 111;
  used.set(currentMeter(life, apartments), ofMain);
  for (const [meter, figure] of used) meter.counted += figure;
  if (happening.replaced !== undefined && nth > 0) {
    const { place, finalIsWrong } = happening.replaced;
    await replace(life, place, name, finalIsWrong);
  }
  if (happening.corrected) await correctReadings(life);
  await readMonth(life, name, nth === 0 ? { ...happening, reads: [], wrong: undefined } : happening, used);
  for (const meter of life.meters) if (meter.removed === undefined) meter.countedAtEnd.set(name, meter.counted);
}

/** What happens to the invoices in a month, and what is corrected when they are made. */
async function invoiceMonth(life: Life, nth: number, happening: Step, credits: boolean): Promise<void> {
  if (happening.generated || nth === 0) await generate(life, months[nth] ?? '');
  if (!happening.corrected) await correctReadings(life);
  if (happening.finalCorrected) await correctFinals(life);
  const { late, before, cancelled, correction, credit } = happening;
  if (late !== undefined && late.month < nth) await readLate(life, late.place, months[late.month] ?? '');
  if (before !== undefined && before < nth) await generate(life, months[before] ?? '');
  if (happening.sent)
    for (const { id, status } of await listInForce(life)) if (status === 'draft') await markSent(life.g, id);
  if (correction !== undefined && correction.month <= nth)
    await correct(life, months[correction.month] ?? '', correction.bill);
  if (credit !== undefined && credits) await giveCredit(life, credit);
  if (cancelled !== undefined) await cancel(life, cancelled);
}

/** Reads a meter, and returns the reading's id; undefined if it was rejected. */
async function read(life: Life, meter: ModelMeter, day: string, counted: number): Promise<string | undefined> {
  const { g, as, meters } = life;
  const rollover = hasRolledOver(meter, day, counted);
  const body = { value: showing(meter, counted), readAt: day, ...(rollover && { rollover }) };
  const answer = await g.ask('POST', `/meters/${meter.id}/readings`, { as, body });
  note(life, `read meter ${meters.indexOf(meter)} on ${day}: ${body.value}${rollover ? ' (rolled over)' : ''}`, answer);
  if (isRejected(answer.status)) return undefined;
  meter.readings.push({ day, counted, id: answer.data.id });
  return answer.data.id;
}

async function readMonth(
  life: Life,
  name: string,
  happening: Step,
  used: ReadonlyMap<ModelMeter, number>,
): Promise<void> {
  for (const meter of life.meters.filter(({ removed }) => removed === undefined)) {
    const place = meter.apartment ?? apartments;
    const how = happening.reads[place] ?? 'end';
    const own = used.get(meter) ?? 0;
    const isNew = meter.readings.length === 0;
    if (how === '08' && !isNew) await read(life, meter, `${name}-08`, meter.counted - own + Math.floor(own / 4));
    if ((how === '16' || how === 'both') && !isNew)
      await read(life, meter, `${name}-16`, meter.counted - own + Math.floor(own / 2));
    if (happening.wrong === place && meter === currentMeter(life, place)) {
      const id = await read(life, meter, lastDayOf(name), meter.counted + 5000);
      if (id !== undefined) life.wrongReadings.push({ meter, id, day: lastDayOf(name) });
    } else if (how === 'end' || how === 'both' || isNew) await read(life, meter, lastDayOf(name), meter.counted);
  }
}

async function readLate(life: Life, place: number, name: string): Promise<void> {
  const meter = currentMeter(life, place);
  const counted = meter.countedAtEnd.get(name);
  if (counted === undefined || meter.readings.some(({ day }) => day.startsWith(name))) return;
  await read(life, meter, lastDayOf(name), counted);
}

async function correctReadings(life: Life): Promise<void> {
  const { g, as, meters, wrongReadings } = life;
  for (const { meter, id, day } of wrongReadings.splice(0)) {
    const answer = await g.ask('POST', `//console/api/readings/${id}/reject`, { as, body: { reason: 'Vale' } });
    note(life, `reject the wrong reading of meter ${meters.indexOf(meter)} on ${day}`, answer);
    if (isRejected(answer.status)) throw new Error(answer.text);
    meter.readings.splice(
      meter.readings.findIndex((reading) => reading.id === id),
      1,
    );
    await read(life, meter, day, meter.countedAtEnd.get(day.slice(0, 7)) ?? meter.counted);
  }
}

async function correctFinals(life: Life): Promise<void> {
  const { g, as, meters, wrongFinals } = life;
  for (const { meter, counted } of wrongFinals.splice(0)) {
    const rollover = hasRolledOver(meter, meter.removed?.day ?? '', counted);
    const body = { finalValue: showing(meter, counted), reason: 'Vale', ...(rollover && { rollover }) };
    const answer = await g.ask('PATCH', `//console/api/meters/${meter.id}`, { as, body });
    note(life, `correct the final value of meter ${meters.indexOf(meter)}`, answer);
    if (!isRejected(answer.status) && meter.removed !== undefined) meter.removed.counted = counted;
  }
}

async function replace(life: Life, place: number, name: string, finalIsWrong: boolean): Promise<void> {
  const meter = currentMeter(life, place);
  const day = `${name}-20`;
  if (meter.installedOn >= name) return;
  await correctReadings(life);
  const counted = meter.counted + (finalIsWrong ? 3000 : 0);
  const rollover = hasRolledOver(meter, day, counted);
  const final = { replacesMeterId: meter.id, finalValue: showing(meter, counted), rollover };
  const installed = { apartmentId: life.apartmentIds[place], installedOn: day, initialValue: 990 };
  const { id } = await life.fixture.aMeter({ ...installed, ...final });
  life.history.push(`replace meter ${life.meters.indexOf(meter)} on ${day}, final value ${final.finalValue}`);
  meter.removed = { day, counted };
  if (finalIsWrong) life.wrongFinals.push({ meter, counted: meter.counted });
  addMeter(life, { id, apartment: place, installedOn: day, initial: installed.initialValue });
}

/** Enters a further meter of an apartment that was installed in May. */
async function enterLate(life: Life, place: number, nth: number): Promise<void> {
  const { meters, apartmentIds, fixture, history } = life;
  if (nth === 0 || meters.some((meter) => meter.installedOn === enteredLate)) return;
  const body = { apartmentId: apartmentIds[place], installedOn: enteredLate, initialValue: 0, serialNumber: 'L1' };
  const { id } = await fixture.aMeter(body);
  history.push(`enter meter ${meters.length} in apartment ${place + 1}, installed on ${enteredLate}`);
  const meter = addMeter(life, { id, apartment: place, installedOn: enteredLate, initial: 0 });
  meter.counted = 2000 * nth;
  currentMeter(life, apartments).counted += meter.counted;
}

async function sell(life: Life, day: string): Promise<void> {
  for (const [since, until] of [
    ['2020-01-01', `2026-07-${day}`],
    [dayAfter(`2026-07-${day}`), null],
  ] as const) {
    const owned = { apartmentId: life.apartmentIds[0], role: 'owner', since, until };
    const body = { name: `Since ${since}`, apartments: [owned] };
    note(life, `owner since ${since}`, await life.g.ask('POST', '//console/api/residents', { as: life.as, body }));
  }
}

/**
 * Generates a month as a dry run and in earnest; both create the same. Returns the new invoices' ids; undefined if the
 * generation was rejected.
 */
async function generate(life: Life, name: string): Promise<string[] | undefined> {
  const { bill } = life.fixture;
  const costs = [{ charge: 'heat', amount: billOfMonth / 100 }];
  const dry = await bill(name.slice(5), { costs, dryRun: true });
  const answer = await bill(name.slice(5), { costs });
  note(life, `generate ${name}`, answer);
  if (isRejected(answer.status)) {
    // A bill that was divided differently before needs a correction first, and a meter without any value a reading.
    if (answer.status === 409 || /reading_missing/.test(answer.text)) return undefined;
    throw new Error(answer.text);
  }
  const created = ({ invoices }: MeteredGeneration) => invoices.filter(({ status }) => status === 'created');
  const [promised, made] = [dry.data, answer.data].map((data) =>
    created(data)
      .map(({ amount }) => amount)
      .join(),
  );
  if (promised !== made) throw new Error(`A dry run of ${name} promised ${promised}, and ${made} were generated.`);
  if (!life.bills.has(name)) life.bills.set(name, billOfMonth);
  return created(answer.data).map(({ invoiceId }) => String(invoiceId));
}

async function listInForce({ g, buildingId }: Life) {
  return g.owner<
    { id: string; number: string; status: string; month: string; cause: string | null; isOfOwner: boolean }[]
  >`
    select id, number, status, cause, full_period_start is not null as is_of_owner, to_char(coalesce(full_period_start, period_start), 'YYYY-MM') as month from invoices
     where building_id = ${buildingId} and status <> 'cancelled' order by created_at, number`;
}

async function cancel(life: Life, { invoice: nth, again, ofOwner }: NonNullable<Step['cancelled']>): Promise<void> {
  const all = await listInForce(life);
  const ofOwners = all.filter(({ isOfOwner }) => isOfOwner && ofOwner);
  const chosen = ofOwners.length > 0 ? ofOwners : all;
  const invoice = chosen[nth % Math.max(1, chosen.length)];
  if (invoice === undefined) return;
  const { number, month: name, cause } = invoice;
  const answer = await life.g.ask('PATCH', `/invoices/${invoice.id}`, { as: life.as, body: { status: 'cancelled' } });
  note(life, `cancel ${number} of ${name}${cause === null ? '' : `, a ${cause}`}`, answer);
  if (isRejected(answer.status)) return;
  if (cause === 'correction') life.uncorrected.add(name);
  if (again) await life.checks.remade(life, (await generate(life, name)) ?? []);
}

async function correct(life: Life, name: string, cents: number): Promise<void> {
  const period = { periodStart: `${name}-01`, periodEnd: lastDayOf(name), reason: 'Vaatasin üle' };
  const added = cents === 0 || cents % 2 === 0 ? [] : [{ charge: 'heat', amount: cents / 100 }];
  const body = { ...period, ...(added.length > 0 && { bills: added }) };
  const path = `//console/api/buildings/${life.buildingId}/corrections`;
  const answer = await life.g.ask('POST', path, { as: life.as, body });
  note(life, `correct ${name}${added.length > 0 ? ` with a bill of ${cents} cents` : ''}`, answer);
  if (answer.status >= 500) throw new Error(answer.text);
  if (isRejected(answer.status)) return;
  life.uncorrected.delete(name);
  if (added.length > 0) life.bills.set(name, (life.bills.get(name) ?? 0) + cents);
}

async function giveCredit(life: Life, { invoice: nth, position, half }: NonNullable<Step['credit']>): Promise<void> {
  const sent = (await listInForce(life)).filter(({ status }) => status === 'sent');
  const invoice = sent[nth % Math.max(1, sent.length)];
  if (invoice === undefined) return;
  const body = { reason: 'Vabandus', positions: [{ position, ...(half && { amount: 1.11 }) }] };
  const answer = await life.g.ask('POST', `//console/api/invoices/${invoice.id}/credit`, { as: life.as, body });
  note(life, `credit position ${position} of ${invoice.number}${half ? ', 1.11' : ''}`, answer);
  if (answer.status >= 500) throw new Error(answer.text);
}
