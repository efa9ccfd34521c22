// Russian, complete: a missing word is a type error.

import { account } from './ru/account.ts';
import { accounts } from './ru/accounts.ts';
import { books } from './ru/books.ts';
import { apartments, buildings } from './ru/buildings.ts';
import { care } from './ru/care.ts';
import { charges } from './ru/charges.ts';
import { common } from './ru/common.ts';
import { entry } from './ru/entry.ts';
import { errors } from './ru/errors.ts';
import { exports } from './ru/exports.ts';
import { home } from './ru/home.ts';
import { computed, generate, invoices } from './ru/invoices.ts';
import { letterhead } from './ru/letterhead.ts';
import { meters } from './ru/meters.ts';
import { oneOffs } from './ru/one-offs.ts';
import { own } from './ru/own.ts';
import { paper } from './ru/paper.ts';
import { payments } from './ru/payments.ts';
import { people } from './ru/people.ts';
import { periods } from './ru/periods.ts';
import { reading } from './ru/reading.ts';
import { repairs } from './ru/repairs.ts';
import { requests } from './ru/requests.ts';
import { sending } from './ru/sending.ts';
import { sessions } from './ru/sessions.ts';
import { banks, settings, webhooks } from './ru/settings.ts';
import { start } from './ru/start.ts';
import { statements } from './ru/statements.ts';
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
