// The tools that change nothing: lists, one invoice with its explanation, receivables, and the preview of a month.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Haldur, List } from '../../client/src/client.ts';
import { dataResult, errorResult } from './tool-results.ts';

/** The id of an object. */
export const id = z.uuid();
/** A day. */
export const day = z.iso.date();
/** A supplier bill of a generation. */
export const costs = z
  .array(z.object({ charge: z.string().describe('The code of a charge of the building'), amount: z.number() }))
  .max(100)
  .optional()
  .describe('Net supplier bills of the period');

const page = {
  limit: z.number().int().min(1).max(50).default(20),
  cursor: z.string().optional().describe('nextCursor of the previous page'),
};
const readOnly = { readOnlyHint: true, openWorldHint: false };

type ReadTool<Shape extends z.ZodRawShape> = {
  readonly description: string;
  readonly input: Shape;
  readonly read: (given: z.output<z.ZodObject<Shape>>) => Promise<unknown>;
};

/** Registers the tools that change nothing. */
export function registerReadTools(server: McpServer, haldur: Haldur): void {
  const register = <Shape extends z.ZodRawShape>(name: string, { description, input, read }: ReadTool<Shape>) => {
    const inputSchema = z.strictObject(input);
    server.registerTool(name, { description, inputSchema, annotations: readOnly }, async (given: unknown) => {
      try {
        return dataResult(await read(given as z.output<z.ZodObject<Shape>>));
      } catch (error) {
        return errorResult(error);
      }
    });
  };
  registerBuildingTools(register, haldur);
  registerInvoiceTools(register, haldur);
  registerPaymentTools(register, haldur);
}

type Register = <Shape extends z.ZodRawShape>(name: string, tool: ReadTool<Shape>) => void;

const pageOf = (list: List<unknown>) => list.page();
const consoleList = (haldur: Haldur, path: string, query: object) =>
  pageOf(haldur.console.list({ method: 'GET', path, query: { ...query } }));

function registerBuildingTools(register: Register, haldur: Haldur): void {
  register('list_buildings', {
    description: 'The buildings with their billing settings and charges.',
    input: page,
    read: (query) => pageOf(haldur.listBuildings(query)),
  });
  register('list_apartments', {
    description: 'The apartments of a building, in the order of their numbers.',
    input: { buildingId: id, ...page },
    read: ({ buildingId, ...query }) => pageOf(haldur.listApartments(buildingId, query)),
  });
  register('list_meters', {
    description: 'The meters of a building or an apartment, with their last readings.',
    input: { buildingId: id.optional(), apartmentId: id.optional(), ...page },
    read: (query) => pageOf(haldur.listMeters(query)),
  });
  register('list_readings', {
    description: 'Meter readings. With status submitted: those that wait for a person to confirm them.',
    input: {
      buildingId: id.optional(),
      meterId: id.optional(),
      status: z.enum(['submitted', 'confirmed', 'rejected']).optional(),
      ...page,
    },
    read: (query) => consoleList(haldur, '/readings', query),
  });
}

function registerInvoiceTools(register: Register, haldur: Haldur): void {
  register('list_invoices', {
    description: 'Invoices without their positions. status overdue: sent, and past the due date.',
    input: {
      status: z.enum(['draft', 'sent', 'paid', 'overdue', 'cancelled']).optional(),
      buildingId: id.optional(),
      apartmentId: id.optional(),
      dateFrom: day.optional().describe('Issued on or after this day'),
      dateTo: day.optional().describe('Issued on or before this day'),
      ...page,
    },
    read: (query) => pageOf(haldur.listInvoices(query)),
  });
  register('get_invoice', {
    description: 'One invoice with its positions.',
    input: { invoiceId: id },
    read: ({ invoiceId }) => haldur.getInvoice(invoiceId),
  });
  register('explain_invoice', {
    description: 'How each amount of an invoice was calculated, step by step.',
    input: { invoiceId: id, language: z.enum(['et', 'en', 'lv', 'lt', 'ru']).default('en') },
    read: ({ invoiceId, language }) =>
      haldur.console.object({ method: 'GET', path: `/invoices/${invoiceId}/explained`, query: { language } }),
  });
  register('preview_generation', {
    description:
      'A dry run: the invoices that a generation would create for a building and period, with all problems. Creates nothing.',
    input: { buildingId: id, periodStart: day.optional(), periodEnd: day.optional(), costs },
    read: (body) => haldur.generateInvoices({ ...body, dryRun: true }),
  });
}

function registerPaymentTools(register: Register, haldur: Haldur): void {
  register('list_receivables', {
    description: 'What is owed, by age of the debt, for each apartment.',
    input: { buildingId: id.optional() },
    read: (query) => haldur.console.object({ method: 'GET', path: '/aging', query }),
  });
  register('list_payments_to_review', {
    description: 'Payments that could not be matched to an invoice and wait for a decision.',
    input: { buildingId: id.optional(), ...page },
    read: (query) => consoleList(haldur, '/payments', { ...query, waiting: 'undecided' }),
  });
  register('suggest_matches', {
    description: 'The invoices that an unmatched payment may be for, with the reasons.',
    input: { paymentId: id },
    read: ({ paymentId }) => haldur.console.object({ method: 'GET', path: `/payments/${paymentId}/suggestions` }),
  });
}
