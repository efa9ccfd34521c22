// The first thing that runs, in plain JavaScript so that any Node can read it: refuses a Node that cannot run Haldur, then hands over.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Haldur needs Node 24.7 or newer, and this is Node ${process.versions.node}.\n` +
      'Run `npm ci` first: it brings Node 24 into node_modules. Then start through npm, for example `npm start` or `npm run demo`.',
  );
  process.exit(1);
}

const [command = 'start', ...rest] = process.argv.slice(2);
const { main } = await import('./src/main.ts');
await main(command, rest, {
  demo: async (words) => (await import('./demo/demo.ts')).demo(words),
  bench: async (words) => (await import('./bench/bench.ts')).bench(words),
  webhooks: async (words) => (await import('./tools/webhooks.ts')).webhooks(words),
});
