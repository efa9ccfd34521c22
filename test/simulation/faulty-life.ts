// A process of `npm run simulate -- --planted-faults`: loads the service with one planted fault, and plays lives until
// it is found. PLANTED_FAULT is its place in the list.
import { plantFault } from '../plant-fault.ts';
import { faults } from './faults.ts';

const seeds = 6;
const stepsOfLife = 300;

const fault = faults[Number(process.env.PLANTED_FAULT)];
if (fault === undefined) throw new Error('PLANTED_FAULT names no fault.');
plantFault(fault);

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
