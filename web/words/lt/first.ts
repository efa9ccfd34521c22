// Lithuanian words that the first screens need.
import type { FirstWords } from '../words.ts';
import { billBuildings } from './bill-buildings.ts';
import { apartments, buildings } from './buildings.ts';
import { common } from './common.ts';
import { emptyLists } from './empty-lists.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { calculation, generate, invoices } from './invoices.ts';
import { lists } from './lists.ts';
import { meters } from './meters.ts';
import { residentHome } from './resident-home.ts';
import { residents } from './residents.ts';
import { search } from './search.ts';
import { secondFactors } from './second-factors.ts';
import { sending } from './sending.ts';
import { signIn } from './sign-in.ts';
import { vat } from './vat.ts';

export const firstWords: FirstWords = {
  language: 'lt',
  common,
  errors,
  signIn,
  home,
  billBuildings,
  buildings,
  apartments,
  invoices,
  calculation,
  generate,
  lists,
  meters,
  sending,
  residents,
  search,
  secondFactors,
  emptyLists,
  residentHome,
  vat,
};
