// `npm run mutate`: changes the code of pure modules, one place at a time, and counts the changes that no test notices.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../../src/platform/errors.ts';
import { installTools } from '../install-tools.ts';
import { type Answer, answers } from './answers.ts';
import { type MutatedModule, mutatedModules } from './modules.ts';

const usage = `npm run mutate -- [--again] [MODULE …]
    changes the code of these modules, or of all: ${Object.keys(mutatedModules).join(', ')}
    --again runs only what has changed since the last time`;

/** In percent. */
const minScore = 85;
const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/mutation');
const program = join(cache, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** The part of Stryker's report that is read here. Lines and columns begin at 1. */
type Position = { readonly line: number; readonly column: number };
type MutantReport = {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage';
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
};
type Report = {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly MutantReport[] }>>;
};
/** A change that no test noticed. `code` is the line where it begins, `change` what it replaces there and by what. */
type Survivor = { readonly file: string; readonly line: number; readonly code: string; readonly change: string };

/**
 * Runs the named modules, and prints the score of each and every survivor without an answer. The process exits with 1
 * if there is one, or a score is too low.
 */
export async function mutate(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(usage);
  const named = words.filter((word) => !word.startsWith('-'));
  const unknown = named.find((name) => !Object.hasOwn(mutatedModules, name));
  if (unknown !== undefined) throw new OperatorError(`No module is named ${unknown}.\n${usage}`);
  installTools(import.meta.dirname, cache);
  console.log(
    '| module | mutants | killed | survived, answered | survived, not answered | score |\n|---|---|---|---|---|---|',
  );
  const survivors: Survivor[] = [];
  for (const [name, module] of Object.entries<MutatedModule>(mutatedModules))
    if (named.length === 0 || named.includes(name))
      survivors.push(...judge(name, runStryker(name, module, words.includes('--again'))));
  for (const { file, line, code, change } of survivors) console.log(`${file}:${line}\n  ${code}\n  ${change}`);
}

function runStryker(name: string, { files, tests }: MutatedModule, again: boolean): Report {
  const reportFile = join(cache, `${name}.json`);
  const options = {
    testRunner: 'in-process',
    plugins: ['./test/mutation/in-process-runner.ts'],
    mutate: files,
    coverageAnalysis: 'perTest',
    concurrency: 1,
    maxTestRunnerReuse: 200, // Modules that were loaded stay in memory.
    disableTypeChecks: false,
    tsconfigFile: 'none', // Stryker would look for TypeScript.
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: reportFile },
    incremental: true,
    incrementalFile: join(cache, `${name}-last.json`),
    force: !again,
    tempDirName: join(tmpdir(), `haldur-mutation-${process.pid}`), // Node reads no types under node_modules.
    ignorePatterns: ['**', '!src/**', '!test/**', '!package.json'],
  };
  mkdirSync(cache, { recursive: true });
  const optionsFile = join(cache, `${name}-options.json`);
  writeFileSync(optionsFile, JSON.stringify(options));
  const { status } = spawnSync(process.execPath, [program, 'run', optionsFile], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: tests.join(' ') },
    stdio: ['ignore', 2, 2], // Its progress is no part of the table.
  });
  if (status !== 0) throw new OperatorError(`The module ${name} could not be run.`);
  return JSON.parse(readFileSync(reportFile, 'utf8'));
}

/** Prints the score of a module, and returns the survivors that nobody has answered. */
function judge(name: string, report: Report): Survivor[] {
  const files = Object.entries(report.files);
  const mutants = files.flatMap(([, { mutants }]) => mutants);
  const survivors = files.flatMap(([file, { source, mutants }]) =>
    mutants.filter(({ status }) => !isKilled(status)).map((mutant) => survivorOf(file, source.split('\n'), mutant)),
  );
  const unanswered = survivors.filter((survivor) => !answers.some((answer) => isAnswered(survivor, answer)));
  const killed = mutants.length - survivors.length;
  const score = (100 * killed) / mutants.length;
  const answered = survivors.length - unanswered.length;
  console.log(
    `| ${name} | ${mutants.length} | ${killed} | ${answered} | ${unanswered.length} | ${score.toFixed(1)} % |`,
  );
  if (score < minScore || unanswered.length > 0) process.exitCode = 1;
  return unanswered;
}

const isKilled = (status: MutantReport['status']) => status !== 'Survived' && status !== 'NoCoverage';

function survivorOf(file: string, lines: readonly string[], { location, replacement = '' }: MutantReport): Survivor {
  const { start, end } = location;
  const first = lines[start.line - 1] ?? '';
  const original = first.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined).trim();
  const change = `${original} → ${replacement.replace(/\s+/g, ' ').trim()}`;
  return { file, line: start.line, code: first.trim(), change };
}

function isAnswered({ file, code, change }: Survivor, answer: Answer): boolean {
  return answer.file === file && code.includes(answer.code) && answer.changes.includes(change);
}
