// SQL of second factors. They belong to a person and have no tenant, so each statement is for the person who acts
// (bindPerson), and names no table of an organization: in a distributed database theirs are elsewhere.
import type { Db } from '../platform/db/pool.ts';
import type { Scope } from '../platform/db/scope.ts';

/** What shows a second factor in a list. */
export type SecondFactor = {
  readonly id: string;
  readonly kind: 'passkey' | 'app';
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
};

export type AuthenticatorApp = {
  readonly id: string;
  readonly name: string;
  readonly secret: Buffer;
  readonly lastStep: number | null;
};

/** The acting person's second factors, oldest first. */
export async function listSecondFactors({ db }: Pick<Scope, 'db'>): Promise<SecondFactor[]> {
  return db<SecondFactor[]>`
    select id, kind, name, created_at, last_used_at from second_factors where user_id = current_person() order by created_at, id`;
}

/** As listSecondFactors, locked: of two concurrent changes the second sees the first. */
export async function lockSecondFactors({ db }: Scope): Promise<SecondFactor[]> {
  await db`select pg_advisory_xact_lock(hashtextextended('second factors of ' || current_person(), 0))`;
  return listSecondFactors({ db });
}

export async function listPasskeys({ db }: Pick<Scope, 'db'>): Promise<Passkey[]> {
  return db<Passkey[]>`
    select id, name, credential_id, public_key, sign_count::float8, transports from second_factors
     where user_id = current_person() and kind = 'passkey' order by created_at, id`;
}

/** Locks the passkey that a device has under this id. */
export async function lockPasskey({ db }: Scope, credentialId: Buffer): Promise<Passkey | undefined> {
  const [row] = await db<Passkey[]>`
    select id, name, credential_id, public_key, sign_count::float8, transports from second_factors
     where user_id = current_person() and credential_id = ${credentialId} for update`;
  return row;
}

/** Locks the authenticator apps, always in one order. */
export async function lockApps({ db }: Scope): Promise<AuthenticatorApp[]> {
  return db<AuthenticatorApp[]>`
    select id, name, secret, last_step::float8 from second_factors
     where user_id = current_person() and kind = 'app' order by id for update`;
}

/** Returns false if somebody has this passkey already. */
export async function insertPasskey({ db, realNow }: Scope, passkey: Passkey): Promise<boolean> {
  const { count } = await db`
    insert into second_factors (user_id, id, kind, name, credential_id, public_key, sign_count, transports, created_at)
    values (current_person(), ${passkey.id}, 'passkey', ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.signCount},
            ${[...passkey.transports]}, ${realNow})
    on conflict do nothing`;
  return count === 1;
}

export async function insertApp({ db, realNow }: Scope, app: AuthenticatorApp): Promise<void> {
  await db`
    insert into second_factors (user_id, id, kind, name, secret, last_step, created_at)
    values (current_person(), ${app.id}, 'app', ${app.name}, ${app.secret}, ${app.lastStep}, ${realNow})`;
}

export async function recordPasskeyUse({ db, realNow }: Scope, id: string, signCount: number): Promise<void> {
  await db`
    update second_factors set sign_count = ${signCount}, last_used_at = ${realNow} where user_id = current_person() and id = ${id}`;
}

/** Records the use of an app: codes of this step and earlier ones are no longer accepted. */
export async function recordAppUse({ db, realNow }: Scope, id: string, step: number): Promise<void> {
  await db`
    update second_factors set last_step = ${step}, last_used_at = ${realNow} where user_id = current_person() and id = ${id}`;
}

/** Replaces the encrypted secret of an app. */
export async function replaceAppSecret({ db }: Scope, id: string, secret: Buffer): Promise<void> {
  await db`update second_factors set secret = ${secret} where user_id = current_person() and id = ${id} and kind = 'app'`;
}

export async function renameSecondFactor({ db }: Scope, id: string, name: string): Promise<void> {
  await db`update second_factors set name = ${name} where user_id = current_person() and id = ${id}`;
}

export async function deleteSecondFactor({ db }: Scope, id: string): Promise<void> {
  await db`delete from second_factors where user_id = current_person() and id = ${id}`;
}

export async function deleteAllSecondFactors({ db }: Scope): Promise<void> {
  await db`delete from second_factors where user_id = current_person()`;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes({ db }: Scope, hashes: readonly Buffer[]): Promise<void> {
  await db`delete from recovery_codes where user_id = current_person()`;
  await db`insert into recovery_codes (user_id, hash) select current_person(), unnest(${[...hashes]}::bytea[])`;
}

/** Uses up a recovery code. Returns false if there is none like it. */
export async function useRecoveryCode({ db }: Scope, hash: Buffer): Promise<boolean> {
  const rows = await db`delete from recovery_codes where user_id = current_person() and hash = ${hash} returning hash`;
  return rows.length === 1;
}

export async function countRecoveryCodes({ db }: Scope): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = current_person()`;
  return row?.count ?? 0;
}

/** What a second factor must answer. */
export type Challenge = {
  readonly purpose: 'sign_in' | 'passkey_sign_in' | 'add_passkey' | 'add_app' | 'confirm';
  readonly organizationId: string | null;
  readonly signedInWith: string | null;
  readonly secret: Buffer | null;
};

/** Stores a challenge, and deletes those of the acting person, or of nobody, that have expired. */
export async function insertChallenge(
  db: Db,
  now: Date,
  challenge: Challenge & { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db`delete from second_factor_challenges where user_id is not distinct from current_person() and expires_at <= ${now}`;
  await db`
    insert into second_factor_challenges (hash, user_id, purpose, organization_id, signed_in_with, secret, expires_at)
    values (${challenge.hash}, current_person(), ${challenge.purpose}, ${challenge.organizationId}, ${challenge.signedInWith}, ${challenge.secret},
            ${challenge.expiresAt})`;
}

/** A challenge of the acting person, or of nobody; locked, unless the transaction only reads. */
export async function findChallenge(
  db: Db,
  now: Date,
  hash: Buffer,
  { lock }: { readonly lock: boolean },
): Promise<Challenge | undefined> {
  const [row] = await db<Challenge[]>`
    select purpose, organization_id, signed_in_with, secret from second_factor_challenges
     where hash = ${hash} and user_id is not distinct from current_person() and expires_at > ${now} ${lock ? db`for update` : db``}`;
  return row;
}

/** Returns false if it was deleted before. */
export async function deleteChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const rows = await db`
    delete from second_factor_challenges where hash = ${hash} and user_id is not distinct from current_person() returning hash`;
  return rows.length === 1;
}

/** Those of some members of the organization who have a second factor. */
export async function findHolders({ db }: Scope, userIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ userId: string }[]>`select user_id from with_second_factor(${[...userIds]}) as user_id`;
  return rows.map(({ userId }) => userId);
}
