// Personal data by column: the marks in the comments of the database, and the record of processing
// (docs/personal-data.md) that is written from them.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DatabasePool } from './pool.ts';

/** The record's path in the repository. */
export const personalDataFile = fileURLToPath(new URL('../../../docs/personal-data.md', import.meta.url));

type Category = {
  readonly title: string;
  readonly purpose: string;
  /** The legal basis: articles of the GDPR, and the law that it refers to. */
  readonly basis: string;
  readonly kept: string;
  readonly seenBy: string;
};

const organizationsChoice = 'The organization sets the time in *Settings*, *Privacy*.';
const booksKept =
  'Seven years from the end of the financial year; the organization may set up to 15. Then people are removed from it and the amounts stay.';

/** The categories that a mark may name, besides `none`. */
const personalDataCategories = {
  contact: {
    title: 'Contact data',
    purpose: 'To know who owns or rents an apartment and who works for the organization, and to write to them.',
    basis: 'Contract and legal duty: art. 6(1)(b) and (c), Korteriomandi- ja korteriühistuseadus.',
    kept: 'Residents: until an owner erases them. Accounts: until the person leaves the last organization or deletes the account.',
    seenBy: 'The person; owners, managers and accountants of the organization.',
  },
  home: {
    title: 'Apartment and residency',
    purpose: 'To decide who pays for which days and who sees which invoice.',
    basis: 'Contract and legal duty: art. 6(1)(b) and (c).',
    kept: 'With the books of the building. After an erasure the days stay, without a name.',
    seenBy: 'The person; owners, managers and accountants of the organization.',
  },
  'sign-in': {
    title: 'Sign-in',
    purpose: 'To let a person in and keep others out.',
    basis: 'Contract: art. 6(1)(b); security: art. 32.',
    kept: 'With the account. Sessions end after 30 days without use, links for signing in are deleted after a day.',
    seenBy: 'The person sees their own sessions. Passwords and tokens are stored as hashes, which nobody sees.',
  },
  consumption: {
    title: 'Consumption',
    purpose: 'To bill what meters counted.',
    basis: 'Contract: art. 6(1)(b).',
    kept: 'With the books, as invoices are calculated from it. Photos of registers: see files.',
    seenBy: 'The residents of the apartment on their own days; owners, managers and accountants.',
  },
  maintenance: {
    title: 'Maintenance requests',
    purpose: 'To repair what is broken.',
    basis: 'Contract: art. 6(1)(b).',
    kept: `Three years from the last change of a finished request. ${organizationsChoice}`,
    seenBy: 'The residents of the apartment, without internal comments; owners and managers.',
  },
  books: {
    title: 'Invoices and allocations',
    purpose: 'To bill and collect, and to keep books.',
    basis: 'Legal duty: art. 6(1)(c), Raamatupidamise seadus § 12.',
    kept: booksKept,
    seenBy: 'The residents to whom an invoice belongs; owners, managers and accountants.',
  },
  payers: {
    title: 'Payments and payers',
    purpose: 'To find the invoice that a payment pays, and to keep books.',
    basis: 'Legal duty: art. 6(1)(c), Raamatupidamise seadus § 12.',
    kept: booksKept,
    seenBy: 'Owners and accountants; residents see payments of their own invoices.',
  },
  mail: {
    title: 'E-mails',
    purpose: 'To send e-mails and to know whether they arrived.',
    basis: 'Contract: art. 6(1)(b).',
    kept: `The text until it is sent; address and result for 90 days after that. ${organizationsChoice}`,
    seenBy: 'Owners, managers and accountants see address and result, nobody the stored text.',
  },
  invitations: {
    title: 'Invitations',
    purpose: 'To let a person join the organization.',
    basis: 'Steps before a contract: art. 6(1)(b).',
    kept: `90 days after they were accepted, cancelled or expired. ${organizationsChoice}`,
    seenBy: 'The invited person; owners and managers.',
  },
  files: {
    title: 'Photos and PDF files',
    purpose: 'To prove readings and damage, and to show an invoice as it was sent.',
    basis: 'Contract and legal duty: art. 6(1)(b) and (c).',
    kept: `Photos of readings three years, photos of damage as long as their request, PDF files of invoices as long as the books. ${organizationsChoice}`,
    seenBy: 'Whoever sees the reading, request or invoice.',
  },
  log: {
    title: 'Logs and histories',
    purpose: 'To see who changed what, and to detect abuse.',
    basis: 'Legitimate interest in security and proof: art. 6(1)(f), art. 32.',
    kept: 'Security log: a year, or what the organization sets. Request log: 14 days. Histories of invoices, meters and accounts: with the books, by the id of a person.',
    seenBy: 'Owners; histories also managers and accountants.',
  },
  responses: {
    title: 'Stored responses',
    purpose: 'To answer a repeated request without doing it twice.',
    basis: 'Contract: art. 6(1)(b).',
    kept: '24 hours, encrypted.',
    seenBy: 'Nobody but the caller who repeats the request.',
  },
  notes: {
    title: 'Notes of integrators',
    purpose: 'What other systems attach to buildings, residents, invoices and meters.',
    basis: 'Decided by the organization.',
    kept: 'As long as the object; of a resident until the erasure.',
    seenBy: 'Owners, managers, accountants and API keys.',
  },
} as const satisfies Readonly<Record<string, Category>>;

/** Columns that every table has, with the same meaning; they need no mark. */
const unmarkedColumns = ['created_at', 'updated_at', 'archived_at'];

type MarkedColumn = { readonly relation: string; readonly name: string; readonly category: string | null };

/**
 * Returns the record of processing (GDPR, art. 30) for a migrated database. Throws an Error that names every column
 * without a mark or with an unknown category.
 */
export async function personalDataPage(owner: DatabasePool): Promise<string> {
  const columns = await readColumns(owner);
  const isCategory = (category: string | null) =>
    category === 'none' || (category !== null && Object.hasOwn(personalDataCategories, category));
  const wrong = columns
    .filter(({ category }) => !isCategory(category))
    .map(({ relation, name }) => `${relation}.${name}`);
  if (wrong.length > 0) {
    const marks = ['none', ...Object.keys(personalDataCategories)].join(', ');
    throw new Error(
      `End the comment of these columns with [personal: CATEGORY] in their migration (${marks}): ${wrong.join(', ')}.`,
    );
  }
  const sections = Object.entries(personalDataCategories).flatMap(([category, about]) =>
    describeCategory(
      about,
      columns.filter((column) => column.category === category),
    ),
  );
  return `${[...introduction, ...sections].join('\n').trimEnd()}\n`;
}

/** Writes the record from a migrated database. */
export async function writePersonalDataPage(owner: DatabasePool): Promise<void> {
  await writeFile(personalDataFile, await personalDataPage(owner));
}

const introduction = [
  '# Record of processing',
  '',
  'Written by `npm run schema` from the marks of the columns (`[personal: …]` in `migrations/`); a test holds it current. It is the part of the record by',
  'GDPR art. 30 that the software knows. The organization is the controller and adds its name, its contact and its processors. Whoever runs the service for',
  'it is a processor. How to answer requests of people: [privacy requests](privacy-requests.md).',
  '',
  'People: owners and tenants of apartments, payers, members of the organization, and people who were invited. Nothing leaves the service but e-mails to',
  'these people, payments that they start at a bank, and events to the webhooks that the organization sets up. The database keeps every organization’s rows',
  'apart, connections are encrypted, and backups are as secret as the database.',
  '',
];

function describeCategory(category: Category, columns: readonly MarkedColumn[]): string[] {
  const tables = [...new Set(columns.map(({ relation }) => relation))];
  return [
    `## ${category.title}`,
    '',
    `- Purpose: ${category.purpose}`,
    `- Legal basis: ${category.basis}`,
    `- Kept: ${category.kept}`,
    `- Seen by: ${category.seenBy}`,
    '',
    ...tables.map((table) => {
      const names = columns.filter(({ relation }) => relation === table).map(({ name }) => name);
      return `- \`${table}\`: ${names.join(', ')}`;
    }),
    '',
  ];
}

/** Returns every column that needs a mark, in the order of the tables; `category` is null without one. */
export function readColumns(owner: DatabasePool): Promise<MarkedColumn[]> {
  return owner<MarkedColumn[]>`
    select c.relname::text as relation, a.attname::text as name, substring(col_description(c.oid, a.attnum) from '\\[personal: ([a-z-]+)\\]$') as category
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
       and a.atttypid <> all ('{uuid,uuid[]}'::regtype[]) and a.attname <> all (${unmarkedColumns})
     order by c.oid, a.attnum`;
}
