// HAProxy for tests, with the configuration of deploy/haproxy.cfg. Where it is not installed, tests do without.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const configuration = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));

export const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined;

/** Starts HAProxy before two processes on loopback; it ends with the test file. Returns its URL. */
export async function startHaproxy(port: number, [first, second]: readonly number[]): Promise<string> {
  const env = {
    ...process.env,
    BALANCER: `127.0.0.1:${port}`,
    API_1: `127.0.0.1:${first}`,
    API_2: `127.0.0.1:${second}`,
  };
  const child = spawn('haproxy', ['-db', '-f', configuration], { env, stdio: 'ignore' });
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return `http://127.0.0.1:${port}`;
}
