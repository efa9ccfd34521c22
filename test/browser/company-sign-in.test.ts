// Browser test of sign-in providers: linking an account, signing in with it, cancelling, and an invitation that names a
// personal code.
import { after } from 'node:test';
import { findLink } from '../../demo/read-emails.ts';
import { startTestProvider, type TestProvider } from '../identity-provider.ts';
import { aBuilding, anApartment, anOrganization } from '../service-fixture.ts';
import { checkScreen, openBrowserTests, signIn } from './browser-fixture.ts';

let provider: TestProvider;
/** The service is `localhost` and the provider 127.0.0.1, so that each is another site for the other's cookies. */
const visiting = await openBrowserTests('localhost', async (url) => {
  provider = await startTestProvider([`${url}/console/provider/eid`]);
  after(() => provider.close());
  return { signInProviders: [provider.settings('eid', { name: 'Smart-ID, Mobile-ID' })] };
});

visiting('a person links an account under Your account, and then signs in with it', async (building) => {
  const { email } = await anOrganization(building.g, 'KÜ Kase');
  const owner = await building.visitor();
  const { page } = owner;
  provider.person = { subject: 'mari', name: 'Mari Tamm' };
  await page.goto('/console/');
  await page.getByRole('button', { name: 'Continue with Smart-ID, Mobile-ID' }).click();
  await page.getByText('Nobody has linked this account yet').waitFor();
  await checkScreen(owner);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Continue with Smart-ID, Mobile-ID' }).waitFor();
  await checkScreen(owner);
  await signIn(owner, email);
  await page.goto('/console/account');
  await page.getByRole('button', { name: 'Link Smart-ID, Mobile-ID' }).click();
  await page.getByRole('button', { name: 'Unlink: Smart-ID, Mobile-ID' }).waitFor();
  await checkScreen(owner);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Continue with Smart-ID, Mobile-ID' }).click();
  await page.getByRole('button', { name: 'Unlink: Smart-ID, Mobile-ID' }).waitFor(); // On the page that was left.
  await page.getByText(/^Last used: /).waitFor();
});

visiting('who cancels at the provider comes back to the sign-in', async (building) => {
  const { page } = await building.visitor();
  provider.person = undefined;
  await page.goto('/console/');
  await page.getByRole('button', { name: 'Continue with Smart-ID, Mobile-ID' }).click();
  await page.getByText('You cancelled the sign-in').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByLabel('E-mail address').waitFor();
});

visiting('the person with the code that an invitation names accepts it with their e-ID', async (fixture) => {
  const { owner: as } = await anOrganization(fixture.g, 'KÜ Kood');
  const building = await aBuilding(fixture.g, as);
  const apartment = await anApartment(fixture.g, as, building.id, { number: '7', area: 50 });
  const email = 'liis@kood.example';
  const body = { email, apartmentId: apartment.id, language: 'en', name: 'Liis Kask', personalCode: 'EE48806260018' };
  await fixture.g.ask('POST', '/invitations', { as, body });
  provider.person = { subject: 'liis', name: 'Liis Kask', personalCode: '48806260018' };
  const resident = await fixture.visitor();
  const { page } = resident;
  await page.goto(findLink(await fixture.letters.find(email, '/console/invitation#')).href);
  await page.getByText('Only the invited person can accept').waitFor();
  await checkScreen(resident);
  await page.getByRole('button', { name: 'Accept with Smart-ID, Mobile-ID' }).click();
  await page.getByText('KÜ Kood').first().waitFor();
});
