// Builds what `npm pack` puts into the packages: the client with its types, and the two commands as one file each.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const packages = join(import.meta.dirname, '..');
const root = join(packages, '..');

/** Builds all packages of npm into their `dist`. Throws with the compiler's output. */
export async function buildPackages(): Promise<void> {
  if (!existsSync(join(packages, 'mcp/node_modules'))) run('npm', ['ci', '--prefix', join(packages, 'mcp')]);
  rmSync(join(packages, 'client/dist'), { recursive: true, force: true });
  run('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(packages, 'client')]);
  run('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(packages, 'mcp')]);
  await buildCommand('cli', 'haldur-webhooks');
  await buildCommand('mcp', 'haldur-mcp');
}

/** One file with everything of ours; dependencies stay outside. */
async function buildCommand(folder: string, name: string): Promise<void> {
  const packageFolder = join(packages, folder);
  await build({
    root: packageFolder,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'src/main.ts',
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${name}.js` } },
    },
  });
  chmodSync(join(packageFolder, 'dist', `${name}.js`), 0o755);
}

function run(command: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed.\n${stdout}${stderr}`);
}
