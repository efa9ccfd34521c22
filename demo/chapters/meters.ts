// Chapter: the water meters are read; an impossible value is rejected, and the sum of all meters is compared with the
// main meter.

import { type Chapter, type DemoState, getFact, lastDayBefore, lastDayOfLastMonth } from '../demo-state.ts';
import { expectSame, UnexpectedAnswer } from '../http-client.ts';
import { highlight, prose } from '../print.ts';
import { meters, photographedApartment, type SampleMeterUsage } from '../sample-building.ts';

type DemoMeterBody = { readonly id: string; readonly apartmentId: string | null };
type MeterReadingBody = { readonly status: string; readonly consumption: number };

export const metering: Chapter = {
  title: 'Last month’s water: sixty meters and the main meter',
  async play(stage) {
    const { api } = stage;
    const as = getFact(stage, 'accessToken');
    const readAt = lastDayOfLastMonth();
    const installedOn = lastDayBefore(readAt);
    const made = await api.askEach<DemoMeterBody, SampleMeterUsage>('POST', '/meters', meters, (meter) => ({
      as,
      body: { ...scopeOfMeter(stage, meter), type: 'cold_water', initialValue: meter.before / 1000, installedOn },
      expect: 201,
    }));
    const ids = made.map(({ data }) => data.id);
    const [first] = meters;
    if (first === undefined) throw new UnexpectedAnswer('meters in the house', 'none');
    await api.ask('POST', `/meters/${ids[0]}/readings`, {
      as,
      body: { value: (first.before - 1000) / 1000, readAt },
      expect: 422,
      note: 'a register does not count backwards',
    });
    const read = meters.filter(({ number }) => number !== photographedApartment);
    const readings = await api.askEach<MeterReadingBody, SampleMeterUsage>(
      'POST',
      '/meters/:id/readings',
      read,
      (meter) => ({
        as,
        body: { value: meter.after / 1000, readAt },
        expect: 201,
        path: `/meters/${ids[meters.indexOf(meter)]}/readings`,
      }),
      'a manager’s readings are confirmed at once',
    );
    for (const [index, { data }] of readings.entries()) {
      expectSame('the status of a manager’s reading', 'confirmed', data.status);
      expectSame(
        'consumption in thousandths of a cubic metre',
        usageOf(read[index]),
        Math.round(data.consumption * 1000),
      );
    }
    prose(
      `Read on ${readAt}. The water charge has a price for each cubic metre; what the main meter counted beyond the apartments is common water.`,
    );
    const [own, main] = [meters.slice(0, -1).reduce((all, meter) => all + usageOf(meter), 0), usageOf(meters.at(-1))];
    highlight(
      `The apartments’ meters counted ${formatCubicMetres(own)} m³, the main meter ${formatCubicMetres(main)}: ${formatCubicMetres(main - own)} m³ are common water.`,
    );
  },
};

function scopeOfMeter(stage: DemoState, { number }: SampleMeterUsage) {
  const apartmentId = [...getFact(stage, 'numbers')].find(([, each]) => each === number)?.[0] ?? null;
  return { buildingId: getFact(stage, 'buildingId'), apartmentId };
}

function usageOf(meter: SampleMeterUsage | undefined): number {
  return meter === undefined ? Number.NaN : meter.after - meter.before;
}

function formatCubicMetres(thousandths: number): string {
  return (thousandths / 1000).toFixed(3);
}
