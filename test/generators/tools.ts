// The foreign tools of these tests, and how they are run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Where the tools are, and what they write. */
export const toolsFolder = join(root, 'node_modules/.cache/generators');

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
