// The driver: postgres.js 3.4.9 with six faults mended as it is loaded, so that a lost connection costs an error and never a place in the pool.
// They are known upstream (porsager/postgres 1168, 1193, 1208) and not released; each is proven by db.test.ts. A newer driver goes without this file.
import { registerHooks } from 'node:module';

type Mend = { readonly times: number; readonly wrong: string; readonly right: string };

const mends: readonly Mend[] = [
  {
    // A connection that closes while bytes wait to be written kept them, and the mark that they wait: it never wrote again.
    times: 2,
    wrong: '    clearImmediate(nextWriteTimer)\n',
    right: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
  },
  {
    // Bytes for a connection that has closed already ended the process.
    times: 1,
    wrong: '    const x = socket.write(chunk, fn)\n',
    right:
      "    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options, socket))\n      return false\n    }\n    const x = socket.write(chunk, fn)\n",
  },
  {
    // A server that closes before the first answer (a proxy whose server is away) was asked again at once, for ever.
    times: 1,
    wrong: '    if (initial)\n      return reconnect()\n',
    right: '    if (initial && options.host.length > 1)\n      return reconnect()\n',
  },
  {
    // What was asked between a connection's error and its close was never answered.
    times: 1,
    wrong: '    !hadError && (query || sent.length) && error(',
    right: '    if (initial || query || sent.length)\n      error(',
  },
  {
    // A connection lost while the driver asked for the server's types, before the first query, ended the process. (Its close tells the first query.)
    times: 1,
    wrong: '        return fetchArrayTypes()\n',
    right: '        return fetchArrayTypes().catch(() => {})\n',
  },
  {
    // The last error of a closed connection was told again to the first query of the next one.
    times: 1,
    wrong: '    closedTime = performance.now()\n',
    right:
      '    query = results = errorResponse = null\n    result = new Result()\n    closedTime = performance.now()\n',
  },
];

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return url.endsWith('/postgres/src/connection.js') ? { ...loaded, source: mended(String(loaded.source)) } : loaded;
  },
});
export const { default: postgres } = await import('postgres');
hooks.deregister();

function mended(source: string): string {
  return mends.reduce((text, { times, wrong, right }) => {
    if (text.split(wrong).length - 1 !== times)
      throw new Error(
        'This is not postgres.js 3.4.9. See whether its faults are gone, then take src/platform/driver.ts away.',
      );
    return text.replaceAll(wrong, right);
  }, source);
}
