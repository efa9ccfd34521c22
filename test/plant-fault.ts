// Plants a fault: an edit of one file of the service, made while that is loaded. Tests that must find faults are shown
// to find it.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** In `file`, `find`, which is there once, becomes `replace`. */
export type PlantedFault = { readonly file: string; readonly find: string; readonly replace: string };

/**
 * Plants a fault into what this process loads from now on. Throws, when the file is loaded, if the fault does not fit
 * it.
 */
export function plantFault({ file, find, replace }: PlantedFault): void {
  const faultyUrl = pathToFileURL(file).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== faultyUrl) return loaded;
      const source = String(loaded.source);
      if (source.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
      return { ...loaded, source: source.replace(find, () => replace) };
    },
  });
}
