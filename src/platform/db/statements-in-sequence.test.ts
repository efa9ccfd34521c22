// Tests of statements one by one: PostgreSQL accepts each part of every migration as one command, and nothing of a file
// is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionTo, createDatabase } from '../../../test/postgres-server.ts';
import { readMigrations } from './migrate.ts';
import { connect } from './pool.ts';
import { splitStatements } from './statements-in-sequence.ts';

test('each part of a migration is one command for PostgreSQL, and together they are the file', async () => {
  const { database, drop } = await createDatabase('');
  const owner = connect(connectionTo(database), { max: 1 });
  const held = await owner.hold();
  try {
    for (const { name, text } of readMigrations()) {
      const statements = splitStatements(text);
      assert.equal(statements.join('\n').trimEnd(), text.trimEnd(), name);
      // By the protocol of named statements the server itself rejects more than one command.
      for (const [nth, statement] of statements.entries()) await held.send({ text: statement, name: `${name} ${nth}` });
    }
  } finally {
    held.release();
    await owner.end({ timeout: 5 });
    await drop();
  }
});

test('a semicolon ends no statement inside dollar quotes, in the body of a function, or in a comment', () => {
  const parts = [
    'create function a() returns int language plpgsql as $x$\nbegin\n  return 1;\nend $x$;',
    'create function b() returns int\nbegin atomic\n  select 1;\nend;',
    'select 1 -- not here;\n  + 2;',
  ];
  assert.deepEqual(splitStatements(parts.join('\n')), parts);
});
