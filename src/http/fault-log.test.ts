// Tests of the fault log: an outage is logged at once, with its reason and without a flood; callers' errors are not
// logged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/service-fixture.ts';
import type { Log } from '../platform/log.ts';
import { makeServer } from '../server.ts';
import { makeFaultLog } from './fault-log.ts';

type LogLine = { code: string; reason: string; path: string; unlogged: number };
function noting(): { lines: LogLine[]; log: Pick<Log, 'warn'> } {
  const lines: LogLine[] = [];
  return { lines, log: { warn: (line: LogLine) => void lines.push(line) } as unknown as Log };
}
const fault = (code: string) => Object.assign(new Error(`It failed with ${code}.`), { code });
const met = { requestId: 'r', method: 'GET', path: '/api/buildings' };

test('a fault is logged at once, then once in ten seconds with its count, each kind separately', () => {
  const { lines, log } = noting();
  let now = 0;
  const { record: tell, recent } = makeFaultLog(log, () => now);
  for (now of [0, 1, 9_999]) tell(fault('53100'), met);
  tell(fault('ECONNREFUSED'), met);
  now = 10_000;
  tell(fault('53100'), met);
  assert.deepEqual(
    lines.map(({ code, unlogged }) => [code, unlogged]),
    [
      ['53100', 0],
      ['ECONNREFUSED', 0],
      ['53100', 2],
    ],
  );
  assert.equal(lines[0]?.reason, 'It failed with 53100.');
  const codes = () => recent().map(({ code }) => code);
  assert.deepEqual(codes(), ['53100', 'ECONNREFUSED']);
  now = 19_999;
  assert.deepEqual(codes(), ['53100']);
  now = 20_000;
  assert.deepEqual(codes(), []);
});

test('a service without its database logs the request that failed for it, and no mistakes of callers', async () => {
  const g = await startTestService();
  const { lines, log } = noting();
  const app = makeServer({ ...g.app, log: Object.assign(Object.create(g.app.log), log) });
  const ask = async (url: string) => (await app.inject({ url })).statusCode;
  assert.deepEqual([await ask('/health/ready'), await ask('/api/buildings'), await ask('/nowhere')], [200, 401, 404]);
  assert.deepEqual(lines, []);
  await g.app.pool.end({ timeout: 0 });
  assert.equal(await ask('/health/ready'), 503);
  await app.close();
  assert.deepEqual(
    lines.map(({ code, path }) => [code, path]),
    [['CONNECTION_CLOSED', '/health/ready']],
  );
});
