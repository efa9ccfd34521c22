// A plugin of the bundler: `et.json?first` is what the first screens need of a catalogue of words, and `et.json?more`
// the rest.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { firstParts } from '../words/first-parts.ts';

/** Splits the catalogues of words. */
export function splitWords(): Plugin {
  return {
    name: 'split-words',
    enforce: 'pre',
    async load(id) {
      const [, file, part] = /^(.+\/words\/\w+\.json)\?(first|more)$/.exec(id) ?? [];
      if (file === undefined) return undefined;
      const texts: Readonly<Record<string, unknown>> = JSON.parse(await readFile(file, 'utf8'));
      const isWanted = (name: string) => firstParts.some((first) => first === name) === (part === 'first');
      const wanted = Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)));
      return { code: `export default ${JSON.stringify(wanted)};`, moduleType: 'js' };
    },
  };
}
