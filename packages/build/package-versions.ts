// The version of all packages is that of the service, in package.json of the repository: what it makes of the files
// that name it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

type Manifest = { version: string; packages?: { '': { version: string } } };

const { version } = manifest;
const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/** The files that name the version, with the current one, by their path below packages/. */
export function versionFiles(): Readonly<Record<string, string>> {
  const paths = ['client/package.json', 'cli/package.json', 'mcp/package.json', 'mcp/package-lock.json'];
  return {
    ...Object.fromEntries(paths.map((path) => [path, npmFile(path)])),
    'python/pyproject.toml': read('python/pyproject.toml').replace(/^version = ".*"$/m, `version = "${version}"`),
    'python/haldur/_version.py': `"""The version of the package: that of the service. Written by \`npm run openapi\`: not by hand."""\n\nVERSION = "${version}"\n`,
  };
}

function npmFile(path: string): string {
  const content: Manifest = JSON.parse(read(path));
  content.version = version;
  if (content.packages !== undefined) content.packages[''].version = version;
  return `${JSON.stringify(content, null, 2)}\n`;
}
