// Browser test of the weight of the first load: all that a browser whose cache is empty fetches until a home stands, as
// it comes over the line, with the data and the typeface.
import assert from 'node:assert/strict';
import { createBilledBuilding, createThreeInvoices, markSent } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import { openBrowserTests, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();
const most = { bytes: 200_000, requests: 15 };

/** What comes after the first screen, some seconds later, comes later still on a busy machine. */
const deferredLater =
  'const { setTimeout: wait } = window; window.setTimeout = (work, ms, ...given) => wait(work, ms >= 1000 ? 20 * ms : ms, ...given);';

type Finished = { readonly requestId: string; readonly encodedDataLength: number };

visiting('the home of a manager and of a resident come in at most 200 kB and 15 requests', async (fixture) => {
  const { g } = fixture;
  const { owner: as, email, tenantId } = await anOrganization(g, 'KÜ Kerge');
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  for (const id of await createThreeInvoices(g, as, building.id)) await markSent(g, id);
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartments[0].id);
  for (const address of [email, resident.email]) {
    const person = await fixture.visitor();
    await signIn(person, address);
    await settled(person);
    const line = await person.page.context().newCDPSession(person.page);
    await line.send('Network.enable');
    await line.send('Network.setCacheDisabled', { cacheDisabled: true });
    const loaded: Finished[] = [];
    line.on('Network.loadingFinished', (finished: Finished) => loaded.push(finished));
    await person.page.addInitScript(deferredLater);
    await person.page.reload();
    await settled(person);
    const bytes = loaded.reduce((sum, { encodedDataLength }) => sum + encodedDataLength, 0);
    const weight = `${address}: ${Math.round(bytes / 1000)} kB in ${loaded.length} requests`;
    assert.ok(bytes <= most.bytes && loaded.length <= most.requests, weight);
  }
});
