// Browser test of large type: at 200 % on a phone nothing of any screen is cut off or needs scrolling sideways.
import assert from 'node:assert/strict';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import { goTo, openBrowserTests, signIn, type Visitor } from './browser-fixture.ts';

const visiting = await openBrowserTests();

/** What extends over the edge of the window: what people read or press. Wide tables scroll inside their own box. */
const beyondEdge = `[...document.querySelectorAll('button, a, input, select, textarea, label, h1, h2, h3, p')]
  .filter((element) => element.offsetParent !== null)
  .filter((element) => !element.closest('nav, table, [class*=visuallyHidden], .haldur-skip'))
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 160))`;

async function look(visitor: Visitor, addresses: readonly string[]): Promise<void> {
  const { page } = visitor;
  const found: string[] = [];
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ['en', 'et', 'ru']) {
    await page.addInitScript(`localStorage.setItem('haldur-language', '${language}')`);
    for (const address of addresses) {
      await goTo(visitor, address);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
      for (const text of await page.evaluate<string[]>(beyondEdge)) found.push(`${language} ${address}: ${text}`);
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        found.push(`${language} ${address}`);
    }
  }
  assert.deepEqual(found, []);
}

visiting('at twice the size of type a phone shows whole screens', async ({ g, visitor }) => {
  const { owner: as, email, tenantId } = await anOrganization(g, 'KÜ Suur Kiri');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const [first = ''] = await createThreeInvoices(g, as, building.id);
  await markSent(g, first);
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartments[0].id);
  const owner = await visitor();
  await signIn(owner, email);
  const home = `/console/buildings/${building.id}`;
  await look(owner, [
    '/console/',
    home,
    `${home}?tab=charges`,
    `${home}?tab=settings`,
    `${home}/apartments/${apartments[0].id}?tab=money`,
    `${home}/apartments/${apartments[0].id}/hand-over`,
    '/console/invoices',
    '/console/invoices/generate',
    `/console/invoices/${first}`,
    '/console/readings?tab=missing',
    '/console/payments?tab=import',
    '/console/receivables',
    '/console/receivables/month-end',
    '/console/residents?tab=import',
    '/console/settings/test',
    '/console/settings/members',
    '/console/account',
  ]);
  const tenant = await visitor();
  await signIn(tenant, resident.email);
  await look(tenant, ['/console/', '/console/own/requests', '/console/account']);
});
