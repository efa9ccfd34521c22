// The foreign tools of these tests, and how they are run.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Where the tools are, and what they write. */
export const toolsFolder = join(root, 'node_modules/.cache/generators');

const lockfile = 'package-lock.json';

/** Installs the tools of the lockfile beside this file, unless they are there, so that `npm ci` stays light. */
export function installTools(): void {
  const [from, to] = [import.meta.dirname, toolsFolder];
  const [wanted, present] = [join(from, lockfile), join(to, lockfile)];
  const isComplete = existsSync(join(to, 'node_modules/.package-lock.json'));
  if (isComplete && existsSync(present) && readFileSync(present).equals(readFileSync(wanted))) return;
  mkdirSync(to, { recursive: true });
  for (const name of ['package.json', lockfile]) copyFileSync(join(from, name), join(to, name));
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', words, { cwd: to, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The tools of ${from} could not be installed.`);
}

/**
 * Runs a program in the folder of the tools, and returns what it writes; fails with all of its output unless it ends
 * with 0.
 */
export async function runTool(program: string, words: readonly string[]): Promise<string> {
  const child = spawn(program, words, {
    cwd: toolsFolder,
    env: { ...process.env, CI: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, messages]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (part: string) => output.push(part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => messages.push(part));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  assert.equal(code, 0, [[program, ...words].join(' '), ...output, ...messages].join('\n'));
  return output.join('');
}

/** The path of a tool's program. */
export const toolPath = (name: string) => join(toolsFolder, 'node_modules/.bin', name);
