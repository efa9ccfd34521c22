// An organization's own statement profiles: the meaning of a table's columns, as a person defined it. The next file
// with the same headings is read with it.

import { actorText, type Scope } from '../../platform/db/scope.ts';
import { bodyProblem, Invalid, orNotFound } from '../../platform/errors.ts';
import type { Meaning } from '../../platform/values/column-meanings.ts';
import { normaliseIban } from '../../platform/values/iban.ts';
import { newId } from '../../platform/values/ids.ts';
import * as queries from './own-profiles-queries.ts';
import { headingsKey } from './parse/bank-profile.ts';
import type { CsvColumns, CsvField } from './parse/csv-columns.ts';
import { type Direction, foldText } from './parse/csv-labels.ts';
import type { OwnProfile } from './parse/statement-entry.ts';
import { type ColumnMeaning, maxProfiles, type StatementProfile } from './parse/statement-profile.ts';

/** The request for a profile. */
type ProfileRequest = {
  readonly name: string;
  readonly headings: readonly string[];
  readonly columns: readonly ColumnMeaning[];
  readonly currency?: string | null | undefined;
  readonly account?: string | null | undefined;
};

const fieldOfMeaning: Readonly<Record<Exclude<Meaning, 'text'>, CsvField>> = {
  date: 'date',
  amount: 'amount',
  paidIn: 'credit',
  paidOut: 'debit',
  direction: 'direction',
  payer: 'name',
  payerAccount: 'iban',
  reference: 'reference',
  currency: 'currency',
  account: 'account',
};

/** All profiles of an organization, for reading files. */
export async function findOwnProfiles(scope: Scope): Promise<OwnProfile[]> {
  return (await queries.listProfiles(scope)).map(toParserProfile);
}

function toParserProfile({ name, headings, columns, currency, account }: StatementProfile): OwnProfile {
  const texts = columns.filter(({ means }) => means === 'text').map(({ place }) => place);
  const others = columns.flatMap(({ place, means }) =>
    means === 'text' ? [] : [[fieldOfMeaning[means], place] as const],
  );
  const columnIndexes: CsvColumns = Object.fromEntries(others);
  return {
    name,
    headings,
    columns: texts[0] === undefined ? columnIndexes : { ...columnIndexes, text: texts[0] },
    texts,
    currency,
    account,
    directionWords: directionWordsOf(columns),
  };
}

function directionWordsOf(columns: readonly ColumnMeaning[]): ReadonlyMap<string, Direction> {
  const { incoming = [], outgoing = [] } = columns.find(({ means }) => means === 'direction') ?? {};
  const pairs = (words: readonly string[], direction: Direction) =>
    words.map((word): [string, Direction] => [foldText(word), direction]);
  return new Map([...pairs(incoming, 'credit'), ...pairs(outgoing, 'debit')]);
}

/** A profile. Throws NotFound. */
export async function getProfile(scope: Scope, id: string): Promise<StatementProfile> {
  return orNotFound(await queries.findProfile(scope, id));
}

/**
 * Saves a profile, replacing the one for the same headings. Throws Invalid when a date, an amount, or everything that
 * could identify a payment is missing, a meaning occurs twice, a column is not among the headings, the account is not
 * an IBAN, or there are 200 profiles.
 */
export async function saveOwnProfile(scope: Scope, request: ProfileRequest): Promise<StatementProfile> {
  const account = request.account ? normaliseIban(request.account) : null;
  const problem = findMappingProblem(request);
  if (problem !== undefined) throw new Invalid([problem]);
  if (account === undefined) throw new Invalid([bodyProblem(['account'], 'invalid_iban', 'account must be an IBAN.')]);
  if ((await queries.countProfiles(scope)) >= maxProfiles)
    throw new Invalid([
      bodyProblem([], 'too_many', `The maximum of ${maxProfiles} profiles is reached. Delete one first.`),
    ]);
  const { name, headings, columns, currency = null } = request;
  const key = headingsKey(headings);
  const id = await queries.saveProfile(scope, actorText(scope.caller), key, {
    id: newId(),
    name,
    headings,
    columns,
    currency,
    account,
  });
  return getProfile(scope, id);
}

/** Renames a profile. Throws NotFound. */
export async function renameProfile(scope: Scope, id: string, name: string): Promise<StatementProfile> {
  await getProfile(scope, id);
  await queries.renameProfile(scope, id, name);
  return getProfile(scope, id);
}

/** Deletes a profile; imports made with it stay. Throws NotFound. */
export async function removeProfile(scope: Scope, id: string): Promise<void> {
  await getProfile(scope, id);
  await queries.deleteProfile(scope, id);
}

function findMappingProblem({ headings, columns }: ProfileRequest) {
  const means = columns.map((column) => column.means);
  const has = (...some: Meaning[]) => some.some((name) => means.includes(name));
  const missing = (what: string) => bodyProblem(['columns'], 'missing_column', `One column must be ${what}.`);
  if (columns.some(({ place }) => place >= headings.length))
    return bodyProblem(
      ['columns'],
      'out_of_range',
      `place must be less than the number of headings, ${headings.length}.`,
    );
  const single = means.filter((mean) => mean !== 'text');
  const columnIndexes = columns.map(({ place }) => place);
  if (new Set(single).size < single.length || new Set(columnIndexes).size < columnIndexes.length)
    return bodyProblem(
      ['columns'],
      'repeated_column',
      'Each column has one meaning, and only text may be used for several columns.',
    );
  if (columns.some(({ means, incoming, outgoing }) => means !== 'direction' && (incoming ?? outgoing) !== undefined))
    return bodyProblem(['columns'], 'not_allowed', 'incoming and outgoing are words of the column direction.');
  const { incoming = [], outgoing = [] } = columns.find(({ means }) => means === 'direction') ?? {};
  if (directionWordsOf(columns).size < new Set(incoming.map(foldText)).size + new Set(outgoing.map(foldText)).size)
    return bodyProblem(['columns'], 'repeated_column', 'A word cannot mean both incoming and outgoing.');
  if (!has('date')) return missing('the date');
  if (!has('amount', 'paidIn', 'paidOut')) return missing('the amount (amount, paidIn or paidOut)');
  if (!has('text', 'payer', 'reference')) return missing('the text, the payer or the reference');
  return undefined;
}
