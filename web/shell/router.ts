// The addresses of the console. Every screen is loaded when it is first gone to.
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Waiting } from '../parts/states.tsx';
import { Broken, Nowhere } from './error-screens.tsx';
import { screen } from './lazy.ts';
import {
  type BuildingTab,
  buildingTabs,
  invoiceSearch,
  oneOf,
  type PaymentTab,
  type PeopleTab,
  paymentTabs,
  peopleTabs,
  type ReadingTab,
  readingTabs,
  text,
} from './search.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: Nowhere, errorComponent: Broken });
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: screen(() => import('../screens/home/home.tsx'), 'Home'),
});

const buildings = createRoute({
  getParentRoute,
  path: '/buildings',
  component: screen(() => import('../screens/buildings/buildings.tsx'), 'Buildings'),
});

const building = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId',
  validateSearch: (search): { tab?: BuildingTab | undefined } => ({ tab: oneOf(buildingTabs, search.tab) }),
  component: screen(() => import('../screens/buildings/building.tsx'), 'Building'),
});

const correction = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId/correction',
  validateSearch: (search): { from?: string | undefined; to?: string | undefined } => ({
    from: text(search.from),
    to: text(search.to),
  }),
  component: screen(() => import('../screens/buildings/correction.tsx'), 'CorrectionPage'),
});

const invoices = createRoute({
  getParentRoute,
  path: '/invoices',
  validateSearch: invoiceSearch,
  component: screen(() => import('../screens/invoices/invoices.tsx'), 'Invoices'),
});

const generate = createRoute({
  getParentRoute,
  path: '/invoices/generate',
  component: screen(() => import('../screens/invoices/generate.tsx'), 'Generate'),
});

const paper = createRoute({
  getParentRoute,
  path: '/invoices/paper',
  validateSearch: (search): { buildingId?: string | undefined } => ({ buildingId: text(search.buildingId) }),
  component: screen(() => import('../screens/invoices/paper.tsx'), 'Paper'),
});

const invoice = createRoute({
  getParentRoute,
  path: '/invoices/$invoiceId',
  component: screen(() => import('../screens/invoices/invoice.tsx'), 'InvoicePage'),
});

const readings = createRoute({
  getParentRoute,
  path: '/readings',
  validateSearch: (search): { tab?: ReadingTab | undefined } => ({ tab: oneOf(readingTabs, search.tab) }),
  component: screen(() => import('../screens/meters/readings.tsx'), 'Readings'),
});

const meter = createRoute({
  getParentRoute,
  path: '/meters/$meterId',
  validateSearch: (search) => ({ buildingId: text(search.buildingId) ?? '' }),
  component: screen(() => import('../screens/meters/meter.tsx'), 'MeterPage'),
});

const payments = createRoute({
  getParentRoute,
  path: '/payments',
  validateSearch: (search): { tab?: PaymentTab | undefined } => ({ tab: oneOf(paymentTabs, search.tab) }),
  component: screen(() => import('../screens/payments/payments.tsx'), 'Payments'),
});

const residents = createRoute({
  getParentRoute,
  path: '/residents',
  validateSearch: (search): { tab?: PeopleTab | undefined } => ({ tab: oneOf(peopleTabs, search.tab) }),
  component: screen(() => import('../screens/residents/residents.tsx'), 'Residents'),
});

const requests = createRoute({
  getParentRoute,
  path: '/requests',
  validateSearch: (search): { request?: string | undefined } => ({ request: text(search.request) }),
  component: screen(() => import('../screens/maintenance/requests.tsx'), 'Requests'),
});

const settings = createRoute({
  getParentRoute,
  path: '/settings/$part',
  component: screen(() => import('../screens/settings/settings.tsx'), 'Settings'),
});

const webhook = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId',
  component: screen(() => import('../screens/settings/webhook.tsx'), 'WebhookPage'),
});

const submitReading = createRoute({
  getParentRoute,
  path: '/own/meters/$meterId',
  component: screen(() => import('../screens/own/submit-reading.tsx'), 'SubmitReading'),
});

const ownRequests = createRoute({
  getParentRoute,
  path: '/own/requests',
  component: screen(() => import('../screens/own/own-requests.tsx'), 'OwnRequests'),
});

const ownRequest = createRoute({
  getParentRoute,
  path: '/own/requests/$requestId',
  component: screen(() => import('../screens/own/own-request.tsx'), 'OwnRequest'),
});

const account = createRoute({
  getParentRoute,
  path: '/account',
  component: screen(() => import('../screens/account/account.tsx'), 'Account'),
});

const aging = createRoute({
  getParentRoute,
  path: '/books',
  validateSearch: (search): { building?: string | undefined } => ({ building: text(search.building) }),
  component: screen(() => import('../screens/accounting/aging.tsx'), 'Aging'),
});

const exports = createRoute({
  getParentRoute,
  path: '/books/exports',
  component: screen(() => import('../screens/accounting/exports.tsx'), 'Exports'),
});

const statement = createRoute({
  getParentRoute,
  path: '/books/$buildingId/$apartmentId',
  validateSearch: (search): { from?: string | undefined; to?: string | undefined } => ({
    from: text(search.from),
    to: text(search.to),
  }),
  component: screen(() => import('../screens/accounting/statement.tsx'), 'Statement'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    buildings,
    building,
    correction,
    invoices,
    generate,
    paper,
    invoice,
    readings,
    meter,
    payments,
    residents,
    requests,
    settings,
    webhook,
    submitReading,
    ownRequests,
    ownRequest,
    account,
    aging,
    exports,
    statement,
  ]),
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
