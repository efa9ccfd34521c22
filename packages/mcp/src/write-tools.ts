// The tools that change something. Each asks the person for a confirmation. Where the client cannot ask them, nothing
// is changed, unless whoever started the server leaves it to the assistant: then a second call with a token confirms.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Haldur, RequestOptions } from '../../client/src/client.ts';
import { type Action, type Confirmations, keyOfToken } from './confirmations.ts';
import { costs, day, id } from './read-tools.ts';
import { dataResult, errorResult, problemResult } from './tool-results.ts';

type Confirmed = {
  readonly haldur: Haldur;
  readonly apiKey: string;
  readonly confirmations: Confirmations;
  /**
   * Whether the assistant may confirm by a token, where the client cannot ask the person. It holds the token, so
   * nothing but its word stands behind it.
   */
  readonly trustAssistant: boolean;
};
type WriteTool<Shape extends z.ZodRawShape> = {
  readonly description: string;
  readonly input: Shape;
  /** What will happen, for the person who confirms. */
  readonly summary: (given: z.output<z.ZodObject<Shape>>) => string;
  readonly write: (given: z.output<z.ZodObject<Shape>>, options: RequestOptions) => Promise<unknown>;
};

const confirmToken = z.string().max(200).optional().describe('From the first call, once the person has agreed');

/** Registers the tools that change something. */
export function registerWriteTools(server: McpServer, confirmed: Confirmed): void {
  const { haldur } = confirmed;
  addTool(server, confirmed, 'generate_invoices', {
    description: 'Creates the invoices of a building and period as drafts. Call preview_generation first.',
    input: { buildingId: id, periodStart: day.optional(), periodEnd: day.optional(), costs },
    summary: (given) => `Create the invoices of building ${given.buildingId}: ${JSON.stringify(given)}`,
    write: (body, options) => haldur.generateInvoices(body, {}, options),
  });
  addTool(server, confirmed, 'send_invoices', {
    description: 'Sends invoices to the residents by e-mail.',
    input: { invoiceIds: z.array(id).min(1).max(500) },
    summary: ({ invoiceIds }) => `Send ${invoiceIds.length} invoices by e-mail: ${invoiceIds.join(', ')}`,
    write: (body, options) => haldur.sendInvoices(body, options),
  });
  addTool(server, confirmed, 'submit_reading', {
    description: 'Records the value of a meter.',
    input: { meterId: id, value: z.number().min(0), readAt: day.optional() },
    summary: ({ meterId, value, readAt }) => `Record ${value} for meter ${meterId}, read ${readAt ?? 'now'}`,
    write: ({ meterId, ...body }, options) => haldur.submitReading(meterId, body, options),
  });
  addTool(server, confirmed, 'match_payment', {
    description: 'Allocates an unmatched payment, or a part of it, to an invoice. Call suggest_matches first.',
    input: { paymentId: id, invoiceId: id, amount: z.number().positive().optional() },
    summary: ({ paymentId, invoiceId, amount }) =>
      `Allocate ${amount ?? 'as much as fits'} of payment ${paymentId} to invoice ${invoiceId}`,
    write: ({ paymentId, ...body }, options) =>
      haldur.console.object({ method: 'POST', path: `/payments/${paymentId}/match`, body }, options),
  });
}

function addTool<Shape extends z.ZodRawShape>(
  server: McpServer,
  confirmed: Confirmed,
  name: string,
  { description, input, summary, write }: WriteTool<Shape>,
): void {
  const inputSchema = z.strictObject({ ...input, confirmToken });
  const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
  server.registerTool(name, { description, inputSchema, annotations }, async (given: unknown) => {
    const { confirmToken: token, ...rest } = given as z.output<z.ZodObject<Shape>> & { confirmToken?: string };
    const fields = rest as unknown as z.output<z.ZodObject<Shape>>;
    const action = { apiKey: confirmed.apiKey, tool: name, input: fields };
    const confirmation = await confirm(server, confirmed, { action, token, summary: summary(fields) });
    if ('refusal' in confirmation) return confirmation.refusal;
    try {
      return dataResult(await write(fields, { idempotencyKey: keyOfToken(confirmation.token) }));
    } catch (error) {
      return errorResult(error);
    }
  });
}

/** The token of the confirmed action, or what to return instead of acting. */
async function confirm(
  server: McpServer,
  { confirmations, trustAssistant }: Confirmed,
  { action, token, summary }: { action: Action; token: string | undefined; summary: string },
): Promise<{ readonly token: string } | { readonly refusal: CallToolResult }> {
  if (server.server.getClientCapabilities()?.elicitation !== undefined) {
    const properties = { confirm: { type: 'boolean', title: 'Do this', default: false } } as const;
    const requestedSchema = { type: 'object' as const, properties, required: ['confirm'] };
    const response = await server.server.elicitInput({ message: summary, requestedSchema });
    if (response.action === 'accept' && response.content?.confirm === true)
      return { token: confirmations.issue(action) };
    return { refusal: problemResult('The person did not confirm this. Nothing was changed.') };
  }
  if (!trustAssistant)
    return {
      refusal: problemResult(
        `Nothing was changed: this program cannot ask the person. They can use one that asks (elicitation), do it in the console of Haldur, or start this server with --trust-assistant. It was: ${summary}`,
      ),
    };
  if (token !== undefined && confirmations.isValid(token, action)) return { token };
  if (token !== undefined)
    return {
      refusal: problemResult(
        'This confirmToken is not valid here: it is for the same input, for five minutes. Call again without it. Nothing was changed.',
      ),
    };
  const text = `Nothing was changed yet. Show this to the person, and ask whether to do it: ${summary}\nIf they agree, call again with the same input and confirmToken ${confirmations.issue(action)}`;
  return { refusal: { content: [{ type: 'text', text }] } };
}
