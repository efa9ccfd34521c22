// Tests of the rules for SQL statements: correct ones pass, and every violation is detected, however it is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkStatements, isTenants } from './recorded-statements.ts';
import { startTestService } from './service-fixture.ts';
import { problemsOf } from './tenant-statements.ts';

const g = await startTestService();
const problems = (text: string) => problemsOf(text, isTenants);

test('the tables of organizations are those with a tenant_id', async () => {
  const rows = await g.owner<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace`;
  assert.ok(rows.length >= 49, 'the tables are there');
  for (const { name } of rows) assert.ok(isTenants(name), name);
  assert.ok(!isTenants('users') && !isTenants('sign_ins'));
});

test('a statement that names the tenant as a parameter wherever it reads passes', () => {
  for (const text of [
    'select i.id from invoices i where i.tenant_id = $1 and i.id = $2',
    'select 1 from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id where i.tenant_id = $1',
    'select t.name from invoices i left join tenants t on t.id = i.tenant_id where i.tenant_id = $1',
    'update users set name = $1 where id = $2 and $3 = any (member_of)',
    'select (select u.name from users u where u.id = r.created_by) from maintenance_requests r where r.tenant_id = $1 for update of r',
    'update staged_entries s set doubt = $2 from bank_entries e where e.tenant_id = $1 and e.account = s.account',
    'select 1 from (select * from staged_entries) s left join lateral (select 1 from payments where tenant_id = $1 and id = s.id) p on true',
    'with due as (select id from invoices where tenant_id = $1 for update skip locked) update invoices i set status = $2 from due where i.tenant_id = $1 and i.id = due.id',
    'insert into events (tenant_id, id) values ($1, $2) on conflict do nothing',
    'insert into events (tenant_id, id) select own.id, e.id from (select id from tenants where id = $1) own cross join unnest($2::uuid[]) as e (id)',
    'delete from events where tenant_id = $1 and id in (select id from events where tenant_id = $1 limit 5)',
    "select extract(epoch from created_at), 'from invoices' from events where tenant_id = $1 -- from invoices",
    'select * from authenticate_caller($1, $2, $3)',
  ])
    assert.deepEqual(problems(text), [], text);
});

test('a statement that reads without the tenant, or takes it from the outer query, is rejected', () => {
  for (const [text, about] of [
    ['select id from invoices where id = $1', 'invoices'],
    ['select id from invoices where tenant_id <> $1', 'invoices'],
    ['select 1 from invoices i join buildings b on b.id = i.building_id where i.tenant_id = $1', 'b'],
    ['select 1 from invoices i, buildings b where i.tenant_id = $1', 'b'],
    [
      'select (select count(*) from positions p where p.tenant_id = i.tenant_id) from invoices i where i.tenant_id = $1',
      'p',
    ],
    [
      'select 1 from invoices i cross join lateral (select 1 from positions p where p.tenant_id = i.tenant_id) p where i.tenant_id = $1',
      'p',
    ],
    ['select 1 from invoices where tenant_id = $1 union select 1 from positions', 'positions'],
    ['with a as (select 1 from invoices) select 1 from events where tenant_id = $1', 'invoices'],
    ['update invoices i set status = $1 from positions p where i.tenant_id = $2 and p.invoice_id = i.id', 'p'],
    ['delete from events using invoices i where events.tenant_id = $1', 'i'],
    ['select (sum((select max(1) from meters))) from invoices where tenant_id = $1', 'meters'],
  ] as const)
    assert.deepEqual(problems(text), [`${about}: the tenant is no parameter`], text);
});

test('inserts in a form that Citus would copy are rejected', () => {
  for (const text of [
    'insert into events (tenant_id, id) select $1, e.id from unnest($2::uuid[]) as e (id)',
    'insert into events (tenant_id, id) select $1, $2 where exists (select from invoices where tenant_id = $1)',
  ])
    assert.deepEqual(problems(text), ['events: many rows are not inserted from a row of tenants'], text);
  assert.deepEqual(problems('insert into events (id, tenant_id) values ($1, $2)'), [
    'events: tenant_id is not named first',
  ]);
  assert.deepEqual(problems('insert into events (tenant_id) values (gen_random_uuid())'), [
    'events: the tenant is no parameter',
  ]);
});

test('a change that mixes machines is rejected', () => {
  const member = 'select 1 from memberships m where m.tenant_id = $3 and m.user_id = users.id';
  const own = '(select id from tenants where id = $1) own';
  for (const [text, about] of [
    [
      `update users set name = $1 where id = $2 and exists (${member})`,
      'changes or locks every machine’s rows by those of one',
    ],
    [
      `select id from users where exists (${member}) for update`,
      'changes or locks every machine’s rows by those of one',
    ],
    [
      `insert into sign_ins (id) select $1 where exists (${member})`,
      'changes or locks every machine’s rows by those of one',
    ],
    [
      'select bind_person(s.user_id) from sessions s where s.tenant_id = $1',
      'bind_person is called on another machine',
    ],
    ['delete from events where tenant_id = $1 and occurred_at < clock_timestamp()', 'clock_timestamp is volatile'],
    [
      'select 1 from staged_entries s left join lateral (select 1 from payments where tenant_id = $1 and id = s.id) p on true',
      'staged_entries: not in a sub-query of its own',
    ],
    [
      'select 1 from payments p join staged_entries s on s.id = p.id where p.tenant_id = $1',
      'staged_entries: not in a sub-query of its own',
    ],
    [
      `insert into payments (tenant_id, id) select own.id, s.id from ${own} cross join (select * from staged_entries) s`,
      'payments: rows of a temporary table are inserted without returning',
    ],
    [
      'update staged_entries s set known = true where exists (select 1 from payments p where p.tenant_id = $1 and p.id = s.id)',
      "staged_entries: changed where an organization's row exists",
    ],
  ] as const)
    assert.deepEqual(problems(text), [about], text);
});

test('a simple case in a change is rejected, and in a query it is not', () => {
  const change = (value: string) => `update invoices i set status = ${value} where i.tenant_id = $1 and i.id = $2`;
  assert.deepEqual(problems(change("case i.status when 'sent' then 'paid' else i.status end")), [
    '`case x when` in a change: write `case when x =`',
  ]);
  assert.deepEqual(problems(change("case when i.status = 'sent' then 'paid' else i.status end")), []);
  assert.deepEqual(problems("select case status when 'sent' then 1 end from invoices where tenant_id = $1"), []);
});

test('a sub-query among the values of an insert is rejected', () => {
  const next = '(select max(value) + 1 from counters where tenant_id = $1)';
  const text = `insert into counters (tenant_id, name, value) values ($1, $2, ${next})`;
  assert.deepEqual(problems(text), ['counters: a sub-query stands among values']);
});

test('a statement of the service is rejected with its file, and one of a test is not', () => {
  checkStatements(['delete from invoices where status = $1']);
  const sent = ['update', 'credentials', 'set', 'expires_at', '=', 'now()'].join(' '); // Not as it stands in any file.
  assert.throws(() => checkStatements([sent]), /composed: credentials: the tenant is no parameter/);
});
