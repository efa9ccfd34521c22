// How charges and meters are named in messages.
import type { MeterUse } from '../metering/measure-meters.ts';
import type { Charge, MeterType } from '../properties/model.ts';

const words: Readonly<Record<MeterType, string>> = {
  cold_water: 'cold water',
  hot_water: 'hot water',
  heating: 'heat',
  electricity: 'electricity',
  gas: 'gas',
};

/** A meter in a message: its type and serial number. */
export function describeMeter({ type, serialNumber }: Pick<MeterUse, 'type' | 'serialNumber'>): string {
  return `${words[type]} meter${serialNumber === null ? '' : ` ${serialNumber}`}`;
}

/** The words for each type of meter in a message. */
export function meterTypeWords(type: MeterType): string {
  return words[type];
}

/** The most names in a message that may need many. */
const maxNamed = 5;

/** Names in a sentence: the first five, and how many more there are. */
export function nameSome(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}

/** Names a charge in a sentence. */
export function describeCharge({ name, code }: Pick<Charge, 'name' | 'code'>): string {
  return `"${name}" (${code})`;
}
