// A load of GET requests over persistent connections, in a process of its own, for a limited time. Arguments: url, bearer token, connections, seconds.
import { Client } from 'undici';

const [url = '', token = '', connections = '32', seconds = '3'] = process.argv.slice(2);
const { origin, pathname, search } = new URL(url);
const request = { method: 'GET', path: pathname + search, headers: { authorization: `Bearer ${token}` } } as const;
const deadline = performance.now() + Number(seconds) * 1000;
let answeredCount = 0;
let refusedCount = 0;

await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    const client = new Client(origin);
    while (performance.now() < deadline) {
      const { statusCode, body } = await client.request(request);
      await body.dump({ limit: 10_000_000 });
      if (statusCode === 200) answeredCount += 1;
      else refusedCount += 1;
    }
    await client.close();
  }),
);
console.log(JSON.stringify({ perSecond: answeredCount / Number(seconds), refused: refusedCount }));
