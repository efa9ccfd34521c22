// The types of meters and readings in the API, and their formats.

import type { MeterType } from '../../../src/platform/values/bases.ts';
import type { ConsoleBody, Schemas } from '../../api/bodies.ts';
import type { DataColumn } from '../../parts/data-table.tsx';
import type { Format } from '../../words/format.ts';
import type { Words } from '../../words/words.ts';

export type MeterBody = Schemas['Meter'];
export type ReadingBody = ConsoleBody<'/readings'>['data'][number];

/** Which meter it is: where, its type and its serial number, as far as they are known. */
export function describeMeter(
  { meters }: Words,
  meter: Pick<MeterBody, 'type' | 'serialNumber'> | undefined,
  ...places: readonly (string | undefined)[]
): string {
  return [...places, meter && meters.types[meter.type], meter?.serialNumber].filter(Boolean).join(' · ');
}

/** What a register shows or counted, with all its decimals and its unit; while its meter is not known, the number. */
export function registerText(
  format: Format,
  value: number,
  meter: Pick<MeterBody, 'unit' | 'decimals'> | undefined,
): string {
  return meter === undefined
    ? format.number(value)
    : `${format.number(value, meter.decimals, meter.decimals)} ${format.unit(meter.unit)}`;
}

/** A reading that others are compared with: its value, and its day unless that is that of the installation. */
export type EarlierReading = { readonly value: number; readonly day?: string | null | undefined };

/** The last reading of a meter, or the value that it began with. */
export const lastReadingOf = ({ lastReading, initialValue }: MeterBody): EarlierReading =>
  lastReading ? { value: lastReading.value, day: lastReading.readAt } : { value: initialValue };

/** An earlier reading with its day, where that is known. */
export function earlierText(
  { t, format }: { readonly t: Words; readonly format: Format },
  { value, day }: EarlierReading,
  meter: Pick<MeterBody, 'unit' | 'decimals'>,
): string {
  const shown = registerText(format, value, meter);
  return day ? t.residentHome.lastRead({ value: shown, day: format.day(day) }) : shown;
}

/** A round number, as beside a line of a chart, without decimals that it does not need. */
export function scaleText(format: Format, value: number, unit: MeterBody['unit']): string {
  return `${format.number(value, 6)} ${format.unit(unit)}`;
}

/** A quantity of several meters or days. */
export function quantityText(format: Format, value: number, unit: MeterBody['unit']): string {
  return `${format.quantity(value, unit)} ${format.unit(unit)}`;
}

/**
 * The columns of every list of meters: type and number, and the last reading with its day; at first the initial one.
 */
export function meterColumns({ meters, common }: Words, format: Format): DataColumn<MeterBody>[] {
  return [
    { title: meters.type, cell: ({ type }) => meters.types[type] },
    { title: meters.serial, cell: ({ serialNumber }) => serialNumber ?? common.none },
    {
      title: meters.last,
      cell: (item) => registerText(format, item.lastReading?.value ?? item.initialValue, item),
      figure: true,
    },
    {
      title: meters.lastAt,
      cell: ({ lastReading, installedOn }) => {
        if (lastReading) return format.day(lastReading.readAt);
        return installedOn === null ? meters.initial : `${meters.initial}, ${format.day(installedOn)}`;
      },
    },
  ];
}

/** The types of apartment meters that a main meter is compared with, where there are several. */
export function explainingTypes({ meters }: Words, types: readonly MeterType[] = []): string {
  return types.length > 1 ? ` (${types.map((type) => meters.types[type]).join(' + ')})` : '';
}
