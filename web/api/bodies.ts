// The types of bodies that several screens work with.
import type { paths as ConsolePaths, components as consoleComponents } from './generated/console.ts';
import type { components, paths as IntegrationPaths } from './generated/integration.ts';

/** Types that the integration API has names for. */
export type Schemas = components['schemas'];
export type ConsoleSchemas = consoleComponents['schemas'];

type OkBody<T> = T extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
type Created<T> = T extends { post: { responses: { 201: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
/** The response body of a POST that creates something. */
type CreatedBody<Path extends keyof IntegrationPaths> = Created<IntegrationPaths[Path]>;

type OkPostBody<T> = T extends { post: { responses: { 200: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
/** The response body of a POST that creates nothing. */
export type ConsolePostBody<Path extends keyof ConsolePaths> = OkPostBody<ConsolePaths[Path]>;

/** The response bodies of GET: of the integration API, and of the console API. */
export type ApiBody<Path extends keyof IntegrationPaths> = OkBody<IntegrationPaths[Path]>;
export type ConsoleBody<Path extends keyof ConsolePaths> = OkBody<ConsolePaths[Path]>;

export type ApartmentBody = Schemas['Apartment'];

export type InvoiceBody = ApiBody<'/invoices'>['data'][number];
export type InvoiceWithPositions = ApiBody<'/invoices/{id}'>['data'];

export type PaymentBody = ApiBody<'/payments'>['data'][number];
export type StatementImportBody = CreatedBody<'/bank-statements/import'>['data'];
