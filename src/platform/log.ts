// Logs: one JSON line each (pino). They never contain tokens, passwords, secrets or bodies.
import { pino } from 'pino';
import type { LogLevel } from './config/config.ts';

export type Log = ReturnType<typeof makeLog>;

/** The process's log, on standard error, so that standard output stays for people. */
export function makeLog(level: LogLevel) {
  const output = pino.destination({ fd: 2, sync: false });
  output.on('error', () => {}); // A closed log or a full disk must not end the process.
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
