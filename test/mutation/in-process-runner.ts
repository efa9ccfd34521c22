// A test runner for Stryker: loads the test files once, and runs for each changed place the tests that reach it, in the
// same process. A process for each would take a hundred times as long.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { type CollectedTest, collectedTests, collectFrom } from './collect-tests.ts';

/** What Stryker's code in a changed file and its runners share. */
type MutationState = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
};
type MutantRun = {
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
  readonly mutantActivation: 'runtime' | 'static';
};

// Every mutant meets the same values, so that a verdict can be repeated, and the smallest failing ones are of no
// interest.
fc.configureGlobal({ seed: 1, endOnFailure: true });

let generation = 0;
/** The folder of the changed copy, which Stryker enters after it has loaded this file. */
const sandboxUrl = () => `${pathToFileURL(process.cwd()).href}/`;
const collectorUrl = new URL('collect-tests.ts', import.meta.url).href;
const sources = new Map<string, string>();
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'node:test') return { url: collectorUrl, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    // A new address is a new module.
    return resolved.url.startsWith(sandboxUrl()) ? { ...resolved, url: `${resolved.url}?${generation}` } : resolved;
  },
  load(url, context, nextLoad) {
    const { pathname } = new URL(url);
    if (!url.startsWith(sandboxUrl()) || !pathname.endsWith('.ts')) return nextLoad(url, context);
    const source = sources.get(pathname) ?? stripTypeScriptTypes(readFileSync(pathname, 'utf8'));
    sources.set(pathname, source);
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Loads all modules again, so that none remembers what another mutant calculated. */
async function loadTests(): Promise<void> {
  generation += 1;
  collectedTests.length = 0;
  for (const file of (process.env.MUTATION_TESTS ?? '').split(' ')) await collectFrom(file, `${sandboxUrl()}${file}`);
}

const idOf = ({ file, name }: CollectedTest) => `${file}: ${name}`;

/** Runs a test, and returns why it failed. */
async function failureOf(collected: CollectedTest): Promise<string | undefined> {
  try {
    await collected.run();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function makeRunner() {
  const globals = globalThis as { __stryker__?: MutationState };
  globals.__stryker__ ??= {};
  const state = globals.__stryker__;
  return {
    capabilities: () => ({ reloadEnvironment: true }),
    init: loadTests,
    async dryRun() {
      const tests = [];
      for (let index = 0; index < collectedTests.length; index += 1) {
        await loadTests(); // What an earlier test left in a cache would hide what this one reaches.
        const collected = collectedTests[index] as CollectedTest;
        const [id, start] = [idOf(collected), performance.now()];
        state.currentTestId = id;
        const failure = await failureOf(collected);
        state.currentTestId = undefined;
        if (failure !== undefined) return { status: 'error', errorMessage: `${id}: ${failure}` };
        const timeSpentMs = performance.now() - start;
        tests.push({ id, name: collected.name, fileName: collected.file, status: 0, timeSpentMs });
      }
      return { status: 'complete', tests, mutantCoverage: state.mutantCoverage };
    },
    async mutantRun({ testFilter, hitLimit, activeMutant, mutantActivation }: MutantRun) {
      Object.assign(state, { hitCount: hitLimit === undefined ? undefined : 0, hitLimit });
      state.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
      try {
        await loadTests();
      } catch (error) {
        return { status: 'killed', killedBy: ['loading'], failureMessage: String(error), nrOfTests: 0 };
      }
      state.activeMutant = activeMutant.id;
      const chosen = collectedTests
        .filter((collected) => testFilter?.includes(idOf(collected)) ?? true)
        // Those take longest, and most changes fail another.
        .sort((a, b) => Number(a.isProperty) - Number(b.isProperty));
      for (const [nrOfTests, collected] of chosen.entries()) {
        const failureMessage = await failureOf(collected);
        if ((state.hitCount ?? 0) > (hitLimit ?? Number.POSITIVE_INFINITY)) return { status: 'timeout' };
        if (failureMessage !== undefined)
          return { status: 'killed', killedBy: [idOf(collected)], failureMessage, nrOfTests: nrOfTests + 1 };
      }
      return { status: 'survived', nrOfTests: chosen.length };
    },
  };
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: makeRunner }];
