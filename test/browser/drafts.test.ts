// Browser test of input that is not sent yet: it survives a reload and a session that expired, for nobody else.
import assert from 'node:assert/strict';
import { drawFace } from '../../demo/meter-faces.ts';
import { createBilledBuilding } from '../billing-fixture.ts';
import { anOrganization, aPerson, aResidency, password, useRealClock, waitUntil } from '../service-fixture.ts';
import { becomes, checkScreen, goTo, openBrowserTests, signIn, visitAsResident } from './browser-fixture.ts';

const visiting = await openBrowserTests();

const phone = { width: 390, height: 844 };

visiting(
  'unsaved input survives a reload, can be discarded, and is gone once it is sent or the person signs out',
  async (fixture) => {
    const { tenantId, owner } = await anOrganization(fixture.g);
    const { apartments } = await createBilledBuilding(fixture.g, owner);
    const { resident, page } = await visitAsResident(fixture, tenantId, apartments[0].id);
    await page.setViewportSize(phone);
    const open = async () => {
      await page.goto('/console/own/requests');
      await page.getByRole('button', { name: 'Report a problem' }).first().click();
      await page.getByRole('textbox', { name: 'Subject' }).waitFor();
    };
    const subject = () => page.getByRole('textbox', { name: 'Subject' }).inputValue();
    await open();
    const stored = () => page.evaluate<string>('JSON.stringify(sessionStorage)');
    await page.getByRole('textbox', { name: 'Subject' }).fill('The tap drips');
    await waitUntil(async () => /haldur-draft/.test(await stored()));
    await page.reload(); // The form opens by itself.
    await page.getByText('Your unsaved input was restored.').waitFor();
    assert.equal(await subject(), 'The tap drips');
    await checkScreen(resident);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Discard it' }).click();
    assert.equal(await subject(), '');
    await open();
    assert.equal(await subject(), '');
    await page.getByRole('textbox', { name: 'Subject' }).fill('The door squeaks');
    await page.getByRole('textbox', { name: 'Description' }).fill('Since Monday.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Request submitted.').waitFor();
    await open();
    assert.equal(await subject(), '');
    await page.getByRole('textbox', { name: 'Subject' }).fill('A secret');
    await page.keyboard.press('Escape');
    await waitUntil(async () => /haldur-draft/.test(await stored()));
    assert.doesNotMatch(await stored(), /A secret/, 'it is encrypted');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    assert.doesNotMatch(await stored(), /haldur-draft/);
  },
);

visiting(
  'input survives a session that expired, for the same person only; nobody who signs out leaves any',
  async (fixture) => {
    const { g } = fixture;
    const { tenantId, owner: as } = await anOrganization(g);
    const { apartments } = await createBilledBuilding(g, as);
    const [mari, peeter] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
    for (const { userId } of [mari, peeter]) await aResidency(g, tenantId, userId, apartments[0].id);
    const resident = await fixture.visitor();
    const { page } = resident;
    const report = page.getByRole('button', { name: 'Report a problem' });
    const subject = page.getByRole('textbox', { name: 'Subject' });
    const enter = async ({ email }: { readonly email: string }) => {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await subject.waitFor();
    };
    const expire = async () => {
      await page.context().clearCookies();
      useRealClock(g, g.clock.now.getTime() - Date.now() + 86_400_000);
    };
    await signIn(resident, mari.email);
    await page.goto('/console/own/requests');
    await report.first().click();
    await subject.fill('The tap drips');
    await page.getByRole('textbox', { name: 'Description' }).fill('In the kitchen.');
    const buffer = await drawFace({ digits: '00123', decimals: 0 });
    await page.locator('input[type=file]').setInputFiles({ name: 'tap.jpg', mimeType: 'image/jpeg', buffer });
    const photo = page.getByRole('dialog').getByText('tap.jpg');
    await photo.waitFor();
    await expire();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Your session has ended. Sign in again to continue here. What you typed is kept.').waitFor();
    await checkScreen(resident);
    await enter(mari);
    await becomes(() => subject.inputValue(), 'The tap drips');
    await photo.waitFor();
    await expire();
    await page.reload();
    await page.getByText('Your session has ended.').waitFor();
    await enter(peeter);
    assert.equal(await subject.inputValue(), '', 'another person gets an empty form');
    await expire();
    await page.reload();
    await enter(mari);
    await becomes(() => subject.inputValue(), 'The tap drips');
    await page.getByText('Please add the photo again.').waitFor();
    await goTo(resident, '/console/');
    await page.getByRole('link', { name: 'Maintenance' }).click();
    const begun = page.getByRole('status').filter({ hasText: 'Begun and not finished' });
    await begun.waitFor();
    assert.equal(await subject.count(), 0, 'who comes from another page sees the list');
    await checkScreen(resident);
    await begun.getByRole('button', { name: 'Report a problem' }).click();
    await becomes(() => subject.inputValue(), 'The tap drips');
    await becomes(() => begun.count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    await becomes(() => page.getByText('Your session has ended.').count(), 0);
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(sessionStorage)'), /haldur-(draft|signed-in)/);
  },
);
