// A process of `npm run simulate -- --planted-faults`: loads the service with one planted fault, and plays lives until
// it is found.
import { noRateLimits, openTestService } from '../service-fixture.ts';
import { startOutsideWorld } from './outside.ts';
import { playLife, stepsUpTo } from './play.ts';

const seeds = 6;
const stepsOfLife = 300;

let [next, played, isFound] = [1, 0, false];

/** Plays the next lives, one after another, until one differs. */
async function playLives(): Promise<void> {
  const outside = await startOutsideWorld();
  const { service: g, close } = await openTestService({ rateLimits: noRateLimits });
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
  await close();
}

// A life mostly waits for the database, so several are played at once.
await Promise.all([playLives(), playLives(), playLives()]);
process.exit();
