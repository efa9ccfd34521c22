// `npm run build`: bundles the console into web/dist, compresses each file as browsers ask for it, and stores a hash of
// the sources.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const web = join(import.meta.dirname, '..');
const root = join(web, '..');
/** Where the service finds the console. */
export const distFolder = join(web, 'dist');
const stampFile = 'stamp.txt';

/**
 * Builds, and replaces the previous build only when everything is written. Of two builds at once, either may remain.
 */
export async function build(): Promise<void> {
  const began = performance.now();
  const stamp = stampOf();
  const fresh = `${distFolder}.${process.pid}`;
  const previous = `${fresh}.previous`;
  try {
    await bundle(fresh);
    await compress(fresh);
    await writeFile(join(fresh, stampFile), stamp);
    await rename(distFolder, previous).catch(unless('ENOENT'));
    await rename(fresh, distFolder).catch(unless('ENOTEMPTY'));
  } finally {
    for (const folder of [fresh, previous]) await rm(folder, { recursive: true, force: true });
  }
  console.log(`The console is built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

/** Ignores a failure with this code. */
function unless(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error;
  };
}

/**
 * Bundles the console into a folder, without compressing it. Twice: the first time shows which modules the first
 * screens need, and the second packs those.
 */
async function bundle(folder: string): Promise<void> {
  const vite = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const { loadStylesWithComponents } = await import('./component-styles.ts');
  const { splitWords } = await import('./split-words.ts');
  const run = (write: boolean, packOf: ReadonlyMap<string, Pack>) =>
    vite.build({
      root: web,
      base: '/console/',
      configFile: false,
      logLevel: 'warn',
      plugins: [react(), loadStylesWithComponents(), splitWords()],
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
        rolldownOptions: { output: { codeSplitting: { groups: groupsOf(packOf) } } },
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

/** The packs, in the order in which they take the modules that they share. */
const packs = ['start', 'sign-in', 'home', 'manager', 'resident', 'later'] as const;
type Pack = (typeof packs)[number];

/**
 * A pack takes what its modules import as well, so that of all screens comes first. Styles come in two files, that of
 * the first screens and one of all others: they are smaller so than in ten.
 */
function groupsOf(packOf: ReadonlyMap<string, Pack>) {
  const isStyle = (id: string) => packOf.size > 0 && isStyles(id) && !packOf.has(id);
  const groups = packs.map((name, index) => ({
    name,
    priority: packs.length - index,
    test: (id: string) => packOf.get(id) === name,
  }));
  return [{ name: 'styles', priority: packs.length + 1, test: isStyle }, ...groups];
}

function isStyles(id: string): boolean {
  return id.endsWith('.css');
}

/**
 * The pack of each module of the first screens, by its id: what all need, the sign-in, what both homes need, each home,
 * and what is loaded once they are shown. On a slow connection each file costs a round trip, and without packs there
 * are about fifty.
 */
function packsOfFirstScreens(outputs: readonly BuildOutput[]): ReadonlyMap<string, Pack> {
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
  const withoutStyles = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !isStyles(id)));
  const signIn = modulesOf('shell/sign-in.tsx');
  const shell = ['shell/signed-in.tsx', 'screens/home/home.tsx'];
  const manager = modulesOf(...shell, 'screens/home/building-states.tsx', 'screens/home/first-steps.tsx');
  const resident = modulesOf(...shell, 'screens/my-home/my-home.tsx');
  const found: Readonly<Record<Pack, ReadonlySet<string>>> = {
    start: new Set([
      ...modulesOf('main.tsx', '../src/platform/values/messages.ts'),
      ...[...signIn].filter((id) => manager.has(id) || resident.has(id)),
      ...[...signIn, ...manager, ...resident].filter(isStyles),
    ]),
    'sign-in': signIn,
    home: new Set([...manager].filter((id) => resident.has(id))),
    manager,
    resident,
    later: withoutStyles(modulesOf('shell/overlays.tsx', 'shell/person-menu.tsx', 'parts/help-popover.tsx')),
  };
  return new Map(packs.toReversed().flatMap((pack) => [...found[pack]].map((id): [string, Pack] => [id, pack])));
}

/** Whether web/dist was built from the current sources. */
export async function isBuilt(): Promise<boolean> {
  const built = await readFile(join(distFolder, stampFile), 'utf8').catch(() => undefined);
  return built !== undefined && built === stampOf();
}

/** Folders with these names below web/ are generated, not sources. */
const generatedPaths = /^(dist|api\/generated)\b/;

/**
 * One hash of all sources and the exact versions of their dependencies. Read in one turn: every start waits for it, and
 * with turns between it took five times as long.
 */
function stampOf(): string {
  const names = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((dirent) => dirent.isFile())
    .map((dirent) => join(dirent.parentPath, dirent.name).slice(web.length + 1))
    .filter((name) => !generatedPaths.test(name) && !name.endsWith('.test.ts'))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(web, name)));
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
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
