// Secret key check: finds data in the database that was encrypted with another secret key. It is unreadable, and
// without this check nobody would notice in time.
import { type Config, deriveAcceptedKeys } from '../config/config.ts';
import type { DatabasePool } from '../db/pool.ts';
import { keyId } from './encryption.ts';

const contentNames: Readonly<Record<string, string>> = {
  'webhook secrets': 'secrets of webhooks',
  'bank keys': 'keys of banks',
  mail: 'e-mails that wait',
};

/** Returns a warning for the operator if stored data was encrypted with another secret key; otherwise undefined. */
export async function findOtherKeyNotice(pool: DatabasePool, config: Config): Promise<string | undefined> {
  const used = await pool<{ purpose: string; keyId: Buffer }[]>`select purpose, key_id from list_encryption_keys()`;
  const closed = new Set(
    used
      .filter((item) => !deriveAcceptedKeys(config, item.purpose).some((key) => item.keyId.equals(keyId(key))))
      .map((item) => item.purpose),
  );
  if (closed.size === 0) return undefined;
  const contents = [...closed].map((text) => contentNames[text] ?? text).join(', ');
  return (
    `This is another secret key than the one that ${contents} were sealed with: they cannot be used, and people who are signed in have to sign in again. ` +
    'If you have the key of before, stop and start with that one (SECRET_KEY, SECRET_KEY_FILE, or secret.key in DATA_DIR), or give it in SECRET_KEY_PREVIOUS.'
  );
}
