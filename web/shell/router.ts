// The addresses of the console. Every screen is loaded when it is first gone to.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Waiting } from '../parts/states.tsx';
import { Broken, Nowhere } from './broken.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: Nowhere, errorComponent: Broken });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/home.tsx'), 'Home'),
});

export const router = createRouter({
  routeTree: root.addChildren([home]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
