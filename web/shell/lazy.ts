// Parts of the console that are loaded when they are wanted. Without a connection that is a failure to be told, not a page to be loaded anew.
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { isOffline, silence } from '../api/problem.ts';

/** A screen, by the file that it stands in and its name there. */
export const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((failure: unknown) => {
        throw isOffline() ? silence(failure) : failure;
      }),
    name,
  );

const againMs = 3000;

/** A part that stands on its own: it comes as soon as it can be had, and what is there does not fail without it. */
export function part<Props>(load: () => Promise<ComponentType<Props>>) {
  const comes = async (): Promise<ComponentType<Props>> => {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs)); // The connection is gone, or the service restarts.
      return comes();
    }
  };
  return lazy(async () => ({ default: await comes() }));
}
