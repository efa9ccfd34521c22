// Tests of explanations in the console: amounts are explained as in the PDF, to those who may see the invoice only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, generate, markSent, october } from '../../../test/billing-fixture.ts';
import { anOrganization, aPerson, aResidency, moveOut, startTestService } from '../../../test/service-fixture.ts';

const g = await startTestService();

type Explained = { title: string; amount: string; rows: { label: string; figure: string; note?: string }[] };
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const explained = async (id: string, as: string, query = '') => {
  const { status, data } = await g.ask<Explained[]>('GET', `//console/api/invoices/${id}/explained${query}`, { as });
  const lines = (data ?? []).map((explained) =>
    explained.rows.map(({ figure, note = '' }) => plain(`${figure} ${note}`.trim())),
  );
  return { status, lines, titles: (data ?? []).map((explained) => plain(`${explained.title} ${explained.amount}`)) };
};

test('a resident who moved in during the month can follow each amount from the bill to their own days', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const [home] = apartments;
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, home.id, '2020-01-01');
  await moveOut(g, tenantId, home.id, '2026-10-20');
  await aResidency(g, tenantId, jaan.userId, home.id, '2026-10-21');
  const { data } = await generate(g, as, building.id, october);
  const ids = data.invoices.flatMap((invoice) => (invoice.apartmentId === home.id ? (invoice.invoiceId ?? '') : []));
  const [before = '', own = ''] = ids;
  for (const id of ids) await markSent(g, id);
  const { lines, titles } = await explained(own, jaan.token);
  assert.deepEqual(titles, ['Maintenance / Hooldus €15.08', 'Heating / Küte €177.42']);
  assert.deepEqual(lines[1], [
    '€1,000.01',
    '50.0 m² / 100.0 m²',
    '€1,000.01 × 50.0 m² / 100.0 m² = €500.005',
    '€500.00 + €0.01 = €500.01 +€0.01 rounding, so that all shares add up to the bill',
    '€500.01 × 11 / 31 = €177.422903 21 Oct 2026 – 31 Oct 2026',
    '€177.42',
  ]);
  const estonian = await explained(own, as, '?language=et');
  assert.deepEqual(estonian.titles, ['Hooldus 15,08 €', 'Küte 177,42 €']);
  assert.equal((await explained(before, jaan.token)).status, 404);
  assert.equal((await explained(own, mari.token)).status, 404);
  assert.equal((await explained(own, (await anOrganization(g)).owner)).status, 404);
  assert.equal((await explained(own, as, '?language=tlh')).status, 422);
});
