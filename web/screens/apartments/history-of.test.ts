// Tests of an apartment's events: only its residencies and meters, only past days, the latest first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyOf } from './history-of.ts';

const residency = (apartmentId: string, since: string, until: string | null) => ({
  id: `${apartmentId} ${since}`,
  apartmentId,
  buildingId: 'b',
  number: '1',
  role: 'owner' as const,
  since,
  until,
  receivesInvoice: true,
});
const meter = (apartmentId: string | null, installedOn: string | null, removedOn: string | null) => ({
  id: `${apartmentId} ${installedOn}`,
  apartmentId,
  type: 'cold_water' as const,
  serialNumber: 'KAM-1',
  installedOn,
  removedOn,
});
const shown = (...given: Parameters<typeof historyOf>) => historyOf(...given).map(({ day, kind }) => `${day} ${kind}`);

test('people and meters of the apartment are listed together, the latest first', () => {
  const residents = [
    { name: 'Mari', apartments: [residency('a', '2020-01-01', '2024-05-31'), residency('other', '2024-06-01', null)] },
    { name: 'Rein', apartments: [residency('a', '2024-06-01', null)] },
  ];
  const meters = [meter('a', '2019-03-01', '2024-06-01'), meter('other', '2020-01-01', null), meter(null, null, null)];
  assert.deepEqual(shown('a', { residents, meters }, '2026-11-23'), [
    '2024-06-01 meterRemoved',
    '2024-06-01 movedIn',
    '2024-05-31 movedOut',
    '2020-01-01 movedIn',
    '2019-03-01 meterInstalled',
  ]);
});

test('a day to come is no history yet', () => {
  const residents = [{ name: 'Mari', apartments: [residency('a', '2020-01-01', '2026-12-31')] }];
  assert.deepEqual(shown('a', { residents, meters: [] }, '2026-11-23'), ['2020-01-01 movedIn']);
  assert.deepEqual(shown('a', { residents, meters: [] }, '2026-12-31'), ['2026-12-31 movedOut', '2020-01-01 movedIn']);
});
