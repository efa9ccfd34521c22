// Generates docs/schema.md: every table with its columns, keys and policies, from the catalog of a migrated database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../embedded-postgres/embedded-postgres.ts';
import { socketConnection } from '../embedded-postgres/password.ts';
import { migrate, readMigrations } from './migrate.ts';
import { writePersonalDataPage } from './personal-data.ts';
import { connect, type DatabasePool } from './pool.ts';

/** The page's path in the repository. */
export const schemaFile = fileURLToPath(new URL('../../../docs/schema.md', import.meta.url));

/** Common columns with the same meaning in every table; they need no comment of their own. */
const commonColumns: Readonly<Record<string, string>> = {
  tenant_id: 'The organization.',
  id: 'Made by the service (UUID v7).',
  building_id: 'The building.',
  apartment_id: 'The apartment.',
  created_at: 'When the row was made.',
  updated_at: 'When it last changed.',
  archived_at: 'When it was archived; null: it is in use. Archived rows stay, as the books must be complete.',
};

type SchemaColumn = { name: string; type: string; required: boolean; meaning: string | null; target: string | null };
type SchemaTable = {
  name: string;
  meaning: string | null;
  columns: SchemaColumn[];
  constraints: string[];
  policies: string[];
};

/** Returns the page for a migrated database. Throws an Error that names everything without a comment. */
export async function schemaPage(owner: DatabasePool): Promise<string> {
  const tables = await readTables(owner);
  const modules = readMigrations().map(({ name, text }) => ({
    title: name.replace(/^\d+-|\.sql$/g, ''),
    about: text.slice(3, text.indexOf('\n')),
    tables: tables.filter((table) => text.includes(`\ncreate table ${table.name} (`)),
  }));
  const missing = tables.flatMap(({ name, meaning, columns }) => [
    ...(meaning === null ? [name] : []),
    ...columns.filter((column) => columnMeaning(column) === '').map((column) => `${name}.${column.name}`),
  ]);
  if (missing.length > 0) throw new Error(`Write a comment (comment on …) in migrations/ for: ${missing.join(', ')}.`);
  const lines = [
    '# The tables',
    '',
    'Written by `npm run schema` from the catalog of the database; a test holds it current. The comments come from `migrations/`.',
    '',
    'Policies: `tenant` means that a row is seen and written only in a transaction bound to its organization; `system` lets one of the few',
    'functions that look across organizations read it. `[personal: …]` marks personal data ([record of processing](personal-data.md)). In every table:',
    '',
    ...Object.entries(commonColumns).map(([name, meaning]) => `- \`${name}\`: ${meaning}`),
    '',
    ...modules.flatMap(({ title, about, tables: own }) => [
      `## ${title}`,
      '',
      about,
      '',
      ...own.flatMap(describeTable),
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Writes the page, and the record of processing, from a temporary embedded database. */
export async function writeSchemaPage(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-schema-'));
  const server = await startEmbedded({ dataDir, durable: false, print: () => {} });
  const owner = connect(socketConnection(server, server.superuser, server.database), { max: 1 });
  try {
    await migrate(owner);
    await writeFile(schemaFile, await schemaPage(owner));
    await writePersonalDataPage(owner);
  } finally {
    await owner.end({ timeout: 5 });
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function describeTable({ name, meaning, columns, constraints, policies }: SchemaTable): string[] {
  return [
    `### ${name}`,
    '',
    meaning ?? '',
    '',
    '| column | type | meaning |',
    '|---|---|---|',
    ...columns
      .filter((column) => column.meaning !== null || !(column.name in commonColumns))
      .map(
        (column) =>
          `| ${column.name} | ${column.type}${column.required ? '' : ', or null'} | ${columnMeaning(column)} |`,
      ),
    '',
    ...constraints.map((constraint) => `- ${constraint}`),
    `- policies: ${policies.join(', ')}`,
    '',
  ];
}

function columnMeaning({ name, meaning, target }: SchemaColumn): string {
  const description = (meaning ?? commonColumns[name] ?? '').replace(/ \[personal: none\]$/, '');
  return target === null || name === 'tenant_id'
    ? description
    : `→ ${target}.${description === '' ? '' : ` ${description}`}`;
}

function readTables(owner: DatabasePool): Promise<SchemaTable[]> {
  return owner<SchemaTable[]>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as meaning,
           (select json_agg(json_build_object(
                     'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
                     'meaning', col_description(c.oid, a.attnum), 'target', f.target) order by a.attnum)
              from pg_attribute a
              left join lateral (
                select k.confrelid::regclass::text as target from pg_constraint k
                 where k.contype = 'f' and k.conrelid = c.oid and k.conkey[cardinality(k.conkey)] = a.attnum
                 order by k.oid limit 1) f on true
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
           array(select pg_get_constraintdef(k.oid) from pg_constraint k
                  where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'f', 'c') order by position(k.contype::text in 'puxfc'), 1) as constraints,
           array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
     order by c.oid`;
}
