// Measures the latency of one request repeated at a steady pace, in a process of its own, until SIGTERM. Arguments: url, bearer token, how many each
// second, method, body ({n} in it is the number of the request). Prints a line when it begins, and at the end milliseconds, counted from the moment at which each was due: a delayed request delays none of the others.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';

const [url = '', token = '', perSecond = '50', method = 'GET', body = ''] = process.argv.slice(2);
const { origin, pathname, search } = new URL(url);
const everyMs = 1000 / Number(perSecond);
const agent = new Agent({ connections: 50 });
const latencies: number[] = [];
let isRunning = true;
process.on('SIGTERM', () => {
  isRunning = false;
});

async function sendRequest(due: number, nth: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(body === '' ? {} : { 'content-type': 'application/json' }) };
  const response = await agent.request({
    origin,
    path: pathname + search,
    method: method as 'GET',
    headers,
    body: body.replaceAll('{n}', String(nth)),
  });
  await response.body.dump();
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}.`);
  latencies.push(performance.now() - due);
}

const pendingRequests: Promise<void>[] = [];
console.log('begins');
for (let due = performance.now(); isRunning; due += everyMs) {
  await delay(Math.max(0, due - performance.now()));
  pendingRequests.push(sendRequest(due, pendingRequests.length));
}
await Promise.all(pendingRequests);
await agent.close();
latencies.sort((a, b) => a - b);
const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
console.log(
  JSON.stringify({ p50: percentile(0.5), p99: percentile(0.99), max: latencies.at(-1), count: latencies.length }),
);
