// A process of `npm run simulate -- --planted-faults`: loads the service with one planted fault, and plays lives until it is found. PLANTED_FAULT is its place in the list.
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
const outside = await startOutsideWorld();
const { g, stop } = await startSimulatedService();
let played = 0;
for (let seed = 1; seed <= seeds; seed += 1) {
  const result = await playLife(g, outside, { seed, steps: stepsUpTo(stepsOfLife) });
  played += result.played;
  if (result.failure === undefined) continue;
  const { check, step, text } = result.failure;
  console.log(JSON.stringify({ check, seed, step, played, text }));
  break;
}
await outside.stop();
await stop();
process.exit();
