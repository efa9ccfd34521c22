// A port to listen on: the requested one, or the next free one.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, OperatorError } from '../src/platform/errors.ts';

const maxTries = 20;

/**
 * The first free port of a host, from the requested one on; 0 gives any. Other problems with a port are reported by the
 * service when it listens. Throws OperatorError.
 */
export async function freePort(host: string, wanted: number): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + maxTries, 65_536); port++) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') continue;
      return port;
    }
    const address = server.address();
    server.close();
    await once(server, 'close');
    return typeof address === 'object' && address !== null ? address.port : port;
  }
  throw new OperatorError(
    `Ports ${wanted} to ${wanted + maxTries - 1} on ${host} are all taken. Choose another with PORT.`,
  );
}
