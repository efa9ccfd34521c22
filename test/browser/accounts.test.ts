// Browser tests of a building's bank account: changed by an API key, shown as unconfirmed, confirmed by an owner, and
// restored from an e-mail; and of the association that its invoices name.
import assert from 'node:assert/strict';
import { findLink } from '../../demo/read-emails.ts';
import { generate } from '../billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, password, type Thing } from '../service-fixture.ts';
import { account } from '../statement-samples.ts';
import {
  becomes,
  checkScreen,
  choose,
  goTo,
  openBrowserTests,
  outlastConfirmations,
  settled,
  signIn,
} from './browser-fixture.ts';

const visiting = await openBrowserTests();
const other = 'EE471000001020145685';

visiting(
  'an owner sees a changed account, confirms it with the password, and undoes it by the letter all the same',
  async (fixture) => {
    const { g, letters } = fixture;
    const { owner: as, integrator, email } = await anOrganization(g, 'KÜ Konto');
    const building = await aBuilding(g, as, { billing: { iban: account, beneficiary: 'KÜ Konto' } });
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await g.ask('PATCH', `/buildings/${building.id}`, { as: integrator, body: { billing: { iban: other } } });
    await goTo(owner, '/console/');
    await page.getByText('account change to confirm').click();
    await page.getByText('This account is not confirmed').waitFor();
    await page.getByText(/API key “integration”/).waitFor();
    await checkScreen(owner);
    const notice = page.getByRole('status').filter({ hasText: 'This account is not confirmed' });
    outlastConfirmations(g);
    await notice.getByRole('button', { name: 'Confirm account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Wrong password.').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Account confirmed.').waitFor();
    await notice.waitFor({ state: 'hidden' });
    const iban = page.getByLabel('Account (IBAN)');
    const before = await iban.inputValue();
    await iban.fill(`${before.slice(0, -1)}${before.endsWith('1') ? '2' : '1'}`);
    await iban.press('Enter');
    await page.getByText('Not a valid IBAN. Check for a typing error.').waitFor();
    await becomes(() => dialog.count(), 0, 'told before the password is asked for');
    await iban.fill(before);

    await page.getByLabel('Beneficiary').fill('KÜ Konto 2');
    const form = page.locator('form').filter({ has: page.getByLabel('Beneficiary') });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Bank account changed.').waitFor();
    await settled(owner);
    await becomes(() => notice.count(), 0, 'an owner’s own change is confirmed');

    await goTo(owner, '/console/settings/security');
    await page.getByText('Account (IBAN): EE38 2200 2210 2014 5685 → EE47 1000 0010 2014 5685').first().waitFor();
    await checkScreen(owner);
    await goTo(owner, '/console/settings/organization');
    await page.getByRole('switch', { name: 'Only people can change bank accounts' }).waitFor();
    await checkScreen(owner);

    const reader = await fixture.visitor();
    const letter = await letters.find(email, '/console/undo-account#');
    await reader.page.goto(findLink(letter).href);
    await reader.page.getByRole('button', { name: 'Restore the previous account' }).waitFor();
    await checkScreen(reader);
    await reader.page.getByRole('button', { name: 'Restore the previous account' }).click();
    await reader.page.getByText(/is restored|changed again/).waitFor();
    await checkScreen(reader);
  },
);

visiting('an owner whose sign-in is older than five minutes confirms before a manager is invited', async (fixture) => {
  const { email } = await anOrganization(fixture.g, 'KÜ Kutse');
  const owner = await fixture.visitor();
  const { page, answers } = owner;
  await signIn(owner, email);
  await goTo(owner, '/console/residents?tab=invitations');
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('E-mail') });
  await form.getByLabel('E-mail').fill('manager@example.org');
  await choose(form, 'Role', 'Manager');
  outlastConfirmations(fixture.g);
  await form.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('cell', { name: 'manager@example.org' }).waitFor();
  const invited = answers.filter(({ path, text }) => path === '/api/invitations' && !text.includes('"pagination"'));
  assert.deepEqual(
    invited.map(({ status }) => status),
    [403, 201],
  );
});

visiting(
  'the house of another association gets a sender of its own, and the organization is the sender again',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g, 'Haldus OÜ');
    await g.ask('PATCH', '//console/api/letterhead', { as, body: { vatNumber: 'EE123456789' } });
    const building = await aBuilding(g, as);
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    await goTo(owner, `/console/buildings/${building.id}?tab=settings`);
    await page.getByText('Invoices name Haldus OÜ as the sender.').waitFor();
    await page.getByRole('button', { name: 'Another association' }).click();
    const form = page.locator('form').filter({ has: page.getByLabel('Registration number') });
    await form.getByLabel('Registration number').fill('80999999');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Required.').waitFor();
    await form.getByLabel('Association').fill('KÜ Tamme 5');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Invoices name KÜ Tamme 5 as the sender.').waitFor();
    await checkScreen(owner);
    await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
    await page.getByRole('button', { name: 'Typical charges' }).click();
    await page.getByLabel('Price, VAT included: Haldus').waitFor();
    await goTo(owner, `/console/buildings/${building.id}?tab=settings`);
    await page.getByRole('button', { name: 'Back to Haldus OÜ' }).click();
    await page.getByText('Invoices name Haldus OÜ as the sender.').waitFor();
    const path = `//console/api/buildings/${building.id}/letterhead`;
    assert.equal((await g.ask<object | null>('GET', path, { as })).data, null);
  },
);

visiting(
  'whose house it is is asked before its charges, and charges whose VAT does not go with the answer are set right',
  async (fixture) => {
    const { g } = fixture;
    const { owner: as, email } = await anOrganization(g, 'Haldus OÜ');
    await g.ask('PATCH', '//console/api/letterhead', { as, body: { vatNumber: 'EE123456789' } });
    const tamme = { iban: account, beneficiary: 'KÜ Tamme 5' };
    const charges = [
      { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 1, vatRate: 24 },
      { code: 'fund', name: 'Remondifond', basis: 'area', unitPrice: 1, vatRate: 0 },
    ];
    const building = await aBuilding(g, as, { name: 'Tamme 5', billing: { ...tamme, charges } });
    const apartment = await anApartment(g, as, building.id, { number: '1', area: 50 });
    const ratesOf = async () => {
      const { data } = await g.ask<Thing & { billing: { charges: { vatRate: number }[] } }>(
        'GET',
        `/buildings/${building.id}`,
        { as },
      );
      return data.billing.charges.map(({ vatRate }) => vatRate);
    };
    const owner = await fixture.visitor();
    const { page } = owner;
    await signIn(owner, email);
    const steps = page.locator('section', { hasText: 'Get started' });
    await steps.getByText('The money goes to KÜ Tamme 5, but invoices name Haldus OÜ as the sender').waitFor();
    await checkScreen(owner);
    await steps.getByRole('link', { name: 'Another association' }).click();
    await becomes(() => page.locator('input:focus').inputValue(), 'KÜ Tamme 5', 'the payee is proposed');
    const form = page.locator('form').filter({ has: page.getByLabel('Registration number') });
    await form.getByRole('button', { name: 'Save' }).click();
    const doubt = page.getByRole('status').filter({ hasText: 'VAT number' });
    await doubt.getByText('but their sender has no VAT number: Hooldus.').waitFor();
    await checkScreen(owner);
    await doubt.getByRole('button', { name: 'Set VAT to 0%' }).click();
    await page.getByText('VAT of 1 charge changed.').waitFor();
    await becomes(() => doubt.count(), 0);
    assert.deepEqual(await ratesOf(), [0, 0]);

    await form.getByLabel('VAT number').fill('EE999999999');
    await form.getByRole('button', { name: 'Save' }).click();
    await doubt.getByText('but these charges add no VAT: Hooldus.').waitFor();
    await goTo(owner, `/console/buildings/${building.id}?tab=charges`);
    await doubt.getByRole('button', { name: 'Set VAT to 24%' }).click();
    await page.getByText('VAT of 1 charge changed.').waitFor();
    assert.deepEqual(await ratesOf(), [24, 0], 'savings stay without VAT');

    const other = await aBuilding(g, as, { name: 'Kase 7', billing: { ...tamme, charges } });
    await g.ask('PATCH', '//console/api/letterhead', { as, body: { vatNumber: null } });
    await goTo(owner, '/console/settings/organization');
    await doubt.getByText('Kase 7 (Hooldus)').waitFor();
    await becomes(() => doubt.getByText('Tamme 5').count(), 0, 'it has a number of its own');

    await g.ask('DELETE', `//console/api/buildings/${building.id}/letterhead`, { as });
    await g.ask('DELETE', `/buildings/${other.id}`, { as, body: { password } });
    const rival = await aBuilding(g, as, { name: 'Kuuse 3', billing: { ...tamme, charges } });
    const { id } = await anApartment(g, as, rival.id, { number: '1', area: 50 });
    for (const [buildingId, apartmentId] of [
      [building.id, apartment.id],
      [rival.id, id],
    ])
      assert.ok(apartmentId && (await generate(g, as, buildingId ?? '', { costs: [] })).data.created === 1);
    await goTo(owner, '/console/invoices?status=unsent');
    const asked = page.getByRole('status').filter({ hasText: 'Who sends the invoices?' });
    await asked.getByText('Kuuse 3: The money goes to KÜ Tamme 5').waitFor();
    await becomes(() => asked.count(), 1, 'of the other it was said');
    await page.getByRole('button', { name: 'Send all' }).click();
    await page.getByRole('dialog').getByText('Nobody has said who sends the invoices of Kuuse 3').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await checkScreen(owner);
    await asked.getByRole('button', { name: 'Haldus OÜ' }).click();
    await asked.waitFor({ state: 'detached' });
  },
);
