// Stands in for `node:test` while the code is changed: collects the tests of files, so that one process can run them
// again and again.

/** What a test may ask of its runner here. */
type TestContext = { after(undo: () => unknown): void };
type TestBody = (context: TestContext) => unknown;

/** A test as its file describes it. */
export type CollectedTest = {
  readonly file: string;
  readonly name: string;
  /** Whether it tries many generated values. */
  readonly isProperty: boolean;
  readonly run: () => Promise<void>;
};

export const collectedTests: CollectedTest[] = [];
let currentFile = '';

/** Imports a test file; its tests are added to `collectedTests`. */
export async function collectFrom(file: string, url: string): Promise<void> {
  currentFile = file;
  await import(url);
}

/** Takes the place of `test` of `node:test`. The tests of pure modules use nothing else of it. */
export function test(name: string, body: TestBody): void {
  const run = async () => {
    const undo: (() => unknown)[] = [];
    try {
      await body({ after: (step) => undo.push(step) });
    } finally {
      for (const step of undo) await step();
    }
  };
  collectedTests.push({ file: currentFile, name, isProperty: String(body).includes('fc.assert'), run });
}
