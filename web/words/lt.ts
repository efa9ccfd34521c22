// Lithuanian, complete: a missing word is a type error.

import { account } from './lt/account.ts';
import { accounts } from './lt/accounts.ts';
import { books } from './lt/books.ts';
import { apartments, buildings } from './lt/buildings.ts';
import { care } from './lt/care.ts';
import { charges } from './lt/charges.ts';
import { common } from './lt/common.ts';
import { entry } from './lt/entry.ts';
import { errors } from './lt/errors.ts';
import { exports } from './lt/exports.ts';
import { home } from './lt/home.ts';
import { computed, generate, invoices } from './lt/invoices.ts';
import { letterhead } from './lt/letterhead.ts';
import { meters } from './lt/meters.ts';
import { oneOffs } from './lt/one-offs.ts';
import { own } from './lt/own.ts';
import { paper } from './lt/paper.ts';
import { payments } from './lt/payments.ts';
import { people } from './lt/people.ts';
import { periods } from './lt/periods.ts';
import { reading } from './lt/reading.ts';
import { repairs } from './lt/repairs.ts';
import { requests } from './lt/requests.ts';
import { sending } from './lt/sending.ts';
import { sessions } from './lt/sessions.ts';
import { banks, settings, webhooks } from './lt/settings.ts';
import { start } from './lt/start.ts';
import { statements } from './lt/statements.ts';
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
