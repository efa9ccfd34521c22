// The addresses of the console. Every screen is loaded when it is first gone to.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Waiting } from '../parts/states.tsx';
import { Broken, Nowhere } from './broken.tsx';
import { type BuildingTab, buildingTabs, invoiceSearch, oneOf } from './search.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: Nowhere, errorComponent: Broken });
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/home/home.tsx'), 'Home'),
});

const buildings = createRoute({
  getParentRoute,
  path: '/buildings',
  component: lazyRouteComponent(() => import('../screens/buildings/buildings.tsx'), 'Buildings'),
});

const building = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId',
  validateSearch: (search): { tab?: BuildingTab | undefined } => ({ tab: oneOf(buildingTabs, search.tab) }),
  component: lazyRouteComponent(() => import('../screens/buildings/building.tsx'), 'Building'),
});

const invoices = createRoute({
  getParentRoute,
  path: '/invoices',
  validateSearch: invoiceSearch,
  component: lazyRouteComponent(() => import('../screens/invoices/invoices.tsx'), 'Invoices'),
});

const generate = createRoute({
  getParentRoute,
  path: '/invoices/generate',
  component: lazyRouteComponent(() => import('../screens/invoices/generate.tsx'), 'Generate'),
});

const invoice = createRoute({
  getParentRoute,
  path: '/invoices/$invoiceId',
  component: lazyRouteComponent(() => import('../screens/invoices/invoice.tsx'), 'InvoicePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, buildings, building, invoices, generate, invoice]),
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
