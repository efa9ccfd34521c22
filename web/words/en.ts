// English: the language that all others are measured by. Each part of the console has its own file of words.

import { account } from './en/account.ts';
import { accounts } from './en/accounts.ts';
import { books } from './en/books.ts';
import { apartments, buildings } from './en/buildings.ts';
import { care } from './en/care.ts';
import { charges } from './en/charges.ts';
import { common } from './en/common.ts';
import { entry } from './en/entry.ts';
import { errors } from './en/errors.ts';
import { exports } from './en/exports.ts';
import { home } from './en/home.ts';
import { computed, generate, invoices } from './en/invoices.ts';
import { letterhead } from './en/letterhead.ts';
import { meters } from './en/meters.ts';
import { oneOffs } from './en/one-offs.ts';
import { own } from './en/own.ts';
import { paper } from './en/paper.ts';
import { payments } from './en/payments.ts';
import { people } from './en/people.ts';
import { periods } from './en/periods.ts';
import { reading } from './en/reading.ts';
import { repairs } from './en/repairs.ts';
import { requests } from './en/requests.ts';
import { sending } from './en/sending.ts';
import { sessions } from './en/sessions.ts';
import { banks, settings, webhooks } from './en/settings.ts';
import { start } from './en/start.ts';
import { statements } from './en/statements.ts';

export const words = {
  common,
  errors,
  entry,
  home,
  buildings,
  charges,
  apartments,
  invoices,
  computed,
  generate,
  meters,
  paper,
  payments,
  care,
  sending,
  people,
  periods,
  requests,
  sessions,
  settings,
  webhooks,
  banks,
  account,
  accounts,
  books,
  exports,
  letterhead,
  oneOffs,
  own,
  reading,
  repairs,
  start,
  statements,
};
