// Parts of the console that are loaded when needed. Without a connection that is a failure to be shown; the page is not
// reloaded.
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { isOffline, problemOfFailure } from '../api/problem.ts';
import { wholeWords } from '../words/load-words.ts';

/** A first screen, by its file and its name there: the first words are enough for it. */
export const lazyFirstScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((failure: unknown) => {
        throw isOffline() ? problemOfFailure(failure) : failure;
      }),
    name,
  );

/** A screen, by its file and its name there. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyFirstScreen(async () => (await Promise.all([load(), wholeWords()]))[0], name);

const retryAfterMs = 3000;

/** An independent part: it appears as soon as it is loaded, and the rest works without it. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPart(load) }));

/** A part of a first screen: the first words are enough for it. */
export const lazyFirstPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetry(load) }));

/** Loads an independent part, and the words for it. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  loadWithRetry(async () => {
    const part = await load(); // Some wait for the first screen.
    await wholeWords();
    return part;
  });

async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    // The connection is gone, or the service restarts.
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return loadWithRetry(load);
  }
}

const firstScreenMs = 4000;

/**
 * Resolves when the first screen has probably been loaded, or the person does something: what it does not need is
 * loaded after that.
 */
export const afterFirstScreen = new Promise<void>((resolve) => {
  setTimeout(resolve, firstScreenMs);
  for (const input of ['pointerdown', 'pointermove', 'keydown'])
    addEventListener(input, () => resolve(), { once: true, capture: true });
});
