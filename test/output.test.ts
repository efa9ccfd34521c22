// Test of closed output: a service whose standard output or log is no longer read continues.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { makeServiceProcess } from './service-process.ts';

const { start, ended, killDatabase } = makeServiceProcess({ LOG_LEVEL: 'info' });

test('a service whose standard output and error are closed, as by `npm start | head`, continues to serve', {
  timeout: 120_000,
}, async () => {
  const { child, url } = await start('pipe');
  child.stdout?.destroy();
  child.stderr?.destroy();
  const health = async (what: string) =>
    (await fetch(new URL(`/health/${what}`, url)).catch(() => undefined))?.status ?? 0;
  for (let n = 0; n < 50; n += 1) assert.equal(await health('live'), 200, `request ${n}, each a line of the log`);
  killDatabase(); // This is logged to standard output.
  while ((await health('ready')) !== 200) {
    assert.equal(child.exitCode, null, 'the service has ended');
    await delay(50);
  }
  assert.equal(await health('live'), 200);
  await ended(child, 'SIGTERM');
  assert.equal(child.exitCode, 0);
});
