// The service in a process of its own, as `npm start` starts it.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { once } from '../src/platform/processes/memoize.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=100'];

export type ServiceProcess = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

/** The processes that run, which end with the benchmark, also where that ends by an error or a signal. */
const running = once(() => {
  const children = new Set<ChildProcess>();
  process.once('exit', () => {
    for (const child of children) child.kill();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return children;
});

/** Starts it on a free port, after loading a module of the benchmark if one is named, and returns when it is ready. */
export async function startProcess(settings: Readonly<Record<string, string>>, module?: URL): Promise<ServiceProcess> {
  const more = module === undefined ? [] : ['--import', module.href];
  const child = spawn(process.execPath, [...flags, ...more, 'start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running().add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('exit', () => running().delete(child));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part) => {
      output += part;
      const [, address] = /is ready.* API (http:\S+?)\/api/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The service did not start: ${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid ?? 0, stop };
}
