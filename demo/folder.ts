// The demo's folder: empty at each start, deleted at the end. The demo never touches what it did not create.
import { existsSync, mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateCluster } from '../src/platform/embedded-postgres/cluster-folder.ts';
import { startEmbedded } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { codeOf, messageOf, OperatorError } from '../src/platform/errors.ts';

const markerFile = 'made-by-the-demo';

/**
 * Creates the folder again. Throws OperatorError when an existing one is not the demo's, or is in use by a running
 * demo.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    if (existsSync(path)) {
      requireDemoFolder(path);
      await stopLeftoverServer(path);
      removeFolder(path);
    }
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(join(path, markerFile), 'The demo made this folder, and removes it with all that is in it.\n');
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new OperatorError(
      `The demo cannot keep its data in ${path}: ${messageOf(error)}. Choose a folder with DATA_DIR.`,
    );
  }
}

/** Deletes the folder and its database, the marker last, so that the next demo can complete an interrupted deletion. */
export function removeFolder(path: string): void {
  // The database has a place of its own where its user may not enter the folder.
  const pointer = join(path, 'postgres.place');
  if (existsSync(pointer)) rmSync(locateCluster(realpathSync(path), () => {}).dir, { recursive: true, force: true });
  for (const name of readdirSync(path))
    if (name !== markerFile) rmSync(join(path, name), { recursive: true, force: true });
  rmSync(join(path, markerFile), { force: true });
  rmdirSync(path);
}

function requireDemoFolder(path: string): void {
  const names = readdirSync(path);
  if (names.length === 0 || names.includes(markerFile)) return;
  throw new OperatorError(
    `The demo would keep its data in ${path}, but that folder holds something that is not the demo’s. Move it away, or choose another place with DATA_DIR.`,
  );
}

/**
 * Stops the server that a killed demo left behind; throws while a demo is running. A demo that ended in order leaves no
 * record.
 */
async function stopLeftoverServer(path: string): Promise<void> {
  if (!existsSync(join(path, 'postgres.json'))) return;
  const server = await startEmbedded({ dataDir: path, print: () => {} });
  await server.stop();
}
