// The time zones that a building may have mean the same to the service and to PostgreSQL, which calculates some days
// itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/service-fixture.ts';
import { dayIn, isTimeZone } from '../values/dates.ts';

const { owner } = await startTestService();

test('PostgreSQL knows every time zone that a building may have, and finds the same day there', async () => {
  const timeZones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'EET'].filter(isTimeZone);
  assert.ok(timeZones.length > 400);
  for (const instant of ['2026-01-15T23:30:00Z', '2026-07-15T21:30:00Z', '2026-07-15T11:30:00Z']) {
    const days = await owner<{ name: string; day: string }[]>`
      select name, (${instant}::timestamptz at time zone name)::date::text as day from unnest(${timeZones}::text[]) name`;
    for (const { name, day } of days) assert.equal(day, dayIn(name, new Date(instant)), `${name} at ${instant}`);
  }
});
