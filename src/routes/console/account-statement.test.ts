// Tests of the account statement as PDF: it shows every entry, the sums of the balance and how to pay, in five
// languages.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { textOf, withoutPoppler } from '../../../test/pdf-tools.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { account } from '../../../test/statement-samples.ts';
import { getAccountDocument } from '../../accounting/account-document.ts';
import { writeAccountPage } from '../../accounting/account-page.ts';
import { pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';

const g = await startTestService();
after(() => pdfRenderer.stop());
const { tenantId, owner: as } = await anOrganization(g);
const { building, apartments } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase' });
const [first] = await createThreeInvoices(g, as, building.id);
await markSent(g, first);
const apartmentId = apartments[0].id;
const pay = (amount: number) =>
  g.ask('POST', '//console/api/payments', {
    as,
    body: { apartmentId, amount, paidOn: '2026-11-20', method: 'cash', payerName: 'Mari Tamm' },
  });
await pay(52.7);
const path = `//console/api/buildings/${building.id}/apartments/${apartmentId}/account/pdf`;
const pageIn = (language: (typeof languages)[number]) =>
  inTenant(g.app, serviceCaller(tenantId), async (scope) =>
    writeAccountPage(await getAccountDocument(scope, { buildingId: building.id, apartmentId, language })),
  );
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('the page adds up: opening balance, what was invoiced and received, and what is due, with the payment reference', async () => {
  const page = await pageIn('en');
  assert.deepEqual(
    page.rows.map(({ invoiced, received, balance }) => [invoiced, received, balance]),
    [
      ['', '', '€0.00'],
      ['€552.71', '', '€552.71'],
      ['', '€52.70', '€500.01'],
    ],
  );
  assert.match(page.rows[2]?.text ?? '', /^Payment · Mari Tamm$/);
  assert.deepEqual(
    page.sums.map(({ label, value }) => [label, value]),
    [
      ['Opening balance', '€0.00'],
      ['Invoiced', '€552.71'],
      ['Received', '€52.70'],
      ['Balance due', '€500.01'],
    ],
  );
  assert.deepEqual(
    page.payment.map(({ value }) => value),
    ['KÜ Kase', 'EE38 2200 2210 2014 5685', apartments[0].referenceNumber],
  );
});

test('what is prepaid asks for no payment', async () => {
  const made = await pay(600);
  const page = await pageIn('et');
  assert.deepEqual(page.payment, []);
  assert.deepEqual([page.sums.at(-1)?.label, plain(page.sums.at(-1)?.value ?? '')], ['Ettemaks', '99,99 €']);
  assert.equal((await g.ask('POST', `//console/api/payments/${made.data.id}/reverse`, { as })).status, 200);
});

test('the file is a PDF in each language, with its entries', { skip: withoutPoppler }, async () => {
  for (const language of languages) {
    const answer = await g.server.inject({
      url: `${path.slice(1)}?language=${language}`,
      headers: { authorization: `Bearer ${as}` },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.match(
      String(answer.headers['content-disposition']),
      /^inline; filename="account-kase-12-\d+-2026[-\d]*\.pdf"$/,
    );
    const text = await textOf(answer.rawPayload);
    const page = await pageIn(language);
    for (const part of [page.heading.split(' ')[0] ?? '', page.rows[1]?.text ?? '', page.sums.at(-1)?.value ?? ''])
      assert.ok(plain(text).includes(plain(part)), `${language}: ${part}`);
  }
});

test('a wrong range and an unknown language are rejected', async () => {
  assert.deepEqual((await g.ask('GET', `${path}?from=2026-10-01&to=2026-09-01`, { as })).fields, ['to']);
  assert.equal((await g.ask('GET', `${path}?language=fr`, { as })).status, 422);
});
