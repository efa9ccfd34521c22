// Installs tools that have a lockfile of their own into a cache, so that `npm ci` of the project stays light.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lockfile = 'package-lock.json';

/** Installs the packages of a folder's lockfile into another folder, unless they are there. */
export function installTools(from: string, to: string): void {
  const [wanted, present] = [join(from, lockfile), join(to, lockfile)];
  const isComplete = existsSync(join(to, 'node_modules/.package-lock.json'));
  if (isComplete && existsSync(present) && readFileSync(present).equals(readFileSync(wanted))) return;
  mkdirSync(to, { recursive: true });
  for (const name of ['package.json', lockfile]) copyFileSync(join(from, name), join(to, name));
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', words, { cwd: to, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The tools of ${from} could not be installed.`);
}
