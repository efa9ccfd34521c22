// Migrations: plain SQL files, each applied once, in order, in one transaction under a lock. A file that has landed
// never changes (migrations/landed.sha256).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageOf, OperatorError } from '../errors.ts';
import type { DatabasePool } from './pool.ts';
import { inSequence, splitStatements } from './statements-in-sequence.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

type MigrationFile = { readonly name: string; readonly text: string; readonly checksum: string };

/** Every migration of this version, in order. */
export function readMigrations(): MigrationFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(`${folder}${name}`, 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Migrates the database of `owner` to this version and returns the names of the applied migrations. Several processes
 * may call it at once. Throws OperatorError if the server is too old, an applied file was edited, the database is newer
 * or unreleased, or the roles cannot be created.
 */
export async function migrate(owner: DatabasePool): Promise<string[]> {
  await requireServerVersion(owner);
  await createRoles(owner);
  return owner.begin(async (db) => {
    await db`select pg_advisory_xact_lock(hashtext('haldur.migrate'))`;
    await inSequence(db);
    await db`create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
    await db`grant select on migrations to haldur_app`;
    const waiting = pendingMigrations(
      await db<{ name: string; checksum: string }[]>`select name, checksum from migrations order by name`,
    );
    for (const migration of waiting) {
      for (const statement of splitStatements(migration.text)) await db.unsafe(statement);
      await db`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`;
    }
    return waiting.map((migration) => migration.name);
  });
}

/** Returns the migrations still to apply to a database. Throws OperatorError if the two histories differ. */
export function pendingMigrations(applied: readonly { name: string; checksum: string }[]): MigrationFile[] {
  const ours = readMigrations();
  const highest = ours.at(-1)?.name ?? '';
  applied.forEach((landed, index) => {
    const migration = ours[index];
    if (landed.name > highest)
      throw new OperatorError(
        `The database has migration ${landed.name}, which this version of Haldur does not know. Start the newer version.`,
      );
    if (migration?.name !== landed.name || migration.checksum !== landed.checksum)
      throw new OperatorError(
        `The database was made by another, unreleased version of Haldur: its migration ${landed.name} is not the one of this version. ` +
          'There is no upgrade from it. Start the version that made it, or begin with an empty database or a new DATA_DIR. ' +
          'If you edited a file in migrations/, restore it.',
      );
  });
  return ours.slice(applied.length);
}

async function requireServerVersion(owner: DatabasePool): Promise<void> {
  const [row] = await owner<{ version: number; shown: string }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as shown`;
  if (row === undefined || row.version < 150_000) {
    throw new OperatorError(`Haldur needs PostgreSQL 15 or newer, and DATABASE_URL leads to ${row?.shown}.`);
  }
}

/** Roles belong to the whole server and outlive a database, so they are created here and not in a migration. */
async function createRoles(owner: DatabasePool): Promise<void> {
  try {
    await owner.unsafe(`
      do $$
      -- From PostgreSQL 16 on, being a member does not yet mean being allowed to act as the role.
      declare acts text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
      begin
        perform pg_advisory_xact_lock(hashtext('haldur.roles'));
        if not exists (select from pg_roles where rolname = 'haldur_app') then create role haldur_app nologin nobypassrls; end if;
        if not exists (select from pg_roles where rolname = 'haldur_system') then create role haldur_system nologin nobypassrls; end if;
        if not pg_has_role(current_user, 'haldur_app', acts) then execute format('grant haldur_app to %I', current_user); end if;
        if not pg_has_role(current_user, 'haldur_system', acts) then execute format('grant haldur_system to %I', current_user); end if;
        execute format('grant usage, create on schema public to haldur_system');
        execute format('grant usage on schema public to haldur_app');
        if not exists (select from pg_roles where rolname = 'haldur_buildings') then create role haldur_buildings nologin nobypassrls; end if;
        -- The service may act as it, and must not have its limits otherwise. Before PostgreSQL 16 this is a property of the role that is the member.
        if not pg_has_role('haldur_app', 'haldur_buildings', acts) then
          if acts = 'set' then
            execute 'grant haldur_buildings to haldur_app with inherit false';
          else
            execute 'alter role haldur_app noinherit';
            execute 'grant haldur_buildings to haldur_app';
          end if;
        end if;
      end $$`);
  } catch (error) {
    throw new OperatorError(
      `The roles haldur_app, haldur_system and haldur_buildings could not be made (${messageOf(error)}). ` +
        'Let a superuser run: create role haldur_app nologin noinherit; create role haldur_system nologin; create role haldur_buildings nologin; ' +
        'grant haldur_buildings to haldur_app; grant haldur_app, haldur_system to the user of DATABASE_URL. Leave out the roles that exist; ' +
        'if haldur_app exists: alter role haldur_app noinherit.',
    );
  }
}
