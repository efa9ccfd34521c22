// Reads a meter from a photo: the picture is normalised, read, and resolved with what is known of the meter. Nothing is
// stored or submitted.

import { type AppContext, type Caller, inTenant } from '../../platform/db/scope.ts';
import { normalisePicture } from '../../platform/files/pictures.ts';
import type { MeterUnit } from '../../platform/values/bases.ts';
import { daysBetween } from '../../platform/values/dates.ts';
import type { MeterType } from '../../properties/model.ts';
import { getMeter } from '../meters.ts';
import type { Meter } from '../model.ts';
import { findPhotoProblem, type PhotoProblem } from './photo-problems.ts';
import { makeReader, type Reader } from './reader.ts';
import { type MeterContext, type Resolution, resolveReading } from './resolve-reading.ts';

/**
 * The result of a photo: a reading or none; and what is wrong with the photo, where the reading is unclear or missing.
 */
export type PhotoReading = { readonly resolution: Resolution | undefined; readonly trouble: PhotoProblem | undefined };

/** One reader for the process: the models are large, and CPUs are few. */
let embeddedReader: Reader | undefined;

/**
 * The maximum consumption of an apartment in a day, in m³ or kWh. Far above usual figures: it only excludes other
 * numbers on the face.
 */
const maxPerDay: Readonly<Record<MeterType, number>> = {
  cold_water: 1,
  hot_water: 1,
  gas: 15,
  electricity: 60,
  heating: 150,
};
const minDays = 31;
const unitScale: Readonly<Record<MeterUnit, number>> = { m3: 1, kWh: 1, MWh: 1000 };

/**
 * Reads a photo, for a meter that the caller may see or without one. Takes about a second, outside a transaction.
 * Throws NotFound (the meter), Invalid (the file is not a complete picture) and Busy (no reader, or too many photos).
 */
export async function readPhoto(
  app: AppContext,
  caller: Caller,
  bytes: Buffer,
  meterId: string | undefined,
): Promise<PhotoReading> {
  const metered =
    meterId === undefined
      ? undefined
      : await inTenant(
          app,
          caller,
          async (scope) => ({ meter: await getMeter(scope, meterId), at: scope.now }),
          'read only',
        );
  const jpeg = await normalisePicture(bytes);
  const context = metered === undefined ? {} : meterContextOf(metered.meter, metered.at);
  embeddedReader ??= makeReader({ deadline: app.config.ocrTimeoutMs });
  const evidence = await embeddedReader.ask(jpeg.bytes);
  const resolution = resolveReading(evidence, context, app.config.ocrSureConfidence);
  const isClear = resolution !== undefined && resolution.reason !== 'unclear';
  return { resolution, trouble: isClear ? undefined : findPhotoProblem(evidence) };
}

/** The context of a meter for resolveReading. A main meter has no maximum consumption: buildings differ too much. */
function meterContextOf(meter: Meter, now: Date): MeterContext {
  const { digits, decimals, lastReading, initialValue, serialNumber } = meter;
  const register = { digits: digits + decimals, decimals, last: String(lastReading?.value ?? initialValue) };
  const since = lastReading?.readAt ?? meter.installedOn;
  const days = since === null ? undefined : daysBetween(since.slice(0, 10), now.toISOString().slice(0, 10));
  const bounded = meter.apartmentId !== null && days !== undefined;
  const most = (Math.max(minDays, days ?? 0) * maxPerDay[meter.type]) / unitScale[meter.unit];
  return { ...register, ...(bounded ? { most: most.toFixed(3) } : {}), ...(serialNumber ? { serialNumber } : {}) };
}
