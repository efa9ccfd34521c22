// Latvian, complete: a missing word is a type error.

import { account } from './lv/account.ts';
import { accounts } from './lv/accounts.ts';
import { books } from './lv/books.ts';
import { apartments, buildings } from './lv/buildings.ts';
import { care } from './lv/care.ts';
import { charges } from './lv/charges.ts';
import { common } from './lv/common.ts';
import { entry } from './lv/entry.ts';
import { errors } from './lv/errors.ts';
import { exports } from './lv/exports.ts';
import { home } from './lv/home.ts';
import { computed, generate, invoices } from './lv/invoices.ts';
import { letterhead } from './lv/letterhead.ts';
import { meters } from './lv/meters.ts';
import { oneOffs } from './lv/one-offs.ts';
import { own } from './lv/own.ts';
import { paper } from './lv/paper.ts';
import { payments } from './lv/payments.ts';
import { people } from './lv/people.ts';
import { periods } from './lv/periods.ts';
import { reading } from './lv/reading.ts';
import { repairs } from './lv/repairs.ts';
import { requests } from './lv/requests.ts';
import { sending } from './lv/sending.ts';
import { sessions } from './lv/sessions.ts';
import { banks, settings, webhooks } from './lv/settings.ts';
import { start } from './lv/start.ts';
import { statements } from './lv/statements.ts';
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
