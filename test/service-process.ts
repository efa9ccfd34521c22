// A service in a process of its own, started as by an operator, in a temporary folder: it can be killed, and so can its
// database.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

type Start = { readonly folder?: string; readonly errors?: 'inherit' | 'pipe'; readonly flags?: readonly string[] };

/**
 * Starts a service. `ready` is the API's address, or that of a worker's metrics. The caller ends it: what is started in
 * a test file comes from makeServiceProcess.
 */
export function startProcess(
  environment: Readonly<Record<string, string | undefined>>,
  { folder = root, errors = 'inherit', flags = [] }: Start = {},
): { readonly child: ChildProcess; readonly ready: Promise<string> } {
  const options = { cwd: folder, env: environment } as const;
  const child: ChildProcess = spawn(process.execPath, [...flags, 'start.mjs'], {
    ...options,
    stdio: ['ignore', 'pipe', errors],
  });
  let said = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (part) => {
      said += part;
      const address = /(?:API|metrics) (http:\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address.replace(/[,.]$/, ''));
    });
    child.stderr?.on('data', (part) => {
      said += part;
    });
    child.once(errors === 'pipe' ? 'close' : 'exit', (code) =>
      reject(new Error(`The service ended with ${code}: ${said}`)),
    );
  });
  return { child, ready };
}

/** Sends a signal to a process that may have ended already, and waits for its end. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/**
 * A folder for a service and ways to run it there; `folder` has the program. Its processes end and the folder is
 * deleted when the test file ends.
 */
export function makeServiceProcess(
  settings: Readonly<Record<string, string>>,
  dataDir = mkdtempSync(join(tmpdir(), 'haldur-crash-')),
  folder = root,
) {
  const environment = { ...process.env, PORT: '0', DRAIN_SECONDS: '0', ...settings, DATA_DIR: dataDir };
  const running = new Set<ChildProcess>();
  after(async () => {
    for (const child of running) await ended(child, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  /** Returns the API's address once the service is ready, or that of a worker's metrics. */
  const start = async (errors: 'inherit' | 'pipe' = 'inherit') => {
    const started = startProcess(environment, { folder, errors });
    running.add(started.child);
    return { child: started.child, url: await started.ready };
  };
  const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    running.delete(child);
    return endProcess(child, signal);
  };
  /** Kills the database under the service. */
  const killDatabase = (): void => {
    const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };
  /** Runs the operator's command, and returns its result, which is all that it writes to standard output. */
  const admin = (...words: string[]): Record<string, string> => {
    const options = { cwd: folder, env: environment, encoding: 'utf8' } as const;
    const command = ['start.mjs', 'admin', ...words];
    return JSON.parse(execFileSync(process.execPath, command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  };
  return { dataDir, start, ended, killDatabase, admin };
}
