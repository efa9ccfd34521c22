// The demo in a process of its own, for programs that look at the console.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

/** A running demo, and its owner. */
export type Demo = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly email: string;
  readonly password: string;
};

/** The demo, once its month is played and it waits for visitors. Throws when it does not start. */
export async function playDemo(): Promise<Demo> {
  const child = spawn(process.execPath, [join(root, 'start.mjs'), 'demo'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /Look\s+(http\S+)\/console/.exec(line)?.[1] ?? url;
    const reported = /Sign in\s+(\S+), password (\S+)/.exec(line);
    if (reported === null) continue;
    child.stdout.resume();
    return { child, url, email: reported[1] ?? '', password: reported[2] ?? '' };
  }
  throw new Error('The demo ended before it could be looked at.');
}
