// The entry point, in plain JavaScript so that any Node can read it: rejects a Node that cannot run Haldur, then starts
// the command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Haldur needs Node 24.7 or newer, and this is Node ${process.versions.node}.\n` +
      'Run `npm ci` first: it installs Node 24 in node_modules. Then start through npm, for example `npm start` or `npm run demo`.',
  );
  process.exit(1);
}

// The compile cache halves the time of a start. Where the folder is not writable, nothing is cached.
const { enableCompileCache } = await import('node:module');
enableCompileCache(join(import.meta.dirname, 'node_modules/.cache/compiled'));

const [command = 'start', ...rest] = process.argv.slice(2);
const showsConsole = command === 'demo' || (command === 'start' && process.env.ROLE !== 'worker');
// Without the packages for development, as in an image, the console has been built before.
if (showsConsole && existsSync(join(import.meta.dirname, 'node_modules/vite'))) {
  const { ensureConsoleBuilt } = await import('./web/build/ensure-console-built.ts');
  await ensureConsoleBuilt(console.log);
}
const { main } = await import('./src/main.ts');
await main(command, rest, {
  build: async () => (await import('./web/build/build.ts')).build(),
  screenshots: async (words) => (await import('./test/browser/screenshots.ts')).screenshots(words),
  fuzz: async (words) => (await import('./test/fuzz/fuzz.ts')).fuzz(words),
  simulate: async (words) => (await import('./test/simulation/simulate.ts')).simulate(words),
  nemesis: async (words) => (await import('./test/nemesis/nemesis.ts')).nemesis(words),
  client: async () => (await import('./web/build/write-types.ts')).writeClientTypes(),
  demo: async (words) => (await import('./demo/demo.ts')).demo(words),
  bench: async (words) => (await import('./bench/bench.ts')).bench(words),
  sbom: async (words) => (await import('./tools/sbom.ts')).sbom(words),
  'write-clients': async () => (await import('./packages/build/write-clients.ts')).writeClients(),
  'build-packages': async () => (await import('./packages/build/build-packages.ts')).buildPackages(),
});
