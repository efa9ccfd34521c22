// Plants a fault: an edit of one file of the service, made while that is loaded. Tests that must find faults are shown
// to find it, each in a process of its own that imports this file first (`--import`).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** In `file`, `find`, which is there once, becomes `replace`. */
export type PlantedFault = { readonly file: string; readonly find: string; readonly replace: string };

/** What a process starts with that has a fault, and its children too. */
export function startWith({ file, find, replace }: PlantedFault): { option: string; env: NodeJS.ProcessEnv } {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const env = { ...environment, HALDUR_PLANTED_FAULT: JSON.stringify({ file, find, replace }) };
  return { option: `--import=${fileURLToPath(import.meta.url)}`, env };
}

/** Throws unless every fault fits its file, at one place, and changes it. */
export function verifyFits(faults: readonly PlantedFault[]): void {
  for (const { file, find, replace } of faults) {
    assert.equal(readFileSync(file, 'utf8').split(find).length, 2, `${file} does not have this once: ${find}`);
    assert.notEqual(find, replace);
  }
}

/** Plants a fault into what this process loads from now on. Throws, when the file is loaded, if it does not fit. */
function plant(fault: PlantedFault): void {
  const faultyUrl = pathToFileURL(fault.file).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== faultyUrl) return loaded;
      verifyFits([fault]);
      return { ...loaded, source: String(loaded.source).replace(fault.find, () => fault.replace) };
    },
  });
}

const planted = process.env.HALDUR_PLANTED_FAULT;
if (planted !== undefined) plant(JSON.parse(planted));
