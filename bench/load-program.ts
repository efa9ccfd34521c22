// Sends one request again and again over persistent connections, in a process of its own, and prints how many a second
// were answered and how long they took. Its argument is a LoadPlan as JSON. It prints a line when it begins; without
// `seconds` it goes on until SIGTERM.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import type { LoadPlan, LoadResult } from './load.ts';

const plan: LoadPlan = JSON.parse(process.argv[2] ?? '');
const { url, token, connections, perSecond, seconds = Number.POSITIVE_INFINITY, method = 'GET', body } = plan;
const { origin, pathname: path, search } = new URL(url);
const type = body === undefined ? {} : { 'content-type': 'application/json' };
const headers = { authorization: `Bearer ${token}`, ...type };
const agent = new Agent({ connections });
const took: number[] = [];
let [sent, running, refused] = [0, 0, 0];
const began = performance.now();
let until = began + seconds * 1000;
process.on('SIGTERM', () => {
  until = 0;
});

/**
 * Sends the next request. It counts from the moment at which it was due, so that a delayed one delays none of the
 * others.
 */
async function send(due: number): Promise<void> {
  running += 1;
  const text = body?.replaceAll('{n}', String(sent));
  sent += 1;
  const response = await agent.request({ origin, path: path + search, method, headers, body: text ?? null });
  await response.body.dump({ limit: 10_000_000 });
  running -= 1;
  if (response.statusCode >= 300) refused += 1;
  else took.push(performance.now() - due);
}

/** As many as the connections take, each after the other. */
async function saturate(): Promise<void> {
  const line = async () => {
    while (performance.now() < until) await send(performance.now());
  };
  await Promise.all(Array.from({ length: connections }, line));
}

/** At a steady pace. With `drop`, none is sent while all connections are in use. */
async function keepPace(everyMs: number): Promise<void> {
  const waiting: Promise<void>[] = [];
  for (let due = performance.now(); performance.now() < until; due += everyMs) {
    await delay(Math.max(0, due - performance.now()));
    if (!plan.drop || running < connections) waiting.push(send(due));
  }
  await Promise.all(waiting);
}

console.log('begins');
await (perSecond === undefined ? saturate() : keepPace(1000 / perSecond));
const elapsed = (performance.now() - began) / 1000;
await agent.close();
took.sort((a, b) => a - b);
const percentile = (part: number) => took[Math.floor(took.length * part)] ?? Number.NaN;
const result: LoadResult = {
  perSecond: took.length / elapsed,
  refused,
  p50: percentile(0.5),
  p99: percentile(0.99),
  max: took.at(-1) ?? Number.NaN,
};
console.log(JSON.stringify(result));
