// Browser test of second factors, on localhost, with a virtual authenticator of Chromium: adding a passkey and an app,
// signing in with each and without a password, confirming a change, and an organization that requires one.
import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { findLink } from '../../demo/read-emails.ts';
import { anOrganization, aPerson, password, type TestService, useRealClock } from '../service-fixture.ts';
import {
  becomes,
  checkScreen,
  goTo,
  openBrowserTests,
  outlastConfirmations,
  signIn,
  type Visitor,
} from './browser-fixture.ts';

const visiting = await openBrowserTests('localhost');

/** Gives a page a device with passkeys, whose user touches it and enters the PIN at once. */
async function plugInAuthenticator({ page }: Visitor) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    /** Whether its user knows the PIN. */
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function confirmByPassword({ page }: Visitor): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function signOut({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
}

const stepMs = 30_000;

/** Moves the service's clock to the beginning of the next 30 seconds, which have a code of their own. */
function beginNextStep(g: TestService): Date {
  const now = g.clock.now.getTime();
  useRealClock(g, now - Date.now() + stepMs - (now % stepMs));
  return g.clock.now;
}

/** Adds an authenticator app in the open dialog; returns a function that makes its next code. */
async function addApp({ g }: { readonly g: TestService }, visitor: Visitor, name: string) {
  const { page } = visitor;
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog.getByAltText('QR code for the authenticator app').waitFor();
  const secret = (await dialog.locator('pre').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const nextCode = () => totp.generate({ timestamp: beginNextStep(g).getTime() });
  await checkScreen(visitor);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Code from the app').fill(nextCode());
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  return { nextCode };
}

visiting('a passkey: added, second step of a password, alone, and for a confirmation', async (fixture) => {
  const { email } = await anOrganization(fixture.g, 'KÜ Võti');
  const owner = await fixture.visitor();
  const { page } = owner;
  const device = await plugInAuthenticator(owner);
  await signIn(owner, email);
  await goTo(owner, '/console/account');
  await page.getByText('You have no passkey and no authenticator app yet.').waitFor();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add passkey' });
  await adding.getByLabel('Name').fill('Laptop');
  await checkScreen(owner);
  outlastConfirmations(fixture.g);
  await adding.getByRole('button', { name: 'Add passkey' }).click();
  await confirmByPassword(owner);
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.locator('pre').waitFor();
  assert.equal((await codes.locator('pre').innerText()).trim().split('\n').length, 10);
  await checkScreen(owner);
  await codes.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  await checkScreen(owner);

  await signOut(owner);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  await checkScreen(owner);
  await device.setVerified(false);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByText('The passkey was not used. Try again.').waitFor();
  await device.setVerified(true);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await page.locator('#content').waitFor();

  await signOut(owner);
  await checkScreen(owner);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.locator('#content').waitFor();

  await goTo(owner, '/console/settings/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const key = page.getByRole('dialog');
  await key.getByLabel('Name').fill('Bookkeeping');
  outlastConfirmations(fixture.g);
  await key.getByRole('button', { name: 'Create API key' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByText(/^hak_[\w-]{20}/).waitFor();
});

visiting('an app and recovery codes: a link in an e-mail asks for them too', async (fixture) => {
  const { email } = await anOrganization(fixture.g, 'KÜ Kood');
  const owner = await fixture.visitor();
  const { page } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/account');
  outlastConfirmations(fixture.g);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await confirmByPassword(owner);
  const { nextCode } = await addApp(fixture, owner, 'Phone');
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const [recoveryCode = ''] = (await codes.locator('pre').innerText()).trim().split('\n');
  await codes.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();
  await signOut(owner);

  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click();
  await page.goto(findLink(await fixture.letters.find(email, '/console/magic-link#')).href);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Wrong code or passkey.').waitFor();
  await checkScreen(owner);
  await page.getByLabel('Code').fill(nextCode()); // That of this step was used to add the app.
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('#content').waitFor();

  await signOut(owner);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('#content').waitFor();
  await goTo(owner, '/console/account');
  await page.getByText('Recovery codes left: 9').waitFor();
});

visiting(
  'an organization requires it: the owner sets it up first, and a manager then sees nothing else',
  async (fixture) => {
    const { g } = fixture;
    const { email, tenantId } = await anOrganization(g, 'KÜ Nõue');
    const manager = await aPerson(g, tenantId, 'manager');
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, '/console/settings/organization');
    const rule = page.getByRole('switch', { name: 'Require two-step sign-in' });
    outlastConfirmations(g);
    await rule.click();
    await confirmByPassword(owner);
    await page.getByText('Set up two-step sign-in for yourself first').first().waitFor();
    await goTo(owner, '/console/account');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await addApp(fixture, owner, 'Phone');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await goTo(owner, '/console/settings/organization');
    await rule.click();
    await page.getByText('Saved').first().waitFor();
    await becomes(() => rule.isChecked(), true);
    await goTo(owner, '/console/settings/members');
    await page.getByRole('columnheader', { name: 'Two-step sign-in' }).waitFor();

    const newcomer = await fixture.visitor();
    await newcomer.page.goto('/console/');
    await newcomer.page.getByLabel('E-mail address').fill(manager.email);
    await newcomer.page.getByLabel('Password', { exact: true }).fill(password);
    await newcomer.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await newcomer.page.getByText('Your organization requires it.').waitFor();
    await becomes(() => newcomer.page.getByRole('navigation').count(), 0);
    await checkScreen(newcomer);
    outlastConfirmations(g);
    await newcomer.page.getByRole('button', { name: 'Add authenticator app' }).click();
    await confirmByPassword(newcomer);
    await addApp(fixture, newcomer, 'Phone');
    await newcomer.page.getByRole('button', { name: 'I have stored them' }).click();
    await newcomer.page.locator('#content').waitFor();
  },
);
