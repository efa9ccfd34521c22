// The e-mail to an owner about a change that an attacker would make: bank accounts, keys, passwords, members. A link
// can undo a changed account.

import type { CallerRole } from '../../platform/db/scope.ts';
import type { Day } from '../../platform/values/dates.ts';
import { formatIban } from '../../platform/values/iban.ts';
import type { Language } from '../../platform/values/languages.ts';
import { type ServiceWords, serviceWords } from '../../words/service-words.ts';
import type { LetterContent } from './letter-layout.ts';
import { formatDay } from './letter-words.ts';

/** The changes that owners get an e-mail about; their names are those of the security log. */
export const notifiedChanges = [
  'account_changed',
  'account_undone',
  'bank_added',
  'bank_changed',
  'bank_removed',
  'key_made',
  'key_changed',
  'key_replaced',
  'key_revoked',
  'password_changed',
  'member_joined',
  'role_changed',
  'member_removed',
  'invitation_made',
] as const;
export type NotifiedChange = (typeof notifiedChanges)[number];

export type SecurityChange = {
  readonly organization: string;
  readonly change: NotifiedChange;
  /** The building, key, member or bank, by name. */
  readonly about: string;
  readonly before: Readonly<Record<string, string | null>>;
  readonly after: Readonly<Record<string, string | null>>;
  readonly who: { readonly kind: 'user' | 'key' | 'service' | 'nobody'; readonly name: string | null };
  readonly at: Date;
  /** The link that undoes it, and its last day. */
  readonly undo?: { readonly link: string; readonly lastDay: Day } | undefined;
};

/** States what was changed, by whom, from what to what, and how to undo it if possible. */
export function securityChange(language: Language, facts: SecurityChange, moment: (at: Date) => string): LetterContent {
  const { organization, change, about, who, at, undo } = facts;
  const words = serviceWords[language].mail.securityChange;
  const title = words.changes[change];
  const letter: LetterContent = {
    subject: `${title}: ${about} (${organization})`,
    paragraphs: [
      `${organization}. ${title}: ${about}.`,
      ...valueLines(words, facts),
      `${words.by}: ${formatActor(words, who)}, ${moment(at)}.`,
    ],
  };
  if (undo === undefined) return { ...letter, paragraphs: [...letter.paragraphs, words.unexpected] };
  return {
    ...letter,
    paragraphs: [...letter.paragraphs, words.undoLead],
    button: { label: words.undo, link: undo.link },
    after: [`${words.undoUntil}: ${formatDay(language, undo.lastDay)}.`],
  };
}

/** A line for each changed value. */
function valueLines(words: ServiceWords['mail']['securityChange'], { before, after }: SecurityChange): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const name = words.fields[field as keyof typeof words.fields] ?? field;
    const [oldValue, newValue] = [before[field], after[field]].map((value) => formatValue(words, field, value ?? null));
    if (!(field in before)) return [`${name}: ${newValue}`];
    if (!(field in after)) return [`${name}: ${oldValue}`];
    return oldValue === newValue ? [] : [`${name}: ${oldValue} → ${newValue}`];
  });
}

function formatValue(words: ServiceWords['mail']['securityChange'], field: string, value: string | null): string {
  if (value === null) return words.none;
  if (field === 'iban') return formatIban(value);
  if (field === 'access' && value === 'read_only') return words.readOnly;
  return field === 'role' ? (words.roles[value as CallerRole] ?? value) : value;
}

function formatActor(words: ServiceWords['mail']['securityChange'], { kind, name }: SecurityChange['who']): string {
  if (kind === 'key') return `${words.key} “${name ?? ''}”`;
  return kind === 'user' && name !== null ? name : words.operator;
}
