// Parts of the console that are loaded when they are wanted. Without a connection that is a failure to be told, not a page to be loaded anew.
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { isOffline, problemOfFailure } from '../api/problem.ts';

/** A screen, by the file that it stands in and its name there. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((failure: unknown) => {
        throw isOffline() ? problemOfFailure(failure) : failure;
      }),
    name,
  );

const retryAfterMs = 3000;

/** A part that stands on its own: it comes as soon as it can be had, and what is there does not fail without it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const loadWithRetry = async (): Promise<ComponentType<Props>> => {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs)); // The connection is gone, or the service restarts.
      return loadWithRetry();
    }
  };
  return lazy(async () => ({ default: await loadWithRetry() }));
}
