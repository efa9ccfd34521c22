// The styles of Mantine's components, each loaded with the code of its component instead of all at the start. Every
// component's styles are a layer, and the layers have the order of Mantine's own file, so that it does not matter in
// which order parts of the console are loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');
const componentModule = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/;
/** Colours of Mantine that the console does not have. */
const unusedColours = /^\s*--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|green)-.*\n/gm;
const styles = /@mantine\/core\/styles\/([\w-]+)\.css$/;

/** A plugin that loads styles with components. */
export function loadStylesWithComponents(): Plugin {
  return {
    name: 'haldur-component-styles',
    enforce: 'pre',
    transform(code, id) {
      const component = componentModule.exec(id)?.[1];
      if (component !== undefined)
        return { code: `import '@mantine/core/styles/${component}.css';\n${code}`, map: null };
      if (id.endsWith('/web/theme.css')) return { code: layerOrder() + code, map: null };
      const name = styles.exec(id)?.[1];
      return name === undefined
        ? undefined
        : { code: `@layer ${layerOf(name)} {\n${code.replace(unusedColours, '')}\n}`, map: null };
    },
  };
}

/** Files of components have names in capitals; the others are what all components build on. */
function layerOf(name: string): string {
  return /^[A-Z]/.test(name) ? `mantine.${name}` : 'base';
}

/** The statement that orders the layers: the console's basics, then the components as in Mantine's file. */
function layerOrder(): string {
  const all = readFileSync(join(folder, '../styles.css'), 'utf8');
  const names = readdirSync(folder).flatMap((name) => /^([A-Z]\w+)\.css$/.exec(name)?.[1] ?? []);
  const position = (name: string) => {
    const [firstClass = ''] = /\.m_[0-9a-f]+/.exec(readFileSync(join(folder, `${name}.css`), 'utf8')) ?? [];
    return all.indexOf(firstClass);
  };
  const ordered = names.map((name) => ({ name, at: position(name) })).sort((a, b) => a.at - b.at);
  return `@layer base, ${ordered.map(({ name }) => `mantine.${name}`).join(', ')};\n`;
}
