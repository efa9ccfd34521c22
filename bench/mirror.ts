// mirror: a program copies every invoice with its positions through the API, within the default rate limits. The floor is the same pages read from the
// database as JSON text and parsed, without the service.
import { generateInvoicesAndApplyCredit } from '../src/payments/generate-and-apply-credit.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { makeServer } from '../src/server.ts';
import { type BenchContext, costs, median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds } from './measure.ts';

const apartments = 5000;
const periods = ['2026-01', '2026-02', '2026-03', '2026-04'].map((month) => ({
  periodStart: `${month}-01`,
  periodEnd: `${month}-28`,
}));
const invoices = apartments * periods.length;
const pageSize = 500;
const rounds = 3;
const defaultLimits = { RATE_LIMIT_CREDENTIAL: '6000', RATE_LIMIT_TENANT: '12000' };

type Page = { readonly data: { readonly positions: object[] }[]; readonly pagination: { nextCursor: string | null } };

export const aboutMirror: About = {
  does: 'A program copies 20,000 invoices with their positions (120,000) through `GET /invoices?include=positions&limit=500`, page after page, within the default rate limits. The median of three.',
  floor: 'The same pages read from the database as JSON text, and parsed.',
};

/** Copies through the API and from the database. */
export async function mirror(): Promise<readonly Figure[]> {
  return withBenchData(
    apartments,
    async (ground) => {
      for (const period of periods)
        await inTenant(ground.app, serviceCaller(ground.tenantId), (scope) =>
          generateInvoicesAndApplyCredit(scope, { buildingId: ground.buildingId, ...period, costs }),
        );
      await ground.database.asOwner((owner) => owner`analyze`);
      const server = makeServer(ground.app);
      const url = await server.listen({ port: 0, host: '127.0.0.1' });
      const [figures, floors]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        figures.push(await measureSeconds(() => readThroughApi(url, ground.accessToken)));
        floors.push(await measureSeconds(() => readFromDatabase(ground)));
      }
      await server.close();
      const floor = median(floors);
      return [{ what: '20,000 invoices', figure: median(figures), unit: 's', floor, aim: { of: 'figure', max: 10 } }];
    },
    false,
    defaultLimits,
  );
}

async function readThroughApi(url: string, token: string): Promise<void> {
  const counts = { invoices: 0, positions: 0 };
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ include: 'positions', limit: String(pageSize), ...(cursor && { cursor }) });
    const response = await fetch(`${url}/api/invoices?${query}`, { headers: { authorization: `Bearer ${token}` } });
    if (response.status !== 200) throw new Error(`The list was answered with ${response.status}.`);
    const page = (await response.json()) as Page;
    for (const { positions } of page.data) counts.positions += positions.length;
    counts.invoices += page.data.length;
    cursor = page.pagination.nextCursor;
  }
  requireAll(counts);
}

async function readFromDatabase({ app, tenantId }: BenchContext): Promise<void> {
  const counts = { invoices: 0, positions: 0 };
  let after = '00000000-0000-0000-0000-000000000000';
  for (let read = pageSize; read === pageSize; ) {
    const page = await inTenant(app, serviceCaller(tenantId), async ({ db }) => {
      const [row] = await db<{ text: string }[]>`
        select json_agg(to_json(i))::text as text from (
          select i.*, (select json_agg(to_json(p) order by p.ordinal) from positions p where p.tenant_id = ${tenantId} and p.invoice_id = i.id) as positions
            from invoices i where i.tenant_id = ${tenantId} and i.id > ${after} order by i.id limit ${pageSize}) i`;
      return JSON.parse(row?.text ?? '[]') as (Page['data'][number] & { id: string })[];
    });
    for (const { positions } of page) counts.positions += positions.length;
    counts.invoices += page.length;
    read = page.length;
    after = page.at(-1)?.id ?? after;
  }
  requireAll(counts);
}

/** Throws if something is missing: then the time says nothing. */
function requireAll(counts: { readonly invoices: number; readonly positions: number }): void {
  if (counts.invoices === invoices && counts.positions >= 6 * invoices) return;
  throw new Error(`Read ${counts.invoices} invoices with ${counts.positions} positions of ${invoices}.`);
}
