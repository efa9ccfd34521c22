// The list of bank profiles. A new bank is a data file in profiles/ and a line here; of several matching profiles the
// first one counts.
import type { BankProfile } from './bank-profile.ts';
import { bancaStato } from './profiles/bancastato.ts';
import { bcv } from './profiles/bcv.ts';
import { bekb } from './profiles/bekb.ts';
import { bkb } from './profiles/bkb.ts';
import { blkb } from './profiles/blkb.ts';
import { creditSuisse } from './profiles/credit-suisse.ts';
import { danskeDenmark, danskeNorway } from './profiles/danske-denmark.ts';
import { danskeLithuania } from './profiles/danske-lithuania.ts';
import { ingNetherlands } from './profiles/ing-netherlands.ts';
import { knab } from './profiles/knab.ts';
import { lukb } from './profiles/lukb.ts';
import { migrosBank } from './profiles/migros-bank.ts';
import { neon } from './profiles/neon.ts';
import { nordea } from './profiles/nordea.ts';
import { op } from './profiles/op.ts';
import { postFinance } from './profiles/postfinance.ts';
import { rabobank } from './profiles/rabobank.ts';
import { raiffeisenSwitzerland } from './profiles/raiffeisen-switzerland.ts';
import { sPankki } from './profiles/s-pankki.ts';
import { sebSweden } from './profiles/seb-sweden.ts';
import { sparebank1 } from './profiles/sparebank1.ts';
import { swedbankSweden } from './profiles/swedbank-sweden.ts';
import { ubs } from './profiles/ubs.ts';
import { zkb } from './profiles/zkb.ts';

export const bankProfiles: readonly BankProfile[] = [
  postFinance,
  ubs,
  zkb,
  raiffeisenSwitzerland,
  bekb,
  bkb,
  blkb,
  lukb,
  bcv,
  bancaStato,
  neon,
  creditSuisse,
  migrosBank,
  op,
  sPankki,
  nordea,
  swedbankSweden,
  sebSweden,
  danskeDenmark,
  danskeNorway,
  danskeLithuania,
  sparebank1,
  ingNetherlands,
  knab,
  rabobank,
];
