// Parts of the console that are loaded when they are wanted. Without a connection that is a failure to be told, not a page to be loaded anew.
import { lazyRouteComponent } from '@tanstack/react-router';
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
