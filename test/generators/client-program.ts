// A program on a client that openapi-typescript and openapi-fetch give: it is compiled with the generated types, and
// run against the service.
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript/integration.d.ts';

declare const process: { readonly argv: readonly string[] };

const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

// Only what a building needs: everything else has a default, and is not required.
const building: components['schemas']['NewBuilding'] = { name: 'Kase 12', address: 'Kase 12, 10612 Tallinn' };
const created = await client.POST('/buildings', { body: building });
if (created.data === undefined) throw new Error(created.error.detail);
const { id, name } = created.data.data;

const params = { path: { id } };
await client.POST('/buildings/{id}/apartments', { params, body: { number: '12' } });
const list = await client.GET('/buildings/{id}/apartments', { params: { ...params, query: { limit: 10 } } });
const [apartment] = list.data?.data ?? [];

const generation = await client.POST('/invoices/generate-bulk', {
  body: { buildingId: id, periodStart: '2026-10-31', periodEnd: '2026-10-01' },
});
console.log(`${name}, apartment ${apartment?.number}: ${apartment?.referenceNumber}`);
console.log(`${generation.response.status} ${generation.error?.code}`);
