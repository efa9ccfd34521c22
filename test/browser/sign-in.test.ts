// Browser test of signing in by password, by magic link and by invitation, and of signing out.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { findLink } from '../../demo/read-emails.ts';
import { createUser } from '../../src/identity/operator-accounts.ts';
import { aBuilding, anApartment, anOrganization, password } from '../service-fixture.ts';
import { becomes, checkScreen, openBrowserTests, outlastConfirmations, settled, signIn } from './browser-fixture.ts';

const visiting = await openBrowserTests();

visiting('a link in a letter signs in once, and stays signed in when the page is loaded again', async (building) => {
  const { email } = await anOrganization(building.g, 'KÜ Kase');
  const owner = await building.visitor();
  const { page } = owner;
  await page.goto('/console/');
  await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click();
  await page.getByText('Enter your e-mail address first.').waitFor();
  await checkScreen(owner);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click();
  await page.getByText('an e-mail with a link is on its way').waitFor();
  const link = findLink(await building.letters.find(email, '/console/magic-link#')).href;
  await page.goto(link);
  const enter = page.getByRole('button', { name: 'Sign in', exact: true });
  await enter.waitFor();
  await checkScreen(owner);
  await enter.click();
  await page.getByRole('banner').getByText('KÜ Kase').waitFor();
  await page.reload();
  await page.getByRole('banner').getByText('KÜ Kase').waitFor();
  const stranger = await building.visitor();
  await stranger.page.goto(link);
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.page.getByText('This link is no longer valid').waitFor();
  await becomes(() => stranger.page.getByRole('button', { name: 'Sign in', exact: true }).count(), 0);
  await checkScreen(stranger);
  await stranger.page.getByRole('link', { name: 'Get a new sign-in link' }).click();
  await stranger.page.getByLabel('E-mail address').waitFor();
});

visiting(
  'a link leads to the page that it was asked for on, in any browser, in the language of that page',
  async (building) => {
    for (const [asked, reached] of [
      ['/console/invoices?status=overdue', '/console/invoices?status=overdue'],
      ['/console/account#sessions', '/console/account#sessions'],
      ['/console/residents#?find=Mari', '/console/residents'], // Words are sent to no server.
    ] as const) {
      const { email } = await anOrganization(building.g, 'KÜ Kase');
      const [there, here] = [await building.visitor(), await building.visitor()];
      await there.page.goto(asked);
      await there.page.getByLabel('E-mail address').fill(email);
      await there.page.getByRole('button', { name: 'E-mail me a sign-in link' }).click();
      await there.page.getByText('an e-mail with a link is on its way').waitFor();
      const letter = await building.letters.find(email, '/console/magic-link#');
      assert.equal(letter.subject, 'Sign in to Haldur', 'the person’s own language is Estonian');
      await here.page.goto(findLink(letter).href);
      // The page takes #sessions out of the address once it shows them.
      await Promise.all([
        here.page.waitForURL(({ href }) => href === building.url + reached),
        here.page.getByRole('button', { name: 'Sign in', exact: true }).click(),
      ]);
      await here.page.getByRole('banner').getByText('KÜ Kase').waitFor();
    }
  },
);

visiting('whoever is not signed in is shown the way in at every address', async (building) => {
  const { page, answers } = await building.visitor();
  for (const address of ['/', '/buildings', '/invoices', '/payments?tab=import', '/residents', '/settings/members']) {
    await page.goto(`/console${address}`);
    await page.getByLabel('E-mail address').waitFor();
  }
  // Which providers a person may sign in at is for everybody to know.
  const asked = answers.filter(({ path }) => !path.endsWith('/session/providers'));
  assert.ok(asked.length > 0 && asked.every(({ status }) => status === 401));
});

visiting('who signs out is out in every tab, and the way back asks for the password', async (building) => {
  const { email } = await anOrganization(building.g);
  const owner = await building.visitor();
  await signIn(owner, email);
  const { page } = owner;
  const other = await page.context().newPage();
  await other.goto('/console/');
  await other.locator('#content').waitFor();
  await page.route('**/*.js', async (route) => {
    await setTimeout(300); // A press begins before the menu is there.
    await route.continue();
  });
  for (const isHeld of [false, true]) {
    await page.reload();
    await page.getByRole('button', { name: /^Your account/ }).hover();
    await page.mouse.down();
    if (isHeld) await setTimeout(2000); // By then it could be.
    await page.mouse.up();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  }
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByLabel('E-mail address').waitFor();
  const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  assert.doesNotMatch(kept, /@|token|hrt_|hat_|haldur-draft/, 'the browser keeps settings of the screen only');
  await other.getByLabel('E-mail address').waitFor();
  await page.reload();
  const word = page.getByLabel('Password', { exact: true });
  assert.deepEqual(
    [await word.getAttribute('type'), await word.getAttribute('autocomplete')],
    ['password', 'current-password'],
  );
  const paste = "new ClipboardEvent('paste', { bubbles: true, cancelable: true })";
  const isPasted = await page.evaluate(`document.querySelector('input[type=password]').dispatchEvent(${paste})`);
  assert.equal(isPasted, true, 'nothing hinders pasting');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Wrong e-mail address or password.').waitFor();
  await becomes(() => page.locator('#content').count(), 0);
});

visiting('an invitation lets a resident choose a password and signs them in', async (fixture) => {
  const { owner: as } = await anOrganization(fixture.g, 'KÜ Kutse');
  const building = await aBuilding(fixture.g, as);
  const apartment = await anApartment(fixture.g, as, building.id, { number: '7', area: 50 });
  const email = 'liis@kutse.example';
  const body = { email, name: 'Liis Kask', apartmentId: apartment.id, language: 'en' };
  const invited = await fixture.g.ask('POST', '/invitations', { as, body });
  assert.equal(invited.status, 201, invited.text);
  const resident = await fixture.visitor();
  const { page } = resident;
  await page.goto(findLink(await fixture.letters.find(email, '/console/invitation#')).href);
  await page.getByLabel(/Choose a password/).fill('password');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('or too common').waitFor();
  await page.getByLabel(/Choose a password/).fill('wheels and letters');
  await checkScreen(resident);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('KÜ Kutse').waitFor();
});

visiting('a person sees their sessions and ends one, with what it opened', async (building) => {
  const { email, tenantId } = await anOrganization(building.g, 'KÜ Kodu');
  const away = await anOrganization(building.g, 'KÜ Naaber');
  await createUser(building.g.app, { tenantId: away.tenantId, email, password, role: 'manager' });
  const [here, there] = [await building.visitor(), await building.visitor()];
  await signIn(there, email);
  await there.page.goto('/console/account');
  const toNeighbour = there.page.getByRole('button', { name: /^Open KÜ (Naaber|Kodu)$/ });
  await toNeighbour.click();
  await there.page.waitForURL('**/console/');
  await settled(there);
  await signIn(here, email);
  const { page } = here;
  const whole = page.viewportSize();
  const height = 600;
  await page.setViewportSize({ width: 390, height });
  await page.goto('/console/account#sessions');
  const sessions = page.getByRole('table', { name: 'Active sessions' });
  await page.getByText('Current session').and(page.locator(':visible')).waitFor();
  await settled(here);
  const heading = page.getByRole('heading', { name: 'Active sessions' });
  await becomes(async () => {
    const { y = -1 } = (await heading.boundingBox()) ?? {};
    return y > 56 && y < height - 56;
  }, true);
  if (whole) await page.setViewportSize(whole);
  await settled(here);
  await checkScreen(here);
  const ends = sessions.getByRole('button', { name: 'Sign out: Chrome, Linux' });
  assert.ok((await ends.count()) >= 1);
  outlastConfirmations(building.g);
  await ends.first().click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByLabel('Your password').fill(password);
  await confirming.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Session ended.').waitFor();
  await there.page.reload();
  await there.page.getByLabel('E-mail address').waitFor();
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other sessions' }).click();
  await page.getByText('All other sessions ended.').waitFor();
  await ends.first().waitFor({ state: 'hidden' });
  const [rows] = await building.g.owner`
    select count(*)::int as n from sign_ins g join users u on u.id = g.user_id where u.email = ${email}`;
  assert.equal(rows?.n, 1);
  assert.ok(tenantId);
});

visiting(
  'a test organization is made and deleted, and the person is at home again without signing in',
  async (building) => {
    const { email } = await anOrganization(building.g, 'KÜ Kodu');
    const owner = await building.visitor();
    await signIn(owner, email);
    const { page } = owner;
    await page.goto('/console/settings/test');
    await page.getByRole('button', { name: 'Create test organization' }).click();
    await page.getByText('Test organization. Its clock says').waitFor();
    await page.goto('/console/settings/test');
    await settled(owner);
    await page.getByRole('button', { name: 'One month ahead' }).click();
    await page.getByText('The clock says').waitFor();
    await page.getByRole('button', { name: 'Delete test organization' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete test organization' });
    await confirm.and(page.locator(':disabled')).waitFor();
    await dialog.getByLabel('To confirm, type KÜ Kase 12').fill('KÜ Kase 12');
    await confirm.click();
    await page.waitForURL('**/console/');
    await page.getByText('KÜ Kodu').first().waitFor();
  },
);
