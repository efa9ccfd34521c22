// Removes unused styles: Mantine includes the styles of all its components. Each has a class of its own, which is in the code only where the component is used;
// the rules of the others are left out of the bundle.
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

const ownClass = /\bm_[0-9a-f]{6,8}\b/g;

/** A plugin that leaves out the rules of components that no code names. */
export function dropUnusedStyles(): Plugin {
  return {
    name: 'haldur-unused-styles',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const used = new Set(files.flatMap((file) => (file.type === 'chunk' ? (file.code.match(ownClass) ?? []) : [])));
      for (const file of files)
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = withoutUnused(String(file.source), used);
    },
  };
}

/** The styles without rules that apply only to components whose class is not used. */
export function withoutUnused(css: string, used: ReadonlySet<string>): string {
  const { code } = transform({
    filename: 'styles.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          const isUsed = (selector: unknown) =>
            (JSON.stringify(selector).match(ownClass) ?? []).every((name) => used.has(name));
          return rule.value.selectors.some(isUsed) ? undefined : [];
        },
      },
    },
  });
  return code.toString();
}
