// Loaded before a process of the service (`--import`): its clock is shifted by the milliseconds in the file
// SHIFTED_CLOCK, which SIGUSR2 makes it read again.
import { existsSync, readFileSync } from 'node:fs';

const file = process.env.SHIFTED_CLOCK;
const RealDate = Date;
let shiftMs = 0;
const read = () => {
  shiftMs = file !== undefined && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};

// Node's test runner also runs every file here once by itself.
if (file !== undefined) {
  read();
  process.on('SIGUSR2', read);
  const now = () => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
