// Meters and readings as the API gives them, and how they are written.
import type { DoorGot, Schemas } from '../../api/client.ts';
import type { Format } from '../../words/format.ts';

export type Meter = Schemas['Meter'];
export type Reading = DoorGot<'/readings'>['data'][number];

/** Units as people write them. */
export const unitNames = { m3: 'm³', kWh: 'kWh', MWh: 'MWh' } as const;

/** A value of a meter with its unit. */
export function withUnit(format: Format, value: number, meter: Pick<Meter, 'unit' | 'decimals'> | undefined): string {
  return meter === undefined
    ? format.number(value)
    : `${format.number(value, meter.decimals)} ${unitNames[meter.unit]}`;
}
