// A process of `npm run simulate -- --planted-faults`: loads the service with one planted fault, and plays lives until it is found. PLANTED_FAULT is its place in the list.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { faults } from './faults.ts';

const seeds = 6;
const stepsOfLife = 300;

const fault = faults[Number(process.env.PLANTED_FAULT)];
if (fault === undefined) throw new Error('PLANTED_FAULT names no fault.');
const faultyUrl = pathToFileURL(fault.file).href;
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url !== faultyUrl) return loaded;
    const source = String(loaded.source);
    if (source.split(fault.find).length !== 2) throw new Error(`${fault.file} does not have this once: ${fault.find}`);
    return { ...loaded, source: source.replace(fault.find, () => fault.replace) };
  },
});

const { startSimulatedService } = await import('./simulate.ts');
const { startOutsideWorld } = await import('./outside.ts');
const { playLife, stepsUpTo } = await import('./play.ts');
let [next, played, isFound] = [1, 0, false];

/** Plays the next lives, one after another, until one differs. */
async function playLives(): Promise<void> {
  const outside = await startOutsideWorld();
  const { g, stop } = await startSimulatedService();
  while (next <= seeds && !isFound) {
    const seed = next;
    next += 1;
    const result = await playLife(g, outside, { seed, steps: stepsUpTo(stepsOfLife), isOver: () => isFound });
    played += result.played;
    if (result.failure === undefined || isFound) continue;
    isFound = true;
    const { check, step, text } = result.failure;
    console.log(JSON.stringify({ check, seed, step, played, text }));
  }
  await outside.stop();
  await stop();
}

// A life mostly waits for the database, so several are played at once.
await Promise.all([playLives(), playLives(), playLives()]);
process.exit();
