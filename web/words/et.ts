// Estonian, complete: a missing word is a type error.

import { account } from './et/account.ts';
import { accounts } from './et/accounts.ts';
import { books } from './et/books.ts';
import { apartments, buildings } from './et/buildings.ts';
import { care } from './et/care.ts';
import { charges } from './et/charges.ts';
import { common } from './et/common.ts';
import { entry } from './et/entry.ts';
import { errors } from './et/errors.ts';
import { exports } from './et/exports.ts';
import { home } from './et/home.ts';
import { computed, generate, invoices } from './et/invoices.ts';
import { letterhead } from './et/letterhead.ts';
import { meters } from './et/meters.ts';
import { oneOffs } from './et/one-offs.ts';
import { own } from './et/own.ts';
import { paper } from './et/paper.ts';
import { payments } from './et/payments.ts';
import { people } from './et/people.ts';
import { periods } from './et/periods.ts';
import { reading } from './et/reading.ts';
import { repairs } from './et/repairs.ts';
import { requests } from './et/requests.ts';
import { sending } from './et/sending.ts';
import { sessions } from './et/sessions.ts';
import { banks, settings, webhooks } from './et/settings.ts';
import { start } from './et/start.ts';
import { statements } from './et/statements.ts';
import type { Words } from './words.ts';

export const words: Words = {
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
