// Tests over HTTP of typical charges: their names and VAT, and adding several at once with codes made from their names,
// or none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { languages } from '../platform/values/languages.ts';

const g = await startTestService();
type Proposed = {
  readonly template: string;
  readonly name: string;
  readonly basis: string;
  readonly costFrom: string | null;
  readonly vatRate: number;
  readonly exists: boolean;
};
type Proposal = { readonly vatRate: number; readonly charges: readonly Proposed[] };
type Added = { readonly charges: readonly { readonly code: string; readonly name: string }[] };

const propose = (as: string, id: string) =>
  g.ask<Proposal>('GET', `//console/api/buildings/${id}/charge-templates`, { as });
const add = (as: string, id: string, charges: readonly Record<string, unknown>[]) =>
  g.ask<Added>('POST', `//console/api/buildings/${id}/charges`, { as, body: { charges } });
const chargesOf = async (as: string, id: string) =>
  (await g.ask<{ id: string; billing: Added }>('GET', `/buildings/${id}`, { as })).data.billing.charges;

test('the typical charges are named in the language of the invoices, and all of them can be added at once', async () => {
  const { owner: as } = await anOrganization(g);
  for (const language of languages) {
    const { id } = await aBuilding(g, as, { billing: { language } });
    const { charges } = (await propose(as, id)).data;
    assert.equal(charges.length, 11);
    assert.equal(new Set(charges.map(({ name }) => name)).size, 11, language);
    const written = charges.map(({ template: _, exists: _exists, ...charge }) => ({
      ...charge,
      ...(charge.costFrom === null && { unitPrice: 1 }),
    }));
    const added = await add(as, id, written);
    assert.equal(added.status, 201, added.text);
    assert.equal(added.headers.location, `/api/buildings/${id}`);
    assert.equal(new Set(added.data.charges.map(({ code }) => code)).size, 11);
    assert.deepEqual(await chargesOf(as, id), added.data.charges);
    assert.ok((await propose(as, id)).data.charges.every(({ exists }) => exists));
  }
});

test('VAT is that of the country of an organization with a VAT number, and 0 without one', async () => {
  const { owner: as } = await anOrganization(g);
  const { id } = await aBuilding(g, as);
  const rates = async (sender: Record<string, unknown>) => {
    await g.succeed('PATCH', '//console/api/letterhead', { as, body: sender });
    const { vatRate, charges } = (await propose(as, id)).data;
    return [vatRate, charges.find(({ template }) => template === 'heating')?.vatRate, charges.at(-1)?.vatRate];
  };
  assert.deepEqual(await rates({}), [0, 0, 0]);
  assert.deepEqual(await rates({ vatNumber: 'EE123456789' }), [24, 24, 0]);
  assert.deepEqual(await rates({ vatNumber: 'LV40003000000', country: 'LV' }), [21, 21, 0]);
  assert.deepEqual(await rates({ vatNumber: 'XX40003000000', country: 'CH' }), [0, 0, 0]);
});

test('codes are made from the names and keep clear of existing ones', async () => {
  const { owner: as } = await anOrganization(g);
  const existing = { code: 'kulm-vesi', name: 'Vesi', basis: 'fixed', unitPrice: 1 };
  const { id } = await aBuilding(g, as, { billing: { charges: [existing] } });
  const price = { basis: 'fixed', unitPrice: 2 };
  const added = await add(as, id, [
    { name: 'Külm vesi', ...price },
    { name: 'külm VESI', ...price },
  ]);
  assert.deepEqual(
    added.data.charges.map(({ code }) => code),
    ['kulm-vesi-2', 'kulm-vesi-3'],
  );
  assert.deepEqual(
    (await chargesOf(as, id)).map(({ code }) => code),
    ['kulm-vesi', 'kulm-vesi-2', 'kulm-vesi-3'],
  );
});

test('one invalid charge, and none is added; its problem names it', async () => {
  const { owner: as } = await anOrganization(g);
  const { id } = await aBuilding(g, as, {
    billing: { charges: [{ code: 'a', name: 'A', basis: 'fixed', unitPrice: 1 }] },
  });
  const good = { name: 'Küte', basis: 'area', unitPrice: 1 };
  const cases: [Record<string, unknown>, number, string][] = [
    [{ name: 'Vesi', basis: 'meter', unitPrice: 1 }, 422, 'charges.1.meterType'],
    [{ name: 'Vesi', basis: 'area' }, 422, 'charges.1.unitPrice'],
    [{ name: '', basis: 'area', unitPrice: 1 }, 422, 'charges.1.name'],
    [{ basis: 'area', unitPrice: 1 }, 400, 'charges.1.name'],
    [{ name: 'Vesi', basis: 'area', unitPrice: 1, vatRate: 101 }, 422, 'charges.1.vatRate'],
    [{ name: 'Osad', basis: 'custom', unitPrice: 1 }, 422, 'charges.1.apartments'],
  ];
  for (const [charge, status, field] of cases) {
    const rejected = await add(as, id, [good, charge]);
    assert.equal(rejected.status, status, rejected.text);
    assert.deepEqual(rejected.fields, [field]);
  }
  const many = await add(
    as,
    id,
    Array.from({ length: 100 }, () => good),
  );
  assert.equal(many.fields[0], 'charges');
  assert.equal((await chargesOf(as, id)).length, 1);
});

test('two people add at once and both keep theirs', async () => {
  const { owner: as } = await anOrganization(g);
  const { id } = await aBuilding(g, as);
  const charge = { name: 'Haldus', basis: 'area', unitPrice: 1 };
  await Promise.all([add(as, id, [charge]), add(as, id, [charge])]);
  assert.deepEqual(
    (await chargesOf(as, id)).map(({ code }) => code),
    ['haldus', 'haldus-2'],
  );
});
