// The program that the embedded server runs for each segment of its log if backups are encrypted: archives it packed and encrypted (wal-archive.ts).
//
// A file cannot be compared with the segment without the key that decrypts it. So its name has the beginning of the segment's SHA-256.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { encryptFor } from '../crypto/backup-encryption.ts';
import { messageOf } from '../errors.ts';
import { syncFolder } from '../files/durable-files.ts';

/** Returns why a segment was not archived; undefined if it was. */
async function archiveSegment(
  recipients: readonly string[],
  mark: string,
  folder: string,
  path: string,
  name: string,
): Promise<string | undefined> {
  if (!existsSync(mark)) return 'the archive is not there: is its disk mounted?';
  const hash = await hashOf(path);
  const target = `${name}.${hash.slice(0, 16)}.gz.age`;
  const plain = `${name}.gz`; // Of before BACKUP_RECIPIENT was set.
  const archived = readdirSync(folder).filter(
    (each) => each === plain || (/^\.[0-9a-f]{16}\.gz\.age$/.test(each.slice(name.length)) && each.startsWith(name)),
  );
  // The server was killed before it took note.
  if (archived.includes(target)) return undefined;
  if (archived.includes(plain) && hash === (await hashOfPacked(join(folder, plain)))) return undefined;
  if (archived.length > 0) return `${name} is in the archive with other content`;
  const partial = join(folder, `.${name}.partial`);
  try {
    await pipeline(
      createReadStream(path),
      createGzip({ level: 1 }),
      (packed: AsyncIterable<Buffer>) => encryptFor(recipients, packed),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    rmSync(partial, { force: true });
    return messageOf(error);
  }
  renameSync(partial, join(folder, target));
  syncFolder(folder);
  return undefined;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function hashOfPacked(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), createGunzip(), hash);
  return hash.digest('hex');
}

// Without arguments it only shows that it can be run.
const [recipients = '', mark = '', folder = '', path = '', name] = process.argv.slice(2);
const problem =
  name === undefined
    ? undefined
    : await archiveSegment(recipients.split(','), mark, folder, path, name).catch(messageOf);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
