// Logs: one JSON line each (pino). Tokens, passwords, secrets and bodies never reach it.
import { pino } from 'pino';
import type { LogLevel } from './config/config.ts';

export type Log = ReturnType<typeof makeLog>;

/** The process's log, on standard error, so that standard output stays for people. */
export function makeLog(level: LogLevel) {
  const output = pino.destination({ fd: 2, sync: false });
  output.on('error', () => {}); // A log that nobody reads any more, or whose disk is full, is no reason to end.
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
}
