// The reading process: loads the models once and looks at one photo after the other, for reader.ts. It holds nothing but the photo before it, and ends
// with the process that started it. Whatever breaks here, breaks here alone.
import type { Evidence } from './evidence.ts';
import type { Models } from './models.ts';

/** What is asked of this process. */
export type Question = { readonly id: number; readonly jpeg: Uint8Array };

/** What it answers: ready once the models are loaded; then evidence, or why there is none. `rss` is its memory in bytes. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unavailable'; readonly why: string }
  | { readonly kind: 'seen'; readonly id: number; readonly evidence: Evidence; readonly rss: number }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string; readonly rss: number };

if (process.send !== undefined) serve();

function serve(): void {
  const tell = (answer: Answer) => process.send?.(answer);
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}); // A Ctrl-C reaches both; the service decides.
  const loaded = load();
  loaded.then(
    () => tell({ kind: 'ready' }),
    (error: Error) => tell({ kind: 'unavailable', why: error.message }),
  );
  process.on('message', async ({ id, jpeg }: Question) => {
    try {
      const { models, look } = await loaded;
      tell({ kind: 'seen', id, evidence: await look(models, jpeg), rss: process.memoryUsage.rss() });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      tell({ kind: 'failed', id, why, rss: process.memoryUsage.rss() });
    }
  });
}

/** Imported only here and now, so that a machine without the native parts fails in a sentence and not at its start. */
async function load(): Promise<{ models: Models; look: typeof import('./look.ts').look }> {
  const [{ loadModels }, { look }] = await Promise.all([import('./models.ts'), import('./look.ts')]);
  return { models: await loadModels(), look };
}
