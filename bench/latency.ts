// Measures the latency of one request repeated at a steady pace, in a process of its own, until SIGTERM. Arguments: url, bearer token. Prints
// milliseconds, counted from the moment at which each was due: a delayed request delays none of the others.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';

const [url = '', token = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const everyMs = 20;
const agent = new Agent({ connections: 50 });
const latencies: number[] = [];
let isRunning = true;
process.on('SIGTERM', () => {
  isRunning = false;
});

async function sendRequest(due: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await agent.request({ origin, path: pathname, method: 'GET', headers });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`);
  latencies.push(performance.now() - due);
}

const pendingRequests: Promise<void>[] = [];
for (let due = performance.now(); isRunning; due += everyMs) {
  await delay(Math.max(0, due - performance.now()));
  pendingRequests.push(sendRequest(due));
}
await Promise.all(pendingRequests);
await agent.close();
latencies.sort((a, b) => a - b);
const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
console.log(JSON.stringify({ p50: percentile(0.5), p99: percentile(0.99), count: latencies.length }));
