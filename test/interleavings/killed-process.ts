// A process of the service that runs one command and gets SIGKILL at a point of it: before or after a commit by itself,
// at a message by whoever receives that.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { begin, type CrashPoint, runInTurns } from './gate.ts';
import { startProcess, type World } from './processes.ts';
import { type Command, run } from './scenarios.ts';

type Task = {
  readonly database: string;
  readonly settings: World['settings'];
  readonly command: Command;
  readonly point: string;
  readonly key: string;
};

/** Runs a command in a process of its own until that is killed at a point. */
export async function killAt(world: World, command: Command, point: string, key: string): Promise<void> {
  const { database, settings } = world;
  const task: Task = { database, settings, command, point, key };
  const isImport = (option: string) => option.startsWith('--import='); // A planted fault is planted there too.
  const options = [...process.execArgv.filter(isImport), '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...options, fileURLToPath(import.meta.url)], {
    env: { ...process.env, HALDUR_KILLED_PROCESS: JSON.stringify(task) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // The receivers of messages are in this process.
  const crash: CrashPoint = { point, onReached: () => child.kill('SIGKILL') };
  world.sender = begin(command.name, async () => {}, crash).actor;
  const [code, signal] = await once(child, 'exit');
  world.sender = undefined;
  assert.equal(signal, 'SIGKILL', `${command.name} ended with ${code} and did not come to: ${point}`);
}

async function runTask({ database, settings, command, point, key }: Task): Promise<void> {
  const service = await startProcess(database, settings);
  const crash: CrashPoint = { point, onReached: () => process.kill(process.pid, 'SIGKILL') };
  const { actor } = begin(command.name, () => run(service, command, key), crash);
  await runInTurns(service.g.owner, [actor], () => 0);
  process.exit(1); // It was not killed.
}

// Imported, it does nothing.
const task = process.env.HALDUR_KILLED_PROCESS;
if (task !== undefined) await runTask(JSON.parse(task));
