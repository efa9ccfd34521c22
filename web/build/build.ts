// `npm run build`: bundles the console into web/dist, compresses each file as browsers ask for it, and stores a hash of the sources.
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const web = join(import.meta.dirname, '..');
const root = join(web, '..');
/** Where the service finds the console. */
export const distFolder = join(web, 'dist');
const stampFile = 'stamp.txt';

/** Builds, and replaces the previous build only when everything is written. */
export async function build(): Promise<void> {
  const began = performance.now();
  const stamp = await stampOf();
  const fresh = `${distFolder}.${process.pid}`;
  try {
    await bundle(fresh);
    await compress(fresh);
    await writeFile(join(fresh, stampFile), stamp);
    await rm(distFolder, { recursive: true, force: true });
    await rename(fresh, distFolder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  console.log(`The console is built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

/** Bundles the console into a folder, without compressing it. Twice: the first time shows which modules the first screens need, and the second packs those. */
async function bundle(folder: string): Promise<void> {
  const vite = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const { loadStylesWithComponents } = await import('./component-styles.ts');
  const run = (write: boolean, packs: ReadonlyMap<string, string>) =>
    vite.build({
      root: web,
      base: '/console/',
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), loadStylesWithComponents()],
      build: {
        outDir: folder,
        emptyOutDir: true,
        write,
        target: 'es2022',
        assetsInlineLimit: 0, // A data: address would need a hole in the policy.
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        manifest: true,
        chunkSizeWarningLimit: 1000, // A test watches the first load.
        rolldownOptions: { output: { codeSplitting: { groups: groupsOf(packs) } } },
      },
    });
  const first = await run(false, new Map());
  await run(true, packsOfFirstScreens([first].flat() as unknown as readonly BuildOutput[]));
}

type BuildOutput = { readonly output: readonly OutputFile[] };
type OutputFile = {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly moduleIds?: readonly string[];
  readonly imports?: readonly string[];
};

/** A pack takes what its modules import as well, so that of all screens comes first. */
function groupsOf(packs: ReadonlyMap<string, string>) {
  const names = ['start', 'sign-in', 'home'];
  return names.map((name, index) => ({
    name,
    priority: names.length - index,
    test: (id: string) => packs.get(id) === name,
  }));
}

/**
 * The pack of each module that a first screen needs, by its id: one file for all screens, one for the sign-in, one for the homes. On a slow connection each
 * file costs a round trip, and without packs there are about fifty.
 */
function packsOfFirstScreens(outputs: readonly BuildOutput[]): ReadonlyMap<string, string> {
  const chunks = outputs.flatMap(({ output }) => output).filter(({ type }) => type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const modulesOf = (...paths: string[]): ReadonlySet<string> => {
    const seen = new Set<OutputFile>();
    const visit = (chunk: OutputFile | undefined): void => {
      if (chunk === undefined || seen.has(chunk)) return;
      seen.add(chunk);
      for (const name of chunk.imports ?? []) visit(byName.get(name));
    };
    for (const path of paths) visit(chunks.find(({ moduleIds = [] }) => moduleIds.includes(join(web, path))));
    return new Set([...seen].flatMap(({ moduleIds = [] }) => moduleIds));
  };
  const signIn = modulesOf('shell/sign-in.tsx');
  const homes = modulesOf('shell/signed-in.tsx', 'screens/home/home.tsx', 'screens/my-home/my-home.tsx');
  const start = new Set([...modulesOf('main.tsx'), ...[...signIn].filter((id) => homes.has(id))]);
  const named = ([name, modules]: readonly [string, ReadonlySet<string>]) =>
    [...modules].map((id) => [id, name] as const);
  return new Map(
    (
      [
        ['home', homes],
        ['sign-in', signIn],
        ['start', start],
      ] as const
    ).flatMap(named),
  );
}

/** Whether web/dist was built from the current sources. */
export async function isBuilt(): Promise<boolean> {
  const built = await readFile(join(distFolder, stampFile), 'utf8').catch(() => undefined);
  return built !== undefined && built === (await stampOf());
}

/** Folders with these names below web/ are generated, not sources. */
const generatedPaths = /^(dist|api\/generated)\b/;

/** One hash of all sources and the exact versions of their dependencies. */
async function stampOf(): Promise<string> {
  const names = (await readdir(web, { recursive: true, withFileTypes: true }))
    .filter((dirent) => dirent.isFile())
    .map((dirent) => join(dirent.parentPath, dirent.name).slice(web.length + 1))
    .filter((name) => !generatedPaths.test(name) && !name.endsWith('.test.ts'))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0`).update(await readFile(join(web, name)));
  return hash.update(await readFile(join(root, 'package-lock.json'))).digest('hex');
}

/** Writes a .br and a .gz beside every text file. */
async function compress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    texts.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality));
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
