// The metering queries that a second organization tries on the first one's data.
import * as changes from '../../src/metering/change-meter-queries.ts';
import * as measuring from '../../src/metering/measure-meters-queries.ts';
import * as metering from '../../src/metering/metering-queries.ts';
import * as reminding from '../../src/metering/reading-reminder-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { now, page, type TenancyQueries } from './two-organizations.ts';

export const meteringQueries: TenancyQueries = ({ building, apartment, meter, reading }) => {
  const place = { id: newId(), readOn: '2026-12-31', readAt: now };
  // Rows that the second organization writes, pointing at the first one's.
  const mine = {
    id: newId(),
    buildingId: building.id,
    apartmentId: apartment.id,
    type: 'cold_water',
    unit: 'm3',
    serialNumber: 'mine',
    digits: 5,
    decimals: 3,
    initialValue: 0,
    installedOn: null,
    verifiedUntil: null,
    replacesMeterId: null,
  } as const;
  const written = {
    ...place,
    meterId: meter.id,
    value: 1,
    status: 'confirmed',
    source: 'manual',
    rollover: false,
    photoId: null,
    correctsId: null,
    submittedBy: null,
    confirmedBy: null,
    confirmedAt: now,
  } as const;
  return {
    listMeters: (s) => metering.listMeters(s, { buildingId: building.id }, page),
    findMeter: (s) => metering.findMeter(s, meter.id),
    lockMeter: (s) => metering.lockMeter(s, meter.id),
    insertMeters: (s) => metering.insertMeters(s, [mine]),
    listMetersInUse: (s) => metering.listMetersInUse(s, building.id),
    listReadingsOn: (s) => metering.listReadingsOn(s, building.id, ['2026-10-31']),
    markMeterUpdated: (s) => metering.markMeterUpdated(s, meter.id, '2000-01-01'),
    updateMeter: (s) => metering.updateMeter(s, { ...mine, id: meter.id, removedOn: '2026-11-01', finalValue: 9 }),
    isSerialInUse: (s) => metering.isSerialInUse(s, { ...mine, serialNumber: 'canary' }),
    wasMeterAccessible: (s) => metering.wasMeterAccessible(s, meter.id),
    listReadings: (s) => metering.listReadings(s, { meterId: meter.id }, page),
    findSubmittedMeters: (s) =>
      metering.findSubmittedMeters(s, building.id, { opening: '2000-01-01', closing: '2099-01-01' }),
    findReading: (s) => metering.findReading(s, reading.id),
    findNeighbours: (s) => metering.findNeighbours(s, meter.id, place, null),
    findOtherValue: (s) => metering.findOtherValue(s, meter.id, { readAt: place.readAt, value: -1 }, null),
    insertReading: (s) => metering.insertReading(s, written),
    findSubmitted: (s) => metering.findSubmitted(s, [reading.id]),
    decideReading: (s) => metering.decideReading(s, reading.id, { status: 'rejected', by: null, reason: 'x' }),
    findWindow: (s) => metering.findWindow(s, building.id),
    saveWindow: (s) => metering.saveWindow(s, building.id, { fromDay: 2, toDay: 3 }),
    deleteWindow: (s) => metering.deleteWindow(s, building.id),
    unsettleBuilding: (s) => metering.unsettleBuilding(s, building.id),
    insertPhoto: (s) => metering.insertPhoto(s, reading.photoId, null),
    lockPhoto: (s) => metering.lockPhoto(s, reading.photoId),
    deleteUnusedPhotos: (s) => metering.deleteUnusedPhotos(s, new Date('2099-01-01')),
    listWindows: (s) => metering.listWindows(s),
    findEndReadings: (s) => changes.findEndReadings(s, meter.id),
    insertChange: (s) =>
      changes.insertChange(s, { meterId: meter.id, id: newId(), action: 'changed', changes: {}, reason: null }),
    listChanges: (s) => changes.listChanges(s, meter.id, { ...page, by: 'at' }),
  };
};

/** The queries of consumption that a second organization tries. */
export const measuringQueries: TenancyQueries = ({ building, apartment, meter }) => {
  const span = { opening: '2026-09-30', closing: '2026-10-31' };
  return {
    findMetersOfBuilding: (s) => measuring.findMetersOfBuilding(s, building.id, ['cold_water'], '2026-01-01'),
    findMetersOfApartment: (s) => measuring.findMetersOfApartment(s, apartment.id, '2020-01-01'),
    findPointsBetween: (s) => measuring.findPointsBetween(s, [meter.id], span),
    findHeatedAreas: async (s) => [...(await measuring.findHeatedAreas(s, building.id))],
    findResidencyDays: (s) => measuring.findResidencyDays(s, apartment.id),
    findPointsOfMeters: (s) => measuring.findPointsOfMeters(s, [meter.id]),
    settleMeters: (s) => measuring.settleMeters(s, [meter.id], '2099-01-01'),
    unsettleMeters: (s) => measuring.unsettleMeters(s, building.id, [meter.id], { mains: true }),
    findPointsSince: (s) => measuring.findPointsSince(s, [{ meterId: meter.id, since: '2026-01-01' }], '2026-12-31'),
  };
};

/** The queries of reading reminders that a second organization tries. */
export const remindingQueries: TenancyQueries = ({ building, reading }) => ({
  findReadingSubmitter: (s) => reminding.findReadingSubmitter(s, reading.id),
  recordReminders: (s) => reminding.recordReminders(s, building.id, '2099-01-01', '2026-11-20'),
  recordManualReminders: (s) =>
    reminding.recordManualReminders(s, building.id, {
      since: '2099-01-01',
      today: '2026-11-20',
      timeZone: 'Europe/Tallinn',
    }),
});
