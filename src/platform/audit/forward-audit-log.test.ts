// Tests of forwarding: with LOG_AUDIT each entry of the audit log is written once as a line whose hash is in the chain,
// and again if that was not committed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../db/scope.ts';
import { writeAuditEntry } from './audit-log.ts';
import { findLinks } from './audit-store.ts';
import { chainAndForwardAuditLog } from './forward-audit-log.ts';

const g = await startTestService({ logAudit: true });

async function entriesOfAnOrganization() {
  const { tenantId } = await anOrganization(g);
  const inOrganization = <T>(work: Parameters<typeof inTenant<T>>[2], app = g.app) =>
    inTenant(app, serviceCaller(tenantId), work);
  await inOrganization((scope) => chainAndForwardAuditLog(scope, () => {}));
  for (const operation of ['first', 'second'])
    await inOrganization((scope) => writeAuditEntry(scope, { action: 'changed', operation }));
  return { tenantId, inOrganization };
}

test('each new entry is a line, exactly as the chain has it, and is written once', async () => {
  const { tenantId, inOrganization } = await entriesOfAnOrganization();
  const written: string[] = [];
  const forward = () => inOrganization((scope) => chainAndForwardAuditLog(scope, (text) => written.push(text)));
  await Promise.all([forward(), forward()]);
  await forward();
  const lines = written.join('').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).audit.operation, JSON.parse(line).tenantId]),
    [
      ['first', tenantId],
      ['second', tenantId],
    ],
  );
  const hashes = lines.map((line) =>
    createHash('sha256')
      .update(line.slice(line.indexOf('"audit":') + 8, -1))
      .digest(),
  );
  const links = await inOrganization((scope) => findLinks(scope, 1, 100));
  const chained = Buffer.concat(links.map(({ entryHashes }) => entryHashes));
  for (const hash of hashes) assert.ok(chained.includes(hash));
});

test('if the lines cannot be written, nothing is chained, and the next run writes them', async () => {
  const { inOrganization } = await entriesOfAnOrganization();
  const full = () => {
    throw new Error('The disk is full.');
  };
  await assert.rejects(
    inOrganization((scope) => chainAndForwardAuditLog(scope, full)),
    /disk is full/,
  );
  const written: string[] = [];
  await inOrganization((scope) => chainAndForwardAuditLog(scope, (text) => written.push(text)));
  assert.match(written.join(''), /"first".*\n.*"second"/);
});

test('without LOG_AUDIT nothing is written', async () => {
  const { inOrganization } = await entriesOfAnOrganization();
  const quiet = { ...g.app, config: { ...g.app.config, logAudit: false } };
  await inOrganization((scope) => chainAndForwardAuditLog(scope, assert.fail), quiet);
});

test('lines go to standard error', () => {
  const file = JSON.stringify(new URL('./forward-audit-log.ts', import.meta.url).href);
  const script = `const { writeToStandardError } = await import(${file}); writeToStandardError('{"audit":{}}\\n');`;
  const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.deepEqual([stderr, stdout], ['{"audit":{}}\n', '']);
});
