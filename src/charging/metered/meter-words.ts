// What meters are called in sentences.
import type { MeterUse } from '../../metering/measure-meters.ts';
import type { MeterType } from '../../properties/model.ts';

const words: Readonly<Record<MeterType, string>> = {
  cold_water: 'cold water',
  hot_water: 'hot water',
  heating: 'heat',
  electricity: 'electricity',
  gas: 'gas',
};

/** What a meter is called in a sentence. */
export function describeMeter({ type, serialNumber }: Pick<MeterUse, 'type' | 'serialNumber'>): string {
  return `${words[type]} meter${serialNumber === null ? '' : ` ${serialNumber}`}`;
}

/** A type of meter in a sentence. */
export function meterTypeWords(type: MeterType): string {
  return words[type];
}
