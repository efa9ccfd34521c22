// Builds the console before a service starts, in a process of its own, whose memory is freed with it. A failed build is
// logged, and does not stop the start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isBuilt } from './build.ts';

/** Builds the console when it is missing or older than its sources. */
export async function ensureConsoleBuilt(log: (line: string) => void): Promise<void> {
  if (await isBuilt()) return;
  log('Building the console. It is kept until its sources change.');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../start.mjs'), 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0)
    log(
      'The console could not be built, so /console is not served. The lines above say why; npm run build tries again.',
    );
}
