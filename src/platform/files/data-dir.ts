// DATA_DIR permissions: mode 0700, or 0710 if the embedded server runs as another user, whose group may then only pass
// through.
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { messageOf } from '../errors.ts';

/** The names that the service and its commands use in a DATA_DIR. A folder with anything else is not ours to close. */
const knownEntries =
  /^(secret\.key.*|postgres.*|tmp|mail|demo|last-backup|health-probe-\d+|made-by-the-demo|screenshots|lost\+found)$/;

/** Creates a closed DATA_DIR; an existing one is not changed. */
export function createDataDir(dataDir: string): void {
  if (mkdirSync(dataDir, { recursive: true }) !== undefined) chmodSync(dataDir, 0o700);
}

/**
 * Closes a DATA_DIR, unless it contains foreign files: then the operator gets a warning. `server` is another user who
 * must pass through.
 */
export function restrictDataDir(
  dataDir: string,
  print: (line: string) => void,
  server?: { readonly uid: number; readonly gid: number },
): void {
  if (!existsSync(dataDir)) return;
  const { uid, gid, mode } = statSync(dataDir);
  const groupMayPass = server !== undefined && server.uid !== uid;
  const closed = (mode & 0o077) === 0 || (groupMayPass && (mode & 0o077) === 0o010 && gid === server.gid);
  const passable = !groupMayPass || (mode & 0o010) !== 0;
  if (closed && passable) return;
  const names = readdirSync(dataDir);
  const foreign = names.find((name) => !knownEntries.test(name));
  const wanted = groupMayPass ? 0o710 : 0o700;
  const advice = `chmod ${wanted.toString(8)} ${dataDir}`;
  if (foreign !== undefined) {
    if (!closed)
      print(`DATA_DIR ${dataDir} is open to other users. It also holds ${foreign}, so it is left so: ${advice}`);
    return;
  }
  try {
    if (groupMayPass) chownSync(dataDir, uid, server.gid);
    chmodSync(dataDir, wanted);
    if (!closed && names.length > 0)
      print(`DATA_DIR ${dataDir} was open to other users and is closed now (${advice}).`);
  } catch (error) {
    // Not our folder, or a file system without modes: the service works there as before.
    print(`DATA_DIR ${dataDir} is open to other users and could not be closed (${messageOf(error)}): ${advice}`);
  }
}
