// The addresses of the console. Every screen is loaded when it is first opened.
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { LoadingState } from '../parts/states.tsx';
import { wordsAfterHash } from './address.ts';
import { ErrorScreen, NotFoundScreen } from './error-screens.tsx';
import { lazyFirstScreen, lazyScreen } from './lazy.ts';
import {
  type ApartmentTab,
  agingSearch,
  apartmentSorts,
  apartmentTabs,
  type BuildingTab,
  buildingTabs,
  generationSearch,
  invoiceSearch,
  logSearch,
  monthOrUndefined,
  type OrderBy,
  paymentSearch,
  peopleSearch,
  pickOneOf,
  pickOrder,
  readingSearch,
  textOrUndefined,
  yearOrUndefined,
} from './screen-parameters.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen, errorComponent: ErrorScreen });
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: lazyFirstScreen(() => import('../screens/home/home.tsx'), 'Home'),
});

const buildings = createRoute({
  getParentRoute,
  path: '/buildings',
  component: lazyScreen(() => import('../screens/buildings/buildings.tsx'), 'Buildings'),
});

const building = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId',
  validateSearch: (
    search,
  ): { tab?: BuildingTab | undefined; period?: string | undefined; sort?: OrderBy<'number'> | undefined } => ({
    tab: pickOneOf(buildingTabs, search.tab),
    period: monthOrUndefined(search.period),
    sort: pickOrder(apartmentSorts, search.sort),
  }),
  component: lazyScreen(() => import('../screens/buildings/building.tsx'), 'Building'),
});

const apartment = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId/apartments/$apartmentId',
  validateSearch: ({ tab }): { tab?: ApartmentTab | undefined } => ({ tab: pickOneOf(apartmentTabs, tab) }),
  component: lazyScreen(() => import('../screens/apartments/apartment.tsx'), 'ApartmentPage'),
});

const handOver = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId/apartments/$apartmentId/hand-over',
  component: lazyScreen(() => import('../screens/apartments/hand-over.tsx'), 'HandOverPage'),
});

const correction = createRoute({
  getParentRoute,
  path: '/buildings/$buildingId/correction',
  validateSearch: (search): { from?: string | undefined; to?: string | undefined } => ({
    from: textOrUndefined(search.from),
    to: textOrUndefined(search.to),
  }),
  component: lazyScreen(() => import('../screens/buildings/correction.tsx'), 'CorrectionPage'),
});

const invoices = createRoute({
  getParentRoute,
  path: '/invoices',
  validateSearch: invoiceSearch,
  component: lazyScreen(() => import('../screens/invoices/invoices.tsx'), 'Invoices'),
});

const generate = createRoute({
  getParentRoute,
  path: '/invoices/generate',
  validateSearch: generationSearch,
  component: lazyScreen(() => import('../screens/invoices/generate-invoices.tsx'), 'Generate'),
});

const billBuildings = createRoute({
  getParentRoute,
  path: '/invoices/buildings',
  validateSearch: (search): { period?: string | undefined } => ({ period: monthOrUndefined(search.period) }),
  component: lazyScreen(() => import('../screens/invoices/bill-buildings.tsx'), 'BillBuildings'),
});

const paper = createRoute({
  getParentRoute,
  path: '/invoices/paper',
  validateSearch: (search): { buildingId?: string | undefined } => ({ buildingId: textOrUndefined(search.buildingId) }),
  component: lazyScreen(() => import('../screens/invoices/paper-invoices.tsx'), 'Paper'),
});

const invoice = createRoute({
  getParentRoute,
  path: '/invoices/$invoiceId',
  component: lazyScreen(() => import('../screens/invoices/invoice.tsx'), 'InvoicePage'),
});

const readings = createRoute({
  getParentRoute,
  path: '/readings',
  validateSearch: readingSearch,
  component: lazyScreen(() => import('../screens/meters/readings.tsx'), 'Readings'),
});

const meter = createRoute({
  getParentRoute,
  path: '/meters/$meterId',
  validateSearch: (search) => ({ buildingId: textOrUndefined(search.buildingId) ?? '' }),
  component: lazyScreen(() => import('../screens/meters/meter.tsx'), 'MeterPage'),
});

const payments = createRoute({
  getParentRoute,
  path: '/payments',
  validateSearch: paymentSearch,
  component: lazyScreen(() => import('../screens/payments/payments.tsx'), 'Payments'),
});

const residents = createRoute({
  getParentRoute,
  path: '/residents',
  validateSearch: peopleSearch,
  component: lazyScreen(() => import('../screens/residents/residents.tsx'), 'Residents'),
});

const requests = createRoute({
  getParentRoute,
  path: '/requests',
  validateSearch: (search): { request?: string | undefined; buildingId?: string | undefined } => ({
    request: textOrUndefined(search.request),
    buildingId: textOrUndefined(search.buildingId),
  }),
  component: lazyScreen(() => import('../screens/maintenance/requests.tsx'), 'Requests'),
});

const settings = createRoute({
  getParentRoute,
  path: '/settings/$part',
  validateSearch: logSearch,
  component: lazyScreen(() => import('../screens/settings/settings.tsx'), 'Settings'),
});

const settingsIndex = createRoute({
  getParentRoute,
  path: '/settings',
  component: lazyScreen(() => import('../screens/settings/settings.tsx'), 'SettingsIndex'),
});

const webhook = createRoute({
  getParentRoute,
  path: '/webhooks/$endpointId',
  component: lazyScreen(() => import('../screens/settings/webhook.tsx'), 'WebhookPage'),
});

const submitReading = createRoute({
  getParentRoute,
  path: '/own/meters/$meterId',
  component: lazyScreen(() => import('../screens/my-home/submit-reading.tsx'), 'SubmitReading'),
});

const ownRequests = createRoute({
  getParentRoute,
  path: '/own/requests',
  validateSearch: ({
    about,
    text,
    apartmentId,
  }): Partial<Record<'about' | 'text' | 'apartmentId', string | undefined>> => ({
    about: textOrUndefined(about),
    text: textOrUndefined(text),
    apartmentId: textOrUndefined(apartmentId),
  }),
  component: lazyScreen(() => import('../screens/my-home/my-requests.tsx'), 'MyRequests'),
});

const ownRequest = createRoute({
  getParentRoute,
  path: '/own/requests/$requestId',
  component: lazyScreen(() => import('../screens/my-home/my-request.tsx'), 'MyRequest'),
});

const ownAccount = createRoute({
  getParentRoute,
  path: '/own/account',
  validateSearch: ({ apartmentId, year }): { apartmentId?: string | undefined; year?: number | undefined } => ({
    apartmentId: textOrUndefined(apartmentId),
    year: yearOrUndefined(year),
  }),
  component: lazyScreen(() => import('../screens/my-home/my-account.tsx'), 'MyAccount'),
});

const account = createRoute({
  getParentRoute,
  path: '/account',
  component: lazyScreen(() => import('../screens/account/account.tsx'), 'Account'),
});

const aging = createRoute({
  getParentRoute,
  path: '/receivables',
  validateSearch: agingSearch,
  component: lazyScreen(() => import('../screens/accounting/receivables.tsx'), 'Receivables'),
});

const monthEnd = createRoute({
  getParentRoute,
  path: '/receivables/month-end',
  validateSearch: (search): { buildingId?: string | undefined; period?: string | undefined } => ({
    buildingId: textOrUndefined(search.buildingId),
    period: monthOrUndefined(search.period),
  }),
  component: lazyScreen(() => import('../screens/accounting/month-end.tsx'), 'MonthEnd'),
});

const statement = createRoute({
  getParentRoute,
  path: '/receivables/$buildingId/$apartmentId',
  validateSearch: (search): { from?: string | undefined; to?: string | undefined } => ({
    from: textOrUndefined(search.from),
    to: textOrUndefined(search.to),
  }),
  component: lazyScreen(() => import('../screens/accounting/account-statement.tsx'), 'Statement'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    buildings,
    building,
    apartment,
    handOver,
    correction,
    invoices,
    generate,
    billBuildings,
    paper,
    invoice,
    readings,
    meter,
    payments,
    residents,
    requests,
    settings,
    settingsIndex,
    webhook,
    submitReading,
    ownRequests,
    ownRequest,
    ownAccount,
    account,
    aging,
    monthEnd,
    statement,
  ]),
  basepath: '/console',
  rewrite: wordsAfterHash,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
