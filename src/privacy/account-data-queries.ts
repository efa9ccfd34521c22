// SQL of the file of personal data: the account. Its tables belong to the person and have no tenant, so each statement
// is for the person who acts (bindPerson).
import type { Scope } from '../platform/db/scope.ts';
import { maxRows } from './model.ts';

const limit = maxRows + 1;

type OwnSignIn = {
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly secondFactorAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly expiresAt: Date;
};

/** The person's sign-ins, last used first. */
export async function listOwnSignIns({ db }: Scope): Promise<OwnSignIn[]> {
  return db<OwnSignIn[]>`
    select user_agent, address, created_at, last_used_at, second_factor_at, confirmed_at, expires_at
      from sign_ins where user_id = current_person() order by last_used_at desc, id limit ${limit}`;
}

/** When the person signed in from each device that is remembered. What the device is, nobody can read. */
export async function listOwnDevices({ db }: Scope) {
  return db`
    select seen_at as last_used_at from known_devices where user_id = current_person() order by seen_at desc limit ${limit}`;
}

/** Passkeys and authenticator apps, without what is secret. */
export async function listOwnFactors({ db }: Scope) {
  return db`
    select kind, name, created_at, last_used_at from second_factors where user_id = current_person() order by created_at, id limit ${limit}`;
}

export async function listOwnLinkedAccounts({ db }: Scope) {
  return db`
    select issuer as provider, linked_at as created_at, last_used_at
      from linked_accounts where user_id = current_person() order by linked_at, id limit ${limit}`;
}
