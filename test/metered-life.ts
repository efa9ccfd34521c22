// Random lives of a metered building over HTTP: what happens to its meters, invoices and owners, month by month, for the property test of metered billing.
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
  /** When each meter is read: at the end of the month, on the 8th or the 16th, on the 16th and at the end, or not at all. */
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
  cancelled: sometimes(fc.record({ invoice: fc.nat(99), again: fc.boolean() })),
  sent: fc.boolean(),
  correction: sometimes(fc.record({ month, bill: fc.integer({ min: -3000, max: 3000 }) })),
  credit: sometimes(fc.record({ invoice: fc.nat(99), position: fc.integer({ min: 1, max: 4 }), half: fc.boolean() })),
});

/** Everything that happens to a building from May to November. */
export const metered = fc.record({
  initial: fc.nat(999),
  /** Whether credit notes are made, in one life of four. */
  credits: fc.nat(3).map((figure) => figure === 0),
  /** The first apartment is sold in July; this is entered in one of the months. */
  sold: sometimes(fc.record({ day: fc.constantFrom('05', '12', '22', '27'), entered: fc.nat(4) })),
  steps: fc.array(step, { minLength: months.length - 1, maxLength: months.length - 1 }),
});
export type MeteredLife = typeof metered extends fc.Arbitrary<infer T> ? T : never;
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

export const billOfMonth = 10_001;
const rejected = (status: number) => status >= 400;

/** Lives through everything that happens to a building, and notes it in `history` with the service's answers. `verify` is called after each month's events. */
export async function live(
  g: TestService,
  as: string,
  {
    charges,
    life,
    history,
  }: { readonly charges: readonly unknown[]; readonly life: MeteredLife; readonly history: string[] },
  verify: (building: LivedBuilding) => Promise<void>,
): Promise<LivedBuilding> {
  const { initial, credits, sold, steps } = life;
  const fixture = await createMeteredBuilding(g, as, charges, { digits: 3, decimals: 3, initialValue: initial });
  const { building, aMeter, bill } = fixture;
  const third = await anApartment(g, as, building.id, { number: '3' });
  const apartmentIds: string[] = [...fixture.meters.map((meter) => String(meter.apartmentId)), String(third.id)];
  const meters: ModelMeter[] = [];
  const bills = new Map<string, number>();
  const uncorrected = new Set<string>();
  const wrong: { meter: ModelMeter; id: string; day: string }[] = [];
  const wrongFinals: { meter: ModelMeter; counted: number }[] = [];
  const lived = { buildingId: building.id, apartmentIds, meters, bills, uncorrected };

  const add = (id: string, apartment: number | undefined, installedOn: string, first: number, digits = 3) => {
    const range = 1000 * 10 ** digits;
    const meter: ModelMeter = {
      ...{ id, apartment, installedOn, range, initial: first * 1000, readings: [], counted: 0 },
      billedFrom: installedOn < firstBilledDay ? firstBilledDay : installedOn,
      countedAtEnd: new Map(),
    };
    meters.push(meter);
    return meter;
  };
  const current = (place: number) =>
    meters.findLast(
      (meter) => meter.apartment === (place === apartments ? undefined : place) && meter.removed === undefined,
    ) as ModelMeter;
  const note = (what: string, { status, text }: { status: number; text: string }) =>
    void history.push(`${what} → ${status}${rejected(status) ? ` ${text.slice(0, 200)}` : ''}`);

  const read = async (meter: ModelMeter, day: string, counted: number) => {
    const rollover = hasRolledOver(meter, day, counted);
    const body = { value: showing(meter, counted), readAt: day, ...(rollover && { rollover }) };
    const answer = await g.ask('POST', `/meters/${meter.id}/readings`, { as, body });
    note(`read meter ${meters.indexOf(meter)} on ${day}: ${body.value}${rollover ? ' (rolled over)' : ''}`, answer);
    if (rejected(answer.status)) return undefined;
    meter.readings.push({ day, counted, id: answer.data.id });
    return answer.data.id as string;
  };
  const correctReadings = async () => {
    for (const { meter, id, day } of wrong.splice(0)) {
      const answer = await g.ask('POST', `//console/api/readings/${id}/reject`, { as, body: { reason: 'Vale' } });
      note(`reject the wrong reading of meter ${meters.indexOf(meter)} on ${day}`, answer);
      if (rejected(answer.status)) throw new Error(answer.text);
      meter.readings.splice(
        meter.readings.findIndex((reading) => reading.id === id),
        1,
      );
      await read(meter, day, meter.countedAtEnd.get(day.slice(0, 7)) ?? meter.counted);
    }
  };
  const correctFinals = async () => {
    for (const { meter, counted } of wrongFinals.splice(0)) {
      const rollover = hasRolledOver(meter, meter.removed?.day ?? '', counted);
      const body = { finalValue: showing(meter, counted), reason: 'Vale', ...(rollover && { rollover }) };
      const answer = await g.ask('PATCH', `//console/api/meters/${meter.id}`, { as, body });
      note(`correct the final value of meter ${meters.indexOf(meter)}`, answer);
      if (!rejected(answer.status) && meter.removed !== undefined) meter.removed.counted = counted;
    }
  };
  const generate = async (name: string) => {
    const costs = [{ charge: 'heat', amount: billOfMonth / 100 }];
    const dry = await bill(name.slice(5), { costs, dryRun: true });
    const answer = await bill(name.slice(5), { costs });
    note(`generate ${name}`, answer);
    if (rejected(answer.status)) {
      // A bill that was divided differently before needs a correction first, and a meter without any value a reading.
      if (answer.status === 409 || /reading_missing/.test(answer.text)) return false;
      throw new Error(answer.text);
    }
    const amounts = (data: MeteredGeneration) =>
      data.invoices.filter(({ status }) => status === 'created').map((invoice) => invoice.amount);
    if (JSON.stringify(amounts(dry.data)) !== JSON.stringify(amounts(answer.data)))
      throw new Error(
        `A dry run of ${name} promised ${amounts(dry.data)}, and ${amounts(answer.data)} were generated.`,
      );
    if (!bills.has(name)) bills.set(name, billOfMonth);
    return true;
  };
  const standing = () => g.owner<{ id: string; number: string; status: string; month: string; cause: string | null }[]>`
    select id, number, status, cause, to_char(coalesce(full_period_start, period_start), 'YYYY-MM') as month from invoices
     where building_id = ${building.id} and status <> 'cancelled' order by created_at, number`;

  const sell = async (day: string) => {
    for (const [since, until] of [
      ['2020-01-01', `2026-07-${day}`],
      [dayAfter(`2026-07-${day}`), null],
    ] as const) {
      const body = {
        name: `Since ${since}`,
        apartments: [{ apartmentId: apartmentIds[0], role: 'owner', since, until }],
      };
      note(`owner since ${since}`, await g.ask('POST', '//console/api/residents', { as, body }));
    }
  };
  const replace = async (place: number, name: string, finalIsWrong: boolean) => {
    const meter = current(place);
    const day = `${name}-20`;
    if (meter.installedOn >= name) return;
    await correctReadings();
    const counted = meter.counted + (finalIsWrong ? 3000 : 0);
    const rollover = hasRolledOver(meter, day, counted);
    const final = { replacesMeterId: meter.id, finalValue: showing(meter, counted), rollover };
    const { id } = await aMeter({ apartmentId: apartmentIds[place], installedOn: day, initialValue: 990, ...final });
    history.push(`replace meter ${meters.indexOf(meter)} on ${day}, final value ${final.finalValue}`);
    meter.removed = { day, counted };
    if (finalIsWrong) wrongFinals.push({ meter, counted: meter.counted });
    add(id, place, day, 990);
  };
  const enter = async (place: number, nth: number) => {
    if (nth === 0 || meters.some((meter) => meter.installedOn === enteredLate)) return;
    const body = { apartmentId: apartmentIds[place], installedOn: enteredLate, initialValue: 0, serialNumber: 'L1' };
    const { id } = await aMeter(body);
    history.push(`enter meter ${meters.length} in apartment ${place + 1}, installed on ${enteredLate}`);
    const meter = add(id, place, enteredLate, 0);
    meter.counted = 2000 * nth;
    current(apartments).counted += meter.counted;
  };
  const readLate = async (place: number, name: string) => {
    const meter = current(place);
    const counted = meter.countedAtEnd.get(name);
    if (counted === undefined || meter.readings.some(({ day }) => day.startsWith(name))) return;
    await read(meter, lastDayOf(name), counted);
  };
  const readMonth = async (name: string, happening: Step, used: ReadonlyMap<ModelMeter, number>) => {
    for (const meter of meters.filter(({ removed }) => removed === undefined)) {
      const place = meter.apartment ?? apartments;
      const how = happening.reads[place] ?? 'end';
      const own = used.get(meter) ?? 0;
      const isNew = meter.readings.length === 0;
      if (how === '08' && !isNew) await read(meter, `${name}-08`, meter.counted - own + Math.floor(own / 4));
      if ((how === '16' || how === 'both') && !isNew)
        await read(meter, `${name}-16`, meter.counted - own + Math.floor(own / 2));
      if (happening.wrong === place && meter === current(place)) {
        const id = await read(meter, lastDayOf(name), meter.counted + 5000);
        if (id !== undefined) wrong.push({ meter, id, day: lastDayOf(name) });
      } else if (how === 'end' || how === 'both' || isNew) await read(meter, lastDayOf(name), meter.counted);
    }
  };
  const cancel = async (nth: number, again: boolean) => {
    const all = await standing();
    const invoice = all[nth % Math.max(1, all.length)];
    if (invoice === undefined) return;
    const answer = await g.ask('PATCH', `/invoices/${invoice.id}`, { as, body: { status: 'cancelled' } });
    note(`cancel ${invoice.number} of ${invoice.month}${invoice.cause === null ? '' : `, a ${invoice.cause}`}`, answer);
    if (!rejected(answer.status) && invoice.cause === 'correction') uncorrected.add(invoice.month);
    if (again && !rejected(answer.status)) await generate(invoice.month);
  };
  const correct = async (name: string, cents: number) => {
    const period = { periodStart: `${name}-01`, periodEnd: lastDayOf(name), reason: 'Vaatasin üle' };
    const added = cents === 0 || cents % 2 === 0 ? [] : [{ charge: 'heat', amount: cents / 100 }];
    const body = { ...period, ...(added.length > 0 && { bills: added }) };
    const answer = await g.ask('POST', `//console/api/buildings/${building.id}/corrections`, { as, body });
    note(`correct ${name}${added.length > 0 ? ` with a bill of ${cents} cents` : ''}`, answer);
    if (!rejected(answer.status)) uncorrected.delete(name);
    if (!rejected(answer.status) && added.length > 0) bills.set(name, (bills.get(name) ?? 0) + cents);
    if (answer.status >= 500) throw new Error(answer.text);
  };
  const giveCredit = async (nth: number, position: number, half: boolean) => {
    const sent = (await standing()).filter(({ status }) => status === 'sent');
    const invoice = sent[nth % Math.max(1, sent.length)];
    if (invoice === undefined) return;
    const amount = half ? { amount: 1.11 } : {};
    const body = { reason: 'Vabandus', positions: [{ position, ...amount }] };
    const answer = await g.ask('POST', `//console/api/invoices/${invoice.id}/credit`, { as, body });
    note(`credit position ${position} of ${invoice.number}${half ? ', 1.11' : ''}`, answer);
    if (answer.status >= 500) throw new Error(answer.text);
  };
  const liveMonth = async (nth: number, happening: Step) => {
    const name = months[nth] ?? '';
    if (sold?.entered === nth) await sell(sold.day);
    if (happening.entered !== undefined) await enter(happening.entered, nth);
    const used = new Map(happening.used.map((figure, place) => [current(place), figure * 333]));
    used.set(current(apartments), [...used.values()].reduce((sum, figure) => sum + figure, 0) + happening.lost * 111);
    for (const [meter, figure] of used) meter.counted += figure;
    if (happening.replaced !== undefined && nth > 0) {
      const { place, finalIsWrong } = happening.replaced;
      await replace(place, name, finalIsWrong);
    }
    if (happening.corrected) await correctReadings();
    const isFirst = nth === 0;
    await readMonth(name, isFirst ? { ...happening, reads: [], wrong: undefined } : happening, used);
    for (const meter of meters) if (meter.removed === undefined) meter.countedAtEnd.set(name, meter.counted);
    if (happening.generated || isFirst) await generate(name);
    if (!happening.corrected) await correctReadings();
    if (happening.finalCorrected) await correctFinals();
    const { late, before, cancelled, correction, credit } = happening;
    if (late !== undefined && late.month < nth) await readLate(late.place, months[late.month] ?? '');
    if (before !== undefined && before < nth) await generate(months[before] ?? '');
    if (happening.sent) for (const { id, status } of await standing()) if (status === 'draft') await markSent(g, id);
    if (correction !== undefined && correction.month <= nth)
      await correct(months[correction.month] ?? '', correction.bill);
    if (credit !== undefined && credits) await giveCredit(credit.invoice, credit.position, credit.half);
    if (cancelled !== undefined) await cancel(cancelled.invoice, cancelled.again);
  };

  for (const [place, { id }] of fixture.meters.entries()) add(id, place, '2026-01-01', initial);
  add((await aMeter({ apartmentId: third.id })).id, 2, '2026-01-01', initial);
  const main = { digits: 6, serialNumber: 'K1', initialValue: 0 };
  add((await aMeter(main)).id, undefined, '2026-01-01', 0, main.digits);
  for (let place = 0; place <= apartments; place += 1) {
    current(place).counted = place === apartments ? 25_000 : 7000;
    await read(current(place), '2026-04-30', current(place).counted);
  }
  for (const [nth, happening] of steps.entries()) {
    history.push(`— ${months[nth]}`);
    await liveMonth(nth, happening);
    await verify(lived);
  }
  history.push('— 2026-11: everything is read, and billed');
  await correctReadings();
  await correctFinals();
  for (let place = 0; place < apartments; place += 1) current(place).counted += 1000 * (place + 1);
  current(apartments).counted += 9000;
  for (const meter of meters)
    if (meter.removed === undefined && (await read(meter, '2026-11-30', meter.counted)) === undefined)
      throw new Error('A meter could not be read in November.');
  if (!(await generate('2026-11'))) throw new Error('November was not generated.');
  await verify(lived);
  return lived;
}
