// The rule that tests reach a state as the service does: the files that write as the owner of the database, each with
// its reason.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The reasons for a write past the service, and the files that have them. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'The service itself does, when it starts or is distributed.': [
    'src/platform/db/distribute.ts',
    'src/platform/db/open-database.ts',
  ],
  'The database itself is tested: its roles, tables, rules and versions.': [
    'src/invoicing/generate-invoices.test.ts',
    'src/platform/db/distribute.test.ts',
    'src/platform/db/migrate.test.ts',
    'src/platform/db/pool.test.ts',
    'test/citus-stub.ts',
    'test/citus/citus.test.ts',
    'test/disk.test.ts',
    'test/global-setup.ts',
    'test/limited-keys.test.ts',
    'test/tenancy/two-organizations.ts',
    'test/test-organizations-of-keys.test.ts',
    'test/upgrade/upgrade.test.ts',
  ],
  'A row is damaged, forged or lost.': [
    'src/http/idempotency.test.ts',
    'src/http/service-metrics.test.ts',
    'src/maintenance/photos.test.ts',
    'src/platform/audit/audit-chain.test.ts',
    'src/platform/files/stored-files.test.ts',
    'src/routes/console/audit-log.test.ts',
    'src/routes/console/month-end.test.ts',
    'src/routes/console/sender-details.test.ts',
    'src/server.test.ts',
    'src/verify-backup.test.ts',
    'src/worker.test.ts',
  ],
  'A row is from an earlier version.': ['src/identity/sessions.test.ts', 'src/routes/api/webhooks.test.ts'],
  'A process died, or waits end at once: no test waits for a lease or the next attempt.': [
    'src/invoicing/sending/invoice-letter-handler.test.ts',
    'src/invoicing/sending/sent-files.test.ts',
    'src/mail/letter-handlers.test.ts',
    'src/mail/send-mail.test.ts',
    'src/routes/console/statement-imports.test.ts',
    'src/routes/console/webhooks.test.ts',
    'src/webhooks/deliver.test.ts',
    'src/webhooks/isolation.test.ts',
    'src/webhooks/ordered.test.ts',
  ],
  'More rows than requests could make in the time of a test or a benchmark.': [
    'bench/bench-data.ts',
    'bench/growth-data.ts',
    'bench/import.ts',
    'src/invoicing/balance-due.test.ts',
    'src/platform/backups/backup-timetable.test.ts',
    'src/invoicing/overdue.test.ts',
    'src/maintenance/maintenance-requests.test.ts',
    'src/routes/api/auth.test.ts',
    'src/routes/api/invoices.test.ts',
    'src/routes/console/ledger-export.test.ts',
    'test/exhaustive.test.ts',
    'test/linear/whole-archive.test.ts',
    'test/linear/whole-buildings.test.ts',
    'test/list-orders.test.ts',
    'test/operation-samples.ts',
    'test/what-residents-see.test.ts',
  ],
  'So many rows would take minutes through the service.': ['src/platform/db/own-fields.test.ts'],
  'An invoice is overdue on the day of everything else in the test.': ['src/overview/building-states.test.ts'],
  'Letters that a test does not look for are removed.': [
    'src/platform/crypto/secret-key-check.test.ts',
    'test/service-fixture.ts',
    'test/simulation/post-office.ts',
  ],
  'The database deletes by its own clock, which no test moves.': ['src/privacy/retention.test.ts'],
  'The service leaves this state at once, or asks for something that the test must not do.': [
    'src/platform/db/waiting-work.test.ts',
    'src/identity/second-factors.test.ts',
    'src/accounting/invoice-balance.test.ts',
    'src/handovers/hand-over.test.ts',
    'src/identity/devices.test.ts',
  ],
};

const change = '(?:insert|update|delete|truncate|alter|drop|create|grant|revoke)\\b';
/** A statement of the connection called `owner` that changes something, also behind `with`. */
const ownerWrite = new RegExp(
  `\\bowner(?:<[^\`(]*>)?\`\\s*(?:${change}|with\\b[^\`]*?\\b(?:insert into|update|delete from)\\b)|\\bowner\\.unsafe\\(\\s*['\`]${change}`,
  'i',
);

test('a write as the owner of the database is recognised', () => {
  for (const text of [
    'g.owner`update invoices set amount = 1`',
    'owner`\n      insert into tenants values (1)`',
    'g.owner<{ id: string }[]>`\n    with made as (insert into mails values (1) returning id) select id from made`',
    'owner.unsafe(`alter database x owner to y`)',
  ])
    assert.match(text, ownerWrite, text);
  for (const text of [
    'g.owner`select updated_at from invoices`',
    'g.owner<{ n: number }[]>`with a as (select 1) select`',
  ])
    assert.doesNotMatch(text, ownerWrite, text);
});

test('only files with a reason write as the owner of the database, and each listed file does', () => {
  const listed = Object.values(reasons).flat();
  const paths = ['src', 'test', 'bench', 'demo', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path}`),
  );
  const own = 'test/owner-writes.test.ts';
  const writing = paths.filter((path) => path !== own && ownerWrite.test(readFileSync(join(root, path), 'utf8')));
  const missing = writing.filter((path) => !listed.includes(path));
  assert.deepEqual(missing, [], 'reach the state through the service, or name the reason in test/owner-writes.test.ts');
  const idle = listed.filter((path) => !writing.includes(path));
  assert.deepEqual(idle, [], 'these no longer write as the owner: remove them from test/owner-writes.test.ts');
});
