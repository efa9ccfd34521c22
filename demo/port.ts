// A port to listen on: the requested one, or the next free one.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, OperatorError } from '../src/platform/errors.ts';

const maxTries = 20;

/**
 * The first free port of a host, from the requested one on; 0 gives any, below those that connections get from the
 * system meanwhile. Other problems with a port are reported by the service when it listens. Throws OperatorError.
 */
export async function freePort(host: string, requested: number): Promise<number> {
  const wanted = requested === 0 ? randomInt(20_000, 32_000) : requested;
  for (let port = wanted; port < Math.min(wanted + maxTries, 65_536); port++) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') continue;
      return port;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new OperatorError(
    `Ports ${wanted} to ${wanted + maxTries - 1} on ${host} are all taken. Choose another with PORT.`,
  );
}
